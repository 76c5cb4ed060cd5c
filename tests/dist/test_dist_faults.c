/* What goes wrong on one rank: it stops at one of its exchanges, an allocation of it fails, it comes late, it makes another
 * call than the others, its process is killed.  The others return the same status within two seconds, nothing is lost, and
 * operands are as they were. */
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "semigraph/centrality.h"
#include "tests/support/graphs.h"
#include "tests/support/ranks.h"

enum { RANKS = 3 };
/* On a device a rank may have to compile kernels first. */
#define MOST_SECONDS (test_backend() == GRAPH_BACKEND_CPU ? 2 : 20)

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static char edge_list[64]; /* a file with the edges of make_graph */

enum { KINDS = 21, BLOCKED = 14 };

/* The calls under test, on operands that the caller has made. */
static graph_status make_calls(int kind, graph_group *g, graph_dist *C, const graph_dist *A,
                               const graph_matrix *all)
{
    const graph_semiring *min_plus = graph_semiring_builtin(GRAPH_MIN_PLUS, GRAPH_INT64);
    const graph_descriptor turned = {.size = sizeof turned, .flags = GRAPH_TRANSPOSE_B, .threads = 1},
                           turned_a = {.size = sizeof turned_a, .flags = GRAPH_TRANSPOSE_A, .threads = 1};
    graph_vector *v[2] = {NULL, NULL};
    graph_dist *D = NULL;
    graph_matrix *whole = NULL;
    graph_dense d = {.size = sizeof d};
    uint64_t count = 0;
    graph_status status = GRAPH_OK;
    const graph_apsp_options floyd = {.size = sizeof floyd, .method = GRAPH_APSP_FLOYD_WARSHALL};
    const graph_pagerank_options walk = {.size = sizeof walk, .most_rounds = 2};
    switch (kind) {
    case 0:
        status = graph_dist_mxm(C, A, GRAPH_MIN, min_plus, A, A, &turned);
        break;
    case 1:
        status = graph_dist_transpose(C, NULL, GRAPH_NO_OP, A, NULL);
        break;
    case 2:
        status = graph_dist_bfs(&v[0], &v[1], A, 0, NULL);
        break;
    case 3:
        status = graph_dist_scatter(&D, g, all, 1, GRAPH_CUT_WORK);
        break;
    case 4:
        status = graph_dist_gather(&whole, A, 0);
        break;
    case 5:
        status = graph_dist_triangles(&count, A, NULL);
        break;
    case 6:
        status = graph_dist_weak_components(&v[0], NULL, A, NULL);
        break;
    case 7:
        status = graph_dist_strong_components(&v[0], NULL, A, NULL);
        break;
    case 8:
        status = graph_dist_sssp(&v[0], &v[1], A, 0, NULL);
        break;
    case 9:
        status = graph_dist_apsp(&d, NULL, NULL, A, &floyd);
        break;
    case 10:
        status = graph_dist_pagerank(&v[0], A, &walk);
        break;
    case 11:
        status = graph_dist_betweenness(&v[0], A, NULL, 0, NULL);
        break;
    case 12:
        status = graph_dist_closure_count(&count, A, NULL);
        break;
    case 13:
        status = graph_dist_read(&D, g, edge_list, NULL);
        break;
    case BLOCKED: /* the group has a limit */
        status = graph_dist_mxm(C, C, GRAPH_NO_OP, min_plus, A, A, NULL);
        break;
    case 15: {
        const graph_bfs_multi_options wanted = {
            .size = sizeof wanted, .reached = &v[0], .eccentricity = &v[1]};
        status = graph_dist_bfs_multi(&d, NULL, A, NULL, 0, &wanted);
        break;
    }
    case 16:
        status = graph_dist_clustering(&v[0], NULL, A, NULL);
        break;
    case 17:
        status = graph_dist_dup(&D, A);
        if (status == GRAPH_OK)
            status = graph_dist_recut(D, GRAPH_CUT_WORK);
        break;
    case 18:
        status = graph_dist_apsp(&d, NULL, NULL, A, NULL);
        break;
    case 19:
        status = graph_vector_create(&v[0], GRAPH_INT64, 24);
        status = graph_group_agree(g, status);
        if (status == GRAPH_OK)
            status = graph_dist_reduce_rows(v[0], NULL, GRAPH_NO_OP, GRAPH_PLUS, A, &turned_a);
        break;
    default:
        status = graph_dist_ewise_add(C, NULL, GRAPH_NO_OP, GRAPH_PLUS, C, A, NULL);
        break;
    }
    graph_vector_release(&v[0]);
    graph_vector_release(&v[1]);
    graph_dist_release(&D);
    graph_matrix_release(&whole);
    graph_free(d.value);
    return status;
}

