/* Edge lists whose ids are texts: what a label is, numbers in ascending order of bytes, errors by line, limits, and the
 * failure of each allocation. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "tests/support/test.h"

static graph_status read_labels(graph_matrix **A, char ***labels, const char *text,
                                graph_read_options options)
{
    options.size = sizeof options;
    options.labels = labels;
    return graph_read_memory(A, text, strlen(text), "text", &options);
}

/* Reads, and compares labels and edges, "0>1 2>0 " in the order of rows. */
static void gives(const char *text, const char *expected_labels, const char *expected_edges)
{
    graph_matrix *A = NULL;
    char **labels = NULL, seen[512] = "", edges[512] = "";
    graph_index rows = 0, row[64], column[64], n = 64;
    if (!CHECK_OK(read_labels(&A, &labels, text, (graph_read_options){0})))
        return;
    CHECK_OK(graph_matrix_rows(&rows, A));
    CHECK_OK(graph_matrix_check(A));
    for (graph_index k = 0; k < rows; k++) {
        strcat(seen, labels[k]);
        strcat(seen, "|");
    }
    CHECK_OK(graph_matrix_extract_tuples(row, column, NULL, GRAPH_PATTERN, &n, A));
    for (graph_index k = 0; k < n; k++)
        snprintf(edges + strlen(edges), sizeof edges - strlen(edges), "%d>%d ", (int)row[k], (int)column[k]);
    CHECK_SAY(strcmp(seen, expected_labels) == 0, "labels of \"%s\": %s", text, seen);
    CHECK_SAY(strcmp(edges, expected_edges) == 0, "edges of \"%s\": %s", text, edges);
    graph_free(labels);
    graph_matrix_release(&A);
}

TEST(labels_are_texts_between_separators)
{
    gives("alice bob\nbob carol\n", "alice|bob|carol|", "0>1 1>2 ");
    gives("carol\tbob\nalice\tcarol", "alice|bob|carol|", "0>2 2>1 ");
    gives("a,b\na;c\nb , c more words\n", "a|b|c|", "0>1 0>2 1>2 ");
    gives("\"New York\",\"a,b\"\r\n\"a,b\" x\r\n", "New York|a,b|x|", "0>1 1>2 ");
    gives("# comment\n% comment\n// comment\n\nx y\n", "x|y|", "0>1 ");
    gives("10 9\n9 1\n", "1|10|9|", "1>2 2>0 ");
    gives("\xc3\xa4 z\nz \xff\n", "z|\xc3\xa4|\xff|", "0>2 1>0 ");
    gives("x x\nx x\n", "x|", "0>0 ");
    gives("\xef\xbb\xbfx y\n", "x|y|", "0>1 ");
    gives("", "", "");
    gives("# nothing\n", "", "");
    gives("a\"b c\n", "a\"b|c|", "0>1 ");
    gives("ab abc\nabc a\n", "a|ab|abc|", "1>2 2>0 ");
}

TEST(options_apply_to_labels)
{
    graph_matrix *A = NULL;
    char **labels = NULL;
    graph_index entries = 0;
    graph_scalar x = {0};
    graph_read_report report = {.size = sizeof report};
    const char *text = "from to weight\nb a 2.5\na b 1\nb a 4\na a 1\n";
    REQUIRE_OK(read_labels(&A, &labels, text,
                           (graph_read_options){.skip_lines = 1,
                                                .weights = GRAPH_WEIGHTS_READ,
                                                .duplicates = GRAPH_DUPLICATES_SUM,
                                                .loops = GRAPH_LOOPS_DROP,
                                                .report = &report}));
    CHECK_OK(graph_matrix_get(&x, A, 1, 0));
    CHECK(x.value.f == 6.5 && strcmp(labels[1], "b") == 0);
    CHECK_OK(graph_matrix_entries(&entries, A));
    CHECK(entries == 2 && report.edges == 4 && report.duplicates == 1 && report.self_loops == 1);
    graph_free(labels);
    graph_matrix_release(&A);
    REQUIRE_OK(
        read_labels(&A, &labels, "b a\n", (graph_read_options){.direction = GRAPH_UNDIRECTED, .rows = 5}));
    CHECK_OK(graph_matrix_entries(&entries, A));
    CHECK(entries == 2);
    graph_free(labels);
    graph_matrix_release(&A);
}

