/* Sums and products of sizes that cannot wrap unseen. */
#ifndef BASE_CHECKED_H
#define BASE_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* *product = a * b, or false if that does not fit. */
static inline bool graph__multiply(size_t *product, size_t a, size_t b)
{
    return !__builtin_mul_overflow(a, b, product);
}

/* *sum = a + b, or false if that does not fit. */
static inline bool graph__sum(size_t *sum, size_t a, size_t b) { return !__builtin_add_overflow(a, b, sum); }

#endif