static const graph_group_options in_blocks = {.size = sizeof in_blocks, .most_bytes = 400};

struct fault {
    const graph_matrix *all;
    int kind, victim;
    int64_t k, calls; /* which exchange or allocation; how many there were */
    int64_t lost;     /* blocks of the victim, whose allocations alone are counted where one is to fail */
    bool stops, is_limited, is_wrong;
    graph_status status[RANKS];
    char sentence[RANKS][256];
};

/* A rank with its operands; the fault is armed once they are there. */
static void run_rank(graph_group *g, void *context)
{
    struct fault *const f = context;
    const int rank = graph_group_rank(g);
    const bool is_victim = rank == f->victim;
    graph_group *used = g, *stopping = NULL;
    graph_dist *A = NULL, *C = NULL;
    const graph_matrix *mine = NULL;
    graph_matrix *before[2] = {NULL, NULL};
    int64_t calls = 0;
    const int64_t blocks = graph__memory_blocks();
    bool holds = true;
    if (!f->stops && !is_victim)
        graph__memory_stand_apart();
    if (f->stops && is_victim) {
        holds = holds && stop_at(&stopping, g, 1000000000, &calls) == GRAPH_OK;
        used = stopping;
    }
    holds = holds && scatter_anyhow(&A, used, f->all, 7) == GRAPH_OK &&
            scatter_anyhow(&C, used, f->all, 8) == GRAPH_OK;
    holds = holds && graph_dist_rows(&mine, NULL, A) == GRAPH_OK &&
            graph_matrix_dup(&before[0], mine) == GRAPH_OK;
    holds = holds && graph_dist_rows(&mine, NULL, C) == GRAPH_OK &&
            graph_matrix_dup(&before[1], mine) == GRAPH_OK;
    if (f->stops && is_victim)
        set_stop(used, f->k, &calls);
    if (!f->stops && is_victim) {
        if (f->is_limited)
            graph__memory_fail_only(f->k);
        else
            graph__memory_fail_at(f->k);
    }
    f->status[rank] = holds ? make_calls(f->kind, used, C, A, f->all) : GRAPH_E_INVALID_OBJECT;
    if (!f->stops && is_victim) {
        f->calls = graph__memory_allocations();
        graph__memory_fail_at(0);
    }
    if (f->stops && is_victim)
        f->calls = calls;
    snprintf(f->sentence[rank], sizeof f->sentence[rank], "%s", graph_last_error());
    /* Operands stay; C does unless the call succeeded. */
    holds = holds && graph_dist_rows(&mine, NULL, A) == GRAPH_OK && equal_matrices(mine, before[0]);
    holds = holds && graph_dist_rows(&mine, NULL, C) == GRAPH_OK;
    holds = holds && (f->status[rank] == GRAPH_OK || equal_matrices(mine, before[1]));
    if (!holds)
        __atomic_store_n(&f->is_wrong, true, __ATOMIC_RELAXED);
    graph_matrix_release(&before[0]);
    graph_matrix_release(&before[1]);
    graph_dist_release(&A);
    graph_dist_release(&C);
    graph_group_release(&stopping);
    if (is_victim)
        f->lost = graph__memory_blocks() - blocks;
}

static graph_status make_graph(graph_matrix **A)
{
    uint64_t seed = 3;
    return random_matrix(A, &seed, SHAPE_UNIFORM, GRAPH_INT64, 24, 24, 60, VALUES_REAL);
}

/* The graph, and the file; a first call without a fault makes what stays for later ones. */
static bool begin_faults(graph_matrix **all)
{
    graph_write_options as = {.size = sizeof as, .format = GRAPH_FILE_EDGE_LIST};
    struct fault none = {.victim = -1};
    snprintf(edge_list, sizeof edge_list, "/tmp/dist_faults_%ld", (long)getpid());
    if (!CHECK_OK(make_graph(all)) || !CHECK_OK(graph_write(*all, edge_list, &as)))
        return false;
    none.all = *all;
    return CHECK(run_ranks(RANKS, NULL, run_rank, &none)) && CHECK_OK(none.status[0]);
}

static void end_faults(graph_matrix **all)
{
    unlink(edge_list);
    graph_matrix_release(all);
}

