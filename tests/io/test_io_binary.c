/* The file format of the library: damage of every kind, mapping, options, checksums. */
#include "tests/support/io_text.h"

#include "base/memory.h"
#include "io/checksum.h"
#include "tests/support/graphs.h"

/* Writes a number of `bytes` bytes into a header and puts the header's checksum right. */
static void put_header(unsigned char *file, size_t at, const void *number, size_t bytes)
{
    memcpy(file + at, number, bytes);
    uint64_t sum = graph__checksum(file, 120, 0);
    memcpy(file + 120, &sum, sizeof sum);
}

/* Puts the checksum of array k (0: row starts, 1: columns, 2: values) right. */
static void put_sum(unsigned char *file, int k)
{
    uint64_t offset, bytes;
    memcpy(&offset, file + 48 + 8 * k, 8);
    memcpy(&bytes, file + 72 + 8 * k, 8);
    uint64_t sum = graph__checksum(file + offset, bytes, 0);
    put_header(file, 96 + 8 * (size_t)k, &sum, 8);
}

TEST(damaged_binary_files)
{
    graph_matrix *A = NULL, *B = NULL;
    static const char text[] =
        "%%MatrixMarket matrix coordinate integer general\n%%GraphBLAS type bool\n3 4 4\n"
        "1 1 1\n1 3 0\n2 2 1\n3 4 1\n";
    size_t length;
    REQUIRE_OK(graph_read_memory(&A, text, strlen(text), "x.mtx", NULL));
    REQUIRE_OK(graph_write(A, io_path("good.sgb"), NULL));
    unsigned char *good = io_load(io_path("good.sgb"), &length), *bad = malloc(length + 1);
    REQUIRE(good != NULL && bad != NULL);
    REQUIRE(length == 3 * 4096 + 4);
#define READ(n) graph_read_memory(&B, bad, n, "x", NULL)
#define RESTORE memcpy(bad, good, length)
    RESTORE;
    CHECK_OK(READ(length));
    CHECK(io_same(A, B));
    graph_matrix_release(&B);
    for (size_t cut = 9; cut < length; cut += cut < 200 || cut > length - 50 ? 1 : 97)
        if (READ(cut) != GRAPH_E_FORMAT || B != NULL)
            CHECK_SAY(false, "cut after %zu bytes: %s", cut, graph_last_error());
    bad[length] = 0;
    CHECK_STATUS(READ(length + 1), GRAPH_E_FORMAT, "more bytes");
    int unnoticed = 0;
    for (size_t k = 0; k < length; k++) {
        RESTORE;
        bad[k] ^= 0x10;
        graph_read_options options = {.size = sizeof options, .format = GRAPH_FILE_BINARY};
        graph_status status = graph_read_memory(&B, bad, length, "x", &options);
        unnoticed += k < 128 || k >= 4096 ? status == GRAPH_OK : 0;
        graph_matrix_release(&B);
    }
    CHECK_SAY(unnoticed == 0, "%d changed bits went unnoticed", unnoticed);
    graph_read_options binary = {.size = sizeof binary, .format = GRAPH_FILE_BINARY};
    CHECK_STATUS(graph_read_memory(&B, "0 1\n", 4, "x", &binary), GRAPH_E_FORMAT, "ends early");
    RESTORE;
    bad[0] = 'x';
    CHECK_STATUS(graph_read_memory(&B, bad, length, "x", &binary), GRAPH_E_FORMAT, "first bytes");
    RESTORE;
    put_header(bad, 8, &(uint32_t){2}, 4);
    CHECK_STATUS(READ(length), GRAPH_E_NOT_SUPPORTED, "expected version 1 of the file format, found 2");
    RESTORE;
    put_header(bad, 12, &(uint32_t){0x04030201}, 4);
    CHECK_STATUS(READ(length), GRAPH_E_NOT_SUPPORTED, "byte order");
    RESTORE;
    put_header(bad, 16, &(uint32_t){12}, 4);
    CHECK_STATUS(READ(length), GRAPH_E_FORMAT, "do not fit together");
    for (int bit = 0; bit < 32; bit++) {
        RESTORE;
        put_header(bad, 20, &(uint32_t){(uint32_t)1 << bit}, 4);
        CHECK_STATUS(READ(length), GRAPH_E_FORMAT, "type, flags, sizes and places do not fit together");
    }
    RESTORE;
    put_header(bad, 24, &(uint64_t){(uint64_t)1 << 40}, 8);
    CHECK_STATUS(READ(length), GRAPH_E_FORMAT, "do not fit together");
    RESTORE;
    put_header(bad, 40, &(uint64_t){UINT64_MAX / 4}, 8);
    CHECK_STATUS(READ(length), GRAPH_E_FORMAT, "do not fit together");
    /* Sizes that fit together but promise a terabyte. */
    RESTORE;
    uint64_t rows = 2000000000, entries = 100000000000, start_bytes = 8 * (rows + 1), page = 4096;
    uint64_t column_at = (4096 + start_bytes + page - 1) / page * page, value_at = column_at + 4 * entries;
    put_header(bad, 24, &rows, 8);
    put_header(bad, 32, &rows, 8);
    put_header(bad, 40, &entries, 8);
    put_header(bad, 72, &start_bytes, 8);
    put_header(bad, 80, &(uint64_t){4 * entries}, 8);
    put_header(bad, 88, &entries, 8);
    put_header(bad, 56, &column_at, 8);
    put_header(bad, 64, &(uint64_t){(value_at + page - 1) / page * page}, 8);
    CHECK_STATUS(READ(length), GRAPH_E_FORMAT, "ends early");
    /* Arrays that are wrong although their checksums are right. */
    static const struct {
        size_t at;
        int array;
        int64_t value;
        size_t bytes;
        const char *piece;
    } wrong[] = {
        {4096, 0, 1, 8, "do not begin at 0"},
        {4096 + 24, 0, 3, 8, "end at 4"},
        {4096 + 8, 0, 4, 8, "lies behind"},
        {4096 + 8, 0, -1, 8, "lies behind"},
        {8192, 1, 2, 4, "ascending columns below 4 in row 0, found 2 after 2"},
        {8192, 1, 3, 4, "ascending columns"},
        {8192 + 12, 1, 4, 4, "found 4"},
        {8192 + 12, 1, -1, 4, "found -1"},
        {12288, 2, 2, 1, "truth values"},
        {4096 + 100, -1, 7, 1, "zero bytes between"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        RESTORE;
        memcpy(bad + wrong[k].at, &wrong[k].value, wrong[k].bytes);
        if (wrong[k].array >= 0)
            put_sum(bad, wrong[k].array);
        CHECK_STATUS(READ(length), GRAPH_E_FORMAT, wrong[k].piece);
    }
    RESTORE;
    bad[8192] ^= 1;
    CHECK_STATUS(READ(length), GRAPH_E_FORMAT, "the columns are damaged");
    free(good);
    free(bad);
    graph_matrix_release(&A);
}

TEST(trusted_binary_files_are_mapped)
{
    graph_matrix *A = NULL, *B = NULL, *C = NULL;
    graph_read_options options = {.size = sizeof options, .is_trusted = true};
    uint64_t seed = 8;
    int64_t blocks = graph__memory_blocks();
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_FP64, 50, 60, 300, VALUES_SMALL));
    REQUIRE_OK(graph_write(A, io_path("mapped.sgb"), NULL));
    REQUIRE_OK(graph_read(&B, io_path("mapped.sgb"), &options));
    CHECK_OK(graph_matrix_check(B));
    CHECK(io_same(A, B));
    CHECK_OK(graph_matrix_dup(&C, B));
    CHECK_OK(graph_matrix_set(B, 3, 4, graph_fp64(77)));
    CHECK_OK(graph_matrix_check(B));
    CHECK(io_same(A, C));
    graph_matrix_release(&B);
    CHECK_OK(graph_read(&B, io_path("mapped.sgb"), &options)); /* the file is as it was */
    CHECK(io_same(A, B));
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&C);
    CHECK(graph__memory_blocks() == blocks);
}

