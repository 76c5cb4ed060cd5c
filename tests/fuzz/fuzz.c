/* See fuzz.h. */
#include "tests/fuzz/fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "io/reading.h"

static void require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "does not hold: %s; last error: %s\n", what, graph_last_error());
    abort();
}

/* A new array, at least one byte long. */
static void *make(size_t bytes)
{
    void *memory = malloc(bytes + 1);
    require(memory != NULL, "the fuzz target has memory");
    return memory;
}

static bool same_values(const void *x, const void *y, graph_type type, graph_index n)
{
    if (type == GRAPH_FP64) {
        const double *a = x, *b = y;
        for (graph_index k = 0; k < n; k++)
            if (a[k] != b[k] && !(isnan(a[k]) && isnan(b[k])))
                return false;
        return true;
    }
    if (type == GRAPH_FP32) {
        const float *a = x, *b = y;
        for (graph_index k = 0; k < n; k++)
            if (a[k] != b[k] && !(isnan(a[k]) && isnan(b[k])))
                return false;
        return true;
    }
    return memcmp(x, y, (size_t)n * graph_type_size(type)) == 0;
}

static void compare(const graph_matrix *A, const graph_matrix *B)
{
    graph_index rows[2], columns[2], entries[2];
    graph_type type[2];
    const graph_matrix *both[2] = {A, B};
    graph_index *row[2], *column[2];
    void *value[2];
    for (int k = 0; k < 2; k++) {
        require(graph_matrix_rows(&rows[k], both[k]) == GRAPH_OK, "rows");
        require(graph_matrix_columns(&columns[k], both[k]) == GRAPH_OK, "columns");
        require(graph_matrix_entries(&entries[k], both[k]) == GRAPH_OK, "entries");
        require(graph_matrix_type(&type[k], both[k]) == GRAPH_OK, "type");
    }
    require(rows[0] == rows[1] && columns[0] == columns[1], "the same dimensions after writing and reading");
    require(entries[0] == entries[1], "the same number of entries after writing and reading");
    require(type[0] == type[1], "the same type after writing and reading");
    for (int k = 0; k < 2; k++) {
        row[k] = make((size_t)entries[k] * sizeof(graph_index));
        column[k] = make((size_t)entries[k] * sizeof(graph_index));
        value[k] = make((size_t)entries[k] * 8);
        graph_index n = entries[k];
        require(graph_matrix_extract_tuples(row[k], column[k], type[k] != GRAPH_PATTERN ? value[k] : NULL,
                                            type[k], &n, both[k]) == GRAPH_OK,
                "tuples");
    }
    size_t bytes = (size_t)entries[0] * sizeof(graph_index);
    require(memcmp(row[0], row[1], bytes) == 0 && memcmp(column[0], column[1], bytes) == 0,
            "the same positions");
    require(same_values(value[0], value[1], type[0], entries[0]), "the same values");
    for (int k = 0; k < 2; k++) {
        free(row[k]);
        free(column[k]);
        free(value[k]);
    }
}

/* Writes A in a format and reads it back. */
static void round_trip(const graph_matrix *A, graph_file_format format)
{
    static char path[64];
    if (path[0] == '\0')
        snprintf(path, sizeof path, "%s/semigraph-fuzz-%ld",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    graph_write_options write = {.size = sizeof write, .format = format};
    graph_read_options read = {.size = sizeof read, .format = format, .threads = 1};
    graph_matrix *B = NULL;
    graph_status status = graph_write(A, path, &write);
    if (status == GRAPH_E_NOT_SUPPORTED)
        return;
    require(status == GRAPH_OK, "a matrix can be written");
    require(graph_matrix_rows(&read.rows, A) == GRAPH_OK &&
                graph_matrix_columns(&read.columns, A) == GRAPH_OK,
            "dimensions");
    require(graph_read(&B, path, &read) == GRAPH_OK, "what was written can be read");
    unlink(path);
    require(graph_matrix_check(B) == GRAPH_OK, "what was read back is sound");
    compare(A, B);
    graph_matrix_release(&B);
}

void fuzz_read(const uint8_t *bytes, size_t length, graph_file_format format)
{
    uint64_t sum = 1469598103934665603u, *ids = NULL;
    for (size_t k = 0; k < length; k++)
        sum = (sum ^ bytes[k]) * 1099511628211u;
    sum ^= sum >> 29;
    graph_read_report report = {.size = sizeof report};
    graph_read_options options = {
        .size = sizeof options, .format = format, .threads = 1, .most_bytes = 1 << 22};
    options.direction = (graph_direction)(sum >> 1 & 3) % 3;
    options.loops = (graph_loops)(sum >> 3 & 1);
    options.duplicates = (graph_duplicates)((sum >> 4 & 7) % 6);
    options.weights = (graph_weights)((sum >> 8 & 3) % 3);
    options.type = (sum >> 12 & 1) != 0 ? (graph_type)((sum >> 13 & 15) % 12) : GRAPH_PATTERN;
    options.is_compact = (sum >> 20 & 3) == 0;
    options.ids = &ids;
    options.report = &report;
    graph__text_block_bytes = (sum >> 24 & 3) == 0 ? 16 : 4096;
    graph__read_most_rows = 1 << 16;
    int64_t blocks = graph__memory_blocks();
    graph_matrix *A = NULL;
    graph_status status = graph_read_memory(&A, bytes, length, "fuzz", &options);
    require((A != NULL) == (status == GRAPH_OK), "a matrix comes exactly with GRAPH_OK");
    if (status == GRAPH_OK) {
        require(graph_matrix_check(A) == GRAPH_OK, "what was read is sound");
        round_trip(A, format);
        if ((sum >> 30 & 3) == 0)
            round_trip(A, (graph_file_format)(1 + (sum >> 32) % 5));
    }
    graph_matrix_release(&A);
    graph_free(ids);
    require(graph__memory_blocks() == blocks, "nothing is left in memory");
}
