/* Progress of products and algorithms: shares that never fall, from 0 to 1, and a cancel at any of them, which leaves the
 * outputs as they were, calls the function no more, and holds no memory. */
#include "base/memory.h"
#include "tests/support/graphs.h"
#include "tests/support/test.h"

enum { MEDIUM = 1500, SMALL = 60, FULL = 96, SAMPLE = 3 };

static int64_t large_size = 100000;
static graph_matrix *medium, *undirected, *large, *small, *full, *hypersparse;

/* What the function was told, and when it cancels: at call number `stop`, if not 0. */
struct told {
    int calls, stop, calls_after;
    double first, last, highest;
    bool falls;
};

static int note(double done, void *context)
{
    struct told *t = context;
    if (t->stop > 0 && t->calls >= t->stop)
        t->calls_after++;
    if (t->calls++ == 0)
        t->first = done;
    if (done >= 0) {
        t->falls |= done < t->highest || done > 1;
        t->highest = done;
    }
    t->last = done;
    return t->calls == t->stop;
}

/* One call with these options, and what it gives as a number; *has_output: an output is there, or has changed. */
struct call {
    graph_progress_function *progress;
    void *context;
    int threads, choice; /* a method or a form, which depends on the call */
    uint64_t number;
    bool has_output;
};

#define OPTIONS(type, ...)                                                                                   \
    (&(const type){.size = sizeof(type),                                                                     \
                   .backend = test_backend(),                                                                \
                   .threads = c->threads,                                                                    \
                   .progress = c->progress,                                                                  \
                   .context = c->context,                                                                    \
                   __VA_ARGS__})

static void mix(uint64_t *number, const void *array, size_t bytes)
{
    const unsigned char *byte = array;
    for (size_t k = 0; k < bytes; k++)
        *number = (*number ^ byte[k]) * 0x100000001b3u;
}

static void mix_vector(struct call *c, graph_vector **v)
{
    graph_index n = 0, *index = NULL;
    double *value = NULL;
    c->has_output |= *v != NULL;
    if (*v == NULL)
        return;
    CHECK_OK(graph_vector_entries(&n, *v));
    index = malloc(n * sizeof *index + 1);
    value = malloc(n * sizeof *value + 1);
    CHECK_OK(graph_vector_extract_tuples(index, value, GRAPH_FP64, &n, *v));
    mix(&c->number, index, n * sizeof *index);
    mix(&c->number, value, n * sizeof *value);
    free(index);
    free(value);
    graph_vector_release(v);
}

static void mix_matrix(struct call *c, const graph_matrix *A)
{
    graph_index n = 0, *row, *column;
    double *value;
    CHECK_OK(graph_matrix_entries(&n, A));
    row = malloc(n * sizeof *row + 1);
    column = malloc(n * sizeof *column + 1);
    value = malloc(n * sizeof *value + 1);
    CHECK_OK(graph_matrix_extract_tuples(row, column, value, GRAPH_FP64, &n, A));
    mix(&c->number, row, n * sizeof *row);
    mix(&c->number, column, n * sizeof *column);
    mix(&c->number, value, n * sizeof *value);
    free(row);
    free(column);
    free(value);
}

static void mix_dense(struct call *c, graph_dense *d)
{
    c->has_output |= d->value != NULL;
    if (d->value != NULL)
        mix(&c->number, d->value, d->rows * d->columns * graph_type_size(d->type));
    graph_free(d->value);
}

/* ---- Products ---- */

static const graph_semiring *plus_times(void) { return graph_semiring_by_name("plus_times_fp64"); }

static graph_status new_product(struct call *c, const graph_matrix *A)
{
    graph_matrix *C = NULL;
    const graph_status status =
        graph_spgemm(&C, plus_times(), A, A, OPTIONS(graph_descriptor, .method = (graph_method)c->choice));
    c->has_output = C != NULL;
    if (C != NULL)
        mix_matrix(c, C);
    graph_matrix_release(&C);
    return status;
}

static graph_status product(struct call *c) { return new_product(c, medium); }
static graph_status product_of_full(struct call *c) { return new_product(c, full); }
static graph_status product_of_hypersparse(struct call *c) { return new_product(c, hypersparse); }

