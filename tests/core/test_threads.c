/* Several threads of the caller's on shared objects: reading one matrix whose updates still wait, products of shared
 * inputs, copies that part when they are written, errors that stay on their thread. */
#include <pthread.h>

#include "tests/support/graphs.h"
#include "tests/support/test.h"

enum { THREADS = 4, ROUNDS = 12, SIZE = 40 };

struct work {
    const graph_matrix *A;
    const graph_vector *u;
    const graph_semiring *semiring;
    pthread_barrier_t *start;
    int number;
    graph_status status;
    graph_matrix *square, *turned;
    graph_vector *image;
    graph_scalar sum;
    graph_properties properties;
    char sentence[256];
};

/* Runs one function on all threads at once. */
static void run_together(struct work *work, void *(*function)(void *))
{
    pthread_t thread[THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, THREADS);
    for (int t = 0; t < THREADS; t++) {
        work[t].number = t;
        work[t].start = &start;
        CHECK(pthread_create(&thread[t], NULL, function, &work[t]) == 0);
    }
    for (int t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    pthread_barrier_destroy(&start);
}

/* Everything that reads A, each thread beginning with another reading. */
static void *read_all(void *argument)
{
    struct work *w = argument;
    const graph_descriptor two = {.size = sizeof two, .backend = test_backend(), .threads = 2};
    graph_status status = GRAPH_OK;
    w->properties.size = sizeof w->properties;
    pthread_barrier_wait(w->start);
    for (int step = 0; step < 5; step++)
        switch ((step + w->number) % 5) {
        case 0:
            TRY(graph_spgemm(&w->square, w->semiring, w->A, w->A, &two));
            break;
        case 1:
            TRY(graph_matrix_create(&w->turned, GRAPH_INT64, SIZE, SIZE));
            TRY(graph_transpose(w->turned, NULL, GRAPH_NO_OP, w->A, &two));
            break;
        case 2:
            TRY(graph_matrix_properties(&w->properties, w->A));
            break;
        case 3:
            TRY(graph_reduce(&w->sum, GRAPH_INT64, GRAPH_PLUS, w->A, &two));
            break;
        default:
            TRY(graph_vector_create(&w->image, GRAPH_INT64, SIZE));
            TRY(graph_mxv(w->image, NULL, GRAPH_NO_OP, w->semiring, w->A, w->u,
                          TEST_DESCRIPTOR(.threads = 2, .flags = GRAPH_TRANSPOSE_A)));
        }
done:
    w->status = status;
    return NULL;
}

static void check_reading(struct work *w, const struct dense_matrix *A, const struct dense_matrix *u)
{
    struct dense_matrix turned = dense_transpose(A);
    struct dense_matrix square = dense_product(w->semiring, A, A),
                        image = dense_product(w->semiring, &turned, u);
    CHECK_SAY(w->status == GRAPH_OK, "thread %d: %s", w->number, graph_status_name(w->status));
    if (w->status == GRAPH_OK) {
        CHECK(dense_equals_matrix(&square, w->square, 0, stderr));
        CHECK(dense_equals_matrix(&turned, w->turned, 0, stderr));
        CHECK(dense_equals_vector(&image, w->image, 0, stderr));
        CHECK(oracle_same(dense_reduce(GRAPH_PLUS, GRAPH_INT64, A), oracle_scalar(w->sum), 0));
    }
    graph_matrix_release(&w->square);
    graph_matrix_release(&w->turned);
    graph_vector_release(&w->image);
    dense_release(&turned);
    dense_release(&square);
    dense_release(&image);
}

/* A matrix whose entries all wait as updates, set in a scattered order. */
static graph_status unfinished(graph_matrix **A, const struct dense_matrix *dense)
{
    graph_status status =
        graph_matrix_create(A, dense->type, (graph_index)dense->rows, (graph_index)dense->columns);
    int64_t positions = dense->rows * dense->columns;
    for (int64_t k = 0; k < positions && status >= 0; k++) {
        int64_t p = k * 7 % positions;
        if (dense->present[p])
            status =
                graph_matrix_set(*A, (graph_index)(p / dense->columns), (graph_index)(p % dense->columns),
                                 graph_int64((int64_t)dense->value[p]));
    }
    return status;
}

TEST(many_threads_read_one_unfinished_matrix)
{
    uint64_t seed = 21;
    for (int round = 0; round < ROUNDS; round++) {
        struct dense_matrix dense = random_dense(&seed, (enum graph_shape)(round % SHAPE_COUNT), GRAPH_INT64,
                                                 SIZE, SIZE, 200, VALUES_SMALL);
        struct dense_matrix vector =
            random_dense(&seed, SHAPE_UNIFORM, GRAPH_INT64, SIZE, 1, 30, VALUES_SMALL);
        struct work work[THREADS] = {{0}};
        graph_matrix *A = NULL;
        graph_vector *u = NULL;
        CHECK_OK(unfinished(&A, &dense));
        CHECK_OK(dense_to_vector(&u, &vector));
        for (int t = 0; t < THREADS; t++) {
            work[t].A = A;
            work[t].u = u;
            work[t].semiring = graph_semiring_by_name("plus_times_int64");
        }
        run_together(work, read_all);
        for (int t = 0; t < THREADS; t++) {
            check_reading(&work[t], &dense, &vector);
            CHECK(work[t].properties.self_loops == work[0].properties.self_loops &&
                  work[t].properties.max_degree == work[0].properties.max_degree &&
                  work[t].properties.is_symmetric == work[0].properties.is_symmetric);
        }
        graph_matrix_release(&A);
        graph_vector_release(&u);
        dense_release(&dense);
        dense_release(&vector);
    }
}

/* Each thread copies the shared matrix and writes its copy. */
static void *copy_and_write(void *argument)
{
    struct work *w = argument;
    graph_index n = (graph_index)w->number;
    graph_status status;
    pthread_barrier_wait(w->start);
    TRY(graph_matrix_dup(&w->square, w->A));
    TRY(graph_matrix_set(w->square, n, n, graph_int64(1000 + w->number)));
    TRY(graph_matrix_remove(w->square, n, n + 1));
    TRY(graph_matrix_dup(&w->turned, w->square));
    TRY(graph_transpose(w->square, NULL, GRAPH_PLUS, w->square, TEST_DESCRIPTOR()));
done:
    w->status = status;
    return NULL;
}

TEST(copies_part_when_they_are_written)
{
    uint64_t seed = 22;
    for (int round = 0; round < ROUNDS; round++) {
        struct dense_matrix dense =
            random_dense(&seed, SHAPE_UNIFORM, GRAPH_INT64, SIZE, SIZE, 300, VALUES_SMALL);
        struct work work[THREADS] = {{0}};
        graph_matrix *A = NULL;
        CHECK_OK(round % 2 == 0 ? unfinished(&A, &dense) : dense_to_matrix(&A, &dense));
        for (int t = 0; t < THREADS; t++)
            work[t].A = A;
        run_together(work, copy_and_write);
        CHECK(dense_equals_matrix(&dense, A, 0, stderr));
        for (int t = 0; t < THREADS; t++) {
            struct dense_matrix expected = dense_copy(&dense);
            CHECK(work[t].status == GRAPH_OK);
            dense_set(&expected, t, t, 1000 + t);
            expected.present[t * SIZE + t + 1] = 0;
            CHECK(dense_equals_matrix(&expected, work[t].turned, 0, stderr));
            struct dense_matrix turned = dense_transpose(&expected);
            dense_write(&expected, NULL, 0, GRAPH_PLUS, &turned);
            CHECK(dense_equals_matrix(&expected, work[t].square, 0, stderr));
            dense_release(&turned);
            dense_release(&expected);
            graph_matrix_release(&work[t].square);
            graph_matrix_release(&work[t].turned);
        }
        graph_matrix_release(&A);
        dense_release(&dense);
    }
}

/* Copies of one matrix released on several threads at once: the last one frees the arrays. */
static void *release_copy(void *argument)
{
    struct work *w = argument;
    pthread_barrier_wait(w->start);
    graph_matrix_release(&w->square);
    return NULL;
}

TEST(the_last_owner_frees)
{
    uint64_t seed = 23;
    for (int round = 0; round < ROUNDS; round++) {
        struct work work[THREADS] = {{0}};
        CHECK_OK(random_matrix(&work[0].square, &seed, SHAPE_UNIFORM, GRAPH_FP64, 20, 20, 50, VALUES_SMALL));
        for (int t = 1; t < THREADS; t++)
            CHECK_OK(graph_matrix_dup(&work[t].square, work[t - 1].square));
        run_together(work, release_copy);
        for (int t = 0; t < THREADS; t++)
            CHECK(work[t].square == NULL);
    }
}

static void *fail_with_a_sentence(void *argument)
{
    struct work *w = argument;
    graph_scalar x;
    pthread_barrier_wait(w->start);
    for (int k = 0; k < 100; k++)
        w->status = graph_matrix_get(&x, w->A, (graph_index)(1000 + w->number), 0);
    pthread_barrier_wait(w->start);
    snprintf(w->sentence, sizeof w->sentence, "%s", graph_last_error());
    return NULL;
}

TEST(each_thread_has_its_sentence)
{
    struct work work[THREADS] = {{0}};
    graph_matrix *A = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT8, 5, 5));
    for (int t = 0; t < THREADS; t++)
        work[t].A = A;
    run_together(work, fail_with_a_sentence);
    for (int t = 0; t < THREADS; t++) {
        char number[16];
        snprintf(number, sizeof number, "%d", 1000 + t);
        CHECK(work[t].status == GRAPH_E_INVALID_INDEX);
        CHECK_SAY(strstr(work[t].sentence, number) != NULL, "thread %d: %s", t, work[t].sentence);
    }
    graph_matrix_release(&A);
}

