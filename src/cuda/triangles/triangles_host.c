/* Triangles on the device; see triangles_host.h.  A directed pattern is made undirected and its degrees are counted.  Graphs
 * without long rows keep their numbers (triangles_short_rows.cu); others are numbered by falling degree (triangles.cu), and
 * the tensor cores count in their densest part (triangles_core.cu). */
#include "cuda/triangles/triangles_host.h"

#include "base/status.h"
#include "cuda/runtime/call.h"
#include "cuda/primitives/primitives.h"
#include "cuda/triangles/triangles_arguments.h"

enum { DEGREE_BITS = 16 /* of the keys of triangles_degrees */, WARP = 32 };

static graph_status launch_over(struct cuda_call *call, const void *kernel, int64_t n, const void *arguments)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, TRIANGLES_THREADS), TRIANGLES_THREADS, 0,
                              arguments);
}

/* As many blocks as fit, at most `most`. */
static graph_status launch_full(struct cuda_call *call, const void *kernel, int64_t most, size_t shared_bytes,
                                const void *arguments)
{
    int64_t blocks;
    graph_status status;
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, TRIANGLES_THREADS, shared_bytes));
    GRAPH_TRY(graph__cuda_launch(call, kernel, blocks < most ? blocks : most, TRIANGLES_THREADS, shared_bytes,
                                 arguments));
done:
    return status;
}

/* The number of blocks for n items with `threads` threads each. */
static int64_t blocks_of(int64_t n, int threads)
{
    return (n * threads + TRIANGLES_THREADS - 1) / TRIANGLES_THREADS;
}

static int bits_of(uint64_t x)
{
    int bits = 0;
    for (; x > 0; x >>= 1)
        bits++;
    return bits;
}

/* Rows of the union of A and A'. */
static graph_status unite(struct cuda_call *call, struct triangles_arguments *to, const struct graph_csr *A)
{
    struct triangles_union_arguments u = {
        .row_start = A->row_start, .column = A->column, .n = A->rows, .entries = A->entries};
    const int64_t keys = 2 * A->entries;
    uint64_t *alternate = NULL;
    int64_t *row_start = NULL;
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, u.key, keys));
    GRAPH_TRY(CUDA_SCRATCH(call, alternate, keys));
    GRAPH_TRY(CUDA_SCRATCH(call, u.place, keys + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, u.count, A->rows));
    GRAPH_TRY(CUDA_SCRATCH(call, u.united, keys));
    GRAPH_TRY(CUDA_SCRATCH(call, row_start, A->rows + 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, u.count, 0, (size_t)A->rows * sizeof *u.count));
    GRAPH_TRY(launch_over(call, graph__cuda_triangles_union_keys, 32 * A->rows, &u));
    GRAPH_TRY(graph__cuda_sort_keys_64(call, &u.key, &alternate, keys, 32 + bits_of((uint64_t)A->rows)));
    GRAPH_TRY(launch_over(call, graph__cuda_triangles_union_mark, keys, &u));
    GRAPH_TRY(graph__cuda_scan(call, u.place, keys));
    GRAPH_TRY(launch_over(call, graph__cuda_triangles_union_rows, keys, &u));
    GRAPH_TRY(graph__cuda_scan_counts(call, row_start, u.count, A->rows));
    to->row_start = row_start;
    to->column = u.united;
done:
    return status;
}

/* Records of each vertex of a graph with short rows, at least one. */
static int64_t records_of_row(const struct triangles_sums *s)
{
    return s->longest_row > 0 ? (s->longest_row + TRIANGLES_RECORD - 1) / TRIANGLES_RECORD : 1;
}

/* Whether rows are short and no row is much longer than the mean: then numbers by degree gain nothing.  The numbers of
 * records have 32 bits. */
static bool has_short_rows(const struct triangles_sums *s, int64_t n)
{
    enum { RATIO = TRIANGLES_UNIFORM_RATIO };
    return s->longest_row <= TRIANGLES_CHUNK && records_of_row(s) * n < UINT32_MAX &&
           (int64_t)s->longest_row * n <= RATIO * ((int64_t)s->entries + RATIO * n);
}

static graph_status prepare_short_rows(struct cuda_call *call, struct triangles_arguments *a,
                                       const struct triangles_sums *s)
{
    enum { MOST_GROUP = WARP - 1 };
    const int64_t rows = TRIANGLES_CHUNK_WANTED * a->n / ((int64_t)s->entries + 1);
    graph_status status;
    a->records = records_of_row(s) * a->n;
    a->group = rows < 1 ? 1 : rows < MOST_GROUP ? rows : MOST_GROUP;
    GRAPH_TRY(graph__cuda_scratch(call, (void **)&a->record, (size_t)a->records + 1, TRIANGLES_RECORD_BYTES));
    if (a->per_vertex != NULL) {
        a->corners = (unsigned long long *)a->per_vertex;
        GRAPH_TRY(graph__cuda_set_bytes(call, a->corners, 0, (size_t)a->n * sizeof *a->corners));
    }
    GRAPH_TRY(launch_full(call, graph__cuda_short_rows_records, blocks_of(a->n, TRIANGLES_WRITERS), 0, a));
done:
    return status;
}

