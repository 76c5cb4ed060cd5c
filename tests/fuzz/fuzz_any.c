/* Fuzz target: the choice of the format by content, and the framing of gzip.  An input that is gzip is read as it is, and
 * once more with the check sums of its members put right, so that the text behind them is reached too. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tests/fuzz/fuzz.h"

enum { MEMBER_HEADER = 10, MEMBER_END = 8, MOST_TEXT = 1 << 20 };

/* Puts the end of the member at `at` right; where the next one begins, or 0 if this is no whole member. */
static size_t mend_member(uint8_t *bytes, size_t at, size_t length)
{
    static uint8_t text[MOST_TEXT];
    z_stream stream = {0};
    if (length - at < MEMBER_HEADER || bytes[at] != 0x1f || bytes[at + 1] != 0x8b || bytes[at + 3] != 0)
        return 0;
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return 0;
    stream.next_in = bytes + at + MEMBER_HEADER;
    stream.avail_in = (uInt)(length - at - MEMBER_HEADER);
    stream.next_out = text;
    stream.avail_out = MOST_TEXT;
    int result = inflate(&stream, Z_FINISH);
    size_t end = length - stream.avail_in, text_length = MOST_TEXT - stream.avail_out;
    inflateEnd(&stream);
    if (result != Z_STREAM_END || length - end < MEMBER_END)
        return 0;
    uLong sum = crc32(crc32(0, NULL, 0), text, (uInt)text_length);
    for (int k = 0; k < 4; k++) {
        bytes[end + (size_t)k] = (uint8_t)(sum >> (8 * k));
        bytes[end + 4 + (size_t)k] = (uint8_t)(text_length >> (8 * k));
    }
    return end + MEMBER_END;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    fuzz_read(bytes, length, GRAPH_FILE_AUTO);
    if (length < 2 || bytes[0] != 0x1f || bytes[1] != 0x8b)
        return 0;
    uint8_t *copy = malloc(length);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, length);
    size_t at = 0;
    do
        at = mend_member(copy, at, length);
    while (at > 0 && at < length);
    if (memcmp(copy, bytes, length) != 0)
        fuzz_read(copy, length, GRAPH_FILE_AUTO);
    free(copy);
    return 0;
}
