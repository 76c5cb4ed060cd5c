/* The memory that the process may have. */
#ifndef BASE_MACHINE_MEMORY_H
#define BASE_MACHINE_MEMORY_H

#include <stddef.h>

/* One of `part` equal parts of the memory of the machine, or of the container if that has less.  Read once. */
size_t graph__memory_part(size_t part);

#endif
