/* Louvain's and Leiden's methods, level by level; see communities_host.h.  The steps are those of
 * src/cpu/communities/communities.c, and so are the results.
 *
 * All graphs of groups lie in two sets of arrays, used alternately.  The host waits three times for a level: for the size
 * of the tables of long rows, for the number of groups, and for the entries between them. */
#include "base/status.h"
#include "cuda/communities/communities_host.h"
#include "cuda/communities/levels_arguments.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256, BLOCK_ENTRIES = 4096 /* of a level for each block of a cooperative launch */ };

/* Scratch memory that is made anew only where it is too small. */
struct room {
    void *memory;
    size_t bytes;
};

struct level_room {
    struct room start, column, weight, degree, community;
};

struct state {
    struct cuda_call *call;
    struct graph_communities_request *r;
    bool is_wide;
    int64_t total;
    struct level_arguments level;
    struct groups_arguments groups;
    int64_t entries; /* of the level */
    int64_t move_blocks, refine_blocks;
    struct level_room rooms[2];
    struct room tables[5], places;
    int64_t table_slots, table_rows; /* that are empty */
    uint64_t *spare_key;
    void *spare_weight;
    struct level_control *control;
    struct groups_result *result;
    int32_t *community, *names; /* of the vertices of the level at first; the result of an iteration */
    void *degree;               /* of the graph */
    const void *weight;
};

static size_t weight_bytes(const struct state *s) { return s->is_wide ? sizeof(int64_t) : sizeof(int32_t); }

static graph_status need(struct state *s, struct room *room, int64_t count, size_t element_bytes)
{
    const size_t bytes = (size_t)count * element_bytes;
    graph_status status = GRAPH_OK;
    if (room->memory == NULL || bytes > room->bytes) {
        GRAPH_TRY(graph__cuda_scratch(s->call, &room->memory, (size_t)count, element_bytes));
        room->bytes = bytes;
    }
done:
    return status;
}

/* A kernel over n elements. */
static graph_status over(struct state *s, const void *kernel, int64_t n)
{
    return graph__cuda_launch(s->call, kernel, graph__cuda_blocks(n, THREADS), THREADS, 0, &s->groups);
}
#define OVER_LEVEL(kernel, n)                                                                                \
    graph__cuda_launch(s->call, (kernel), graph__cuda_blocks((n), LEVEL_THREADS), LEVEL_THREADS, 0, &s->level)

static graph_status clear(struct state *s, void *there, int byte, int64_t count, size_t element_bytes)
{
    return graph__cuda_set_bytes(s->call, there, byte, (size_t)count * element_bytes);
}

/* ---- The beginning ---- */

/* Both terms of a gain are at most total^2 times the larger factor; as in src/cpu/communities/communities.c. */
static void choose_width(struct state *s)
{
    const int64_t resolution = s->r->resolution;
    const bool is_one = resolution == 65536;
    const double factor = is_one ? 1 : resolution > 65536 ? (double)resolution : 65536;
    s->is_wide = !((double)s->total * (double)s->total * factor < 0x1p62);
    s->level.total = is_one || s->is_wide ? s->total : s->total * 65536;
    s->level.resolution = is_one && !s->is_wide ? 1 : resolution;
}

