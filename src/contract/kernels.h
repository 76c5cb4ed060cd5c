/* The operations that a back end offers, each as a request: what to compute, on which arrays, with how many threads.
 *
 * Requests hold arrays at the back end's place, with values already in the type of the operation, so kernels convert
 * nothing and check nothing.  Kernels allocate outputs with the back end's allocate; after a failure they have
 * released everything and the outputs are all zero. */
#ifndef CONTRACT_KERNELS_H
#define CONTRACT_KERNELS_H

#include "base/op_code.h"
#include "contract/blsi.h"
#include "contract/csr.h"
#include "contract/semiring.h"
#include "semigraph/algorithms.h"
#include "semigraph/operations.h"

struct graph_progress; /* base/progress.h, which a compiler for the GPU does not read */

/* What bmSPARSE's method held: products of blocks in its list; blocks of A, B and C; and their values. */
struct graph_block_counts {
    uint64_t tasks, blocks, values;
};

/* A product may be made of dot products, with B', where A has at most so many rows and they are long. */
enum { GRAPH_DENSE_ROWS = 16 };

/* C = A B, only where the mask admits.  The values of an operand that the semiring does not read are NULL. */
struct graph_mxm_request {
    const struct graph_semiring *semiring;
    struct graph_csr A, B;
    struct graph_csr
        B_transposed; /* row_start NULL unless the method is GRAPH_METHOD_ROW_COLUMN or it was at hand */
    struct graph_matrix_mask mask;
    graph_method method;
    bool is_forced;   /* the method shall not refuse */
    bool drops_zeros; /* GRAPH_METHOD_BMSPARSE: sums that are the semiring's zero are no entries */
    int threads;
    struct graph_csr_arrays C; /* out: sorted rows, values of the semiring's type */
    uint64_t products;         /* out, for statistics: where they were counted */
    const char *used;          /* out, for statistics: the kernel of most products, where there are several */
    bool C_is_unmasked;        /* out: C has entries that the mask does not admit, too */
    struct graph_block_counts blocks; /* out, for statistics: of GRAPH_METHOD_BMSPARSE */
    struct graph_progress *progress;  /* NULL: nobody asks */
    /* Where C's columns and values may lie if it has exactly so many entries (column NULL: nowhere); a method that knows
     * their number beforehand puts them there, and says so.  Then it also writes row_end[i] = before + the end of row i. */
    struct graph_mxm_place {
        int32_t *column;
        void *value;
        int64_t entries, before;
        int64_t *row_end;
    } place;
    bool is_in_place; /* out */
};

/* What is to be known of C = A B, whose pattern is there, before its values are computed with values of A and B that change
 * (those of the views are NULL). */
struct graph_plan_request {
    const struct graph_semiring *semiring; /* of those values */
    struct graph_csr A, B, C;
    int threads;
    void *plan;   /* out: private to the back end, for its plan_release; NULL: the whole product is faster */
    size_t bytes; /* out: of memory that it holds */
};

/* The values of C = A B, of whose pattern there is a plan. */
struct graph_mxm_numeric_request {
    const struct graph_semiring *semiring;
    struct graph_csr A, B, C;
    const void *plan;
    int threads;
    void *value; /* out: of the semiring's type */
};

/* w = A u (is_push false: rows of A are folded against u) or w = u A (is_push true: rows of A are scattered).  The
 * operands of mul are (A, u) unless is_flipped, then (u, A). */
struct graph_mxv_request {
    const struct graph_semiring *semiring;
    struct graph_csr A;
    struct graph_vector_view u;
    struct graph_vector_mask mask;
    bool is_push, is_flipped;
    int threads;
    /* A full vector of the semiring's type to add the product to, where there is no mask; a kernel says if it has. */
    const void *old;
    bool is_accumulated;          /* out: w is add(old, A u) */
    struct graph_vector_arrays w; /* out: of length rows (pull) or columns (push) */
};

/* C = A B for dense B and C; see graph_csrmm. */
struct graph_csrmm_request {
    const struct graph_semiring *semiring;
    struct graph_csr A;
    graph_layout B_layout, C_layout;
    int64_t dense_columns, B_stride, C_stride;
    const void *B;
    void *C;
    bool is_accumulating;
    int threads;
};

