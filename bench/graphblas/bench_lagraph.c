/* LAGraph's algorithms, unmodified, as its benchmark programs call them (its src/benchmark): one source for LAGraph on
 * this library and for LAGraph on SuiteSparse:GraphBLAS.  LAGraph is no part of the project, so this is built by hand:
 *
 *     cc -O2 -I. -I HEADERS bench/graphblas/bench_lagraph.c bench/graphblas/graphs.c -L ... -llagraph -l<the library> -lm
 *     bench_lagraph [GRAPH [TRIALS [ALGORITHM,...]]]   GRAPH: see graphs.h, or a Matrix Market file; TRIALS: default 3;
 *                   ALGORITHM: bfs, pagerank, triangles, components, betweenness or paths; default all
 *
 * For each algorithm a call to warm up, then TRIALS; prints the least and the mean milliseconds, and a number of the answer
 * that both libraries must share.  The graph is undirected; its degrees and its least weight are known before. */
#include <LAGraph.h>
#include <math.h>
#include <string.h>

#include "bench/graphblas/graphs.h"

static char message[LAGRAPH_MSG_LEN];
static LAGraph_Graph structure, weighted;
static GrB_Index n, source[4];
enum { DELTA = 2 }; /* of the paths, as in LAGraph's program */

/* Ends the time of a call: a device has made a vector when its sum is on the host. */
static double sum_of(GrB_Vector v)
{
    double sum = 0;
    TRY(GrB_Vector_reduce_FP64(&sum, NULL, GrB_PLUS_MONOID_FP64, v, NULL));
    return sum;
}

/* Each gives its milliseconds and the number that is compared. */
static double bfs(double *check)
{
    GrB_Vector parent = NULL;
    GrB_Index found = 0;
    const double begin = now();
    TRY(LAGr_BreadthFirstSearch(NULL, &parent, structure, source[0], message));
    sum_of(parent);
    const double took = now() - begin;
    TRY(GrB_Vector_nvals(&found, parent));
    TRY(GrB_Vector_free(&parent));
    *check = (double)found;
    return took;
}

static double pagerank(double *check)
{
    GrB_Vector rank = NULL;
    int steps = 0;
    const double begin = now();
    TRY(LAGr_PageRankGAP(&rank, &steps, structure, 0.85f, 1e-4f, 100, message));
    *check = sum_of(rank) + steps;
    const double took = now() - begin;
    TRY(GrB_Vector_free(&rank));
    return took;
}

static double triangles(double *check)
{
    uint64_t count = 0;
    LAGr_TriangleCount_Method method = LAGr_TriangleCount_AutoMethod;
    LAGr_TriangleCount_Presort presort = LAGr_TriangleCount_AutoSort;
    const double begin = now();
    TRY(LAGr_TriangleCount(&count, structure, &method, &presort, message));
    *check = (double)count;
    return now() - begin;
}

/* The number of components: any vertex of it may name one. */
static double components(double *check)
{
    GrB_Vector component = NULL;
    GrB_Index count = n, *index = malloc(n * sizeof *index);
    uint64_t *label = malloc(n * sizeof *label);
    char *is_seen = calloc(n, 1);
    if (!index || !label || !is_seen)
        exit(1);
    const double begin = now();
    TRY(LAGr_ConnectedComponents(&component, structure, message));
    sum_of(component);
    const double took = now() - begin;
    TRY(GrB_Vector_extractTuples_UINT64(index, label, &count, component));
    TRY(GrB_Vector_free(&component));
    *check = 0;
    for (GrB_Index k = 0; k < count; k++)
        if (!is_seen[label[k]])
            is_seen[label[k]] = 1, ++*check;
    free(index), free(label), free(is_seen);
    return took;
}

static double betweenness(double *check)
{
    GrB_Vector centrality = NULL;
    const double begin = now();
    TRY(LAGr_Betweenness(&centrality, structure, source, 4, message));
    *check = sum_of(centrality);
    const double took = now() - begin;
    TRY(GrB_Vector_free(&centrality));
    return took;
}

static double paths(double *check)
{
    GrB_Vector distance = NULL;
    GrB_Scalar delta = NULL;
    TRY(GrB_Scalar_new(&delta, GrB_INT32));
    TRY(GrB_Scalar_setElement_INT32(delta, DELTA));
    const double begin = now();
    TRY(LAGr_SingleSourceShortestPath(&distance, weighted, source[0], delta, message));
    sum_of(distance);
    const double took = now() - begin;
    TRY(GrB_Vector_select_INT32(distance, NULL, NULL, GrB_VALUELT_INT32, distance, INT32_MAX, NULL));
    *check = sum_of(distance);
    TRY(GrB_Vector_free(&distance));
    TRY(GrB_Scalar_free(&delta));
    return took;
}

