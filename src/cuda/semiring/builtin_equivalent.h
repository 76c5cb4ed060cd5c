/* What a user's semiring does, as far as its texts are among those that are known, or compile to the same. */
#ifndef CUDA_SEMIRING_BUILTIN_EQUIVALENT_H
#define CUDA_SEMIRING_BUILTIN_EQUIVALENT_H

#include "contract/semiring.h"

/* The built-in kind whose add and mul a semiring has for all numbers but NaN and zeros with a sign; 0 if none is known.
 * Of a built-in one it is its own.  zero() and one() may differ: results do not depend on them.  The first question about
 * a semiring with unusual texts waits for the compiler (operator_match.h). */
graph_semiring_kind graph__cuda_twin(const struct graph_semiring *semiring);

/* For which values the products of a user's semiring are, bit by bit, those of its twin: for all; for finite ones without
 * -0, since of zeros and NaN a comparison keeps the one or the other operand; or for finite ones without a sign, whose
 * products are neither -0 nor NaN. */
enum twin_likeness { TWIN_NONE, TWIN_FOR_NONNEGATIVE, TWIN_FOR_PLAIN_NUMBERS, TWIN_ALWAYS };
enum twin_likeness graph__cuda_twin_likeness(const struct graph_semiring *semiring);

/* *semiring becomes the twin where that is alike for all values; gives the likeness that was found. */
enum twin_likeness graph__cuda_take_twin(const struct graph_semiring **semiring);

/* Whether a product with the zero of the built-in kind is that zero, and a sum with it changes nothing. */
bool graph__cuda_twin_absorbs(const struct graph_semiring *semiring);

/* Whether its products are made in pairs where values allow it (packed_min_plus.cuh). */
bool graph__cuda_has_halves(const struct graph_semiring *semiring);

#endif
