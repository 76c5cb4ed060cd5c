/* Details of files that a round trip does not show: what others read in a banner, and what a report counts. */
#include <unistd.h>

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

TEST_MAIN(TEST_ROW(self_loops_of_a_dense_file), TEST_ROW(the_banner_names_the_field))
