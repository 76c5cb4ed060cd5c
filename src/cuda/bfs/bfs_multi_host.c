/* Breadth-first search from many sources; see bfs_host.h.  In graphs of small degree each source is searched by a cluster.
 * In others, or if that fails, groups of sources share a search; it stops when it needs another binary digit of the levels,
 * and continues with a plane for it. */
#include "base/progress.h"
#include "cuda/bfs/bfs_host.h"

#include <string.h>

#include "base/status.h"
#include "cuda/bfs/bfs_multi_arguments.h"
#include "cuda/bfs/bfs_cluster_host.h"
#include "cuda/runtime/call.h"

enum { ALIGNED = 256 };

static const int width_words[MULTI_WIDTHS] = {2, 8, 16, 32};

/* The run of a request.  Every group uses the same arrays. */
struct run {
    struct graph_bfs_multi_request *r;
    struct bfs_multi_arguments a;
    struct bfs_multi_levels_arguments levels;
    int width, planes;
    size_t row_bytes; /* of a bit matrix */
    void *zeroed;     /* before each group: control, bitmaps and seen, in one array */
    size_t zeroed_bytes;
    uint32_t *closed;      /* the first value for every group */
    int64_t most;          /* levels that are wanted or fit the type */
    const int64_t *source; /* on the device */
};

/* Wide groups share more work, if the device has room for their rows: three, and twice the first planes. */
static int choose_width(const struct graph_bfs_multi_request *r)
{
    const int64_t wanted = r->group > 0 ? r->group : r->sources;
    const double words_free = (double)graph__cuda_bytes_free() / ((double)r->in.rows * sizeof(uint32_t));
    int width = MULTI_64;
    while (width + 1 < MULTI_WIDTHS && wanted > 32 * width_words[width] &&
           (r->group > 0 || words_free > (2 * MULTI_FIRST_PLANES + 3) * (double)width_words[width + 1]))
        width++;
    return width;
}

static graph_status launch_over(struct cuda_call *call, const void *kernel, int64_t n, const void *arguments)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, MULTI_SIMPLE_THREADS), MULTI_SIMPLE_THREADS,
                              0, arguments);
}

static graph_status zero(struct cuda_call *call, void *array, size_t bytes)
{
    return graph__cuda_set_bytes(call, array, 0, bytes);
}

/* What both methods need: the sources and the sums. */
static graph_status open_run(struct cuda_call *call, struct run *run, struct graph_bfs_multi_request *r)
{
    int64_t *source = NULL;
    graph_status status = GRAPH_OK;
    *run = (struct run){.r = r, .most = r->max_depth};
    if (r->level != NULL &&
        r->level_type != GRAPH_INT32) { /* One level more than fits, to detect that a level does not. */
        int64_t fitting = r->level_type == GRAPH_UINT8 ? UINT8_MAX : UINT16_MAX;
        run->most = fitting < run->most ? fitting : run->most;
    }
    if (r->source != NULL) {
        GRAPH_TRY(CUDA_SCRATCH(call, source, r->sources));
        GRAPH_TRY(graph__cuda_upload(source, r->source, (size_t)r->sources * sizeof *source));
        run->source = source;
    }
    if (r->level != NULL) {
        run->levels.source_stride = r->is_by_vertex ? 1 : r->stride;
        run->levels.vertex_stride = r->is_by_vertex ? r->stride : 1;
    }
    if (r->reached != NULL)
        GRAPH_TRY(CUDA_SCRATCH(call, run->levels.reached, r->sources));
    if (r->distance_sum != NULL)
        GRAPH_TRY(CUDA_SCRATCH(call, run->levels.distance_sum, r->sources));
    if (r->eccentricity != NULL)
        GRAPH_TRY(CUDA_SCRATCH(call, run->levels.eccentricity, r->sources));
done:
    return status;
}

