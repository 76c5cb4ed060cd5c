/* Products of the CPU and a GPU together: who takes which rows, every way to share them, memory, wrong arguments, and
 * without a GPU the CPU alone. */
#include <math.h>
#include <string.h>

#include "base/lowest.h"
#include "operations/hybrid/worker.h"
#include "operations/hybrid/mxm_bands.h"
#include "operations/hybrid/split_autotune.h"
#include "operations/hybrid/split_shares.h"
#include "tests/support/hybrids.h"
#include "tests/support/test.h"

/* Both parts take rows, with made-up speeds: every row is taken once, and a given share is respected. */
static void check_taking(graph_split split, double share, int64_t rows, double cpu_speed, uint64_t seed)
{
    int64_t *products = calloc((size_t)rows + 1, sizeof *products), first, end, done[2] = {0}, below = 0,
            above = rows;
    struct graph_shares s;
    bool has_rows[2] = {true, true};
    double busy[2] = {0}, speed[2] = {1e9, cpu_speed};
    REQUIRE(products != NULL);
    for (int64_t i = 0; i < rows; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        products[i + 1] = products[i] + (seed >> 60 == 0 ? 0 : (int64_t)(seed >> 50) % 1000);
    }
    graph__shares_open(&s, products, rows, split, share);
    while (has_rows[0] || has_rows[1]) {
        int part = !has_rows[1] || (has_rows[0] && busy[0] <= busy[1]) ? GRAPH_PART_DEVICE : GRAPH_PART_CPU;
        has_rows[part] = graph__shares_take(&first, &end, &s, (enum graph_split_part)part, 20000);
        if (!has_rows[part])
            continue;
        CHECK(first < end && (part == GRAPH_PART_DEVICE ? first == below : end == above));
        if (part == GRAPH_PART_DEVICE)
            below = end;
        else
            above = first;
        done[part] += products[end] - products[first];
        busy[part] += (double)(products[end] - products[first]) / speed[part] + 1e-6;
        graph__shares_done(&s, (enum graph_split_part)part, done[part], busy[part]);
    }
    CHECK_SAY(below == above, "split %d: rows %lld .. %lld are nobody's", (int)split, (long long)below,
              (long long)above);
    if (split == GRAPH_SPLIT_SHARE && products[rows] > 100000) {
        double got = (double)done[1] / (double)products[rows];
        CHECK_SAY(fabs(got - share) < 0.02, "a share of %g instead of %g", got, share);
    }
    graph__shares_close(&s);
    free(products);
}

TEST(rows_are_shared)
{
    static const double speeds[] = {1e6, 1e8, 1e9, 1e11};
    for (int64_t rows = 0; rows <= 10000; rows = 10 * rows + 1)
        for (int k = 0; k < 4; k++) {
            check_taking(GRAPH_SPLIT_DYNAMIC, 0, rows, speeds[k], 1);
            check_taking(GRAPH_SPLIT_HEURISTIC, 0, rows, speeds[k], 2);
            for (int t = 0; t <= 100; t += 25)
                check_taking(GRAPH_SPLIT_SHARE, t / 100.0, rows, speeds[k], 3);
        }
}

/* A made-up machine. */
struct machine {
    double device_alone, device_speed, cpu_speed, slowness; /* of both together, for each share of the CPU */
};

static double machine_seconds(double *device, double *cpu, const struct machine *m, double share)
{
    *device = share > 0 ? (1 - share) / m->device_speed : m->device_alone;
    *cpu = share / m->cpu_speed;
    return (*device > *cpu ? *device : *cpu) + m->slowness * share;
}

/* The second product of a kind finds a share, others have their turns, and the fastest goes on.  Kinds do not mix. */
static void check_learning(struct machine m, double first_guess)
{
    enum { CALLS = 256, FIRST = 64 };
    static char semiring; /* an address of this test's */
    static int64_t rows;  /* of each round others */
    const struct graph_autotune_kind kind = {&semiring, 3, 8, ++rows, 200, 300, 4000, 5000};
    struct graph_autotune_kind other = kind;
    double share = 0, device, cpu, least = INFINITY, unused;
    int alone = 0, best = 0;
    other.A_entries++;
    for (int k = 0; k <= 40; k++)
        least = fmin(least, machine_seconds(&device, &cpu, &m, k / 40.0)); /* in the steps of the search */
    for (int call = 0; call < CALLS; call++) {
        bool is_known = graph__autotune_share(&share, &kind);
        CHECK(is_known == (call >= 2));
        if (!is_known)
            share = 0.6;
        double seconds = machine_seconds(&device, &cpu, &m, share);
        if (call < 2) /* the first guess is too small */
            cpu = share / (1 - share) * device * (1 - first_guess) / first_guess;
        /* Some calls are disturbed, which teaches nothing. */
        graph__autotune_record(&kind, share, device, cpu, seconds * (call % 7 == 3 ? 1.5 : 1));
        alone += share <= 0;
        best += call >= FIRST && seconds <= 1.02 * least;
        CHECK(!graph__autotune_share(&unused, &other));
    }
    CHECK_SAY(best >= (CALLS - FIRST) * 3 / 4, "%d of %d calls take about the least time, %g", best,
              CALLS - FIRST, least);
    CHECK(alone > 0 && (least < m.device_alone ? alone < CALLS / 4 : alone < CALLS - 2));
}