static uint64_t least_degree(int class)
{
    return class < 4 ? (uint64_t) class : (uint64_t)(4 + class % 4) << (class / 4 - 1);
}

/* How many vertices are in classes whose least degree is `degree` or more. */
static int64_t vertices_from(const struct triangles_sums *s, uint64_t degree)
{
    int64_t sum = 0;
    for (int c = TRIANGLES_DEGREE_CLASSES - 1; c >= 0 && least_degree(c) >= degree; c--)
        sum += s->in_class[c];
    return sum;
}

/* How many vertices have a degree d such that two of degree d are joined with a probability d^2 / entries of at least
 * 1 / TRIANGLES_CORE_SPARSE, in a random graph with these degrees. */
static int64_t dense_vertices(const struct triangles_sums *s)
{
    uint64_t degree = 1;
    while (TRIANGLES_CORE_SPARSE * degree < s->entries / degree)
        degree++;
    return vertices_from(s, degree);
}

/* The core: tiles whose two numbers have a product like that of two dense vertices, so that a smaller one makes up for a
 * larger one. */
static graph_status prepare_core(struct cuda_call *call, struct triangles_arguments *a,
                                 const struct triangles_sums *s)
{
    enum { TILE = TRIANGLES_CORE_TILE, STEP = TRIANGLES_CORE_STEP };
    int64_t dense = dense_vertices(s), rows;
    graph_status status = GRAPH_OK;
    if (dense < STEP)
        return GRAPH_OK;
    dense = dense < TRIANGLES_CORE_COLUMNS ? dense : TRIANGLES_CORE_COLUMNS;
    rows = TRIANGLES_CORE_TALL * dense < a->n ? TRIANGLES_CORE_TALL * dense : a->n;
    a->core_columns = (dense + STEP - 1) / STEP * STEP;
    a->core_rows = (rows + TILE - 1) / TILE * TILE;
    a->core_reach = 2 * dense * dense / (TILE * TILE);
    GRAPH_TRY(CUDA_SCRATCH(call, a->core, a->core_rows * a->core_columns / 32));
    GRAPH_TRY(
        launch_full(call, graph__cuda_core_rows, blocks_of(a->core_rows, WARP), (size_t)a->core_columns, a));
done:
    return status;
}

/* Divides long and short rows concurrently: the longest row takes its block a long time. */
static graph_status divide(struct cuda_call *call, const struct triangles_arguments *a,
                           const struct triangles_sums *s)
{
    graph_status status, joined;
    GRAPH_TRY(graph__cuda_fork(call));
    GRAPH_TRY(graph__cuda_use_stream(call, 0));
    GRAPH_TRY(
        launch_full(call, graph__cuda_triangles_divide_long, vertices_from(s, TRIANGLES_LONG_ROW), 0, a));
    GRAPH_TRY(graph__cuda_use_stream(call, 1));
    GRAPH_TRY(launch_full(call, graph__cuda_triangles_divide_short,
                          blocks_of(a->connected, TRIANGLES_ROW_LANES), 0, a));
done:
    joined = graph__cuda_join(call);
    return status < 0 ? status : joined;
}

static graph_status prepare_by_degree(struct cuda_call *call, struct triangles_arguments *a,
                                      const struct triangles_sums *s, uint32_t *vertex)
{
    uint32_t *alternate_key, *alternate_vertex;
    graph_status status;
    a->long_lists = vertices_from(s, TRIANGLES_SHORT);
    a->window = a->long_lists < TRIANGLES_WINDOW ? a->long_lists / 32 * 32 + 32 : TRIANGLES_WINDOW;
    a->connected = vertices_from(s, 1);
    GRAPH_TRY(CUDA_SCRATCH(call, alternate_key, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, alternate_vertex, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->number, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->list, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->end, s->entries + TRIANGLES_VECTOR)); /* Lists are read in vectors. */
    if (a->long_lists > 0 && a->long_lists <= TRIANGLES_NARROW_MAX) {
        GRAPH_TRY(CUDA_SCRATCH(call, a->narrow_list, a->n));
        GRAPH_TRY(CUDA_SCRATCH(call, a->narrow, s->entries + TRIANGLES_NARROW_VECTOR * a->n));
        a->window = TRIANGLES_NARROW_MAX + 1;
    }
    if (a->per_vertex != NULL) {
        GRAPH_TRY(CUDA_SCRATCH(call, a->corners, a->n));
        GRAPH_TRY(graph__cuda_set_bytes(call, a->corners, 0, (size_t)a->n * sizeof *a->corners));
    }
    GRAPH_TRY(
        graph__cuda_sort_32_32(call, &a->key, &alternate_key, &vertex, &alternate_vertex, a->n, DEGREE_BITS));
    a->vertex = vertex;
    GRAPH_TRY(launch_over(call, graph__cuda_triangles_numbers, a->n, a));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->list + a->connected, 0,
                                    (size_t)(a->n - a->connected) * sizeof *a->list));
    GRAPH_TRY(divide(call, a, s));
    if (a->per_vertex == NULL)
        GRAPH_TRY(prepare_core(call, a, s));
