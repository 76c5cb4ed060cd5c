/* Loops of LAGraph in the GraphBLAS C API, one source for two libraries: compiled as bench_graphblas on this library and
 * as bench_graphblas_suitesparse on SuiteSparse:GraphBLAS.
 *
 *     bench_graphblas [GRAPH [TRIALS [LOOP]]]   GRAPH: kron-SCALE, uniform-SCALE or grid-LENGTH; TRIALS: default 5;
 *                                               LOOP: bfs, pagerank, triangles, components or paths; default all
 *
 * Prints the best milliseconds of each loop and a check sum of its answer, which both libraries must share.  Compare by
 * turns, with the same OMP_NUM_THREADS; bench/graphblas/compare.sh does. */
#include <math.h>
#include <string.h>

#include "bench/graphblas/graphs.h"

static GrB_Index n;

/* ---- Loops ---- */

static GrB_Semiring any_one_bool, plus_one_int64, min_second_uint64;
static GrB_Vector degree; /* over DAMPING */
#define DAMPING 0.85f
static GrB_Matrix weights, lower;
static GrB_Index source;

/* Parents by vxm from the frontier, as LG_BreadthFirstSearch_vanilla does. */
static double bfs(GrB_Matrix A)
{
    GrB_Vector parent = NULL, frontier = NULL;
    GrB_Index found = 1, total = 0;
    TRY(GrB_Vector_new(&parent, GrB_INT64, n));
    TRY(GrB_Vector_new(&frontier, GrB_INT64, n));
    TRY(GrB_Vector_setElement_INT64(parent, (int64_t)source, source));
    TRY(GrB_Vector_setElement_INT64(frontier, (int64_t)source, source));
    while (found) {
        TRY(GrB_vxm(frontier, parent, NULL, GrB_MIN_FIRST_SEMIRING_INT64, frontier, A, GrB_DESC_RSC));
        TRY(GrB_Vector_nvals(&found, frontier));
        if (!found)
            break;
        TRY(GrB_Vector_assign(parent, frontier, NULL, frontier, GrB_ALL, n, GrB_DESC_S));
        TRY(GrB_Vector_apply_IndexOp_INT64(frontier, NULL, NULL, GrB_ROWINDEX_INT64, frontier, 0, NULL));
    }
    TRY(GrB_Vector_nvals(&total, parent));
    GrB_Vector_free(&parent), GrB_Vector_free(&frontier);
    return (double)total;
}

/* Ten steps of PageRank as in the GAP suite. */
static double pagerank(GrB_Matrix A)
{
    GrB_Vector rank = NULL, share = NULL;
    float sum = 0;
    GrB_Monoid plus = GrB_PLUS_MONOID_FP32;
    GrB_Semiring plus_second = NULL;
    TRY(GrB_Semiring_new(&plus_second, plus, GrB_SECOND_FP32));
    TRY(GrB_Vector_new(&rank, GrB_FP32, n));
    TRY(GrB_Vector_new(&share, GrB_FP32, n));
    TRY(GrB_Vector_assign_FP32(rank, NULL, NULL, 1.0f / (float)n, GrB_ALL, n, NULL));
    for (int step = 0; step < 10; step++) {
        TRY(GrB_Vector_eWiseMult_BinaryOp(share, NULL, NULL, GrB_DIV_FP32, rank, degree, NULL));
        TRY(GrB_Vector_assign_FP32(rank, NULL, NULL, (1 - DAMPING) / (float)n, GrB_ALL, n, NULL));
        TRY(GrB_mxv(rank, NULL, GrB_PLUS_FP32, plus_second, A, share, NULL));
    }
    TRY(GrB_Vector_reduce_FP32(&sum, NULL, plus, rank, NULL));
    GrB_Vector_free(&rank), GrB_Vector_free(&share), GrB_Semiring_free(&plus_second);
    return round(sum * 1000) / 1000;
}

