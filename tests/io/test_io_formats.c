/* Matrix Market, DIMACS and METIS from memory: sizes, indices, symmetry, and every way to be wrong. */
#include "tests/support/io_text.h"

#define BAD         GRAPH_E_FORMAT
#define UNSUPPORTED GRAPH_E_NOT_SUPPORTED
#define HEAD        "%%MatrixMarket matrix coordinate "

TEST(matrix_market)
{
    static const struct io_case cases[] = {
        {.text = HEAD "real general\n% c\n\n3 4 3\n1 1 3.0\n2 2 -3.4e2\n3 4 7\n",
         .expected = "3x4 fp64: 0,0=3 1,1=-340 2,3=7"},
        {.text = HEAD "double general\n1 1 1\n1 1 .5\n", .expected = "1x1 fp64: 0,0=0.5"},
        {.text = "%%matrixmarket MATRIX Coordinate Integer GENERAL\r\n2 2 2\r\n1 2 -5\r\n2 1 +7\r\n",
         .expected = "2x2 int64: 0,1=-5 1,0=7"},
        {.text = HEAD "pattern general\n2 2 2\n1 2\n2 2\n", .expected = "2x2 pattern: 0,1 1,1"},
        {.text = HEAD "pattern general\n2 2 1\n% c\n1 2", .expected = "2x2 pattern: 0,1"},
        {.text = HEAD "pattern symmetric\n3 3 3\n2 1\n3 3\n1 3\n",
         .expected = "3x3 pattern: 0,1 0,2 1,0 2,0 2,2"},
        {.text = HEAD "real symmetric\n2 2 3\n2 1 5\n1 2 6\n1 1 1\n",
         .expected = "2x2 fp64: 0,0=1 0,1=5 1,0=5"},
        {.text = HEAD "real symmetric\n2 2 3\n2 1 5\n1 2 6\n1 1 1\n",
         .options.duplicates = GRAPH_DUPLICATES_SUM,
         .expected = "2x2 fp64: 0,0=1 0,1=11 1,0=11"},
        {.text = HEAD "real symmetric\n2 2 2\n2 1 5\n1 2 6\n",
         .options.duplicates = GRAPH_DUPLICATES_ERROR,
         .expected = "text:4: expected each edge once",
         .status = BAD},
        {.text = HEAD "real symmetric\n2 2 2\n2 1 5\n1 1 6\n",
         .options.direction = GRAPH_DIRECTED,
         .expected = "2x2 fp64: 0,0=6 1,0=5"},
        {.text = HEAD "real general\n2 2 2\n2 1 5\n1 1 6\n",
         .options.direction = GRAPH_UNDIRECTED,
         .expected = "2x2 fp64: 0,0=6 0,1=5 1,0=5"},
        {.text = HEAD "real skew-symmetric\n3 3 2\n2 1 1.5\n3 2 -2\n",
         .expected = "3x3 fp64: 0,1=-1.5 1,0=1.5 1,2=2 2,1=-2"},
        {.text = HEAD "integer skew-symmetric\n%%GraphBLAS type int8_t\n2 2 1\n2 1 -7\n",
         .expected = "2x2 int8: 0,1=7 1,0=-7"},
        {.text = HEAD "real skew-symmetric\n%%GraphBLAS type float\n2 2 1\n2 1 0.5\n",
         .expected = "2x2 fp32: 0,1=-0.5 1,0=0.5"},
        {.text = "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n",
         .expected = "2x3 fp64: 0,0=1 0,1=3 0,2=5 1,0=2 1,1=4 1,2=6"},
        {.text = "%%MatrixMarket matrix array integer symmetric\n2 2\n1\n0\n% c\n3\n",
         .expected = "2x2 int64: 0,0=1 0,1=0 1,0=0 1,1=3"},
        {.text = "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n",
         .expected = "3x3 fp64: 0,1=-1 0,2=-2 1,0=1 1,2=-3 2,0=2 2,1=3"},
        {.text = "%%MatrixMarket matrix array real general\n2 1\n1\n2\n",
         .options.weights = GRAPH_WEIGHTS_DROP,
         .expected = "2x1 pattern: 0,0 1,0"},
        {.text = "%%MatrixMarket matrix array real general\n0 3\n", .expected = "0x3 fp64:"},
        {.text = HEAD "integer general\n%%GraphBLAS type bool\n2 2 2\n1 1 0\n2 2 1\n",
         .expected = "2x2 bool: 0,0=0 1,1=1"},
        {.text = HEAD "real general\n2 2 1\n1 2 5.5\n",
         .options.type = GRAPH_FP32,
         .expected = "2x2 fp32: 0,1=5.5"},
        {.text = HEAD "real general\n2 2 1\n1 2 x\n",
         .options.weights = GRAPH_WEIGHTS_DROP,
         .expected = "2x2 pattern: 0,1"},
        {.text = HEAD "pattern general\n2 2 1\n1 2\n",
         .options.type = GRAPH_INT8,
         .expected = "2x2 int8: 0,1=1"},
        {.text = HEAD "real general\n9 9 2\n5 9 1\n9 5 2\n",
         .options.is_compact = true,
         .expected = "2x2 fp64: 0,1=1 1,0=2"},
        {.text = "3 3 2\n1 2 0.5\n3 1 2\n", .expected = "3x3 fp64: 0,1=0.5 2,0=2"},
        {.text = "3 3 2\n% c\n1 2\n3 1\n", .expected = "3x3 pattern: 0,1 2,0"},
        {.text = "2 1\n4\n5\n", .expected = "2x1 fp64: 0,0=4 1,0=5"},
        {.text = HEAD "real general\n1 1 1\n1 1 3",
         .options.loops = GRAPH_LOOPS_DROP,
         .expected = "1x1 fp64:"},
        {.text = HEAD "real general\n1 1 4\n1 1 3\n", .expected = "no more entries than", .status = BAD},
        {.text = "%%MatrixMarket matrix array integer general\n0 2147483647\n",
         .expected = "0x2147483647 int64:"},
        /* the banner */
        {.text = "% of a collection\n\n" HEAD "pattern symmetric\n2 2 1\n2 1\n",
         .expected = "2x2 pattern: 0,1 1,0"},
        {.text = " \t" HEAD "pattern symmetric\n2 2 1\n2 1\n", .expected = "2x2 pattern: 0,1 1,0"},
        {.text = "%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
         .expected = "text:1: expected the banner %%MatrixMarket matrix, found \"%MatrixMarket",
         .status = BAD},
        {.text = "%%MatrixMarkt matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
         .expected = "expected the banner",
         .status = BAD},
        {.text = "%% matrixmarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
         .expected = "expected the banner",
         .status = BAD},
        {.text = HEAD "pattern general\n" HEAD "pattern symmetric\n2 2 1\n2 1\n",
         .expected = "text:2: expected one banner",
         .status = BAD},
        {.text = HEAD "pattern general\n% a matrix more\n2 2 1\n2 1\n", .expected = "2x2 pattern: 1,0"},
        {.text = "% c\n\n " HEAD "pattern symmetric\n2 2 1\n2 1\n", .expected = "2x2 pattern: 0,1 1,0"},
        {.text = "% c\n%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
         .expected = "text:2: expected the banner",
         .status = BAD},
        {.text = "%%MatrxMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
         .expected = "text:1: expected the banner",
         .status = BAD},
        {.text = "%% MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
         .expected = "text:1: expected the banner",
         .status = BAD},
        {.text = "%%Matrix-Market: matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
         .expected = "text:1: expected the banner",
         .status = BAD},
        {.text = "%%MatrixMarketmatrix coordinate pattern symmetric\n2 2 1\n2 1\n",
         .expected = "text:1: expected the banner",
         .status = BAD},
        {.text = "%%MM matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
         .expected = "text:1: expected the banner",
         .status = BAD},
        {.text = HEAD "pattern symmetric\n" HEAD "pattern general\n2 2 1\n2 1\n",
         .expected = "text:2: expected one banner",
         .status = BAD},
        {.text = "2 2 1\n" HEAD "pattern symmetric\n2 1\n",
         .expected = "text:2: expected the banner before the sizes",
         .status = BAD},
        {.text = HEAD "pattern general\n% MatrixMarket is a format\n2 2 1\n2 1\n",
         .expected = "2x2 pattern: 1,0"},
        {.text = "%%MatrixMarket mangled coordinate pattern symmetric\n1 1 1\n1 1\n",
         .expected = "text:1: expected the word matrix, found \"mangled",
         .status = BAD},
        {.text = "%%MatrixMarket matrix mangled pattern symmetric\n1 1 1\n1 1\n",
         .expected = "coordinate or array",
         .status = BAD},
        {.text = HEAD "mangled symmetric\n1 1 1\n1 1\n",
         .expected = "real, integer, pattern or complex",
         .status = BAD},
        {.text = HEAD "real mangled\n1 1 1\n1 1 1\n", .expected = "general, symmetric", .status = BAD},
        {.text = HEAD "real general more\n1 1 1\n1 1 1\n",
         .expected = "end of the line, found \"more\"",
         .status = BAD},
        {.text = HEAD "real\n1 1 1\n1 1 1\n", .expected = "found the end of the line", .status = BAD},
        {.text = HEAD "pattern hermitian\n2 2 1\n2 2\n",
         .expected = "hermitian only with complex",
         .status = BAD},
        {.text = HEAD "real hermitian\n2 2 1\n2 2 1\n",
         .expected = "hermitian only with complex",
         .status = BAD},
        {.text = HEAD "complex general\n2 2 1\n2 2 1 1\n", .expected = "complex", .status = UNSUPPORTED},
        {.text = HEAD "complex hermitian\n2 2 1\n2 2 1 1\n", .expected = "complex", .status = UNSUPPORTED},
        {.text = HEAD "pattern skew-symmetric\n2 2 1\n2 1\n", .expected = "values in a skew", .status = BAD},
        {.text = "%%MatrixMarket matrix array pattern symmetric\n1 1\n1\n",
         .expected = "values in an array",
         .status = BAD},
        {.text = HEAD "real general\n%%GraphBLAS type gunk\n1 1 0\n",
         .expected = "text:2: expected the name of a type",
         .status = BAD},
        {.text = HEAD "real general\n%%GraphBLAS type float complex\n1 1 0\n",
         .expected = "found \"complex\"",
         .status = BAD},
        {.text = HEAD "integer skew-symmetric\n%%GraphBLAS type uint8_t\n2 2 1\n2 1 5\n",
         .expected = "signed type",
         .status = BAD},
        {.text = HEAD "integer skew-symmetric\n2 2 1\n2 1 5\n",
         .options.type = GRAPH_BOOL,
         .expected = "signed type",
         .status = BAD},
        {.text = HEAD "real skew-symmetric\n2 2 1\n2 2 5\n", .expected = "off the diagonal", .status = BAD},
        /* sizes */
        {.text = HEAD "real general\n",
         .expected = "text:2: expected a line of sizes, found the end",
         .status = BAD},
        {.text = HEAD "real general\n3\n", .expected = "text:2: expected a number of columns", .status = BAD},
        {.text = HEAD "real general\n3 3\n",
         .expected = "text:2: expected a number of entries",
         .status = BAD},
        {.text = HEAD "real general\n3 3 0 0\n", .expected = "the end of the line", .status = BAD},
        {.text = HEAD "real symmetric\n3 4 0\n", .expected = "as many columns as rows", .status = BAD},
        {.text = HEAD "real general\n3 4 0\n",
         .options.direction = GRAPH_UNDIRECTED,
         .expected = "as many rows as columns",
         .status = BAD},
        {.text = HEAD "real general\n3 4 0\n",
         .options.is_compact = true,
         .expected = "square",
         .status = UNSUPPORTED},
        {.text = HEAD "real general\n3 4 0\n", .expected = "3x4 fp64:"},
        {.text = HEAD "real general\n3 3 -1\n",
         .expected = "a number of entries, found \"-1\"",
         .status = BAD},
        {.text = HEAD "real general\n-3 3 1\n", .expected = "a number of rows", .status = BAD},
        {.text = HEAD "real general\n3 3 1e0\n", .expected = "a number of entries", .status = BAD},
        {.text = HEAD "real general\n3 3 NaN\n", .expected = "a number of entries", .status = BAD},
        {.text = HEAD "real general\n2147483648 3 0\n",
         .expected = "above 2147483647",
         .status = UNSUPPORTED},
        {.text = HEAD "real general\n3 4294967296 0\n",
         .expected = "above 2147483647",
         .status = UNSUPPORTED},
        {.text = HEAD "real general\n3 3 9223372036854775808\n",
         .expected = "a number of entries above",
         .status = UNSUPPORTED},
        {.text = HEAD "real general\n3 3 18446744073709551616\n",
         .expected = "number of entries",
         .status = UNSUPPORTED},
        {.text = HEAD "real general\n3 3 123456789012345678901234567890\n",
         .expected = "number of entries",
         .status = UNSUPPORTED},
        {.text = HEAD "real general\n3 3 10\n1 1 1\n", .expected = "no more entries than", .status = BAD},
        {.text = HEAD "pattern general\n65536 65536 2147483647\n1 1\n",
         .expected = "text:2: expected the 2147483647 entries that this line promises, found 1",
         .status = BAD},
        {.text = HEAD "pattern general\n65536 65536 2147483648\n1 1\n",
         .expected = "2147483648 entries",
         .status = BAD},
        {.text = HEAD "pattern general\n1000000 1000000 4294967296\n1 1\n",
         .expected = "4294967296",
         .status = BAD},
        {.text = HEAD "real general\n2000000 2000000 1000000000000\n1 1 1\n",
         .expected = "1000000000000 entries",
         .status = BAD},
        {.text = HEAD "real general\n2147483647 2147483647 1\n1 1 1\n",
         .expected = "2147483647 rows would take",
         .status = GRAPH_E_MEMORY},
        {.text = "%%MatrixMarket matrix array real general\n2147483647 2147483647\n1\n",
         .expected = "entries that",
         .status = BAD},
        {.text = HEAD "real general\n3 3 2\n1 1 1\n",
         .expected = "text:2: expected the 2 entries",
         .status = BAD},
        {.text = HEAD "real general\n3 3 1\n1 1 1\n2 2 2\n",
         .expected = "1 entries that this line promises, found 2",
         .status = BAD},
        /* entries */
        {.text = HEAD "pattern general\n3 3 1\n0 1\n",
         .expected = "text:3: expected a row from 1 to 3, found \"0 1\"",
         .status = BAD},
        {.text = HEAD "pattern general\n3 4 1\n1 5\n",
         .expected = "expected a column from 1 to 4, found \"5\"",
         .status = BAD},
        {.text = HEAD "pattern general\n3 4 1\n4 1\n", .expected = "a row from 1 to 3", .status = BAD},
        {.text = HEAD "pattern general\n3 4 1\n4294967297 1\n",
         .expected = "a row from 1 to 3",
         .status = BAD},
        {.text = HEAD "pattern general\n3 4 1\n-1 1\n", .expected = "expected a row", .status = BAD},
        {.text = HEAD "pattern general\n3 4 1\n1.0 1\n", .expected = "expected a row", .status = BAD},
        {.text = HEAD "pattern general\n3 4 1\n1 1 1\n",
         .expected = "the end of the line, found \"1\"",
         .status = BAD},
        {.text = HEAD "pattern general\n3 4 1\n1,1\n",
         .expected = "expected a row, found \"1,1\"",
         .status = BAD},
        {.text = HEAD "real general\n3 4 1\n1 1\n",
         .expected = "expected a value, found the end of the line",
         .status = BAD},
        {.text = HEAD "real general\n3 4 1\n1 1 1 1\n", .expected = "the end of the line", .status = BAD},
        {.text = HEAD "real general\n3 4 1\n1 zero pi\n",
         .expected = "expected a column, found \"zero pi\"",
         .status = BAD},
        {.text = HEAD "real general\n3 4 1\n1 1 forty-two\n",
         .expected = "expected a value, found \"forty-two\"",
         .status = BAD},
        {.text = HEAD "integer general\n3 4 1\n1 1 1.5\n",
         .expected = "expected an integer from",
         .status = BAD},
        {.text = HEAD "integer general\n%%GraphBLAS type bool\n1 1 1\n1 1 2\n",
         .expected = "expected 0 or 1",
         .status = BAD},
        {.text = HEAD "integer general\n%%GraphBLAS type int16_t\n1 1 1\n1 1 -32769\n",
         .expected = "-32768 to 32767",
         .status = BAD},
        {.text = HEAD "integer general\n%%GraphBLAS type uint32_t\n1 1 1\n1 1 4294967296\n",
         .expected = "4294967295",
         .status = BAD},
        {.text = HEAD "real general\n0 0 0\n", .expected = "0x0 fp64:"},
        {.text = "%%MatrixMarket matrix array real general\n2 1\n1 2\n",
         .expected = "the end of the line",
         .status = BAD},
        {.text = "%%MatrixMarket matrix array real general\n2 1\n1\nx\n",
         .expected = "text:4: expected a value",
         .status = BAD},
        {.text = "9q a9 1\n", .expected = "expected a number of rows", .status = BAD},
        {.text = "", .expected = "text:1: expected a line of sizes", .status = BAD},
    };
    IO_RUN(cases, GRAPH_FILE_MATRIX_MARKET);
}

