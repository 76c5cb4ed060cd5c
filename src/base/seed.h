/* Numbers that nobody outside the process knows, for hash tables whose keys come from outside: with a fixed hash, chosen
 * keys meet in one slot and make a table as slow as a list.  No result may depend on them. */
#ifndef BASE_SEED_H
#define BASE_SEED_H

#include <stdint.h>

/* Another number in each call: from the system, or else from clocks and addresses. */
uint64_t graph__random_seed(void);

#endif
