/* See peer_mkl.h.  Intel's headers are not needed: the functions used here have plain C prototypes, which "Intel oneAPI
 * Math Kernel Library, Developer Reference for C", section "Inspector-executor Sparse BLAS Routines", lists. */
#include "bench/peers/peer_mkl.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/bench.h"

enum { SUCCESS = 0, INDEX_BASE_ZERO = 0, NON_TRANSPOSE = 10 };

struct peer_mkl {
    void *matrix;
    int32_t *row_start; /* of an operand; of a product the library has it */
};

static struct {
    int (*create)(void **A, int base, int rows, int columns, int *start, int *end, int *column,
                  double *value);
    int (*multiply)(int operation, void *A, void *B, void **C);
    int (*order)(void *A);
    int (*export_arrays)(void *A, int *base, int *rows, int *columns, int **start, int **end, int **column,
                         double **value);
    int (*destroy)(void *A);
    void (*set_threads)(int threads);
} mkl;

bool peer_mkl_open(const char **why, int threads)
{
    static const char *const libraries[] = {"libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so.1",
                                            "libmkl_rt.so"};
    const struct {
        const char *name;
        void *function;
    } functions[] = {
        {"mkl_sparse_d_create_csr", &mkl.create}, {"mkl_sparse_spmm", &mkl.multiply},
        {"mkl_sparse_order", &mkl.order},         {"mkl_sparse_d_export_csr", &mkl.export_arrays},
        {"mkl_sparse_destroy", &mkl.destroy},     {"MKL_Set_Num_Threads", &mkl.set_threads}};
    void *library = NULL;
    setenv("MKL_THREADING_LAYER", "GNU", 0); /* the threads of this program, which gcc has compiled */
    for (size_t k = 0; k < sizeof libraries / sizeof libraries[0] && library == NULL; k++)
        library = dlopen(libraries[k], RTLD_NOW | RTLD_GLOBAL);
    *why = "libmkl_rt is not found";
    if (library == NULL)
        return false;
    for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++) {
        void *function = dlsym(library, functions[k].name);
        *why = functions[k].name;
        if (function == NULL)
            return false;
        memcpy(functions[k].function, &function, sizeof function);
    }
    mkl.set_threads(threads);
    return true;
}

struct peer_mkl *peer_mkl_matrix(graph_matrix *A)
{
    graph_arrays arrays = {.size = sizeof arrays};
    struct peer_mkl *peer = malloc(sizeof *peer);
    BENCH_OK(graph_matrix_export(&arrays, A, GRAPH_CSR, GRAPH_BORROW));
    bench_check(arrays.type == GRAPH_FP64 && arrays.start_bits == 64 && arrays.index_bits == 32,
                "an operand of MKL with values of type %d", (int)arrays.type);
    bench_check(peer != NULL, "out of memory");
    *peer = (struct peer_mkl){.row_start = malloc((arrays.rows + 1) * sizeof *peer->row_start)};
    bench_check(peer->row_start != NULL, "out of memory");
    for (graph_index i = 0; i <= arrays.rows; i++)
        peer->row_start[i] = (int32_t)((const int64_t *)arrays.row)[i];
    bench_check(mkl.create(&peer->matrix, INDEX_BASE_ZERO, (int)arrays.rows, (int)arrays.columns,
                           peer->row_start, peer->row_start + 1, arrays.column, arrays.value) == SUCCESS,
                "mkl_sparse_d_create_csr");
    return peer;
}

void peer_mkl_close(struct peer_mkl **matrix)
{
    if (*matrix == NULL)
        return;
    mkl.destroy((*matrix)->matrix);
    free((*matrix)->row_start);
    free(*matrix);
    *matrix = NULL;
}

void peer_mkl_multiply(struct peer_mkl **C, const struct peer_mkl *A, const struct peer_mkl *B,
                       bool is_sorted)
{
    *C = calloc(1, sizeof **C);
    bench_check(*C != NULL, "out of memory");
    if (mkl.multiply(NON_TRANSPOSE, A->matrix, B->matrix, &(*C)->matrix) != SUCCESS) {
        free(*C);
        *C = NULL;
        return;
    }
    bench_check(!is_sorted || mkl.order((*C)->matrix) == SUCCESS, "mkl_sparse_order");
}

struct bench_product peer_mkl_product(const struct peer_mkl *C)
{
    int base, rows, columns, *start, *end, *column;
    double *value;
    bench_check(mkl.export_arrays(C->matrix, &base, &rows, &columns, &start, &end, &column, &value) ==
                        SUCCESS &&
                    base == INDEX_BASE_ZERO,
                "mkl_sparse_d_export_csr");
    int64_t entries = 0;
    for (int i = 0; i < rows; i++)
        entries += end[i] - start[i];
    struct bench_product p = bench_product_open(rows, entries, GRAPH_FP64, true);
    p.row_start[0] = 0;
    for (int i = 0; i < rows; i++) {
        const size_t count = (size_t)(end[i] - start[i]);
        memcpy(p.column + p.row_start[i], column + start[i], count * sizeof *p.column);
        memcpy(p.value + p.row_start[i], value + start[i], count * sizeof *p.value);
        p.row_start[i + 1] = p.row_start[i] + (int64_t)count;
    }
    bench_product_sort(&p);
    return p;
}
