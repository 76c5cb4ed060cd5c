"""The graph of the backend: what a NetworkX graph is converted to, once, and what every function works on.

Vertex number i is the i-th node of the NetworkX graph.  `starts` and `neighbours` are its adjacency in CSR form with
neighbours in NetworkX's order, which decides the order of searches; `pattern` is the same as a matrix of the library,
whose rows are sorted.  The values of an edge attribute are an array beside `neighbours`, one for each attribute and
default; the matrix with these values is made on first use.  Parallel edges of a multigraph are one entry, with the
least of their values: what shortest paths need.
"""

from functools import cached_property

import networkx as nx
import numpy as np

from . import library


class Graph:
    __networkx_backend__ = "semigraph"

    def __init__(self, nodes, starts, neighbours, directed, multigraph):
        self.nodes_list = nodes
        self.n = len(nodes)
        self.starts = starts
        self.neighbours = neighbours
        self.directed = directed
        self.multigraph = multigraph
        self.attributes = {}  # (attribute, default) -> values
        self.matrices = {}
        self.results = {}  # of functions that others follow from: components, triangles, ...
        self.graph = {}
        self.node_data = None  # a dict for each node, and for each entry, where a copy of the graph needs them
        self.edge_data = None

    def with_same_structure(self):
        """A graph that shares everything but attributes."""
        other = Graph(self.nodes_list, self.starts, self.neighbours, self.directed, self.multigraph)
        for name, value in vars(self).items():
            if name not in vars(other):
                vars(other)[name] = value
        return other

    # What NetworkX asks of any graph.

    def is_directed(self):
        return self.directed

    def is_multigraph(self):
        return self.multigraph

    def number_of_nodes(self):
        return self.n

    def number_of_edges(self):
        """Edges; those that a multigraph has between the same nodes count once."""
        return len(self.neighbours) if self.directed else (len(self.neighbours) + self.loops) // 2

    def __len__(self):
        return self.n

    def __iter__(self):
        return iter(self.nodes_list)

    def __contains__(self, node):
        try:
            return node in self.position
        except TypeError:
            return False

    @cached_property
    def position(self):
        """The number of each node."""
        return dict(zip(self.nodes_list, range(self.n)))

    @property
    def _adj(self):
        return self.position

    nbunch_iter = nx.Graph.nbunch_iter

    # Numbers to nodes.

    @cached_property
    def is_numbered(self):
        """The nodes are the integers 0, 1, 2, ... in this order."""
        return set(map(type, self.nodes_list)) == {int} and self.nodes_list == list(range(self.n))

    @cached_property
    def node_array(self):
        return np.fromiter(self.nodes_list, object, self.n)

    def names(self, vertices):
        """The nodes with these numbers, as a list."""
        return vertices.tolist() if self.is_numbered else self.node_array[vertices].tolist()

    def by_node(self, values):
        """{node: value} for an array with a value for each vertex."""
        return dict(zip(self.nodes_list, values.tolist()))

    # Matrices and what follows from them.

    @cached_property
    def pattern(self):
        return library.matrix(self.starts, self.neighbours, sort=True)

    @cached_property
    def columns(self):
        """The sorted columns of the pattern."""
        return library.csr(self.pattern)[1]

    @cached_property
    def rows(self):
        """The row of each entry."""
        return np.repeat(np.arange(self.n, dtype=np.int32), self.degree)

    @cached_property
    def simple(self):
        """The pattern without loops."""
        if self.loops == 0:
            return self.pattern
        keep = self.rows != self.columns
        starts = np.zeros(self.n + 1, np.int64)
        np.cumsum(self.simple_degree, out=starts[1:])
        return library.matrix(starts, np.ascontiguousarray(self.columns[keep]))

    @cached_property
    def degree(self):
        """Entries of each row: a loop counts once."""
        return np.diff(self.starts)

    @cached_property
    def loop_at(self):
        """1 where a vertex has a loop."""
        return np.bincount(self.rows[self.rows == self.neighbours], minlength=self.n)

    @cached_property
    def loops(self):
        return int(self.loop_at.sum())

    @cached_property
    def simple_degree(self):
        return self.degree - self.loop_at

    @cached_property
    def backward(self):
        """`starts` and `neighbours` of the reverse graph, where predecessors of a vertex ascend by number."""
        return library.transposed_csr(self.pattern) if self.directed else (self.starts, self.neighbours)

    def values(self, attribute, default=1):
        """The values of an edge attribute beside `neighbours`; ones for None."""
        key = (attribute, default)
        if key not in self.attributes:
            if attribute is None:
                self.attributes[key] = np.ones(len(self.neighbours), np.int64)
            elif self.edge_data is not None:
                from .convert import values_of

                self.attributes[key] = values_of(self.edge_data, attribute, default, self.multigraph)
            else:
                raise NotImplementedError(f"the graph was converted without the edge attribute {attribute!r}")
        return self.attributes[key]

    def weighted(self, attribute, default=1):
        """The matrix with the values of an edge attribute."""
        key = (attribute, default)
        if key not in self.matrices:
            self.matrices[key] = library.matrix(self.starts, self.neighbours, self.values(attribute, default), sort=True)
        return self.matrices[key]