TEST(a_rank_stops)
{
    graph_matrix *all = NULL;
    REQUIRE(begin_faults(&all));
    for (int kind = 0; kind < KINDS; kind++)
        for (int victim = 0; victim < RANKS; victim++)
            for (int64_t k = 1;; k += test_step(7)) {
                struct fault f = {.all = all, .kind = kind, .victim = victim, .k = k, .stops = true};
                const int64_t blocks = graph__memory_blocks();
                const double start = now();
                REQUIRE(run_ranks(RANKS, kind == BLOCKED ? &in_blocks : NULL, run_rank, &f));
                CHECK(now() - start < MOST_SECONDS);
                CHECK_SAY(!f.is_wrong, "kind %d, rank %d, exchange %lld: an operand has changed", kind,
                          victim, (long long)k);
                CHECK_SAY(graph__memory_blocks() == blocks,
                          "kind %d, rank %d, exchange %lld: %lld blocks are lost", kind, victim, (long long)k,
                          (long long)(graph__memory_blocks() - blocks));
                const bool is_over = f.calls < k;
                for (int r = 0; r < RANKS; r++)
                    if (!CHECK_SAY(f.status[r] == (is_over ? GRAPH_OK : GRAPH_E_RANK),
                                   "kind %d, rank %d stops at exchange %lld: rank %d returns %d, %s", kind,
                                   victim, (long long)k, r, f.status[r], f.sentence[r]))
                        return;
                char gone[64];
                snprintf(gone, sizeof gone, "rank %d of %d is gone", victim, RANKS);
                for (int r = 0; r < RANKS && !is_over; r++)
                    CHECK_SAY(strstr(f.sentence[r], gone) != NULL, "%s", f.sentence[r]);
                if (is_over)
                    break;
            }
    end_faults(&all);
}

TEST(an_allocation_fails)
{
    graph_matrix *all = NULL;
    REQUIRE(begin_faults(&all));
    for (int kind = 0; kind < KINDS; kind++)
        for (int victim = 0; victim < RANKS; victim += 2)
            for (int64_t k = 1;; k += test_step(7)) {
                struct fault f = {
                    .all = all, .kind = kind, .victim = victim, .k = k, .is_limited = k % 2 == 0};
                const double start = now();
                REQUIRE(run_ranks(RANKS, kind == BLOCKED ? &in_blocks : NULL, run_rank, &f));
                CHECK(now() - start < MOST_SECONDS);
                CHECK_SAY(!f.is_wrong, "kind %d, rank %d, allocation %lld: an operand has changed", kind,
                          victim, (long long)k);
                CHECK_SAY(f.lost == 0, "kind %d, allocation %lld: %lld blocks are lost", kind, (long long)k,
                          (long long)f.lost);
                const bool is_over = f.calls < k;
                char who[64];
                snprintf(who, sizeof who, "rank %d of %d: ", victim, RANKS);
                for (int r = 0; r < RANKS; r++)
                    if (!CHECK_SAY(f.status[r] == GRAPH_E_MEMORY
                                       ? strncmp(f.sentence[r], who, strlen(who)) == 0
                                       : f.status[r] == GRAPH_OK,
                                   "kind %d, allocation %lld of rank %d: rank %d returns %d, %s", kind,
                                   (long long)k, victim, r, f.status[r], f.sentence[r]))
                        return;
                CHECK(f.status[0] == f.status[1] && f.status[0] == f.status[2]);
                CHECK(!is_over || f.status[0] == GRAPH_OK);
                if (is_over)
                    break;
            }
    end_faults(&all);
}

/* ---- Order and time ---- */

static void call_differently(graph_group *g, void *context)
{
    graph_status *const status = context;
    graph_dist *A = NULL;
    const int rank = graph_group_rank(g);
    status[rank] = rank == 2 ? graph_group_agree(g, GRAPH_OK) : graph_dist_create(&A, g, GRAPH_INT8, 3, 3);
    if (strstr(graph_last_error(), "rank 0 of 3 calls graph_dist_create, rank 2 calls graph_group_agree") ==
        NULL)
        status[rank] = GRAPH_OK;
    if (graph_group_agree(g, GRAPH_OK) != GRAPH_OK) /* the group goes on */
        status[rank] = GRAPH_OK;
    graph_dist_release(&A);
}

TEST(different_calls)
{
    graph_status status[3] = {GRAPH_OK, GRAPH_OK, GRAPH_OK};
    REQUIRE(run_ranks(3, NULL, call_differently, status));
    for (int r = 0; r < 3; r++)
        CHECK(status[r] == GRAPH_E_INVALID_VALUE);
}

static void come_late(graph_group *g, void *context)
{
    graph_status *const status = context;
    const int rank = graph_group_rank(g);
    if (rank == 1)
        nanosleep(&(struct timespec){.tv_nsec = 600000000}, NULL);
    status[rank] = graph_group_agree(g, GRAPH_OK);
    if (rank != 1 && strstr(graph_last_error(), "rank 1 of 3 did not come before the deadline") == NULL)
        status[rank] = GRAPH_OK;
    if (graph_group_agree(g, GRAPH_OK) != GRAPH_E_RANK)
        status[rank] = GRAPH_OK;
}