/* Where the levels and sums of the sources from number `first` on go. */
static struct bfs_multi_levels_arguments levels_from(const struct run *run, int64_t first)
{
    const struct graph_bfs_multi_request *r = run->r;
    struct bfs_multi_levels_arguments l = run->levels;
    if (r->level != NULL)
        l.level = (char *)r->level + (size_t)(first * l.source_stride) * graph_type_size(r->level_type);
    l.reached = l.reached != NULL ? l.reached + first : NULL;
    l.distance_sum = l.distance_sum != NULL ? l.distance_sum + first : NULL;
    l.eccentricity = l.eccentricity != NULL ? l.eccentricity + first : NULL;
    return l;
}

static graph_status clear_sums(struct cuda_call *call, const struct bfs_multi_levels_arguments *l,
                               int64_t count)
{
    graph_status status = GRAPH_OK;
    if (l->reached != NULL)
        GRAPH_TRY(zero(call, l->reached, (size_t)count * sizeof *l->reached));
    if (l->distance_sum != NULL)
        GRAPH_TRY(zero(call, l->distance_sum, (size_t)count * sizeof *l->distance_sum));
    if (l->eccentricity != NULL)
        GRAPH_TRY(zero(call, l->eccentricity, (size_t)count * sizeof *l->eccentricity));
done:
    return status;
}

static graph_status report(const struct graph_bfs_multi_request *r, int64_t done)
{
    (void)graph__progress_at(r->progress, (double)done / (double)r->sources);
    return graph__progress_status(r->progress);
}

static graph_status too_deep(const struct graph_bfs_multi_request *r)
{
    return graph__fail(GRAPH_E_DOMAIN, "a level does not fit the type %s", graph_type_name(r->level_type));
}

/* How clusters use the device. */
struct cluster_grid {
    int log_blocks; /* of the size of a cluster */
    int clusters;
    unsigned capacity;
    size_t shared_bytes;
};

/* The smallest clusters whose shared memory holds the bits, or larger ones if all sources run at once.  clusters 0: none
 * fits. */
static struct cluster_grid choose_cluster_grid(const struct graph_bfs_multi_request *r)
{
    struct cluster_grid best = {0};
    for (int k = 0; k < MULTI_CLUSTER_SIZES; k++) {
        struct cluster_grid cluster_grid = {.log_blocks = k};
        if (graph__cuda_bfs_cluster_fits(&cluster_grid.capacity, &cluster_grid.shared_bytes, r->out.rows,
                                         1 << k))
            cluster_grid.clusters = graph__cuda_clusters(graph__cuda_bfs_cluster_multi[k], 1 << k,
                                                         CLUSTER_MULTI_THREADS, cluster_grid.shared_bytes);
        if (cluster_grid.clusters > 0 && (best.clusters == 0 || cluster_grid.clusters >= r->sources))
            best = cluster_grid;
    }
    return best;
}

