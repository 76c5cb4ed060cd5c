/* All-pairs shortest paths: every method, type, form and instruction set against plain relaxation. */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cpu/common/isa.h"
#include "tests/support/walks.h"

static double element(const graph_dense *d, graph_index i, graph_index j)
{
    graph_index at = i * d->stride + j;
    switch (d->type) {
    case GRAPH_UINT8:
        return ((uint8_t *)d->value)[at] == GRAPH_UNREACHED_UINT8 ? INFINITY : ((uint8_t *)d->value)[at];
    case GRAPH_UINT16:
        return ((uint16_t *)d->value)[at] == GRAPH_UNREACHED_UINT16 ? INFINITY : ((uint16_t *)d->value)[at];
    case GRAPH_INT32:
        return ((int32_t *)d->value)[at] == GRAPH_UNREACHED_INT32 ? INFINITY : ((int32_t *)d->value)[at];
    case GRAPH_INT64:
        return ((int64_t *)d->value)[at] == GRAPH_UNREACHED_INT64 ? INFINITY
                                                                  : (double)((int64_t *)d->value)[at];
    case GRAPH_FP32:
        return ((float *)d->value)[at];
    default:
        return ((double *)d->value)[at];
    }
}

static void check_run(const graph_matrix *A, const struct edge_list *list, const double *expected,
                      graph_type type, bool with_paths, const graph_apsp_options *o)
{
    graph_dense d = {.size = sizeof d, .type = type}, p = {.size = sizeof p};
    graph_index n = list->vertices, rows = o->source != NULL ? o->sources : n, wrong = 0, bad = 0;
    REQUIRE_OK(graph_apsp(&d, with_paths ? &p : NULL, A, o));
    CHECK(d.rows == rows && d.columns == n && (type == GRAPH_PATTERN || d.type == type));
    for (graph_index k = 0; k < rows; k++)
        for (graph_index v = 0; v < n; v++) {
            graph_index u = o->source != NULL ? o->source[k] : k, *path = NULL, vertices = 0;
            wrong += element(&d, k, v) != expected[u * n + v];
            if (!with_paths || (k * n + v) % 7 > 1)
                continue;
            CHECK_OK(graph_path(&path, &vertices, &p, k, v));
            if (vertices == 0)
                bad += isfinite(expected[u * n + v]);
            else
                bad += path[0] != u || path[vertices - 1] != v ||
                       !is_path(list, path, vertices, expected[u * n + v]);
            graph_free(path);
        }
    CHECK_SAY(wrong == 0 && bad == 0,
              "method %d form %d type %s paths %d: %llu distances, %llu paths are wrong", o->method, o->form,
              graph_type_name(d.type), with_paths, (unsigned long long)wrong, (unsigned long long)bad);
    graph_free(d.value);
    graph_free(p.value);
}

TEST(random_weighted_graphs)
{
    static const graph_type weight_types[] = {GRAPH_INT8, GRAPH_INT32, GRAPH_FP32, GRAPH_FP64};
    uint64_t seed = 23;
    for (int round = 0; round < 72; round += test_step(46)) {
        graph_index n = 1 + test_random(&seed) % 40, edges = test_random(&seed) % (4 * n);
        if (round % 8 == 0)
            n += 70 + 30 * (graph_index)test_step(2), edges = 10 * n; /* Several blocks of pivots. */
        bool is_negative = round % 2, is_floating = round % 4 > 1;
        graph_index source[5];
        graph_matrix *A = NULL;
        for (int k = 0; k < 5; k++)
            source[k] = test_random(&seed) % n;
        graph__cpu_isa_at_most((enum graph_isa)(round % 3));
        REQUIRE_OK(random_weights(&A, &seed, weight_types[round % 4], n, edges, is_negative));
        struct edge_list list = edges_of(A);
        double *expected = distances_of(&list);
        for (graph_apsp_method m = (graph_apsp_method)(test_step(4) - 1); m <= GRAPH_APSP_FLOYD_WARSHALL;
             m++) {
            static const graph_type integers[] = {GRAPH_PATTERN, GRAPH_INT32, GRAPH_INT64, GRAPH_FP64},
                                    floats[] = {GRAPH_PATTERN, GRAPH_FP32, GRAPH_FP64, GRAPH_FP64};
            graph_type type = is_floating ? floats[(round / 4) % 4] : integers[(round / 4) % 4];
            graph_apsp_options o = {
                .size = sizeof o, .backend = test_backend(), .method = m, .threads = 1 + round % 2};
            if (m == GRAPH_APSP_HOPS || (m == GRAPH_APSP_DIJKSTRA && is_negative))
                continue;
            check_run(A, &list, expected, type, round % 3 != 1, &o);
            check_run(A, &list, expected, type, round % 3 == 1, &o);
            o.source = source;
            o.sources = 5;
            if (m != GRAPH_APSP_FLOYD_WARSHALL)
                check_run(A, &list, expected, type, true, &o);
            o = (graph_apsp_options){
                .size = sizeof o, .backend = test_backend(), .form = GRAPH_FORM_ALGEBRA, .threads = 1};
            if (m == GRAPH_APSP_AUTO && round % 4 < 3)
                check_run(A, &list, expected, type, true, &o);
        }
        free(expected);
        edges_release(&list);
        graph_matrix_release(&A);
    }
    graph__cpu_isa_at_most(GRAPH_ISA_AVX512);
}

