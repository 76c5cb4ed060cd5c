/* See mxv_rows.h. */
#include "cpu/mxv/mxv_rows.h"

#include "cpu/common/isa.h"

static int list_plain(int32_t *row, const struct graph_vector_mask *mask, const int64_t *row_start,
                      int64_t begin, int64_t end)
{
    const uint8_t *present = mask->present;
    bool is_complement = mask->is_complement;
    int count = 0;
    for (int64_t i = begin; i < end; i++) {
        row[count] = (int32_t)i;
        count += (row_start[i] < row_start[i + 1]) & (present == NULL || present[i] != is_complement);
    }
    return count;
}

#if defined(__x86_64__)
#include <immintrin.h>

/* Sixteen rows at a time. */
GRAPH_TARGET_AVX512 static int list_avx512(int32_t *row, const struct graph_vector_mask *mask,
                                           const int64_t *row_start, int64_t begin, int64_t end)
{
    const __m512i steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m128i closed = _mm_set1_epi8(mask->is_complement);
    int count = 0;
    int64_t i = begin;
    for (; i + 16 <= end; i += 16) {
        __mmask8 low =
            _mm512_cmplt_epi64_mask(_mm512_loadu_si512(row_start + i), _mm512_loadu_si512(row_start + i + 1));
        __mmask8 high = _mm512_cmplt_epi64_mask(_mm512_loadu_si512(row_start + i + 8),
                                                _mm512_loadu_si512(row_start + i + 9));
        __mmask16 taken = (__mmask16)(low | high << 8);
        if (mask->present != NULL)
            taken &= _mm_cmpneq_epi8_mask(_mm_loadu_si128((const void *)(mask->present + i)), closed);
        __m512i rows = _mm512_add_epi32(_mm512_set1_epi32((int32_t)i), steps);
        _mm512_storeu_si512(row + count, _mm512_maskz_compress_epi32(taken, rows)); /* there is room for 16 */
        count += __builtin_popcount(taken);
    }
    return count + list_plain(row + count, mask, row_start, i, end);
}
#endif

int graph__mxv_list_rows(int32_t row[GRAPH_MXV_BLOCK], const struct graph_vector_mask *mask,
                         const int64_t *row_start, int64_t begin, int64_t end)
{
    if (!mask->is_given && mask->is_complement)
        return 0;
#if defined(__x86_64__)
    if (graph__cpu_isa() == GRAPH_ISA_AVX512)
        return list_avx512(row, mask, row_start, begin, end);
#endif
    return list_plain(row, mask, row_start, begin, end);
}

struct graph_row_shape graph__mxv_sample_rows(const int64_t *row_start, int64_t begin, int64_t end)
{
    enum { SAMPLE = 32, ONE_IN = 8 };
    int64_t last = end - begin < SAMPLE ? end : begin + SAMPLE, changes = 0, gaps = 0;
    for (int64_t i = begin + 1; i < last; i++) {
        int64_t length = row_start[i + 1] - row_start[i];
        changes += length != row_start[i] - row_start[i - 1];
        gaps += length == 0;
    }
    return (struct graph_row_shape){changes * ONE_IN >= last - begin, gaps * ONE_IN >= last - begin};
}