TEST(dimacs)
{
    static const struct io_case cases[] = {
        {.text = "c x\nc\np sp 4 5\na 1 2 3\nc y\na 2 3 1\na 1 2 9\na 4 4 0\na 3 1 7\n",
         .expected = "4x4 int64: 0,1=3 1,2=1 2,0=7 3,3=0"},
        {.text = "p sp 2 2\na 1 2 3\na 2 1 0.5\n", .expected = "2x2 fp64: 0,1=3 1,0=0.5"},
        {.text = "p sp 2 1\na 1 2 3\n",
         .options.weights = GRAPH_WEIGHTS_DROP,
         .expected = "2x2 pattern: 0,1"},
        {.text = "p sp 2 1\na 1 2 3\n",
         .options.direction = GRAPH_UNDIRECTED,
         .expected = "2x2 int64: 0,1=3 1,0=3"},
        {.text = "p sp 9 1\na 7 2 3\n", .options.is_compact = true, .expected = "2x2 int64: 1,0=3"},
        {.text = "c semigraph type pattern\np sp 2 1\na 1 2 1\n", .expected = "2x2 pattern: 0,1"},
        {.text = "c semigraph type pattern\np sp 2 1\na 1 2 junk\n",
         .expected = "text:3: expected the weight 1 of a pattern, found \"junk\"",
         .status = BAD},
        {.text = "c semigraph type pattern\np sp 2 1\na 1 2 2\n", .expected = "the weight 1", .status = BAD},
        {.text = "c semigraph type pattern\np sp 2 1\na 1 2 1 junk\n",
         .expected = "text:3: expected the end of the line",
         .status = BAD},
        {.text = "c semigraph type uint8\np sp 2 1\na 1 2 200\n", .expected = "2x2 uint8: 0,1=200"},
        {.text = "c semigraph type uint8\np sp 2 1\na 1 2 300\n", .expected = "0 to 255", .status = BAD},
        {.text = "p sp 0 0\n", .expected = "0x0 int64:"},
        {.text = "p sp 3 0", .expected = "3x3 int64:"},
        {.text = "", .expected = "a line of sizes", .status = BAD},
        {.text = "c only\n", .expected = "text:2: expected a line of sizes", .status = BAD},
        {.text = "a 1 2 3\n", .expected = "text:1: expected the line \"p sp", .status = BAD},
        {.text = "p max 3 1\na 1 2 3\n", .expected = "expected the word sp", .status = BAD},
        {.text = "p sp x 1\n", .expected = "the number of vertices", .status = BAD},
        {.text = "p sp -1 1\n", .expected = "the number of vertices", .status = BAD},
        {.text = "p sp 1\n", .expected = "the number of", .status = BAD},
        {.text = "p sp 1 x\n", .expected = "the number of arcs", .status = BAD},
        {.text = "p sp 1 0 0\n", .expected = "the end of the line", .status = BAD},
        {.text = "p sp 2147483648 0\n", .expected = "2147483647", .status = UNSUPPORTED},
        {.text = "p sp 2147483647 0\n", .expected = "2147483647 rows", .status = GRAPH_E_MEMORY},
        {.text = "p sp 2 99999999999999999999\n", .expected = "the number of arcs", .status = BAD},
        {.text = "p sp 2 1000000000000\na 1 2 3\n",
         .expected = "text:1: expected the 1000000000000 entries",
         .status = BAD},
        {.text = "p sp 2 1\na 0 1 3\n",
         .expected = "text:2: expected a vertex id from 1 to 2, found \"0 1 3\"",
         .status = BAD},
        {.text = "p sp 2 1\na 1 3 3\n", .expected = "a second vertex id from 1 to 2", .status = BAD},
        {.text = "p sp 2 1\na 1 2\n", .expected = "expected a value", .status = BAD},
        {.text = "p sp 2 1\na 1 2 3 4\n", .expected = "the end of the line", .status = BAD},
        {.text = "p sp 2 1\ne 1 2 3\n",
         .expected = "text:2: expected a line that begins with a",
         .status = BAD},
        {.text = "p sp 2 1\n1 2 3\n", .expected = "begins with a", .status = BAD},
        {.text = "p sp 2 1\na 1 2 3\na 2 1 3\n", .expected = "promises, found 2", .status = BAD},
        {.text = "p sp 2 2\na 1 2 3\n", .expected = "promises, found 1", .status = BAD},
    };
    IO_RUN(cases, GRAPH_FILE_DIMACS);
}

