/* What does not depend on the semiring in C = A B by rows: how the rows are cut into chunks of equal work, and where
 * in C each chunk goes.
 *
 * Threads take chunks in order and compute them into private memory that stays in cache.  The place of chunk c in C is the
 * number of entries in the chunks before it; it is known as soon as those have been counted, so one pass over the products
 * is enough and each entry is written to C once. */
#ifndef CPU_MXM_MXM_ROW_CHUNKS_H
#define CPU_MXM_MXM_ROW_CHUNKS_H

#include <stdatomic.h>

#include "contract/kernels.h"
#include "cpu/common/sort_keys.h"

/* Which kernel a row goes to, for statistics. */
enum mxm_kernel { MXM_COPY, MXM_SORT, MXM_HASH, MXM_DENSE, MXM_DOT, MXM_KERNELS };

struct mxm_row_chunks {
    int threads;         /* not more than the work is worth */
    int64_t products;    /* 0 where they are not counted */
    int64_t bound;       /* at least as many as C has entries */
    int64_t count;       /* of the chunks */
    int64_t *block_work; /* scratch: the work of blocks of rows */
    int64_t *chunk_row;  /* count + 1 rows: where each chunk starts */
    atomic_llong next;   /* the next chunk to take */
    atomic_llong *found; /* entries of each chunk; -1 while not computed */
    atomic_llong *place; /* count + 1: where each chunk starts in C; -1 while not known */
    atomic_llong placed; /* chunks whose successor's place is known */
    atomic_flag placing;
    atomic_bool has_failed;         /* memory ran out in some thread: all stop */
    atomic_llong work[MXM_KERNELS]; /* products by the kernel that made them */
    atomic_llong written;           /* entries of C */
    struct graph_progress *progress;
    int passes, pass; /* over all chunks; the first pass is 0 */
};

/* The kernel of most products. */
const char *graph__mxm_used(const struct mxm_row_chunks *chunks);

/* Cuts the rows of a product.  row_start[i + 1] becomes the products of row i, so that they are counted once; with
 * graph__mxm_is_dot it is nothing of use. */
graph_status graph__mxm_row_chunks_open(struct mxm_row_chunks *chunks, const struct graph_mxm_request *r,
                                        int64_t *row_start);
void graph__mxm_row_chunks_close(struct mxm_row_chunks *chunks);

/* Makes all chunks available for another pass, and restores the products of each row in row_start. */
void graph__mxm_row_chunks_rewind(struct mxm_row_chunks *chunks, const struct graph_mxm_request *r,
                                  int64_t *row_start);

/* The next chunk, or -1 when there is none, a thread has failed, or the caller has cancelled. */
int64_t graph__mxm_take(struct mxm_row_chunks *chunks);

/* memcpy for what will not be read soon: past the caches where the processor can, which saves reading lines of `to`. */
void graph__mxm_stream(void *to, const void *from, size_t bytes);

/* Stores how many entries a chunk has. */
void graph__mxm_found(struct mxm_row_chunks *chunks, int64_t chunk, int64_t entries);

/* Where the chunk starts in C, or -1 if that is not known yet. */
int64_t graph__mxm_place(struct mxm_row_chunks *chunks, int64_t chunk);

/* The entries of C whose place is known. */
int64_t graph__mxm_known(struct mxm_row_chunks *chunks);

/* Whether rows are dot products whose work the mask bounds well enough: then products are not counted in advance. */
static inline bool graph__mxm_is_dot(const struct graph_mxm_request *r)
{
    return r->mask.is_given && !r->mask.is_complement && r->B_transposed.row_start != NULL;
}

/* The products of row i of A with B. */
static inline int64_t graph__mxm_row_products(const struct graph_mxm_request *r, int64_t i)
{
    enum { AHEAD = 16 };
    const int64_t *B_start = r->B.row_start;
    const int32_t *A_column = r->A.column;
    int64_t products = 0;
    for (int64_t a = r->A.row_start[i]; a < r->A.row_start[i + 1]; a++) {
        if (a + AHEAD < r->A.entries)
            __builtin_prefetch(B_start + A_column[a + AHEAD]);
        products += B_start[A_column[a] + 1] - B_start[A_column[a]];
    }
    return products;
}

/* At most this many entries has row i of C with so many products. */
static inline int64_t graph__mxm_row_bound(const struct graph_mxm_request *r, int64_t i, int64_t products)
{
    int64_t bound = r->mask.is_complement && !r->mask.is_given ? 0 : r->B.columns;
    if (r->mask.is_given) {
        int64_t masked = r->mask.pattern.row_start[i + 1] - r->mask.pattern.row_start[i];
        bound = r->mask.is_complement ? bound - masked : masked;
    }
    return products < bound ? products : bound;
}

#endif