TEST(trusted_binary_files_of_a_wrong_length)
{
    graph_matrix *A = NULL, *B = NULL;
    graph_read_options options = {.size = sizeof options, .is_trusted = true};
    uint64_t seed = 9;
    size_t length;
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_FP64, 50, 60, 300, VALUES_SMALL));
    REQUIRE_OK(graph_write(A, io_path("whole.sgb"), NULL));
    unsigned char *file = io_load(io_path("whole.sgb"), &length), *longer = realloc(file, length + 1);
    REQUIRE(longer != NULL);
    longer[length] = 0;
    for (size_t cut = 1; cut < 4000; cut += 97)
        CHECK_STATUS(graph_read(&B, io_file("cut.sgb", longer, length - cut), &options), GRAPH_E_FORMAT,
                     "ends early");
    CHECK_STATUS(graph_read(&B, io_file("long.sgb", longer, length + 1), &options), GRAPH_E_FORMAT,
                 "more bytes");
    free(longer);
    graph_matrix_release(&A);
}

TEST(binary_files_obey_the_options)
{
    graph_matrix *A = NULL;
    uint64_t *ids = NULL;
    REQUIRE_OK(graph_read_memory(
        &A, "2 2 5\n2 7 -3\n", 13, "x",
        &(graph_read_options){.size = sizeof(graph_read_options), .weights = GRAPH_WEIGHTS_READ}));
    REQUIRE_OK(graph_write(A, io_path("options.sgb"), NULL));
    graph_matrix_release(&A);
#define EXPECT(text, ...)                                                                                    \
    do {                                                                                                     \
        graph_read_options options = {.size = sizeof options, __VA_ARGS__};                                  \
        if (CHECK_OK(graph_read(&A, io_path("options.sgb"), &options))) {                                    \
            char *found = io_describe(A);                                                                    \
            CHECK_SAY(strcmp(found, text) == 0, "expected %s, got %s", text, found);                         \
            free(found);                                                                                     \
        }                                                                                                    \
        graph_matrix_release(&A);                                                                            \
    } while (0)
    EXPECT("8x8 int64: 2,2=5 2,7=-3", .threads = 1);
    EXPECT("8x8 int64: 2,7=-3", .loops = GRAPH_LOOPS_DROP);
    EXPECT("8x8 int64: 2,2=5 2,7=-3 7,2=-3", .direction = GRAPH_UNDIRECTED);
    EXPECT("8x8 pattern: 2,2 2,7", .weights = GRAPH_WEIGHTS_DROP);
    EXPECT("8x8 fp32: 2,2=5 2,7=-3", .type = GRAPH_FP32);
    EXPECT("2x2 int64: 0,0=5 0,1=-3", .is_compact = true, .ids = &ids);
    CHECK(ids != NULL && ids[0] == 2 && ids[1] == 7);
    graph_free(ids);
    /* Two rows but many columns: as many rows would take gigabytes. */
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 2, 2000000000));
    REQUIRE_OK(graph_write(A, io_path("options.sgb"), NULL));
    graph_matrix_release(&A);
    graph_read_options undirected = {.size = sizeof undirected, .direction = GRAPH_UNDIRECTED};
    CHECK_STATUS(graph_read(&A, io_path("options.sgb"), &undirected), GRAPH_E_MEMORY, "2000000000 rows");
    EXPECT("2x2000000000 pattern:", .threads = 1);
    REQUIRE_OK(graph_read_memory(&A, "0 1\n1 0\n", 8, "x", NULL));
    REQUIRE_OK(graph_write(A, io_path("options.sgb"), NULL));
    graph_matrix_release(&A);
    undirected.duplicates = GRAPH_DUPLICATES_ERROR;
    CHECK_STATUS(graph_read(&A, io_path("options.sgb"), &undirected), GRAPH_E_FORMAT,
                 "expected each edge once");
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 2, 3));
    REQUIRE_OK(graph_write(A, io_path("options.sgb"), NULL));
    graph_matrix_release(&A);
    const graph_read_options compact = {.size = sizeof compact, .is_compact = true};
    CHECK_STATUS(graph_read(&A, io_path("options.sgb"), &compact), GRAPH_E_NOT_SUPPORTED,
                 "`is_compact` (--compact) numbers the vertices of square matrices only");
}

TEST(checksums_are_xxh64)
{
    CHECK(graph__checksum("", 0, 0) == 0xef46db3751d8e999u);
    CHECK(graph__checksum("a", 1, 0) == 0xd24ec4f1a98c6e5bu);
    CHECK(graph__checksum("abc", 3, 0) == 0x44bc2cf5ad770999u);
    CHECK(graph__checksum("Nobody inspects the spammish repetition", 39, 0) == 0xfbcea83c8a378bf1u);
}

TEST_MAIN(TEST_ROW(damaged_binary_files), TEST_ROW(trusted_binary_files_are_mapped),
          TEST_ROW(trusted_binary_files_of_a_wrong_length), TEST_ROW(binary_files_obey_the_options),
          TEST_ROW(checksums_are_xxh64))
