/* See stream.h. */
#include "base/stream.h"

#include <stdbool.h>
#include <string.h>

enum { LINE = 64 };

#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_LINES 1
#include <immintrin.h>
#define WITH_LINES __attribute__((target("avx512f")))

static bool can_write_lines(void) { return __builtin_cpu_supports("avx512f"); }

/* How many of the bytes from `to` on lie before a line begins. */
static size_t before_line(const void *to) { return (LINE - (uintptr_t)to % LINE) % LINE; }

static WITH_LINES size_t stream_bytes(char *to, const char *from, size_t begin, size_t end, size_t bytes)
{
    size_t head = before_line(to + begin), k = begin;
    if (head > 0) {
        head = head < end - begin ? head : end - begin;
        memcpy(to + k, from + k, head);
        k += head;
    }
    for (; k + LINE <= end; k += LINE)
        _mm512_stream_si512((__m512i *)(void *)(to + k), _mm512_loadu_si512(from + k));
    if (end == bytes && k < end) {
        memcpy(to + k, from + k, end - k);
        k = end;
    }
    return k;
}

static WITH_LINES int64_t stream_columns(int32_t *to, const int32_t *from, int32_t more, int64_t begin,
                                         int64_t end, int64_t count)
{
    enum { LANES = LINE / sizeof(int32_t) };
    __m512i add = _mm512_set1_epi32(more);
    int64_t k = begin;
    for (; k < end && before_line(to + k) > 0; k++)
        to[k] = from[k] + more;
    for (; k + LANES <= end; k += LANES)
        _mm512_stream_si512((__m512i *)(void *)(to + k), _mm512_add_epi32(_mm512_loadu_si512(from + k), add));
    for (; end == count && k < end; k++)
        to[k] = from[k] + more;
    return k;
}

#endif

size_t graph__stream_bytes(void *to, const void *from, size_t begin, size_t end, size_t bytes)
{
#if defined(HAS_LINES)
    if (can_write_lines())
        return stream_bytes(to, from, begin, end, bytes);
#endif
    (void)bytes;
    memcpy((char *)to + begin, (const char *)from + begin, end - begin);
    return end;
}

int64_t graph__stream_columns(int32_t *to, const int32_t *from, int32_t more, int64_t begin, int64_t end,
                              int64_t count)
{
#if defined(HAS_LINES)
    if (can_write_lines())
        return stream_columns(to, from, more, begin, end, count);
#endif
    (void)count;
    for (int64_t k = begin; k < end; k++)
        to[k] = from[k] + more;
    return end;
}

#if defined(HAS_LINES)
static WITH_LINES void fence(void) { _mm_sfence(); }
#endif

void graph__stream_end(void)
{
#if defined(HAS_LINES)
    if (can_write_lines())
        fence();
#endif
}
