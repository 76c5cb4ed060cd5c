/* Fuzz target: SNAP edge lists, plain and gzip. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    fuzz_read(bytes, length, GRAPH_FILE_EDGE_LIST);
    return 0;
}