/* Into a matrix with entries, with a mask and an accumulator. */
static graph_status masked_product(struct call *c)
{
    graph_matrix *C = NULL;
    struct call before = {0}, after = {0};
    CHECK_OK(graph_matrix_dup(&C, medium));
    mix_matrix(&before, C);
    const graph_status status = graph_mxm(C, undirected, GRAPH_PLUS, plus_times(), medium, medium,
                                          OPTIONS(graph_descriptor, .flags = GRAPH_MASK_STRUCTURE));
    mix_matrix(&after, C);
    c->number = after.number;
    c->has_output = after.number != before.number;
    graph_matrix_release(&C);
    return status;
}

/* ---- Algorithms; outputs that a failed call has not set to NULL would be freed twice ---- */

static graph_status bfs(struct call *c)
{
    graph_vector *level = NULL, *parent = NULL;
    const graph_status status =
        graph_bfs(&level, &parent, large, 5, OPTIONS(graph_bfs_options, .form = (graph_form)c->choice));
    mix_vector(c, &level);
    mix_vector(c, &parent);
    return status;
}

static graph_status count_triangles(struct call *c, const graph_matrix *A)
{
    graph_vector *at = NULL;
    uint64_t count = 12345;
    graph_triangles_report report = {.size = sizeof report, .edges = 777};
    const graph_status status = graph_triangles(&count, A,
                                                OPTIONS(graph_triangles_options, .per_vertex = &at,
                                                        .report = &report, .form = (graph_form)c->choice));
    c->has_output = count != 12345 || report.edges != 777;
    mix(&c->number, &count, sizeof count);
    mix_vector(c, &at);
    return status;
}

static graph_status triangles(struct call *c) { return count_triangles(c, undirected); }
static graph_status triangles_of_short_rows(struct call *c) { return count_triangles(c, large); }

static graph_status clustering(struct call *c)
{
    graph_vector *local = NULL, *at = NULL;
    graph_clustering_facts facts = {.size = sizeof facts};
    const graph_status status =
        graph_clustering(&local, &facts, undirected, OPTIONS(graph_clustering_options, .triangles = &at));
    c->has_output = facts.triangles != 0;
    mix_vector(c, &local);
    mix_vector(c, &at);
    return status;
}

typedef graph_status components_function(graph_vector **, graph_index *, const graph_matrix *,
                                         const graph_components_options *);

static graph_status components(struct call *c, components_function *run)
{
    graph_vector *component = NULL;
    graph_index count = 12345;
    const graph_status status = run(&component, &count, c->choice == GRAPH_FORM_ALGEBRA ? small : large,
                                    OPTIONS(graph_components_options, .form = (graph_form)c->choice));
    c->has_output = count != 12345;
    mix_vector(c, &component);
    return status;
}

static graph_status weak(struct call *c) { return components(c, graph_weak_components); }
static graph_status strong(struct call *c) { return components(c, graph_strong_components); }

static graph_status closure(struct call *c)
{
    graph_closure *closure = NULL;
    uint64_t pairs = 0;
    const graph_status status =
        graph_transitive_closure(&closure, c->choice == GRAPH_CLOSURE_SQUARING ? small : medium,
                                 OPTIONS(graph_closure_options, .method = (graph_closure_method)c->choice));
    c->has_output = closure != NULL;
    if (closure != NULL)
        CHECK_OK(graph_closure_count(&pairs, closure));
    c->number = pairs;
    graph_closure_release(&closure);
    return status;
}

static graph_status sssp(struct call *c)
{
    graph_vector *distance = NULL, *parent = NULL;
    const graph_status status =
        graph_sssp(&distance, &parent, large, 5,
                   OPTIONS(graph_sssp_options, .method = (graph_sssp_method)c->choice, .type = GRAPH_FP64));
    mix_vector(c, &distance);
    mix_vector(c, &parent);
    return status;
}

static graph_status sssp_in_algebra(struct call *c)
{
    graph_vector *distance = NULL;
    const graph_status status =
        graph_sssp(&distance, NULL, small, 5, OPTIONS(graph_sssp_options, .form = GRAPH_FORM_ALGEBRA));
    mix_vector(c, &distance);
    return status;
}

static graph_status apsp(struct call *c)
{
    graph_dense distance = {.size = sizeof distance}, before = {.size = sizeof before};
    const graph_status status = graph_apsp(&distance, &before, small,
                                           OPTIONS(graph_apsp_options, .method = (graph_apsp_method)c->choice,
                                                   .is_unweighted = c->choice == GRAPH_APSP_HOPS));
    mix_dense(c, &distance);
    mix_dense(c, &before);
    return status;
}

