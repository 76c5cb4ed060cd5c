"""The table of the functions that the backend has, and the rules for when it runs them.

A function says with @implements what a call costs NetworkX, which decides whether converting a graph can pay:

    LOCAL    a few neighbourhoods, or a search that stops early: runs only on a graph that was converted before
    LINEAR   one pass over the edges
    HEAVY    more: searches from many nodes, triangles, products

and which arguments it cannot take.
"""

import inspect
from dataclasses import dataclass
from typing import Callable

import networkx as nx

LOCAL, LINEAR, HEAVY = "local", "linear", "heavy"

LEAST_NODES = {LOCAL: 0, LINEAR: 1000, HEAVY: 50}  # of a graph that has to be converted first
LEAST_CONVERTED = {LOCAL: 100, LINEAR: 100, HEAVY: 20}  # of one that is converted


@dataclass
class Entry:
    function: Callable
    cost: str
    multigraph: bool
    refuses: Callable | None
    pays: Callable | None
    signature: inspect.Signature


functions = {}


def implements(cost, multigraph=True, refuses=None, pays=None):
    """Registers a function under its name.  `refuses` and `pays` get the graph and the arguments by name; the first
    tells why the function cannot take them, the second why a call would not pay (None: it can, it would)."""
    def register(function):
        entry = Entry(function, cost, multigraph, refuses, pays, inspect.signature(function))
        if fits(function.__name__, entry.signature):
            functions[function.__name__] = entry
        return function
    return register


def fits(name, ours):
    """Whether the NetworkX that is installed has this function, with arguments that ours takes."""
    known = nx.utils.backends._registered_algorithms.get(name)
    return known is not None and set(inspect.signature(known.orig_func).parameters) <= set(ours.parameters)


def arguments(entry, args, kwargs):
    bound = entry.signature.bind(*args, **kwargs)
    bound.apply_defaults()
    values = dict(bound.arguments)
    return values.pop("G"), values


def can_run(name, args, kwargs):
    """True, or why the backend cannot take these arguments."""
    entry = functions[name]
    try:
        graph, values = arguments(entry, args, kwargs)
    except TypeError as error:
        return str(error)
    if graph.is_multigraph() and not entry.multigraph:
        return "not for multigraphs"
    if callable(values.get("weight")) or callable(values.get("distance")):
        return "weights that a function computes are not supported"
    return (entry.refuses and entry.refuses(graph, **values)) or True


def should_run(name, args, kwargs):
    """True, or why NetworkX is likely to be faster."""
    entry = functions[name]
    graph, values = arguments(entry, args, kwargs)
    if not is_converted(graph):
        if entry.cost == LOCAL:
            return "converting the graph costs more than the call; once it is converted, the call pays"
        if len(graph) < LEAST_NODES[entry.cost]:
            return f"a graph of {len(graph)} nodes is too small to be converted for this"
    elif len(graph) < LEAST_CONVERTED[entry.cost]:
        return f"a graph of {len(graph)} nodes is too small for this"
    return (entry.pays and entry.pays(graph, **values)) or True


def is_converted(graph):
    if getattr(graph, "__networkx_backend__", None) == "semigraph":
        return True
    cache = getattr(graph, "__networkx_cache__", None) or {}
    return bool(cache.get("backends", {}).get("semigraph"))