TEST(random_unweighted_graphs)
{
    static const graph_type types[] = {GRAPH_PATTERN, GRAPH_UINT8, GRAPH_UINT16,
                                       GRAPH_INT32,   GRAPH_INT64, GRAPH_FP32};
    uint64_t seed = 29;
    for (int round = 0; round < 60; round += test_step(22)) {
        int64_t n = 1 + (int64_t)(test_random(&seed) % 60);
        graph_index source[3];
        graph_matrix *A = NULL;
        for (int k = 0; k < 3; k++)
            source[k] = test_random(&seed) % (uint64_t)n;
        REQUIRE_OK(random_matrix(&A, &seed, (enum graph_shape)(round % SHAPE_COUNT), GRAPH_INT16, n, n,
                                 2 * test_step(6) * n, VALUES_SMALL));
        struct edge_list list = edges_of(A);
        for (graph_index k = 0; k < list.edges; k++)
            list.weight[k] = 1;
        double *expected = distances_of(&list);
        graph_apsp_options o = {
            .size = sizeof o, .backend = test_backend(), .is_unweighted = true, .threads = 1 + round % 2};
        if (round % 10 == 9)
            o.form = GRAPH_FORM_ALGEBRA;
        else if (round % 4 == 3)
            o.method = GRAPH_APSP_FLOYD_WARSHALL;
        bool is_dense = o.form == GRAPH_FORM_ALGEBRA || o.method == GRAPH_APSP_FLOYD_WARSHALL;
        check_run(A, &list, expected, is_dense ? GRAPH_PATTERN : types[round % 6], true, &o);
        o.source = source;
        o.sources = 3;
        if (!is_dense)
            check_run(A, &list, expected, types[round % 6], true, &o);
        free(expected);
        edges_release(&list);
        graph_matrix_release(&A);
    }
}

struct collected {
    graph_index next;
    double sum;
    int64_t predecessors;
    graph_index n, stop_at;
};

static int collect(graph_index first, graph_index count, const void *distance, const int32_t *predecessor,
                   void *context)
{
    struct collected *c = context;
    CHECK(first == c->next);
    c->next += count;
    for (graph_index k = 0; k < count * c->n; k++) {
        c->sum += ((const int32_t *)distance)[k];
        c->predecessors += predecessor != NULL ? predecessor[k] : 0;
    }
    return c->stop_at > 0 && c->next >= c->stop_at;
}