TEST(shares_are_autotuned)
{
    static const struct machine machines[] = {
        {1.0, 1.0, 0.5, 0},    {0.5, 1.0, 0.5, 0},   {1.0, 1.0, 4.0, 0},    {1.0, 1.0, 0.25, 1.5},
        {2.0, 1.0, 0.25, 1.5}, {1.0, 1.0, 1.0, 0.2}, {1.05, 1.0, 0.1, 0.05}};
    for (size_t k = 0; k < sizeof machines / sizeof machines[0]; k++) {
        check_learning(machines[k], 0.01);
        check_learning(machines[k], 0.3);
    }
    for (int round = 0; round < 200; round++) /* more kinds than there is room for */
        check_learning((struct machine){1.0, 1.0, 1.0, 0}, 0.1);
}

/* Two straight lines, one steeper than the other; a point that is off; the ends. */
TEST(the_lowest_place)
{
    enum { COUNT = 12 };
    double x[COUNT], y[COUNT], middle;
    for (double bottom = 15; bottom <= 45; bottom += 2.5) {
        for (int k = 0; k < COUNT; k++) {
            x[k] = 5 * k;
            y[k] = 1 + (x[k] < bottom ? 0.010 * (bottom - x[k]) : 0.015 * (x[k] - bottom));
        }
        int lowest = graph__lowest(&middle, x, y, COUNT);
        CHECK_SAY(fabs(middle - bottom) < 2.5 && fabs(x[lowest] - bottom) <= 2.5, "%g instead of %g", middle,
                  bottom);
        y[lowest] *= 0.97;
        graph__lowest(&middle, x, y, COUNT);
        CHECK_SAY(fabs(middle - bottom) < 3, "%g instead of %g", middle, bottom);
    }
    for (int k = 0; k < COUNT; k++)
        y[k] = 10 + x[k];
    CHECK(graph__lowest(&middle, x, y, COUNT) == 0 && middle >= 0 && middle <= 0.5);
    for (int k = 0; k < COUNT; k++)
        y[k] = 100 - x[k];
    CHECK(graph__lowest(&middle, x, y, COUNT) == COUNT - 1 && middle > 50 && middle <= 55);
    CHECK(graph__lowest(&middle, x, y, 1) == 0 && middle == x[0]);
}

/* Jobs that wait for each other: the second finds the thread that stays at work. */
struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t has_come;
    int count, wanted;
};

static void meet(void *context)
{
    struct meeting *m = context;
    pthread_mutex_lock(&m->lock);
    m->count++;
    pthread_cond_broadcast(&m->has_come);
    while (m->count < m->wanted)
        pthread_cond_wait(&m->has_come, &m->lock);
    pthread_mutex_unlock(&m->lock);
}

TEST(background_workers)
{
    for (int jobs = 1; jobs <= 3; jobs++) {
        struct meeting m = {.wanted = jobs};
        struct graph_worker workers[3];
        pthread_mutex_init(&m.lock, NULL);
        pthread_cond_init(&m.has_come, NULL);
        for (int k = 0; k < jobs; k++)
            REQUIRE(graph__worker_start(&workers[k], meet, &m));
        for (int k = jobs; k-- > 0;)
            graph__worker_wait(&workers[k]);
        CHECK(m.count == jobs);
        pthread_cond_destroy(&m.has_come);
        pthread_mutex_destroy(&m.lock);
    }
}

/* The share that makes both parts end together, and its limits. */
TEST(the_formula_for_bands)
{
    double t = graph__mxm_band_share(3, 4, 4e-9, 1e-9, 2e-9), R = 12, S = 6;
    CHECK(fabs(t * 4 * R - (1 - t) * (1 * R + 2 * S)) < 1e-9);
    CHECK(graph__mxm_band_share(3, 3, 1e-9, 1e-20, 1e-20) < 1e-6);
    CHECK(graph__mxm_band_share(3, 3, 1e-20, 1e-9, 1e-9) > 1 - 1e-6);
}