/* ---- Graphs ---- */

/* A pattern of truth values, symmetric if it is generated, as a graph without loops and with what LAGraph caches. */
static void make_structure(const char *name)
{
    GrB_Matrix A = NULL, pattern = NULL;
    const char *end = strrchr(name, '.');
    if (end != NULL && strcmp(end, ".mtx") == 0) {
        FILE *file = fopen(name, "r");
        if (file == NULL)
            exit((perror(name), 2));
        TRY(LAGraph_MMRead(&A, file, message));
        fclose(file);
        TRY(LAGraph_Matrix_Structure(&pattern, A, message));
        TRY(GrB_Matrix_eWiseAdd_BinaryOp(pattern, NULL, NULL, GrB_LOR, pattern, pattern, GrB_DESC_T1));
        TRY(GrB_Matrix_select_INT64(pattern, NULL, NULL, GrB_OFFDIAG, pattern, 0, NULL));
        TRY(GrB_Matrix_free(&A));
    } else {
        pattern = bench_graph(name);
    }
    TRY(GrB_Matrix_nrows(&n, pattern));
    TRY(LAGraph_New(&structure, &pattern, LAGraph_ADJACENCY_UNDIRECTED, message));
    TRY(LAGraph_Cached_OutDegree(structure, message));
    TRY(LAGraph_Cached_NSelfEdges(structure, message));
}

/* The weight of (i, j) is 1 + (i + j) mod 16. */
static void make_weighted(void)
{
    GrB_Matrix A = structure->A, W = NULL, F = NULL;
    TRY(GrB_Matrix_new(&W, GrB_INT32, n, n));
    TRY(GrB_Matrix_new(&F, GrB_INT32, n, n));
    TRY(GrB_Matrix_apply_IndexOp_INT32(W, NULL, NULL, GrB_ROWINDEX_INT32, A, 0, NULL));
    TRY(GrB_Matrix_apply_IndexOp_INT32(F, NULL, NULL, GrB_COLINDEX_INT32, A, 0, NULL));
    TRY(GrB_Matrix_eWiseMult_BinaryOp(W, NULL, NULL, GrB_PLUS_INT32, W, F, NULL));
    TRY(GrB_Matrix_apply_BinaryOp2nd_INT32(W, NULL, NULL, GrB_BAND_INT32, W, 15, NULL));
    TRY(GrB_Matrix_apply_BinaryOp2nd_INT32(W, NULL, NULL, GrB_PLUS_INT32, W, 1, NULL));
    TRY(GrB_Matrix_free(&F));
    TRY(LAGraph_New(&weighted, &W, LAGraph_ADJACENCY_UNDIRECTED, message));
    TRY(LAGraph_Cached_EMin(weighted, message));
}

/* Four vertices with neighbours, one from each quarter. */
static void choose_sources(void)
{
    for (GrB_Index k = 0; k < 4; k++) {
        int64_t degree;
        source[k] = k * (n / 4) + n / 8;
        while (GrB_Vector_extractElement_INT64(&degree, structure->out_degree, source[k]) != GrB_SUCCESS)
            source[k] = (source[k] + 1) % n;
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        double (*run)(double *check);
    } algorithms[] = {{"bfs", bfs},
                      {"pagerank", pagerank},
                      {"components", components},
                      {"triangles", triangles},
                      {"betweenness", betweenness},
                      {"paths", paths}};
    const char *name = argc > 1 ? argv[1] : "kron-14", *wanted = argc > 3 ? argv[3] : NULL;
    const int trials = argc > 2 ? atoi(argv[2]) : 3;
    double begin = now();
    TRY(LAGraph_Init(message));
    make_structure(name);
    choose_sources();
    if (wanted == NULL || strstr(wanted, "paths"))
        make_weighted();
    printf("%-12s %10.2f ms\n", "graph", now() - begin);
    for (size_t k = 0; k < sizeof algorithms / sizeof *algorithms; k++) {
        double check = 0, least = INFINITY, sum = 0;
        if (wanted != NULL && !strstr(wanted, algorithms[k].name))
            continue;
        const double first = algorithms[k].run(&check);
        for (int trial = 0; trial < trials; trial++) {
            const double took = algorithms[k].run(&check);
            least = fmin(least, took), sum += took;
        }
        printf("%-12s %10.2f ms, mean %10.2f, first %10.2f   check %.6g\n", algorithms[k].name, least,
               sum / trials, first, check);
        fflush(stdout);
    }
    TRY(LAGraph_Delete(&structure, message));
    TRY(LAGraph_Delete(&weighted, message));
    TRY(LAGraph_Finalize(message));
    return 0;
}
