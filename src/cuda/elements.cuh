/* Element by element over arrays of T. */
#include "cuda/operators.cuh"

#include "cuda/elements_arguments.h"

GRAPH_KERNEL void elements_fill(struct elements_fill_arguments a)
{
    T *z = (T *)a.z;
    T value = *(const T *)&a.bits;
    for (int64_t e = thread_of_grid(); e < a.n; e += threads_of_grid())
        z[e] = value;
}
