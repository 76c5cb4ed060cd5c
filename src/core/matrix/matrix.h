/* The matrix object: arrays by rows in buffers, updates that wait, and what is cached. */
#ifndef CORE_MATRIX_MATRIX_H
#define CORE_MATRIX_MATRIX_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/backends.h"
#include "core/buffer.h"
#include "semigraph/matrix.h"

/* Dimensions are at most this for now: columns are 32-bit inside. */
#define GRAPH_LARGEST_DIMENSION ((int64_t)0x7fffffff)

struct graph_update;

struct graph_matrix {
    graph_type type;
    int64_t rows, columns;
    int64_t entries; /* without the waiting updates */
    /* All NULL: no entries, held by columns, or hypersparse; value NULL: a pattern. */
    graph_buffer *row_start, *column, *value;

    graph_matrix *core; /* hypersparse: the rows and columns that have entries; see hypersparse.h */
    graph_buffer *row_list, *column_list; /* which they are; NULL: all */
    bool is_core;                         /* never hypersparse itself */

    struct graph_update *updates; /* waiting ones: a table with update_room slots, see updates.h */
    int64_t update_count, update_room;

    pthread_mutex_t lock;    /* for the lazy work below, which const readers start */
    atomic_bool is_finished; /* no updates wait and the arrays by rows exist */
    graph_matrix *transpose; /* cache; the only form of an imported CSC until somebody reads it by rows */
    bool has_properties;
    graph_properties properties;           /* cache */
    atomic_int symmetry;                   /* cache: enum graph_symmetry */
    struct graph_diagonal_list *diagonals; /* cache, set by products by diagonals: see base/diagonal_list.h */
    uint64_t block_fill;                   /* cache, set by products on a device: see contract/csr.h */
    atomic_llong
        wasted_edges; /* read so far by searches for want of the reverse edges: see operations/fused.c */
};

/* Whether the pattern of a matrix is known to equal its transpose's. */
enum graph_symmetry { GRAPH_SYMMETRY_UNKNOWN = 0, GRAPH_SYMMETRIC = 1, GRAPH_UNSYMMETRIC = 2 };

/* A new matrix of the type of `like` that is never hypersparse. */
graph_status graph__core_create(graph_matrix **R, const graph_matrix *like, int64_t rows, int64_t columns);

/* Checks a handle: GRAPH_E_NULL with the argument's name. */
graph_status graph__check_matrix(const graph_matrix *A, const char *argument);

/* GRAPH_E_DOMAIN: no type.  GRAPH_E_NOT_SUPPORTED: a dimension is too large. */
graph_status graph__check_dimensions(graph_type type, graph_index rows, graph_index columns);

/* Merges waiting updates and makes the arrays by rows.  Safe from many threads. */
graph_status graph__matrix_finish(const graph_matrix *A);

/* Finishes A and gives its arrays at a place. row_start is never NULL afterwards.  The arrays stay valid while A is neither
 * written nor released. */
graph_status graph__matrix_view(struct graph_csr *view, const graph_matrix *A,
                                const struct graph_backend *place);

/* The same without the values. */
graph_status graph__matrix_view_pattern(struct graph_csr *view, const graph_matrix *A,
                                        const struct graph_backend *place);

/* The same for A' (the cached transpose, made on first use). */
graph_status graph__matrix_view_transposed(struct graph_csr *view, const graph_matrix *A,
                                           const struct graph_backend *place, int threads);

/* *present tells whether a transpose is cached; then *view is it. */
graph_status graph__matrix_view_cached_transpose(struct graph_csr *view, bool *present, const graph_matrix *A,
                                                 const struct graph_backend *place);

/* *is_symmetric = whether A is square and its pattern is that of A'.  Computed on first request, then cached. */
graph_status graph__matrix_symmetry(bool *is_symmetric, const graph_matrix *A);

/* Replaces the content of A (type and dimensions stay) by arrays made by a kernel at `place`, and drops caches and
 * updates.  Takes the arrays over, also when it fails; *arrays is zero afterwards. */
graph_status graph__matrix_adopt(graph_matrix *A, struct graph_csr_arrays *arrays,
                                 const struct graph_backend *place);

/* Replaces the content of A by ones (nothing, if A is a pattern) at the positions of a finished matrix of its shape, which
 * the two then share.  It may be A itself. */
graph_status graph__matrix_adopt_ones(graph_matrix *A, const graph_matrix *pattern);

/* The same with x, of which A's type has a value, in at most 8 bytes. */
graph_status graph__matrix_adopt_repeated(graph_matrix *A, const graph_matrix *pattern, graph_scalar x);

/* The same with values of the type of A, made at `place`, which are taken over, also when it fails. */
graph_status graph__matrix_adopt_values(graph_matrix *A, const graph_matrix *pattern, void *value,
                                        const struct graph_backend *place);

/* Positions in any order become A, which is empty: as graph_build_request, whose rows and columns are those of A. */
graph_status graph__matrix_build(graph_matrix *A, struct graph_build_request *request);

/* Frees arrays made by a kernel at `place` and zeroes *arrays. */
void graph__csr_arrays_release(struct graph_csr_arrays *arrays, const struct graph_backend *place);

/* Wraps arrays of a matrix with `rows` rows in buffers (starts, columns, values); takes the arrays over, also when it
 * fails. */
graph_status graph__csr_wrap(graph_buffer *buffers[3], struct graph_csr_arrays *arrays, int64_t rows,
                             size_t value_bytes, const struct graph_backend *place);

/* Drops caches, and unshares nothing: to be called before any write, of a matrix whose arrays by rows exist or that
 * has no entries. */
void graph__matrix_forget(graph_matrix *A);

/* Drops arrays, updates and caches: the matrix is empty. */
void graph__matrix_drop(graph_matrix *A);

/* Gives a matrix without arrays these three, by rows: it is finished. */
void graph__matrix_hold(graph_matrix *A, graph_buffer *const buffers[3], int64_t entries);

/* Drops the arrays of every form, and nothing else. */
void graph__matrix_drop_arrays(graph_matrix *A);

#endif
