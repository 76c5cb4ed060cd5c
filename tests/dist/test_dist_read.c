/* Files that ranks read together: the matrix of one machine, on every number of ranks. */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "dist/edge_code.h"
#include "io/text.h"
#include "tests/support/graphs.h"
#include "tests/support/ranks.h"

struct reading {
    const char *path, *from;
    int wrong;
};

/* Lines of all kinds; `reals` of 4 weights are no integers, below 0 one of all. */
static bool write_file(const char *path, int lines, int reals)
{
    FILE *file = fopen(path, "w");
    uint64_t seed = 17;
    if (file == NULL)
        return false;
    fprintf(file, "# vertices with weights\n");
    for (int k = 0; k < lines; k++) {
        const int u = (int)(test_random(&seed) % 90), v = (int)(test_random(&seed) % 90);
        const bool is_drawn = (int)(test_random(&seed) % 4) < reals && k > lines / 2;
        const bool is_real = reals < 0 ? k == lines / 4 : is_drawn;
        fprintf(file, "%d%s%d %d%s\n", u, k % 3 == 0 ? "\t" : " ", v, (int)(test_random(&seed) % 9),
                is_real ? ".5" : "");
        if (k % 50 == 7)
            fprintf(file, "# a comment\n\n");
    }
    return fclose(file) == 0;
}

static void read_all(graph_group *g, void *context)
{
    struct reading *const r = context;
    const graph_read_options o[] = {
        {.size = sizeof o[0]},
        {.size = sizeof o[0], .direction = GRAPH_UNDIRECTED, .loops = GRAPH_LOOPS_DROP},
        {.size = sizeof o[0], .weights = GRAPH_WEIGHTS_READ},
        {.size = sizeof o[0], .weights = GRAPH_WEIGHTS_READ, .duplicates = GRAPH_DUPLICATES_LAST},
        {.size = sizeof o[0], .weights = GRAPH_WEIGHTS_READ, .duplicates = GRAPH_DUPLICATES_SUM},
        {.size = sizeof o[0], .weights = GRAPH_WEIGHTS_READ, .duplicates = GRAPH_DUPLICATES_MAX}};
    for (size_t k = 0; k < sizeof o / sizeof o[0]; k++) {
        graph_matrix *A = NULL, *B = NULL;
        graph_dist *D = NULL;
        const graph_status right = graph_read(&A, r->path, &o[k]),
                           got = graph_dist_read(&D, g, r->path, &o[k]);
        if (got != right ||
            (right == GRAPH_OK && (graph_dist_gather(&B, D, -1) != GRAPH_OK || !equal_matrices(A, B) ||
                                   graph_matrix_check(B) != GRAPH_OK))) {
            fprintf(stderr, "%s, options %zu on %d ranks: %d, expected %d: %s\n", r->path, k,
                    graph_group_ranks(g), got, right, graph_last_error());
            __atomic_add_fetch(&r->wrong, 1, __ATOMIC_RELAXED);
        }
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        graph_dist_release(&D);
    }
}

/* Also with room for some lines at a time. */
static void read_on_all_numbers(const char *path)
{
    struct reading r = {.path = path};
    const graph_group_options in_batches = {.size = sizeof in_batches, .most_bytes = 300};
    for (int k = 0; k < RANK_NUMBERS; k++)
        REQUIRE(run_ranks(rank_numbers[k], k % 2 == 0 ? &in_batches : NULL, read_all, &r));
    CHECK_SAY(r.wrong == 0, "%s", path);
}

TEST(edge_lists)
{
    char path[] = "/tmp/dist_read_XXXXXX";
    const int fd = mkstemp(path);
    REQUIRE(fd >= 0);
    close(fd);
    static const int lines[] = {0, 1, 5, 400, 400, 400}, reals[] = {0, 0, 0, 0, 1, -1};
    for (int k = 0; k < 6; k++) {
        REQUIRE(write_file(path, lines[k], reals[k]));
        read_on_all_numbers(path);
    }
    unlink(path);
}

