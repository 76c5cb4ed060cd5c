/* Files: the system's refusals, gzip, truncation, writing, memory, threads, cancelling. */
#include "tests/support/io_text.h"

#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "io/reading.h"
#include "tests/support/graphs.h"

/* One small text of each format, with its suffix. */
static const struct {
    const char *suffix, *text;
} small[] = {
    {".txt", "# c\n0\t1\n12\t3\n3\t3\n"},
    {".mtx", "%%MatrixMarket matrix coordinate real general\n% c\n3 4 3\n1 1 3.25\n2 2 -3.4e2\n3 4 7\n"},
    {".gr", "c x\np sp 4 3\na 1 2 3\na 2 3 11\na 4 4 20\n"},
    {".graph", "% c\n3 2 1\n2 5\n1 5 3 16\n2 16\n"},
};
enum { SMALL = 4 };

static graph_status read_bytes(graph_matrix **A, const void *bytes, size_t length, const char *suffix)
{
    char name[32];
    snprintf(name, sizeof name, "x%s", suffix);
    return graph_read_memory(A, bytes, length, name, NULL);
}

/* A cut text is an error, or a sound matrix if the remaining part is complete; it never crashes or leaks. */
TEST(every_cut)
{
    for (int s = 0; s < SMALL; s++) {
        size_t length = strlen(small[s].text), packed_length;
        unsigned char *packed = io_gzip(small[s].text, length, &packed_length);
        int64_t blocks = graph__memory_blocks();
        int bad = 0, bad_packed = 0;
        for (size_t cut = 0; cut <= length; cut++) {
            char *exact = malloc(cut + 1); /* so that a sanitizer sees each byte too many */
            if (exact == NULL)
                break;
            memcpy(exact, small[s].text, cut);
            graph_matrix *A = NULL;
            graph_status status = read_bytes(&A, exact, cut, small[s].suffix);
            bad += !(status == GRAPH_OK || status == GRAPH_E_FORMAT) || (A != NULL) != (status == GRAPH_OK);
            bad += A != NULL && graph_matrix_check(A) != GRAPH_OK;
            bad += cut == length && status != GRAPH_OK;
            graph_matrix_release(&A);
            free(exact);
        }
        for (size_t cut = 2; cut <= packed_length; cut++) {
            graph_matrix *A = NULL;
            graph_status status = read_bytes(&A, packed, cut, small[s].suffix);
            bad_packed += status != (cut == packed_length ? GRAPH_OK : GRAPH_E_FORMAT);
            graph_matrix_release(&A);
        }
        CHECK_SAY(bad == 0 && bad_packed == 0, "%s: %d cuts of the text and %d of the gzip data go wrong",
                  small[s].suffix, bad, bad_packed);
        CHECK(graph__memory_blocks() == blocks);
        free(packed);
    }
}

TEST(gzip_framing)
{
    size_t n, m;
    unsigned char *first = io_gzip("0 1\n1 ", 6, &n), *second = io_gzip("2\n", 2, &m), bytes[400] = {0};
    graph_matrix *A = NULL;
    graph_read_report report = {.size = sizeof report};
    graph_read_options options = {.size = sizeof options, .report = &report};
    memcpy(bytes, first, n);
    memcpy(bytes + n, second, m);
    if (CHECK_OK(graph_read_memory(&A, bytes, n + m, "x", &options))) {
        char *text = io_describe(A);
        CHECK(strcmp(text, "3x3 pattern: 0,1 1,2") == 0 && report.is_compressed && report.bytes == 8);
        free(text);
    }
    graph_matrix_release(&A);
    CHECK_OK(graph_read_memory(&A, bytes, n + m + 50, "x", NULL)); /* zero bytes behind */
    graph_matrix_release(&A);
    bytes[n + m] = 'x';
    CHECK_STATUS(graph_read_memory(&A, bytes, n + m + 1, "x", NULL), GRAPH_E_FORMAT, "end of the gzip data");
    bytes[n + m] = 0x1f;
    CHECK_STATUS(graph_read_memory(&A, bytes, n + m + 1, "x", NULL), GRAPH_E_FORMAT, "ends early");
    bytes[n + m - 6] ^= 1; /* the checksum */
    CHECK_STATUS(graph_read_memory(&A, bytes, n + m, "x", NULL), GRAPH_E_FORMAT, "damaged gzip data");
    bytes[n + m - 6] ^= 1;
    bytes[n + m - 2] ^= 1; /* the length */
    CHECK_STATUS(graph_read_memory(&A, bytes, n + m, "x", NULL), GRAPH_E_FORMAT, "damaged gzip data");
    free(first);
    free(second);
}

