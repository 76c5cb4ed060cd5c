/* Distributed matrices as objects: from rows, copies, cuts and facts; what is refused, on every rank with one sentence; and
 * how groups begin: threads, processes that are launched, the GPU of a process. */
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "tests/support/graphs.h"
#include "tests/support/ranks.h"

struct objects {
    graph_matrix *A, *square;
    int wrong;
};

static void claim(struct objects *x, const graph_group *g, bool holds, const char *what, int line)
{
    if (holds)
        return;
    fprintf(stderr, "line %d, rank %d of %d: %s (%s)\n", line, graph_group_rank(g), graph_group_ranks(g),
            what, graph_last_error());
    __atomic_add_fetch(&x->wrong, 1, __ATOMIC_RELAXED);
}
#define HOLDS(condition) claim(x, g, (condition), #condition, __LINE__)
#define REFUSED(call, status, piece)                                                                         \
    claim(x, g, (call) == (status) && strstr(graph_last_error(), piece) != NULL, #call, __LINE__)

/* Rows of a rank: none for rank 1, all that remain for the last. */
static graph_index first_of(int rank, int ranks, graph_index rows)
{
    if (rank >= ranks)
        return rows;
    return rank <= 1 ? (graph_index)rank * 3 : (graph_index)(rank + 1) * 3 / 2 - 1;
}

static graph_index second_of(int rank, int ranks, graph_index rows)
{
    const graph_index end = first_of(rank + 1, ranks, rows);
    return rank == 1 && ranks > 2 ? first_of(1, ranks, rows) : end;
}

static void make_from_rows(graph_group *g, void *context)
{
    struct objects *const x = context;
    const int rank = graph_group_rank(g), ranks = graph_group_ranks(g);
    graph_index rows = 0, columns = 0, entries = 0, ours = 0, begin = 0, end = 0, at = 99, cuts[16];
    graph_matrix *mine = NULL, *all = NULL, *other = NULL;
    const graph_matrix *view = NULL;
    graph_dist *D = NULL, *E = NULL;
    uint64_t most = 0;
    graph_dist_facts facts = {.size = sizeof facts};
    graph_matrix_rows(&rows, x->A);
    graph_matrix_columns(&columns, x->A);
    graph_matrix_entries(&entries, x->A);
    for (int r = 0; r < ranks; r++) { /* rank 1 of many has none: rank 2 begins where it does */
        graph_index first = r == 2 ? second_of(1, ranks, rows) : first_of(r, ranks, rows);
        graph_index last = second_of(r, ranks, rows);
        HOLDS(rows_of(&other, x->A, first, last) == GRAPH_OK);
        graph_matrix_entries(&ours, other);
        most = ours > most ? ours : most;
        if (r == rank) {
            mine = other;
            other = NULL;
            begin = first;
            end = last;
        }
        graph_matrix_release(&other);
    }
    HOLDS(graph_dist_from_rows(&D, g, mine) == GRAPH_OK);
    HOLDS(graph_dist_gather(&all, D, -1) == GRAPH_OK && equal_matrices(all, x->A));
    graph_matrix_release(&all);
    for (int root = 0; root < ranks; root++) {
        HOLDS(graph_dist_gather(&all, D, root) == GRAPH_OK && (all != NULL) == (rank == root));
        HOLDS(rank != root || equal_matrices(all, x->A));
        graph_matrix_release(&all);
    }
    HOLDS(graph_dist_rows(&view, &at, D) == GRAPH_OK && at == begin && equal_matrices(view, mine));
    HOLDS(graph_dist_rows(NULL, NULL, D) == GRAPH_OK);
    HOLDS(graph_dist_cuts(cuts, D) == GRAPH_OK && cuts[rank] == begin && cuts[rank + 1] == end &&
          cuts[ranks] == rows);
    HOLDS(graph_dist_get_facts(&facts, D) == GRAPH_OK && facts.type == GRAPH_INT32 && facts.rows == rows &&
          facts.columns == columns && facts.entries == entries && facts.most_entries == most);
    /* A copy is independent. */
    HOLDS(graph_dist_dup(&E, D) == GRAPH_OK);
    HOLDS(graph_dist_recut(E, GRAPH_CUT_ROWS) == GRAPH_OK);
    HOLDS(graph_dist_apply(E, NULL, GRAPH_NO_OP, GRAPH_AINV, E, NULL) == GRAPH_OK);
    HOLDS(graph_dist_cuts(cuts, D) == GRAPH_OK && cuts[rank] == begin);
    HOLDS(graph_dist_gather(&all, D, -1) == GRAPH_OK && equal_matrices(all, x->A));
    graph_matrix_release(&all);
    graph_dist_release(&E);
    graph_dist_release(&D);
    /* One rank has another type, or more or fewer columns. */
    for (int odd = 1; odd < ranks; odd++)
        for (int kind = 0; kind < 3; kind++) {
            const graph_index wide = columns + (graph_index)(kind == 1) - (graph_index)(kind == 2);
            HOLDS(graph_matrix_create(&other, kind == 0 ? GRAPH_INT64 : GRAPH_INT32, 2, wide) == GRAPH_OK);
            const graph_status status = graph_dist_from_rows(&D, g, rank == odd ? other : mine);
            char piece[64];
            snprintf(piece, sizeof piece, "rank %d has rows of ", odd);
            HOLDS(status == (kind == 0 ? GRAPH_E_DOMAIN : GRAPH_E_DIMENSION) && D == NULL &&
                  strstr(graph_last_error(), piece) != NULL);
            graph_matrix_release(&other);
        }
    graph_matrix_release(&mine);
}

static graph_status random_of(graph_matrix **A, uint64_t seed, int64_t rows, int64_t columns)
{
    return random_matrix(A, &seed, SHAPE_UNIFORM, GRAPH_INT32, rows, columns, 5 * rows, VALUES_SMALL);
}

TEST(rows_of_ranks)
{
    struct objects x = {.wrong = 0};
    REQUIRE_OK(random_of(&x.A, 4, 31, 17));
    for (int k = 0; k < RANK_NUMBERS; k++)
        REQUIRE(run_ranks(rank_numbers[k], NULL, make_from_rows, &x));
    CHECK(x.wrong == 0);
    graph_matrix_release(&x.A);
}

/* Cut r is the first row before which there is r-th of the work. */
static void check_cuts(struct objects *x, graph_group *g, const graph_matrix *A, bool is_square)
{
    enum { MOST = 64 };
    const int ranks = graph_group_ranks(g);
    graph_index rows, n, row[512], column[512], cuts[16];
    int64_t length[MOST] = {0}, weight[MOST], sum[MOST + 1] = {0};
    graph_dist *D = NULL;
    n = 512;
    graph_matrix_rows(&rows, A);
    HOLDS(graph_matrix_extract_tuples(row, column, NULL, GRAPH_INT32, &n, A) == GRAPH_OK);
    for (graph_index k = 0; k < n; k++)
        length[row[k]]++;
    for (int cut = GRAPH_CUT_WORK; cut <= GRAPH_CUT_ROWS; cut++) {
        for (graph_index i = 0; i < rows; i++)
            weight[i] = 1 + (cut != GRAPH_CUT_ROWS ? length[i] : 0);
        for (graph_index k = 0; k < n && is_square && cut == GRAPH_CUT_WORK; k++)
            weight[row[k]] += length[column[k]];
        for (graph_index i = 0; i < rows; i++)
            sum[i + 1] = sum[i] + weight[i];
        HOLDS(graph_dist_scatter(&D, g, graph_group_rank(g) == ranks - 1 ? A : NULL, ranks - 1,
                                 (graph_cut)((cut + 1) % 3)) == GRAPH_OK);
        HOLDS(graph_dist_recut(D, (graph_cut)cut) == GRAPH_OK && graph_dist_cuts(cuts, D) == GRAPH_OK);
        for (int r = 0; r <= ranks; r++) {
            const int64_t wanted = sum[rows] * r / ranks, at = (int64_t)cuts[r];
            HOLDS(sum[at] >= wanted && (at == 0 || r == ranks || sum[at - 1] < wanted));
        }
        HOLDS(cuts[ranks] == rows);
        graph_dist_release(&D);
    }
}

static void cut_anew(graph_group *g, void *context)
{
    struct objects *const x = context;
    check_cuts(x, g, x->A, false);
    check_cuts(x, g, x->square, true);
}

TEST(cuts)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct objects x = {.wrong = 0};
        REQUIRE_OK(random_of(&x.A, seed, 50, 17));
        REQUIRE_OK(random_of(&x.square, seed, 40, 40));
        for (int k = 0; k < RANK_NUMBERS; k++)
            REQUIRE(run_ranks(rank_numbers[k], NULL, cut_anew, &x));
        CHECK(x.wrong == 0);
        graph_matrix_release(&x.A);
        graph_matrix_release(&x.square);
    }
}