TEST(deadline)
{
    const graph_group_options options = {.size = sizeof options, .deadline_seconds = 0.1};
    graph_status status[3] = {GRAPH_OK, GRAPH_OK, GRAPH_OK};
    REQUIRE(run_ranks(3, &options, come_late, status));
    for (int r = 0; r < 3; r++)
        CHECK_SAY(status[r] == GRAPH_E_RANK, "rank %d", r);
}

static void agree_on_failure(graph_group *g, void *context)
{
    graph_status *const status = context;
    const int rank = graph_group_rank(g);
    graph_dist *A = NULL;
    status[rank] = graph_dist_create(&A, g, GRAPH_INT8, rank == 1 ? (graph_index)1 << 40 : 3, 3);
    if (strncmp(graph_last_error(), "rank 1 of 3: 1099511627776 rows", 31) != 0 || A != NULL)
        status[rank] = GRAPH_OK;
    /* Agreed once more, it still names that rank, and once. */
    if (graph_group_agree(g, status[rank]) != status[rank] ||
        strncmp(graph_last_error(), "rank 1 of 3: 1099511627776 rows", 31) != 0)
        status[rank] = GRAPH_OK;
}

TEST(one_rank_fails)
{
    graph_status status[3] = {GRAPH_OK, GRAPH_OK, GRAPH_OK};
    REQUIRE(run_ranks(3, NULL, agree_on_failure, status));
    for (int r = 0; r < 3; r++)
        CHECK(status[r] == GRAPH_E_NOT_SUPPORTED);
}

/* ---- Processes ---- */

enum { SEARCHES = 30 };

/* Whether A A is what one machine makes. */
static bool is_square_right(graph_group *g, const graph_dist *A, const graph_matrix *all)
{
    const graph_semiring *min_plus = graph_semiring_builtin(GRAPH_MIN_PLUS, GRAPH_INT64);
    graph_dist *C = NULL;
    graph_matrix *right = NULL, *got = NULL;
    const bool holds = graph_matrix_create(&right, GRAPH_INT64, 24, 24) == GRAPH_OK &&
                       graph_mxm(right, NULL, GRAPH_NO_OP, min_plus, all, all, NULL) == GRAPH_OK &&
                       graph_dist_create(&C, g, GRAPH_INT64, 24, 24) == GRAPH_OK &&
                       graph_dist_mxm(C, NULL, GRAPH_NO_OP, min_plus, A, A, NULL) == GRAPH_OK &&
                       graph_dist_gather(&got, C, -1) == GRAPH_OK && equal_matrices(right, got);
    graph_dist_release(&C);
    graph_matrix_release(&right);
    graph_matrix_release(&got);
    return holds;
}

/* What a process does: some searches, unless it is the one that ends; exit status 0: all right. */
static int run_process(int rank, int ranks, const int *fd, int victim)
{
    graph_group *g = NULL;
    graph_matrix *all = NULL;
    graph_dist *A = NULL;
    graph_vector *level = NULL, *right = NULL;
    graph_status status = GRAPH_OK;
    /* One rank has a limit for products, which others have to notice. */
    const graph_group_options options = {.size = sizeof options, .most_bytes = rank == 1 ? 60 : 0};
    if (graph_group_sockets(&g, fd, rank, ranks, &options) != GRAPH_OK || make_graph(&all) != GRAPH_OK ||
        graph_dist_scatter(&A, g, all, 0, GRAPH_CUT_WORK) != GRAPH_OK)
        return 1;
    for (int k = 0; k < SEARCHES && status == GRAPH_OK; k++) {
        if (rank == victim && k == SEARCHES / 2)
            raise(SIGKILL);
        graph_vector_release(&level);
        status = graph_dist_bfs(&level, NULL, A, (graph_index)(k % 24), NULL);
    }
    const bool is_right = victim >= 0 ? status == GRAPH_E_RANK
                                      : graph_bfs(&right, NULL, all, (SEARCHES - 1) % 24, NULL) == GRAPH_OK &&
                                            equal_vectors(level, right) && is_square_right(g, A, all);
    graph_vector_release(&level);
    graph_vector_release(&right);
    graph_dist_release(&A);
    graph_matrix_release(&all);
    graph_group_release(&g);
    return is_right ? 0 : 2;
}

static int run_as_process(int rank, int ranks, const int *fd, void *context)
{
    return run_process(rank, ranks, fd, *(const int *)context);
}

