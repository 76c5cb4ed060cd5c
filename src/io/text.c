/* See text.h. */
#include "io/text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"

enum { RAW_ROOM = 1 << 16, PEEK_BYTES = 1 << 16, LONGEST_LINE = 1 << 30 };

size_t graph__text_block_bytes = (size_t)1 << 20;

double graph__seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static graph_status system_failure(const struct graph_text *text, const char *what)
{
    char reason[128] = "";
    if (strerror_r(errno, reason, sizeof reason) != 0)
        reason[0] = '\0';
    return graph__fail(GRAPH_E_IO, "%s: cannot %s: %s", text->name, what, reason);
}

/* Reads from the source itself, without decompression; *length 0 at the end. */
static graph_status take(struct graph_text *text, void *bytes, size_t room, size_t *length)
{
    *length = 0;
    if (text->file < 0) {
        size_t n = text->memory_rest < room ? text->memory_rest : room;
        if (n > 0) {
            memcpy(bytes, text->memory, n);
            text->memory += n;
        }
        text->memory_rest -= n;
        *length = n;
    } else {
        ssize_t n;
        do
            n = read(text->file, bytes, room);
        while (n < 0 && errno == EINTR);
        if (n < 0)
            return system_failure(text, "read");
        *length = (size_t)n;
    }
    text->raw_bytes += *length;
    return GRAPH_OK;
}

static graph_status refill(struct graph_text *text)
{
    text->raw_at = text->raw_end = 0;
    return take(text, text->raw, RAW_ROOM, &text->raw_end);
}

static void *inflater_allocate(void *context, unsigned count, unsigned bytes)
{
    void *memory;
    (void)context;
    return graph__allocate_zeroed(&memory, count, bytes) == GRAPH_OK ? memory : NULL;
}

static void inflater_free(void *context, void *memory)
{
    (void)context;
    graph__free(memory);
}

static graph_status start_inflater(struct graph_text *text)
{
    z_stream *stream = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(stream, 1));
    stream->zalloc = inflater_allocate;
    stream->zfree = inflater_free;
    if (inflateInit2(stream, 16 + MAX_WBITS) != Z_OK)
        GRAPH_FAIL(GRAPH_E_MEMORY, "%s: no memory to decompress with", text->name);
    text->inflater = stream;
    text->is_gzip = true;
    text->is_member_open = true;
    stream = NULL;
done:
    graph__free(stream);
    return status;
}

/* After a member of a gzip file: another one may follow, or zero bytes that fill up a block of a tape. */
static graph_status next_member(struct graph_text *text, bool *is_end)
{
    graph_status status = GRAPH_OK;
    *is_end = false;
    for (;;) {
        if (text->raw_at == text->raw_end)
            GRAPH_TRY(refill(text));
        if (text->raw_at == text->raw_end) {
            *is_end = true;
            return GRAPH_OK;
        }
        if (text->raw[text->raw_at] != 0)
            break;
        text->raw_at++;
    }
    if (text->raw[text->raw_at] != 0x1f)
        GRAPH_FAIL(GRAPH_E_FORMAT, "%s: expected the end of the gzip data, found other bytes after it",
                   text->name);
    inflateReset(text->inflater);
    text->is_member_open = true;
done:
    return status;
}

static graph_status inflate_some(struct graph_text *text, char *bytes, size_t room, size_t *length)
{
    z_stream *stream = text->inflater;
    graph_status status = GRAPH_OK;
    *length = 0;
    while (*length == 0) {
        bool is_end = false;
        if (!text->is_member_open)
            GRAPH_TRY(next_member(text, &is_end));
        if (is_end)
            break;
        if (text->raw_at == text->raw_end)
            GRAPH_TRY(refill(text));
        if (text->raw_at == text->raw_end)
            GRAPH_FAIL(GRAPH_E_FORMAT, "%s: the gzip data ends early", text->name);
        stream->next_in = text->raw + text->raw_at;
        stream->avail_in = (uInt)(text->raw_end - text->raw_at);
        stream->next_out = (Bytef *)bytes;
        stream->avail_out = (uInt)(room < (1u << 30) ? room : (1u << 30));
        uInt out = stream->avail_out;
        int result = inflate(stream, Z_NO_FLUSH);
        text->raw_at = text->raw_end - stream->avail_in;
        *length = out - stream->avail_out;
        if (result == Z_STREAM_END)
            text->is_member_open = false;
        else if (result == Z_MEM_ERROR)
            GRAPH_FAIL(GRAPH_E_MEMORY, "%s: no memory to decompress with", text->name);
        else if (result != Z_OK && result != Z_BUF_ERROR)
            GRAPH_FAIL(GRAPH_E_FORMAT, "%s: damaged gzip data after %llu bytes of text: %s", text->name,
                       (unsigned long long)(text->bytes + *length),
                       stream->msg != NULL ? stream->msg : "no reason");
    }
done:
    return status;
}

