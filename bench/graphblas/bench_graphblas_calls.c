/* Microseconds of a call of the GraphBLAS C API on small objects, one source for two libraries, as
 * bench_graphblas.c.
 *
 *     bench_graphblas_calls [DIMENSION [ENTRIES [CALLS]]]   default 100, 8 and 2000; prints a line for each call of the API:
 *                                                           the best of five rounds of CALLS
 *
 * With one thread the time is what checks, dispatch and allocations take. */
#include "bench/graphblas/graphblas_bench.h"

enum { ROUNDS = 5 };
static int calls = 2000;

#define MEASURE(name, call)                                                                                  \
    do {                                                                                                     \
        double best = 1e30;                                                                                  \
        for (int round = 0; round < ROUNDS; round++) {                                                       \
            const double begin = now();                                                                      \
            for (int k = 0; k < calls; k++)                                                                  \
                TRY(call);                                                                                   \
            const double took = (now() - begin) * 1e3 / calls;                                               \
            best = took < best ? took : best;                                                                \
        }                                                                                                    \
        printf("%-24s %8.3f us\n", name, best);                                                              \
    } while (0)

int main(int argc, char **argv)
{
    const GrB_Index n = argc > 1 ? strtoull(argv[1], NULL, 10) : 100;
    const GrB_Index entries = argc > 2 ? strtoull(argv[2], NULL, 10) : 8;
    calls = argc > 3 ? atoi(argv[3]) : calls;
    GrB_Vector u = NULL, v = NULL, w = NULL;
    GrB_Matrix A = NULL, B = NULL, C = NULL;
    GrB_Index count, list[4] = {0, 1, 2, 3};
    int64_t x = 0;
    if (n < 8 || entries < 1 || entries > n || calls < 1) {
        fprintf(stderr, "usage: bench_graphblas_calls [DIMENSION from 8 on [ENTRIES up to it [CALLS]]]\n");
        return 2;
    }
    TRY(GrB_init(GrB_BLOCKING));
    TRY(GrB_Vector_new(&u, GrB_INT64, n));
    TRY(GrB_Vector_new(&v, GrB_INT64, n));
    TRY(GrB_Vector_new(&w, GrB_INT64, n));
    TRY(GrB_Matrix_new(&A, GrB_INT64, n, n));
    TRY(GrB_Matrix_new(&B, GrB_INT64, n, n));
    TRY(GrB_Matrix_new(&C, GrB_INT64, n, n));
    for (GrB_Index k = 0; k < entries; k++) {
        const GrB_Index i = k * (n / entries), j = (k * 7 + 3) % n;
        TRY(GrB_Vector_setElement_INT64(u, (int64_t)k + 1, i));
        TRY(GrB_Vector_setElement_INT64(v, (int64_t)k + 2, k % 2 ? i : j));
        TRY(GrB_Matrix_setElement_INT64(A, (int64_t)k + 1, i, j));
        TRY(GrB_Matrix_setElement_INT64(B, (int64_t)k + 2, j, k % 2 ? i : j));
    }
    TRY(GrB_Vector_nvals(&count, u));
    TRY(GrB_Vector_nvals(&count, v));
    TRY(GrB_Matrix_nvals(&count, A));
    TRY(GrB_Matrix_nvals(&count, B));
    printf("%llu x %llu, %llu entries\n", (unsigned long long)n, (unsigned long long)n,
           (unsigned long long)count);
    MEASURE("vector eWiseAdd", GrB_Vector_eWiseAdd_BinaryOp(w, NULL, NULL, GrB_PLUS_INT64, u, v, NULL));
    MEASURE("vector eWiseMult", GrB_Vector_eWiseMult_BinaryOp(w, NULL, NULL, GrB_PLUS_INT64, u, v, NULL));
    MEASURE("vector apply", GrB_Vector_apply(w, NULL, NULL, GrB_AINV_INT64, u, NULL));
    MEASURE("vector select", GrB_Vector_select_INT64(w, NULL, NULL, GrB_VALUEGT_INT64, u, 2, NULL));
    MEASURE("vector assign", GrB_Vector_assign(w, NULL, NULL, u, GrB_ALL, n, NULL));
    MEASURE("vector assign, mask", GrB_Vector_assign(w, v, NULL, u, GrB_ALL, n, GrB_DESC_S));
    MEASURE("vector extract", GrB_Vector_extract(w, NULL, NULL, u, GrB_ALL, n, NULL));
    MEASURE("vector reduce", GrB_Vector_reduce_INT64(&x, NULL, GrB_PLUS_MONOID_INT64, u, NULL));
    MEASURE("vxm", GrB_vxm(w, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, u, A, NULL));
    MEASURE("mxv", GrB_mxv(w, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, u, NULL));
    MEASURE("mxm", GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, B, NULL));
    MEASURE("mxm, mask", GrB_mxm(C, A, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, B, GrB_DESC_S));
    MEASURE("matrix eWiseAdd", GrB_Matrix_eWiseAdd_BinaryOp(C, NULL, NULL, GrB_PLUS_INT64, A, B, NULL));
    MEASURE("matrix eWiseMult", GrB_Matrix_eWiseMult_BinaryOp(C, NULL, NULL, GrB_PLUS_INT64, A, B, NULL));
    MEASURE("matrix apply", GrB_Matrix_apply(C, NULL, NULL, GrB_AINV_INT64, A, NULL));
    MEASURE("matrix select", GrB_Matrix_select_INT64(C, NULL, NULL, GrB_TRIL, A, 0, NULL));
    MEASURE("matrix assign", GrB_Matrix_assign(C, NULL, NULL, A, GrB_ALL, n, GrB_ALL, n, NULL));
    MEASURE("transpose", GrB_transpose(C, NULL, NULL, A, NULL));
    MEASURE("matrix reduce", GrB_Matrix_reduce_INT64(&x, NULL, GrB_PLUS_MONOID_INT64, A, NULL));
    MEASURE("matrix reduce to vector",
            GrB_Matrix_reduce_Monoid(w, NULL, NULL, GrB_PLUS_MONOID_INT64, A, NULL));
    TRY(GrB_Matrix_free(&C));
    TRY(GrB_Matrix_new(&C, GrB_INT64, 4, 4));
    MEASURE("matrix extract", GrB_Matrix_extract(C, NULL, NULL, A, list, 4, list, 4, NULL));
    GrB_Vector_free(&u), GrB_Vector_free(&v), GrB_Vector_free(&w);
    GrB_Matrix_free(&A), GrB_Matrix_free(&B), GrB_Matrix_free(&C);
    TRY(GrB_finalize());
    return 0;
}
