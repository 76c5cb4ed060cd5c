"""The NetworkX backend: networkx.pagerank(G, backend="semigraph"), or NETWORKX_BACKEND_PRIORITY=semigraph.

NetworkX finds `backend` by its entry point, asks can_run and should_run, converts graphs with convert_from_nx (and
keeps them in its cache), and calls the function of the same name.
"""

from . import (centrality, cluster, communities, components, convert, cores, dag, dense, distance, generic,  # noqa: F401
               links, registry, traversal, trees, unweighted, weighted)
from .graph import Graph


class Backend:
    """What NetworkX calls: how graphs are converted, what can and should run, and each function under its name."""


for function in (convert.convert_from_nx, convert.convert_to_nx, registry.can_run, registry.should_run,
                 *(entry.function for entry in registry.functions.values())):
    setattr(Backend, function.__name__, staticmethod(function))
backend = Backend()

__all__ = ["Backend", "Graph", "backend"]
