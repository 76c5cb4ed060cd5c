/* Types and operators of a user's, for tests and the oracle.
 *
 * The oracle holds their values as whole numbers: own_encode and own_decode translate.  The types are rings, so that every
 * order of a sum gives one answer: Gaussian integers modulo 251 (16 bytes), 2 x 2 matrices modulo 7 (40 bytes, does not
 * commute), colours (3 bytes) and a pair modulo 97 (4 bytes). */
#ifndef TESTS_SUPPORT_USER_H
#define TESTS_SUPPORT_USER_H

#include "base/registry.h"
#include "semigraph.h"

enum own_type_number { OWN_GAUSS, OWN_SQUARE, OWN_COLOUR, OWN_PAIR, OWN_TYPE_COUNT };

enum { OWN_VALUE_BYTES = 40, OWN_OP_COUNT = 19, OWN_UNARY_COUNT = 5, OWN_INDEX_COUNT = 4, OWN_SELECT_COUNT = 4 };

/* Makes all of them on the first call; they live until the process ends. */
void own_open(void);

graph_type own_type(enum own_type_number number);

/* A value of one of these types as a whole number below own_count(type), and back; value has graph_type_size bytes. */
int64_t own_count(graph_type type);
int64_t own_encode(graph_type type, const void *value);
void own_decode(graph_type type, void *value, int64_t code);

/* The operators, k = 0, 1, ... below the counts. */
graph_op own_op(int k);
graph_unary_op own_unary(int k);
graph_index_op own_index(int k);
graph_select_op own_select(int k);

/* A plus and a times of each type: monoids with which it is a ring. */
graph_op own_plus(enum own_type_number number);
graph_op own_times(enum own_type_number number);

#endif
