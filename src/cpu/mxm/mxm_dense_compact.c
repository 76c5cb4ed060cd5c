/* See mxm_dense_compact.h.  Plain C for every machine, and AVX-512 where the processor has it: a vector test gives the bits
 * of 64 marks, and compress stores pack positions and sums. */
#include "cpu/mxm/mxm_dense_compact.h"

#include <string.h>

#include "cpu/common/avx512.h"
#include "cpu/mxm/tuning.h"

#define INLINE static inline __attribute__((always_inline))

/* Eight bytes of 0 and 1 as eight bits: the product brings byte b to bit 56 + b. */
INLINE uint64_t bits_of(const uint8_t *byte)
{
    uint64_t eight;
    memcpy(&eight, byte, 8);
    return eight * 0x0102040810204080u >> 56;
}

/* Moves one sum to the output.  width is a constant where this is inlined. */
INLINE void take(const struct dense_accumulator *dense, int64_t j, void *value, int64_t k, size_t width)
{
    if (width == 0)
        return;
    char *sum = (char *)dense->sum + (size_t)j * width;
    memcpy((char *)value + (size_t)k * width, sum, width);
    if (dense->has_start)
        memcpy(sum, &dense->start, width);
}

INLINE int64_t emit_each(const struct dense_accumulator *dense, int64_t base, uint64_t bits,
                         int32_t *position, void *value, int64_t found, size_t width)
{
    for (; bits != 0; bits &= bits - 1) {
        int64_t j = base + __builtin_ctzll(bits);
        position[found] = (int32_t)j;
        take(dense, j, value, found++, width);
    }
    return found;
}

INLINE int64_t compact_plain(const struct dense_accumulator *dense, int64_t first, int64_t last,
                             bool is_coarse, int32_t *position, void *value, size_t width)
{
    int64_t found = 0;
    for (int64_t eight = first & ~(int64_t)7; eight < last; eight += 8) {
        uint64_t blocks = 255;
        if (is_coarse) {
            blocks = bits_of(dense->coarse + eight);
            if (blocks == 0)
                continue;
            memset(dense->coarse + eight, 0, 8);
        } else if (last - eight < 8)
            blocks >>= 8 - (last - eight);
        for (; blocks != 0; blocks &= blocks - 1) {
            int64_t base = (eight + __builtin_ctzll(blocks)) * DENSE_COMPACT_BLOCK;
            uint64_t bits = 0;
            for (int byte = 0; byte < DENSE_COMPACT_BLOCK; byte += 8)
                bits |= bits_of(dense->mark + base + byte) << byte;
            memset(dense->mark + base, 0, DENSE_COMPACT_BLOCK);
            found = emit_each(dense, base, bits, position, value, found, width);
        }
    }
    return found;
}

