/* Binary search in ascending lists. */
#ifndef BASE_SEARCH_H
#define BASE_SEARCH_H

#include <stdint.h>

/* The first k in low .. high - 1 with list[k] >= value; high if there is none. */
#define LOWER_BOUND(name, type)                                                                              \
    static inline int64_t name(const type *list, int64_t low, int64_t high, int64_t value)                   \
    {                                                                                                        \
        while (low < high) {                                                                                 \
            int64_t middle = low + (high - low) / 2;                                                         \
            if (list[middle] < value)                                                                        \
                low = middle + 1;                                                                            \
            else                                                                                             \
                high = middle;                                                                               \
        }                                                                                                    \
        return low;                                                                                          \
    }

LOWER_BOUND(graph__lower_bound, int32_t)      /* columns, indices */
LOWER_BOUND(graph__lower_bound_wide, int64_t) /* starts of rows */

#undef LOWER_BOUND

#endif
