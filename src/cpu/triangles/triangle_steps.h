/* The inner steps of the triangle count, plain and with sixteen lanes. */
#ifndef CPU_TRIANGLES_TRIANGLE_STEPS_H
#define CPU_TRIANGLES_TRIANGLE_STEPS_H

#include <stdbool.h>
#include <stdint.h>

/* A list of vertices in one word: where it starts, and its length, which is at most the square root of the edges. */
enum { LIST_LENGTH_BITS = 24 };
static inline uint64_t graph__list(int64_t start, int64_t length)
{
    return (uint64_t)start << LIST_LENGTH_BITS | (uint64_t)length;
}
static inline int64_t graph__list_start(uint64_t list) { return (int64_t)(list >> LIST_LENGTH_BITS); }
static inline int64_t graph__list_length(uint64_t list)
{
    return (int64_t)(list & (((uint64_t)1 << LIST_LENGTH_BITS) - 1));
}

/* Bytes behind the last mark that may be read. */
enum { MARK_SLACK = 4 };

struct triangle_steps {
    /* Writes those of n vertices that come after v in the order of (key, number), as themselves or as their keys, to
     * `to`, which has room for n; returns how many.  Adds those equal to v to *loops. */
    int64_t (*keep_after)(int32_t *to, uint64_t *loops, const int32_t *vertex, int64_t n, const int32_t *key,
                          int32_t v, bool writes_keys);
    /* Writes those of n vertices that come after v to `later`, which has room for n; returns how many.  For those that
     * come before, v goes to room[next[them]++].  Adds those equal to v to *loops. */
    int64_t (*split)(int32_t *later, int32_t *room, int32_t *next, uint64_t *loops, const int32_t *vertex,
                     int64_t n, const int32_t *key, int32_t v);
    /* Appends those of n vertices that are not among the first `head` of a list, both ascending, to the list, which has
     * room for n more; returns its new length.  The vertices may stand behind the list already. */
    int64_t (*join)(int32_t *list, int64_t head, int64_t length, const int32_t *vertex, int64_t n);
    /* The number of u, v, w with u in first .. last - 1, v and w in list u, and w in list v; mark is all zero before and
     * after. */
    uint64_t (*count)(uint8_t *mark, const uint64_t *list, const int32_t *vertex, int64_t first,
                      int64_t last);
};

/* The steps for this processor. */
const struct triangle_steps *graph__triangle_steps(void);

#endif
