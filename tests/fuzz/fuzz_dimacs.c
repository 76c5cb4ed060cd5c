/* Fuzz target: DIMACS files. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    fuzz_read(bytes, length, GRAPH_FILE_DIMACS);
    return 0;
}
