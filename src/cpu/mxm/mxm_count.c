/* See mxm_count.h.  Short rows of A are compared in registers, 8 or 16 columns of B at a time with one column of A each;
 * longer ones become bits, which the columns of rows of B select; and long rows of B are searched for the columns of A. */
#include "cpu/mxm/mxm_count.h"

#include "cpu/common/avx512.h"
#include "cpu/mxm/tuning.h"

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

static inline void prefetch_ahead(const struct graph_csr *B, const int32_t *j, int64_t m)
{
    __builtin_prefetch(B->row_start + j[m + 2 * COUNT_AHEAD]);
    __builtin_prefetch(B->column + B->row_start[j[m + COUNT_AHEAD]]);
}

static inline void prefetch_row(const struct graph_csr *B, const int32_t *j, int64_t m, int64_t known)
{
    if (m + 2 * COUNT_AHEAD < known)
        prefetch_ahead(B, j, m);
}

void graph__count_row_plain(int32_t *count, const struct graph_count_row *row, const int32_t *j, int64_t n,
                            int64_t known, const struct graph_csr *B)
{
    set_bits(row);
    for (int64_t m = 0; m < n; m++) {
        const int32_t *b = B->column + B->row_start[j[m]];
        int64_t length = B->row_start[j[m] + 1] - B->row_start[j[m]];
        prefetch_row(B, j, m, known);
        count[m] = 0;
        if (graph__is_sought(row->length, length))
            count[m] = count_sought(row, b, length);
        else
            for (int64_t k = 0; k < length; k++)
                count[m] += (int32_t)(row->bits[b[k] >> 5] >> (b[k] & 31) & 1);
    }
    clear_bits(row);
}

#if defined(__x86_64__) && defined(__GNUC__)
/* The end of the entries of the mask for which columns can be read ahead of time, at most `end`. */
static inline int64_t last_read_ahead(const struct graph_csr *mask, int64_t end)
{
    return end < mask->entries - 2 * COUNT_AHEAD ? end : mask->entries - 2 * COUNT_AHEAD;
}

/* A row of A that is compared in registers, with a row of the mask of n entries that one thread can do. */
static inline bool is_small(int64_t length, int64_t n)
{
    return length <= SHORT_MOST && length * n <= GRAPH_COUNT_SMALL;
}

/* The first n of eight lanes. */
static inline __attribute__((always_inline)) GRAPH_TARGET_AVX2 __m256i eight_lanes(int64_t n)
{
    static const int32_t ones[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
    return _mm256_loadu_si256((const __m256i *)(ones + 8 - (n < 8 ? n : 8)));
}

/* The columns that b has in common with the `width` ones in a, of which some may be the same. */
static inline __attribute__((always_inline)) GRAPH_TARGET_AVX2 int32_t count_eights(const __m256i *a,
                                                                                    int width,
                                                                                    const int32_t *b,
                                                                                    int64_t n)
{
    int32_t found = 0;
    for (int64_t k = 0; k < n; k += 8) {
        const __m256i lanes = eight_lanes(n - k), columns = _mm256_maskload_epi32(b + k, lanes);
        __m256i same = _mm256_setzero_si256();
        for (int f = 0; f < width; f++)
            same = _mm256_or_si256(same, _mm256_cmpeq_epi32(columns, a[f]));
        same = _mm256_and_si256(same, lanes);
        found += __builtin_popcount((unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(same)));
    }
    return found;
}

/* A row of at most `width` columns against the rows j[0 .. n - 1] of B. */
static inline __attribute__((always_inline)) GRAPH_TARGET_AVX2 void
count_row_of(int32_t *count, int width, const int32_t *a, int64_t length, const int32_t *j, int64_t n,
             const struct graph_csr *B)
{
    const struct graph_count_row row = {.a = a, .length = length};
    __m256i each[SHORT_MOST];
    for (int f = 0; f < width; f++)
        each[f] = _mm256_set1_epi32(a[f < length ? f : 0]);
    for (int64_t m = 0; m < n; m++) {
        int64_t start = B->row_start[j[m]], b_length = B->row_start[j[m] + 1] - start;
        prefetch_ahead(B, j, m);
        count[m] = graph__is_sought(length + 8, b_length)
                       ? count_sought(&row, B->column + start, b_length)
                       : count_eights(each, width, B->column + start, b_length);
    }
}

static GRAPH_TARGET_AVX2 int64_t count_rows_avx2(int32_t *count, int64_t room, const struct graph_csr *A,
                                                 const struct graph_csr *mask, const struct graph_csr *B,
                                                 int64_t first, int64_t end)
{
    const int64_t from = mask->row_start[first], last = last_read_ahead(mask, from + room);
    int64_t i = first;
    for (; i < end && mask->row_start[i + 1] <= last; i++) {
        const int32_t *a = A->column + A->row_start[i];
        const int64_t length = A->row_start[i + 1] - A->row_start[i], m = mask->row_start[i],
                      n = mask->row_start[i + 1] - m;
        if (!is_small(length, n))
            break;
        if (length == 0 || n == 0)
            continue; /* these counts are not read */
        if (length <= 2)
            count_row_of(count + (m - from), 2, a, length, mask->column + m, n, B);
        else if (length <= 4)
            count_row_of(count + (m - from), 4, a, length, mask->column + m, n, B);
        else
            count_row_of(count + (m - from), SHORT_MOST, a, length, mask->column + m, n, B);
    }
    return i;
}
#endif

#if defined(GRAPH_AVX512)
static inline GRAPH_AVX512 int32_t count_short(const struct graph_count_row *row, const int32_t *b, int64_t n)
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
    bool is_short = row->length <= SHORT_MOST;
    if (!is_short)
        set_bits(row);
    for (int64_t m = 0; m < n; m++) {
        const int32_t *b = B->column + B->row_start[j[m]];
        int64_t length = B->row_start[j[m] + 1] - B->row_start[j[m]];
        prefetch_row(B, j, m, known);
        if (graph__is_sought(row->length + 16, length))
            count[m] = count_sought(row, b, length);
        else
            count[m] = is_short ? count_short(row, b, length) : count_bits(row, b, length);
    }
    if (!is_short)
        clear_bits(row);
}

