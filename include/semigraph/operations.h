/* Operations on matrices and vectors, with the semantics of GraphBLAS 2.1.
 *
 * One rule writes every output.  With T the result of the operation itself:
 *
 *     C<M> accum= T      Z = T without accumulator; with one, Z(i,j) = accum(C(i,j), T(i,j)) where both have an
 *                        entry and a copy of the one that has where only one has.
 *                        Where the mask admits (i, j):  C(i, j) becomes Z(i, j), or nothing if Z has no entry.
 *                        Elsewhere: C(i, j) stays, or is removed under GRAPH_REPLACE.
 *
 * A mask M admits (i, j) if M has an entry there that is true; under GRAPH_MASK_STRUCTURE any entry will do; under
 * GRAPH_MASK_COMPLEMENT the answer is turned round.  NULL is a mask that admits everything (its complement nothing).
 * An output may be the same object as any input or mask: the result is as if inputs had been copied first.
 *
 * Values convert to the type of the operation on the way in and to the type of the output on the way out.  A product
 * works in the type of its semiring.  A built-in operator works in one type that has the values of all it touches, so
 * that no conversion loses something before the operator sees it:
 *
 *     comparisons, logical operators     the common type of the operands
 *     PLUS MINUS TIMES DIV MIN MAX       the common type of the operands and the output
 *     others                             the type of the output: they move values, work on bits, or stop at its ends
 *
 * The operands of an accumulator are C and T, those of a reduction the entries.  The common type is the smallest one
 * that holds the values of both: int16 for int8 and uint8, fp32 for fp32 and at most 16 bits, fp64 for others with a
 * floating one.  No type holds int64 and uint64: they are compared in fp64 and added in the 64-bit type of the output
 * (else int64), modulo 2^64.  A scalar operand takes part with its type unless its value is one of the other type, and
 * rounds in floating arithmetic.  A typed operator (GRAPH_OP_ON) works in its type.  A scalar must be a value of the type
 * that it becomes, else GRAPH_E_INVALID_VALUE: integer types hold integers in their range, a pattern holds true, floating
 * types round, bool takes the truth of any number.
 *
 * User types and user operators (user.h) may stand everywhere; such an operator works in the types it was made with,
 * and such a type converts to no other.
 *
 * Unless said otherwise the operations return GRAPH_E_NULL (an output, semiring or input is NULL), GRAPH_E_DIMENSION
 * (with the shapes in the sentence), GRAPH_E_INVALID_VALUE (an unknown operator or method, a flag that the operation
 * does not take, a field of the descriptor outside its range, or a wrong size field), GRAPH_E_DOMAIN (an operator that
 * is not defined on the type that it would work in, or a value of a type of the user's that would have to convert),
 * GRAPH_E_MEMORY, and GRAPH_E_DEVICE (the descriptor names a back end that cannot run here, or the device failed); for
 * what a device lacks see graph_set_strict.  A failed call changes nothing.  Outputs belong to the caller. */
#ifndef SEMIGRAPH_OPERATIONS_H
#define SEMIGRAPH_OPERATIONS_H

#include "semigraph/backend.h"
#include "semigraph/matrix.h"
#include "semigraph/semiring.h"
#include "semigraph/vector.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of a descriptor. */
#define GRAPH_REPLACE         1u  /* clear the output where the mask does not admit */
#define GRAPH_MASK_STRUCTURE  2u  /* any entry of the mask admits, whatever its value */
#define GRAPH_MASK_COMPLEMENT 4u  /* the mask admits where it would not */
#define GRAPH_TRANSPOSE_A     8u  /* use the transpose of the first input matrix */
#define GRAPH_TRANSPOSE_B     16u /* use the transpose of the second input matrix */
#define GRAPH_ACCUMULATE      32u /* graph_csrmm only: add the product to what C holds */
#define GRAPH_FORCE           64u /* products only: GRAPH_METHOD_DIA takes matrices that are no bands */
#define GRAPH_DROP_ZEROS      128u /* GRAPH_METHOD_BMSPARSE only: sums that equal the semiring's zero are no entries */

