/* Fuzz target: files in the format of the library.  Each input is read as it is, and once more with its checksums put
 * right, so that the checks behind them are reached too. */
#include <stdlib.h>
#include <string.h>

#include "io/checksum.h"
#include "tests/fuzz/fuzz.h"

/* Places in the header; see src/io/binary.c. */
enum { OFFSETS = 48, BYTES = 72, CHECKSUMS = 96, HEADER_CHECKSUM = 120, HEADER = 128 };

static uint64_t load(const uint8_t *p)
{
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    fuzz_read(bytes, length, GRAPH_FILE_BINARY);
    if (length < HEADER)
        return 0;
    uint8_t *copy = malloc(length);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, length);
    for (size_t k = 0; k < 3; k++) {
        uint64_t offset = load(copy + OFFSETS + 8 * k), size = load(copy + BYTES + 8 * k);
        if (offset > length || size > length - offset)
            continue;
        uint64_t sum = graph__checksum(copy + offset, (size_t)size, 0);
        memcpy(copy + CHECKSUMS + 8 * k, &sum, sizeof sum);
    }
    uint64_t sum = graph__checksum(copy, HEADER_CHECKSUM, 0);
    memcpy(copy + HEADER_CHECKSUM, &sum, sizeof sum);
    fuzz_read(copy, length, GRAPH_FILE_BINARY);
    free(copy);
    return 0;
}