/* What is compiled once for each semiring and type.  NULL: not here. */
struct graph_kernels {
    graph_status (*mxm)(struct graph_mxm_request *);
    /* The product of full bands, which GRAPH_METHOD_AUTO tries first where there is no mask.  *is_made: false where A and B
     * are none or mxm is faster. */
    graph_status (*mxm_band)(struct graph_mxm_request *, bool *is_made);
    graph_status (*mxv)(struct graph_mxv_request *);
    graph_status (*csrmm)(struct graph_csrmm_request *);
    graph_status (*mxm_reuse)(struct graph_mxm_numeric_request *);
};

/* C = A B by the published methods of graph_method_at, by the number of the method; NULL: not here.  They take no account
 * of the mask: what it does not admit goes when C is written.  GRAPH_E_NOT_SUPPORTED: a method does not apply to A and B. */
enum { GRAPH_METHODS = GRAPH_METHOD_HALF_WARP + 1 };
struct graph_published {
    graph_status (*mxm[GRAPH_METHODS])(struct graph_mxm_request *);
    graph_status (*mxv_blsi)(struct graph_mxv_blsi_request *);     /* GRAPH_METHOD_BLSI */
    graph_status (*csrmm_half_warp)(struct graph_csrmm_request *); /* GRAPH_METHOD_HALF_WARP */
};

/* C = A'.  Values of any type move unchanged. */
struct graph_transpose_request {
    struct graph_csr A;
    int threads;
    struct graph_csr_arrays C;
};

/* C from n positions in any order; equal positions are combined in input order by `duplicate`, or are an error
 * (GRAPH_E_INVALID_VALUE, *where = the later one's number in the input).  value NULL: a pattern. */
struct graph_build_request {
    int64_t rows, columns, n;
    const int32_t *row, *column;
    const void *value;
    graph_type type;
    graph_op duplicate;
    int threads;
    int64_t duplicates; /* out: positions that occurred before */
    int64_t where;      /* out */
    struct graph_csr_arrays C;
};

/* C = union or intersection of A and B under op, all of one type.  gives_bool, for the CPU alone: op compares, and the
 * values of C are of type GRAPH_BOOL, to which lone ones convert. */
struct graph_ewise_request {
    struct graph_csr A, B;
    graph_op op;
    bool is_union, gives_bool;
    struct graph_matrix_mask mask; /* what C is for: a kernel may leave out what it does not admit */
    bool is_masked;                /* out: it has */
    int threads;
    struct graph_csr_arrays C;
};

/* C = the entries of A that pass the test. */
struct graph_select_request {
    struct graph_csr A;
    graph_select_op op;
    graph_scalar y;
    const uint8_t *passes; /* which entries of A pass, where that is known; not NULL: op is not read */
    int threads;
    struct graph_csr_arrays C;
};

/* z[e] = op(x[e], i, j, y) for the entries (i, j) of a matrix, or for those elements of a vector that are present (NULL:
 * all), element e in row index[e] (NULL: e) and column 0.  y of a built-in test of values is a value of `type`; a
 * user's x has its type. */
struct graph_entry_values_request {
    const struct graph_csr *A; /* NULL: a vector */
    const int32_t *index;
    const uint8_t *present;
    int64_t n; /* elements of the vector */
    struct graph_entry_op op;
    graph_type type; /* of x */
    const void *x;
    graph_scalar y;
    int threads;
    void *z;
};

/* w(i) = fold of row i, in A's type, for rows with entries: a bitmap, or full if there is no other row. */
struct graph_reduce_rows_request {
    struct graph_csr A;
    graph_op monoid;
    int threads;
    struct graph_vector_arrays w;
};

/* Write-back: C = Z where the mask admits, the old C elsewhere (nothing under is_replacing), with Z = accum(C, T) on
 * the union, T where accum is GRAPH_NO_OP.  All of one type; gives_bool as above, where there is no mask. */
struct graph_merge_request {
    struct graph_csr C_old, update;
    struct graph_matrix_mask mask;
    graph_op accum;
    bool is_replacing, gives_bool;
    int threads;
    /* Not NULL: C_old is full, under no mask, and its values, which are here, may be overwritten. */
    void *full_value;
    bool is_in_place; /* out: they have been, and there is no C */
    struct graph_csr_arrays C;
};

/* The same three operations on vectors.  The output is sparse if both inputs are (for intersections: if one is);
 * otherwise it is full if every position has an entry, else a bitmap. */
