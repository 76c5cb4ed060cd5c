/* See binary.h. */
#include "io/binary.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "core/matrix/matrix.h"
#include "io/checksum.h"
#include "io/reading.h"

enum { PAGE = 4096, VERSION = 1, BYTE_ORDER_MARK = 0x01020304, FIRST_ROOM = 1 << 20 };

/* The arrays of a file, in order. */
enum { ROW_START, COLUMN, VALUE, ARRAYS };

struct header {
    char magic[8];
    uint32_t version, byte_order, type, flags;
    uint64_t rows, columns, entries;
    uint64_t offset[ARRAYS], bytes[ARRAYS], checksum[ARRAYS];
    uint64_t header_checksum; /* of all before it */
};

static uint64_t next_page(uint64_t offset) { return (offset + PAGE - 1) / PAGE * PAGE; }

/* Fills in what follows from type and sizes.  False if a size does not fit. */
static bool lay_out(struct header *h)
{
    if (h->rows > (uint64_t)GRAPH_LARGEST_DIMENSION || h->columns > (uint64_t)GRAPH_LARGEST_DIMENSION ||
        h->entries > h->rows * h->columns)
        return false;
    h->bytes[ROW_START] = (h->rows + 1) * sizeof(int64_t);
    h->bytes[COLUMN] = h->entries * sizeof(int32_t);
    h->bytes[VALUE] = h->entries > UINT64_MAX / 16 ? 0 : h->entries * graph_type_size((graph_type)h->type);
    uint64_t offset = PAGE;
    for (int k = 0; k < ARRAYS; k++) {
        h->offset[k] = offset;
        offset = next_page(offset + h->bytes[k]);
    }
    return h->entries <= UINT64_MAX / 64;
}

static uint64_t header_checksum(const struct header *h)
{
    return graph__checksum(h, offsetof(struct header, header_checksum), 0);
}

static graph_status check_header(const struct header *h, const char *name)
{
    struct header expected;
    if (memcmp(h->magic, GRAPH_BINARY_MAGIC, sizeof h->magic) != 0)
        return graph__fail(GRAPH_E_FORMAT, "%s: expected the first bytes of a semigraph file, found others",
                           name);
    if (h->byte_order != BYTE_ORDER_MARK)
        return graph__fail(GRAPH_E_NOT_SUPPORTED,
                           "%s: the file was written on a machine with another byte order", name);
    if (h->version != VERSION)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "%s: expected version %d of the file format, found %u",
                           name, VERSION, h->version);
    if (h->header_checksum != header_checksum(h))
        return graph__fail(GRAPH_E_FORMAT, "%s: the header is damaged: its checksum is not right", name);
    memcpy(&expected, h, sizeof expected);
    if (h->type > GRAPH_FP64 || h->flags != 0 || !lay_out(&expected) ||
        memcmp(expected.offset, h->offset, sizeof h->offset) != 0 ||
        memcmp(expected.bytes, h->bytes, sizeof h->bytes) != 0)
        return graph__fail(GRAPH_E_FORMAT,
                           "%s: the header is wrong: type, flags, sizes and places do not fit together",
                           name);
    return GRAPH_OK;
}

static graph_status fail_truncated(const struct graph_text *text)
{
    return graph__fail(GRAPH_E_FORMAT, "%s: the file ends early, after %llu bytes", text->name,
                       (unsigned long long)text->bytes);
}

/* Passes over the zero bytes before an array; *at is the place in the file. */
static graph_status skip_padding(struct graph_text *text, uint64_t *at, uint64_t to)
{
    char padding[PAGE];
    size_t n;
    graph_status status;
    GRAPH_TRY(graph__text_read(text, padding, (size_t)(to - *at), &n));
    if (n < to - *at)
        return fail_truncated(text);
    for (size_t k = 0; k < n; k++)
        if (padding[k] != 0)
            return graph__fail(GRAPH_E_FORMAT, "%s: expected zero bytes between the arrays, found others",
                               text->name);
    *at = to;
done:
    return status;
}

/* Reads an array; its memory grows with what really comes, unless the size of the file is known to be
 * enough. */