/* Degrees, the sum of all, and weights of 32 bits if that is enough. */
static graph_status open_weights(struct state *s)
{
    const struct graph_csr *A = &s->r->A;
    struct groups_result result;
    int64_t *degree;
    int32_t *weight;
    graph_status status;
    s->groups = (struct groups_arguments){.n = A->rows,
                                          .entries = A->entries,
                                          .row_start = A->row_start,
                                          .column = A->column,
                                          .weight = A->value,
                                          .result = s->result};
    GRAPH_TRY(CUDA_SCRATCH(s->call, degree, A->rows));
    s->groups.next_degree = s->degree = degree;
    GRAPH_TRY(clear(s, s->result, 0, 1, sizeof *s->result));
    s->total = A->entries;
    if (A->value != NULL) {
        GRAPH_TRY(over(s, graph__cuda_level_degrees[1], 32 * A->rows));
        GRAPH_TRY(CUDA_READ(s->call, result, s->result));
        s->total = (int64_t)result.total;
    }
    choose_width(s);
    if (A->value == NULL || !s->is_wide)
        GRAPH_TRY(over(s, graph__cuda_level_degrees[s->is_wide], 32 * A->rows));
    s->weight = A->value;
    if (A->value != NULL && !s->is_wide) {
        GRAPH_TRY(CUDA_SCRATCH(s->call, weight, A->entries));
        s->groups.next_weight = weight;
        GRAPH_TRY(over(s, graph__cuda_level_narrow, A->entries));
        s->weight = weight;
    }
done:
    return status;
}

static graph_status allocate(struct state *s)
{
    const int64_t n = s->r->A.rows, entries = s->r->A.entries, words = (n > entries ? n : entries) / 32 + 1;
    struct level_arguments *l = &s->level;
    struct groups_arguments *g = &s->groups;
    const size_t bytes = weight_bytes(s);
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(s->call, l->bin, n));
    GRAPH_TRY(CUDA_SCRATCH(s->call, l->list, n));
    GRAPH_TRY(CUDA_SCRATCH(s->call, l->queue[0], n));
    GRAPH_TRY(CUDA_SCRATCH(s->call, l->queue[1], n));
    GRAPH_TRY(CUDA_SCRATCH(s->call, l->target, n));
    GRAPH_TRY(CUDA_SCRATCH(s->call, l->is_active, n / 32 + 1));
    GRAPH_TRY(graph__cuda_scratch(s->call, &l->sum, (size_t)n, bytes));
    if (s->r->is_leiden) {
        GRAPH_TRY(CUDA_SCRATCH(s->call, l->part, n));
        GRAPH_TRY(graph__cuda_scratch(s->call, &l->part_sum, (size_t)n, bytes));
        GRAPH_TRY(CUDA_SCRATCH(s->call, l->size, n));
        GRAPH_TRY(graph__cuda_scratch(s->call, &l->outer, (size_t)n, bytes));
        GRAPH_TRY(graph__cuda_scratch(s->call, &l->within, (size_t)n, bytes));
        GRAPH_TRY(CUDA_SCRATCH(s->call, l->joined, n));
    }
    GRAPH_TRY(CUDA_SCRATCH(s->call, s->community, n));
    GRAPH_TRY(CUDA_SCRATCH(s->call, s->names, n));
    GRAPH_TRY(CUDA_SCRATCH(s->call, g->of, n));
    GRAPH_TRY(CUDA_SCRATCH(s->call, g->first, n));
    GRAPH_TRY(CUDA_SCRATCH(s->call, g->smallest, n));
    GRAPH_TRY(CUDA_SCRATCH(s->call, g->at, n));
    GRAPH_TRY(CUDA_SCRATCH(s->call, g->bits, words));
    GRAPH_TRY(CUDA_SCRATCH(s->call, g->rank, words + 1));
    GRAPH_TRY(CUDA_SCRATCH(s->call, g->key, entries + 1));
    GRAPH_TRY(CUDA_SCRATCH(s->call, s->spare_key, entries + 1));
    GRAPH_TRY(graph__cuda_scratch(s->call, &g->key_weight, (size_t)entries, bytes));
    GRAPH_TRY(graph__cuda_scratch(s->call, &s->spare_weight, (size_t)entries, bytes));
    g->at_count = n;
    l->control = s->control;
    l->most_rounds = GRAPH_MOVE_ROUNDS;
    l->large_rounds = GRAPH_MOVE_LARGE_ROUNDS;
    l->large = GRAPH_MOVE_LARGE;
    l->least_bits = GRAPH_MOVE_LEAST_BITS;
    l->free_begin = GRAPH_MOVE_FREE_BEGIN;
    l->free_end = GRAPH_MOVE_FREE_END;
    GRAPH_TRY(graph__cuda_full_grid(&s->move_blocks, graph__cuda_level_move[s->is_wide], LEVEL_THREADS,
                                    graph__cuda_level_shared_bytes(s->is_wide)));
    GRAPH_TRY(graph__cuda_full_grid(&s->refine_blocks, graph__cuda_level_refine[s->is_wide], LEVEL_THREADS,
                                    graph__cuda_level_shared_bytes(s->is_wide)));
