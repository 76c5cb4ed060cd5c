/* See mxm_count.h.  Short rows of A are compared in registers, 16 columns of B at a time with one column of A each;
 * longer ones become bits that rows of B look up; and long rows of B are searched for the columns of A. */
#include "cpu/mxm_count.h"

#include "cpu/avx512.h"

/* Rows of B ahead of the one that is counted whose columns are asked for; for their places as far again. */
enum { AHEAD = 6 };

static int32_t count_sought(const struct graph_count_row *row, const int32_t *b, int64_t n)
{
    int32_t found = 0;
    for (int64_t k = 0, at = 0; k < row->length; k++) {
        at = graph__gallop(b, at, n, row->a[k]);
        if (at == n)
            break;
        found += b[at] == row->a[k];
    }
    return found;
}

static inline void set_bits(const struct graph_count_row *row)
{
    for (int64_t k = 0; k < row->length; k++)
        row->bits[row->a[k] >> 5] |= 1u << (row->a[k] & 31);
}

static inline void clear_bits(const struct graph_count_row *row)
{
    for (int64_t k = 0; k < row->length; k++)
        row->bits[row->a[k] >> 5] = 0;
}

static inline void ask_for(const struct graph_csr *B, const int32_t *j, int64_t m, int64_t known)
{
    if (m + 2 * AHEAD >= known)
        return;
    __builtin_prefetch(B->row_start + j[m + 2 * AHEAD]);
    __builtin_prefetch(B->column + B->row_start[j[m + AHEAD]]);
}

void graph__count_row_plain(int32_t *count, const struct graph_count_row *row, const int32_t *j, int64_t n,
                            int64_t known, const struct graph_csr *B)
{
    set_bits(row);
    for (int64_t m = 0; m < n; m++) {
        const int32_t *b = B->column + B->row_start[j[m]];
        int64_t length = B->row_start[j[m] + 1] - B->row_start[j[m]];
        ask_for(B, j, m, known);
        count[m] = 0;
        if (graph__is_sought(row->length, length))
            count[m] = count_sought(row, b, length);
        else
            for (int64_t k = 0; k < length; k++)
                count[m] += (int32_t)(row->bits[b[k] >> 5] >> (b[k] & 31) & 1);
    }
    clear_bits(row);
}

#if defined(GRAPH_AVX512)
/* Up to so many columns of A are compared one by one. */
enum { FEW = 12 };

static inline GRAPH_AVX512 int32_t count_few(const struct graph_count_row *row, const int32_t *b, int64_t n)
{
    int32_t found = 0;
    for (int64_t k = 0; k < n; k += 16) {
        __mmask16 lanes = graph__lanes(n - k), same = 0;
        __m512i columns = _mm512_maskz_loadu_epi32(lanes, b + k);
        for (int64_t f = 0; f < row->length; f++)
            same |= _mm512_cmpeq_epi32_mask(columns, _mm512_set1_epi32(row->a[f]));
        found += __builtin_popcount(same & lanes);
    }
    return found;
}

static inline GRAPH_AVX512 int32_t count_bits(const struct graph_count_row *row, const int32_t *b, int64_t n)
{
    const __m512i one = _mm512_set1_epi32(1);
    __m512i sum = _mm512_setzero_si512();
    for (int64_t k = 0; k < n; k += 16) {
        __mmask16 lanes = graph__lanes(n - k);
        __m512i columns = _mm512_maskz_loadu_epi32(lanes, b + k);
        __m512i words = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes,
                                                    _mm512_srli_epi32(columns, 5), row->bits, 4);
        __m512i bit = _mm512_srlv_epi32(words, _mm512_and_si512(columns, _mm512_set1_epi32(31)));
        sum = _mm512_add_epi32(sum, _mm512_and_si512(bit, one));
    }
    return _mm512_reduce_add_epi32(sum);
}

static GRAPH_AVX512 void count_row_avx512(int32_t *count, const struct graph_count_row *row, const int32_t *j,
                                          int64_t n, int64_t known, const struct graph_csr *B)
{
    bool is_few = row->length <= FEW;
    if (!is_few)
        set_bits(row);
    for (int64_t m = 0; m < n; m++) {
        const int32_t *b = B->column + B->row_start[j[m]];
        int64_t length = B->row_start[j[m] + 1] - B->row_start[j[m]];
        ask_for(B, j, m, known);
        if (graph__is_sought(row->length + 16, length))
            count[m] = count_sought(row, b, length);
        else
            count[m] = is_few ? count_few(row, b, length) : count_bits(row, b, length);
    }
    if (!is_few)
        clear_bits(row);
}
#endif

void graph__count_row(int32_t *count, const struct graph_count_row *row, const int32_t *j, int64_t n,
                      int64_t known, const struct graph_csr *B)
{
#if defined(GRAPH_AVX512)
    if (graph__has_avx512()) {
        count_row_avx512(count, row, j, n, known, B);
        return;
    }
#endif
    graph__count_row_plain(count, row, j, n, known, B);
}