/* How a product is computed.  Integer and Boolean results do not depend on it.  From GRAPH_METHOD_ROW_COLUMN_BY_ROWS on
 * these are methods of published systems, to compare with; graph_method_at describes all. */
typedef enum graph_method {
    GRAPH_METHOD_AUTO = 0,       /* chosen by cost */
    GRAPH_METHOD_ROW_ROW = 1,    /* Gustavson: rows of B are added into a row of C; accumulator chosen per row */
    GRAPH_METHOD_ROW_ROW_DENSE = 2, /* the same, always with a dense accumulator */
    GRAPH_METHOD_ROW_ROW_HASH = 3,  /* the same, always with a hash table */
    GRAPH_METHOD_ROW_COLUMN = 4, /* dot products of rows of A and columns of B: all that the mask admits */
    GRAPH_METHOD_BITMAP = 5,     /* blocks of 8 x 8 with bitmaps; on a GPU only, without a mask */
    GRAPH_METHOD_ROW_COLUMN_BY_ROWS = 6, /* dot products that look for B's column in its rows */
    GRAPH_METHOD_COLUMN_ROW = 7, /* outer products of columns of A and rows of B, added up in tiles of C */
    GRAPH_METHOD_BHSPARSE = 8,   /* rows by an upper bound of their entries: by heap, by sorting or by merging */
    GRAPH_METHOD_DIA = 9,        /* products of diagonals; of bands, or of anything under GRAPH_FORCE */
    GRAPH_METHOD_BMSPARSE = 10,  /* products of blocks of 8 x 8 from a sorted list */
    GRAPH_METHOD_HYBRID = 11,    /* a GPU and the CPU at once, each some of the rows; the result lies on the host */
    GRAPH_METHOD_HYBRID_DIA = 12, /* the same with GRAPH_METHOD_DIA on both processors */
    GRAPH_METHOD_BLSI = 13,      /* of graph_mxv and graph_vxm: a word for each entry, ordered by column */
    GRAPH_METHOD_HALF_WARP = 14  /* of graph_csrmm: half a warp to a row, 16 dense columns at a time */
} graph_method;

/* How GRAPH_METHOD_HYBRID and GRAPH_METHOD_HYBRID_DIA share the products of the rows: the CPU computes the last
 * rows. */
typedef enum graph_split {
    GRAPH_SPLIT_DYNAMIC = 0,   /* both take chunks of rows, from the two ends, until all are taken; the library records the
                                  best share and uses it for later products of such operands */
    GRAPH_SPLIT_FIXED = 1,     /* the CPU takes GRAPH_FIXED_SHARE percent */
    GRAPH_SPLIT_HEURISTIC = 2, /* tg / (tc + tg), from the times tc and tg that a sample of the rows takes */
    GRAPH_SPLIT_SHARE = 3,     /* the CPU takes descriptor.cpu_share percent */
    GRAPH_SPLIT_BANDS = 4      /* by a formula for bands, from speeds measured once; GRAPH_METHOD_HYBRID_DIA only */
} graph_split;
#define GRAPH_FIXED_SHARE 2.0 /* percent of the products that the CPU takes under GRAPH_SPLIT_FIXED */

/* What is known of a method.  The texts are static. */
typedef struct graph_method_info {
    graph_method method;
    const char *name;       /* "row_row" */
    const char *what;       /* how it computes a product */
    const char *where;      /* the back ends that have it */
    const char *when;       /* what it applies to */
    const char *source;     /* where it was published */
    const char *operations; /* which take it: "mxm" (graph_mxm and graph_spgemm), "mxv, vxm", "csrmm" */
} graph_method_info;

/* The k-th method in the order of their numbers, NULL past the end; the method of that name, NULL if there is none. */
GRAPH_API const graph_method_info *graph_method_at(size_t k);
GRAPH_API const graph_method_info *graph_method_by_name(const char *name);

/* How to run an operation.  NULL stands for all zeros but the size. */
typedef struct graph_descriptor {
    size_t size;                /* sizeof(graph_descriptor) */
    uint32_t flags;             /* GRAPH_REPLACE | ... */
    graph_method method;        /* for products */
    graph_backend_kind backend; /* where to run */
    int threads;                /* 0: as graph_set_threads says */
    graph_split split;          /* for GRAPH_METHOD_HYBRID */
    double cpu_share;           /* percent, for GRAPH_SPLIT_SHARE */
    graph_progress_function *progress; /* of graph_mxm and graph_spgemm; others do not call it */
    void *context;                     /* for progress */
} graph_descriptor;