TEST(rows_by_blocks_and_files)
{
    graph_matrix *A = NULL;
    graph_dense d = {.size = sizeof d}, p = {.size = sizeof p};
    graph_index n = 1300;
    char path[] = "/tmp/semigraph_test_apsp_XXXXXX", header[128];
    struct collected c = {.n = n};
    double sum = 0;
    int64_t before = 0;
    REQUIRE_OK(cycle_graph(&A, (int64_t)n));
    REQUIRE_OK(graph_apsp(&d, &p, A, NULL));
    for (graph_index k = 0; k < n * n; k++) {
        sum += ((int32_t *)d.value)[k];
        before += ((int32_t *)p.value)[k];
    }
    CHECK(sum == (double)n * (double)(n / 2) * (double)(n / 2));
    graph_apsp_options o = {.size = sizeof o,
                            .backend = test_backend(),
                            .rows = collect,
                            .has_predecessors = true,
                            .context = &c,
                            .threads = 1};
    CHECK_OK(graph_apsp(NULL, NULL, A, &o));
    CHECK(c.next == n && c.sum == sum && c.predecessors == before);
    c = (struct collected){.n = n, .stop_at = 1};
    CHECK_STATUS(graph_apsp(NULL, NULL, A, &o), GRAPH_E_CANCELLED, "rows");
    int file = mkstemp(path);
    CHECK(file >= 0);
    fclose(fdopen(file, "rb"));
    o = (graph_apsp_options){.size = sizeof o, .backend = test_backend(), .npy = path};
    CHECK_OK(graph_apsp(NULL, NULL, A, &o));
    FILE *stream = fopen(path, "rb");
    int32_t *row = malloc(n * n * sizeof *row);
    CHECK(stream != NULL && fread(header, 1, 128, stream) == 128 &&
          fread(row, sizeof *row, n * n, stream) == n * n);
    CHECK(memcmp(header,
                 "\x93NUMPY\x01\x00\x76\x00{'descr': '<i4', 'fortran_order': False, 'shape': (1300, 1300), }",
                 73) == 0 &&
          header[127] == '\n');
    CHECK(memcmp(row, d.value, n * n * sizeof *row) == 0);
    if (stream != NULL)
        fclose(stream);
    remove(path);
    /* What is there and is no file stays what it is. */
    struct stat facts;
    CHECK(mkfifo(path, 0600) == 0);
    CHECK_STATUS(graph_apsp(NULL, NULL, A, &o), GRAPH_E_IO, "is no regular file");
    CHECK(stat(path, &facts) == 0 && S_ISFIFO(facts.st_mode));
    remove(path);
    o.npy = "/nonexistent/folder/x.npy";
    CHECK_STATUS(graph_apsp(NULL, NULL, A, &o), GRAPH_E_IO, "/nonexistent/folder");
    free(row);
    graph_free(d.value);
    graph_free(p.value);
    graph_matrix_release(&A);
}

/* Every method by blocks of rows, and for a list of sources with one twice, gives the rows of the whole result. */
TEST(some_rows_of_every_method)
{
    static const graph_apsp_method methods[] = {GRAPH_APSP_HOPS, GRAPH_APSP_DIJKSTRA, GRAPH_APSP_JOHNSON,
                                                GRAPH_APSP_FLOYD_WARSHALL, GRAPH_APSP_AUTO};
    uint64_t seed = 8;
    graph_matrix *A = NULL;
    graph_index n = 90, source[] = {7, 89, 0, 7, 33};
    REQUIRE_OK(random_weights(&A, &seed, GRAPH_INT32, n, 400, false));
    for (int m = 0; m < 5; m++) {
        graph_apsp_options o = {.size = sizeof o,
                                .backend = test_backend(),
                                .method = methods[m],
                                .is_unweighted = methods[m] == GRAPH_APSP_HOPS,
                                .form = m == 4 ? GRAPH_FORM_ALGEBRA : GRAPH_FORM_AUTO};
        graph_dense all = {.size = sizeof all, .type = GRAPH_INT32}, before = {.size = sizeof before};
        graph_dense some = {.size = sizeof some, .type = GRAPH_INT32}, some_before = {.size = sizeof before};
        struct collected c = {.n = n};
        double sum = 0;
        int64_t predecessors = 0;
        REQUIRE_OK(graph_apsp(&all, &before, A, &o));
        o.source = source;
        o.sources = 5;
        REQUIRE_OK(graph_apsp(&some, &some_before, A, &o));
        for (graph_index k = 0; k < 5; k++) {
            const int32_t *row = (int32_t *)all.value + source[k] * n,
                          *p = (int32_t *)before.value + source[k] * n;
            CHECK(memcmp((int32_t *)some.value + k * n, row, n * sizeof *row) == 0);
            CHECK(memcmp((int32_t *)some_before.value + k * n, p, n * sizeof *p) == 0);
            for (graph_index v = 0; v < n; v++) {
                sum += row[v];
                predecessors += p[v];
            }
        }
        o.rows = collect;
        o.context = &c;
        o.has_predecessors = true;
        graph_dense type = {.size = sizeof type, .type = GRAPH_INT32};
        CHECK_OK(graph_apsp(&type, NULL, A, &o));
        CHECK(c.next == 5 && c.sum == sum && c.predecessors == predecessors);
        graph_free(all.value);
        graph_free(before.value);
        graph_free(some.value);
        graph_free(some_before.value);
    }
    graph_matrix_release(&A);
}

