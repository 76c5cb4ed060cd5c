/* What kernel texts need to be compiled into vectors, once for each instruction set. */
#ifndef CPU_COMMON_LANES_H
#define CPU_COMMON_LANES_H

#include "cpu/common/isa.h"

/* Folded into each use, so that what is constant there is not tested in loops. */
#define INLINED static inline __attribute__((always_inline))

/* gcc would unroll loops of constant length into scalars first; clang vectorizes them and warns where it cannot. */
#if defined(__clang__)
#define IN_LANES
#else
#define IN_LANES _Pragma("omp simd")
#endif

/* Functions called by pointer do not become vectors: one form of a kernel over them serves every instruction set. */
#define HAS_LEVELS (INSTANCE_NUMBER >= 0)
#if HAS_LEVELS
#define LEVELS(name) name##_plain, name##_avx2, name##_avx512
#else
#define LEVELS(name) name##_plain, name##_plain, name##_plain
#endif

/* Bytes of eight registers without extensions, with AVX2, with AVX-512. */
enum { PLAIN_BYTES = 128, AVX2_BYTES = 256, AVX512_BYTES = 512 };

#endif
