/* What the programs on the GraphBLAS C API share: calls that must succeed, and the clock. */
#ifndef BENCH_GRAPHBLAS_GRAPHBLAS_BENCH_H
#define BENCH_GRAPHBLAS_GRAPHBLAS_BENCH_H

#include <GraphBLAS.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TRY(call)                                                                                            \
    do {                                                                                                     \
        GrB_Info info_ = (call);                                                                             \
        if (info_ < 0) {                                                                                     \
            fprintf(stderr, "line %d: %s gives %d\n", __LINE__, #call, (int)info_);                          \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

/* Milliseconds. */
static inline double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

#endif