TEST(a_bomb_is_stopped)
{
    size_t length = (size_t)8 << 20, n;
    char *text = malloc(length);
    REQUIRE(text != NULL);
    memset(text, '\n', length);
    unsigned char *packed = io_gzip(text, length, &n);
    graph_matrix *A = NULL;
    graph_read_options options = {.size = sizeof options, .most_bytes = 1 << 20};
    CHECK(n < length / 500);
    CHECK_STATUS(graph_read_memory(&A, packed, n, "x", &options), GRAPH_E_MEMORY, "most_bytes");
    options.most_bytes = length;
    CHECK_OK(graph_read_memory(&A, packed, n, "x", &options));
    graph_matrix_release(&A);
    free(packed);
    free(text);
}

TEST(what_the_system_refuses)
{
    graph_matrix *A = NULL;
    CHECK_STATUS(graph_read(&A, io_path("nothing"), NULL), GRAPH_E_IO, "No such file");
    io_file("plain", "0 1\n", 4);
    CHECK_STATUS(graph_read(&A, io_path("."), NULL), GRAPH_E_IO, "directory");
    CHECK_STATUS(graph_read(&A, io_path("plain/x"), NULL), GRAPH_E_IO, "Not a directory");
    const char *secret = io_file("secret", "0 1\n", 4);
    chmod(secret, 0);
    if (geteuid() != 0)
        CHECK_STATUS(graph_read(&A, secret, NULL), GRAPH_E_IO, "Permission denied");
    else
        CHECK_OK(graph_read(&A, secret, NULL)); /* no file is closed to the superuser */
    graph_matrix_release(&A);
    REQUIRE_OK(graph_read(&A, io_path("plain"), NULL));
    CHECK_STATUS(graph_write(A, io_path("no/folder"), NULL), GRAPH_E_IO, "No such file");
    CHECK_STATUS(graph_write(A, io_path("."), NULL), GRAPH_E_IO, "directory");
    CHECK_STATUS(graph_write(A, "/dev/full", NULL), GRAPH_E_IO, "No space left");
    graph_write_options options = {.size = sizeof options, .gzip = 1};
    CHECK_STATUS(graph_write(A, "/dev/full", &options), GRAPH_E_IO, "No space left");
    options = (graph_write_options){.size = sizeof options, .format = GRAPH_FILE_BINARY};
    CHECK_STATUS(graph_write(A, "/dev/full", &options), GRAPH_E_IO, "No space left");
    struct stat facts;
    CHECK(stat("/dev/full", &facts) == 0 && S_ISCHR(facts.st_mode));
    graph_matrix_release(&A);
}

