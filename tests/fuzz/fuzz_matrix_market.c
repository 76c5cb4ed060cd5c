/* Fuzz target: Matrix Market files. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    fuzz_read(bytes, length, GRAPH_FILE_MATRIX_MARKET);
    return 0;
}