static graph_status read_array(void **array, struct graph_text *text, uint64_t bytes,
                               const struct graph_reading *r)
{
    uint64_t room = bytes < FIRST_ROOM ? bytes : FIRST_ROOM, have = 0;
    size_t n;
    graph_status status;
    if (!text->is_gzip && text->raw_total >= bytes)
        room = bytes;
    GRAPH_TRY(graph__budget_take(r, room));
    GRAPH_TRY(graph__allocate_array(array, (size_t)room, 1));
    while (have < bytes) {
        if (have == room) {
            uint64_t more = room > bytes / 2 ? bytes - room : room;
            GRAPH_TRY(graph__budget_take(r, more));
            room += more;
            GRAPH_TRY(graph__reallocate_array(array, (size_t)room, 1));
        }
        GRAPH_TRY(graph__text_read(text, (char *)*array + have, (size_t)(room - have), &n));
        if (n == 0)
            return fail_truncated(text);
        have += n;
    }
done:
    return status;
}

/* Everything that must hold inside a matrix. */
static graph_status check_arrays(const struct graph_csr_arrays *C, const struct header *h, const char *name)
{
    if (C->row_start[0] != 0 || C->row_start[h->rows] != (int64_t)h->entries)
        return graph__fail(GRAPH_E_FORMAT, "%s: the row starts do not begin at 0 and end at %llu", name,
                           (unsigned long long)h->entries);
    for (uint64_t i = 0; i < h->rows; i++)
        if (C->row_start[i + 1] < C->row_start[i])
            return graph__fail(GRAPH_E_FORMAT, "%s: the start of row %llu lies behind that of the next row",
                               name, (unsigned long long)i);
    for (uint64_t i = 0; i < h->rows; i++) {
        int64_t before = -1;
        for (int64_t k = C->row_start[i]; k < C->row_start[i + 1]; k++) {
            if (C->column[k] <= before || C->column[k] >= (int64_t)h->columns)
                return graph__fail(
                    GRAPH_E_FORMAT,
                    "%s: expected ascending columns below %llu in row %llu, found %d after %lld", name,
                    (unsigned long long)h->columns, (unsigned long long)i, C->column[k], (long long)before);
            before = C->column[k];
        }
    }
    for (uint64_t k = 0; h->type == GRAPH_BOOL && k < h->entries; k++)
        if (((const uint8_t *)C->value)[k] > 1)
            return graph__fail(GRAPH_E_FORMAT, "%s: expected truth values 0 and 1, found %u", name,
                               ((const uint8_t *)C->value)[k]);
    return GRAPH_OK;
}

static graph_status read_arrays(struct graph_csr_arrays *C, struct graph_text *text, const struct header *h,
                                const struct graph_reading *r)
{
    bool is_trusted = r->options->is_trusted;
    static const char *const what[ARRAYS] = {"row starts", "columns", "values"};
    void *array[ARRAYS] = {NULL, NULL, NULL};
    uint64_t at = sizeof *h;
    size_t n;
    char more;
    graph_status status = GRAPH_OK;
    for (int k = 0; k < (h->type == GRAPH_PATTERN ? VALUE : ARRAYS); k++) {
        GRAPH_TRY(skip_padding(text, &at, h->offset[k]));
        GRAPH_TRY(read_array(&array[k], text, h->bytes[k], r));
        at += h->bytes[k];
        if (!is_trusted && graph__checksum(array[k], (size_t)h->bytes[k], 0) != h->checksum[k])
            GRAPH_FAIL(GRAPH_E_FORMAT, "%s: the %s are damaged: their checksum is not right", text->name,
                       what[k]);
    }
    GRAPH_TRY(graph__text_read(text, &more, 1, &n));
    if (n > 0)
        GRAPH_FAIL(GRAPH_E_FORMAT, "%s: expected the end of the file, found more bytes", text->name);
    *C = (struct graph_csr_arrays){(int64_t)h->entries, array[ROW_START], array[COLUMN], array[VALUE]};
    if (!is_trusted) {
        status = check_arrays(C, h, text->name);
        if (status < 0)
            memset(C, 0, sizeof *C);
    }
done:
    if (status < 0)
        for (int k = 0; k < ARRAYS; k++)
            graph__free(array[k]);
    return status;
}

/* A file in memory, shared by the arrays that lie in it. */
struct mapping {
    void *bytes;
    size_t length;
    atomic_int owners;
};

static void release_mapped(void *array, void *context)
{
    struct mapping *mapping = context;
    (void)array;
    if (atomic_fetch_sub(&mapping->owners, 1) != 1)
        return;
    munmap(mapping->bytes, mapping->length);
    graph__free(mapping);
}

/* Makes A of the file's pages.  *is_mapped stays false if that cannot be, and the file is to be read: also a file of
 * another length than its header says, so that the reader refuses it. */
