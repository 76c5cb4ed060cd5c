/* Edge lists from memory: text, ids, values, options, report. */
#include "tests/support/io_text.h"

#include "io/text.h"

#define BAD GRAPH_E_FORMAT

TEST(texts)
{
    static const struct io_case cases[] = {
        {.text = "0 1\n1 2\n", .expected = "3x3 pattern: 0,1 1,2"},
        {.text = "0\t1\r\n1\t2\r\n", .expected = "3x3 pattern: 0,1 1,2"},
        {.text = "0 1\r1 2\r", .expected = "3x3 pattern: 0,1 1,2"},
        {.text = "0 1\n1 2\r2 0\r\n0 2\n", .expected = "3x3 pattern: 0,1 0,2 1,2 2,0"},
        {.text = "0 1\n1 2", .expected = "3x3 pattern: 0,1 1,2"},
        {.text = "0 1\n1 2\r", .expected = "3x3 pattern: 0,1 1,2"},
        {.text = "0,1\n1;2\n2 , 0\n", .expected = "3x3 pattern: 0,1 1,2 2,0"},
        {.text = "  0   1  \n\t1 \t2\n", .expected = "3x3 pattern: 0,1 1,2"},
        {.text = "# c\n% c\n// c\n\n  # c\n0 1\n#\n1 2\n", .expected = "3x3 pattern: 0,1 1,2"},
        {.text = "node_1,node_2\n0,1\n", .expected = "2x2 pattern: 0,1"},
        {.text = "# c\nFromNodeId ToNodeId\n# c\n0,1\n", .expected = "2x2 pattern: 0,1"},
        {.text = "\"a\";\"b\"\n0;1\n", .expected = "2x2 pattern: 0,1"},
        {.text = "\xef\xbb\xbf"
                 "0 1\n",
         .expected = "2x2 pattern: 0,1"},
        {.text = "\xef\xbb\xbf# c\n0 1\n", .expected = "2x2 pattern: 0,1"},
        {.text = "0 1 7 x y # z\n1 0,abc\n", .expected = "2x2 pattern: 0,1 1,0"},
        {.text = "", .expected = "0x0 pattern:", .length = 0},
        {.text = "\n", .expected = "0x0 pattern:"},
        {.text = "# only\n% comments", .expected = "0x0 pattern:"},
        {.text = "words only\n",
         .expected = "text:1: expected an edge, which is two numbers, found \"words only\"",
         .status = BAD},
        {.text = "# c\nfrom,to\n# c\n\n", .expected = "text:2: expected an edge", .status = BAD},
        {.text = "0 0\n", .expected = "1x1 pattern: 0,0"},
        {.text = "alice bob\ncarol dave\n",
         .expected = "text:1: expected an edge, which is two numbers, after at most one line of words; found "
                     "\"alice bob\", and \"carol dave\" in line 2; `skip_lines` (--skip N)",
         .status = BAD},
        {.text = "# a header\n\nthat wraps\n# c\nthrice\n0 1\n",
         .expected = "text:3: expected an edge",
         .status = BAD},
        {.text =
             "a\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\nb\n",
         .expected = "text:1: expected an edge",
         .status = BAD},
        {.text = "# a header of\n12 million edges\n0 1\n",
         .expected = "text:2: expected a second vertex id, found \"million edges\"; `skip_lines`",
         .status = BAD},
        {.text = "0 1\nfrom to\n",
         .expected = "text:2: expected a vertex id, found \"from to\"",
         .status = BAD},
        {.text = "0 1\n\n# c\n1 x\n",
         .expected = "text:4: expected a second vertex id, found \"x\"",
         .status = BAD},
        {.text = "0 1\r\r\n2\r",
         .expected = "text:3: expected a second vertex id, found the end of the line",
         .status = BAD},
        {.text = "0 1\n1 \0 2\n",
         .length = 10,
         .expected = "text:2: expected a second vertex id, found \"\\x00 2\"",
         .status = BAD},
        {.text = "\0", .length = 1, .expected = "text:1: expected a vertex id", .status = BAD},
        {.text = "0 1\nJos\xc3\xa9 2\n", .expected = "found \"Jos\\xc3\\xa9 2\"", .status = BAD},
        {.text = "0 1\n!23456789012345678901234567890123456789012345678901234567890\n",
         .expected = "found \"!234567890123456789012345678901234567890...\"",
         .status = BAD},
        {.text = "0 1\n2\n",
         .expected = "text:2: expected a second vertex id, found the end of the line",
         .status = BAD},
        {.text = "0 1\n1,,2\n",
         .expected = "text:2: expected a second vertex id, found \",2\"",
         .status = BAD},
        {.text = ",1\n", .expected = "text:1: expected a vertex id", .status = BAD},
    };
    IO_RUN(cases, GRAPH_FILE_EDGE_LIST);
}

