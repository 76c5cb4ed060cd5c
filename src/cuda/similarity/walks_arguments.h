/* What the kernels of walks.cu take, and their addresses: all walks, and those by uniform draws alone. */
#ifndef CUDA_SIMILARITY_WALKS_ARGUMENTS_H
#define CUDA_SIMILARITY_WALKS_ARGUMENTS_H

#include <stdint.h>

enum { WALKS_THREADS = 256 };

struct walks_arguments {
    const int64_t *row_start;
    const int32_t *column;
    const double *sum;     /* of the weights of a row up to each entry; NULL: all are equally likely */
    const int64_t *source; /* NULL: vertex k is source k */
    int64_t first, walks;  /* the walks of this launch */
    int64_t each, length;
    uint64_t seed;
    double back, out, largest; /* of node2vec; the largest share that an edge is accepted with */
    int32_t *vertex;           /* a row of length + 1 for each walk of this launch, */
    int64_t stride;            /* so many elements from one to the next */
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_walks, *const graph__cuda_walks_uniform;

#ifdef __cplusplus
}
#endif

#endif
