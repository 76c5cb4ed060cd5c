/* A product by chunks of rows, for the files of this folder: what is known of it, and what its device part and its CPU part
 * share. */
#ifndef OPERATIONS_HYBRID_MXM_SPLIT_H
#define OPERATIONS_HYBRID_MXM_SPLIT_H

#include <stdatomic.h>

#include "operations/hybrid/split_shares.h"
#include "operations/write_back.h"

enum { GRAPH_CHUNKED_ROWS_FOR_THREADS = 1 << 12 };

/* One of a back end's products. */
typedef graph_status graph_mxm_function(struct graph_mxm_request *);

/* graph_spgemm. */
typedef graph_status graph_spgemm_function(graph_matrix **C, const graph_semiring *semiring,
                                           const graph_matrix *A, const graph_matrix *B,
                                           const graph_descriptor *descriptor);

/* Rows first .. end - 1 of the result. */
struct chunk {
    int64_t first, end;
    int64_t before;            /* entries of the result in front of it */
    struct graph_csr_arrays C; /* of a chunk of the device only `entries` */
    /* Of the CPU: columns and values lie in C already, and from where on; all of it is still to be moved to `before`. */
    bool is_in_place, is_moving;
    int64_t lies_at;
};

struct chunk_list {
    struct chunk *chunk;
    int64_t count, room;
};

/* What the device or the CPU computes with; the views are those of all of A and B at its place. */
struct part {
    const struct graph_backend *backend;
    graph_mxm_function *multiply; /* NULL: this part has no rows */
    struct graph_csr A, B;
    int threads;
    struct chunk_list chunks;
    uint64_t products; /* as its kernels report them */
    double seconds;    /* until all of it was in place */
};

struct split_product {
    const struct graph_place *place; /* of the device */
    struct graph_place host;
    const struct graph_semiring *semiring;
    graph_spgemm_function *spgemm; /* measures splits */
    graph_method method;           /* of each part */
    graph_split split;             /* as asked for; GRAPH_SPLIT_SHARE where a dynamic one is settled */
    int64_t rows;
    const int64_t *work; /* of rows 0 .. i - 1: products where they are counted, else entries of A */
    int64_t *products;   /* where they are counted */
    struct graph_shares shares;
    struct part device, cpu;
    struct graph_csr_arrays C; /* C.entries: so far */
    int64_t room;              /* entries that C's arrays can hold */
    int64_t band_low,
        band_count; /* C's diagonals, where A and B are full bands; rows near the corners may lack some */
    size_t value_bytes;

    struct graph_async_download *download;
    double begin;                /* in seconds of the clock */
    double counted, waited;      /* seconds for counting products, and in waiting for copies */
    int64_t chunk_work, most;    /* work of the next chunk: wanted, and that memory allows */
    int64_t taken, taken_before; /* work of the last chunk and of the one before */

    /* With a CPU part. */
    double share;               /* of the CPU, where the split says it */
    int64_t cpu_first, cpu_end; /* the rows that the CPU begins with, where it does not take them itself */
    bool is_counting;           /* the CPU's thread is to count the products and to open the shares */
    pthread_mutex_t lock;       /* of what follows */
    pthread_cond_t moved;
    bool is_all_in_place; /* the CPU's rows; set before has_computed */
    /* How far it has come; is_over: or will come. */
    atomic_bool has_shares, has_computed, has_room, is_over;
    graph_status cpu_status;
    char cpu_sentence[256];
};

/* The steps in which products with and without a CPU part differ. */
struct split_steps {
    const char *name;                             /* for the statistics */
    bool reads_on_host;                           /* whether values of A and B are wanted on the host */
    graph_status (*open)(struct split_product *); /* chooses kernels and threads; operands are open */
    graph_status (*run)(struct split_product *);  /* computes all rows */
    void (*close)(const struct split_product *);  /* after a success; NULL: nothing */
};

/* C<M> accum= A B in these steps; *p has what the caller knows, and place is that of the device. */
graph_status graph__split_multiply(struct split_product *p, const struct split_steps *steps, graph_matrix *C,
                                   const graph_matrix *M, graph_op accum, const graph_matrix *A,
                                   const graph_matrix *B);

/* Who takes which rows, by their work. */
void graph__split_open_shares(struct split_product *p, const int64_t *work, graph_split split, double share);

/* The share of the work that was the CPU's. */
double graph__split_cpu_share(const struct split_product *p);

/* The request for rows first .. end - 1, but for A.row_start: whose entries begin at number *start of all.  *diagonals is
 * where it stores which diagonals these rows have, for graph__diagonals_forget. */
struct graph_mxm_request graph__split_request(int64_t *start, struct graph_diagonal_list **diagonals,
                                              const struct split_product *p, const struct part *part,
                                              int64_t first, int64_t end);

/* How many entries rows 0 .. row - 1 of C have at most, where it is a band. */
int64_t graph__split_entries_before(const struct split_product *p, int64_t row);

graph_status graph__split_add(struct chunk_list *list, struct chunk chunk);

#endif
