/* Commands on many ranks: levels and distances. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "distances.h"
#include "progress.h"
#include "ranks_commands.h"

/* What a rank holds of distances at once. */
enum { MOST_BYTES = 1 << 28 };

/* x[k] = the sum over all ranks. */
static graph_status add_over_ranks(uint64_t *x, size_t n, graph_group *group)
{
    uint64_t *sum = calloc(n + 1, sizeof *sum), *part = malloc((n + 1) * sizeof *part);
    graph_status status = graph_group_agree(group, sum == NULL || part == NULL ? GRAPH_E_MEMORY : GRAPH_OK);
    for (int r = 0; r < graph_group_ranks(group) && status == GRAPH_OK; r++) {
        memcpy(part, x, n * sizeof *x);
        status = graph_group_broadcast(group, part, n * sizeof *x, r);
        for (size_t k = 0; k < n; k++)
            sum[k] += part[k];
    }
    if (status == GRAPH_OK)
        memcpy(x, sum, n * sizeof *x);
    free(sum);
    free(part);
    return status;
}

/* The first number after the last one that is not 0. */
static size_t used_of(const uint64_t *count, size_t n)
{
    while (n > 0 && count[n - 1] == 0)
        n--;
    return n;
}

static graph_bfs_multi_options search_options(const struct arguments *arguments)
{
    return (graph_bfs_multi_options){.size = sizeof(graph_bfs_multi_options),
                                     .is_reversed = arguments->is_reverse,
                                     .has_max_depth = arguments->has_depth,
                                     .max_depth = arguments->depth};
}

/* A line for each vertex that is reached: its id, its level, the id of its parent. */
static graph_status write_levels(struct shared *s, const int64_t *level, const graph_vector *parent)
{
    int64_t *before = NULL;
    if (s->table.stream == NULL)
        return GRAPH_OK;
    const graph_status status = values_of(&before, parent, s->vertices);
    for (graph_index v = 0; status == GRAPH_OK && v < s->vertices; v++) {
        if (level[v] < 0)
            continue;
        graph_write_id(&s->table, &s->graph, v);
        fprintf(s->table.stream, "%c%" PRId64 "%c", s->table.separator, level[v], s->table.separator);
        graph_write_id(&s->table, &s->graph, (graph_index)before[v]);
        fputc('\n', s->table.stream);
    }
    graph_free(before);
    return status;
}

static graph_status bfs_of_one(struct shared *s, uint64_t *count)
{
    const graph_bfs_multi_options as = search_options(s->arguments);
    const graph_bfs_options options = {.size = sizeof options,
                                       .is_reversed = as.is_reversed,
                                       .has_max_depth = as.has_max_depth,
                                       .max_depth = as.max_depth};
    graph_vector *level = NULL, *parent = NULL;
    graph_index reached = 0;
    int64_t *at = NULL;
    const double start = clock_seconds();
    graph_status status =
        graph_dist_bfs(&level, s->arguments->per_vertex != NULL ? &parent : NULL, s->D, s->row, &options);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK)
        status = graph_vector_entries(&reached, level);
    if (status == GRAPH_OK)
        status = values_of(&at, level, s->vertices);
    for (graph_index v = 0; status == GRAPH_OK && v < s->vertices; v++)
        if (at[v] >= 0)
            count[at[v]]++;
    if (status == GRAPH_OK)
        status = write_levels(s, at, parent);
    if (status == GRAPH_OK) {
        graph_output_id(&s->output, "source", &s->graph, s->row);
        output_integer(&s->output, "reached", reached);
    }
    graph_free(at);
    graph_vector_release(&level);
    graph_vector_release(&parent);
    return status;
}