static graph_status bfs_multi(struct call *c)
{
    graph_dense level = {.size = sizeof level};
    graph_vector *reached = NULL;
    const graph_status status = graph_bfs_multi(
        &level, medium, NULL, 0,
        OPTIONS(graph_bfs_multi_options, .group = 64, .reached = &reached, .form = (graph_form)c->choice));
    mix_dense(c, &level);
    mix_vector(c, &reached);
    return status;
}

/* least: calls of the function on one thread of the CPU, those for 0 and 1 among them. */
static const struct row {
    const char *name;
    graph_status (*run)(struct call *c);
    int choice, least;
} rows[] = {
    {"mxm", product, GRAPH_METHOD_AUTO, 6},
    {"mxm by hash", product, GRAPH_METHOD_ROW_ROW_HASH, 6},
    {"mxm of full matrices", product_of_full, GRAPH_METHOD_AUTO, 3},
    {"mxm of hypersparse matrices", product_of_hypersparse, GRAPH_METHOD_AUTO, 2},
    {"masked mxm", masked_product, 0, 3},
    {"bfs", bfs, GRAPH_FORM_FUSED, 5},
    {"bfs in algebra", bfs, GRAPH_FORM_ALGEBRA, 5},
    {"triangles", triangles, GRAPH_FORM_FUSED, 4},
    {"triangles of short rows", triangles_of_short_rows, GRAPH_FORM_FUSED, 10},
    {"triangles in algebra", triangles, GRAPH_FORM_ALGEBRA, 2},
    {"clustering", clustering, 0, 4},
    {"weak components", weak, GRAPH_FORM_FUSED, 10},
    {"weak components in algebra", weak, GRAPH_FORM_ALGEBRA, 3},
    {"strong components", strong, GRAPH_FORM_FUSED, 3},
    {"strong components in algebra", strong, GRAPH_FORM_ALGEBRA, 3},
    {"closure", closure, GRAPH_CLOSURE_CONDENSATION, 2},
    {"closure by Warshall", closure, GRAPH_CLOSURE_WARSHALL, 20},
    {"closure by squaring", closure, GRAPH_CLOSURE_SQUARING, 3},
    {"sssp by heap", sssp, GRAPH_SSSP_HEAP, 10},
    {"sssp by steps", sssp, GRAPH_SSSP_STEPS, 10},
    {"sssp by rounds", sssp, GRAPH_SSSP_ROUNDS, 5},
    {"sssp in algebra", sssp_in_algebra, 0, 4},
    {"apsp by hops", apsp, GRAPH_APSP_HOPS, 2},
    {"apsp by Dijkstra", apsp, GRAPH_APSP_DIJKSTRA, 10},
    {"apsp by Johnson", apsp, GRAPH_APSP_JOHNSON, 10},
    {"apsp by Floyd-Warshall", apsp, GRAPH_APSP_FLOYD_WARSHALL, 2},
    {"bfs_multi", bfs_multi, GRAPH_FORM_FUSED, 10},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The large graph: two edges a vertex and a path, symmetric, so that searches reach all of it in some levels, but for
 * some vertices without an edge. */
static graph_status make_large(graph_matrix **A)
{
    const int64_t joined = large_size - 10, edges = 3 * joined;
    const size_t entries = (size_t)(2 * edges);
    graph_index *row = malloc(entries * sizeof *row), *column = malloc(entries * sizeof *column);
    double *value = malloc(entries * sizeof *value);
    uint64_t seed = 7;
    graph_status status;
    for (int64_t e = 0; e < edges; e++) {
        const graph_index n = (graph_index)joined, u = (graph_index)e / 3,
                          v = (u + 1 + (e % 3 == 0 ? 0 : test_random(&seed) % 2000)) % n;
        row[2 * e] = column[2 * e + 1] = u;
        column[2 * e] = row[2 * e + 1] = v;
        value[2 * e] = value[2 * e + 1] = 1 + (double)(e % 5);
    }
    TRY(graph_matrix_create(A, GRAPH_FP64, (graph_index)large_size, (graph_index)large_size));
    TRY(graph_matrix_build(*A, row, column, value, GRAPH_FP64, entries, GRAPH_MIN));
done:
    free(row);
    free(column);
    free(value);
    return status;
}

static void make_graphs(void)
{
    uint64_t seed = 3;
    graph_matrix *pattern = NULL;
    REQUIRE_OK(
        random_matrix(&medium, &seed, SHAPE_UNIFORM, GRAPH_FP64, MEDIUM, MEDIUM, 40 * MEDIUM, VALUES_POWERS));
    REQUIRE_OK(random_undirected(&undirected, &seed, SHAPE_UNIFORM, MEDIUM, 40 * MEDIUM));
    REQUIRE_OK(make_large(&large));
    REQUIRE_OK(
        random_matrix(&pattern, &seed, SHAPE_UNIFORM, GRAPH_INT32, SMALL, SMALL, 4 * SMALL, VALUES_REAL));
    REQUIRE_OK(graph_matrix_dup(&small, pattern));
    REQUIRE_OK(random_matrix(&full, &seed, SHAPE_FULL, GRAPH_FP64, FULL, FULL, FULL * FULL, VALUES_POWERS));
    REQUIRE_OK(
        random_matrix(&hypersparse, &seed, SHAPE_UNIFORM, GRAPH_FP64, 1 << 30, 1 << 30, 300, VALUES_POWERS));
    graph_matrix_release(&pattern);
}

static void release_graphs(void)
{
    graph_matrix **const all[] = {&medium, &undirected, &large, &small, &full, &hypersparse};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        graph_matrix_release(all[k]);
}

static graph_status run(struct call *c, struct told *told, const struct row *row, int threads, int stop)
{
    *told = (struct told){.stop = stop, .highest = -1};
    *c = (struct call){
        .progress = note, .context = told, .threads = threads, .choice = row->choice, .number = 99};
    return row->run(c);
}

static void check_shares(const struct row *row, const struct told *told, int threads)
{
    CHECK_SAY(told->first == 0 && told->last == 1, "%s, %d threads: shares from %g to %g", row->name, threads,
              told->first, told->last);
    CHECK_SAY(!told->falls, "%s, %d threads: a share falls, or is above 1", row->name, threads);
    if (threads == 1 && test_backend() == GRAPH_BACKEND_CPU)
        CHECK_SAY(told->calls >= row->least, "%s: the function is called %d times; expected %d", row->name,
                  told->calls, row->least);
}

/* With more threads a run may have fewer calls than the one before: then it ends. */
static void check_cancel(const struct row *row, int threads, int stop, uint64_t number)
{
    struct told told;
    struct call c;
    const long long blocks = graph__memory_blocks();
    const graph_status status = run(&c, &told, row, threads, stop);
    if (told.calls < stop) {
        CHECK_SAY(threads > 1 && status == GRAPH_OK && c.number == number, "%s, %d threads: no call %d: %s",
                  row->name, threads, stop, graph_status_name(status));
        return;
    }
    CHECK_SAY(status == GRAPH_E_CANCELLED && strstr(graph_last_error(), "cancelled") != NULL,
              "%s, %d threads, call %d cancels: %s \"%s\"", row->name, threads, stop,
              graph_status_name(status), graph_last_error());
    CHECK_SAY(!c.has_output, "%s, %d threads, call %d cancels: an output has changed", row->name, threads,
              stop);
    CHECK_SAY(told.calls_after == 0, "%s, %d threads, call %d cancels: called again", row->name, threads,
              stop);
    CHECK_SAY(graph__memory_blocks() == blocks, "%s, %d threads, call %d cancels: blocks are held", row->name,
              threads, stop);
}

static void check_row(const struct row *row)
{
    static const int threads[] = {2, 1, 7}; /* the first alone with $SEMIGRAPH_TEST_SMALL */
    struct told told;
    struct call c = {.threads = 1, .choice = row->choice, .number = 99};
    CHECK_OK(row->run(&c)); /* without a function; it caches what there is to know of the graph */
    const uint64_t number = c.number;
    for (int t = 0; t < 3; t += test_step(3)) {
        if (!CHECK_OK(run(&c, &told, row, threads[t], 0)))
            continue;
        CHECK_SAY(c.number == number, "%s, %d threads: another result", row->name, threads[t]);
        check_shares(row, &told, threads[t]);
        const int calls = told.calls, step = calls / SAMPLE + 1;
        for (int stop = 1; stop <= calls; stop += stop < 3 ? 1 : step)
            check_cancel(row, threads[t], stop, number);
        check_cancel(row, threads[t], calls, number);
    }
}

TEST(shares_and_cancels)
{
    large_size /= test_step(8);
    make_graphs();
    for (int k = 0; k < ROWS; k += test_step(2))
        check_row(&rows[k]);
    release_graphs();
}

TEST_MAIN(TEST_ROW(shares_and_cancels))