done:
    return status;
}

/* ---- A level ---- */

/* Room for the tables of the long rows of a step, all empty. */
static graph_status open_tables(struct state *s, const struct level_control *control)
{
    struct level_arguments *l = &s->level;
    int64_t slots = 0, rows = 0;
    graph_status status = GRAPH_OK;
    for (int step = 0; step < LEVEL_STEPS; step++) {
        const int64_t more = (int64_t)control->slots[step],
                      those = control->members[step * LEVEL_CLASSES + LEVEL_LONG];
        slots = more > slots ? more : slots;
        rows = those > rows ? those : rows;
    }
    const int64_t chunks = slots / LEVEL_CHUNK + rows;
    if (slots > s->table_slots) {
        GRAPH_TRY(need(s, &s->tables[0], slots, sizeof *l->table_label));
        GRAPH_TRY(need(s, &s->tables[1], slots, weight_bytes(s)));
        GRAPH_TRY(need(s, &s->tables[2], slots, sizeof *l->table_used));
        GRAPH_TRY(clear(s, s->tables[0].memory, 0xff, slots, sizeof *l->table_label));
        GRAPH_TRY(clear(s, s->tables[1].memory, 0, slots, weight_bytes(s)));
        s->table_slots = slots;
    }
    if (rows > s->table_rows) {
        GRAPH_TRY(need(s, &s->tables[3], rows, sizeof *l->tables));
        GRAPH_TRY(clear(s, s->tables[3].memory, 0, rows, sizeof *l->tables));
        s->table_rows = rows;
    }
    if (rows > 0)
        GRAPH_TRY(need(s, &s->tables[4], chunks, graph__cuda_level_gain_bytes(s->is_wide)));
    l->table_label = s->tables[0].memory;
    l->table_weight = s->tables[1].memory;
    l->table_used = s->tables[2].memory;
    l->tables = s->tables[3].memory;
    l->table_best = s->tables[4].memory;
done:
    return status;
}

/* Blocks of a cooperative launch: as many as have work, since fewer wait less for each other. */
static int64_t blocks_of(const struct state *s, int64_t most)
{
    const int64_t wanted = s->entries / BLOCK_ENTRIES + 1;
    return wanted < most ? wanted : most;
}

/* Moves the vertices of the level; *moved = how many moves there were. */
static graph_status move(struct state *s, uint64_t *moved)
{
    struct level_control control;
    struct level_arguments *l = &s->level;
    graph_status status;
    GRAPH_TRY(clear(s, l->control, 0, 1, sizeof *l->control));
    GRAPH_TRY(clear(s, l->sum, 0, l->n, weight_bytes(s)));
    GRAPH_TRY(OVER_LEVEL(graph__cuda_level_bins, l->n));
    GRAPH_TRY(OVER_LEVEL(graph__cuda_level_list, l->n));
    GRAPH_TRY(OVER_LEVEL(graph__cuda_level_sums[s->is_wide], l->n));
    GRAPH_TRY(CUDA_READ(s->call, control, l->control));
    GRAPH_TRY(open_tables(s, &control));
    GRAPH_TRY(graph__cuda_launch_cooperative(s->call, graph__cuda_level_move[s->is_wide],
                                             blocks_of(s, s->move_blocks), LEVEL_THREADS,
                                             graph__cuda_level_shared_bytes(s->is_wide), l));
    GRAPH_TRY(CUDA_READ(s->call, control, l->control));
    *moved = control.moved;
done:
    return status;
}