static void refuse(graph_group *g, void *context)
{
    struct objects *const x = context;
    graph_dist *D = NULL, *none = NULL;
    graph_matrix *all = NULL;
    graph_dist_facts wrong = {.size = 1};
    graph_scalar sum;
    graph_vector *v = NULL;
    graph_index cuts[16];
    HOLDS(graph_dist_scatter(&D, g, x->A, 0, GRAPH_CUT_WORK) == GRAPH_OK);
    HOLDS(graph_vector_create(&v, GRAPH_INT32, 31) == GRAPH_OK);
    REFUSED(graph_dist_create(NULL, g, GRAPH_INT32, 3, 3), GRAPH_E_NULL, "A is NULL");
    REFUSED(graph_dist_create(&none, NULL, GRAPH_INT32, 3, 3), GRAPH_E_NULL, "group is NULL");
    REFUSED(graph_dist_create(&none, g, (graph_type)999, 3, 3), GRAPH_E_DOMAIN, "type");
    REFUSED(graph_dist_from_rows(NULL, g, x->A), GRAPH_E_NULL, "A is NULL");
    REFUSED(graph_dist_from_rows(&none, NULL, x->A), GRAPH_E_NULL, "group is NULL");
    REFUSED(graph_dist_from_rows(&none, g, NULL), GRAPH_E_NULL, "mine is NULL");
    REFUSED(graph_dist_dup(NULL, D), GRAPH_E_NULL, "C is NULL");
    REFUSED(graph_dist_dup(&none, NULL), GRAPH_E_NULL, "A is NULL");
    REFUSED(graph_dist_rows(NULL, NULL, NULL), GRAPH_E_NULL, "A is NULL");
    REFUSED(graph_dist_cuts(NULL, D), GRAPH_E_NULL, "first is NULL");
    REFUSED(graph_dist_cuts(cuts, NULL), GRAPH_E_NULL, "A is NULL");
    REFUSED(graph_dist_get_facts(&wrong, NULL), GRAPH_E_NULL, "A is NULL");
    REFUSED(graph_dist_get_facts(NULL, D), GRAPH_E_NULL, "facts is NULL");
    REFUSED(graph_dist_get_facts(&wrong, D), GRAPH_E_INVALID_VALUE, "facts.size is 1");
    REFUSED(graph_dist_gather(&all, NULL, 0), GRAPH_E_NULL, "D is NULL");
    REFUSED(graph_dist_gather(NULL, D, 0), GRAPH_E_NULL, "A is NULL");
    REFUSED(graph_dist_gather(&all, D, -2), GRAPH_E_INVALID_VALUE, "root is -2");
    REFUSED(graph_dist_gather(&all, D, graph_group_ranks(g)), GRAPH_E_INVALID_VALUE, "root is ");
    REFUSED(graph_dist_scatter(&none, g, x->A, -1, GRAPH_CUT_WORK), GRAPH_E_INVALID_VALUE, "root is -1");
    REFUSED(graph_dist_recut(NULL, GRAPH_CUT_WORK), GRAPH_E_NULL, "A is NULL");
    REFUSED(graph_dist_reduce(NULL, GRAPH_INT32, GRAPH_PLUS, D, NULL), GRAPH_E_NULL, "x is NULL");
    REFUSED(graph_dist_reduce(&sum, (graph_type)999, GRAPH_PLUS, D, NULL), GRAPH_E_DOMAIN, "no type");
    REFUSED(graph_dist_reduce(&sum, GRAPH_INT32, GRAPH_PLUS, NULL, NULL), GRAPH_E_NULL, "A is NULL");
    REFUSED(graph_dist_reduce(&sum, GRAPH_INT32, GRAPH_MINUS, D, NULL), GRAPH_E_INVALID_VALUE, "");
    REFUSED(graph_dist_mxv(v, NULL, GRAPH_NO_OP, NULL, D, v, NULL), GRAPH_E_DIMENSION, "u has length 31");
    REFUSED(graph_dist_mxv(v, NULL, GRAPH_NO_OP, NULL, NULL, v, NULL), GRAPH_E_NULL, "A is NULL");
    HOLDS(none == NULL && all == NULL);
    graph_dist_release(NULL);
    graph_dist_release(&none);
    graph_vector_release(&v);
    graph_dist_release(&D);
}