/* Searches from some sources, whose levels are counted and forgotten. */
static graph_status search_block(struct shared *s, uint64_t *reached, uint64_t *farthest, graph_index first,
                                 graph_index sources, uint64_t *count)
{
    graph_vector *v[2] = {NULL, NULL};
    graph_bfs_multi_options options = search_options(s->arguments);
    graph_dense level = {.size = sizeof level};
    options.reached = &v[0];
    options.eccentricity = &v[1];
    graph_status status = graph_dist_bfs_multi(&level, NULL, s->D, s->source + first, sources, &options);
    const int32_t *at = level.value;
    for (graph_index k = 0; status == GRAPH_OK && k < level.rows * s->vertices; k++)
        if (at[k] != GRAPH_UNREACHED_INT32)
            count[at[k]]++;
    graph_index n = sources;
    if (status == GRAPH_OK)
        status = graph_vector_extract_tuples(NULL, reached + first, GRAPH_UINT64, &n, v[0]);
    n = sources;
    if (status == GRAPH_OK)
        status = graph_vector_extract_tuples(NULL, farthest + first, GRAPH_UINT64, &n, v[1]);
    graph_free(level.value);
    graph_vector_release(&v[0]);
    graph_vector_release(&v[1]);
    return status;
}

static graph_status bfs_of_many(struct shared *s, uint64_t *count)
{
    enum { BLOCK = 1024 };
    uint64_t *reached = NULL, *farthest = NULL;
    graph_status status = GRAPH_NEW(reached, s->sources);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(farthest, s->sources);
    status = graph_group_agree(s->group, status);
    const double start = clock_seconds();
    for (graph_index first = 0; first < s->sources && status == GRAPH_OK; first += BLOCK)
        status = search_block(s, reached, farthest, first,
                              s->sources - first < BLOCK ? s->sources - first : BLOCK, count);
    status = graph_group_agree(s->group, status);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK)
        status = add_over_ranks(count, s->vertices, s->group);
    if (status == GRAPH_OK)
        status = graph_output_ids(&s->output, "sources", &s->graph, s->source, s->sources);
    if (status == GRAPH_OK) {
        output_integers(&s->output, "reached", reached, s->sources);
        output_integers(&s->output, "eccentricity", farthest, s->sources);
    }
    graph_free(reached);
    graph_free(farthest);
    return status;
}

graph_status ranks_bfs(struct shared *s)
{
    uint64_t *count = NULL; /* vertices at each level */
    graph_status status = graph_group_agree(s->group, GRAPH_NEW_ZEROED(count, s->vertices));
    if (status == GRAPH_OK)
        status = s->source != NULL ? bfs_of_many(s, count) : bfs_of_one(s, count);
    if (status == GRAPH_OK)
        output_integers(&s->output, "levels", count, used_of(count, s->vertices));
    graph_free(count);
    return status;
}

/* The type of distances, as one process chooses it. */
static graph_status open_distances(struct distances *d, const struct shared *s)
{
    const graph_matrix *mine = NULL;
    graph_status status = graph_dist_rows(&mine, NULL, s->D);
    *d = (struct distances){.vertices = s->vertices, .source = s->source};
    return status == GRAPH_OK ? distances_type(&d->type, mine, s->arguments->is_weighted) : status;
}

graph_status ranks_sssp(struct shared *s)
{
    struct distances d;
    graph_vector *distance = NULL;
    graph_status status = open_distances(&d, s);
    const graph_sssp_options options = {.size = sizeof options, .type = d.type};
    const double start = clock_seconds();
    if (status == GRAPH_OK)
        status = s->arguments->is_weighted ? graph_dist_sssp(&distance, NULL, s->D, s->row, &options)
                                           : graph_dist_bfs(&distance, NULL, s->D, s->row, NULL);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK)
        status = distances_add_vector(&d, &s->table, &s->graph, s->row, distance);
    if (status == GRAPH_OK) {
        graph_output_id(&s->output, "source", &s->graph, s->row);
        output_integer(&s->output, "reached", d.pairs + 1);
        output_scalar(&s->output, "max_distance", distances_most(&d));
        output_scalar(&s->output, "sum_distance", distances_sum(&d));
    }
    graph_vector_release(&distance);
    return status;
}

/* ---- All pairs ---- */

