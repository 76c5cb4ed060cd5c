/* The two sides of a product in chunks of rows: a device, and perhaps the CPU beside it.  For mxm_chunked.c and the files of
 * the sides. */
#ifndef OPERATIONS_HYBRID_MXM_SPLIT_H
#define OPERATIONS_HYBRID_MXM_SPLIT_H

#include "core/placement.h"
#include "operations/hybrid/worker.h"
#include "operations/hybrid/mxm_chunked.h"
#include "operations/hybrid/split_shares.h"

enum { GRAPH_PARTS_ROWS_FOR_THREADS = 1 << 12 };

/* Rows first .. end - 1 of the result. */
struct part {
    int64_t first, end;
    int64_t before;            /* entries of the result in front of it */
    struct graph_csr_arrays C; /* the CPU's own arrays; of a chunk of the device's only `entries` */
    /* Of the CPU's: columns and values lie in C already, and from where on; all of it is still to be moved to `before`. */
    bool is_in_place, is_moving;
    int64_t lies_at;
};

struct part_list {
    struct part *part;
    int64_t count, room;
};

/* What one side computes with; the views are those of all of A and B at its place. */
struct side {
    const struct graph_backend *backend;
    graph_mxm_function *multiply;
    struct graph_csr A, B;
    int threads;
    struct part_list parts;
    uint64_t products; /* as its kernels tell */
    double seconds;    /* until all of it was in place */
};

struct parts {
    const struct graph_place *place;
    const struct graph_semiring *semiring;
    graph_method method; /* of each side */
    graph_split split;   /* as asked for; where a dynamic one has been learnt, GRAPH_SPLIT_SHARE */
    int64_t rows;
    const int64_t *work; /* of rows 0 .. i - 1: products where they are counted, else entries of A */
    int64_t *products;   /* where they are counted */
    struct graph_shares shares;
    struct side device, cpu;
    struct graph_csr_arrays C; /* C.entries: so far */
    int64_t room;              /* entries that C's arrays can hold */
    int64_t band_low,
        band_count; /* C's diagonals, where A and B are full bands; rows near the corners may lack some */
    size_t value_bytes;

    struct graph_copier *copier;
    double begin;                /* in seconds of the clock */
    double counted, waited;      /* seconds for counting products, and in waiting for copies */
    int64_t chunk, most;         /* work of the next chunk: wanted, and that memory allows */
    int64_t taken, taken_before; /* work of the last chunk and of the one before */

    double share;               /* of the CPU, where the split says it */
    int64_t cpu_first, cpu_end; /* the rows that the CPU begins with, where it does not take them itself */
    bool is_counting;           /* the CPU's thread is to count the products and to open the shares */
    pthread_mutex_t lock;       /* of what follows */
    pthread_cond_t moved;
    bool is_all_in_place; /* the CPU's rows; told with has_computed */
    /* How far it has come; is_over: or will come. */
    atomic_bool has_shares, has_computed, has_room, is_over;
    graph_status cpu_status;
    char cpu_sentence[256];
};

/* Sets a mark of p for the other side. */
void graph__parts_tell(struct parts *p, atomic_bool *mark);

/* Waits for a mark of the other side's; false: it will not come. */
bool graph__parts_wait(struct parts *p, const atomic_bool *mark);

void graph__parts_open_shares(struct parts *p, const int64_t *work, graph_split split, double share);

/* The request for rows first .. end - 1, but for A.row_start: whose entries begin at number *start of all.  *diagonals is
 * where it keeps which diagonals these rows have, for graph__diagonals_forget. */
struct graph_mxm_request graph__parts_request(int64_t *start, struct graph_diagonal_list **diagonals,
                                              const struct parts *p, const struct side *side, int64_t first,
                                              int64_t end);

/* How many entries rows 0 .. row - 1 of C have at most, where it is a band. */
int64_t graph__parts_entries_before(const struct parts *p, int64_t row);

graph_status graph__parts_add(struct part_list *list, struct part part);

/* Room for so many entries in C.  Arrays may move: copies on their way are waited for. */
graph_status graph__parts_make_room(struct parts *p, int64_t entries);

/* Until at most `left` copies to the host are not done. */
graph_status graph__parts_wait_for_copies(struct parts *p, int left);

/* The device's rows; the copies to the host have been started. */
graph_status graph__parts_run_device(struct parts *p);

/* The CPU's entries go behind those of the device, where there is room for them. */
void graph__parts_put_behind(struct parts *p);

/* All that is the CPU's: for graph__beside_start, with p. */
void graph__parts_run_cpu(void *p);

#endif
