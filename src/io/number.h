/* Numbers from text that goes on for at least 16 readable bytes behind them.
 *
 * Eight digits at once: pairs, then quadruples, then all are combined by multiplications that add neighbours.
 * Source: Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51(8),
 * 2021. */
#ifndef IO_NUMBER_H
#define IO_NUMBER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/status.h"
#include "semigraph/types.h"

static inline uint64_t graph__load8(const char *p)
{
    uint64_t x;
    memcpy(&x, p, sizeof x);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

/* The number written in the first n bytes of x, 1 <= n <= 8, which are digits. */
static inline uint32_t graph__digits(uint64_t x, int n)
{
    x = (x & 0x0f0f0f0f0f0f0f0fu) << (64 - 8 * n);
    x = x * 10 + (x >> 8);
    x = ((x & 0x000000ff000000ffu) * 0x000f424000000064u +
         ((x >> 16 & 0x000000ff000000ffu) * 0x0000271000000001u)) >>
        32;
    return (uint32_t)x;
}

/* How many of the first bytes of x are digits, 0 .. 8. */
static inline int graph__count_digits(uint64_t x)
{
    uint64_t t = x ^ 0x3030303030303030u; /* a digit's byte is now 0 .. 9 */
    uint64_t wrong = (t + 0x7676767676767676u) | t;
    wrong &= 0x8080808080808080u;
    return wrong == 0 ? 8 : __builtin_ctzll(wrong) >> 3;
}

/* *x = the digits at p; returns where they end, which is p if there are none.  *fits is cleared if x does
 * not. */
static inline const char *graph__scan_unsigned(const char *p, uint64_t *x, bool *fits)
{
    uint64_t bytes = graph__load8(p);
    int n = graph__count_digits(bytes);
    if (n == 0)
        return p;
    *x = graph__digits(bytes, n);
    p += n;
    if (n < 8)
        return p;
    for (; *p >= '0' && *p <= '9'; p++) {
        uint64_t next;
        if (__builtin_mul_overflow(*x, (uint64_t)10, &next) ||
            __builtin_add_overflow(next, (uint64_t)(*p - '0'), x))
            *fits = false;
    }
    return p;
}

/* A number as it stands in a text. */
struct graph_number {
    bool is_integer; /* digits only, perhaps with a sign */
    bool fits;       /* integer: magnitude fits 64 bits */
    bool is_negative;
    uint64_t magnitude; /* integer */
    double real;        /* always, rounded correctly */
};

/* Reads a decimal number, or inf, infinity, nan in any case; hexadecimal is none.  Returns where it ends, or
 * NULL if there is no number at p.  Does not depend on the process's locale.  The byte behind the number is
 * overwritten for a moment. */
const char *graph__scan_number(char *p, struct graph_number *number);

/* Stores a number as a value of the type.  False, and *expected says what would do, if it does not fit. */
bool graph__store_number(void *value, graph_type type, const struct graph_number *number,
                         const char **expected);

/* Write a number at `to` and return where it ends: 20 bytes at most; one that reads back as the same value,
 * 32 bytes at most. */
char *graph__print_unsigned(char *to, uint64_t x);
char *graph__print_value(char *to, graph_type type, const void *value);

#endif