/* Searches each source by one cluster, if the graph suits that.  *is_done: all frontiers fitted. */
static graph_status search_cluster(struct cuda_call *call, struct run *run, bool *is_done)
{
    enum {
        MOST_SOURCES = 1 << 20,
        SEARCHES = 4 /* of each cluster between two reports of progress */
    };
    const struct graph_bfs_multi_request *r = run->r;
    struct bfs_cluster_multi_arguments a = {
        .column = r->out.column, .n = r->out.rows, .most_edges = CLUSTER_MOST_EDGES};
    unsigned control[CLUSTER_CONTROLS] = {0};
    struct cluster_grid cluster_grid = {0};
    graph_status status = GRAPH_OK;
    *is_done = false;
    if (r->group == 0 && graph__cuda_bfs_suits_cluster(&r->out))
        cluster_grid = choose_cluster_grid(r);
    if (cluster_grid.clusters == 0)
        return GRAPH_OK;
    GRAPH_TRY(CUDA_SCRATCH(call, a.control, CLUSTER_CONTROLS));
    GRAPH_TRY(graph__cuda_bfs_pack_neighbours(call, &a.packed, &r->out, 1 << cluster_grid.log_blocks));
    a.capacity = cluster_grid.capacity;
    a.most_depth = (int)(run->most < INT32_MAX ? run->most : INT32_MAX);
    a.level_bytes = r->level != NULL ? (int)graph_type_size(r->level_type) : 0;
    a.unreached = a.level_bytes == 1 ? UINT8_MAX : a.level_bytes == 2 ? UINT16_MAX : INT32_MAX;
    const int64_t each = r->progress != NULL ? SEARCHES * cluster_grid.clusters : MOST_SOURCES;
    for (int64_t first = 0; first < r->sources; first += each) {
        const struct bfs_multi_levels_arguments l = levels_from(run, first);
        a.sources = r->sources - first < each ? r->sources - first : each;
        a.source = run->source != NULL ? run->source + first : NULL;
        a.first_source = r->first_source + first;
        a.level = l.level;
        a.source_stride = l.source_stride;
        a.vertex_stride = l.vertex_stride;
        a.reached = l.reached;
        a.distance_sum = l.distance_sum;
        a.eccentricity = l.eccentricity;
        GRAPH_TRY(clear_sums(call, &l, a.sources));
        GRAPH_TRY(zero(call, a.control, sizeof control));
        GRAPH_TRY(graph__cuda_launch_clusters(
            call, graph__cuda_bfs_cluster_multi[cluster_grid.log_blocks],
            (int)(cluster_grid.clusters < a.sources ? cluster_grid.clusters : a.sources),
            1 << cluster_grid.log_blocks, CLUSTER_MULTI_THREADS, cluster_grid.shared_bytes, &a));
        GRAPH_TRY(CUDA_READ(call, control, a.control));
        if (control[CLUSTER_FAILED] != 0)
            return GRAPH_OK;
        if (control[CLUSTER_TOO_DEEP] != 0)
            return too_deep(r);
        GRAPH_TRY(report(r, first + a.sources));
    }
    *is_done = true;
done:
    return status;
}

/* Bit rows for one group. */
static graph_status open_rows(struct cuda_call *call, struct run *run)
{
    const struct graph_bfs_multi_request *r = run->r;
    struct bfs_multi_arguments *a = &run->a;
    const int64_t n = r->in.rows, tiles = (n + 31) / 32;
    graph_status status;
    run->width = choose_width(r);
    *a = (struct bfs_multi_arguments){.out_start = r->out.row_start,
                                      .in_start = r->in.row_start,
                                      .out_column = r->out.column,
                                      .in_column = r->in.column,
                                      .n = n,
                                      .tiles = tiles,
                                      .edges = r->in.entries,
                                      .words = width_words[run->width],
                                      .first_source = r->first_source};
    run->row_bytes = (size_t)n * (size_t)a->words * sizeof(uint32_t);
    const size_t tile_bytes = ((size_t)tiles * sizeof(uint32_t) + ALIGNED - 1) / ALIGNED * ALIGNED,
                 control_bytes = (sizeof *a->control + ALIGNED - 1) / ALIGNED * ALIGNED;
    run->zeroed_bytes = control_bytes + 5 * tile_bytes + run->row_bytes;
    GRAPH_TRY(graph__cuda_scratch(call, &run->zeroed, run->zeroed_bytes, 1));
    char *next = run->zeroed;
    a->control = (struct bfs_multi_control *)next;
    next += control_bytes;
    uint32_t **const bitmaps[] = {&a->active[0], &a->active[1], &a->active[2], &a->marked[0], &a->marked[1]};
    for (int k = 0; k < 5; k++, next += tile_bytes)
        *bitmaps[k] = (uint32_t *)next;
    a->seen = (uint32_t *)next;
    for (int k = 0; k < 2; k++)
        GRAPH_TRY(graph__cuda_scratch(call, (void **)&a->frontier[k], run->row_bytes, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->closed, tiles));
    GRAPH_TRY(CUDA_SCRATCH(call, run->closed, tiles));
    GRAPH_TRY(CUDA_SCRATCH(call, a->long_row, r->in.entries / MULTI_LONG + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->long_rows, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->piece, r->out.entries / MULTI_PIECE + n / MULTI_PUSH_SHARE + 1));
    GRAPH_TRY(zero(call, a->long_rows, sizeof *a->long_rows));
    struct bfs_multi_arguments prepare = *a;
    prepare.closed = run->closed;
    GRAPH_TRY(launch_over(call, graph__cuda_bfs_multi_prepare, 32 * tiles, &prepare));
done:
    return status;
}