static const char *const names[] = {"plus_times_fp64", "plus_pair_int64", "min_plus_int32", "or_and_bool"};
GRAPH_DEFINE_SEMIRING(largest_of_smaller, int32_t, INT32_MIN, INT32_MAX, x > y ? x : y, x < y ? x : y);

TEST(every_split)
{
    uint64_t seed = 51;
    for (int n = 0; n < 4; n += test_step(2))
        check_splits(graph_semiring_by_name(names[n]), &seed);
}

TEST(a_semiring_of_the_user)
{
    uint64_t seed = 52;
    graph_semiring *semiring = NULL;
    REQUIRE_OK(graph_semiring_create(&semiring, &largest_of_smaller));
    check_splits(semiring, &seed);
    graph_semiring_release(&semiring);
}

TEST(little_memory)
{
    uint64_t seed = 53;
    check_splits_in_little_memory(graph_semiring_by_name("plus_pair_int64"), 1 << 18, &seed);
}

TEST(without_a_device)
{
    uint64_t seed = 54;
    graph_matrix *A = NULL, *C = NULL;
    const graph_semiring *semiring = graph_semiring_by_name("plus_pair_int64");
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_INT64, 50, 50, 300, VALUES_SMALL));
    CHECK_OK(graph_spgemm(&C, semiring, A, A,
                          GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = GRAPH_METHOD_HYBRID)));
    CHECK(graph_backend_used() == GRAPH_BACKEND_CPU);
    graph_matrix_release(&C);
    graph_set_strict(true);
    CHECK_STATUS(graph_spgemm(&C, semiring, A, A,
                              GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU, .method = GRAPH_METHOD_HYBRID)),
                 GRAPH_E_NOT_SUPPORTED, "hybrid needs a GPU");
    graph_set_strict(false);
    CHECK(C == NULL);
    graph_matrix_release(&A);
}

TEST(wrong_arguments)
{
    static const double bad[] = {-1, 100.5, NAN, INFINITY};
    uint64_t seed = 55;
    graph_matrix *A = NULL, *C = NULL;
    const graph_semiring *semiring = graph_semiring_by_name("plus_pair_int64");
    REQUIRE_OK(random_matrix(&A, &seed, SHAPE_UNIFORM, GRAPH_INT64, 9, 9, 30, VALUES_SMALL));
    for (int k = 0; k < 4; k++)
        CHECK_STATUS(graph_spgemm(&C, semiring, A, A,
                                  TEST_DESCRIPTOR(.method = GRAPH_METHOD_HYBRID, .split = GRAPH_SPLIT_SHARE,
                                                  .cpu_share = bad[k])),
                     GRAPH_E_INVALID_VALUE, "cpu_share");
    CHECK_STATUS(graph_spgemm(&C, semiring, A, A,
                              TEST_DESCRIPTOR(.method = GRAPH_METHOD_HYBRID, .split = (graph_split)9)),
                 GRAPH_E_INVALID_VALUE, "split is 9");
    CHECK_STATUS(graph_spgemm(&C, semiring, A, A,
                              TEST_DESCRIPTOR(.method = GRAPH_METHOD_HYBRID, .split = GRAPH_SPLIT_BANDS)),
                 GRAPH_E_INVALID_VALUE, "GRAPH_SPLIT_BANDS");
    CHECK_STATUS(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR(.method = GRAPH_METHOD_HYBRID_DIA)),
                 GRAPH_E_NOT_SUPPORTED, "no band");
    CHECK(C == NULL);
    graph_matrix_release(&A);
}

TEST(allocations_fail)
{
    uint64_t seed = 56;
    hybrid_operand.semiring = graph_semiring_by_name("plus_pair_int64");
    REQUIRE_OK(
        random_matrix(&hybrid_operand.A, &seed, SHAPE_POWER_LAW, GRAPH_INT64, 300, 300, 4000, VALUES_SMALL));
    for (hybrid_operand.share = 0; hybrid_operand.share <= 100; hybrid_operand.share += 50)
        test_every_allocation("hybrid", hybrid_square);
    graph_matrix_release(&hybrid_operand.A);
}

TEST_MAIN(TEST_ROW(rows_are_shared), TEST_ROW(shares_are_autotuned), TEST_ROW(the_lowest_place),
          TEST_ROW(background_workers), TEST_ROW(the_formula_for_bands), TEST_ROW(every_split),
          TEST_ROW(a_semiring_of_the_user), TEST_ROW_DEVICE(little_memory), TEST_ROW(without_a_device),
          TEST_ROW(wrong_arguments), TEST_ROW(allocations_fail))
