"""Between NetworkX's graphs and the backend's.

A NetworkX graph is a dict of dicts, so converting costs a step of Python's iterators for each entry: all loops here
run inside chain, map and fromiter, without a Python function called for an edge.
"""

from itertools import chain, islice
from operator import itemgetter

import networkx as nx
import numpy as np

from .graph import Graph

ROOM = 1 << 22  # integers as nodes are looked up in a table if the largest is below this or four times their number


def convert_from_nx(graph, *, edge_attrs=None, node_attrs=None, preserve_edge_attrs=False, preserve_node_attrs=False,
                    preserve_graph_attrs=False, name=None, graph_name=None):
    """The backend's graph for a NetworkX graph.  NetworkX calls it, and keeps the result in the graph's cache."""
    known = structure_in_cache(graph)
    G = known.with_same_structure() if known is not None else structure(graph)
    if preserve_graph_attrs:
        G.graph = dict(graph.graph)
    if preserve_node_attrs or node_attrs:
        G.node_data = list(graph._node.values())
    if preserve_edge_attrs:
        G.edge_data = data_of_entries(graph._adj)
    elif edge_attrs:
        data = data_of_entries(graph._adj)
        for attribute, default in edge_attrs.items():
            G.attributes[attribute, default] = values_of(data, attribute, default, G.multigraph)
    return G


def structure_in_cache(graph):
    """A graph that was converted before, perhaps with other attributes: nodes and edges need not be read again.
    NetworkX empties the cache whenever they change."""
    if not nx.config.cache_converted_graphs:
        return None
    cache = (getattr(graph, "__networkx_cache__", None) or {}).get("backends", {}).get("semigraph", {})
    return next((known for known in list(cache.values()) if isinstance(known, Graph)), None)


def shows_what_it_stores(graph):
    """Whether neighbours come from where NetworkX's classes keep them.  A subclass may show others: the complement."""
    mro = type(graph).__mro__
    owners = (next(cls for cls in mro if name in vars(cls)) for name in ("adj", "adjacency", "neighbors", "__getitem__"))
    return all(cls.__module__.startswith("networkx.classes.") for cls in owners)


def structure(graph):
    if not shows_what_it_stores(graph):
        raise NotImplementedError(f"{type(graph).__name__} has other neighbours than it stores")
    adjacency = graph._adj
    if not isinstance(adjacency, dict):  # a view, whose rows may have other lengths than len says
        adjacency = dict(zip(adjacency, map(plain, adjacency.values())))
    nodes = list(adjacency)
    n = len(nodes)
    starts = np.zeros(n + 1, np.int64)
    np.cumsum(np.fromiter(map(len, adjacency.values()), np.int64, n), out=starts[1:])
    entries = int(starts[n])
    if n >= 2**31 - 1:
        raise NotImplementedError("a graph of 2^31 nodes or more")
    G = Graph(nodes, starts, np.empty(0, np.int32), graph.is_directed(), graph.is_multigraph())
    ends = chain.from_iterable(adjacency.values())
    if set(map(type, nodes)) == {int}:
        G.neighbours = numbers_of_integers(G, ends, entries)
    if len(G.neighbours) != entries:
        G.neighbours = np.fromiter(map(G.position.__getitem__, chain.from_iterable(adjacency.values())), np.int32,
                                   entries)
    return G


def numbers_of_integers(G, ends, entries):
    """The numbers of the ends of edges where nodes are integers: as they are, or by a table.  Nothing if they are too
    large for one."""
    if G.is_numbered:
        return np.fromiter(ends, np.int32, entries)
    least, largest = min(G.nodes_list), max(G.nodes_list)
    if least < 0 or largest > max(ROOM, 4 * G.n):
        return G.neighbours
    table = np.empty(largest + 1, np.int32)
    table[np.fromiter(G.nodes_list, np.int64, G.n)] = np.arange(G.n, dtype=np.int32)
    return table[np.fromiter(ends, np.int64, entries)]


def data_of_entries(adjacency):
    """The dict of each entry; of a multigraph, the dict of its parallel edges."""
    return list(chain.from_iterable(map(dict.values, map(plain, adjacency.values()))))


def plain(neighbours):
    """Views of subgraphs are mappings but no dicts."""
    return neighbours if isinstance(neighbours, dict) else dict(neighbours.items())


def values_of(data, attribute, default, multigraph):
    """An attribute of each entry as int64 or float64.  NotImplementedError, which makes NetworkX do the work itself, for
    values that are no such numbers."""
    if multigraph:
        found = [min(edge.get(attribute, default) for edge in parallel.values()) for parallel in data]
    else:
        try:
            found = list(map(itemgetter(attribute), data))
        except KeyError:
            found = [edge.get(attribute, default) for edge in data]
    if not found:
        return np.empty(0, np.int64)
    kinds = set(map(type, found))
    if not kinds <= {int, float, bool, np.int64, np.float64}:
        raise NotImplementedError(f"the edge attribute {attribute!r} has values that are neither integers nor floats")
    if kinds <= {int, bool, np.int64}:
        try:
            return np.fromiter(found, np.int64, len(found))
        except OverflowError:
            raise NotImplementedError(f"the edge attribute {attribute!r} has values beyond 64 bits") from None
    values = np.fromiter(found, np.float64, len(found))
    if not np.isfinite(values).all():
        raise NotImplementedError(f"the edge attribute {attribute!r} has values that are not finite")
    return values


def convert_to_nx(result, *, name=None):
    """A graph of the backend as NetworkX's; anything else as it is."""
    if not isinstance(result, Graph):
        return result
    G = result
    if G.multigraph:
        out = nx.MultiDiGraph() if G.directed else nx.MultiGraph()
    else:
        out = nx.DiGraph() if G.directed else nx.Graph()
    out.graph.update(G.graph)
    if G.node_data is None:
        out.add_nodes_from(G.nodes_list)
    else:
        out.add_nodes_from(zip(G.nodes_list, G.node_data))
    ends = iter(G.names(G.neighbours))
    data = iter(G.edge_data) if G.edge_data is not None else attribute_dicts(G)
    for node, degree in zip(G.nodes_list, G.degree.tolist()):
        for other, found in zip(islice(ends, degree), data):
            if not G.multigraph:
                out.add_edge(node, other, **found)
            elif G.directed or not out.has_edge(node, other):
                out.add_edges_from((node, other, key, values) for key, values in (found.items() or [(0, {})]))
    return out


def attribute_dicts(G):
    """A dict for each entry, of the attributes that were converted."""
    names = [attribute for attribute, _ in G.attributes if attribute is not None]
    if not names:
        dicts = ({} for _ in range(len(G.neighbours)))
    else:
        columns = [values.tolist() for (attribute, _), values in G.attributes.items() if attribute is not None]
        dicts = (dict(zip(names, row)) for row in zip(*columns))
    return ({0: found} for found in dicts) if G.multigraph else dicts
