/* Options of a load: lines to skip, memory, progress through the whole of it. */
#include "tests/support/io_text.h"

#include "base/memory.h"
#include "io/text.h"

#define BAD GRAPH_E_FORMAT

TEST(lines_are_skipped)
{
#define AFTER(n) .options.skip_lines = n
    static const struct io_case cases[] = {
        {.text = "# a header of\n12 million edges\n0 1\n", AFTER(2), .expected = "2x2 pattern: 0,1"},
        {.text = "words\r\nmore words\r\n0 1\r\n1 0\r\n", AFTER(2), .expected = "2x2 pattern: 0,1 1,0"},
        {.text = "words\rmore\r0 1\r1 0\r", AFTER(2), .expected = "2x2 pattern: 0,1 1,0"},
        {.text = "words\r\r\n0 1\n", AFTER(2), .expected = "2x2 pattern: 0,1"},
        {.text = "0 1\n2 3\n", AFTER(1), .expected = "4x4 pattern: 2,3"},
        {.text = "0 1\n2 3\n", AFTER(2), .expected = "0x0 pattern:"},
        {.text = "0 1\n2 3", AFTER(2), .expected = "0x0 pattern:"},
        {.text = "0 1\n2 3\n",
         AFTER(3),
         .expected = "more than the 3 lines that `skip_lines` (--skip)",
         .status = BAD},
        {.text = "", AFTER(1), .expected = "passes over, found 0", .status = BAD},
        {.text = "0 1\n2 3\n", AFTER(UINT64_MAX), .expected = "passes over, found 2", .status = BAD},
        {.text = "words\n0 1\nx\n", AFTER(1), .expected = "text:3: expected a vertex id", .status = BAD},
        {.text = "x\nwords\n\nmore\n0 1", AFTER(1), .expected = "text:2: expected an edge", .status = BAD},
        {.text = "x\nwords\nmore\n0 1", AFTER(1), .expected = "and \"more\" in line 3", .status = BAD},
        {.text = "x\nwords\n", AFTER(1), .expected = "text:2: expected an edge", .status = BAD},
        {.text = "x\n0 1\n2 2\n0 1\n",
         .options = {.skip_lines = 1, .duplicates = GRAPH_DUPLICATES_ERROR},
         .expected = "text:4: expected each edge once",
         .status = BAD},
        {.text = "x\n%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
         .options = {.skip_lines = 1, .format = GRAPH_FILE_MATRIX_MARKET},
         .expected = "2x2 pattern: 0,1 1,0"},
        {.text = "x\n%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n2 1\n",
         .options = {.skip_lines = 1, .format = GRAPH_FILE_MATRIX_MARKET},
         .expected = "text:3: expected the 2 entries",
         .status = BAD},
        {.text = "x\n3 1 10\n7 2\n7 1\n\n",
         .options = {.skip_lines = 1, .format = GRAPH_FILE_METIS},
         .expected = "text:5: expected the weights of vertex 3",
         .status = BAD},
        {.text = "x\np sp 2 1\na 1 2 3\n",
         .options = {.skip_lines = 1, .format = GRAPH_FILE_DIMACS},
         .expected = "2x2 int64: 0,1=3"},
    };
    IO_RUN(cases, GRAPH_FILE_EDGE_LIST);
    /* The format is found behind the lines that are skipped; they count in the report; a binary file has none. */
    static const char text[] =
        "header\nwraps\n%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n";
    graph_read_report report = {.size = sizeof report};
    graph_read_options options = {.size = sizeof options, .skip_lines = 2, .report = &report};
    graph_matrix *A = NULL, *B = NULL;
    REQUIRE_OK(graph_read_memory(&A, text, sizeof text - 1, "text", &options));
    CHECK(report.format == GRAPH_FILE_MATRIX_MARKET && report.lines == 5 && report.comments == 2);
    REQUIRE_OK(graph_write(A, io_path("lines.sgb"), NULL));
    CHECK_STATUS(graph_read(&B, io_path("lines.sgb"), &options), GRAPH_E_INVALID_VALUE,
                 "`skip_lines` (--skip) is 2; a binary file has no lines");
    graph_matrix_release(&A);
}

/* More lines than are read at once, so that a CRLF lies across two readings. */
TEST(many_lines_are_skipped)
{
    enum { LINES = 3000 };
    char *text = malloc(LINES * 8 + 16);
    REQUIRE(text != NULL);
    for (int shift = 0; shift < 5; shift++) {
        char *p = text + sprintf(text, "%.*s\r\n", shift, "xxxxx");
        for (int k = 1; k < LINES; k++)
            p += sprintf(p, "%d\r\n", k % 7);
        p += sprintf(p, "0 1\r\nx");
        graph_read_options options = {.size = sizeof options, .skip_lines = LINES};
        graph_matrix *A = NULL;
        CHECK_STATUS(graph_read_memory(&A, text, (size_t)(p - text), "text", &options), BAD, "text:3002:");
    }
    free(text);
}

