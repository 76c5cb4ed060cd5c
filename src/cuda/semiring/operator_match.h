/* Which operator a text of the user's is: it is one of those that are known, or the compiler makes the same code of it. */
#ifndef CUDA_SEMIRING_OPERATOR_MATCH_H
#define CUDA_SEMIRING_OPERATOR_MATCH_H

#include "contract/semiring.h"

/* '+', '*', '<' (the smaller of x and y; of NaN and of zeros with a sign, the one or the other), '>' (the larger), 'x', 'y',
 * '1'; of Booleans '|', '&', '^'; 0: none of these, or there is no compiler. */
struct operator_letters {
    char add, mul;
};

/* Of a user's semiring with texts.  Unusual ones are compiled at the first call, in some tens of milliseconds; what is found
 * stays with the process, by the texts. */
struct operator_letters graph__cuda_match_operators(const struct graph_semiring *semiring);

#endif
