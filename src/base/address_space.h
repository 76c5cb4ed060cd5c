/* The address space that the process may still take. */
#ifndef BASE_ADDRESS_SPACE_H
#define BASE_ADDRESS_SPACE_H

#include <stddef.h>

/* Bytes; SIZE_MAX where the system sets no limit to it (RLIMIT_AS, `ulimit -v`). */
size_t graph__unused_address_space(void);

#endif
