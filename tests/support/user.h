/* Types and operators of a user's, for tests and the oracle.
 *
 * The oracle holds their values as whole numbers: user_encode and user_decode translate.  The types are rings, so that every
 * order of a sum gives one answer: Gaussian integers modulo 251 (16 bytes), 2 x 2 matrices modulo 7 (40 bytes, does not
 * commute), colours (3 bytes) and a pair modulo 97 (4 bytes). */
#ifndef TESTS_SUPPORT_USER_H
#define TESTS_SUPPORT_USER_H

#include "base/registry.h"
#include "semigraph.h"

enum user_type_number { USER_GAUSS, USER_SQUARE, USER_COLOUR, USER_PAIR, USER_TYPE_COUNT };

enum {
    USER_VALUE_BYTES = 40,
    USER_OP_COUNT = 19,
    USER_UNARY_COUNT = 5,
    USER_INDEX_COUNT = 4,
    USER_SELECT_COUNT = 4
};

/* Makes all of them on the first call; they live until the process ends. */
void user_open(void);

graph_type user_type(enum user_type_number number);

/* A value of one of these types as a whole number below user_count(type), and back; value has graph_type_size bytes. */
int64_t user_count(graph_type type);
int64_t user_encode(graph_type type, const void *value);
void user_decode(graph_type type, void *value, int64_t code);

/* The operators, k = 0, 1, ... below the counts. */
graph_op user_op(int k);
graph_unary_op user_unary(int k);
graph_index_op user_index(int k);
graph_select_op user_select(int k);

/* A plus and a times of each type: monoids with which it is a ring. */
graph_op user_plus(enum user_type_number number);
graph_op user_times(enum user_type_number number);

#endif
