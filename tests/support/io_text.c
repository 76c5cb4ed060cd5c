/* See io_text.h. */
#include "tests/support/io_text.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "io/reading.h"

static void *make(size_t bytes)
{
    void *memory = calloc(bytes + 1, 1);
    if (memory == NULL)
        abort();
    return memory;
}

char *io_describe(const graph_matrix *A)
{
    graph_index rows = 0, columns = 0, n = 0;
    graph_type type = GRAPH_PATTERN;
    graph_matrix_rows(&rows, A);
    graph_matrix_columns(&columns, A);
    graph_matrix_entries(&n, A);
    graph_matrix_type(&type, A);
    graph_index *row = make(8 * n), *column = make(8 * n);
    char *value = make(8 * n), *text = make(64 + 100 * n);
    char *p = text + sprintf(text, "%llux%llu %s:", (unsigned long long)rows, (unsigned long long)columns,
                             graph_type_name(type));
    graph_matrix_extract_tuples(row, column, type != GRAPH_PATTERN ? value : NULL, type, &n, A);
    for (graph_index k = 0; k < n; k++) {
        p += sprintf(p, " %llu,%llu", (unsigned long long)row[k], (unsigned long long)column[k]);
        if (type != GRAPH_PATTERN) {
            *p++ = '=';
            p = graph__print_value(p, type, value + k * graph_type_size(type));
            *p = '\0';
        }
    }
    free(row);
    free(column);
    free(value);
    return text;
}

static void run_case(const struct io_case *c, graph_file_format format, int number, int threads,
                     size_t block_bytes)
{
    graph_read_options options = c->options;
    graph_matrix *A = NULL;
    size_t before = graph__text_block_bytes, length = c->length > 0 ? c->length : strlen(c->text);
    options.size = sizeof options;
    options.format = options.format != GRAPH_FILE_AUTO ? options.format : format;
    options.threads = threads;
    graph__text_block_bytes = block_bytes;
    graph_status status = graph_read_memory(&A, c->text, length, "text", &options);
    graph__text_block_bytes = before;
    const char *found = status < 0 ? graph_last_error() : "";
    if (CHECK_SAY(status == c->status,
                  "row %d (%.60s), %d threads, blocks of %zu: expected %s, got %s \"%s\"", number, c->text,
                  threads, block_bytes, graph_status_name(c->status), graph_status_name(status), found)) {
        if (status < 0) {
            CHECK_SAY(strstr(found, c->expected) != NULL && A == NULL,
                      "row %d (%.60s), %d threads, blocks of %zu: expected \"...%s...\", got \"%s\"", number,
                      c->text, threads, block_bytes, c->expected, found);
        } else {
            char *text = io_describe(A);
            CHECK_OK(graph_matrix_check(A));
            CHECK_SAY(strcmp(text, c->expected) == 0,
                      "row %d (%.60s), %d threads, blocks of %zu: expected \"%s\", got \"%s\"", number,
                      c->text, threads, block_bytes, c->expected, text);
            free(text);
        }
    }
    graph_matrix_release(&A);
}

void io_run_cases(const struct io_case *cases, size_t count, graph_file_format format)
{
    for (size_t k = 0; k < count; k++) {
        run_case(&cases[k], format, (int)k, 1, (size_t)1 << 20);
        run_case(&cases[k], format, (int)k, 1, 8);
        run_case(&cases[k], format, (int)k, 3, 8);
    }
}

bool io_same(const graph_matrix *A, const graph_matrix *B)
{
    char *a = io_describe(A), *b = io_describe(B);
    bool same = strcmp(a, b) == 0;
    free(a);
    free(b);
    return same;
}

unsigned char *io_gzip(const void *bytes, size_t length, size_t *packed_length)
{
    z_stream stream = {0};
    deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    size_t room = deflateBound(&stream, length) + 64;
    unsigned char *packed = make(room);
    stream.next_in = (Bytef *)(uintptr_t)bytes;
    stream.avail_in = (uInt)length;
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    deflate(&stream, Z_FINISH);
    *packed_length = room - stream.avail_out;
    deflateEnd(&stream);
    return packed;
}

static char folder[200];

static void remove_folder(void)
{
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        fprintf(stderr, "cannot remove %s\n", folder);
}

const char *io_path(const char *name)
{
    static char path[4][512];
    static int next;
    if (folder[0] == '\0') {
        const char *above = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/semigraph-test-%ld", above != NULL ? above : "/tmp",
                 (long)getpid());
        if (mkdir(folder, 0700) != 0)
            abort();
        atexit(remove_folder);
    }
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
    return path[next];
}

const char *io_file(const char *name, const void *bytes, size_t length)
{
    const char *path = io_path(name);
    FILE *stream = fopen(path, "wb");
    if (stream == NULL || fwrite(bytes, 1, length, stream) != length || fclose(stream) != 0)
        abort();
    return path;
}

unsigned char *io_load(const char *path, size_t *length)
{
    FILE *stream = fopen(path, "rb");
    *length = 0;
    if (stream == NULL)
        return NULL;
    fseek(stream, 0, SEEK_END);
    size_t size = (size_t)ftell(stream);
    rewind(stream);
    unsigned char *bytes = make(size);
    *length = fread(bytes, 1, size, stream);
    fclose(stream);
    return bytes;
}