/* The rows stay on the host, and a device takes some of them at a time. */
TEST(matrices_larger_than_the_device)
{
    enum { N = 2500, EDGES = 20 * N };
    static const graph_type types[] = {GRAPH_INT32, GRAPH_INT64, GRAPH_FP32, GRAPH_FP64};
    uint64_t seed = 31;
    for (int k = 0; k < 4; k++)
        for (int is_negative = 0; is_negative < 2; is_negative++) {
            const size_t bytes = graph_type_size(types[k]);
            graph_matrix *A = NULL;
            graph_dense d[2] = {{.size = sizeof d[0], .type = types[k]},
                                {.size = sizeof d[1], .type = types[k]}};
            REQUIRE_OK(random_weights(&A, &seed, GRAPH_INT32, N, EDGES, is_negative != 0));
            for (int run = 0; run < 2; run++) {
                graph_apsp_options o = {.size = sizeof o,
                                        .backend = run == 0 ? GRAPH_BACKEND_CPU : test_backend(),
                                        .method = GRAPH_APSP_FLOYD_WARSHALL};
                if (run == 1)
                    CHECK_OK(graph_set_device_memory((uint64_t)N * N * bytes / 5 * 4));
                REQUIRE_OK(graph_apsp(&d[run], NULL, A, &o));
                CHECK(graph_backend_used() == o.backend);
            }
            CHECK_OK(graph_set_device_memory(0));
            CHECK_SAY(memcmp(d[0].value, d[1].value, (size_t)N * N * bytes) == 0, "%s, negative: %d",
                      graph_type_name(types[k]), is_negative);
            graph_free(d[0].value);
            graph_free(d[1].value);
            graph_matrix_release(&A);
        }
}

static int stop_at_once(double done, void *context)
{
    (void)done;
    (void)context;
    return 1;
}

TEST(wrong_arguments)
{
    graph_matrix *A = NULL, *wide = NULL;
    graph_index source[] = {0, 7}, *path = NULL, vertices;
    graph_dense d = {.size = sizeof d}, p = {.size = sizeof p};
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_INT32, 4, 4));
    CHECK_OK(graph_matrix_set(A, 0, 1, graph_int64(-2)));
    REQUIRE_OK(graph_matrix_create(&wide, GRAPH_PATTERN, 4, 5));
    struct {
        graph_dense d, p;
        graph_apsp_options o;
        graph_status status;
        const char *piece;
    } rows[] = {
        {d, p, {.size = 2}, GRAPH_E_INVALID_VALUE, "size is 2"},
        {d, p, {.form = (graph_form)5}, GRAPH_E_INVALID_VALUE, "form is 5"},
        {d, p, {.method = (graph_apsp_method)5}, GRAPH_E_INVALID_VALUE, "method is 5"},
        {d, p, {.method = GRAPH_APSP_DIJKSTRA}, GRAPH_E_INVALID_VALUE, "smallest weight is -2"},
        {d, p, {.source = source, .sources = 2}, GRAPH_E_INVALID_INDEX, "source[1] is 7"},
        {d, p, {.rows = collect}, GRAPH_E_INVALID_VALUE, "has_predecessors"},
        {d, p, {.rows = collect, .npy = "x"}, GRAPH_E_INVALID_VALUE, "both given"},
        {{.size = sizeof d, .layout = GRAPH_COLUMN_MAJOR}, p, {0}, GRAPH_E_INVALID_VALUE, "column-major"},
        {{.size = 1}, p, {0}, GRAPH_E_INVALID_VALUE, "distance.size is 1"},
        {{.size = sizeof d, .type = GRAPH_UINT8}, p, {0}, GRAPH_E_DOMAIN, "uint8"},
        {{.size = sizeof d, .type = GRAPH_FP32}, p, {.method = GRAPH_APSP_HOPS}, GRAPH_E_DOMAIN, "fp32"},
        {d, {.size = sizeof d, .type = GRAPH_INT64}, {0}, GRAPH_E_DOMAIN, "predecessor.type is int64"},
        {d, p, {.progress = stop_at_once}, GRAPH_E_CANCELLED, "cancelled"},
        {d, p, {.progress = stop_at_once, .is_unweighted = true}, GRAPH_E_CANCELLED, "cancelled"},
        {d,
         p,
         {.progress = stop_at_once, .method = GRAPH_APSP_FLOYD_WARSHALL},
         GRAPH_E_CANCELLED,
         "cancelled"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        rows[k].o.size = rows[k].o.size == 0 ? sizeof rows[k].o : rows[k].o.size;
        CHECK_STATUS(graph_apsp(&rows[k].d, &rows[k].p, A, &rows[k].o), rows[k].status, rows[k].piece);
        CHECK(rows[k].d.value == NULL && rows[k].p.value == NULL);
    }
    CHECK_STATUS(graph_apsp(&d, NULL, NULL, NULL), GRAPH_E_NULL, "A");
    CHECK_STATUS(graph_apsp(&d, NULL, wide, NULL), GRAPH_E_DIMENSION, "4 x 5");
    CHECK_STATUS(graph_apsp(NULL, NULL, A, NULL), GRAPH_E_NULL, "distance is NULL");
    int32_t cycle[] = {1, 0, -1, 9};
    p = (graph_dense){
        .size = sizeof p, .type = GRAPH_INT32, .rows = 1, .columns = 4, .stride = 4, .value = cycle};
    CHECK_STATUS(graph_path(&path, &vertices, &p, 0, 0), GRAPH_E_INVALID_OBJECT, "lead nowhere");
    CHECK_STATUS(graph_path(&path, &vertices, &p, 0, 3), GRAPH_E_INVALID_OBJECT, "vertex 3");
    CHECK_STATUS(graph_path(&path, &vertices, &p, 1, 0), GRAPH_E_INVALID_INDEX, "(1, 0)");
    CHECK_STATUS(graph_path(&path, &vertices, &p, 0, 4), GRAPH_E_INVALID_INDEX, "(0, 4)");
    CHECK_STATUS(graph_path(NULL, &vertices, &p, 0, 0), GRAPH_E_NULL, "vertex is NULL");
    CHECK_STATUS(graph_path(&path, NULL, &p, 0, 0), GRAPH_E_NULL, "vertices is NULL");
    CHECK_STATUS(graph_path(&path, &vertices, NULL, 0, 0), GRAPH_E_NULL, "predecessor is NULL");
    CHECK_OK(graph_path(&path, &vertices, &p, 0, 2));
    CHECK(path == NULL && vertices == 0);
    p.type = GRAPH_FP32;
    CHECK_STATUS(graph_path(&path, &vertices, &p, 0, 0), GRAPH_E_INVALID_VALUE, "not the result");
    graph_matrix_release(&A);
    graph_matrix_release(&wide);
}