/* Without duplicates ranks have the rows that they get when one of them has the matrix. */
static void compare_cuts(graph_group *g, void *context)
{
    struct reading *const r = context;
    graph_matrix *A = NULL;
    graph_dist *D = NULL, *E = NULL;
    graph_index cuts[2][16] = {{0}};
    const bool holds = graph_read(&A, r->path, NULL) == GRAPH_OK &&
                       graph_dist_read(&D, g, r->path, NULL) == GRAPH_OK &&
                       graph_dist_scatter(&E, g, A, 0, GRAPH_CUT_WORK) == GRAPH_OK &&
                       graph_dist_cuts(cuts[0], D) == GRAPH_OK && graph_dist_cuts(cuts[1], E) == GRAPH_OK &&
                       memcmp(cuts[0], cuts[1], sizeof cuts[0]) == 0;
    __atomic_add_fetch(&r->wrong, !holds, __ATOMIC_RELAXED);
    graph_matrix_release(&A);
    graph_dist_release(&D);
    graph_dist_release(&E);
}

TEST(cuts_of_edge_lists)
{
    char path[] = "/tmp/dist_read_XXXXXX";
    struct reading r = {.path = path};
    const int fd = mkstemp(path);
    REQUIRE(fd >= 0);
    FILE *file = fdopen(fd, "w");
    for (int u = 0; u < 90; u++)
        for (int j = 0; j < u % 7; j++)
            fprintf(file, "%d %d\n", u, (7 * u * u + 13 * j) % 90);
    fclose(file);
    for (int k = 0; k < RANK_NUMBERS; k++)
        REQUIRE(run_ranks(rank_numbers[k], NULL, compare_cuts, &r));
    CHECK(r.wrong == 0);
    unlink(path);
}

/* Options that ranks do not take, and a report of another size. */
static void refuse_options(graph_group *g, void *context)
{
    struct reading *const r = context;
    graph_index ids, *const list = &ids;
    graph_read_report report = {.size = sizeof report - 1};
    const graph_read_options o[] = {{.size = sizeof o[0], .is_compact = true},
                                    {.size = sizeof o[0], .is_compact_list = true},
                                    {.size = sizeof o[0], .ids = (void *)(uintptr_t)&list},
                                    {.size = sizeof o[0], .labels = (void *)(uintptr_t)&list},
                                    {.size = sizeof o[0], .progress = (void *)(uintptr_t)refuse_options},
                                    {.size = sizeof o[0], .report = &report},
                                    {.size = sizeof o[0] + 1}};
    for (size_t k = 0; k < sizeof o / sizeof o[0]; k++) {
        graph_dist *D = NULL;
        const graph_status got = graph_dist_read(&D, g, r->path, &o[k]);
        const bool holds = D == NULL && (k < 5 ? got == GRAPH_E_NOT_SUPPORTED
                                               : got == GRAPH_E_INVALID_VALUE &&
                                                     strstr(graph_last_error(), ".size is") != NULL);
        __atomic_add_fetch(&r->wrong, !holds, __ATOMIC_RELAXED);
        graph_dist_release(&D);
    }
    graph_dist *none = NULL;
    const bool holds = graph_dist_read(NULL, g, r->path, NULL) == GRAPH_E_NULL &&
                       graph_dist_read(&none, NULL, r->path, NULL) == GRAPH_E_NULL &&
                       graph_dist_read(&none, g, NULL, NULL) == GRAPH_E_NULL &&
                       strstr(graph_last_error(), "path is NULL") != NULL &&
                       graph_dist_write(NULL, r->path, NULL) == GRAPH_E_NULL;
    __atomic_add_fetch(&r->wrong, !holds, __ATOMIC_RELAXED);
}

