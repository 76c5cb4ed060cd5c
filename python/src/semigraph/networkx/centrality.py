"""PageRank, HITS, eigenvector and Katz centrality, betweenness."""

import networkx as nx
import numpy as np

import semigraph as sg

from . import library
from .registry import HEAVY, implements

SAMPLES = tuple(map(int, nx.__version__.split(".")[:2])) >= (3, 6)  # before, samples were scaled otherwise
HITS_TOLERANCE = 1e-12  # of the sum of changes; NetworkX has a singular vector by ARPACK, nearly to rounding


def pagerank_refuses(G, alpha, tol, nstart, dangling, weight, **_):
    if nstart is not None or dangling is not None:
        return "a start vector or weights for dangling nodes"
    return None if 0 < alpha < 1 and tol > 0 else "alpha outside (0, 1) or no tolerance"


@implements(HEAVY, multigraph=False, refuses=pagerank_refuses)
def pagerank(G, alpha=0.85, personalization=None, max_iter=100, tol=1e-06, nstart=None, weight="weight", dangling=None):
    if G.n == 0:
        return {}
    if personalization is not None:
        personalization = np.fromiter((personalization.get(node, 0) for node in G.nodes_list), np.float64, G.n)
        if personalization.sum() == 0:
            raise ZeroDivisionError
    ranks, facts = library.pagerank(G.pattern if weight is None else G.weighted(weight), alpha, tol * G.n, max_iter,
                                    weight is not None, personalization)
    if max_iter < 1 or not facts["has_converged"]:
        raise nx.PowerIterationFailedConvergence(max_iter)
    return G.by_node(ranks)


def nstart_is_given(G, nstart, **_):
    return None if nstart is None else "a start vector"


@implements(HEAVY, multigraph=False, refuses=nstart_is_given)
def hits(G, max_iter=100, tol=1.0e-8, nstart=None, normalized=True):
    if G.n == 0:
        return {}, {}
    if max_iter <= 1 or G.n == 1 or len(G.neighbours) == 0:
        raise NotImplementedError("what ARPACK says of one iteration, of one node and of no edges")
    A = G.weighted("weight")
    hubs, authorities, has_converged = library.power_method("hits", A, HITS_TOLERANCE)
    if not has_converged:
        raise NotImplementedError("two singular values are so close that the power method takes too long")
    if not normalized:
        authorities = authorities / np.linalg.norm(authorities)
        hubs = A @ authorities
    return G.by_node(hubs), G.by_node(authorities)


@implements(HEAVY, multigraph=False, refuses=nstart_is_given)
def eigenvector_centrality(G, max_iter=100, tol=1.0e-6, nstart=None, weight=None):
    if G.n == 0:
        raise nx.NetworkXPointlessConcept("cannot compute centrality for the null graph")
    A = G.weighted(weight) if weight else G.pattern
    result, has_converged = library.power_method("eigenvector_centrality", A, tol * G.n, max_iter)
    return converged(G, result, has_converged, max_iter)


def converged(G, result, has_converged, max_iter):
    if max_iter < 1 or not has_converged:
        raise nx.PowerIterationFailedConvergence(max_iter)
    return G.by_node(result)


def katz_refuses(G, alpha, beta, nstart, **_):
    if nstart is not None:
        return "a start vector"
    numbers = all(isinstance(x, (int, float)) and x > 0 for x in (alpha, beta))
    return None if numbers else "alpha or beta are no numbers above 0"


@implements(HEAVY, multigraph=False, refuses=katz_refuses)
def katz_centrality(G, alpha=0.1, beta=1.0, max_iter=1000, tol=1.0e-6, nstart=None, normalized=True, weight=None):
    if G.n == 0:
        return {}
    A = G.pattern if weight is None else G.weighted(weight)
    result, has_converged = library.power_method("katz", A, tol * G.n, max_iter, alpha=alpha, beta=beta,
                                                 normalized=normalized)
    return converged(G, result, has_converged, max_iter)


def betweenness_refuses(G, k, weight, endpoints=False, **_):
    if endpoints:
        return "paths with their ends"
    return "samples are scaled otherwise in this NetworkX" if k is not None and not SAMPLES else None


def sources_of(G, k, seed):
    """Numbers of sampled sources; None for all."""
    return None if k is None or k == G.n else np.fromiter(map(G.position.__getitem__, seed.sample(G.nodes_list, k)),
                                                           np.int64, k)


def paths_through(G, sources, weight, edges):
    """The sums over ordered pairs: of undirected graphs the library counts half of them."""
    try:
        found = library.betweenness(G.pattern if weight is None else G.weighted(weight), sources, weight is not None,
                                    not G.directed, edges)
    except (sg.InvalidValueError, sg.DomainError) as error:  # weights of 0 or less, or lost in rounding
        raise NotImplementedError(str(error)) from None
    sums = library.csr(found)[2] if edges else found
    return sums if G.directed else 2 * sums


def factors(G, others, sources, normalized, is_sample_scaled):
    """What the sums are multiplied by, at each vertex, in NetworkX's order of operations."""
    if others < 2:
        return np.ones(G.n)

    def factor(count):
        return 1 / (count * (others - 1)) if normalized else others / (count * (1 if G.directed else 2))
    scale = np.full(G.n, factor(others if sources is None else len(sources)))
    if sources is not None and is_sample_scaled:  # a source sees one other source less
        scale[sources] = factor(len(sources) - 1) if len(sources) > 1 else np.nan
    return scale


@implements(HEAVY, refuses=betweenness_refuses)
def betweenness_centrality(G, k=None, normalized=True, weight=None, endpoints=False, seed=None):
    sources = sources_of(G, k, seed)
    sums = paths_through(G, sources, weight, False)
    return G.by_node(sums * factors(G, G.n - 1, sources, normalized, True))


@implements(HEAVY, multigraph=False, refuses=betweenness_refuses)
def edge_betweenness_centrality(G, k=None, normalized=True, weight=None, seed=None):
    sources = sources_of(G, k, seed)
    sums = paths_through(G, sources, weight, True)
    once = np.ones(len(G.rows), bool) if G.directed else G.neighbours >= G.rows
    tails, heads = G.rows[once], G.neighbours[once]
    keys = G.rows.astype(np.int64) * G.n + G.columns
    found = sums[np.searchsorted(keys, tails.astype(np.int64) * G.n + heads)]
    scale = factors(G, G.n, sources, normalized, False)[0] if G.n else 1
    return dict(zip(zip(G.names(tails), G.names(heads)), (found * scale).tolist()))