TEST(mistakes_are_told_by_line)
{
    graph_matrix *A = NULL;
    char **labels = NULL;
    const graph_read_options plain = {0}, weighted = {.weights = GRAPH_WEIGHTS_READ};
    char longest[5000];
    CHECK_STATUS(read_labels(&A, &labels, "a b\nc\n", plain), GRAPH_E_FORMAT,
                 "text:2: expected a second label");
    CHECK(A == NULL && labels == NULL);
    CHECK_STATUS(read_labels(&A, &labels, "a b\n,x\n", plain), GRAPH_E_FORMAT, "text:2: expected a label");
    CHECK_STATUS(read_labels(&A, &labels, "a \"b\n", plain), GRAPH_E_FORMAT, "a quote at its end");
    CHECK_STATUS(read_labels(&A, &labels, "\"a\"b c\n", plain), GRAPH_E_FORMAT,
                 "a separator behind the quote");
    CHECK_STATUS(read_labels(&A, &labels, "\"\" c\n", plain), GRAPH_E_FORMAT, "expected a label");
    CHECK_STATUS(read_labels(&A, &labels, "a b 1\n\na b x\n", weighted), GRAPH_E_FORMAT,
                 "text:3: expected a value");
    CHECK_STATUS(read_labels(&A, &labels, "a b\na c\na b\n",
                             (graph_read_options){.duplicates = GRAPH_DUPLICATES_ERROR}),
                 GRAPH_E_FORMAT, "text:3: expected each edge once");
    memset(longest, 'x', sizeof longest);
    longest[4096] = '\0';
    strcpy(longest + 4096, " y\n");
    if (CHECK_OK(read_labels(&A, &labels, longest, plain)))
        CHECK(strlen(labels[0]) == 4096);
    graph_free(labels);
    graph_matrix_release(&A);
    strcpy(longest + 4096, "x y\n");
    CHECK_STATUS(read_labels(&A, &labels, longest, plain), GRAPH_E_NOT_SUPPORTED, "a label has 4097 bytes");
    graph_read_options zero = {.size = sizeof zero, .labels = &labels};
    CHECK_STATUS(graph_read_memory(&A, "a\0b c\n", 6, "text", &zero), GRAPH_E_FORMAT, "a byte 0");
    CHECK_STATUS(read_labels(&A, &labels, "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n", plain),
                 GRAPH_E_NOT_SUPPORTED, "`labels` (--labels) are of edge lists");
    CHECK_STATUS(read_labels(&A, &labels, "alpha beta\n", (graph_read_options){.most_memory = 1000}),
                 GRAPH_E_MEMORY, "`most_memory`");
    CHECK(A == NULL && labels == NULL);
}

/* A graph of many labels, some in several blocks, against the numbers that they are. */
TEST(many_labels_agree_with_numbers)
{
    enum { VERTICES = 5000, EDGES = 60000 };
    char *names = malloc(EDGES * 24), *numbers = malloc(EDGES * 24), **labels = NULL;
    graph_matrix *A = NULL, *B = NULL;
    uint64_t seed = 5;
    size_t used = 0, used_numbers = 0;
    graph_index rows = 0, rows_of_numbers = 0, n = EDGES, m = EDGES;
    graph_index *row = malloc(EDGES * sizeof *row), *column = malloc(EDGES * sizeof *column);
    graph_index *row2 = malloc(EDGES * sizeof *row2), *column2 = malloc(EDGES * sizeof *column2);
    for (int k = 0; k < EDGES; k++) {
        int u = (int)(test_random(&seed) % VERTICES), v = (int)(test_random(&seed) % VERTICES);
        used += (size_t)snprintf(names + used, 24, "v%06d v%06d\n", u, v);
        used_numbers += (size_t)snprintf(numbers + used_numbers, 24, "%d %d\n", u, v);
    }
    const graph_read_options plain = {.size = sizeof plain, .is_compact = true};
    REQUIRE_OK(read_labels(&A, &labels, names, (graph_read_options){.threads = 2}));
    REQUIRE_OK(graph_read_memory(&B, numbers, used_numbers, "numbers", &plain));
    CHECK_OK(graph_matrix_rows(&rows, A));
    CHECK_OK(graph_matrix_rows(&rows_of_numbers, B));
    CHECK(rows == rows_of_numbers);
    CHECK_OK(graph_matrix_extract_tuples(row, column, NULL, GRAPH_PATTERN, &n, A));
    CHECK_OK(graph_matrix_extract_tuples(row2, column2, NULL, GRAPH_PATTERN, &m, B));
    CHECK(n == m && memcmp(row, row2, n * sizeof *row) == 0 &&
          memcmp(column, column2, n * sizeof *column) == 0);
    for (graph_index k = 1; k < rows; k++)
        CHECK(strcmp(labels[k - 1], labels[k]) < 0);
    free(names);
    free(numbers);
    free(row);
    free(column);
    free(row2);
    free(column2);
    graph_free(labels);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

TEST(every_allocation_may_fail)
{
    char text[20000];
    size_t used = 0;
    for (int k = 0; k < 700; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "name%d x%d %d\n", k, k / 2, k);
    for (int64_t fail = 1;; fail++) {
        graph_matrix *A = NULL;
        char **labels = NULL;
        const int64_t before = graph__memory_blocks();
        graph__memory_fail_at(fail);
        graph_status status =
            read_labels(&A, &labels, text, (graph_read_options){.weights = GRAPH_WEIGHTS_READ});
        graph__memory_fail_at(0);
        CHECK(status == GRAPH_OK || (status == GRAPH_E_MEMORY && A == NULL && labels == NULL));
        graph_free(labels);
        graph_matrix_release(&A);
        CHECK_SAY(graph__memory_blocks() == before, "allocation %lld leaves a block", (long long)fail);
        if (status == GRAPH_OK)
            break;
        REQUIRE(fail < 1000);
    }
}

TEST_MAIN(TEST_ROW(labels_are_texts_between_separators), TEST_ROW(options_apply_to_labels),
          TEST_ROW(mistakes_are_told_by_line), TEST_ROW(many_labels_agree_with_numbers),
          TEST_ROW(every_allocation_may_fail))
