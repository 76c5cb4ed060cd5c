/* Which vector instructions kernels may use on this machine. */
#ifndef CPU_COMMON_ISA_H
#define CPU_COMMON_ISA_H

#include <stdatomic.h>

enum graph_isa { GRAPH_ISA_PLAIN = 0, GRAPH_ISA_AVX2 = 1, GRAPH_ISA_AVX512 = 2 };

/* The best that the processor has, but not above what a test allowed. */
enum graph_isa graph__cpu_isa(void);

/* For tests: from now on at most this, in all that this header and avx512.h answer. */
extern atomic_int graph__cpu_isa_most;
void graph__cpu_isa_at_most(enum graph_isa most);

/* The attribute of functions compiled for an instruction set; nothing on other processors. */
#if defined(__x86_64__)
#define GRAPH_TARGET_AVX2 __attribute__((target("avx2,fma,bmi,bmi2,popcnt")))
#define GRAPH_TARGET_AVX512                                                                                  \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi,bmi2,popcnt")))
#else
#define GRAPH_TARGET_AVX2
#define GRAPH_TARGET_AVX512
#endif

#endif