/* C<L> = L L', then the sum: Sandia's method. */
static double triangles(GrB_Matrix A)
{
    GrB_Matrix C = NULL;
    int64_t sum = 0;
    (void)A;
    TRY(GrB_Matrix_new(&C, GrB_INT64, n, n));
    TRY(GrB_mxm(C, lower, NULL, plus_one_int64, lower, lower, GrB_DESC_ST1));
    TRY(GrB_Matrix_reduce_INT64(&sum, NULL, GrB_PLUS_MONOID_INT64, C, NULL));
    GrB_Matrix_free(&C);
    return (double)sum;
}

/* Least label among the neighbours, until none changes. */
static double components(GrB_Matrix A)
{
    GrB_Vector label = NULL, next = NULL, changed = NULL;
    bool goes_on = true;
    TRY(GrB_Vector_new(&label, GrB_UINT64, n));
    TRY(GrB_Vector_new(&next, GrB_UINT64, n));
    TRY(GrB_Vector_new(&changed, GrB_BOOL, n));
    TRY(GrB_Vector_assign_UINT64(label, NULL, NULL, 0, GrB_ALL, n, NULL));
    TRY(GrB_Vector_apply_IndexOp_INT64(label, NULL, NULL, GrB_ROWINDEX_INT64, label, 0, NULL));
    while (goes_on) {
        TRY(GrB_Vector_apply(next, NULL, NULL, GrB_IDENTITY_UINT64, label, NULL));
        TRY(GrB_mxv(next, NULL, GrB_MIN_UINT64, min_second_uint64, A, label, NULL));
        TRY(GrB_Vector_eWiseMult_BinaryOp(changed, NULL, NULL, GrB_NE_UINT64, next, label, NULL));
        TRY(GrB_Vector_reduce_BOOL(&goes_on, NULL, GrB_LOR_MONOID_BOOL, changed, NULL));
        GrB_Vector swapped = next;
        next = label, label = swapped;
    }
    uint64_t sum = 0;
    TRY(GrB_Vector_reduce_UINT64(&sum, NULL, GrB_PLUS_MONOID_UINT64, label, NULL));
    GrB_Vector_free(&label), GrB_Vector_free(&next), GrB_Vector_free(&changed);
    return (double)sum;
}

