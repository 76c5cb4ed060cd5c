/* See isa.h. */
#include "cpu/common/isa.h"

atomic_int graph__cpu_isa_most = GRAPH_ISA_AVX512;

static enum graph_isa detect(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return GRAPH_ISA_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        return GRAPH_ISA_AVX2;
#endif
    return GRAPH_ISA_PLAIN;
}

enum graph_isa graph__cpu_isa(void)
{
    enum graph_isa found = detect(), most = (enum graph_isa)atomic_load(&graph__cpu_isa_most);
    return found < most ? found : most;
}

void graph__cpu_isa_at_most(enum graph_isa most) { atomic_store(&graph__cpu_isa_most, (int)most); }
