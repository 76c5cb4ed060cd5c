/* The table of the back end for devices with an envelope around each entry, which counts its calls and makes the k-th call
 * of all fail.  It takes the table's place by the linker's option --wrap=graph__cuda_backend (tests/CMakeLists.txt), so a
 * program has it around the simulated device or around CUDA, and the library knows nothing of it. */
#ifndef TESTS_SUPPORT_FAULTY_BACKEND_H
#define TESTS_SUPPORT_FAULTY_BACKEND_H

#include "tests/support/faults/fault_runs.h"

/* Failing calls of the table: they do nothing and return GRAPH_E_DEVICE, or GRAPH_E_DEVICE_MEMORY for allocations. */
extern const struct fault_injector faulty_backend;

/* Entries of the table that nothing has called so far: prints them, and returns their number.  Entries that the table does
 * not have do not count. */
int faulty_backend_print_unused(void);

/* Pointers of the table that have no envelope: there should be none. */
int faulty_backend_bare_entries(void);

#endif