/* A descriptor in place: graph_mxm(C, M, GRAPH_NO_OP, s, A, B, GRAPH_DESCRIPTOR(.flags = GRAPH_REPLACE)).  In C; C++
 * has no such values in place and names a variable. */
#define GRAPH_DESCRIPTOR(...) (&(const graph_descriptor){.size = sizeof(graph_descriptor), __VA_ARGS__})

/* ---- Products ---- */

/* Product of matrices, into an output: C<M> accum= A B over the semiring.  T(i,j) = add over k of mul(A(i,k), B(k,j)).
 * A is m x k, B is k x n (after GRAPH_TRANSPOSE_A / _B), C and M are m x n.  Entries that the mask does not admit
 * are never stored.  GRAPH_E_NOT_SUPPORTED: GRAPH_METHOD_BITMAP with a mask or on the CPU;
 * GRAPH_METHOD_DIA without GRAPH_FORCE where entries fill less than half of the diagonals of A or of B;
 * GRAPH_DROP_ZEROS with another method than GRAPH_METHOD_BMSPARSE, or under a semiring of two operators.
 * GRAPH_METHOD_HYBRID without a GPU runs on the CPU, and in strict mode is GRAPH_E_NOT_SUPPORTED;
 * GRAPH_METHOD_BLSI and GRAPH_METHOD_HALF_WARP are of other operations: GRAPH_E_NOT_SUPPORTED.
 * progress of the descriptor gets the share of the product that is made, 0 first and 1 last, before it is written to C (a
 * device's product is one step).  GRAPH_E_CANCELLED: it returned other than 0; C is as before.
 * Method: Gustavson, ACM TOMS 4(3), 1978. */
GRAPH_API graph_status graph_mxm(graph_matrix *C, const graph_matrix *M, graph_op accum,
                                 const graph_semiring *semiring, const graph_matrix *A, const graph_matrix *B,
                                 const graph_descriptor *descriptor);

/* Product of matrices, as a new matrix: *C = A B, of the semiring's type.  *C is NULL after a failure.  As graph_mxm
 * otherwise, without mask, accumulator and their flags. */
GRAPH_API graph_status graph_spgemm(graph_matrix **C, const graph_semiring *semiring, const graph_matrix *A,
                                    const graph_matrix *B, const graph_descriptor *descriptor);

/* *products = the number of multiplications that A B takes: sum over the entries (i,k) of A of the entries in row k of
 * B.  Transposition by the descriptor's flags. */
GRAPH_API graph_status graph_spgemm_products(uint64_t *products, const graph_matrix *A, const graph_matrix *B,
                                             const graph_descriptor *descriptor);

/* A plan keeps what a product A B takes from the patterns of A and B alone: the pattern of the result, and where each
 * of the multiplications goes in it.  Running it with other values computes values and nothing else. */
typedef struct graph_spgemm_plan graph_spgemm_plan;

/* Makes a plan of a product: *plan = a plan of A B over the semiring, which has to outlive it; GRAPH_TRANSPOSE_A and _B
 * as in graph_spgemm.  The plan stays where it was made, on the CPU or on a GPU, and keeps the arrays of positions of A
 * and B, which it shares with them.  There are no plans with masks.  *plan belongs to the caller, and is NULL after a
 * failure.  GRAPH_E_NOT_SUPPORTED: a method other than GRAPH_METHOD_AUTO. */
GRAPH_API graph_status graph_spgemm_plan_create(graph_spgemm_plan **plan, const graph_semiring *semiring,
                                                const graph_matrix *A, const graph_matrix *B,
                                                const graph_descriptor *descriptor);