TEST(metis)
{
    static const struct io_case cases[] = {
        {.text = "% c\n3 2\n2\n1 3\n% c\n2\n", .expected = "3x3 pattern: 0,1 1,0 1,2 2,1"},
        {.text = "3 2 0\r\n2\r\n1 3\r\n2\r\n", .expected = "3x3 pattern: 0,1 1,0 1,2 2,1"},
        {.text = "3 2 1\n2 5\n1 5 3 6\n2 6\n", .expected = "3x3 int64: 0,1=5 1,0=5 1,2=6 2,1=6"},
        {.text = "3 2 001\n2 5\n1 5 3 6\n2 6\n",
         .options.weights = GRAPH_WEIGHTS_DROP,
         .expected = "3x3 pattern: 0,1 1,0 1,2 2,1"},
        {.text = "2 1 1\n2 0.5\n1 0.5\n", .expected = "2x2 fp64: 0,1=0.5 1,0=0.5"},
        {.text = "2 1 10\n7 2\n7 1\n", .expected = "2x2 pattern: 0,1 1,0"},
        {.text = "2 1 11 2\n7 8 2 5\n7 8 1 5\n", .expected = "2x2 int64: 0,1=5 1,0=5"},
        {.text = "2 1 111 2\n9 7 8 2 5\n9 7 8 1 5\n", .expected = "2x2 int64: 0,1=5 1,0=5"},
        {.text = "5 1\n\n3\n2\n\n\n", .expected = "5x5 pattern: 1,2 2,1"},
        {.text = "5 1\n\n3\n2\n", .expected = "text:1: expected lines for the 5 vertices", .status = BAD},
        {.text = "3 1\n2\n1\n",
         .expected = "text:1: expected lines for the 3 vertices that this line promises, found 2",
         .status = BAD},
        {.text = "3 1\n2\n3\n\n",
         .expected = "expected vertex 1 among the neighbours of vertex 2, as it is",
         .status = BAD},
        {.text = "3 1\n\n3\n1\n",
         .expected = "expected vertex 3 among the neighbours of vertex 1",
         .status = BAD},
        {.text = "4 1\n3\n\n2\n\n",
         .options.is_compact = true,
         .expected = "expected vertex 1 among the neighbours of vertex 3",
         .status = BAD},
        {.text = "3 2\n2 2\n1 3\n\n", .expected = "among the neighbours of vertex", .status = BAD},
        {.text = "2 1 1\n2 5\n1 6\n",
         .expected = "expected one weight for the edge between vertices 1 and 2",
         .status = BAD},
        {.text = "2 1 1\n2 5\n1 6\n",
         .options.weights = GRAPH_WEIGHTS_DROP,
         .expected = "2x2 pattern: 0,1 1,0"},
        {.text = "2 1\n1 1\n\n", .expected = "vertex 1 is its own neighbour", .status = BAD},
        {.text = "2 1 11 18446744073709551615\n2 5\n1 5\n",
         .expected = "a number of weights from 1 to",
         .status = BAD},
        {.text = "2 1 11 0\n2 5\n1 5\n", .expected = "a number of weights from 1 to", .status = BAD},
        {.text = "2 1 1 1\n2 5\n1 5\n", .expected = "text:1: expected no number of weights", .status = BAD},
        {.text = "3 1 10\n7 2\n7 1\n\n",
         .expected = "text:4: expected the weights of vertex 3, found the end of the line",
         .status = BAD},
        {.text = "3 1 10\n7 2\n\n7 x\n",
         .expected = "text:3: expected the weights of vertex 2",
         .status = BAD},
        {.text = "2 1 10\n7 2\n7 1\n\n", .expected = "2x2 pattern: 0,1 1,0"},
        {.text = "3 1\n\n3\n2\n\n\n\n", .expected = "3x3 pattern: 1,2 2,1"},
        {.text = "0 0\n", .expected = "0x0 pattern:"},
        {.text = "1 0\n\n", .expected = "1x1 pattern:"},
        {.text = "9 1\n\n\n4\n3\n\n\n\n\n\n", .options.is_compact = true, .expected = "2x2 pattern: 0,1 1,0"},
        {.text = "2 1\n2\n1\n", .options.type = GRAPH_FP64, .expected = "2x2 fp64: 0,1=1 1,0=1"},
        {.text = "2 1\n2\n1\n", .options.direction = GRAPH_UNDIRECTED, .expected = "2x2 pattern: 0,1 1,0"},
        {.text = "", .expected = "a line of sizes", .status = BAD},
        {.text = "3\n", .expected = "expected the number of edges, found the end of the line", .status = BAD},
        {.text = "x 1\n", .expected = "expected the number of vertices", .status = BAD},
        {.text = "3 1 2\n", .expected = "three digits 0 or 1", .status = BAD},
        {.text = "3 1 1000\n", .expected = "three digits 0 or 1", .status = BAD},
        {.text = "3 1 11 x\n", .expected = "the number of weights", .status = BAD},
        {.text = "3 1 11 1 1\n", .expected = "the end of the line", .status = BAD},
        {.text = "2147483648 1\n", .expected = "2147483647", .status = UNSUPPORTED},
        {.text = "3 99999999999999999999\n", .expected = "number of edges", .status = BAD},
        {.text = "3 1000000000000\n2\n1\n",
         .expected = "text:1: expected the 2000000000000 entries",
         .status = BAD},
        {.text = "2 1\n0\n1\n", .expected = "text:2: expected a neighbour's id from 1", .status = BAD},
        {.text = "2 1\n3\n1\n", .expected = "text:2: expected a neighbour's id from 1", .status = BAD},
        {.text = "2 1\n2\n-1\n",
         .expected = "text:3: expected a neighbour's id, found \"-1\"",
         .status = BAD},
        {.text = "2 1\n2\nx\n", .expected = "text:3: expected a neighbour's id, found \"x\"", .status = BAD},
        {.text = "2 1 1\n2\n1 5\n",
         .expected = "text:2: expected the weight of an edge, found the end",
         .status = BAD},
        {.text = "2 1 10 2\n7\n7 8 1\n", .expected = "text:2: expected another weight", .status = BAD},
        {.text = "2 2\n2\n1\n", .expected = "text:1: expected the 4 entries", .status = BAD},
        {.text = "2 1\n2\n1\n1\n", .expected = "text:1: expected lines for the 2 vertices", .status = BAD},
        {.text = "2 1\n2\n\n1\n", .expected = "text:1: expected lines for the 2 vertices", .status = BAD},
        {.text = "2 1\n2\n1\n\nx\n", .expected = "text:1: expected lines for the 2 vertices", .status = BAD},
        {.text = "3 9999999999999999999\n",
         .expected = "text:1: expected the number of edges",
         .status = BAD},
    };
    IO_RUN(cases, GRAPH_FILE_METIS);
}

