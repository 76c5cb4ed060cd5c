/* Numbers and sizes in files one beyond what fits. */
#include <unistd.h>

#include "io/checksum.h"
#include "tests/support/test.h"

TEST(numbers_beyond_64_bits)
{
    static const char vertices[] = "p sp 18446744073709551617 0\n"; /* 2^64 + 1 */
    static const char weight[] = "0 1 1.8446744073709551616e19\n";  /* 2^64 */
    static const char largest[] = "0 1 1.8446744073709549568e19\n"; /* the fp64 before it */
    const graph_read_options o = {.size = sizeof o, .weights = GRAPH_WEIGHTS_READ, .type = GRAPH_UINT64};
    graph_matrix *A = NULL;
    graph_scalar x;
    CHECK_STATUS(graph_read_memory(&A, vertices, sizeof vertices - 1, "x.gr", NULL), GRAPH_E_NOT_SUPPORTED,
                 "");
    CHECK(A == NULL);
    CHECK_STATUS(graph_read_memory(&A, weight, sizeof weight - 1, "x.txt", &o), GRAPH_E_FORMAT, "");
    CHECK(A == NULL);
    REQUIRE_OK(graph_read_memory(&A, largest, sizeof largest - 1, "x.txt", &o));
    CHECK(graph_matrix_get(&x, A, 0, 1) == GRAPH_OK && x.value.u == 18446744073709549568u);
    graph_matrix_release(&A);
}

/* Powers of ten, times a small number and under it, are rounded once, as the compiler rounds them. */
TEST(powers_of_ten)
{
#define POWER(n)                                                                                             \
    {                                                                                                        \
        "0 1 3e" #n "\n", "0 1 7e-" #n "\n", 3e##n, 7e-##n                                                   \
    }
    static const struct {
        const char *times, *under;
        double product, quotient;
    } rows[] = {POWER(0),  POWER(1),  POWER(2),  POWER(3),  POWER(4),  POWER(5),  POWER(6),  POWER(7),
                POWER(8),  POWER(9),  POWER(10), POWER(11), POWER(12), POWER(13), POWER(14), POWER(15),
                POWER(16), POWER(17), POWER(18), POWER(19), POWER(20), POWER(21), POWER(22), POWER(23)};
#undef POWER
    const graph_read_options o = {.size = sizeof o, .weights = GRAPH_WEIGHTS_READ, .type = GRAPH_FP64};
    for (size_t k = 0; k < 2 * sizeof rows / sizeof *rows; k++) {
        const char *text = k % 2 == 0 ? rows[k / 2].times : rows[k / 2].under;
        graph_matrix *A = NULL;
        graph_scalar x = graph_fp64(0);
        CHECK_OK(graph_read_memory(&A, text, strlen(text), "x.txt", &o));
        CHECK_OK(graph_matrix_get(&x, A, 0, 1));
        CHECK_SAY(x.value.f == (k % 2 == 0 ? rows[k / 2].product : rows[k / 2].quotient), "%.17g of %s",
                  x.value.f, text);
        graph_matrix_release(&A);
    }
}

/* The header of an array says fewer bytes than its entries take, and both checksums are right. */
TEST(a_binary_file_whose_array_is_short)
{
    enum { HEADER = 128, MOST = 1 << 16 };
    const graph_index row[] = {0, 0, 1}, column[] = {0, 1, 0};
    static unsigned char bytes[MOST];
    char folder[] = "/tmp/semigraph-limits-XXXXXX", name[64];
    graph_matrix *A = NULL, *B = NULL;
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(name, sizeof name, "%s/small.sgb", folder);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 2, 2));
    REQUIRE_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, 3, GRAPH_NO_OP));
    CHECK_OK(graph_write(A, name, NULL));
    FILE *stream = fopen(name, "rb");
    REQUIRE(stream != NULL);
    size_t length = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    remove(name);
    rmdir(folder);
    CHECK(length > HEADER);
    CHECK_OK(graph_read_memory(&B, bytes, length, "x.sgb", NULL));
    graph_matrix_release(&B);
    uint64_t offset, short_bytes = 8, sum;
    memcpy(&offset, bytes + 56, 8); /* of the columns */
    memcpy(bytes + 80, &short_bytes, 8);
    sum = graph__checksum(bytes + offset, short_bytes, 0);
    memcpy(bytes + 104, &sum, 8);
    sum = graph__checksum(bytes, 120, 0);
    memcpy(bytes + 120, &sum, 8);
    CHECK_STATUS(graph_read_memory(&B, bytes, (size_t)(offset + short_bytes), "x.sgb", NULL), GRAPH_E_FORMAT,
                 "do not fit together");
    CHECK(B == NULL);
    graph_matrix_release(&A);
}

struct stop_at {
    int calls, last; /* calls so far; the one that stops, 0: none */
};

static int count_calls(double done, void *context)
{
    struct stop_at *at = context;
    (void)done;
    return ++at->calls == at->last;
}

TEST(cancelled_by_the_last_call_of_progress)
{
    static const char text[] = "0 1\n1 2\n";
    struct stop_at at = {0, 0};
    const graph_read_options o = {.size = sizeof o, .progress = count_calls, .context = &at, .threads = 1};
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_read_memory(&A, text, sizeof text - 1, "x.txt", &o));
    graph_matrix_release(&A);
    at.last = at.calls;
    at.calls = 0;
    CHECK(at.last > 0);
    CHECK_STATUS(graph_read_memory(&A, text, sizeof text - 1, "x.txt", &o), GRAPH_E_CANCELLED, "");
    CHECK(A == NULL);
}

TEST_MAIN(TEST_ROW(numbers_beyond_64_bits), TEST_ROW(powers_of_ten),
          TEST_ROW(a_binary_file_whose_array_is_short), TEST_ROW(cancelled_by_the_last_call_of_progress))
