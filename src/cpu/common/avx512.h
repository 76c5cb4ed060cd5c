/* Sixteen lanes where the processor has them.  Functions marked GRAPH_AVX512 may use the intrinsics of immintrin.h and
 * are called only if graph__has_avx512 is true; each has an equivalent in plain C that gives the same results. */
#ifndef CPU_COMMON_AVX512_H
#define CPU_COMMON_AVX512_H

#include <stdbool.h>

#include "cpu/common/isa.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define GRAPH_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,popcnt")))

static inline bool graph__has_avx512(void)
{
    return atomic_load_explicit(&graph__cpu_isa_most, memory_order_relaxed) >= GRAPH_ISA_AVX512 &&
           __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("popcnt");
}

/* A mask of the first n lanes, all of them for n >= 16. */
static inline unsigned short graph__lanes(long long n)
{
    return (unsigned short)(n >= 16 ? 0xffffu : (1u << n) - 1u);
}

#endif
#endif