/* Runs a plan: *C = A B as a new matrix of the semiring's type, which is what graph_spgemm gives with the semiring and
 * the flags of the plan.  A and B have the patterns that they had when the plan was made, and values of any type;
 * GRAPH_E_INVALID_VALUE if an entry came or went since.  That is known at once of matrices that share their positions
 * with those of the plan (its operands themselves, their duplicates, results of one plan that are operands of another);
 * others are compared entry by entry.  The results of a plan share their positions until they are written.  Several
 * threads may run one plan.  *C belongs to the caller, and is NULL after a failure.
 * Method: Gustavson, ACM TOMS 4(3), 1978, its numeric phase. */
GRAPH_API graph_status graph_spgemm_plan_run(graph_matrix **C, const graph_spgemm_plan *plan,
                                             const graph_matrix *A, const graph_matrix *B);

/* *bytes = the memory that a plan holds besides the positions of its operands: those of the result, and what the back
 * end keeps. */
GRAPH_API graph_status graph_spgemm_plan_bytes(uint64_t *bytes, const graph_spgemm_plan *plan);

/* Frees a plan and sets *plan to NULL; NULL is fine.  Its results stay. */
GRAPH_API void graph_spgemm_plan_release(graph_spgemm_plan **plan);

/* How a dense matrix lies in its array. */
typedef enum graph_layout { GRAPH_ROW_MAJOR = 1, GRAPH_COLUMN_MAJOR = 2 } graph_layout;

/* A dense matrix in an array of the caller's: element (i, j) is value[i * stride + j] in row-major order and
 * value[j * stride + i] in column-major order.  stride 0 stands for the tightest one.
 *
 * The array may be device memory (of cudaMalloc and its kin, on the device that the library uses, once it has used it):
 * then nothing is copied, the GPU does the work unless the descriptor names the CPU, and the work is ordered in CUDA's
 * default stream: the call may return before the result is there; work that is enqueued in that stream later sees
 * it. */
typedef struct graph_dense {
    size_t size; /* sizeof(graph_dense) */
    graph_type type;
    graph_layout layout;
    graph_index rows, columns;
    graph_index stride; /* elements from one row (column) to the next */
    void *value;        /* the caller's; not NULL unless there are no elements or a function says what NULL means */
} graph_dense;

/* Product of a sparse and a dense matrix: C = A B for sparse A (m x k), dense B (k x n) and dense C (m x n): C(i,j) =
 * add over k of mul(A(i,k), B(k,j)), and zero where row i of A is empty; under GRAPH_ACCUMULATE the sum starts with
 * C(i,j).  B and C are of the semiring's type (else GRAPH_E_DOMAIN), do not overlap, and may differ in layout.
 * GRAPH_TRANSPOSE_A is obeyed.  Of methods, GRAPH_METHOD_HALF_WARP is obeyed; all others mean the library's choice.
 * GRAPH_E_INVALID_VALUE: also, B and C overlap, a stride is less than the tightest one, or a layout is unknown.
 * GRAPH_E_DEVICE: also, a device failed while the product was copied into C; C may then have a part of it. */
GRAPH_API graph_status graph_csrmm(const graph_dense *C, const graph_semiring *semiring, const graph_matrix *A,
                                   const graph_dense *B, const graph_descriptor *descriptor);

/* Product of a matrix and a vector: w<mask> accum= A u.  t(i) = add over k of mul(A(i,k), u(k)).  A is m x k (after
 * GRAPH_TRANSPOSE_A), u has length k, w and the mask length m.  Of methods, GRAPH_METHOD_BLSI is obeyed, here and in
 * graph_vxm: it makes words of A's entries at each call; all others mean the library's choice. */
GRAPH_API graph_status graph_mxv(graph_vector *w, const graph_vector *mask, graph_op accum,
                                 const graph_semiring *semiring, const graph_matrix *A, const graph_vector *u,
                                 const graph_descriptor *descriptor);

/* Product of a vector and a matrix: w<mask> accum= u A.  t(j) = add over k of mul(u(k), A(k,j)).  A is k x n (after
 * GRAPH_TRANSPOSE_B: it is the second input), u has length k, w and the mask length n. */
GRAPH_API graph_status graph_vxm(graph_vector *w, const graph_vector *mask, graph_op accum,
                                 const graph_semiring *semiring, const graph_vector *u, const graph_matrix *A,
                                 const graph_descriptor *descriptor);