TEST(formats_are_found_by_content_and_suffix)
{
    static const struct {
        const char *name, *text;
        graph_file_format format;
    } cases[] = {
        {"x", "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n", GRAPH_FILE_MATRIX_MARKET},
        {"x.txt", "%%matrixmarket matrix coordinate pattern general\n1 1 1\n1 1\n", GRAPH_FILE_MATRIX_MARKET},
        {"x.txt", "% c\n\n%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n",
         GRAPH_FILE_MATRIX_MARKET},
        {"x.graph", "c\nc x\np sp 1 1\na 1 1 1\n", GRAPH_FILE_DIMACS},
        {"x.txt", "1 1\n", GRAPH_FILE_EDGE_LIST},
        {"x.csv", "cat dog\n1 1\n", GRAPH_FILE_EDGE_LIST},
        {"x.mtx", "1 1 1\n1 1\n", GRAPH_FILE_MATRIX_MARKET},
        {"x.MTX.gz", "1 1 1\n1 1\n", GRAPH_FILE_MATRIX_MARKET},
        {"x.graph", "2 1\n2\n1\n", GRAPH_FILE_METIS},
        {"dir/x.graph.gz", "2 1\n2\n1\n", GRAPH_FILE_METIS},
        {"x.gr", "p sp 1 1\na 1 1 1\n", GRAPH_FILE_DIMACS},
        {"x.gr.txt", "1 1\n", GRAPH_FILE_EDGE_LIST},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        graph_read_report report = {.size = sizeof report};
        graph_read_options options = {.size = sizeof options, .report = &report};
        graph_matrix *A = NULL;
        CHECK_OK(graph_read_memory(&A, cases[k].text, strlen(cases[k].text), cases[k].name, &options));
        CHECK_SAY(report.format == cases[k].format, "%s %s: format %d", cases[k].name, cases[k].text,
                  (int)report.format);
        graph_matrix_release(&A);
    }
}