/* Files that are small and graphs that are not: the load stops before it holds much more than it may. */
TEST(memory_is_bounded)
{
    enum { EDGES = 600000, MOST = 1 << 20, BLOCKS = 1 << 16 };
    const size_t before = graph__text_block_bytes;
    char *list = malloc((size_t)EDGES * 16), *dense = malloc((size_t)EDGES * 4), *p = list, *q = dense;
    REQUIRE(list != NULL && dense != NULL);
    for (int k = 0; k < EDGES; k++)
        p += sprintf(p, "%d %d\n", k, k / 2);
    q += sprintf(q, "%%%%MatrixMarket matrix array integer general\n%d 1\n", EDGES);
    for (int k = 0; k < EDGES; k++)
        q += sprintf(q, "1\n");
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_read_memory(&A, list, (size_t)(p - list), "x.txt", NULL));
    REQUIRE_OK(graph_write(A, io_path("large.sgb.gz"), NULL));
    graph_matrix_release(&A);
    size_t binary_length;
    unsigned char *binary = io_load(io_path("large.sgb.gz"), &binary_length);
    graph__text_block_bytes = BLOCKS;
    graph__memory_watch(true);
    for (int kind = 0; kind < 4; kind++)
        for (int threads = 1; threads <= 3; threads += 2) {
            const char *name = kind == 0   ? "x.txt"
                               : kind == 1 ? "compact.txt"
                               : kind == 2 ? "x.mtx"
                                           : "x.sgb";
            const void *bytes = kind < 2 ? (void *)list : kind == 2 ? (void *)dense : (void *)binary;
            size_t length = kind < 2 ? (size_t)(p - list) : kind == 2 ? (size_t)(q - dense) : binary_length;
            graph_read_options options = {
                .size = sizeof options, .most_memory = MOST, .threads = threads, .is_compact = kind == 1};
            int64_t held = graph__memory_begin_peak();
            CHECK_STATUS(graph_read_memory(&A, bytes, length, name, &options), GRAPH_E_MEMORY,
                         "1048576 bytes of memory that `most_memory` (--most-memory) allows");
            int64_t peak = graph__memory_peak() - held;
            CHECK_SAY(peak < 3 * MOST, "%s, %d threads: %lld bytes", name, threads, (long long)peak);
            options.most_memory = 128 * MOST;
            held = graph__memory_begin_peak();
            CHECK_OK(graph_read_memory(&A, bytes, length, name, &options));
            peak = graph__memory_peak() - held;
            CHECK_SAY(peak < 256 * MOST, "%s, %d threads: %lld bytes", name, threads, (long long)peak);
            graph_matrix_release(&A);
        }
    memset(list, ' ', (size_t)(p - list));
    const graph_read_options small = {.size = sizeof small, .most_memory = MOST};
    CHECK_STATUS(graph_read_memory(&A, list, (size_t)(p - list), "x.txt", &small), GRAPH_E_MEMORY,
                 "bytes that `most_memory` (--most-memory) leaves for it");
    graph__memory_watch(false);
    graph__text_block_bytes = before;
    free(list);
    free(dense);
    free(binary);
}

struct steps {
    int calls, stop; /* the call that stops, 0: none */
    double done[200];
};

static int note_step(double done, void *context)
{
    struct steps *steps = context;
    if (steps->calls < 200)
        steps->done[steps->calls] = done;
    return ++steps->calls == steps->stop;
}

/* Progress is of the whole load: parsing is only a part of it, 1 comes once, at the end, and each call can stop. */
TEST(progress_covers_building)
{
    static const char text[] = "0 1\n1 2\n2 3\n3 0\n0 2\n1 3\n2 2\n3 1\n0 3\n2 0\n";
    const size_t before = graph__text_block_bytes;
    graph__text_block_bytes = 8;
    for (int kind = 0; kind < 4; kind++) {
        struct steps steps = {0};
        uint64_t *ids = NULL;
        graph_read_options options = {.size = sizeof options,
                                      .threads = 1,
                                      .progress = note_step,
                                      .context = &steps,
                                      .ids = &ids,
                                      .is_compact = (kind & 1) != 0,
                                      .direction = kind & 2 ? GRAPH_UNDIRECTED : GRAPH_AS_STORED};
        graph_matrix *A = NULL;
        REQUIRE_OK(graph_read_memory(&A, text, sizeof text - 1, "text", &options));
        graph_matrix_release(&A);
        graph_free(ids);
        int calls = steps.calls, after_parsing = 0;
        CHECK(calls < 200 && steps.done[calls - 1] == 1);
        for (int k = 0; k + 1 < calls; k++) {
            CHECK(steps.done[k] <= steps.done[k + 1] && steps.done[k] < 0.9);
            after_parsing += steps.done[k] > 0.65;
        }
        CHECK(after_parsing >= 2);
        int64_t blocks = graph__memory_blocks();
        for (int stop = 1; stop <= calls; stop++) {
            steps = (struct steps){.stop = stop};
            CHECK_STATUS(graph_read_memory(&A, text, sizeof text - 1, "text", &options), GRAPH_E_CANCELLED,
                         "text: reading was cancelled");
            CHECK(A == NULL && ids == NULL && steps.calls == stop);
        }
        CHECK(graph__memory_blocks() == blocks);
    }
    graph__text_block_bytes = before;
}

TEST_MAIN(TEST_ROW(lines_are_skipped), TEST_ROW(many_lines_are_skipped), TEST_ROW(memory_is_bounded),
          TEST_ROW(progress_covers_building))