static graph_matrix *fixed;
static graph_apsp_method fixed_method;

static graph_status scenario(void)
{
    graph_apsp_options o = {
        .size = sizeof o, .backend = test_backend(), .method = fixed_method, .threads = 2};
    graph_dense d = {.size = sizeof d}, p = {.size = sizeof p};
    graph_status status = graph_apsp(&d, fixed_method == GRAPH_APSP_FLOYD_WARSHALL ? NULL : &p, fixed, &o);
    graph_free(d.value);
    graph_free(p.value);
    return status;
}

TEST(every_allocation_may_fail)
{
    uint64_t seed = 8;
    REQUIRE_OK(random_weights(&fixed, &seed, GRAPH_INT16, 30, 90, false));
    for (fixed_method = GRAPH_APSP_HOPS; fixed_method <= GRAPH_APSP_FLOYD_WARSHALL; fixed_method++) {
        CHECK_OK(scenario()); /* The transpose is cached now. */
        test_every_allocation("apsp", scenario);
    }
    graph_matrix_release(&fixed);
}

static int stop_and_count(double done, void *context)
{
    (void)done;
    ++*(int *)context;
    return 1;
}

/* Whatever the threads are at: who has cancelled is not asked once more. */
TEST(progress_is_not_called_after_a_cancel)
{
    uint64_t seed = 4;
    graph_matrix *A = NULL;
    REQUIRE_OK(random_weights(&A, &seed, GRAPH_INT32, 300, 5000, false));
    for (graph_apsp_method m = GRAPH_APSP_HOPS; m <= GRAPH_APSP_FLOYD_WARSHALL; m++)
        for (int round = 0; round < 20; round++) {
            int calls = 0;
            graph_dense d = {.size = sizeof d};
            graph_apsp_options o = {.size = sizeof o,
                                    .backend = test_backend(),
                                    .threads = 4,
                                    .method = m,
                                    .progress = stop_and_count,
                                    .context = &calls};
            CHECK_STATUS(graph_apsp(&d, NULL, A, &o), GRAPH_E_CANCELLED, "cancelled");
            CHECK_SAY(calls == 1, "method %d calls %d times", m, calls);
        }
    graph_matrix_release(&A);
}