TEST(refusals)
{
    struct objects x = {.wrong = 0};
    REQUIRE_OK(random_of(&x.A, 4, 31, 17));
    for (int ranks = 1; ranks <= 3; ranks++)
        REQUIRE(run_ranks(ranks, NULL, refuse, &x));
    CHECK(x.wrong == 0);
    graph_matrix_release(&x.A);
}

/* ---- Groups ---- */

static graph_status make_groups(void)
{
    graph_group *group[5];
    const graph_status status = graph_group_threads(group, 5, NULL);
    for (int r = 0; r < 5; r++) {
        CHECK((group[r] != NULL) == (status == GRAPH_OK));
        graph_group_release(&group[r]);
    }
    return status;
}

TEST(groups_without_memory) { test_every_allocation("graph_group_threads", make_groups); }

/* Sockets are the group's from the call on: whatever fails, they are closed, once. */
TEST(groups_of_sockets_without_memory)
{
    const graph_group_options wrong = {.size = 1};
    graph_group *group = NULL;
    int none[2] = {-1, -1};
    CHECK_STATUS(graph_group_sockets(NULL, none, 0, 2, NULL), GRAPH_E_NULL, "group is NULL");
    CHECK_STATUS(graph_group_sockets(&group, NULL, 0, 2, NULL), GRAPH_E_NULL, "fd is NULL");
    CHECK_STATUS(graph_group_sockets(&group, none, 2, 2, NULL), GRAPH_E_INVALID_VALUE,
                 "rank is 2 of 2 ranks");
    CHECK_STATUS(graph_group_sockets(&group, none, -1, 2, NULL), GRAPH_E_INVALID_VALUE, "rank is -1");
    CHECK_STATUS(graph_group_sockets(&group, none, 0, 0, NULL), GRAPH_E_INVALID_VALUE,
                 "rank is 0 of 0 ranks");
    for (int64_t k = 0;; k++) {
        const long long blocks = graph__memory_blocks();
        int ends[2], fd[3], more[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 &&
                socketpair(AF_UNIX, SOCK_STREAM, 0, more) == 0);
        fd[0] = ends[0];
        fd[1] = -1;
        fd[2] = more[0];
        close(ends[1]); /* these ranks are gone */
        close(more[1]);
        graph__memory_fail_at(k);
        const graph_status status = graph_group_sockets(&group, fd, 1, 3, k == 0 ? &wrong : NULL);
        graph__memory_fail_at(0);
        CHECK(group == NULL && graph__memory_blocks() == blocks);
        CHECK_SAY(fcntl(ends[0], F_GETFD) == -1 && fcntl(more[0], F_GETFD) == -1,
                  "allocation %lld: a socket is open", (long long)k);
        if (k > 0 && status != GRAPH_E_MEMORY) {
            CHECK_SAY(k > 3 && status == GRAPH_E_RANK, "allocation %lld: %s", (long long)k,
                      graph_last_error());
            break;
        }
        CHECK(k > 0 || status == GRAPH_E_INVALID_VALUE);
    }
}