static graph_status map_arrays(graph_matrix *A, bool *is_mapped, const struct graph_text *text,
                               const struct header *h)
{
    struct mapping *mapping = NULL;
    graph_buffer *buffer[ARRAYS] = {NULL, NULL, NULL};
    int arrays = h->type == GRAPH_PATTERN ? VALUE : ARRAYS;
    struct stat facts;
    graph_status status = GRAPH_OK;
    if (text->file < 0 || !text->has_opened || text->is_gzip || fstat(text->file, &facts) != 0 ||
        !S_ISREG(facts.st_mode) || (uint64_t)facts.st_size != h->offset[arrays - 1] + h->bytes[arrays - 1])
        return GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW(mapping, 1));
    mapping->length = (size_t)facts.st_size;
    mapping->bytes = mmap(NULL, mapping->length, PROT_READ | PROT_WRITE, MAP_PRIVATE, text->file, 0);
    if (mapping->bytes == MAP_FAILED) {
        graph__free(mapping);
        return GRAPH_OK;
    }
    atomic_init(&mapping->owners, arrays + 1);
    for (int k = 0; k < arrays; k++) {
        status = graph__buffer_import(&buffer[k], (char *)mapping->bytes + h->offset[k], (size_t)h->bytes[k],
                                      false, release_mapped, mapping);
        if (status < 0)
            release_mapped(NULL, mapping);
    }
    if (buffer[ROW_START] != NULL && buffer[COLUMN] != NULL && (arrays == VALUE || buffer[VALUE] != NULL)) {
        status = GRAPH_OK;
        A->row_start = buffer[ROW_START];
        A->column = buffer[COLUMN];
        A->value = buffer[VALUE];
        A->entries = (int64_t)h->entries;
        atomic_store(&A->is_finished, true);
        *is_mapped = true;
    } else {
        for (int k = 0; k < ARRAYS; k++)
            graph__buffer_release(&buffer[k]);
        status = GRAPH_E_MEMORY;
    }
    release_mapped(NULL, mapping);
done:
    return status;
}

graph_status graph__read_binary(graph_matrix **A, struct graph_text *text, struct graph_reading *r)
{
    graph_read_report *report = &r->report;
    struct header h;
    struct graph_csr_arrays C = {0};
    graph_matrix *read = NULL;
    bool is_mapped = false;
    size_t n;
    graph_status status;
    GRAPH_TRY(graph__text_read(text, &h, sizeof h, &n));
    if (n < sizeof h)
        GRAPH_TRY(fail_truncated(text));
    GRAPH_TRY(check_header(&h, text->name));
    GRAPH_TRY(graph_matrix_create(&read, (graph_type)h.type, h.rows, h.columns));
    if (r->options->is_trusted)
        GRAPH_TRY(map_arrays(read, &is_mapped, text, &h));
    if (!is_mapped) {
        GRAPH_TRY(read_arrays(&C, text, &h, r));
        GRAPH_TRY(graph__matrix_adopt(read, &C, graph__cpu()));
    }
    report->bytes = text->bytes;
    report->edges = report->entries = h.entries;
    report->is_weighted = h.type != GRAPH_PATTERN;
    report->seconds_read = text->seconds;
    *A = read;
    read = NULL;
done:
    graph_matrix_release(&read);
    return status;
}

graph_status graph__write_binary(struct graph_output *output, const struct graph_csr *A)
{
    static const char zeros[PAGE];
    const void *array[ARRAYS] = {A->row_start, A->column, A->value};
    struct header h;
    graph_status status = GRAPH_OK;
    memset(&h, 0, sizeof h);
    memcpy(h.magic, GRAPH_BINARY_MAGIC, sizeof h.magic);
    h.version = VERSION;
    h.byte_order = BYTE_ORDER_MARK;
    h.type = (uint32_t)A->type;
    h.rows = (uint64_t)A->rows;
    h.columns = (uint64_t)A->columns;
    h.entries = (uint64_t)A->entries;
    lay_out(&h);
    for (int k = 0; k < ARRAYS; k++)
        h.checksum[k] = graph__checksum(h.bytes[k] > 0 ? array[k] : zeros, (size_t)h.bytes[k], 0);
    h.header_checksum = header_checksum(&h);
    GRAPH_TRY(graph__output_put(output, &h, sizeof h));
    for (int k = 0; k < (A->type == GRAPH_PATTERN ? VALUE : ARRAYS); k++) {
        GRAPH_TRY(graph__output_put(output, zeros, (size_t)(h.offset[k] - output->bytes)));
        GRAPH_TRY(graph__output_put(output, array[k], (size_t)h.bytes[k]));
    }
done:
    return status;
}