TEST(refused_options)
{
    struct reading r = {.path = test_shipped("karate.mtx.gz")};
    for (int ranks = 1; ranks <= 3; ranks++)
        REQUIRE(run_ranks(ranks, NULL, refuse_options, &r));
    CHECK_SAY(r.wrong == 0, "%d", r.wrong);
}

TEST(other_files)
{
    read_on_all_numbers(test_shipped("karate.mtx.gz"));
    read_on_all_numbers("/nonexistent/graph.txt");
}

/* A damaged file is refused by all ranks. */
static void read_damaged(graph_group *g, void *context)
{
    struct reading *const r = context;
    graph_dist *D = NULL;
    if (graph_dist_read(&D, g, r->path, NULL) != GRAPH_E_FORMAT || D != NULL)
        __atomic_add_fetch(&r->wrong, 1, __ATOMIC_RELAXED);
    graph_dist_release(&D);
}

/* Overwrites 4 bytes, such as a column. */
static bool damage(const char *path, long at, int32_t value)
{
    FILE *file = fopen(path, "r+b");
    if (file == NULL || fseek(file, at, SEEK_SET) != 0 || fwrite(&value, sizeof value, 1, file) != 1)
        return false;
    return fclose(file) == 0;
}

TEST(binary_files)
{
    static const graph_type types[] = {GRAPH_PATTERN, GRAPH_FP64, GRAPH_INT8, GRAPH_BOOL};
    enum { ROWS = 200, PAGE = 4096 }; /* row starts at PAGE, columns a page later */
    char folder[] = "/tmp/dist_binary_XXXXXX", path[64];
    uint64_t seed = 23;
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/a.sgb", folder);
    for (int k = 0; k < 5; k++) {
        graph_matrix *A = NULL;
        REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)(k % SHAPE_COUNT), types[k % 4],
                                 k == 4 ? 0 : ROWS, k == 3 ? 90 : ROWS, k == 4 ? 0 : 900, VALUES_SMALL));
        REQUIRE_OK(graph_write(A, path, NULL));
        graph_matrix_release(&A);
        struct reading r = {.path = path};
        for (int i = 0; i < RANK_NUMBERS; i++)
            REQUIRE(run_ranks(rank_numbers[i], NULL, read_all, &r));
        CHECK_SAY(r.wrong == 0, "matrix %d", k);
        if (k == 0) {
            REQUIRE(damage(path, 2 * PAGE + 8, 1 << 30));
            REQUIRE(run_ranks(3, NULL, read_damaged, &r));
            CHECK_SAY(r.wrong == 0, "a damaged file");
        }
    }
    unlink(path);
    rmdir(folder);
}

/* What the library holds while 4 ranks read a list of edges is at most a quarter of the file on each. */
static int read_within_share(int rank, int ranks, const int *fd, void *context)
{
    enum { BATCH = 1 << 16 };
    const struct reading *const r = context;
    const graph_group_options options = {.size = sizeof options, .most_bytes = BATCH};
    graph_group *g = NULL;
    graph_dist *D = NULL;
    struct stat facts;
    if (graph_group_sockets(&g, fd, rank, ranks, &options) != GRAPH_OK || stat(r->path, &facts) != 0)
        return 1;
    graph__text_block_bytes = BATCH;
    graph__memory_watch(true);
    const int64_t before = graph__memory_begin_peak();
    if (graph_dist_read(&D, g, r->path, NULL) != GRAPH_OK)
        return 1;
    const int64_t most = graph__memory_peak() - before, share = (int64_t)facts.st_size / ranks;
    graph_dist_release(&D);
    graph_group_release(&g);
    if (most > share)
        fprintf(stderr, "rank %d of %d holds %lld bytes of %lld\n", rank, ranks, (long long)most,
                (long long)share);
    return most > 0 && most <= share ? 0 : 2;
}