/* The environment of a process that was launched says "rank ranks socket socket ...". */
static int launched(int ranks, const char *script)
{
    char *argv[] = {"/bin/sh", "-c", (char *)(uintptr_t)script, NULL};
    int result = -1;
    CHECK_OK(graph_group_launch(&result, ranks, argv));
    return result;
}

TEST(launches)
{
    char *nothing[] = {"/nonexistent/program", NULL}, *empty[] = {NULL};
    int result = 99;
    graph_group *group = NULL;
    CHECK(launched(4, "exit 0") == 0);
    CHECK(launched(3,
                   "case $SEMIGRAPH_RANK in '0 3 -1 '*) exit 0;; '1 3 '*) exit 5;; '2 3 '*) exit 7;; esac") ==
          5);
    CHECK(launched(3, "case $SEMIGRAPH_RANK in 2*) exit 7;; esac") == 7);
    CHECK(launched(3, "case $SEMIGRAPH_RANK in 0*) exit 3;; esac") == 3);
    CHECK(launched(2, "case $SEMIGRAPH_RANK in 1*) kill -9 $$;; esac") == 137);
    /* A process has its sockets, and none of the others': an end that stays open anywhere is never seen. */
    static const char sockets[] =
        "n=0; for f in /proc/$$/fd/*; do case $(readlink $f) in socket:*) "
        "n=$((n+1));; esac; done; case $SEMIGRAPH_RANK in 1*|'0 1'*) exit $n;; esac";
    const int inherited = launched(1, sockets);
    CHECK(launched(4, sockets) == inherited + 3);
    CHECK_OK(graph_group_launch(&result, 2, nothing));
    CHECK(result == 127);
    CHECK_STATUS(graph_group_launch(NULL, 2, nothing), GRAPH_E_NULL, "result is NULL");
    CHECK_STATUS(graph_group_launch(&result, 2, NULL), GRAPH_E_NULL, "argv is NULL");
    CHECK_STATUS(graph_group_launch(&result, 2, empty), GRAPH_E_NULL, "argv is NULL");
    CHECK_STATUS(graph_group_launch(&result, 0, nothing), GRAPH_E_INVALID_VALUE, "ranks is 0");
    CHECK_STATUS(graph_group_launch(&result, 65, nothing), GRAPH_E_INVALID_VALUE, "ranks is 65");
    static const char *const texts[] = {"", "1", "x 2", "-1 2 3 4", "2 2 3 4", "0 0", "0 65"};
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        setenv("SEMIGRAPH_RANK", texts[k], 1);
        CHECK_STATUS(graph_group_of_launch(&group, NULL), GRAPH_E_FORMAT, "which no launcher wrote");
    }
    setenv("SEMIGRAPH_RANK", "1 3 7 -1", 1);
    CHECK_STATUS(graph_group_of_launch(&group, NULL), GRAPH_E_FORMAT, "no socket for rank 2");
    CHECK_STATUS(graph_group_of_launch(NULL, NULL), GRAPH_E_NULL, "group is NULL");
    unsetenv("SEMIGRAPH_RANK");
    CHECK(graph_group_of_launch(&group, NULL) == GRAPH_NO_VALUE && group == NULL);
}

