/* What the kernels of mxv_blsi.cuh take. */
#ifndef CUDA_PUBLISHED_MXV_BLSI_ARGUMENTS_H
#define CUDA_PUBLISHED_MXV_BLSI_ARGUMENTS_H

/* As GRAPH_BLSI_CHUNK_BITS. */
#define BLSI_CHUNK_BITS 11
/* Threads of a block, which takes a chunk. */
#define BLSI_THREADS 512
/* As GRAPH_BLSI_MOST_STEP_BITS: the steps of a chunk, and what is in front of them, add up in 32 bits. */
#define BLSI_MOST_STEP_BITS 20
/* A number below 2^(BLSI_CHUNK_BITS + 1) is divided by at most 2^BLSI_CHUNK_BITS buckets with a multiplication. */
#define BLSI_RECIPROCAL_BITS 24

struct mxv_blsi_arguments {
    int64_t rows, entries, buckets, chunks;
    uint64_t
        reciprocal; /* of buckets, rounded up, times 2^BLSI_RECIPROCAL_BITS; 0: more than 2^BLSI_CHUNK_BITS buckets */
    int32_t row_bits, column_bits, is_flipped;
    int32_t takes_winners; /* under `any`: the second launch, when the first entries of all rows are known */
    const uint64_t *high;
    const int64_t *before, *sum; /* of each chunk; sum NULL: words are not steps */
    const int32_t *first_row;
    const uint32_t *word;
    const void *value, *u;
    const uint8_t *u_present; /* NULL: u is full */
    uint64_t *state;          /* of each row: see atomic_sums.cuh */
    uint8_t *filled;
    void *w;
    uint8_t *w_present;
    uint64_t *w_entries;
};

#endif