/* Distances by what improved in the last step. */
static double paths(GrB_Matrix A)
{
    GrB_Vector distance = NULL, frontier = NULL, better = NULL;
    GrB_Index found = 1;
    (void)A;
    TRY(GrB_Vector_new(&distance, GrB_INT32, n));
    TRY(GrB_Vector_new(&frontier, GrB_INT32, n));
    TRY(GrB_Vector_new(&better, GrB_BOOL, n));
    TRY(GrB_Vector_assign_INT32(distance, NULL, NULL, INT32_MAX, GrB_ALL, n, NULL));
    TRY(GrB_Vector_setElement_INT32(distance, 0, source));
    TRY(GrB_Vector_setElement_INT32(frontier, 0, source));
    while (found) {
        TRY(GrB_vxm(frontier, NULL, NULL, GrB_MIN_PLUS_SEMIRING_INT32, frontier, weights, NULL));
        TRY(GrB_Vector_eWiseMult_BinaryOp(better, NULL, NULL, GrB_LT_INT32, frontier, distance, NULL));
        TRY(GrB_Vector_apply(frontier, better, NULL, GrB_IDENTITY_INT32, frontier, GrB_DESC_R));
        TRY(GrB_Vector_nvals(&found, frontier));
        TRY(GrB_Vector_assign(distance, frontier, NULL, frontier, GrB_ALL, n, GrB_DESC_S));
    }
    TRY(GrB_Vector_select_INT32(distance, NULL, NULL, GrB_VALUELT_INT32, distance, INT32_MAX, NULL));
    int64_t sum = 0;
    TRY(GrB_Vector_reduce_INT64(&sum, NULL, GrB_PLUS_MONOID_INT64, distance, NULL));
    GrB_Vector_free(&distance), GrB_Vector_free(&frontier), GrB_Vector_free(&better);
    return (double)sum;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "kron-14";
    const int trials = argc > 2 ? atoi(argv[2]) : 5;
    static const struct {
        const char *name;
        double (*run)(GrB_Matrix A);
    } loops[] = {{"bfs", bfs},
                 {"pagerank", pagerank},
                 {"triangles", triangles},
                 {"components", components},
                 {"paths", paths}};
    TRY(GrB_init(GrB_NONBLOCKING));
    GrB_Matrix A = bench_graph(name), F = NULL;
    TRY(GrB_Matrix_nrows(&n, A));
    TRY(GrB_Semiring_new(&any_one_bool, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL));
    TRY(GrB_Semiring_new(&plus_one_int64, GrB_PLUS_MONOID_INT64, GrB_ONEB_INT64));
    min_second_uint64 = GrB_MIN_SECOND_SEMIRING_UINT64;
    TRY(GrB_Vector_new(&degree, GrB_FP32, n));
    TRY(GrB_Matrix_reduce_Monoid(degree, NULL, NULL, GrB_PLUS_MONOID_FP32, A, NULL));
    TRY(GrB_Vector_apply_BinaryOp2nd_FP32(degree, NULL, NULL, GrB_DIV_FP32, degree, DAMPING, NULL));
    TRY(GrB_Matrix_new(&lower, GrB_BOOL, n, n));
    TRY(GrB_Matrix_select_INT64(lower, NULL, NULL, GrB_TRIL, A, -1, NULL));
    /* The weight of (i, j) is 1 + (i + j) mod 16. */
    TRY(GrB_Matrix_new(&weights, GrB_INT32, n, n));
    TRY(GrB_Matrix_new(&F, GrB_INT32, n, n));
    TRY(GrB_Matrix_apply_IndexOp_INT32(weights, NULL, NULL, GrB_ROWINDEX_INT32, A, 0, NULL));
    TRY(GrB_Matrix_apply_IndexOp_INT32(F, NULL, NULL, GrB_COLINDEX_INT32, A, 0, NULL));
    TRY(GrB_Matrix_eWiseMult_BinaryOp(weights, NULL, NULL, GrB_PLUS_INT32, weights, F, NULL));
    TRY(GrB_Matrix_apply_BinaryOp2nd_INT32(weights, NULL, NULL, GrB_BAND_INT32, weights, 15, NULL));
    TRY(GrB_Matrix_apply_BinaryOp2nd_INT32(weights, NULL, NULL, GrB_PLUS_INT32, weights, 1, NULL));
    source = n / 2;
    float most = 0;
    for (GrB_Index i = 0; i < n && i < 1000; i++) { /* a vertex of some degree */
        float d = 0;
        if (GrB_Vector_extractElement_FP32(&d, degree, i) == GrB_SUCCESS && d > most)
            most = d, source = i;
    }
    for (size_t k = 0; k < sizeof loops / sizeof *loops; k++) {
        double best = INFINITY, check = 0;
        if (argc > 3 && strcmp(argv[3], loops[k].name) != 0)
            continue;
        for (int trial = 0; trial < trials; trial++) {
            const double begin = now();
            check = loops[k].run(A);
            const double took = now() - begin;
            best = took < best ? took : best;
        }
        printf("%-12s %10.2f ms   check %.17g\n", loops[k].name, best, check);
        fflush(stdout);
    }
    GrB_Matrix_free(&A), GrB_Matrix_free(&F), GrB_Matrix_free(&lower), GrB_Matrix_free(&weights);
    GrB_Vector_free(&degree), GrB_Semiring_free(&any_one_bool), GrB_Semiring_free(&plus_one_int64);
    GrB_finalize();
    return 0;
}