TEST(write_checks_its_arguments)
{
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_read_memory(&A, "0 1 2\n", 6, "x", NULL));
    CHECK_STATUS(graph_write(NULL, "x", NULL), GRAPH_E_NULL, "A is NULL");
    CHECK_STATUS(graph_write(A, NULL, NULL), GRAPH_E_NULL, "path is NULL");
    CHECK_STATUS(graph_write(A, "x", &(graph_write_options){.size = 1}), GRAPH_E_INVALID_VALUE, "size");
    CHECK_STATUS(
        graph_write(A, "x", &(graph_write_options){.size = sizeof(graph_write_options), .format = 9}),
        GRAPH_E_INVALID_VALUE, "format");
    CHECK_STATUS(graph_write(A, "x", &(graph_write_options){.size = sizeof(graph_write_options), .gzip = 2}),
                 GRAPH_E_INVALID_VALUE, "gzip");
    CHECK_STATUS(graph_write(A, io_path("x.graph"), NULL), GRAPH_E_NOT_SUPPORTED, "symmetric");
    graph_matrix_release(&A);
    REQUIRE_OK(graph_read_memory(&A, "0 0\n", 4, "x", NULL));
    CHECK_STATUS(graph_write(A, io_path("x.graph"), NULL), GRAPH_E_NOT_SUPPORTED, "self-loops");
    graph_matrix_release(&A);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 2, 2));
    CHECK_STATUS(graph_write(A, io_path("x.graph"), NULL), GRAPH_E_NOT_SUPPORTED, "pattern");
    graph_matrix_release(&A);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 2, 3));
    CHECK_STATUS(graph_write(A, io_path("x.graph"), NULL), GRAPH_E_NOT_SUPPORTED, "square");
    CHECK_STATUS(graph_write(A, io_path("x.gr"), NULL), GRAPH_E_NOT_SUPPORTED, "square");
    CHECK(access(io_path("x.gr"), F_OK) != 0 && access(io_path("x.graph"), F_OK) != 0);
    graph_matrix_release(&A);
}

static void *feed(void *path)
{
    FILE *stream = fopen(path, "wb");
    if (stream != NULL) {
        for (int k = 0; k < 1000; k++)
            fprintf(stream, "%d %d\n", k, k + 1);
        fclose(stream);
    }
    return NULL;
}

TEST(pipes_and_the_standard_input)
{
    char path[512];
    pthread_t thread;
    graph_matrix *A = NULL;
    graph_index n = 0;
    snprintf(path, sizeof path, "%s", io_path("fifo"));
    REQUIRE(mkfifo(path, 0600) == 0);
    pthread_create(&thread, NULL, feed, path);
    CHECK_OK(graph_read(&A, path, NULL));
    pthread_join(thread, NULL);
    CHECK(graph_matrix_entries(&n, A) == GRAPH_OK && n == 1000);
    graph_matrix_release(&A);
    const char *file = io_file("input", "0 1\n1 2\n", 8);
    int before = dup(STDIN_FILENO), in = open(file, O_RDONLY);
    dup2(in, STDIN_FILENO);
    CHECK_OK(graph_read(&A, "-", NULL));
    dup2(before, STDIN_FILENO);
    close(in);
    close(before);
    CHECK(A != NULL && graph_matrix_entries(&n, A) == GRAPH_OK && n == 2);
    graph_matrix_release(&A);
    close(STDIN_FILENO);
    CHECK_STATUS(graph_read(&A, "-", NULL), GRAPH_E_IO, "standard input");
    REQUIRE(open("/dev/null", O_RDONLY) == STDIN_FILENO);
}

TEST(a_file_that_shrinks)
{
    char line[] = "1000000 1000001\n";
    size_t length = 300000 * (sizeof line - 1);
    char *text = malloc(length + 1);
    REQUIRE(text != NULL);
    for (size_t k = 0; k < length; k += sizeof line - 1)
        memcpy(text + k, line, sizeof line - 1);
    struct graph_text source;
    struct graph_text_block block = {0};
    const char *path = io_file("shrinks", text, length);
    REQUIRE_OK(graph__text_open(&source, path, UINT64_MAX));
    CHECK_OK(graph__text_next_block(&source, &block));
    CHECK(truncate(path, (off_t)length / 2) == 0);
    size_t sum = block.length;
    while (graph__text_next_block(&source, &block) == GRAPH_OK && block.length > 0)
        sum += block.length;
    CHECK(sum >= length / 2 && sum <= length);
    graph__text_close(&source);
    graph__free(block.bytes);
    free(text);
}

static int count_calls(double done, void *context)
{
    int *calls = context;
    if (done > 1 || (done < 0 && done != -1))
        *calls = 1000000;
    return ++*calls == 3 ? 1 : 0;
}