/* The sources of the group have reached themselves, and are the first frontier. */
static graph_status open_group(struct cuda_call *call, struct run *run)
{
    struct bfs_multi_arguments *a = &run->a;
    graph_status status;
    GRAPH_TRY(zero(call, run->zeroed, run->zeroed_bytes));
    GRAPH_TRY(graph__cuda_copy(call, a->closed, run->closed, (size_t)a->tiles * sizeof *a->closed));
    GRAPH_TRY(launch_over(call, graph__cuda_bfs_multi_seed, a->count, a));
    GRAPH_TRY(launch_over(call, graph__cuda_bfs_multi_open, a->count, a));
    GRAPH_TRY(zero(call, a->frontier[1], run->row_bytes));
done:
    return status;
}

/* The first level of a group. */
static graph_status step_first(struct cuda_call *call, const struct bfs_multi_arguments *a)
{
    graph_status status;
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_bfs_multi_first, (int64_t)a->count * MULTI_FIRST_BLOCKS,
                                 MULTI_SIMPLE_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_bfs_multi_first_done, 1, 1, 0, a));
done:
    return status;
}

/* Adds planes for more levels; memory from the last group is used first. */
static graph_status add_planes(struct cuda_call *call, struct run *run)
{
    int wanted = run->planes == 0 ? MULTI_FIRST_PLANES : MULTI_PLANE_FACTOR * run->planes;
    graph_status status = GRAPH_OK;
    for (wanted = wanted < MULTI_PLANES ? wanted : MULTI_PLANES; run->planes < wanted; run->planes++) {
        uint32_t **plane = &run->a.plane[run->planes];
        if (*plane == NULL)
            GRAPH_TRY(graph__cuda_scratch(call, (void **)plane, run->row_bytes, 1));
        GRAPH_TRY(zero(call, *plane, run->row_bytes));
    }
done:
    return status;
}

static graph_status run_levels(struct cuda_call *call, struct run *run)
{
    struct bfs_multi_arguments *a = &run->a;
    const struct graph_bfs_multi_request *r = run->r;
    const bool has_levels = r->level != NULL || r->distance_sum != NULL || r->eccentricity != NULL;
    const void *kernel = graph__cuda_bfs_multi_search[run->width];
    struct bfs_multi_control control = {0};
    int64_t blocks;
    graph_status status;
    run->planes = 0;
    GRAPH_TRY(graph__cuda_full_grid(&blocks, kernel, MULTI_THREADS, 0));
    do {
        int64_t last = run->most;
        if (has_levels) {
            GRAPH_TRY(add_planes(call, run));
            int64_t fitting = ((int64_t)1 << run->planes) - 1;
            last = fitting < last ? fitting : last;
        }
        a->last_depth = (int)(last < INT32_MAX ? last : INT32_MAX);
        if (control.depth == 0 && run->most > 0)
            GRAPH_TRY(step_first(call, a));
        GRAPH_TRY(zero(call, &a->control->arrivals, sizeof a->control->arrivals));
        GRAPH_TRY(graph__cuda_launch_cooperative(call, kernel, blocks, MULTI_THREADS, 0, a));
        if (!has_levels) /* One launch is enough, and the host need not wait. */
            break;
        GRAPH_TRY(CUDA_READ(call, control, a->control));
    } while (control.last.active > 0 && control.depth < run->most);
    if (r->level != NULL && r->level_type != GRAPH_INT32 && control.last.active > 0 &&
        control.depth == (r->level_type == GRAPH_UINT8 ? UINT8_MAX : UINT16_MAX))
        return too_deep(r);
done:
    return status;
}

