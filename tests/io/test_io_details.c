/* Details of files that a round trip does not show: what others read in a banner, and what a report counts. */
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/io_text.h"
#include "tests/support/test.h"

static graph_read_report report_of(graph_matrix **A, const char *text)
{
    graph_read_report report = {.size = sizeof report};
    const graph_read_options options = {.size = sizeof options, .report = &report};
    CHECK_OK(graph_read_memory(A, text, strlen(text), "text", &options));
    return report;
}

TEST(self_loops_of_a_dense_file)
{
    graph_matrix *A = NULL;
    graph_read_report report =
        report_of(&A, "%%MatrixMarket matrix array real general\n3 2\n1\n2\n3\n4\n5\n6\n");
    CHECK_SAY(report.self_loops == 2, "%d self-loops", (int)report.self_loops);
    graph_matrix_release(&A);
}

/* A reader that does not know the comment with the type goes by the banner. */
TEST(the_banner_names_the_field)
{
    static const struct {
        graph_type type;
        const char *field;
    } cases[] = {{GRAPH_PATTERN, " pattern "}, {GRAPH_BOOL, " integer "}, {GRAPH_INT8, " integer "},
                 {GRAPH_UINT64, " integer "},  {GRAPH_FP32, " real "},    {GRAPH_FP64, " real "}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        char path[] = "/tmp/semigraph-XXXXXX", line[100] = "";
        graph_matrix *A = NULL;
        int file = mkstemp(path);
        REQUIRE(file >= 0);
        close(file);
        REQUIRE_OK(graph_matrix_create(&A, cases[k].type, 2, 2));
        CHECK_OK(graph_matrix_set(A, 0, 1, graph_bool(true)));
        const graph_write_options options = {.size = sizeof options, .format = GRAPH_FILE_MATRIX_MARKET};
        CHECK_OK(graph_write(A, path, &options));
        FILE *stream = fopen(path, "r");
        CHECK_SAY(stream != NULL && fgets(line, sizeof line, stream) != NULL &&
                      strstr(line, cases[k].field) != NULL,
                  "type %s has the banner %s", graph_type_name(cases[k].type), line);
        if (stream != NULL)
            fclose(stream);
        graph_matrix_release(&A);
        unlink(path);
    }
}

/* Each format, plain and compressed, reports the same of one graph: a triangle with weights, and without. */
TEST(reports_of_each_format)
{
    static const struct {
        const char *suffix;
        graph_file_format format;
        bool is_binary;
    } cases[] = {{".txt", GRAPH_FILE_EDGE_LIST, false},
                 {".mtx", GRAPH_FILE_MATRIX_MARKET, false},
                 {".gr", GRAPH_FILE_DIMACS, false},
                 {".graph", GRAPH_FILE_METIS, false},
                 {".sgb", GRAPH_FILE_BINARY, true}};
    static const graph_index row[6] = {0, 0, 1, 1, 2, 2}, column[6] = {1, 2, 0, 2, 0, 1};
    static const int64_t value[6] = {4, 5, 4, 6, 5, 6};
    for (int k = 0; k < 5 * 4; k++) {
        const bool is_weighted = k % 2 == 1, is_compressed = k / 2 % 2 == 1;
        const int c = k / 4;
        if (is_weighted && cases[c].format == GRAPH_FILE_METIS)
            continue; /* is written without values */
        char name[32];
        struct stat facts;
        graph_matrix *A = NULL, *B = NULL;
        graph_read_report report = {.size = sizeof report};
        const graph_read_options options = {.size = sizeof options, .report = &report};
        snprintf(name, sizeof name, "report%s%s", cases[c].suffix, is_compressed ? ".gz" : "");
        REQUIRE_OK(graph_matrix_create(&A, is_weighted ? GRAPH_INT64 : GRAPH_PATTERN, 3, 3));
        CHECK_OK(graph_matrix_build(A, row, column, is_weighted ? value : NULL,
                                    is_weighted ? GRAPH_INT64 : GRAPH_PATTERN, 6, GRAPH_NO_OP));
        REQUIRE_OK(graph_write(A, io_path(name), NULL));
        REQUIRE_OK(graph_read(&B, io_path(name), &options));
        REQUIRE(stat(io_path(name), &facts) == 0);
        char *text = io_describe(B);
        CHECK_SAY(strcmp(text, is_weighted ? "3x3 int64: 0,1=4 0,2=5 1,0=4 1,2=6 2,0=5 2,1=6"
                                           : "3x3 pattern: 0,1 0,2 1,0 1,2 2,0 2,1") == 0,
                  "%s: %s", name, text);
        free(text);
        CHECK_SAY(report.format == cases[c].format && report.is_compressed == is_compressed &&
                      report.is_weighted == is_weighted,
                  "%s: format %d, compressed %d, weighted %d", name, report.format, report.is_compressed,
                  report.is_weighted);
        CHECK_SAY(report.edges == 6 && report.entries == 6 && report.self_loops == 0 &&
                      report.duplicates == 0,
                  "%s: %d edges, %d entries, %d loops, %d repeated", name, (int)report.edges,
                  (int)report.entries, (int)report.self_loops, (int)report.duplicates);
        CHECK_SAY(is_compressed || report.bytes == (uint64_t)facts.st_size, "%s: %d bytes", name,
                  (int)report.bytes);
        CHECK_SAY((report.lines == 0) == cases[c].is_binary && report.comments <= report.lines,
                  "%s: %d lines", name, (int)report.lines);
        graph_matrix_release(&A);
        graph_matrix_release(&B);
    }
}

TEST_MAIN(TEST_ROW(reports_of_each_format), TEST_ROW(self_loops_of_a_dense_file),
          TEST_ROW(the_banner_names_the_field))