TEST(other_compressions_are_named)
{
    static const struct {
        const char *bytes, *program;
    } cases[] = {{"\xfd"
                  "7zXZ",
                  "xz"},
                 {"BZh91AY", "bzip2"},
                 {"\x28\xb5\x2f\xfd\x04", "zstd"},
                 {"PK\x03\x04", "zip"}};
    graph_matrix *A = NULL;
    for (size_t k = 0; k < 4; k++)
        CHECK_STATUS(graph_read_memory(&A, cases[k].bytes, strlen(cases[k].bytes), "x", NULL), UNSUPPORTED,
                     cases[k].program);
}

TEST(a_long_line_does_not_hurt)
{
    size_t length = (size_t)20 << 20;
    char *text = malloc(length + 64);
    REQUIRE(text != NULL);
    memset(text, ' ', length);
    memcpy(text, "0 1", 3);
    memcpy(text + length, "\n1 2\n", 6);
    graph_matrix *A = NULL;
    if (CHECK_OK(graph_read_memory(&A, text, length + 5, "text", NULL))) {
        char *found = io_describe(A);
        CHECK(strcmp(found, "3x3 pattern: 0,1 1,2") == 0);
        free(found);
    }
    graph_matrix_release(&A);
    memset(text, '7', length);
    CHECK_STATUS(graph_read_memory(&A, text, length + 5, "text", NULL), UNSUPPORTED,
                 "text:1: a vertex id does not fit");
    memset(text, 'x', length);
    memcpy(text, "0 ", 2);
    CHECK_STATUS(
        graph_read_memory(&A, text, length + 5, "text", NULL), BAD,
        "text:1: expected a second vertex id, found \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\"");
    free(text);
}