/* Levels and sums of the group whose first source is number `first`. */
static graph_status close_group(struct cuda_call *call, struct run *run, int64_t first)
{
    const struct graph_bfs_multi_request *r = run->r;
    const struct bfs_multi_arguments *a = &run->a;
    const int kind = r->level_type == GRAPH_UINT8 ? 0 : r->level_type == GRAPH_UINT16 ? 1 : 2;
    struct bfs_multi_levels_arguments l = levels_from(run, first);
    graph_status status = GRAPH_OK;
    l.seen = a->seen;
    memcpy(l.plane, a->plane, sizeof a->plane);
    l.n = a->n;
    l.words = a->words;
    l.count = a->count;
    l.planes = run->planes;
    if (r->level != NULL)
        GRAPH_TRY(launch_over(call, graph__cuda_bfs_multi_levels[r->is_by_vertex][kind],
                              a->tiles * 32 * a->words, &l));
    GRAPH_TRY(clear_sums(call, &l, a->count));
    if (l.reached != NULL || l.distance_sum != NULL || l.eccentricity != NULL) {
        /* The number of warps must be a multiple of that of words. */
        int64_t blocks = graph__cuda_blocks(a->tiles * 32 * a->words, MULTI_SIMPLE_THREADS);
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_bfs_multi_sums, (blocks + 3) / 4 * 4,
                                     MULTI_SIMPLE_THREADS, 0, &l));
    }
done:
    return status;
}

static graph_status fetch_sums(const struct run *run)
{
    const struct graph_bfs_multi_request *r = run->r;
    const size_t count = (size_t)r->sources;
    graph_status status = GRAPH_OK;
    if (r->reached != NULL)
        GRAPH_TRY(graph__cuda_download(r->reached, run->levels.reached, count * sizeof *r->reached));
    if (r->distance_sum != NULL)
        GRAPH_TRY(
            graph__cuda_download(r->distance_sum, run->levels.distance_sum, count * sizeof *r->distance_sum));
    if (r->eccentricity != NULL)
        GRAPH_TRY(
            graph__cuda_download(r->eccentricity, run->levels.eccentricity, count * sizeof *r->eccentricity));
    GRAPH_TRY(graph__cuda_wait());
done:
    return status;
}

static graph_status search_groups(struct cuda_call *call, struct run *run)
{
    const struct graph_bfs_multi_request *r = run->r;
    graph_status status;
    GRAPH_TRY(open_rows(call, run));
    const int64_t lanes = 32 * run->a.words;
    for (int64_t first = 0; first < r->sources; first += lanes) {
        run->a.count = (int)(r->sources - first < lanes ? r->sources - first : lanes);
        run->a.source = run->source != NULL ? run->source + first : NULL;
        run->a.first_source = r->first_source + first;
        GRAPH_TRY(open_group(call, run));
        GRAPH_TRY(run_levels(call, run));
        GRAPH_TRY(close_group(call, run, first));
        GRAPH_TRY(report(r, first + run->a.count));
    }
done:
    return status;
}

graph_status graph__cuda_bfs_multi(struct graph_bfs_multi_request *r)
{
    struct run run;
    bool is_done;
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(open_run(call, &run, r));
    GRAPH_TRY(search_cluster(call, &run, &is_done));
    if (!is_done)
        GRAPH_TRY(search_groups(call, &run));
    GRAPH_TRY(fetch_sums(&run));
done:
    graph__cuda_end(call);
    return status;
}