TEST(ids)
{
    static const struct io_case cases[] = {
        {.text = "007 0000000000000000000000001\n", .expected = "8x8 pattern: 7,1"},
        {.text = "12345678 0\n", .options.is_compact = true, .expected = "2x2 pattern: 1,0"},
        {.text = "100 7\n7 18446744073709551615\n",
         .options.is_compact = true,
         .expected = "3x3 pattern: 0,2 1,0"},
        {.text = "5 9\n9 9\n",
         .options = {.is_compact = true, .rows = 4, .columns = 3},
         .expected = "4x3 pattern: 0,1 1,1"},
        {.text = "0 1\n", .options = {.rows = 5, .columns = 7}, .expected = "5x7 pattern: 0,1"},
        {.text = "0 8\n", .options = {.rows = 5, .columns = 7}, .expected = "9x9 pattern: 0,8"},
        {.text = "-1 2\n", .expected = "text:1: expected a vertex id, found \"-1 2\"", .status = BAD},
        {.text = "1 -2\n", .expected = "expected a second vertex id, found \"-2\"", .status = BAD},
        {.text = "+1 2\n", .expected = "found \"+1 2\"", .status = BAD},
        {.text = "0x10 2\n", .expected = "expected a vertex id, found \"0x10 2\"", .status = BAD},
        {.text = "1.0 2\n", .expected = "expected a vertex id, found \"1.0 2\"", .status = BAD},
        {.text = "1 2.0\n", .expected = "expected a second vertex id, found \"2.0\"", .status = BAD},
        {.text = "1e3 2\n", .expected = "expected a vertex id", .status = BAD},
        {.text = "1 2x\n", .expected = "expected a second vertex id, found \"2x\"", .status = BAD},
        {.text = "0 1\n2147483647 0\n",
         .expected = "text:2: vertex id 2147483647 is above 2147483646",
         .status = GRAPH_E_NOT_SUPPORTED},
        {.text = "0 4294967296\n", .expected = "4294967296 is above", .status = GRAPH_E_NOT_SUPPORTED},
        {.text = "0 18446744073709551616\n",
         .expected = "does not fit 64 bits",
         .status = GRAPH_E_NOT_SUPPORTED},
        {.text = "0 18446744073709551616\n",
         .options.is_compact = true,
         .expected = "does not fit 64 bits",
         .status = GRAPH_E_NOT_SUPPORTED},
        {.text = "0 123456789012345678901234567890\n",
         .expected = "does not fit",
         .status = GRAPH_E_NOT_SUPPORTED},
        {.text = "0 2147483646\n", .expected = "2147483647 rows would take", .status = GRAPH_E_MEMORY},
    };
    IO_RUN(cases, GRAPH_FILE_EDGE_LIST);
}

#define WEIGHTED .options.weights = GRAPH_WEIGHTS_READ
#define AS(code) .options = {.weights = GRAPH_WEIGHTS_READ, .type = code}