/* ---- Element by element ----
 *
 * A and B, which GRAPH_TRANSPOSE_A and _B transpose first, and M have the shape of C; u, v and the mask have the length
 * of w. */

/* Transpose: C<M> accum= A' (C<M> accum= A under GRAPH_TRANSPOSE_A); C and M are n x m for A of m x n. */
GRAPH_API graph_status graph_transpose(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_matrix *A,
                                       const graph_descriptor *descriptor);

/* Union of patterns: T(i,j) = op(A(i,j), B(i,j)) where both have an entry, a copy of the one that has elsewhere.  The
 * operation works in the type of C or w (of A or u where that is a pattern). */
GRAPH_API graph_status graph_ewise_add(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                                       const graph_matrix *A, const graph_matrix *B,
                                       const graph_descriptor *descriptor);
GRAPH_API graph_status graph_vector_ewise_add(graph_vector *w, const graph_vector *mask, graph_op accum, graph_op op,
                                              const graph_vector *u, const graph_vector *v,
                                              const graph_descriptor *descriptor);

/* Intersection of patterns: T(i,j) = op(A(i,j), B(i,j)) where both have an entry, nothing elsewhere.  Types as
 * above. */
GRAPH_API graph_status graph_ewise_mult(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                                        const graph_matrix *A, const graph_matrix *B,
                                        const graph_descriptor *descriptor);
GRAPH_API graph_status graph_vector_ewise_mult(graph_vector *w, const graph_vector *mask, graph_op accum,
                                               graph_op op, const graph_vector *u, const graph_vector *v,
                                               const graph_descriptor *descriptor);

/* Union of patterns where the missing operand has a value: T(i,j) = op(A(i,j), B(i,j)) where both have an entry,
 * op(A(i,j), beta) where only A has, op(alpha, B(i,j)) where only B has.  Types as above. */
GRAPH_API graph_status graph_ewise_union(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                                         const graph_matrix *A, graph_scalar alpha, const graph_matrix *B,
                                         graph_scalar beta, const graph_descriptor *descriptor);
GRAPH_API graph_status graph_vector_ewise_union(graph_vector *w, const graph_vector *mask, graph_op accum,
                                                graph_op op, const graph_vector *u, graph_scalar alpha,
                                                const graph_vector *v, graph_scalar beta,
                                                const graph_descriptor *descriptor);

/* A unary operator on each entry: T(i,j) = op(A(i,j)), in the type of A (GRAPH_BOOL for a pattern). */
GRAPH_API graph_status graph_apply(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_unary_op op,
                                   const graph_matrix *A, const graph_descriptor *descriptor);
GRAPH_API graph_status graph_vector_apply(graph_vector *w, const graph_vector *mask, graph_op accum,
                                          graph_unary_op op, const graph_vector *u,
                                          const graph_descriptor *descriptor);

/* A binary operator on each entry, one operand bound: T(i,j) = op(x, A(i,j)) (first) or op(A(i,j), y) (second).  Types
 * as for graph_ewise_add. */
GRAPH_API graph_status graph_apply_first(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                                         graph_scalar x, const graph_matrix *A,
                                         const graph_descriptor *descriptor);
GRAPH_API graph_status graph_apply_second(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                                          const graph_matrix *A, graph_scalar y,
                                          const graph_descriptor *descriptor);
GRAPH_API graph_status graph_vector_apply_first(graph_vector *w, const graph_vector *mask, graph_op accum,
                                                graph_op op, graph_scalar x, const graph_vector *u,
                                                const graph_descriptor *descriptor);
GRAPH_API graph_status graph_vector_apply_second(graph_vector *w, const graph_vector *mask, graph_op accum,
                                                 graph_op op, const graph_vector *u, graph_scalar y,
                                                 const graph_descriptor *descriptor);

/* A function of each entry and its position: T(i,j) = op(A(i,j), i, j, y), at the positions of the transposed view under
 * GRAPH_TRANSPOSE_A.  For a vector i is the position and j is 0.  The built-in functions of positions take an integer
 * y = k and give i + k, j + k or j - i + k as GRAPH_INT64, where k wraps; tests give GRAPH_BOOL, as GRAPH_INDEX_OP_OF_TEST
 * says; an operator of the user's takes y in its type. */
