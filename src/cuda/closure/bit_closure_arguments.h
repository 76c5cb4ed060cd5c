/* What the kernels of bit_closure.cu take, and their addresses. */
#ifndef CUDA_CLOSURE_BIT_CLOSURE_ARGUMENTS_H
#define CUDA_CLOSURE_BIT_CLOSURE_ARGUMENTS_H

#include <stdint.h>

enum {
    BIT_PIVOTS = 1024, /* in one round */
    BIT_PIVOT_WORDS = BIT_PIVOTS / 32,
    BIT_TILE = 256, /* rows and columns of a tile of the product */
    BIT_THREADS = 256,
    BIT_SEGMENT = 8 /* tiles that a block takes in one strip of rows */
};

/* bits: n rows of `words` words of 32 bits, n a multiple of BIT_PIVOTS; the pivots are first .. first + BIT_PIVOTS - 1. */
struct bit_round_arguments {
    uint32_t *bits;
    int64_t n, words, first;
    uint32_t *closed;        /* the square of the pivots, closed: BIT_PIVOTS rows of BIT_PIVOT_WORDS words */
    uint32_t *pivot_columns; /* n rows of BIT_PIVOT_WORDS words: the pivots that each row reaches */
    uint32_t *pivot_rows;    /* n rows of BIT_PIVOT_WORDS words: the pivots that reach each column */
};

/* bits(i, j) |= or over k of A(i, k) and B(j, k), for `rows` rows and n columns. */
struct bit_product_arguments {
    const uint32_t *A, *B;
    uint32_t *bits;
    int64_t rows, n, words;
};

/* Rows of from_words words to rows of to_words words; what does not exist is 0. */
struct bit_copy_arguments {
    const uint32_t *from;
    uint32_t *to;
    int64_t from_rows, from_words, to_rows, to_words;
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_bit_close;
extern const void *const graph__cuda_bit_pivot_columns;
extern const void *const graph__cuda_bit_pivot_rows;
extern const void *const graph__cuda_bit_product;
extern const void *const graph__cuda_bit_copy;
extern const int graph__cuda_bit_product_bytes; /* of shared memory */

#ifdef __cplusplus
}
#endif

#endif