int64_t graph__dense_compact_plain(const struct dense_accumulator *dense, int64_t first, int64_t last,
                                   bool is_coarse, int32_t *position, void *value)
{
    switch (dense->value_bytes) {
    case 8:
        return compact_plain(dense, first, last, is_coarse, position, value, 8);
    case 4:
        return compact_plain(dense, first, last, is_coarse, position, value, 4);
    case 2:
        return compact_plain(dense, first, last, is_coarse, position, value, 2);
    case 1:
        return compact_plain(dense, first, last, is_coarse, position, value, 1);
    default:
        return compact_plain(dense, first, last, is_coarse, position, value, 0);
    }
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define WIDE __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt,bmi,bmi2")))

INLINE WIDE int64_t emit_packed(const struct dense_accumulator *dense, int64_t base, uint64_t bits,
                                int32_t *position, char *value, int64_t found, size_t width)
{
    const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    int64_t k = found;
    for (int part = 0; part < 64; part += 16) {
        __mmask16 some = (__mmask16)(bits >> part);
        __m512i j = _mm512_add_epi32(_mm512_set1_epi32((int32_t)(base + part)), lanes);
        _mm512_storeu_si512(position + k, _mm512_maskz_compress_epi32(some, j));
        k += __builtin_popcount(some);
    }
    if (width == 0)
        return k;
    char *sum = (char *)dense->sum + (size_t)base * width;
    int64_t to = found;
    for (size_t part = 0; part < 64; part += 64 / width) {
        uint64_t some = bits >> part;
        __m512i sums = _mm512_loadu_si512(sum + part * width);
        int taken;
        if (width == 8) {
            sums = _mm512_maskz_compress_epi64((__mmask8)some, sums);
            taken = __builtin_popcount((__mmask8)some);
        } else if (width == 4) {
            sums = _mm512_maskz_compress_epi32((__mmask16)some, sums);
            taken = __builtin_popcount((__mmask16)some);
        } else if (width == 2) {
            sums = _mm512_maskz_compress_epi16((__mmask32)some, sums);
            taken = __builtin_popcount((__mmask32)some);
        } else {
            sums = _mm512_maskz_compress_epi8(some, sums);
            taken = __builtin_popcountll(some);
        }
        _mm512_storeu_si512(value + (size_t)to * width, sums);
        to += taken;
    }
    if (dense->has_start) {
        __m512i start = width == 8   ? _mm512_set1_epi64((int64_t)dense->start)
                        : width == 4 ? _mm512_set1_epi32((int32_t)dense->start)
                        : width == 2 ? _mm512_set1_epi16((int16_t)dense->start)
                                     : _mm512_set1_epi8((int8_t)dense->start);
        for (size_t byte = 0; byte < 64 * width; byte += 64)
            _mm512_storeu_si512(sum + byte, start);
    }
    return k;
}

INLINE WIDE int64_t compact_wide(const struct dense_accumulator *dense, int64_t first, int64_t last,
                                 bool is_coarse, int32_t *position, void *value, size_t width)
{
    int64_t found = 0;
    for (int64_t group = first; group < last; group += 64) {
        uint64_t blocks = ~(uint64_t)0;
        if (is_coarse) {
            __m512i coarse = _mm512_loadu_si512(dense->coarse + group);
            blocks = _mm512_test_epi8_mask(coarse, coarse);
            if (blocks == 0)
                continue;
            _mm512_storeu_si512(dense->coarse + group, _mm512_setzero_si512());
        } else if (last - group < 64)
            blocks >>= 64 - (last - group);
        for (; blocks != 0; blocks &= blocks - 1) {
            int64_t base = (group + __builtin_ctzll(blocks)) * DENSE_COMPACT_BLOCK;
            __m512i mark = _mm512_loadu_si512(dense->mark + base);
            uint64_t bits = _mm512_test_epi8_mask(mark, mark);
            if (bits == 0)
                continue;
            _mm512_storeu_si512(dense->mark + base, _mm512_setzero_si512());
            found = __builtin_popcountll(bits) < MARKS_TO_PACK
                        ? emit_each(dense, base, bits, position, value, found, width)
                        : emit_packed(dense, base, bits, position, value, found, width);
        }
    }
    return found;
}

static WIDE int64_t wide(const struct dense_accumulator *dense, int64_t first, int64_t last, bool is_coarse,
                         int32_t *position, void *value)
{
    switch (dense->value_bytes) {
    case 8:
        return compact_wide(dense, first, last, is_coarse, position, value, 8);
    case 4:
        return compact_wide(dense, first, last, is_coarse, position, value, 4);
    case 2:
        return compact_wide(dense, first, last, is_coarse, position, value, 2);
    case 1:
        return compact_wide(dense, first, last, is_coarse, position, value, 1);
    default:
        return compact_wide(dense, first, last, is_coarse, position, value, 0);
    }
}

static bool has_wide(void) { return graph__has_avx512() && __builtin_cpu_supports("avx512vbmi2"); }
#endif

int64_t graph__dense_compact(const struct dense_accumulator *dense, int64_t first, int64_t last,
                             bool is_coarse, int32_t *position, void *value)
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (has_wide())
        return wide(dense, first, last, is_coarse, position, value);
#endif
    return graph__dense_compact_plain(dense, first, last, is_coarse, position, value);
}