static void check_processes(int ranks, int victim)
{
    int state[9];
    const double start = now();
    REQUIRE(run_processes(ranks, run_as_process, &victim, state));
    for (int r = 0; r < ranks; r++) {
        if (r == victim)
            CHECK(WIFSIGNALED(state[r]) && WTERMSIG(state[r]) == SIGKILL);
        else
            CHECK_SAY(WIFEXITED(state[r]) && WEXITSTATUS(state[r]) == 0, "rank %d of %d: state %d", r, ranks,
                      state[r]);
    }
    CHECK(now() - start < 10);
}

TEST(processes)
{
    for (int k = 0; k < RANK_NUMBERS; k++)
        check_processes(rank_numbers[k], -1);
}

TEST(a_process_is_killed) { check_processes(4, 2); }

/* ---- Statuses of making a group ---- */

/* What graph_group_broadcast brings, and how it refuses. */
static void broadcast(graph_group *g, void *context)
{
    int *const wrong = context;
    const int rank = graph_group_rank(g), ranks = graph_group_ranks(g);
    bool holds = true;
    for (int root = 0; root < ranks; root++) {
        int x = 10 * rank;
        holds = holds && graph_group_broadcast(g, &x, sizeof x, root) == GRAPH_OK && x == 10 * root;
    }
    holds = holds && graph_group_broadcast(g, NULL, 0, 0) == GRAPH_OK;
    holds = holds && graph_group_broadcast(g, &holds, 1, ranks) == GRAPH_E_INVALID_VALUE &&
            strstr(graph_last_error(), "root is") != NULL;
    int y = rank;
    holds = holds && graph_group_broadcast(g, rank == 1 ? NULL : &y, sizeof y, 0) == GRAPH_E_NULL;
    holds = holds && graph_group_broadcast(g, &y, sizeof y, rank % 2) == GRAPH_E_INVALID_VALUE &&
            strstr(graph_last_error(), "roots 0 to 1") != NULL;
    __atomic_add_fetch(wrong, !holds, __ATOMIC_RELAXED);
}

TEST(broadcasts)
{
    int wrong = 0;
    REQUIRE(run_ranks(3, NULL, broadcast, &wrong));
    CHECK(wrong == 0);
    CHECK_STATUS(graph_group_broadcast(NULL, NULL, 0, 0), GRAPH_E_NULL, "group is NULL");
}

TEST(statuses)
{
    graph_group *g = NULL, *two[2] = {NULL, NULL};
    const graph_group_options wrong = {.size = 1}, late = {.size = sizeof late, .deadline_seconds = -1},
                              links = {.size = sizeof links, .links = GRAPH_LINKS_ALWAYS};
    const graph_transport none = {.size = sizeof none, .ranks = 1};
    CHECK_STATUS(graph_group_create(NULL, NULL, NULL), GRAPH_E_NULL, "group is NULL");
    CHECK_STATUS(graph_group_create(&g, NULL, NULL), GRAPH_E_NULL, "transport is NULL");
    CHECK_STATUS(graph_group_create(&g, &none, NULL), GRAPH_E_NULL, "a function of the transport");
    CHECK_STATUS(graph_group_threads(NULL, 1, NULL), GRAPH_E_NULL, "groups");
    CHECK_STATUS(graph_group_threads(two, 0, NULL), GRAPH_E_INVALID_VALUE, "ranks is 0");
    CHECK_STATUS(graph_group_threads(two, 2, &wrong), GRAPH_E_INVALID_VALUE, "options.size");
    CHECK_STATUS(graph_group_threads(two, 2, &late), GRAPH_E_INVALID_VALUE, "deadline_seconds");
    CHECK_STATUS(graph_group_threads(two, 2, &links), GRAPH_E_DEVICE, "no links");
    CHECK(graph_group_rank(NULL) == -1 && graph_group_ranks(NULL) == 0 && !graph_group_has_links(NULL));
    CHECK_STATUS(graph_use_gpu(-1), GRAPH_E_INVALID_VALUE, "k is -1");
    CHECK(graph_group_of_launch(&g, NULL) == GRAPH_NO_VALUE && g == NULL);
    graph_group_release(&g);
    graph_group_release(NULL);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {
        TEST_ROW(processes),           TEST_ROW(a_process_is_killed), TEST_ROW(a_rank_stops),
        TEST_ROW(an_allocation_fails), TEST_ROW(different_calls),     TEST_ROW(deadline),
        TEST_ROW(one_rank_fails),      TEST_ROW(broadcasts),          TEST_ROW(statuses)};
    graph_set_threads(1);
    return test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
