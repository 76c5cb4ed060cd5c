/* Searches whose levels threads share, however small they are, against the same searches by one thread, in every way that
 * a search can end. */
#include <string.h>

#include "base/progress.h"
#include "contract/backend.h"
#include "core/backends.h"
#include "core/matrix/matrix.h"
#include "core/vector/vector.h"
#include "tests/support/graphs.h"
#include "tests/support/test.h"

static void release(struct graph_bfs_request *r)
{
    graph__vector_arrays_release(&r->level, graph__cpu());
    graph__vector_arrays_release(&r->parent, graph__cpu());
}

/* Whether two outputs have the same entries; what a bitmap does not have may be anything. */
static bool same_arrays(const struct graph_vector_arrays *x, const struct graph_vector_arrays *y, int64_t n,
                        size_t value_bytes)
{
    const int64_t places = x->form == GRAPH_SPARSE ? x->entries : n;
    if (x->form != y->form || x->entries != y->entries)
        return false;
    if (x->form == GRAPH_SPARSE && memcmp(x->index, y->index, (size_t)places * sizeof *x->index) != 0)
        return false;
    if (x->form == GRAPH_BITMAP && memcmp(x->present, y->present, (size_t)places) != 0)
        return false;
    for (int64_t k = 0; k < places; k++)
        if ((x->form != GRAPH_BITMAP || x->present[k]) &&
            memcmp((const char *)x->value + (size_t)k * value_bytes,
                   (const char *)y->value + (size_t)k * value_bytes, value_bytes) != 0)
            return false;
    return true;
}

static void search_both(const char *what, const struct graph_bfs_request *options, int threads)
{
    struct graph_bfs_request one = *options, shared = *options;
    one.threads = 1;
    shared.threads = threads;
    shared.least_shared_edges = 1;
    CHECK_OK(graph__cpu()->bfs(&one));
    CHECK_OK(graph__cpu()->bfs(&shared));
    const int64_t n = options->out.rows;
    CHECK_SAY((!options->wants_level || same_arrays(&one.level, &shared.level, n, sizeof(int32_t))) &&
                  (!options->wants_parent || same_arrays(&one.parent, &shared.parent, n, sizeof(int64_t))) &&
                  one.wasted == shared.wasted,
              "%s: source %lld, %d threads, depth %lld, target %lld, reverse edges %d: %lld and %lld reached",
              what, (long long)options->source, threads, (long long)options->max_depth,
              (long long)options->target, options->in.row_start != NULL, (long long)one.parent.entries,
              (long long)shared.parent.entries);
    release(&one);
    release(&shared);
}

/* A third of all kinds of requests from one source. */
static void search_from(const char *what, const struct graph_csr *out, const struct graph_csr *in,
                        int64_t source, int third)
{
    static const int threads[] = {2, 3, 7};
    for (int k = third; k < 24; k += 3) {
        const struct graph_bfs_request options = {
            .out = *out,
            .in = k % 2 == 0 ? *in : (struct graph_csr){0},
            .source = source,
            .max_depth = k % 4 == 3 ? k / 4 : out->rows,
            .target = k % 6 == 5 ? (source + 7 * k) % out->rows : -1,
            .wants_level = k / 3 % 3 != 1,
            .wants_parent = k / 3 % 3 != 2,
        };
        search_both(what, &options, threads[k / 3 % 3]);
    }
}

/* From one source, with a third of the requests: graphs take them in rotation. */
static void search_graph(const char *what, graph_matrix *A, int number)
{
    struct graph_csr out, in;
    CHECK_OK(graph__matrix_view(&out, A, graph__cpu()));
    CHECK_OK(graph__matrix_view_transposed(&in, A, graph__cpu(), 1));
    search_from(what, &out, &in, number / 3 % 3 * (out.rows - 1) / 2, number % 3);
    graph_matrix_release(&A);
}

TEST(random_graphs)
{
    static const int64_t size[] = {1, 70, 1000, 6000}, degree[] = {1, 3, 20};
    uint64_t seed = 5;
    int number = 0;
    for (int shape = 0; shape < SHAPE_FULL; shape++)
        for (int s = 0; s < 4; s++) {
            graph_matrix *A;
            const int64_t edges = size[s] * degree[(s + shape) % 3];
            CHECK_OK(random_matrix(&A, &seed, (enum graph_shape)shape, GRAPH_PATTERN, size[s], size[s], edges,
                                   VALUES_SMALL));
            search_graph("directed", A, number++);
            CHECK_OK(random_undirected(&A, &seed, (enum graph_shape)shape, size[s], edges));
            search_graph("undirected", A, number++);
        }
}

TEST(long_searches)
{
    graph_matrix *A;
    CHECK_OK(grid_graph(&A, 60, 90));
    search_graph("grid", A, 0);
    CHECK_OK(star_graph(&A, 5000));
    search_graph("star", A, 4);
    CHECK_OK(path_graph(&A, 400));
    search_graph("path", A, 8);
}

/* After how many questions the caller cancels. */
static int cancel_after(double done, void *context)
{
    int *questions = context;
    (void)done;
    return --*questions < 0;
}

TEST(cancelled)
{
    graph_matrix *A;
    struct graph_csr out;
    CHECK_OK(grid_graph(&A, 40, 150));
    CHECK_OK(graph__matrix_view(&out, A, graph__cpu()));
    for (int most = 1; most < 12; most += 3) {
        struct graph_progress progress, *opened = NULL;
        int questions = most;
        CHECK_OK(graph__progress_open(&opened, &progress, cancel_after, &questions));
        struct graph_bfs_request r = {.out = out,
                                      .in = out,
                                      .max_depth = out.rows,
                                      .target = -1,
                                      .wants_parent = true,
                                      .threads = 3,
                                      .least_shared_edges = 1,
                                      .progress = opened};
        CHECK_STATUS(graph__cpu()->bfs(&r), GRAPH_E_CANCELLED, "cancelled");
        CHECK(questions == -1);
        release(&r);
    }
    graph_matrix_release(&A);
}

TEST_MAIN(TEST_ROW(random_graphs), TEST_ROW(long_searches), TEST_ROW(cancelled))
