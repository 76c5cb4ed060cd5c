/* Threads of the caller's that use one GPU at the same time: every answer is, bit by bit, that of the same call alone.
 *
 * One thread's calls last milliseconds on several streams (products that fork, triangles), while the others enqueue single
 * kernels and read their results at once (apply and extract, BFS, csrmm on device arrays, products of a semiring that is
 * being compiled): a kernel that is enqueued in the wrong stream is then read before it has run. */
#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdlib.h>

#include "tests/support/graphs.h"
#include "tests/support/test.h"

/* The square has so many products that its kernels are enqueued in several streams. */
enum {
    MOST_THREADS = 4,
    WIDTH = 8,
    SQUARED_SIZE = 1 << 13,
    SQUARED_EDGES = 3 << 16,
    VECTOR_SIZE = 1 << 12,
    TEXTS = 3
};

/* A hash of all bits of an answer. */
struct digest {
    uint64_t sum;
};

/* Of whole words. */
static void digest_bytes(struct digest *d, const void *bytes, size_t count)
{
    const uint64_t *word = bytes;
    for (size_t k = 0; k < count / sizeof *word; k++)
        d->sum = (d->sum ^ word[k]) * 0x100000001b3;
}

static graph_status digest_matrix(struct digest *d, const graph_matrix *A, size_t value_bytes)
{
    graph_index n = 0;
    graph_index *row = NULL, *column = NULL;
    graph_type type;
    void *value = NULL;
    graph_status status;
    TRY(graph_matrix_type(&type, A));
    TRY(graph_matrix_entries(&n, A));
    row = malloc((size_t)n * sizeof *row + 1);
    column = malloc((size_t)n * sizeof *column + 1);
    value = malloc((size_t)n * value_bytes + 1);
    TRY(graph_matrix_extract_tuples(row, column, value, type, &n, A));
    digest_bytes(d, row, (size_t)n * sizeof *row);
    digest_bytes(d, column, (size_t)n * sizeof *column);
    digest_bytes(d, value, (size_t)n * value_bytes);
done:
    free(row);
    free(column);
    free(value);
    return status;
}

/* What a thread works on; nobody shares it. */
struct work {
    int thread, rounds, first_job, wrong;
    int products;
    graph_semiring *semiring[TEXTS];
    pthread_barrier_t *start;
    graph_matrix *squared, *diagonal, *graph, *sparse, *small;
    void *B, *C; /* dense, in the device's memory */
    double *host;
    graph_status status;
};

static graph_status square(struct work *w, struct digest *d)
{
    graph_matrix *C = NULL;
    graph_status status;
    TRY(graph_spgemm(&C, graph_semiring_by_name("plus_times_fp64"), w->squared, w->squared,
                     TEST_DESCRIPTOR()));
    TRY(digest_matrix(d, C, sizeof(double)));
done:
    graph_matrix_release(&C);
    return status;
}

static graph_status count_triangles(struct work *w, struct digest *d)
{
    uint64_t triangles = 0;
    graph_status status;
    TRY(graph_triangles(
        &triangles, w->graph,
        &(graph_triangles_options){.size = sizeof(graph_triangles_options), .backend = test_backend()}));
    digest_bytes(d, &triangles, sizeof triangles);
done:
    return status;
}

static graph_status apply_and_extract(struct work *w, struct digest *d)
{
    graph_matrix *C = NULL;
    graph_status status;
    TRY(graph_matrix_create(&C, GRAPH_FP64, VECTOR_SIZE, VECTOR_SIZE));
    TRY(graph_apply_second(C, NULL, GRAPH_NO_OP, GRAPH_TIMES, w->diagonal, graph_fp64(3), TEST_DESCRIPTOR()));
    TRY(digest_matrix(d, C, sizeof(double)));
done:
    graph_matrix_release(&C);
    return status;
}

static graph_status search(struct work *w, struct digest *d)
{
    graph_vector *level = NULL;
    int64_t *value = malloc(SQUARED_SIZE * sizeof *value);
    graph_index n = SQUARED_SIZE;
    graph_status status;
    TRY(graph_bfs(&level, NULL, w->graph, 0,
                  &(graph_bfs_options){.size = sizeof(graph_bfs_options), .backend = test_backend()}));
    TRY(graph_vector_extract_tuples(NULL, value, GRAPH_INT64, &n, level));
    digest_bytes(d, value, (size_t)n * sizeof *value);
done:
    free(value);
    graph_vector_release(&level);
    return status;
}