TEST(values)
{
    static char long_number[1000] = "0 1 0.";
    for (size_t k = 6; k < 806; k++)
        long_number[k] = (char)('1' + k % 9);
    const struct io_case cases[] = {
        {.text = "0 1 5\n1 0 -7\n", WEIGHTED, .expected = "2x2 int64: 0,1=5 1,0=-7"},
        {.text = "0 1 5\n1 0 0.5\n1 1 +3\n", WEIGHTED, .expected = "2x2 fp64: 0,1=5 1,0=0.5 1,1=3"},
        {.text = "0,1,5,99\n1;0;-7;x\n", WEIGHTED, .expected = "2x2 int64: 0,1=5 1,0=-7"},
        {.text = "0 1 1e400\n0 2 -1e400\n0 3 1e-400\n0 4 -1e-400\n",
         WEIGHTED,
         .expected = "5x5 fp64: 0,1=inf 0,2=-inf 0,3=0 0,4=-0"},
        {.text = "0 1 inf\n0 2 -Infinity\n0 3 NaN\n0 4 +INF\n",
         WEIGHTED,
         .expected = "5x5 fp64: 0,1=inf 0,2=-inf 0,3=nan 0,4=inf"},
        {.text = "0 1 -0\n", AS(GRAPH_FP64), .expected = "2x2 fp64: 0,1=-0"},
        {.text = "0 1 -0\n", WEIGHTED, .expected = "2x2 int64: 0,1=0"},
        {.text = "0 1 .5\n0 2 5.\n0 3 1.5E+2\n0 4 1E-2\n",
         WEIGHTED,
         .expected = "5x5 fp64: 0,1=0.5 0,2=5 0,3=150 0,4=0.01"},
        {.text = "0 1 0.30000000000000004\n0 2 2.2250738585072011e-308\n0 3 9007199254740993\n0 4 0.1\n",
         WEIGHTED,
         .expected =
             "5x5 fp64: 0,1=0.30000000000000004 0,2=2.225073858507201e-308 0,3=9007199254740992 0,4=0.1"},
        {.text = "0 1 123456789012345678901234567890\n",
         WEIGHTED,
         .expected = "2x2 fp64: 0,1=1.2345678901234568e+29"},
        {.text = long_number, WEIGHTED, .expected = "2x2 fp64: 0,1=0.7891234567891234"},
        {.text = "0 1 127\n1 0 -128\n", AS(GRAPH_INT8), .expected = "2x2 int8: 0,1=127 1,0=-128"},
        {.text = "0 1 128\n",
         AS(GRAPH_INT8),
         .expected = "text:1: expected an integer from -128 to 127, found \"128\"",
         .status = BAD},
        {.text = "0 1 -129\n", AS(GRAPH_INT8), .expected = "found \"-129\"", .status = BAD},
        {.text = "0 1 32768\n", AS(GRAPH_INT16), .expected = "-32768 to 32767", .status = BAD},
        {.text = "0 1 -2147483649\n",
         AS(GRAPH_INT32),
         .expected = "-2147483648 to 2147483647",
         .status = BAD},
        {.text = "0 1 9223372036854775807\n1 0 -9223372036854775808\n",
         AS(GRAPH_INT64),
         .expected = "2x2 int64: 0,1=9223372036854775807 1,0=-9223372036854775808"},
        {.text = "0 1 9223372036854775808\n",
         AS(GRAPH_INT64),
         .expected = "-9223372036854775808 to",
         .status = BAD},
        {.text = "0 1 9223372036854775808\n", WEIGHTED, .expected = "2x2 fp64: 0,1=9.223372036854776e+18"},
        {.text = "0 1 255\n", AS(GRAPH_UINT8), .expected = "2x2 uint8: 0,1=255"},
        {.text = "0 1 256\n", AS(GRAPH_UINT8), .expected = "0 to 255", .status = BAD},
        {.text = "0 1 -1\n", AS(GRAPH_UINT16), .expected = "0 to 65535", .status = BAD},
        {.text = "0 1 4294967296\n", AS(GRAPH_UINT32), .expected = "0 to 4294967295", .status = BAD},
        {.text = "0 1 18446744073709551615\n",
         AS(GRAPH_UINT64),
         .expected = "2x2 uint64: 0,1=18446744073709551615"},
        {.text = "0 1 18446744073709551616\n",
         AS(GRAPH_UINT64),
         .expected = "to 18446744073709551615",
         .status = BAD},
        {.text = "0 1 1e3\n1 0 4.0\n", AS(GRAPH_INT32), .expected = "2x2 int32: 0,1=1000 1,0=4"},
        {.text = "0 1 1.5\n", AS(GRAPH_INT32), .expected = "found \"1.5\"", .status = BAD},
        {.text = "0 1 nan\n", AS(GRAPH_INT32), .expected = "found \"nan\"", .status = BAD},
        {.text = "0 1 0\n1 0 2.5\n", AS(GRAPH_BOOL), .expected = "2x2 bool: 0,1=0 1,0=1"},
        {.text = "0 1 1e39\n1 0 0.1\n", AS(GRAPH_FP32), .expected = "2x2 fp32: 0,1=inf 1,0=0.1"},
        {.text = "0 1 0x1p3\n", WEIGHTED, .expected = "expected a value, found \"0x1p3\"", .status = BAD},
        {.text = "0 1 1,5\n", WEIGHTED, .expected = "2x2 int64: 0,1=1"},
        {.text = "0 1 1.5.2\n", WEIGHTED, .expected = "expected a value, found \"1.5.2\"", .status = BAD},
        {.text = "0 1 e5\n", WEIGHTED, .expected = "expected a value", .status = BAD},
        {.text = "0 1 1e\n", WEIGHTED, .expected = "expected a value", .status = BAD},
        {.text = "0 1 .\n", WEIGHTED, .expected = "expected a value", .status = BAD},
        {.text = "0 1 -\n", WEIGHTED, .expected = "expected a value", .status = BAD},
        {.text = "0 1 1\n1 2\n",
         WEIGHTED,
         .expected = "text:2: expected a value, found the end of the line",
         .status = BAD},
        {.text = "0 1 1\n1 2 infinit\n", WEIGHTED, .expected = "text:2: expected a value", .status = BAD},
        {.text = "0 1 5\n", .options.type = GRAPH_FP64, .expected = "2x2 fp64: 0,1=1"},
        {.text = "0 1 5\n",
         .options = {.type = GRAPH_FP64, .weights = GRAPH_WEIGHTS_DROP},
         .expected = "2x2 pattern: 0,1"},
        {.text = "# semigraph edge list, rows 2, columns 3, type int8\n0\t2\t-5\n",
         .expected = "2x3 int8: 0,2=-5"},
        /* The type that is declared holds for what is read unasked. */
        {.text = "# semigraph edge list, rows 2, columns 3, type fp64\n0\t2\t5\n",
         .expected = "2x3 fp64: 0,2=5"},
        {.text = "# semigraph edge list, rows 2, columns 3, type fp64\n0\t2\t5\n",
         .options.weights = GRAPH_WEIGHTS_READ,
         .expected = "2x3 int64: 0,2=5"},
        {.text = "# semigraph edge list, rows 2, columns 3, type fp64\n0\t2\t5\n",
         .options.weights = GRAPH_WEIGHTS_DROP,
         .expected = "2x3 pattern: 0,2"},
        {.text = "# semigraph edge list, rows 2, columns 3, type pattern\n0\t2\n",
         .expected = "2x3 pattern: 0,2"},
        {.text = "# semigraph edge list, rows 2, columns 3, type int8\n2\t2\t1\n",
         .expected = "text:2: expected a vertex id from 0 to 1, found \"2\\x092\\x091\"",
         .status = BAD},
        {.text = "# semigraph edge list, rows 2, columns 3, type gunk\n0\t1\n",
         .expected = "2x2 pattern: 0,1"},
    };
    IO_RUN(cases, GRAPH_FILE_EDGE_LIST);
}

