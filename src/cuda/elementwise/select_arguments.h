/* What the kernel of select.cuh takes. */
#ifndef CUDA_ELEMENTWISE_SELECT_ARGUMENTS_H
#define CUDA_ELEMENTWISE_SELECT_ARGUMENTS_H

/* Selects the values of n that pass a test against the scalar of y_bits and y_type.  value NULL: ones.  present, if not
 * NULL: only where it is not 0. */
struct select_test_arguments {
    const void *value;
    const uint8_t *present;
    uint32_t *bits;
    uint64_t y_bits;
    int32_t y_type, op;
    int64_t n;
};

#endif
