/* Which operator a text of the user's is, by what the compiler makes of it: its code is that of a text which is known. */
#ifndef CUDA_OPERATOR_MATCH_H
#define CUDA_OPERATOR_MATCH_H

#include "contract/semiring.h"

/* '+', '*', '<' (the smaller of x and y; of NaN and of zeros with a sign, the one or the other), '>' (the larger), 'x', 'y',
 * '1'; of Booleans '|', '&', '^'; 0: none of these, or there is no compiler. */
struct operator_letters {
    char add, mul;
};

/* Of a user's semiring with texts.  Compiles them at the first call, in some tens of milliseconds; what it finds stays with
 * the process, by the texts. */
struct operator_letters graph__cuda_match_operators(const struct graph_semiring *semiring);

#endif