struct graph_vector_ewise_request {
    struct graph_vector_view u, v;
    graph_op op;
    bool is_union, gives_bool;
    int threads;
    struct graph_vector_arrays w;
};

/* Position i of a vector is tested as row i, column 0. */
struct graph_vector_select_request {
    struct graph_vector_view u;
    graph_select_op op;
    graph_scalar y;
    const uint8_t *passes; /* the same for the elements of u */
    int threads;
    struct graph_vector_arrays w;
};

struct graph_vector_merge_request {
    struct graph_vector_view w_old, update;
    struct graph_vector_mask mask;
    graph_op accum;
    bool is_replacing, gives_bool;
    int threads;
    struct graph_vector_arrays w;
};

/* Whether a vector of so many entries is worth a bitmap, which takes updates in place; a short one stays as it is. */
static inline bool graph__vector_is_dense(int64_t entries, int64_t length)
{
    return length >= 1024 && entries > length / 32;
}

/* Up to this length a device makes a bitmap of a list that is written to, at once: such vectors grow. */
enum { GRAPH_DEVICE_LONG = 1 << 24 };

/* The same write-back in the arrays of a bitmap or full vector (present NULL), in the time of the update: a sparse one
 * with an accumulator, or under a listed mask that is no complement; nothing is replaced.  Devices have it of full
 * vectors without an accumulator, for a mask whose list is that of the update. */
struct graph_vector_update_request {
    struct graph_vector_view update;
    struct graph_vector_mask mask;
    graph_op accum;
    uint8_t *present;
    void *value;
    int64_t added;    /* out: entries gained less those lost */
    bool is_possible; /* out: false, and nothing is done, where a full vector would lose entries */
};

/* C(i, :) = row source_row[i] of A with its entries moved: the one in column j goes to each of the columns
 * target[target_start[j]] .. target[target_start[j + 1] - 1].  A negative source_row gives an empty row; source_row NULL:
 * row i is row i; target_start NULL: columns stay.  No two entries of a row may get the same column. */
struct graph_remap_request {
    struct graph_csr A;
    int64_t rows, columns; /* of C */
    const int32_t *source_row;
    const int64_t *target_start;
    const int32_t *target;
    int threads;
    struct graph_csr_arrays C;
};

/* C = the entries of A inside (or outside) the region of the marked rows and marked columns; NULL marks all. */
struct graph_region_request {
    struct graph_csr A;
    const uint8_t *row_mark, *column_mark;
    bool keeps_inside;
    int threads;
    struct graph_csr_arrays C;
};

/* C = the Kronecker product of A and B under op, of `type` as the operands unless op says otherwise. */
struct graph_kronecker_request {
    struct graph_csr A, B;
    graph_op op;
    graph_type type;
    int threads;
    struct graph_csr_arrays C;
};

/* Levels (GRAPH_INT32) and parents (GRAPH_INT64) of a breadth-first search; see graph_bfs.  The kernel chooses the form
 * of the vectors it makes: sparse, bitmap or full, by what was reached. */
struct graph_bfs_request {
    struct graph_csr out; /* edges in the direction of the search */
    struct graph_csr in;  /* the reverse, out itself if that is symmetric; row_start NULL when not at hand */
    int64_t source, max_depth;
    int64_t target; /* the search ends with the level of this vertex; negative: there is none */
    bool wants_level, wants_parent;
    int threads;
    int64_t least_shared_edges; /* tests: threads share levels of so many edges; 0: the back end chooses */
    struct graph_vector_arrays level, parent; /* out */
    int64_t
        wasted; /* out: edges read in steps that would have been faster the other way round, had `in` been there */
    struct graph_progress *progress;
};

/* Triangles of the undirected simple graph of any square pattern; see graph_triangles. */
struct graph_triangles_request {
    struct graph_csr A;
    struct graph_csr
        A_transposed;  /* row_start NULL when not at hand, but given where A has more than 2^31-1 entries */
    bool is_symmetric; /* A_transposed would have the pattern of A */
    int threads;
    int64_t *per_vertex;               /* one element per vertex, or NULL */
    uint64_t count, edges, self_loops; /* out */
    /* parts > 1: a device counts only its share of the work, and the counts of all parts add up.  The CPU takes 0 alone. */
    int part, parts;
    struct graph_progress *progress;
};

#endif