#define SAME_EDGE "0 1 5\n1 0 2\n0 1 3\n1 1 4\n0 1 9\n1 1 1\n"

TEST(directions_loops_and_duplicates)
{
    static const struct io_case cases[] = {
        {.text = SAME_EDGE, .expected = "2x2 pattern: 0,1 1,0 1,1"},
        {.text = SAME_EDGE, WEIGHTED, .expected = "2x2 int64: 0,1=5 1,0=2 1,1=4"},
        {.text = SAME_EDGE,
         .options = {.weights = GRAPH_WEIGHTS_READ, .duplicates = GRAPH_DUPLICATES_LAST},
         .expected = "2x2 int64: 0,1=9 1,0=2 1,1=1"},
        {.text = SAME_EDGE,
         .options = {.weights = GRAPH_WEIGHTS_READ, .duplicates = GRAPH_DUPLICATES_SUM},
         .expected = "2x2 int64: 0,1=17 1,0=2 1,1=5"},
        {.text = SAME_EDGE,
         .options = {.weights = GRAPH_WEIGHTS_READ, .duplicates = GRAPH_DUPLICATES_MIN},
         .expected = "2x2 int64: 0,1=3 1,0=2 1,1=1"},
        {.text = SAME_EDGE,
         .options = {.weights = GRAPH_WEIGHTS_READ, .duplicates = GRAPH_DUPLICATES_MAX},
         .expected = "2x2 int64: 0,1=9 1,0=2 1,1=4"},
        {.text = SAME_EDGE,
         .options.duplicates = GRAPH_DUPLICATES_ERROR,
         .expected = "text:3: expected each edge once, found that of row 0 and column 1 again",
         .status = BAD},
        {.text = SAME_EDGE,
         .options = {.type = GRAPH_INT64, .duplicates = GRAPH_DUPLICATES_SUM},
         .expected = "2x2 int64: 0,1=3 1,0=1 1,1=2"},
        {.text = SAME_EDGE, .options.loops = GRAPH_LOOPS_DROP, .expected = "2x2 pattern: 0,1 1,0"},
        {.text = SAME_EDGE,
         .options = {.weights = GRAPH_WEIGHTS_READ, .direction = GRAPH_UNDIRECTED},
         .expected = "2x2 int64: 0,1=5 1,0=5 1,1=4"},
        {.text = SAME_EDGE,
         .options = {.weights = GRAPH_WEIGHTS_READ,
                     .direction = GRAPH_UNDIRECTED,
                     .duplicates = GRAPH_DUPLICATES_SUM},
         .expected = "2x2 int64: 0,1=19 1,0=19 1,1=5"},
        {.text = SAME_EDGE,
         .options = {.weights = GRAPH_WEIGHTS_READ,
                     .direction = GRAPH_UNDIRECTED,
                     .duplicates = GRAPH_DUPLICATES_LAST,
                     .loops = GRAPH_LOOPS_DROP},
         .expected = "2x2 int64: 0,1=9 1,0=9"},
        {.text = SAME_EDGE,
         .options = {.direction = GRAPH_UNDIRECTED, .duplicates = GRAPH_DUPLICATES_ERROR},
         .expected = "text:2: expected each edge once",
         .status = BAD},
        {.text = "2 0\n", .options.direction = GRAPH_UNDIRECTED, .expected = "3x3 pattern: 0,2 2,0"},
        {.text = "2 0\n", .options.direction = GRAPH_DIRECTED, .expected = "3x3 pattern: 2,0"},
        {.text = "2 2\n", .options.loops = GRAPH_LOOPS_DROP, .expected = "3x3 pattern:"},
        {.text = "9 4\n4 9\n4 4\n",
         .options = {.direction = GRAPH_UNDIRECTED, .is_compact = true},
         .expected = "2x2 pattern: 0,0 0,1 1,0"},
    };
    IO_RUN(cases, GRAPH_FILE_EDGE_LIST);
}

