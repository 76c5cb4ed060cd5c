/* What the host finds out about types and semirings: the macro of a type in kernel texts, the laws of a user's semiring, the
 * operators in its texts, and the built-in semiring that computes the same. */
#ifndef CUDA_SEMIRING_SEMIRING_HOST_H
#define CUDA_SEMIRING_SEMIRING_HOST_H

#include <stdbool.h>

#include "contract/semiring.h"

/* "FP32": what follows T_ in a program for a type; NULL for a type without kernels. */
const char *graph__cuda_type_macro(graph_type type);

/* Whether kernels that add products in any order may work over a user's semiring.  Tries add on sample values: it must
 * commute, and over integers and Booleans, whose sums begin with zero, zero must be its identity. */
bool graph__cuda_may_reorder(const struct graph_semiring *user);

/* ---- Operators by their texts ---- */

/* '+', '*', '<' (the smaller of x and y; for NaN and for zeros of both signs, either operand), '>' (the larger), 'x',
 * 'y', '1'; of Booleans '|', '&', '^'; 0: none of these, or there is no compiler. */
struct operator_letters {
    char add, mul;
};

/* The operators of a user's semiring with texts: each text is among the known ones, or compiles to the same code as one.
 * Unusual texts are compiled at the first call, in some tens of milliseconds; the process remembers the result. */
struct operator_letters graph__cuda_match_operators(const struct graph_semiring *semiring);

/* ---- The built-in equivalent ---- */

/* The built-in kind whose add and mul agree with a semiring's for all numbers but NaN and zeros with a sign; 0 if none
 * is known.  For a built-in semiring it is its kind.  zero() and one() may differ: results do not depend on them.  The
 * first call for a semiring with unusual texts waits for the compiler. */
graph_semiring_kind graph__cuda_builtin_equivalent(const struct graph_semiring *semiring);

/* For which values the products of a user's semiring agree with those of its equivalent bit by bit: for all; for finite ones
 * without -0, since a comparison returns either operand for zeros and NaN; or for finite ones without a sign, whose products
 * are neither -0 nor NaN. */
enum equivalence {
    EQUIVALENT_NONE,
    EQUIVALENT_FOR_NONNEGATIVE,
    EQUIVALENT_FOR_PLAIN_NUMBERS,
    EQUIVALENT_ALWAYS
};
enum equivalence graph__cuda_equivalence(const struct graph_semiring *semiring);

/* Replaces *semiring by its equivalent where they agree for all values; returns the equivalence. */
enum equivalence graph__cuda_use_equivalent(const struct graph_semiring **semiring);

/* Whether the zero of the equivalent absorbs products and is the identity of sums. */
bool graph__cuda_equivalent_absorbs(const struct graph_semiring *semiring);

/* Whether products can be computed in pairs where values allow it (packed_min_plus.cuh). */
bool graph__cuda_has_packed(const struct graph_semiring *semiring);

#endif
