"""What NetworkX is told about the backend when it is imported.

This package stands outside of semigraph so that `import networkx` opens neither NumPy nor the library: that happens with
the first call that the backend runs.
"""

OTHER_PATH = "Of several shortest paths another one may be returned; lengths are the same."
OTHER_ORDER = "Components come in a reverse topological order, which need not be NetworkX's."
NEAREST_FIRST = "Nodes come nearest first, those at the same distance in the order of the graph."
BY_NUMBER = "Against the edges of a directed graph, predecessors come in the order of the graph's nodes."
KRUSKAL = "With the algorithm 'kruskal'."
ONE_ANSWER = "Undirected graphs; the communities are the same for every seed."

FUNCTIONS = {
    # components
    "connected_components": "",
    "number_connected_components": "",
    "is_connected": "",
    "node_connected_component": "",
    "weakly_connected_components": "",
    "number_weakly_connected_components": "",
    "is_weakly_connected": "",
    "strongly_connected_components": OTHER_ORDER,
    "kosaraju_strongly_connected_components": OTHER_ORDER,
    "number_strongly_connected_components": "",
    "is_strongly_connected": "",
    "condensation": OTHER_ORDER,
    "attracting_components": OTHER_ORDER,
    "number_attracting_components": "",
    "is_attracting_component": "",
    # reachability
    "descendants": "",
    "ancestors": "",
    "is_directed_acyclic_graph": "",
    "transitive_closure": "Directed graphs.",
    "transitive_closure_dag": "",
    "transitive_reduction": "",
    # searches
    "bfs_edges": BY_NUMBER,
    "bfs_tree": BY_NUMBER,
    "bfs_predecessors": "",
    "bfs_successors": "",
    "bfs_layers": "",
    "descendants_at_distance": "",
    # shortest paths without weights
    "single_source_shortest_path_length": NEAREST_FIRST,
    "single_target_shortest_path_length": NEAREST_FIRST,
    "all_pairs_shortest_path_length": NEAREST_FIRST,
    "single_source_shortest_path": "",
    "single_target_shortest_path": BY_NUMBER,
    "all_pairs_shortest_path": "",
    "bidirectional_shortest_path": OTHER_PATH,
    "predecessor": "",
    # general
    "has_path": "",
    "shortest_path": OTHER_PATH,
    "shortest_path_length": NEAREST_FIRST,
    "average_shortest_path_length": "",
    # shortest paths with weights
    "dijkstra_path": OTHER_PATH,
    "dijkstra_path_length": "",
    "bidirectional_dijkstra": OTHER_PATH,
    "single_source_dijkstra": OTHER_PATH,
    "single_source_dijkstra_path": OTHER_PATH,
    "single_source_dijkstra_path_length": NEAREST_FIRST,
    "multi_source_dijkstra": OTHER_PATH,
    "multi_source_dijkstra_path": OTHER_PATH,
    "multi_source_dijkstra_path_length": NEAREST_FIRST,
    "dijkstra_predecessor_and_distance": NEAREST_FIRST,
    "all_pairs_dijkstra": OTHER_PATH,
    "all_pairs_dijkstra_path": OTHER_PATH,
    "all_pairs_dijkstra_path_length": NEAREST_FIRST,
    "single_source_bellman_ford": OTHER_PATH,
    "single_source_bellman_ford_path": OTHER_PATH,
    "single_source_bellman_ford_path_length": NEAREST_FIRST,
    "bellman_ford_path": OTHER_PATH,
    "bellman_ford_path_length": "",
    "bellman_ford_predecessor_and_distance": NEAREST_FIRST,
    "goldberg_radzik": OTHER_PATH,
    "all_pairs_bellman_ford_path": OTHER_PATH,
    "all_pairs_bellman_ford_path_length": NEAREST_FIRST,
    "negative_edge_cycle": "",
    "johnson": OTHER_PATH,
    "floyd_warshall": "",
    "floyd_warshall_numpy": "",
    "floyd_warshall_predecessor_and_distance": OTHER_PATH,
    # distances
    "eccentricity": "",
    "diameter": "",
    "radius": "",
    "center": "",
    "periphery": "",
    "barycenter": "",
    "harmonic_diameter": "",
    "global_efficiency": "",
    "wiener_index": "",
    "schultz_index": "",
    "gutman_index": "",
    "hyper_wiener_index": "",
    # centrality
    "closeness_centrality": "",
    "harmonic_centrality": "",
    "degree_centrality": "",
    "in_degree_centrality": "",
    "out_degree_centrality": "",
    "pagerank": "",
    "hits": "",
    "eigenvector_centrality": "",
    "katz_centrality": "",
    "betweenness_centrality": "",
    "edge_betweenness_centrality": "",
    # cores
    "core_number": "Undirected graphs.",
    "k_core": "Undirected graphs.",
    "k_shell": "Undirected graphs.",
    "k_crust": "Undirected graphs.",
    "k_corona": "Undirected graphs.",
    "k_truss": "",
    # clustering
    "triangles": "",
    "transitivity": "",
    "clustering": "",
    "average_clustering": "",
    "generalized_degree": "",
    "square_clustering": "",
    # trees, communities, sets
    "minimum_spanning_edges": KRUSKAL,
    "minimum_spanning_tree": KRUSKAL,
    "maximum_spanning_edges": KRUSKAL,
    "maximum_spanning_tree": KRUSKAL,
    "louvain_communities": ONE_ANSWER,
    "leiden_communities": ONE_ANSWER,
    "maximal_independent_set": "Depends on the seed otherwise than NetworkX's.",
    # pairs of nodes
    "jaccard_coefficient": "",
    "adamic_adar_index": "",
    "resource_allocation_index": "",
    "preferential_attachment": "",
}


def get_info():
    """The metadata of the entry point networkx.backend_info."""
    return {
        "backend_name": "semigraph",
        "project": "Semigraph",
        "package": "semigraph",
        "short_summary": "Graph algorithms by sparse products on CPUs and NVIDIA GPUs.",
        "functions": {name: {"additional_docs": text} if text else {} for name, text in FUNCTIONS.items()},
    }
