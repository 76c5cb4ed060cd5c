/* Fuzz target: the choice of the format by content, and the framing of gzip. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    fuzz_read(bytes, length, GRAPH_FILE_AUTO);
    return 0;
}