TEST(report_counts_what_the_file_lists)
{
    static const char text[] = "# c\n\n0 1\n1 0\n0 1\n2 2\n2 2\r\n# end\n3 4\n";
    graph_read_report report = {.size = sizeof report};
    graph_read_options options = {.size = sizeof options, .report = &report};
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_read_memory(&A, text, strlen(text), "text", &options));
    CHECK(report.format == GRAPH_FILE_EDGE_LIST && !report.is_compressed && !report.is_undirected &&
          !report.is_weighted);
    CHECK(report.bytes == strlen(text) && report.lines == 9 && report.comments == 3 && report.edges == 6);
    CHECK(report.self_loops == 2 && report.duplicates == 2 && report.entries == 4);
    CHECK(report.seconds_read >= 0 && report.seconds_parse >= 0 && report.seconds_build >= 0);
    graph_matrix_release(&A);
    options.direction = GRAPH_UNDIRECTED;
    REQUIRE_OK(graph_read_memory(&A, text, strlen(text), "text", &options));
    CHECK(report.is_undirected && report.edges == 6 && report.self_loops == 2 && report.duplicates == 3);
    CHECK(report.entries == 5);
    graph_matrix_release(&A);
    options.loops = GRAPH_LOOPS_DROP;
    REQUIRE_OK(graph_read_memory(&A, text, strlen(text), "text", &options));
    CHECK(report.edges == 6 && report.self_loops == 2 && report.duplicates == 2 && report.entries == 4);
    graph_matrix_release(&A);
    CHECK_STATUS(graph_read_memory(&A, "0 1\n# c\n2\n", 10, "text", &options), GRAPH_E_FORMAT, "text:3:");
    CHECK(report.format == GRAPH_FILE_EDGE_LIST && report.bytes == 10 && report.edges == 1);
}

