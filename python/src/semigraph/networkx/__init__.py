"""The NetworkX backend: networkx.pagerank(G, backend="semigraph"), or NETWORKX_BACKEND_PRIORITY=semigraph.

NetworkX finds `backend` by its entry point, asks can_run and should_run, converts graphs with convert_from_nx (and
keeps them in its cache), and calls the function of the same name.
"""

from . import (centrality, cluster, components, convert, cores, dag, dense, distance, generic, links, registry,  # noqa: F401
               traversal, unweighted, weighted)
from .graph import Graph


class Backend:
    """What NetworkX calls: an attribute for each function that the backend has."""

    convert_from_nx = staticmethod(convert.convert_from_nx)
    convert_to_nx = staticmethod(convert.convert_to_nx)
    can_run = staticmethod(registry.can_run)
    should_run = staticmethod(registry.should_run)


for name, entry in registry.functions.items():
    setattr(Backend, name, staticmethod(entry.function))
backend = Backend()

__all__ = ["Backend", "Graph", "backend"]
