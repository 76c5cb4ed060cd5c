/* A few bytes for the host, and starts of rows that are counted from elsewhere. */
#ifndef CUDA_RUNTIME_READBACK_ARGUMENTS_H
#define CUDA_RUNTIME_READBACK_ARGUMENTS_H

struct mail_arguments {
    uint8_t *to; /* page-locked memory of the host */
    const uint8_t *from;
    int32_t bytes;
};

struct shift_arguments {
    int64_t *to;
    const int64_t *from;
    int64_t n, more;
};

#endif