static graph_status refine(struct state *s)
{
    struct level_arguments *l = &s->level;
    graph_status status;
    GRAPH_TRY(clear(s, &l->control->arrivals, 0, 1, sizeof l->control->arrivals));
    GRAPH_TRY(OVER_LEVEL(graph__cuda_level_parts[s->is_wide], l->n));
    GRAPH_TRY(OVER_LEVEL(graph__cuda_level_weigh[s->is_wide], s->entries + l->n));
    GRAPH_TRY(graph__cuda_launch_cooperative(s->call, graph__cuda_level_refine[s->is_wide],
                                             blocks_of(s, s->refine_blocks), LEVEL_THREADS,
                                             graph__cuda_level_shared_bytes(s->is_wide), l));
done:
    return status;
}

/* groups.of = numbers of groups by first vertices; *count = how many there are. */
static graph_status number(struct state *s, int64_t *count)
{
    struct groups_arguments *g = &s->groups;
    graph_status status;
    GRAPH_TRY(clear(s, g->first, 0xff, g->n, sizeof *g->first));
    GRAPH_TRY(over(s, graph__cuda_groups_first, g->n));
    GRAPH_TRY(over(s, graph__cuda_groups_mark, g->n));
    GRAPH_TRY(graph__cuda_rank_bits(s->call, g->rank, g->bits, (g->n + 31) / 32));
    GRAPH_TRY(over(s, graph__cuda_groups_number, g->n));
    GRAPH_TRY(CUDA_READ(s->call, *count, g->rank + (g->n + 31) / 32));
done:
    return status;
}

static int bits_for(int64_t count)
{
    int bits = 1;
    while (((int64_t)1 << bits) < count)
        bits++;
    return bits;
}

/* The pairs of groups with edges between them, sorted. */
static graph_status sort_pairs(struct state *s)
{
    struct groups_arguments *g = &s->groups;
    struct groups_result result;
    graph_status status;
    g->key_bits = bits_for(g->count);
    g->key_sum = NULL;
    GRAPH_TRY(clear(s, s->result, 0, 1, sizeof *s->result));
    GRAPH_TRY(over(s, graph__cuda_groups_keys[s->is_wide], g->entries / 8 + 1));
    GRAPH_TRY(CUDA_READ(s->call, result, s->result));
    g->keys = (int64_t)result.keys;
    if (g->weight == NULL)
        GRAPH_TRY(graph__cuda_sort_keys_64(s->call, &g->key, &s->spare_key, g->keys, 2 * g->key_bits));
    else if (s->is_wide)
        GRAPH_TRY(graph__cuda_sort_64_64(s->call, &g->key, &s->spare_key, (uint64_t **)&g->key_weight,
                                         (uint64_t **)&s->spare_weight, g->keys, 2 * g->key_bits));
    else
        GRAPH_TRY(graph__cuda_sort_64_32(s->call, &g->key, &s->spare_key, (uint32_t **)&g->key_weight,
                                         (uint32_t **)&s->spare_weight, g->keys, 2 * g->key_bits));
    if (g->weight != NULL && g->keys > 0) {
        g->key_sum = (int64_t *)s->spare_key;
        GRAPH_TRY(over(s, graph__cuda_groups_widen[s->is_wide], g->keys));
        GRAPH_TRY(graph__cuda_scan(s->call, g->key_sum, g->keys));
    }
    g->next_entries = 0;
    if (g->keys > 0) {
        GRAPH_TRY(over(s, graph__cuda_groups_heads, g->keys));
        GRAPH_TRY(graph__cuda_rank_bits(s->call, g->rank, g->bits, (g->keys + 31) / 32));
        GRAPH_TRY(CUDA_READ(s->call, g->next_entries, g->rank + (g->keys + 31) / 32));
    }
done:
    return status;
}