GRAPH_API graph_status graph_apply_index(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_index_op op,
                                         const graph_matrix *A, graph_scalar y,
                                         const graph_descriptor *descriptor);
GRAPH_API graph_status graph_vector_apply_index(graph_vector *w, const graph_vector *mask, graph_op accum,
                                                graph_index_op op, const graph_vector *u, graph_scalar y,
                                                const graph_descriptor *descriptor);

/* The entries that pass a test: T has the entries (i, j, A(i,j)) that pass the test against y.  Position tests are
 * those of the transposed view under GRAPH_TRANSPOSE_A.  Value tests on a pattern read 1 as GRAPH_BOOL.  For a vector i
 * is the position and j is 0. */
GRAPH_API graph_status graph_select(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_select_op op,
                                    const graph_matrix *A, graph_scalar y, const graph_descriptor *descriptor);
GRAPH_API graph_status graph_vector_select(graph_vector *w, const graph_vector *mask, graph_op accum,
                                           graph_select_op op, const graph_vector *u, graph_scalar y,
                                           const graph_descriptor *descriptor);

/* Sums of rows: w<mask> accum= t.  t(i) = sum of row i by an operator; no entry for a row without entries.  w and the mask
 * have the length rows(A).  Halves summed into an integer are summed as halves.  GRAPH_TRANSPOSE_A sums columns.
 * GRAPH_LOR, GRAPH_LAND, GRAPH_LXOR and GRAPH_LXNOR give 0 or 1, also of a single entry.  The operator has one type for
 * operands and result (else GRAPH_E_DOMAIN), and need not be a monoid, here and in graph_reduce: entries are combined in
 * ascending order, so that GRAPH_FIRST gives the first one, in groups that do not depend on threads. */
GRAPH_API graph_status graph_reduce_rows(graph_vector *w, const graph_vector *mask, graph_op accum, graph_op monoid,
                                         const graph_matrix *A, const graph_descriptor *descriptor);

/* Sum of all entries: *x = their sum by the operator, in `type`; its identity if there are none, or GRAPH_NO_VALUE, with *x
 * unchanged, if it has none.  *x comes back in the widest type of its kind, as from graph_matrix_get.  A user operator sums
 * in the type it was made with alone.
 * Takes no flags.  Floating sums have a fixed order for a given number of threads. */
GRAPH_API graph_status graph_reduce(graph_scalar *x, graph_type type, graph_op monoid, const graph_matrix *A,
                                    const graph_descriptor *descriptor);
GRAPH_API graph_status graph_vector_reduce(graph_scalar *x, graph_type type, graph_op monoid, const graph_vector *v,
                                           const graph_descriptor *descriptor);

/* Kronecker product: C<M> accum= T.  T(i p + k, j q + l) = op(A(i,j), B(k,l)) for B of p x q.  C and M are
 * m p x n q for A of m x n.  Types as for graph_ewise_add. */
GRAPH_API graph_status graph_kronecker(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_op op,
                                       const graph_matrix *A, const graph_matrix *B,
                                       const graph_descriptor *descriptor);

/* ---- Single values, on the host ----
 *
 * *z comes back in the widest type of its kind, as from graph_matrix_get; for a user type it comes in as graph_own(type,
 * room), and the room is none of the operands.  Values convert as those of arrays do: an integer that does not fit wraps. */

/* *z = op(x, y).  A built-in operator without a type works in the common type of x and y. */
GRAPH_API graph_status graph_op_apply(graph_scalar *z, graph_op op, graph_scalar x, graph_scalar y);

/* *z = op(x).  A built-in operator without a type works in that of x. */
GRAPH_API graph_status graph_unary_op_apply(graph_scalar *z, graph_unary_op op, graph_scalar x);

/* *z = x as a value of a type: 300 as GRAPH_INT8 is 44.  GRAPH_E_DOMAIN: a user type, and x is of another one. */
GRAPH_API graph_status graph_scalar_convert(graph_scalar *z, graph_type type, graph_scalar x);