/* Plain lines are read many at a time, and a second time one by one where an id turns out to be outside. */
TEST(a_wrong_id_in_a_long_file_is_named)
{
    enum { LINES = 5000, WRONG = 2501, DIMENSION = 700 };
    for (int kind = 0; kind < 3; kind++)
        for (int threads = 1; threads <= 3; threads++) {
            char *text = malloc(LINES * 16 + 100), *p = text, expected[60];
            graph_matrix *A = NULL;
            graph_read_options options = {.size = sizeof options, .threads = threads};
            REQUIRE(text != NULL);
            p += sprintf(p, "%spattern general\n%d %d %d\n", HEAD, DIMENSION, DIMENSION, LINES);
            for (int k = 1; k <= LINES; k++)
                p += sprintf(p, "%d %d\n", k == WRONG && kind == 1 ? DIMENSION + 1 : 1 + k % DIMENSION,
                             k == WRONG && kind == 2 ? DIMENSION + 1 : 1 + k / 8);
            snprintf(expected, sizeof expected, "text:%d: expected a %s from 1 to %d", WRONG + 2,
                     kind == 1 ? "row" : "column", DIMENSION);
            CHECK_STATUS(graph_read_memory(&A, text, (size_t)(p - text), "text", &options),
                         kind == 0 ? GRAPH_OK : BAD, expected);
            CHECK((A != NULL) == (kind == 0));
            graph_matrix_release(&A);
            free(text);
        }
}

TEST_MAIN(TEST_ROW(matrix_market), TEST_ROW(dimacs), TEST_ROW(metis),
          TEST_ROW(formats_are_found_by_content_and_suffix), TEST_ROW(other_compressions_are_named),
          TEST_ROW(a_long_line_does_not_hurt), TEST_ROW(a_wrong_id_in_a_long_file_is_named))
