/* Products against the dense oracle, by any list of methods: the cases of the tests of products. */
#ifndef TESTS_SUPPORT_PRODUCTS_H
#define TESTS_SUPPORT_PRODUCTS_H

#include "tests/support/graphs.h"

/* A matrix as the oracle has it and as the library has it. */
struct pair {
    struct dense_matrix dense;
    graph_matrix *sparse;
};

struct pair random_pair(uint64_t *seed, enum graph_shape shape, graph_type type, int64_t rows,
                        int64_t columns, int64_t edges, enum value_range range);
void pair_release(struct pair *p);

/* Shapes of a product: A is m x k, B is k x n. */
struct product_shape {
    const char *name;
    int64_t m, k, n;
    enum graph_shape A, B;
    int64_t A_edges, B_edges;
};
enum { PRODUCT_SHAPES = 23 };
extern const struct product_shape product_shapes[PRODUCT_SHAPES];

/* Numbers of threads to test. */
extern const int thread_counts[3];

/* The product of random matrices of a shape by each of `count` methods. */
void check_product(const graph_semiring *semiring, const struct product_shape *shape, enum value_range range,
                   const graph_method *methods, int count, uint64_t *seed);

/* Every combination of mask, complement, structure, replace and accumulator for one pair of matrices, by each method. */
void check_masks(const graph_semiring *semiring, graph_type C_type, graph_type M_type,
                 const graph_method *methods, int count, uint64_t *seed);

/* A, B or both transposed, with and without a mask, by each method. */
void check_transposed(const graph_semiring *semiring, const graph_method *methods, int count, uint64_t *seed);

/* The output is one of the inputs, or several of them. */
void check_aliases(const graph_semiring *semiring, const graph_method *methods, int count, uint64_t *seed);

/* Values convert on the way in and out, and patterns read as ones. */
void check_types(const graph_semiring *semiring, graph_type A_type, graph_type B_type, graph_type C_type,
                 const graph_method *methods, int count, uint64_t *seed);

/* A sum is the fold of its products alone: neither the zero of the semiring nor a sign gets lost. */
void check_first_products(const graph_method *methods, int count);

/* Whether two matrices with values have the same arrays, bit by bit. */
bool is_same_matrix(graph_matrix *A, graph_matrix *B);

/* The same, but for floating sums of a device, where the warps of a block that shares a row add in the order in which
 * they come. */
bool is_same_product(graph_matrix *first, graph_matrix *C);

/* The same product bit by bit as by GRAPH_METHOD_ROW_ROW on one thread, by each method on each number of threads. */
void check_methods(const graph_semiring *semiring, const graph_matrix *A, const graph_matrix *B,
                   const graph_method *methods, int count, const char *name);

/* The same squares bit by bit as by GRAPH_METHOD_ROW_ROW on one thread: large enough for several chunks in several
 * threads, for long rows, and for floating sums to show their order. */
void check_squares(const graph_semiring *semiring, enum graph_shape shape, int64_t vertices, int64_t edges,
                   const graph_method *methods, int count, uint64_t *seed);

#endif