/* Numbers of edges need no array. */
static graph_status count_hops(struct distances *d, struct shared *s)
{
    graph_vector *v[3] = {NULL, NULL, NULL};
    const graph_bfs_multi_options options = {
        .size = sizeof options, .reached = &v[0], .eccentricity = &v[1], .distance_sum = &v[2]};
    const graph_index sources = s->source != NULL ? s->sources : s->vertices;
    graph_status status = graph_dist_bfs_multi(NULL, NULL, s->D, s->source, s->sources, &options);
    if (status == GRAPH_OK)
        status = distances_count(d, sources, v[0], v[1], v[2]);
    for (int k = 0; k < 3; k++)
        graph_vector_release(&v[k]);
    return status;
}

/* Adds the distances of a call that this rank has.  first: of the sources of all ranks. */
static graph_status add_distances(struct distances *d, struct shared *s, graph_index first,
                                  const graph_apsp_options *options)
{
    graph_dense distance = {.size = sizeof distance, .type = d->type};
    graph_index ours = 0;
    const graph_status status = graph_dist_apsp(&distance, NULL, &ours, s->D, options);
    if (status == GRAPH_OK)
        distances_add(first + ours, distance.rows, distance.value, NULL, d);
    graph_free(distance.value);
    return status;
}

/* From some sources after the other, so that no rank holds more than MOST_BYTES. */
static graph_status add_by_blocks(struct distances *d, struct shared *s)
{
    const graph_index sources = s->source != NULL ? s->sources : s->vertices,
                      rows = MOST_BYTES / sizeof(double) / (s->vertices + 1),
                      block = (rows > 0 ? rows : 1) * (graph_index)graph_group_ranks(s->group);
    graph_index *source = NULL;
    graph_status status = graph_group_agree(s->group, GRAPH_NEW(source, sources));
    for (graph_index k = 0; status == GRAPH_OK && k < sources; k++)
        source[k] = s->source != NULL ? s->source[k] : k;
    for (graph_index first = 0; status == GRAPH_OK && first < sources; first += block) {
        const graph_apsp_options options = {.size = sizeof options,
                                            .source = source + first,
                                            .sources = sources - first < block ? sources - first : block};
        status = add_distances(d, s, first, &options);
    }
    graph_free(source);
    return status;
}

/* *d = what all ranks have counted. */
static graph_status join_ranks(struct distances *d, graph_group *group)
{
    const struct distances mine = *d;
    graph_status status = GRAPH_OK;
    *d = (struct distances){.type = mine.type, .vertices = mine.vertices};
    for (int r = 0; r < graph_group_ranks(group) && status == GRAPH_OK; r++) {
        struct distances part = mine;
        status = graph_group_broadcast(group, &part, sizeof part, r);
        distances_join(d, &part);
    }
    return status;
}

/* By Floyd-Warshall, whose rows the ranks share, or by a search from each source. */
static graph_status measure(struct distances *d, struct shared *s)
{
    const graph_apsp_options dense = {.size = sizeof dense, .method = GRAPH_APSP_FLOYD_WARSHALL};
    graph_dist_facts facts = {.size = sizeof facts};
    graph_status status = graph_dist_get_facts(&facts, s->D);
    if (status != GRAPH_OK)
        return status;
    status = s->source == NULL && distances_are_dense(s->vertices, facts.entries)
                 ? add_distances(d, s, 0, &dense)
                 : add_by_blocks(d, s);
    return status == GRAPH_OK ? join_ranks(d, s->group) : status;
}

graph_status ranks_apsp(struct shared *s)
{
    struct distances d;
    graph_status status = open_distances(&d, s);
    const double start = clock_seconds();
    if (status == GRAPH_OK)
        status = s->arguments->is_weighted ? measure(&d, s) : count_hops(&d, s);
    s->seconds = clock_seconds() - start;
    if (status == GRAPH_OK) {
        output_integer(&s->output, "reachable_pairs", d.pairs);
        output_scalar(&s->output, "max_distance", distances_most(&d));
        output_scalar(&s->output, "sum_distance", distances_sum(&d));
    }
    return status;
}