static int stop_at_the_end(double done, void *context) { return (void)context, done == 1; }

TEST(cancelling_at_the_very_end)
{
    static const char text[] = "0 1\n1 2\n";
    graph_matrix *A = NULL;
    graph_read_options options = {.size = sizeof options, .progress = stop_at_the_end};
    int64_t blocks = graph__memory_blocks();
    CHECK_STATUS(graph_read_memory(&A, text, sizeof text - 1, "text", &options), GRAPH_E_CANCELLED,
                 "cancelled");
    CHECK(A == NULL && graph__memory_blocks() == blocks);
}

TEST(progress_and_cancel)
{
    size_t lines = 100000;
    char *text = malloc(lines * 16), *p = text;
    REQUIRE(text != NULL);
    for (size_t k = 0; k < lines; k++)
        p += sprintf(p, "%zu %zu\n", k % 1000, k / 10);
    int64_t blocks = graph__memory_blocks();
    for (int threads = 1; threads <= 2; threads++) {
        int calls = 0;
        graph_matrix *A = NULL;
        graph_read_options options = {
            .size = sizeof options, .progress = count_calls, .context = &calls, .threads = threads};
        graph__text_block_bytes = 1 << 14;
        graph_status status = graph_read_memory(&A, text, (size_t)(p - text), "text", &options);
        /* With two threads that of the caller may have seen fewer than three blocks. */
        CHECK(status == GRAPH_E_CANCELLED || (threads == 2 && status == GRAPH_OK && calls < 3));
        CHECK(status == GRAPH_OK || (A == NULL && strstr(graph_last_error(), "cancelled") != NULL));
        CHECK(calls <= 3);
        calls = 10;
        graph_matrix_release(&A);
        CHECK_OK(graph_read_memory(&A, text, (size_t)(p - text), "text", &options));
        graph__text_block_bytes = (size_t)1 << 20;
        CHECK(calls > 10 && calls < 1000000);
        graph_matrix_release(&A);
    }
    CHECK(graph__memory_blocks() == blocks);
    free(text);
}

TEST(threads_change_nothing)
{
    size_t lines = 20000;
    char *text = malloc(lines * 40), *p = text;
    uint64_t seed = 3;
    REQUIRE(text != NULL);
    for (size_t k = 0; k < lines; k++)
        p += sprintf(p, "%d %d %d\n", (int)(test_random(&seed) % 300), (int)(test_random(&seed) % 300),
                     (int)(test_random(&seed) % 100));
    graph__text_block_bytes = 1 << 12;
    for (int duplicates = GRAPH_DUPLICATES_FIRST; duplicates <= GRAPH_DUPLICATES_MAX; duplicates++)
        for (int direction = GRAPH_DIRECTED; direction <= GRAPH_UNDIRECTED; direction++) {
            graph_matrix *first = NULL;
            for (int threads = 1; threads <= 64; threads = threads < 4 ? threads + 1 : 4 * threads) {
                graph_read_options options = {.size = sizeof options,
                                              .weights = GRAPH_WEIGHTS_READ,
                                              .duplicates = (graph_duplicates)duplicates,
                                              .direction = (graph_direction)direction,
                                              .is_compact = duplicates == GRAPH_DUPLICATES_MAX,
                                              .threads = threads};
                graph_matrix *A = NULL;
                CHECK_OK(graph_read_memory(&A, text, (size_t)(p - text), "text", &options));
                if (first == NULL)
                    first = A;
                else
                    CHECK_SAY(A != NULL && io_same(first, A), "duplicates %d, direction %d, %d threads",
                              duplicates, direction, threads);
                if (A != first)
                    graph_matrix_release(&A);
            }
            graph_matrix_release(&first);
        }
    memcpy(p - 3, "x\n", 2);
    for (int threads = 1; threads <= 4; threads++) {
        graph_matrix *A = NULL;
        graph_read_options options = {
            .size = sizeof options, .weights = GRAPH_WEIGHTS_READ, .threads = threads};
        memcpy(text + (p - text) / 2, "\n?\n", 3);
        CHECK(graph_read_memory(&A, text, (size_t)(p - text), "text", &options) == GRAPH_E_FORMAT);
        static char sentence[1024];
        if (threads == 1)
            snprintf(sentence, sizeof sentence, "%s", graph_last_error());
        CHECK(strcmp(sentence, graph_last_error()) == 0 && strstr(sentence, "found \"?\"") != NULL);
    }
    graph__text_block_bytes = (size_t)1 << 20;
    free(text);
}