/* The number of files in a folder. */
static int files_in(const char *folder)
{
    int files = 0;
    DIR *entries = opendir(folder);
    for (struct dirent *file; entries != NULL && (file = readdir(entries)) != NULL;)
        files += file->d_name[0] != '.';
    if (entries != NULL)
        closedir(entries);
    return files;
}

TEST(a_cancelled_or_failed_file_leaves_nothing)
{
    char folder[] = "/tmp/semigraph-apsp-XXXXXX", path[64];
    uint64_t seed = 3;
    int32_t room[2];
    graph_matrix *A = NULL;
    graph_dense narrow = {.size = sizeof narrow, .value = room, .rows = 1, .columns = 1};
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/distances.npy", folder);
    REQUIRE_OK(random_weights(&A, &seed, GRAPH_INT32, 300, 5000, false));
    for (graph_apsp_method m = GRAPH_APSP_HOPS; m <= GRAPH_APSP_FLOYD_WARSHALL; m++) {
        graph_apsp_options o = {
            .size = sizeof o, .backend = test_backend(), .method = m, .npy = path, .progress = stop_at_once};
        CHECK_STATUS(graph_apsp(NULL, NULL, A, &o), GRAPH_E_CANCELLED, "cancelled");
        CHECK_SAY(files_in(folder) == 0, "method %d leaves a file", m);
    }
    graph_apsp_options o = {.size = sizeof o, .backend = test_backend(), .npy = path};
    CHECK_STATUS(graph_apsp(NULL, &narrow, A, &o), GRAPH_E_DIMENSION, "predecessor is 1 x 1");
    CHECK(files_in(folder) == 0);
    CHECK_OK(graph_apsp(NULL, NULL, A, &o));
    CHECK(files_in(folder) == 1);
    remove(path);
    rmdir(folder);
    graph_matrix_release(&A);
}

TEST(files_of_every_type)
{
    static const struct {
        graph_type type;
        const char *descr;
    } rows[] = {{GRAPH_UINT8, "'|u1'"}, {GRAPH_UINT16, "'<u2'"}, {GRAPH_INT32, "'<i4'"},
                {GRAPH_INT64, "'<i8'"}, {GRAPH_FP32, "'<f4'"},   {GRAPH_FP64, "'<f8'"}};
    graph_matrix *A = NULL;
    REQUIRE_OK(path_graph(&A, 3));
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char name[] = "/tmp/semigraph-apsp-XXXXXX", header[129] = "";
        graph_dense d = {.size = sizeof d, .type = rows[k].type};
        graph_apsp_options o = {.size = sizeof o, .backend = test_backend(), .npy = name};
        int file = mkstemp(name);
        REQUIRE(file >= 0);
        close(file);
        CHECK_OK(graph_apsp(&d, NULL, A, &o));
        FILE *stream = fopen(name, "rb");
        REQUIRE(stream != NULL);
        CHECK(fread(header, 1, 128, stream) == 128 && strstr(header + 10, rows[k].descr) != NULL);
        fclose(stream);
        remove(name);
    }
    graph_matrix_release(&A);
}

TEST(a_predecessor_that_is_the_number_of_vertices)
{
    int32_t before[] = {0, 2};
    graph_index *path = NULL, vertices;
    graph_dense p = {
        .size = sizeof p, .type = GRAPH_INT32, .rows = 1, .columns = 2, .stride = 2, .value = before};
    CHECK_STATUS(graph_path(&path, &vertices, &p, 0, 1), GRAPH_E_INVALID_OBJECT,
                 "lead nowhere from vertex 1");
}

/* With $SEMIGRAPH_TEST_SMALL, on a device: several rounds of all kernels of floyd_warshall.cu and floyd_paths.cu with int64
 * and one with fp64, whose text the other types share (16 bits need 1,024 vertices), and bfs_multi_*. */
TEST_MAIN(TEST_ROW(progress_is_not_called_after_a_cancel),
          TEST_ROW(a_cancelled_or_failed_file_leaves_nothing), TEST_ROW(files_of_every_type),
          TEST_ROW(a_predecessor_that_is_the_number_of_vertices), TEST_ROW(random_weighted_graphs),
          TEST_ROW(random_unweighted_graphs), TEST_ROW_LARGE(rows_by_blocks_and_files),
          TEST_ROW_LARGE(some_rows_of_every_method), TEST_ROW_LARGE_DEVICE(matrices_larger_than_the_device),
          TEST_ROW(wrong_arguments), TEST_ROW_LARGE(every_allocation_may_fail))
