/* When a search takes which method, and how work is cut.  Every choice gives the same result.  docs/gpu-runs/algorithms.md,
 * "What was tried", has measurements of some alternatives. */
#ifndef CUDA_BFS_TUNING_H
#define CUDA_BFS_TUNING_H

/* One source, all blocks of the GPU. */
enum {
    BFS_CHUNK = 128,          /* edges of one vertex that a warp takes at a time; longer rows are cut */
    BFS_TEAM_EDGES = 1 << 14, /* at most so many edges out of a frontier are work for a team of blocks ... */
    BFS_TEAM_LEAST_EDGES = 1 << 7, /* ... until there are fewer than this ... */
    BFS_BLOCK_EDGES = 1 << 10,     /* ... and so many for one block */
    BFS_GRID_EDGES = 4096,    /* edges and vertices of the graph that pay for one more block of the launch */
    BFS_PULL_LANE_EDGES = 32, /* edges in that a lane reads before its warp reads the rest of the row */
    BFS_SPARSE_SHARE = 16     /* the result is sparse if fewer than 1 / 16 of the vertices were reached */
};

/* One source, one cluster. */
enum {
    CLUSTER_MOST_DEGREE = 8,        /* edges a vertex: denser graphs soon have frontiers that do not fit */
    CLUSTER_EDGES = 1 << 15,        /* out of a level: with more, the whole GPU continues */
    CLUSTER_MOST_CANDIDATES = 8192, /* of a block in one iteration */
    CLUSTER_LEAST_CANDIDATES = 2048,
    CLUSTER_LANE_EDGES = 32,    /* edges of a vertex that its lane reads; the warp reads the rest */
    CLUSTER_VERTEX_EDGES = 1024 /* edges of a vertex at most: with more, the whole GPU continues */
};

/* Many sources: rows of bits. */
enum {
    MULTI_LONG = 2048,           /* edges into a vertex that a block reads, at least */
    MULTI_LANE_EDGES = 16,       /* edges that the lanes of a row read before the warp helps: at least, ... */
    MULTI_MOST_LANE_EDGES = 256, /* ... and at most, where that ends many rows: */
    MULTI_HELP_COST = 10,        /* time of the help for a row, in edges that the lanes of the row read */
    MULTI_DENSE_SHARE = 4,  /* more than 1 / 4 of the vertices active: rows are loaded before their bits */
    MULTI_SPARSE_SHARE = 8, /* less than 1 / 8 of edges and vertices: the frontier first marks ... */
    MULTI_MOST_MARKED = 1 << 30, /* ... if it has fewer edges than this */
    MULTI_PUSH_SHARE = 16,       /* at most 1 / 16 of the vertices active: level 2 follows the edges out */
    MULTI_FIRST_PLANES = 3,      /* binary digits of a level at first: levels 1 to 7 */
    MULTI_PLANE_FACTOR = 2       /* times as many whenever these are used up */
};

#endif
