/* Register tiles of the min-plus product for four types and three instruction sets.
 *
 * A tile keeps height x 2 vectors of C in registers over all pivots; each pivot costs two loads of B, a broadcast of A
 * for each row, and an add and a min for each vector.  With 512-bit vectors 16 of the 32 registers hold C, and loads
 * and arithmetic leave through different ports. */
#include "cpu/apsp/floyd_tile.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

#define T              int32_t
#define INSTANCE(name) JOIN(name, _int32_plain)
#include "cpu/apsp/floyd_tile.inc"

#define T              int64_t
#define INSTANCE(name) JOIN(name, _int64_plain)
#include "cpu/apsp/floyd_tile.inc"

#define T              float
#define INSTANCE(name) JOIN(name, _fp32_plain)
#include "cpu/apsp/floyd_tile.inc"

#define T              double
#define INSTANCE(name) JOIN(name, _fp64_plain)
#include "cpu/apsp/floyd_tile.inc"

#if defined(__x86_64__)

/* There is no 64-bit minimum below AVX-512. */
GRAPH_TARGET_AVX2 static inline __m256i less_int64(__m256i c, __m256i x)
{
    return _mm256_blendv_epi8(x, c, _mm256_cmpgt_epi64(x, c));
}

#define TARGET         GRAPH_TARGET_AVX2
#define T              int32_t
#define VECTOR         __m256i
#define LANES          8
#define HEIGHT         4
#define LOAD(p)        _mm256_loadu_si256((const __m256i *)(p))
#define STORE(p, x)    _mm256_storeu_si256((__m256i *)(p), x)
#define SPREAD(x)      _mm256_set1_epi32(x)
#define SUM            _mm256_add_epi32
#define LESS           _mm256_min_epi32
#define INSTANCE(name) JOIN(name, _int32_avx2)
#include "cpu/apsp/floyd_tile.inc"

#define TARGET         GRAPH_TARGET_AVX2
#define T              int64_t
#define VECTOR         __m256i
#define LANES          4
#define HEIGHT         4
#define LOAD(p)        _mm256_loadu_si256((const __m256i *)(p))
#define STORE(p, x)    _mm256_storeu_si256((__m256i *)(p), x)
#define SPREAD(x)      _mm256_set1_epi64x(x)
#define SUM            _mm256_add_epi64
#define LESS           less_int64
#define INSTANCE(name) JOIN(name, _int64_avx2)
#include "cpu/apsp/floyd_tile.inc"

#define TARGET         GRAPH_TARGET_AVX2
#define T              float
#define VECTOR         __m256
#define LANES          8
#define HEIGHT         4
#define LOAD(p)        _mm256_loadu_ps(p)
#define STORE(p, x)    _mm256_storeu_ps(p, x)
#define SPREAD(x)      _mm256_set1_ps(x)
#define SUM            _mm256_add_ps
#define LESS           _mm256_min_ps
#define INSTANCE(name) JOIN(name, _fp32_avx2)
#include "cpu/apsp/floyd_tile.inc"

#define TARGET         GRAPH_TARGET_AVX2
#define T              double
#define VECTOR         __m256d
#define LANES          4
#define HEIGHT         4
#define LOAD(p)        _mm256_loadu_pd(p)
#define STORE(p, x)    _mm256_storeu_pd(p, x)
#define SPREAD(x)      _mm256_set1_pd(x)
#define SUM            _mm256_add_pd
#define LESS           _mm256_min_pd
#define INSTANCE(name) JOIN(name, _fp64_avx2)
#include "cpu/apsp/floyd_tile.inc"

#define TARGET         GRAPH_TARGET_AVX512
#define T              int32_t
#define VECTOR         __m512i
#define LANES          16
#define HEIGHT         8
#define LOAD(p)        _mm512_loadu_si512(p)
#define STORE(p, x)    _mm512_storeu_si512(p, x)
#define SPREAD(x)      _mm512_set1_epi32(x)
#define SUM            _mm512_add_epi32
#define LESS           _mm512_min_epi32
#define INSTANCE(name) JOIN(name, _int32_avx512)
#include "cpu/apsp/floyd_tile.inc"

#define TARGET         GRAPH_TARGET_AVX512
#define T              int64_t
#define VECTOR         __m512i
#define LANES          8
#define HEIGHT         8
#define LOAD(p)        _mm512_loadu_si512(p)
#define STORE(p, x)    _mm512_storeu_si512(p, x)
#define SPREAD(x)      _mm512_set1_epi64(x)
#define SUM            _mm512_add_epi64
#define LESS           _mm512_min_epi64
#define INSTANCE(name) JOIN(name, _int64_avx512)
#include "cpu/apsp/floyd_tile.inc"

#define TARGET         GRAPH_TARGET_AVX512
#define T              float
#define VECTOR         __m512
#define LANES          16
#define HEIGHT         8
#define LOAD(p)        _mm512_loadu_ps(p)
#define STORE(p, x)    _mm512_storeu_ps(p, x)
#define SPREAD(x)      _mm512_set1_ps(x)
#define SUM            _mm512_add_ps
#define LESS           _mm512_min_ps
#define INSTANCE(name) JOIN(name, _fp32_avx512)
#include "cpu/apsp/floyd_tile.inc"

#define TARGET         GRAPH_TARGET_AVX512
#define T              double
#define VECTOR         __m512d
#define LANES          8
#define HEIGHT         8
#define LOAD(p)        _mm512_loadu_pd(p)
#define STORE(p, x)    _mm512_storeu_pd(p, x)
#define SPREAD(x)      _mm512_set1_pd(x)
#define SUM            _mm512_add_pd
#define LESS           _mm512_min_pd
#define INSTANCE(name) JOIN(name, _fp64_avx512)
#include "cpu/apsp/floyd_tile.inc"

#endif

static const struct graph_floyd_tile tiles[] = {
#if defined(__x86_64__)
    {GRAPH_INT32, GRAPH_ISA_AVX512, 8, 32, tile_int32_avx512},
    {GRAPH_INT64, GRAPH_ISA_AVX512, 8, 16, tile_int64_avx512},
    {GRAPH_FP32, GRAPH_ISA_AVX512, 8, 32, tile_fp32_avx512},
    {GRAPH_FP64, GRAPH_ISA_AVX512, 8, 16, tile_fp64_avx512},
    {GRAPH_INT32, GRAPH_ISA_AVX2, 4, 16, tile_int32_avx2},
    {GRAPH_INT64, GRAPH_ISA_AVX2, 4, 8, tile_int64_avx2},
    {GRAPH_FP32, GRAPH_ISA_AVX2, 4, 16, tile_fp32_avx2},
    {GRAPH_FP64, GRAPH_ISA_AVX2, 4, 8, tile_fp64_avx2},
#endif
    {GRAPH_INT32, GRAPH_ISA_PLAIN, 4, 2, tile_int32_plain},
    {GRAPH_INT64, GRAPH_ISA_PLAIN, 4, 2, tile_int64_plain},
    {GRAPH_FP32, GRAPH_ISA_PLAIN, 4, 2, tile_fp32_plain},
    {GRAPH_FP64, GRAPH_ISA_PLAIN, 4, 2, tile_fp64_plain},
};

const struct graph_floyd_tile *graph__floyd_tile(graph_type type)
{
    enum graph_isa isa = graph__cpu_isa();
    const struct graph_floyd_tile *tile = tiles;
    while (tile->type != type || tile->isa > isa)
        tile++;
    return tile;
}