static int scenario_format;

static graph_status read_and_write(void)
{
    graph_read_report report = {.size = sizeof report};
    uint64_t *ids = NULL;
    graph_read_options options = {.size = sizeof options,
                                  .report = &report,
                                  .is_compact = scenario_format != 1,
                                  .ids = &ids,
                                  .direction = GRAPH_UNDIRECTED,
                                  .threads = scenario_format == 0 ? 2 : 1};
    static const char text[] = "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 1 3.25\n2 3 -1\n";
    const char *source = scenario_format == 1 ? text : small[scenario_format].text;
    size_t n;
    unsigned char *packed = io_gzip(source, strlen(source), &n);
    char name[32];
    snprintf(name, sizeof name, "x%s", small[scenario_format].suffix);
    graph_matrix *A = NULL, *B = NULL;
    graph__text_block_bytes = 16;
    graph_status status = graph_read_memory(&A, packed, n, name, &options);
    free(packed);
    if (status == GRAPH_OK)
        status = graph_write(A, io_path("memory.sgb"), NULL);
    if (status == GRAPH_OK)
        status = graph_write(A, io_path("memory.mtx.gz"), NULL);
    if (status == GRAPH_OK) {
        options = (graph_read_options){.size = sizeof options, .is_trusted = true, .threads = 1};
        status = graph_read(&B, io_path("memory.sgb"), &options);
    }
    graph_matrix_release(&B);
    if (status == GRAPH_OK) {
        options = (graph_read_options){.size = sizeof options, .loops = GRAPH_LOOPS_DROP, .threads = 1};
        status = graph_read(&B, io_path("memory.sgb"), &options);
    }
    graph__text_block_bytes = (size_t)1 << 20;
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_free(ids);
    return status;
}

TEST(every_allocation_may_fail)
{
    for (scenario_format = 0; scenario_format < SMALL; scenario_format++)
        test_every_allocation(small[scenario_format].suffix, read_and_write);
}

/* Random matrices of every type, through every format that holds them, plain and gzip. */
TEST(what_is_written_reads_back)
{
    static const char *const suffixes[] = {".txt",    ".mtx",    ".gr",    ".sgb",
                                           ".txt.gz", ".mtx.gz", ".gr.gz", ".sgb.gz"};
    uint64_t seed = 17;
    for (int type = GRAPH_PATTERN; type <= GRAPH_FP64; type++)
        for (int shape = 0; shape < 4; shape++) {
            static const int64_t sizes[4][3] = {{40, 40, 200}, {0, 0, 0}, {7, 7, 0}, {30, 50, 100}};
            graph_matrix *A = NULL;
            if (!CHECK_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, (graph_type)type, sizes[shape][0],
                                        sizes[shape][1], sizes[shape][2],
                                        shape == 0 ? VALUES_EXTREME : VALUES_REAL)))
                continue;
            for (size_t s = 0; s < sizeof suffixes / sizeof suffixes[0]; s++) {
                char name[32];
                graph_matrix *B = NULL;
                snprintf(name, sizeof name, "back%s", suffixes[s]);
                graph_status status = graph_write(A, io_path(name), NULL);
                if (shape == 3 && strstr(suffixes[s], ".gr") != NULL) {
                    CHECK(status == GRAPH_E_NOT_SUPPORTED);
                    continue;
                }
                CHECK_OK(status);
                CHECK_OK(graph_read(&B, io_path(name), NULL));
                CHECK_SAY(B != NULL && io_same(A, B), "%s as %s differs", graph_type_name((graph_type)type),
                          suffixes[s]);
                graph_matrix_release(&B);
            }
            graph_matrix_release(&A);
        }
    graph_matrix *A = NULL, *B = NULL;
    REQUIRE_OK(random_undirected(&A, &seed, SHAPE_POWER_LAW, 60, 200));
    CHECK_OK(graph_write(A, io_path("back.graph.gz"), NULL));
    CHECK_OK(graph_read(&B, io_path("back.graph.gz"), NULL));
    CHECK(B != NULL && io_same(A, B));
    graph_matrix_release(&B);
    graph_write_options plain = {.size = sizeof plain, .gzip = -1, .format = GRAPH_FILE_MATRIX_MARKET};
    CHECK_OK(graph_write(A, io_path("plain.gz"), &plain));
    size_t length;
    unsigned char *bytes = io_load(io_path("plain.gz"), &length);
    CHECK(bytes != NULL && length > 2 && bytes[0] == '%');
    free(bytes);
    graph_matrix_release(&A);
}