TEST(compact_gives_the_ids)
{
    static const char text[] = "900000000000 7\n7 5\n5 900000000000\n";
    static const uint64_t expected[] = {5, 7, 900000000000};
    uint64_t *ids = NULL;
    graph_read_options options = {.size = sizeof options, .is_compact = true, .ids = &ids};
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_read_memory(&A, text, strlen(text), "text", &options));
    CHECK(ids != NULL && memcmp(ids, expected, sizeof expected) == 0);
    graph_free(ids);
    graph_matrix_release(&A);
    ids = (uint64_t *)&options;
    CHECK_STATUS(graph_read_memory(&A, "x y\nz", 5, "text", &options), GRAPH_E_FORMAT, "text:1");
    CHECK(ids == NULL && A == NULL);
}

/* More ids than the table of ids begins with. */
TEST(compact_numbers_many_ids)
{
    enum { N = 9000 };
    uint64_t *ids = NULL;
    graph_read_options options = {.size = sizeof options, .is_compact = true, .ids = &ids};
    graph_matrix *A = NULL;
    graph_index rows = 0;
    char *text = malloc(N * 32);
    size_t length = 0;
    REQUIRE(text != NULL);
    for (int k = 0; k + 1 < N; k++)
        length += (size_t)sprintf(text + length, "%llu %llu\n", 1000003ull * (unsigned)(N - k),
                                  1000003ull * (unsigned)(N - k - 1));
    CHECK_OK(graph_read_memory(&A, text, length, "text", &options));
    CHECK_OK(graph_matrix_rows(&rows, A));
    CHECK(rows == N);
    for (graph_index k = 0; k < N && ids != NULL; k++)
        if (!CHECK(ids[k] == 1000003 * (k + 1)))
            break;
    graph_scalar x;
    CHECK(graph_matrix_get(&x, A, 1, 0) == GRAPH_OK && graph_matrix_get(&x, A, 0, 1) == GRAPH_NO_VALUE);
    graph_free(ids);
    graph_matrix_release(&A);
    free(text);
}