/* Reads text from the source; fills `room` unless the text ends. */
static graph_status fill(struct graph_text *text, char *bytes, size_t room, size_t *length)
{
    graph_status status = GRAPH_OK;
    *length = 0;
    while (*length < room && !text->is_ended) {
        size_t n = 0;
        if (text->is_gzip) {
            GRAPH_TRY(inflate_some(text, bytes + *length, room - *length, &n));
        } else if (text->raw_at < text->raw_end) {
            n = text->raw_end - text->raw_at;
            n = n < room - *length ? n : room - *length;
            memcpy(bytes + *length, text->raw + text->raw_at, n);
            text->raw_at += n;
        } else {
            GRAPH_TRY(take(text, bytes + *length, room - *length, &n));
        }
        text->is_ended = n == 0;
        *length += n;
        text->bytes += n;
        if (text->bytes > text->most_bytes)
            GRAPH_FAIL(GRAPH_E_MEMORY, "%s: the text is longer than the %llu bytes that most_bytes allows",
                       text->name, (unsigned long long)text->most_bytes);
    }
done:
    return status;
}

/* Makes the carried text at least `wanted` bytes long if there is that much. */
static graph_status fill_carry(struct graph_text *text, size_t wanted)
{
    graph_status status = GRAPH_OK;
    size_t n;
    if (text->carry_length >= wanted)
        return GRAPH_OK;
    if (text->carry_room < wanted) {
        GRAPH_TRY(GRAPH_RESIZE(text->carry, wanted));
        text->carry_room = wanted;
    }
    GRAPH_TRY(fill(text, text->carry + text->carry_length, wanted - text->carry_length, &n));
    text->carry_length += n;
done:
    return status;
}

static graph_status start(struct graph_text *text)
{
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(text->raw, RAW_ROOM));
    GRAPH_TRY(refill(text));
    while (text->raw_end < 2 && text->raw_end > 0) {
        size_t n;
        GRAPH_TRY(take(text, text->raw + text->raw_end, RAW_ROOM - text->raw_end, &n));
        if (n == 0)
            break;
        text->raw_end += n;
    }
    if (text->raw_end >= 2 && text->raw[0] == 0x1f && text->raw[1] == 0x8b)
        GRAPH_TRY(start_inflater(text));
done:
    if (status < 0)
        graph__text_close(text);
    return status;
}