done:
    return status;
}

graph_status graph__cuda_triangles_prepare(struct cuda_call *call, struct triangles_arguments *a,
                                           const struct graph_triangles_request *r)
{
    struct triangles_sums sums;
    uint32_t *vertex;
    graph_status status;
    *a = (struct triangles_arguments){.row_start = r->A.row_start,
                                      .column = r->A.column,
                                      .n = r->A.rows,
                                      .per_vertex = r->per_vertex,
                                      .part = r->parts > 1 ? r->part : 0,
                                      .parts = r->parts > 1 ? r->parts : 1};
    if (!r->is_symmetric)
        GRAPH_TRY(unite(call, a, &r->A));
    GRAPH_TRY(CUDA_SCRATCH(call, a->key, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, vertex, a->n));
    GRAPH_TRY(CUDA_SCRATCH(call, a->sums, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->sums, 0, sizeof *a->sums));
    a->vertex = vertex;
    GRAPH_TRY(launch_over(call, graph__cuda_triangles_degrees, a->n, a));
    GRAPH_TRY(CUDA_READ(call, sums, a->sums));
    if (has_short_rows(&sums, a->n))
        GRAPH_TRY(prepare_short_rows(call, a, &sums));
    else
        GRAPH_TRY(prepare_by_degree(call, a, &sums, vertex));
done:
    return status;
}

/* The kernel for vertices with long lists. */
static const void *long_kernel(const struct triangles_arguments *a)
{
    if (a->narrow != NULL)
        return a->corners != NULL ? graph__cuda_triangles_corners_narrow : graph__cuda_triangles_count_narrow;
    return a->corners != NULL ? graph__cuda_triangles_corners_long : graph__cuda_triangles_count_long;
}

/* Long lists, the core and short lists concurrently: the next kernel starts where blocks of the last find no more work. */
static graph_status count_by_degree(struct cuda_call *call, const struct triangles_arguments *a)
{
    graph_status status, joined;
    GRAPH_TRY(graph__cuda_fork(call));
    GRAPH_TRY(graph__cuda_use_stream(call, 0));
    GRAPH_TRY(launch_full(call, long_kernel(a), a->long_lists, (size_t)a->window / 8, a));
    GRAPH_TRY(graph__cuda_use_stream(call, 1));
    if (a->core_rows > 0)
        GRAPH_TRY(launch_full(call, graph__cuda_core_count,
                              a->core_rows / TRIANGLES_CORE_TILE * (a->core_columns / TRIANGLES_CORE_TILE),
                              (size_t)graph__cuda_core_count_bytes, a));
    GRAPH_TRY(graph__cuda_use_stream(call, 2));
    GRAPH_TRY(launch_full(
        call, a->corners != NULL ? graph__cuda_triangles_corners_short : graph__cuda_triangles_count_short,
        blocks_of(a->connected, WARP), 0, a));
done:
    joined = graph__cuda_join(call);
    return status < 0 ? status : joined;
}

graph_status graph__cuda_triangles_count(struct cuda_call *call, const struct triangles_arguments *a)
{
    const bool has_corners = a->corners != NULL;
    graph_status status;
    if (a->record != NULL)
        return launch_full(call, has_corners ? graph__cuda_short_rows_corners : graph__cuda_short_rows_count,
                           blocks_of((a->n + a->group - 1) / a->group, WARP), 0, a);
    GRAPH_TRY(count_by_degree(call, a));
    if (has_corners)
        GRAPH_TRY(launch_over(call, graph__cuda_triangles_to_vertices, a->n, a));
done:
    return status;
}

graph_status graph__cuda_triangles(struct graph_triangles_request *r)
{
    struct triangles_arguments a;
    struct triangles_sums sums;
    graph_status status;
    r->count = r->edges = r->self_loops = 0;
    if (r->A.rows == 0)
        return GRAPH_OK;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(graph__cuda_triangles_prepare(call, &a, r));
    GRAPH_TRY(graph__cuda_triangles_count(call, &a));
    GRAPH_TRY(CUDA_READ(call, sums, a.sums));
    r->count = sums.count;
    r->edges = sums.ends;
    r->self_loops = sums.loops;
done:
    graph__cuda_end(call);
    return status;
}
