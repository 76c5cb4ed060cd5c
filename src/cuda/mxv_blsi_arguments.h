/* What the kernels of mxv_blsi.cuh take. */
#ifndef CUDA_MXV_BLSI_ARGUMENTS_H
#define CUDA_MXV_BLSI_ARGUMENTS_H

struct mxv_blsi_arguments {
    int64_t rows, entries;
    int32_t row_bits, word_bits, chunk_bits, is_flipped;
    const uint32_t *word;
    const int32_t *offset;
    const void *value, *u;
    const uint8_t *u_present; /* NULL: u is full */
    uint64_t *state;          /* of each row: see combine.cuh */
    uint8_t *filled;
    void *w;
    uint8_t *w_present;
    uint64_t *w_entries;
};

#endif