TEST(gpus_of_processes)
{
    static const char name[] = "CUDA_VISIBLE_DEVICES";
    const char *const before = getenv(name);
    char *const saved = before != NULL ? strdup(before) : NULL;
    static const struct {
        const char *list;
        int k;
        const char *one; /* NULL: refused */
    } rows[] = {{NULL, 0, "0"},     {NULL, 3, "3"},    {"5,7,9", 0, "5"},
                {"5,7,9", 1, "7"},  {"5,7,9", 2, "9"}, {"5,7,9", 3, NULL},
                {"5,7,9", 4, NULL}, {"", 0, NULL},     {"GPU-a,GPU-b", 1, "GPU-b"},
                {"5,,9", 1, NULL}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        unsetenv(name);
        if (rows[k].list != NULL)
            setenv(name, rows[k].list, 1);
        if (rows[k].one == NULL)
            CHECK_STATUS(graph_use_gpu(rows[k].k), GRAPH_E_INVALID_VALUE, "it has no item");
        else
            CHECK_OK(graph_use_gpu(rows[k].k));
        const char *const expected = rows[k].one != NULL ? rows[k].one : rows[k].list;
        CHECK_SAY(strcmp(getenv(name), expected) == 0, "item %d of %s: %s", rows[k].k, rows[k].list,
                  getenv(name));
    }
    unsetenv(name);
    if (saved != NULL)
        setenv(name, saved, 1);
    free(saved);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(rows_of_ranks),
                                        TEST_ROW(cuts),
                                        TEST_ROW(refusals),
                                        TEST_ROW(groups_without_memory),
                                        TEST_ROW(groups_of_sockets_without_memory),
                                        TEST_ROW(launches),
                                        TEST_ROW(gpus_of_processes)};
    graph_set_threads(1);
    return test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