static graph_status multiply_dense(struct work *w, struct digest *d)
{
    const graph_index rows = SQUARED_SIZE;
    const graph_dense B = {.size = sizeof B,
                           .type = GRAPH_FP64,
                           .rows = rows,
                           .columns = WIDTH,
                           .layout = GRAPH_ROW_MAJOR,
                           .value = w->B};
    const graph_dense C = {.size = sizeof C,
                           .type = GRAPH_FP64,
                           .rows = rows,
                           .columns = WIDTH,
                           .layout = GRAPH_ROW_MAJOR,
                           .value = w->C};
    const size_t bytes = (size_t)rows * WIDTH * sizeof(double);
    graph_status status;
    TRY(graph_csrmm(&C, graph_semiring_by_name("plus_times_fp64"), w->sparse, &B, TEST_DESCRIPTOR()));
    /* The library's work comes before what the caller enqueues next. */
    if (test_backend() != GRAPH_BACKEND_CUDA)
        memcpy(w->host, w->C, bytes);
    else if (cudaMemcpy(w->host, w->C, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
        status = GRAPH_E_DEVICE;
    digest_bytes(d, w->host, bytes);
done:
    return status;
}

GRAPH_DEFINE_SEMIRING(lopsided, int64_t, INT64_MIN, 1, x > y ? x : y, x * 3 + y);

/* No built-in semiring is equivalent; a text that the process meets for the first time is compiled while others run. */
static graph_status multiply_by_user_semiring(struct work *w, struct digest *d)
{
    static const char *const mul[TEXTS] = {"x * 3 + y", "y + x * 3", "(x * 3) + y"};
    graph_semiring_spec spec = lopsided;
    const int number = w->products++ % TEXTS;
    graph_matrix *C = NULL;
    graph_status status = GRAPH_OK;
    spec.mul_text = mul[number];
    if (w->semiring[number] == NULL)
        TRY(graph_semiring_create(&w->semiring[number], &spec));
    TRY(graph_spgemm(&C, w->semiring[number], w->small, w->small, TEST_DESCRIPTOR()));
    TRY(digest_matrix(d, C, sizeof(int64_t)));
done:
    graph_matrix_release(&C);
    return status;
}

typedef graph_status job(struct work *, struct digest *);
static job *const jobs[] = {square, apply_and_extract, count_triangles,
                            search, multiply_dense,    multiply_by_user_semiring};
enum { JOBS = sizeof jobs / sizeof jobs[0] };

static uint64_t expected[JOBS];

/* Memory at the place where the calls run. */
static void *new_array(const void *content, size_t bytes)
{
    void *array = NULL;
    if (test_backend() != GRAPH_BACKEND_CUDA) {
        array = malloc(bytes);
        if (array != NULL)
            memcpy(array, content, bytes);
    } else if (cudaMalloc(&array, bytes) != cudaSuccess ||
               cudaMemcpy(array, content, bytes, cudaMemcpyHostToDevice) != cudaSuccess)
        array = NULL;
    return array;
}

static void free_array(void *array)
{
    if (test_backend() == GRAPH_BACKEND_CUDA)
        cudaFree(array);
    else
        free(array);
}

static graph_status open_work(struct work *w)
{
    const size_t bytes = (size_t)SQUARED_SIZE * WIDTH * sizeof(double);
    graph_index *index = malloc(VECTOR_SIZE * sizeof *index);
    double *value = malloc(VECTOR_SIZE * sizeof *value);
    uint64_t seed = 11;
    graph_status status;
    for (int k = 0; k < VECTOR_SIZE; k++) {
        index[k] = (graph_index)k;
        value[k] = k + 1;
    }
    TRY(graph_matrix_create(&w->diagonal, GRAPH_FP64, VECTOR_SIZE, VECTOR_SIZE));
    TRY(graph_matrix_build(w->diagonal, index, index, value, GRAPH_FP64, VECTOR_SIZE, GRAPH_NO_OP));
    TRY(random_matrix(&w->squared, &seed, SHAPE_UNIFORM, GRAPH_FP64, SQUARED_SIZE, SQUARED_SIZE,
                      SQUARED_EDGES, VALUES_SMALL));
    TRY(random_matrix(&w->sparse, &seed, SHAPE_UNIFORM, GRAPH_FP64, SQUARED_SIZE, SQUARED_SIZE,
                      SQUARED_EDGES / 8, VALUES_SMALL));
    TRY(random_matrix(&w->small, &seed, SHAPE_UNIFORM, GRAPH_INT64, 200, 200, 1000, VALUES_SMALL));
    TRY(random_undirected(&w->graph, &seed, SHAPE_UNIFORM, SQUARED_SIZE, SQUARED_EDGES / 8));
    w->host = malloc(bytes);
    for (size_t k = 0; k < bytes / sizeof(double); k++)
        w->host[k] = (double)(k % 17);
    w->B = new_array(w->host, bytes);
    w->C = new_array(w->host, bytes);
    status = w->B != NULL && w->C != NULL ? GRAPH_OK : GRAPH_E_MEMORY;
done:
    free(index);
    free(value);
    return status;
}

static void close_work(struct work *w)
{
    graph_matrix_release(&w->squared);
    graph_matrix_release(&w->diagonal);
    graph_matrix_release(&w->graph);
    graph_matrix_release(&w->sparse);
    graph_matrix_release(&w->small);
    for (int k = 0; k < TEXTS; k++)
        graph_semiring_release(&w->semiring[k]);
    free_array(w->B);
    free_array(w->C);
    free(w->host);
}

/* Thread 0 repeats its first job, the others take all of them. */
static void *run(void *context)
{
    struct work *w = context;
    pthread_barrier_wait(w->start);
    for (int round = 0; round < w->rounds && w->status >= 0; round++) {
        const int number = w->thread == 0 ? w->first_job : (w->first_job + round) % JOBS;
        struct digest d = {0};
        w->status = jobs[number](w, &d);
        w->wrong += w->status >= 0 && d.sum != expected[number];
    }
    return NULL;
}

static void check_threads(int threads, int first_job, int rounds)
{
    struct work work[MOST_THREADS] = {{0}};
    pthread_t thread[MOST_THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, (unsigned)threads);
    for (int t = 0; t < threads; t++) {
        work[t].thread = t;
        work[t].rounds = rounds;
        work[t].first_job = (first_job + t) % JOBS;
        work[t].start = &start;
        REQUIRE_OK(open_work(&work[t]));
    }
    for (int t = 0; t < threads; t++)
        REQUIRE(pthread_create(&thread[t], NULL, run, &work[t]) == 0);
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    for (int t = 0; t < threads; t++) {
        CHECK_SAY(work[t].status == GRAPH_OK && work[t].wrong == 0,
                  "%d threads, thread %d from job %d: %s, %d of %d answers differ from the same call alone",
                  threads, t, work[t].first_job, graph_status_name(work[t].status), work[t].wrong, rounds);
        close_work(&work[t]);
    }
    pthread_barrier_destroy(&start);
}

static bool run_alone(void)
{
    struct work w = {0};
    bool is_done = CHECK_OK(open_work(&w));
    for (int k = 0; k < JOBS && is_done; k++) {
        struct digest d = {0};
        is_done = CHECK_OK(jobs[k](&w, &d));
        expected[k] = d.sum;
    }
    close_work(&w);
    return is_done;
}

/* A thousand on a GPU; on the CPU six, which take as long. */
static int rounds(void) { return test_backend() == GRAPH_BACKEND_CUDA ? 1000 / test_step(500) : 6; }

TEST(two_threads_get_the_answers_of_one)
{
    REQUIRE(run_alone());
    check_threads(2, 0, rounds());
    check_threads(2, 2, rounds());
}

TEST(four_threads_get_the_answers_of_one)
{
    REQUIRE(run_alone());
    check_threads(4, 0, rounds());
    check_threads(4, 3, rounds());
}

TEST_MAIN(TEST_ROW(two_threads_get_the_answers_of_one), TEST_ROW(four_threads_get_the_answers_of_one))