/* The graph of the level that follows, and where its vertices' degrees and communities are. */
static void set_level(struct state *s, const struct graph_csr *graph, void *degree, int32_t *community)
{
    struct level_arguments *l = &s->level;
    struct groups_arguments *g = &s->groups;
    l->n = g->n = graph->rows;
    s->entries = g->entries = graph->entries;
    l->row_start = g->row_start = graph->row_start;
    l->column = g->column = graph->column;
    l->weight = g->weight = graph->value;
    l->degree = degree;
    g->degree = degree;
    l->community = community;
}

/* The graph of groups becomes the level; communities and the vertices of the graph follow. */
static graph_status contract(struct state *s, int number_of_level)
{
    struct groups_arguments *g = &s->groups;
    struct level_arguments *l = &s->level;
    struct level_room *room = &s->rooms[number_of_level % 2];
    graph_status status;
    GRAPH_TRY(need(s, &room->community, g->count, sizeof(int32_t)));
    GRAPH_TRY(need(s, &room->degree, g->count, weight_bytes(s)));
    GRAPH_TRY(need(s, &room->start, g->count + 1, sizeof(int64_t)));
    g->community = l->community;
    g->next_community = room->community.memory;
    g->next_degree = room->degree.memory;
    g->next_start = room->start.memory;
    GRAPH_TRY(clear(s, g->smallest, 0xff, g->n, sizeof *g->smallest));
    GRAPH_TRY(over(s, graph__cuda_groups_carry, g->n));
    GRAPH_TRY(over(s, graph__cuda_groups_follow, g->at_count));
    GRAPH_TRY(clear(s, g->next_degree, 0, g->count, weight_bytes(s)));
    GRAPH_TRY(over(s, graph__cuda_groups_degrees[s->is_wide], g->n));
    GRAPH_TRY(sort_pairs(s));
    GRAPH_TRY(need(s, &s->places, g->next_entries + 1, sizeof(int64_t)));
    GRAPH_TRY(need(s, &room->column, g->next_entries + 1, sizeof(int32_t)));
    GRAPH_TRY(need(s, &room->weight, g->next_entries + 1, weight_bytes(s)));
    g->place = s->places.memory;
    g->next_column = room->column.memory;
    g->next_weight = room->weight.memory;
    GRAPH_TRY(over(s, graph__cuda_groups_places, g->keys + 1));
    GRAPH_TRY(over(s, graph__cuda_groups_rows[s->is_wide],
                   g->next_entries > g->count ? g->next_entries : g->count + 1));
    const struct graph_csr next = {.rows = g->count,
                                   .entries = g->next_entries,
                                   .row_start = g->next_start,
                                   .column = g->next_column,
                                   .value = g->next_weight};
    set_level(s, &next, g->next_degree, g->next_community);
done:
    return status;
}

/* ---- An iteration ---- */

static void open_level(struct state *s)
{
    struct graph_csr A = s->r->A;
    A.value = s->weight;
    set_level(s, &A, s->degree, s->community);
}

/* groups.of = 0 .. n - 1 */
static graph_status name_by_themselves(struct state *s, int32_t *names)
{
    struct groups_arguments *g = &s->groups;
    int32_t *of = g->of;
    g->of = names;
    const graph_status status = over(s, graph__cuda_groups_identity, g->n);
    g->of = of;
    return status;
}