TEST(options_are_checked)
{
    graph_read_report report = {.size = 3};
    graph_matrix *A = NULL;
#define WITH(...)                                                                                            \
    graph_read_memory(&A, "", 0, "text",                                                                     \
                      &(graph_read_options){.size = sizeof(graph_read_options), __VA_ARGS__})
    CHECK_STATUS(graph_read_memory(&A, "", 0, "text", &(graph_read_options){.size = 1}),
                 GRAPH_E_INVALID_VALUE, "size");
    CHECK_STATUS(WITH(.report = &report), GRAPH_E_INVALID_VALUE, "report.size");
    CHECK_STATUS(WITH(.format = (graph_file_format)6), GRAPH_E_INVALID_VALUE,
                 "options.format is 6; expected 0 .. 5");
    CHECK_STATUS(WITH(.direction = (graph_direction)3), GRAPH_E_INVALID_VALUE, "direction");
    CHECK_STATUS(WITH(.loops = (graph_loops)2), GRAPH_E_INVALID_VALUE, "loops");
    CHECK_STATUS(WITH(.duplicates = (graph_duplicates)6), GRAPH_E_INVALID_VALUE, "duplicates");
    CHECK_STATUS(WITH(.weights = (graph_weights)3), GRAPH_E_INVALID_VALUE, "weights");
    CHECK_STATUS(WITH(.type = (graph_type)12), GRAPH_E_INVALID_VALUE, "type");
    CHECK_STATUS(WITH(.threads = -1), GRAPH_E_INVALID_VALUE, "threads");
    CHECK_STATUS(WITH(.threads = 4097), GRAPH_E_INVALID_VALUE, "threads");
    CHECK_STATUS(WITH(.rows = 2147483648u), GRAPH_E_NOT_SUPPORTED, "rows");
    CHECK_STATUS(WITH(.columns = 2147483648u), GRAPH_E_NOT_SUPPORTED, "columns");
#undef WITH
    CHECK_STATUS(graph_read_memory(NULL, "", 0, "text", NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_read_memory(&A, NULL, 1, "text", NULL), GRAPH_E_NULL, "bytes is NULL");
    CHECK_STATUS(graph_read_memory(&A, "", 0, NULL, NULL), GRAPH_E_NULL, "name is NULL");
    CHECK_STATUS(graph_read(&A, NULL, NULL), GRAPH_E_NULL, "path is NULL");
    CHECK_OK(graph_read_memory(&A, NULL, 0, "text", NULL));
    graph_matrix_release(&A);
}

/* Ids that met in one slot of a table with a known hash: the time would grow with the square of their number. */
TEST(compact_numbers_chosen_ids)
{
    enum { N = 200000 };
    uint64_t inverse = 1, factor = 0xd6e8feb86659fd93u, *ids = NULL;
    for (int k = 0; k < 6; k++)
        inverse *= 2 - factor * inverse;
    graph_read_options options = {.size = sizeof options, .is_compact = true, .ids = &ids};
    graph_matrix *A = NULL;
    graph_index rows = 0;
    char *text = malloc((size_t)N * 42), *p = text;
    REQUIRE(text != NULL);
    for (uint64_t k = 1; k <= N; k++) {
        uint64_t id = inverse * (k * 4294967297u);
        id ^= id >> 32;
        p += sprintf(p, "%llu 0\n", (unsigned long long)id);
    }
    CHECK_OK(graph_read_memory(&A, text, (size_t)(p - text), "text", &options));
    CHECK(graph_matrix_rows(&rows, A) == GRAPH_OK && rows == N + 1);
    for (graph_index k = 1; k < rows && ids != NULL; k++)
        if (!CHECK(ids[k - 1] < ids[k]))
            break;
    graph_free(ids);
    graph_matrix_release(&A);
    free(text);
}

/* Lines longer than a block make its memory grow; where the next blocks end must not depend on that. */
TEST(the_first_wrong_line_is_named)
{
    enum { LINES = 400, LONG = 60 };
    char *text = malloc(LINES * 80 + 4000);
    REQUIRE(text != NULL);
    for (int wrong = 200; wrong < 230; wrong++) {
        char *p = text + sprintf(text, "# semigraph edge list, rows 50, columns 50, type pattern\n"),
             expected[100];
        for (int k = 2; k <= LINES; k++) {
            p += sprintf(p, k == wrong ? "50 1" : k == wrong + 3 ? "x" : "%d %d", k % 50, k % 49);
            if (k % LONG == 0)
                p += sprintf(p, "%400s", "");
            *p++ = '\n';
        }
        snprintf(expected, sizeof expected, "text:%d: expected a vertex id from 0 to 49, found \"50 1\"",
                 wrong);
        for (int threads = 1; threads <= 4; threads++) {
            graph_matrix *A = NULL;
            graph_read_options options = {.size = sizeof options, .threads = threads};
            size_t before = graph__text_block_bytes;
            for (size_t bytes = 64; bytes <= 1 << 20; bytes *= 4) {
                graph__text_block_bytes = bytes;
                CHECK_STATUS(graph_read_memory(&A, text, (size_t)(p - text), "text", &options), BAD,
                             expected);
            }
            graph__text_block_bytes = before;
        }
    }
    free(text);
}

/* Lines of every length, so that they lie across the 64 bytes of the fast way in all manners. */
TEST(every_length_of_line)
{
    enum { EDGES = 3000 };
    static char text[EDGES * 40];
    static int32_t u[EDGES], v[EDGES];
    for (int style = 0; style < 6; style++) {
        uint64_t seed = 11;
        char *p = text;
        for (int k = 0; k < EDGES; k++) {
            static const uint64_t bound[] = {10, 100, 1000, 10000, 100000, 1000000, 10000000};
            u[k] = (int32_t)(test_random(&seed) % bound[test_random(&seed) % 7]);
            v[k] = (int32_t)(test_random(&seed) % bound[test_random(&seed) % 7]);
            const char *end = style == 1                 ? "\r\n"
                              : style == 2 && k % 7 == 0 ? " \n# c\n"
                              : style == 3               ? "\t9 8\n"
                                                         : "\n";
            p += sprintf(p, "%d%s%d%s", u[k], style == 4 ? "  " : style == 5 ? "," : "\t", v[k], end);
        }
        graph_matrix *A = NULL;
        graph_read_report report = {.size = sizeof report};
        graph_read_options options = {.size = sizeof options,
                                      .report = &report,
                                      .type = GRAPH_INT32,
                                      .duplicates = GRAPH_DUPLICATES_SUM};
        if (!CHECK_OK(graph_read_memory(&A, text, (size_t)(p - text), "text", &options)))
            continue;
        CHECK(report.edges == EDGES && report.entries + report.duplicates == EDGES);
        int missing = 0;
        for (int k = 0; k < EDGES; k++) {
            graph_scalar x;
            missing += graph_matrix_get(&x, A, (graph_index)u[k], (graph_index)v[k]) != GRAPH_OK;
        }
        CHECK_SAY(missing == 0, "style %d: %d edges are missing", style, missing);
        graph_matrix_release(&A);
    }
}

TEST_MAIN(TEST_ROW(texts), TEST_ROW(ids), TEST_ROW(values), TEST_ROW(directions_loops_and_duplicates),
          TEST_ROW(report_counts_what_the_file_lists), TEST_ROW(compact_gives_the_ids),
          TEST_ROW(compact_numbers_many_ids), TEST_ROW(compact_numbers_chosen_ids),
          TEST_ROW(the_first_wrong_line_is_named), TEST_ROW(options_are_checked),
          TEST_ROW(every_length_of_line))