TEST(memory_of_a_rank)
{
    enum { EDGES = 400000, VERTICES = 16000, RANKS = 4 };
    char path[] = "/tmp/dist_share_XXXXXX";
    const int fd = mkstemp(path);
    int state[RANKS];
    uint64_t seed = 37;
    REQUIRE(fd >= 0);
    FILE *const file = fdopen(fd, "w");
    for (int k = 0; k < EDGES; k++)
        fprintf(file, "%d %d\n", (int)(test_random(&seed) % VERTICES), (int)(test_random(&seed) % VERTICES));
    REQUIRE(fclose(file) == 0);
    struct reading r = {.path = path};
    REQUIRE(run_processes(RANKS, read_within_share, &r, state));
    for (int k = 0; k < RANKS; k++)
        CHECK_SAY(WIFEXITED(state[k]) && WEXITSTATUS(state[k]) == 0, "rank %d: state %d", k, state[k]);
    unlink(path);
}

/* Every width of a number: rows and columns that are close to each other and as far apart as they may be. */
TEST(codes)
{
    enum { ROWS = 70000, COLUMNS = INT32_MAX, MOST = 4000 };
    static int64_t row_start[ROWS + 1];
    static int32_t column[MOST];
    static uint8_t code[MOST * GRAPH_EDGE_CODE_BYTES];
    uint64_t seed = 31;
    for (int k = 0; k < 20; k++) {
        struct graph_csr A = {.rows = ROWS, .columns = COLUMNS, .row_start = row_start, .column = column};
        const uint64_t empty = (uint64_t)1 << test_random(&seed) % 17, wide = 1 + test_random(&seed) % 31;
        for (int64_t i = 0; i < ROWS; i++) {
            row_start[i] = A.entries;
            int64_t j = -1;
            while (A.entries < MOST && test_random(&seed) % empty == 0) {
                j += 1 + (int64_t)(test_random(&seed) >> (64 - wide));
                if (j >= COLUMNS)
                    break;
                column[A.entries++] = (int32_t)j;
            }
        }
        row_start[ROWS] = A.entries;
        const size_t bytes = graph__edge_code(code, &A);
        REQUIRE(bytes <= (size_t)A.entries * GRAPH_EDGE_CODE_BYTES);
        struct graph_edge_reader edge = {code, .row = -1};
        bool holds = true;
        for (int64_t i = 0; i < ROWS; i++)
            for (int64_t e = row_start[i]; e < row_start[i + 1]; e++) {
                graph__edge_next(&edge);
                holds = holds && edge.row == i && edge.column == column[e];
            }
        CHECK_SAY(holds && edge.at == code + bytes && edge.remaining == 0, "matrix %d", k);
    }
}

static void write_one(graph_group *g, void *context)
{
    struct reading *const r = context;
    graph_matrix *A = NULL, *B = NULL;
    graph_dist *D = NULL;
    bool holds = graph_read(&A, r->from, NULL) == GRAPH_OK;
    holds =
        holds && scatter_anyhow(&D, g, A, 3) == GRAPH_OK && graph_dist_write(D, r->path, NULL) == GRAPH_OK;
    holds = holds && graph_read(&B, r->path, NULL) == GRAPH_OK && equal_matrices(A, B);
    __atomic_add_fetch(&r->wrong, !holds, __ATOMIC_RELAXED);
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_dist_release(&D);
}

TEST(write_and_read)
{
    char folder[] = "/tmp/dist_write_XXXXXX", path[64];
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/k.sgb", folder);
    struct reading r = {.path = path, .from = test_shipped("karate.mtx.gz")};
    REQUIRE(run_ranks(3, NULL, write_one, &r));
    CHECK(r.wrong == 0);
    unlink(path);
    rmdir(folder);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(edge_lists),      TEST_ROW(cuts_of_edge_lists),
                                        TEST_ROW(refused_options), TEST_ROW(other_files),
                                        TEST_ROW(binary_files),    TEST_ROW(memory_of_a_rank),
                                        TEST_ROW(codes),           TEST_ROW(write_and_read)};
    graph_set_threads(1);
    return test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