/* From the names of communities to better ones; *moved = how many moves there were. */
static graph_status run_levels(struct state *s, uint64_t *moved)
{
    struct groups_arguments *g = &s->groups;
    struct graph_communities_request *r = s->r;
    graph_status status;
    *moved = 0;
    open_level(s);
    GRAPH_TRY(graph__cuda_copy(s->call, s->community, s->names, (size_t)g->n * sizeof *s->names));
    GRAPH_TRY(name_by_themselves(s, g->at));
    for (int number_of_level = 0;; number_of_level++) {
        uint64_t here;
        if (r->progress != NULL && r->progress(-1, r->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
        GRAPH_TRY(move(s, &here));
        *moved += here;
        r->levels++;
        if (here == 0 && (number_of_level > 0 || !r->is_leiden))
            break;
        if (r->is_leiden)
            GRAPH_TRY(refine(s));
        GRAPH_TRY(graph__cuda_copy(s->call, g->of, r->is_leiden ? s->level.part : s->level.community,
                                   (size_t)g->n * sizeof *g->of));
        GRAPH_TRY(number(s, &g->count));
        if (g->count == g->n)
            break;
        GRAPH_TRY(contract(s, number_of_level));
    }
    /* The names of the level's communities are those of the graph's vertices. */
    int32_t *of = g->of;
    g->of = s->level.community;
    g->n = 0;
    status = over(s, graph__cuda_groups_follow, g->at_count);
    g->of = of;
done:
    return status;
}

/* names = the smallest vertices of the connected parts of communities, which are in groups.at. */
static graph_status separate(struct state *s)
{
    struct groups_arguments *g = &s->groups;
    graph_status status;
    open_level(s);
    GRAPH_TRY(name_by_themselves(s, g->of));
    g->community = g->at;
    g->next_community = s->names;
    GRAPH_TRY(over(s, graph__cuda_groups_join, g->entries / 8 + 1));
    GRAPH_TRY(over(s, graph__cuda_groups_root, g->n));
done:
    return status;
}

/* Numbers of communities and the sums of the modularity, from names. */
static graph_status close(struct state *s)
{
    struct groups_arguments *g = &s->groups;
    struct graph_communities_request *r = s->r;
    struct groups_result result;
    graph_status status;
    GRAPH_TRY(graph__cuda_copy(s->call, g->of, s->names, (size_t)g->n * sizeof *g->of));
    GRAPH_TRY(number(s, &r->count));
    g->community = g->of;
    g->sum = s->level.sum;
    GRAPH_TRY(clear(s, g->sum, 0, g->n, weight_bytes(s)));
    GRAPH_TRY(clear(s, s->result, 0, 1, sizeof *s->result));
    GRAPH_TRY(over(s, graph__cuda_groups_inside[s->is_wide], g->entries / 8 > g->n ? g->entries / 8 : g->n));
    GRAPH_TRY(over(s, graph__cuda_groups_squares[s->is_wide], g->n));
    GRAPH_TRY(CUDA_READ(s->call, result, s->result));
    r->has_sums = true;
    r->inside = (int64_t)result.inside;
    r->total = s->total;
    for (int d = 0; d < 4; d++)
        r->squares[d] = result.squares[d];
    GRAPH_TRY(graph__cuda_download(r->community, g->of, (size_t)g->n * sizeof *g->of));
done:
    return status;
}

graph_status graph__cuda_communities(struct graph_communities_request *r)
{
    struct state s = {.r = r};
    graph_status status;
    r->count = r->A.rows;
    r->levels = 0;
    if (r->A.rows == 0)
        return GRAPH_OK;
    s.call = graph__cuda_begin();
    GRAPH_TRY(CUDA_SCRATCH(s.call, s.control, 1));
    GRAPH_TRY(CUDA_SCRATCH(s.call, s.result, 1));
    GRAPH_TRY(open_weights(&s));
    GRAPH_TRY(allocate(&s));
    open_level(&s);
    GRAPH_TRY(name_by_themselves(&s, s.names));
    for (int i = 0; i < r->iterations && s.total > 0; i++) {
        uint64_t moved;
        GRAPH_TRY(run_levels(&s, &moved));
        GRAPH_TRY(separate(&s));
        if (moved == 0)
            break;
    }
    GRAPH_TRY(close(&s));
done:
    graph__cuda_end(s.call);
    return status;
}