/* Concurrent algorithms on one graph. */
static void *walk(void *argument)
{
    struct work *w = argument;
    uint64_t count = 0;
    graph_triangles_options options = {.size = sizeof options, .backend = test_backend(), .threads = 2};
    graph_bfs_options search = {.size = sizeof search, .backend = test_backend(), .threads = 2};
    graph_status status;
    pthread_barrier_wait(w->start);
    if (w->number % 2 == 0)
        TRY(graph_triangles(&count, w->A, &options));
    TRY(graph_bfs(&w->image, NULL, w->A, 0, &search));
    if (w->number % 2 != 0)
        TRY(graph_triangles(&count, w->A, &options));
    w->sum = graph_uint64(count);
done:
    w->status = status;
    return NULL;
}

TEST(algorithms_run_concurrently)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct work work[THREADS] = {{0}};
        graph_matrix *A = NULL;
        REQUIRE_OK(karate_graph(&A));
        for (int t = 0; t < THREADS; t++)
            work[t].A = A;
        run_together(work, walk);
        struct dense_matrix expected = dense_of_vector(work[0].image);
        for (int t = 0; t < THREADS; t++) {
            CHECK(work[t].status == GRAPH_OK && work[t].sum.value.u == 45);
            CHECK(dense_equals_vector(&expected, work[t].image, 0, stderr));
            graph_vector_release(&work[t].image);
        }
        dense_release(&expected);
        graph_matrix_release(&A);
    }
}

TEST_MAIN(TEST_ROW(many_threads_read_one_unfinished_matrix), TEST_ROW(copies_part_when_they_are_written),
          TEST_ROW(the_last_owner_frees), TEST_ROW(each_thread_has_its_sentence),
          TEST_ROW(algorithms_run_concurrently))