TEST(a_failed_write_leaves_the_old_file)
{
    graph_matrix *A = NULL;
    size_t length;
    const char *path = io_file("old.txt", "0 1\n", 4);
    REQUIRE_OK(graph_read_memory(&A, "0 1\n2 3\n", 8, "x", NULL));
    graph__memory_fail_at(1);
    CHECK(graph_write(A, path, NULL) == GRAPH_E_MEMORY);
    graph__memory_fail_at(0);
    unsigned char *bytes = io_load(path, &length);
    CHECK(bytes != NULL && length == 4);
    free(bytes);
    CHECK_OK(graph_write(A, path, NULL));
    bytes = io_load(path, &length);
    CHECK(bytes != NULL && length > 40);
    free(bytes);
    graph_matrix_release(&A);
}

static bool has_decimal_comma(void) { return strcmp(localeconv()->decimal_point, ",") == 0; }

/* Under a locale with a decimal comma, if the system has one, numbers are read and written as ever. */
TEST(locales_change_nothing)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8",  "de_DE",
                                        "fr_FR.UTF-8", "nl_NL.UTF-8", "C"};
    static const char text[] = "0 1 0.1234567890123456789012345678901e-3\n1 0 2.5\n";
    graph_read_options options = {.size = sizeof options, .weights = GRAPH_WEIGHTS_READ};
    graph_matrix *A = NULL, *B = NULL;
    size_t k = 0;
    while (k < 6 && (setlocale(LC_ALL, names[k]) == NULL || (k < 5 && !has_decimal_comma())))
        k++;
    CHECK_OK(graph_read_memory(&A, text, strlen(text), "text", &options));
    CHECK_OK(graph_write(A, io_path("locale.mtx"), NULL));
    CHECK_OK(graph_read(&B, io_path("locale.mtx"), NULL));
    setlocale(LC_ALL, "C");
    char *found = io_describe(A);
    CHECK_SAY(strcmp(found, "2x2 fp64: 0,1=0.00012345678901234567 1,0=2.5") == 0, "%s", found);
    CHECK(io_same(A, B));
    free(found);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
}

TEST_MAIN(TEST_ROW(every_cut), TEST_ROW(gzip_framing), TEST_ROW(a_bomb_is_stopped),
          TEST_ROW(what_the_system_refuses), TEST_ROW(write_checks_its_arguments),
          TEST_ROW(pipes_and_the_standard_input), TEST_ROW(a_file_that_shrinks),
          TEST_ROW(cancelling_at_the_very_end), TEST_ROW(progress_and_cancel),
          TEST_ROW(threads_change_nothing), TEST_ROW(every_allocation_may_fail),
          TEST_ROW(what_is_written_reads_back), TEST_ROW(a_failed_write_leaves_the_old_file),
          TEST_ROW(locales_change_nothing))