graph_status graph__text_open(struct graph_text *text, const char *path, uint64_t most_bytes)
{
    struct stat facts;
    *text = (struct graph_text){.name = path, .most_bytes = most_bytes};
    if (strcmp(path, "-") == 0) {
        text->name = "standard input";
        text->file = STDIN_FILENO;
    } else {
        text->file = open(path, O_RDONLY | O_CLOEXEC);
        text->has_opened = true;
        if (text->file < 0)
            return system_failure(text, "open");
    }
    if (fstat(text->file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0)
        text->raw_total = (uint64_t)facts.st_size;
    return start(text);
}

graph_status graph__text_open_memory(struct graph_text *text, const void *bytes, size_t length,
                                     const char *name, uint64_t most_bytes)
{
    *text = (struct graph_text){.name = name,
                                .file = -1,
                                .memory = bytes,
                                .memory_rest = length,
                                .raw_total = length,
                                .most_bytes = most_bytes};
    return start(text);
}

graph_status graph__text_peek(struct graph_text *text, const char **bytes, size_t *length)
{
    double begin = graph__seconds();
    graph_status status = fill_carry(text, PEEK_BYTES);
    *bytes = text->carry;
    *length = text->carry_length;
    text->seconds += graph__seconds() - begin;
    return status;
}

/* Delivers carried text first. */
static graph_status deliver(struct graph_text *text, char *bytes, size_t room, size_t *length)
{
    size_t n = text->carry_length < room ? text->carry_length : room;
    if (n > 0) {
        memcpy(bytes, text->carry, n);
        memmove(text->carry, text->carry + n, text->carry_length - n);
        text->carry_length -= n;
    }
    graph_status status = fill(text, bytes + n, room - n, length);
    *length += n;
    return status;
}

/* Puts text back, in front of what is carried. */
static graph_status put_back(struct graph_text *text, const char *bytes, size_t length)
{
    graph_status status = GRAPH_OK;
    if (length == 0)
        return GRAPH_OK;
    if (text->carry_room < text->carry_length + length) {
        GRAPH_TRY(GRAPH_RESIZE(text->carry, text->carry_length + length));
        text->carry_room = text->carry_length + length;
    }
    memmove(text->carry + length, text->carry, text->carry_length);
    memcpy(text->carry, bytes, length);
    text->carry_length += length;
done:
    return status;
}

graph_status graph__text_read(struct graph_text *text, void *bytes, size_t room, size_t *length)
{
    double begin = graph__seconds();
    graph_status status = deliver(text, bytes, room, length);
    text->seconds += graph__seconds() - begin;
    return status;
}

graph_status graph__text_skip_lines(struct graph_text *text, uint64_t lines)
{
    char bytes[4096];
    size_t n = 0, k = 0;
    uint64_t passed = 0;
    bool is_in_line = false, is_after_cr = false;
    graph_status status = GRAPH_OK;
    /* A LF that ends a CRLF still belongs to the last line. */
    while (passed < lines || is_after_cr) {
        if (k == n) {
            k = 0;
            GRAPH_TRY(graph__text_read(text, bytes, sizeof bytes, &n));
            if (n == 0)
                break;
        }
        if (is_after_cr && bytes[k] == '\n') {
            is_after_cr = false;
            k++;
            continue;
        }
        is_after_cr = false;
        if (passed == lines)
            break;
        is_after_cr = bytes[k] == '\r';
        is_in_line = bytes[k] != '\r' && bytes[k] != '\n';
        passed += !is_in_line;
        k++;
    }
    if (passed + is_in_line < lines)
        GRAPH_FAIL(GRAPH_E_FORMAT,
                   "%s: expected more than the %llu lines that `skip_lines` (--skip) passes over, found %llu",
                   text->name, (unsigned long long)lines, (unsigned long long)(passed + is_in_line));
    GRAPH_TRY(put_back(text, bytes + k, n - k));
done:
    return status;
}

/* Where the last line of a block ends; 0: no line ends in it.  A CR that is the last byte may be half of a
 * CRLF. */
static size_t end_of_lines(const char *bytes, size_t length)
{
    for (size_t k = length; k > 0; k--)
        if (bytes[k - 1] == '\n')
            return k;
    for (size_t k = length; k > 1; k--)
        if (bytes[k - 2] == '\r')
            return k - 1;
    return 0;
}

static graph_status grow(struct graph_text_block *block, size_t room)
{
    graph_status status = graph__reallocate_array((void **)&block->bytes, room + GRAPH_TEXT_PADDING, 1);
    if (status == GRAPH_OK)
        block->room = room;
    return status;
}

static graph_status fill_block(struct graph_text *text, struct graph_text_block *block)
{
    graph_status status = GRAPH_OK;
    /* What a block held before has no say in where this one ends. */
    size_t end = 0, n, room = graph__text_block_bytes;
    bool is_all = false;
    block->length = 0;
    for (;; room *= 2) {
        if (block->room < room)
            GRAPH_TRY(grow(block, room));
        GRAPH_TRY(deliver(text, block->bytes + block->length, room - block->length, &n));
        block->length += n;
        is_all = text->is_ended && text->carry_length == 0;
        end = is_all ? block->length : end_of_lines(block->bytes, block->length);
        if (end > 0 || is_all)
            break;
        if (room >= LONGEST_LINE)
            GRAPH_FAIL(GRAPH_E_FORMAT, "%s: a line is longer than %d bytes", text->name, (int)LONGEST_LINE);
        if (text->longest_line > 0 && room >= text->longest_line)
            GRAPH_FAIL(
                GRAPH_E_MEMORY,
                "%s: a line is longer than the %llu bytes that `most_memory` (--most-memory) leaves for it",
                text->name, (unsigned long long)text->longest_line);
    }
    GRAPH_TRY(put_back(text, block->bytes + end, block->length - end));
    block->length = end;
    memset(block->bytes + end, 0, GRAPH_TEXT_PADDING);
    if (end > 0 && block->bytes[end - 1] != '\n' && block->bytes[end - 1] != '\r')
        block->bytes[block->length++] = '\n';
    block->number = text->blocks++;
done:
    return status;
}

graph_status graph__text_next_block(struct graph_text *text, struct graph_text_block *block)
{
    double begin = graph__seconds();
    graph_status status = fill_block(text, block);
    text->seconds += graph__seconds() - begin;
    return status;
}

double graph__text_share(const struct graph_text *text)
{
    if (text->raw_total == 0)
        return -1;
    double share = (double)text->raw_bytes / (double)text->raw_total;
    return share < 1 ? share : 1;
}

void graph__text_close(struct graph_text *text)
{
    if (text->inflater != NULL)
        inflateEnd(text->inflater);
    if (text->has_opened && text->file >= 0)
        close(text->file);
    graph__free(text->inflater);
    graph__free(text->raw);
    graph__free(text->carry);
    memset(text, 0, sizeof *text);
}