/* The columns that b, at most 16, shares with those in `a`, of which some may be the same. */
static inline __attribute__((always_inline)) GRAPH_AVX512 int32_t count_same(const __m512i *a, int width,
                                                                             const int32_t *b, int64_t n)
{
    __mmask16 lanes = graph__lanes(n), same = 0;
    __m512i columns = _mm512_maskz_loadu_epi32(lanes, b);
    for (int f = 0; f < width; f++)
        same |= _mm512_mask_cmpeq_epi32_mask(lanes, columns, a[f]);
    return __builtin_popcount(same);
}

/* A row of at most `width` columns against the rows j[0 .. n - 1] of B. */
static inline __attribute__((always_inline)) GRAPH_AVX512 void
count_short_row(int32_t *count, int width, const int32_t *a, int64_t length, const int32_t *j, int64_t n,
                const struct graph_csr *B)
{
    const struct graph_count_row row = {.a = a, .length = length};
    __m512i each[SHORT_MOST];
    for (int f = 0; f < width; f++)
        each[f] = _mm512_set1_epi32(a[f < length ? f : 0]);
    for (int64_t m = 0; m < n; m++) {
        int64_t start = B->row_start[j[m]], b_length = B->row_start[j[m] + 1] - start;
        prefetch_ahead(B, j, m);
        count[m] = b_length <= 16 ? count_same(each, width, B->column + start, b_length)
                   : graph__is_sought(length + 16, b_length) ? count_sought(&row, B->column + start, b_length)
                                                             : count_short(&row, B->column + start, b_length);
    }
}

static GRAPH_AVX512 int64_t count_rows_avx512(int32_t *count, int64_t room, const struct graph_csr *A,
                                              const struct graph_csr *mask, const struct graph_csr *B,
                                              int64_t first, int64_t end)
{
    const int64_t from = mask->row_start[first], last = last_read_ahead(mask, from + room);
    int64_t i = first;
    for (; i < end && mask->row_start[i + 1] <= last; i++) {
        const int32_t *a = A->column + A->row_start[i];
        const int64_t length = A->row_start[i + 1] - A->row_start[i], m = mask->row_start[i],
                      n = mask->row_start[i + 1] - m;
        if (!is_small(length, n))
            break;
        if (length == 0 || n == 0)
            continue; /* these counts are not read */
        if (length <= 4)
            count_short_row(count + (m - from), 4, a, length, mask->column + m, n, B);
        else
            count_short_row(count + (m - from), SHORT_MOST, a, length, mask->column + m, n, B);
    }
    return i;
}
#endif

int64_t graph__count_rows(int32_t *count, int64_t room, const struct graph_csr *A,
                          const struct graph_csr *mask, const struct graph_csr *B, int64_t first, int64_t end)
{
#if defined(GRAPH_AVX512)
    if (graph__has_avx512())
        return count_rows_avx512(count, room, A, mask, B, first, end);
#endif
#if defined(__x86_64__) && defined(__GNUC__)
    if (graph__cpu_isa() >= GRAPH_ISA_AVX2)
        return count_rows_avx2(count, room, A, mask, B, first, end);
#endif
    (void)count, (void)room, (void)A, (void)mask, (void)B, (void)end;
    return first;
}

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
