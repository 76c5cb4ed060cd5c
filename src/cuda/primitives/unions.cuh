/* Unions of sets of vertices, which are trees that point to their smallest vertex; all threads join and look up at the
 * same time.
 * Source: Jayanti and Tarjan, PODC 2016. */
#ifndef CUDA_PRIMITIVES_UNIONS_CUH
#define CUDA_PRIMITIVES_UNIONS_CUH

#include "cuda/runtime/kernel.cuh"

DEVICE int32_t find_root(int32_t *parent, int32_t v)
{
    int32_t p = *(volatile int32_t *)&parent[v];
    while (p != v) {
        const int32_t above = *(volatile int32_t *)&parent[p];
        if (above != p) /* path halving; a late write is an ancestor of v too */
            *(volatile int32_t *)&parent[v] = above;
        v = p;
        p = above;
    }
    return v;
}

/* Whether this call joined u and v, which were in two sets. */
DEVICE bool join(int32_t *parent, int32_t u, int32_t v)
{
    for (;;) {
        u = find_root(parent, u);
        v = find_root(parent, v);
        if (u == v)
            return false;
        const int32_t larger = u > v ? u : v, smaller = u > v ? v : u;
        if (atomicCAS(&parent[larger], larger, smaller) == larger)
            return true;
    }
}

#endif