/* ---- Parts of matrices and vectors ----
 *
 * Lists of indices are arrays of the caller's with their number; GRAPH_ALL instead of a list is 0, 1, 2, ... up to the
 * dimension, and its number is not read.  A is transposed first under GRAPH_TRANSPOSE_A.  GRAPH_E_INDEX_BOUNDS: an
 * index in a list is outside; GRAPH_E_INVALID_INDEX: a single row, column or position is. */

/* All indices, in place of a list. */
#define GRAPH_ALL ((const graph_index *)0)

/* A part of a matrix: C<M> accum= A(rows, columns).  T(i,j) = A(rows[i], columns[j]); indices may repeat and come in
 * any order.  C and M are row_count x column_count. */
GRAPH_API graph_status graph_extract(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_matrix *A,
                                     const graph_index *rows, graph_index row_count, const graph_index *columns,
                                     graph_index column_count, const graph_descriptor *descriptor);

/* A part of a vector: w<mask> accum= u(indices).  w and the mask have length count. */
GRAPH_API graph_status graph_vector_extract(graph_vector *w, const graph_vector *mask, graph_op accum,
                                            const graph_vector *u, const graph_index *indices, graph_index count,
                                            const graph_descriptor *descriptor);

/* A part of a column: w<mask> accum= A(rows, column);  a row of A under GRAPH_TRANSPOSE_A.  w and the mask have length
 * row_count. */
GRAPH_API graph_status graph_extract_column(graph_vector *w, const graph_vector *mask, graph_op accum,
                                            const graph_matrix *A, const graph_index *rows, graph_index row_count,
                                            graph_index column, const graph_descriptor *descriptor);

/* Assignment to a part of a matrix or vector: C<M>(rows, columns) accum= A.  Z = C; Z(rows[i], columns[j]) = A(i,j)
 * (without an entry there: none; with accum: accum(Z, A) on the union); then C<M> = Z, where M has the shape of C and
 * GRAPH_REPLACE clears all of C outside M.  Of an index that is listed twice the last occurrence counts.  A is
 * row_count x column_count.  An accumulator takes its values as they are; others become those of C's type.  For
 * vectors the same with w, u and one list. */
GRAPH_API graph_status graph_assign(graph_matrix *C, const graph_matrix *M, graph_op accum, const graph_matrix *A,
                                    const graph_index *rows, graph_index row_count, const graph_index *columns,
                                    graph_index column_count, const graph_descriptor *descriptor);
GRAPH_API graph_status graph_vector_assign(graph_vector *w, const graph_vector *mask, graph_op accum,
                                           const graph_vector *u, const graph_index *indices, graph_index count,
                                           const graph_descriptor *descriptor);

/* Assignment of a scalar: C<M>(rows, columns) accum= x.  As graph_assign with x at every position of the region that M
 * admits.  With an accumulator x may be a value that C's type has not: where C has no entry it converts as arrays do. */
GRAPH_API graph_status graph_assign_scalar(graph_matrix *C, const graph_matrix *M, graph_op accum, graph_scalar x,
                                           const graph_index *rows, graph_index row_count,
                                           const graph_index *columns, graph_index column_count,
                                           const graph_descriptor *descriptor);
GRAPH_API graph_status graph_vector_assign_scalar(graph_vector *w, const graph_vector *mask, graph_op accum,
                                                  graph_scalar x, const graph_index *indices, graph_index count,
                                                  const graph_descriptor *descriptor);

/* Assignment to a row or column: C(row, columns)<mask> accum= u and C(rows, column)<mask> accum= u.  The mask and
 * GRAPH_REPLACE concern that row (column) alone; the mask has its length, u that of the list. */
GRAPH_API graph_status graph_assign_row(graph_matrix *C, const graph_vector *mask, graph_op accum,
                                        const graph_vector *u, graph_index row, const graph_index *columns,
                                        graph_index column_count, const graph_descriptor *descriptor);
GRAPH_API graph_status graph_assign_column(graph_matrix *C, const graph_vector *mask, graph_op accum,
                                           const graph_vector *u, const graph_index *rows, graph_index row_count,
                                           graph_index column, const graph_descriptor *descriptor);

#ifdef __cplusplus
}
#endif
#endif
