/* What the fuzz targets of the loaders share: read, check, write, read back, compare.  A target fixes the
 * format; the options come from a sum of the bytes, so that one input always means the same. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include "semigraph.h"

/* Aborts with a sentence when something that must hold does not. */
void fuzz_read(const uint8_t *bytes, size_t length, graph_file_format format);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

#endif
