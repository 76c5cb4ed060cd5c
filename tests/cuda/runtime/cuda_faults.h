/* Calls of the CUDA runtime that fail: the linker puts an envelope around each entry that the library calls
 * (cuda_entries.def), which counts the calls and makes the k-th fail.  The library knows nothing of it. */
#ifndef TESTS_CUDA_RUNTIME_CUDA_FAULTS_H
#define TESTS_CUDA_RUNTIME_CUDA_FAULTS_H

#include "tests/support/faults/fault_runs.h"

/* In FAULT_ONE the error fits the entry; from the fault of FAULT_GONE on all calls return cudaErrorContextIsDestroyed.  The
 * entries that free or wait do their work even so, so that what is held can be counted. */
extern const struct fault_injector cuda_faults;

/* Entries that nothing has called so far, and those that were called but never failed: prints them, and returns how
 * many. */
int cuda_faults_print_unused(void);

/* The entries by number, NULL past the last one; and whether one was called so far without ever failing. */
const char *cuda_faults_entry(int number);
bool cuda_faults_is_untested(int number);

/* The next call of this entry fails, once. */
void cuda_faults_fail_next(const char *entry);

/* The number of failures so far. */
int64_t cuda_faults_injected(void);

#endif
