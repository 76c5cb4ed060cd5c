/* Reachability of a graph; see closure_host.h: strong components, the edges between them (closure_edges.cu), and the rows
 * (closure.cu), which are made once more with more room if there was too little. */
#include "cuda/closure/closure_host.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cuda/elementwise/elementwise_steps.h"
#include "cuda/closure/closure_arguments.h"
#include "cuda/paths/paths_host.h"
#include "cuda/runtime/call.h"
#include "cuda/primitives/entries.h"
#include "cuda/primitives/primitives.h"

enum { BLOCK_BYTES = CLOSURE_WORDS * 8 };

_Static_assert((int)CLOSURE_WORDS == (int)GRAPH_BLOCK_WORDS, "kernels and the contract agree on blocks");

static graph_status launch_over(struct cuda_call *call, const void *kernel, int64_t n, const void *arguments)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, CLOSURE_THREADS), CLOSURE_THREADS, 0,
                              arguments);
}

/* The edges between components, with new numbers; sets a->inner and *edges. */
static graph_status condense(struct cuda_call *call, struct closure_edges_arguments *a, int64_t *edges,
                             const struct graph_csr *A)
{
    const int64_t words = (a->components + 31) / 32;
    int64_t *inner_rank;
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a->weight, a->components));
    GRAPH_TRY(CUDA_SCRATCH(call, a->has_loop, words));
    GRAPH_TRY(CUDA_SCRATCH(call, a->is_inner, words));
    GRAPH_TRY(CUDA_SCRATCH(call, inner_rank, words + 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->facts, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a->new_weight, a->components));
    GRAPH_TRY(CUDA_SCRATCH(call, a->from, A->entries));
    GRAPH_TRY(CUDA_SCRATCH(call, a->to, A->entries));
    GRAPH_TRY(graph__cuda_tiles(call, &a->tiles, A->row_start, A->rows, A->entries));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->weight, 0, (size_t)a->components * sizeof *a->weight));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->has_loop, 0, (size_t)words * sizeof *a->has_loop));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->is_inner, 0, (size_t)words * sizeof *a->is_inner));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->facts, 0, sizeof *a->facts));
    GRAPH_TRY(launch_over(call, graph__cuda_closure_weigh, a->vertices, a));
    GRAPH_TRY(graph__cuda_launch(call, graph__cuda_closure_cross, graph__cuda_tile_count(A->entries),
                                 TILE_THREADS, 0, a));
    GRAPH_TRY(graph__cuda_rank_bits(call, inner_rank, a->is_inner, words));
    a->inner_rank = inner_rank;
    GRAPH_TRY(CUDA_READ(call, a->inner, inner_rank + words));
    GRAPH_TRY(CUDA_READ(call, *edges, &a->facts->edges));
    GRAPH_TRY(launch_over(call, graph__cuda_closure_rename, *edges, a));
    GRAPH_TRY(launch_over(call, graph__cuda_closure_number, a->vertices, a));
    GRAPH_TRY(launch_over(call, graph__cuda_closure_summarize, a->components, a));
done:
    return status;
}

/* Makes the rows with the room that there is; *wanted = the number of contents that they need. */
static graph_status try_rows(struct cuda_call *call, struct closure_rows_arguments *a, uint64_t *wanted,
                             uint64_t most_bytes)
{
    const size_t heavy_bytes = (size_t)a->table_columns * CLOSURE_BITS / 8;
    struct closure_result result;
    int64_t blocks;
    graph_status status;
    GRAPH_TRY(graph__cuda_set_bytes(call, a->is_heavy, 0, heavy_bytes));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->control, 0, sizeof *a->control));
    GRAPH_TRY(graph__cuda_set_bytes(call, a->result, 0, sizeof *a->result));
    GRAPH_TRY(launch_over(call, graph__cuda_closure_open, a->components * 32, a));
    GRAPH_TRY(CUDA_READ(call, result, a->result));
    double bytes =
        (double)result.blocks * BLOCK_BYTES + (double)result.listed * 8 + (double)a->components * 8;
    if (bytes > (double)most_bytes)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED,
                   "the closure may take %.0f bytes on the GPU; `most_bytes` (--most-memory) is %llu", bytes,
                   (unsigned long long)most_bytes);
    GRAPH_TRY(graph__cuda_full_grid(&blocks, graph__cuda_closure_rows, CLOSURE_THREADS, 0));
    GRAPH_TRY(graph__cuda_launch_cooperative(call, graph__cuda_closure_rows, blocks, CLOSURE_THREADS, 0, a));
    GRAPH_TRY(CUDA_READ(call, *wanted, &a->result->contents));
done:
    return status;
}

/* Allocates memory for `capacity` contents, which the caller releases. */
static graph_status allocate_contents(struct closure_rows_arguments *a, uint64_t capacity)
{
    graph_status status;
    graph__cuda_release(a->bits);
    graph__cuda_release(a->content_weight);
    a->bits = NULL;
    a->content_weight = NULL;
    a->capacity = 0;
    if (capacity > UINT32_MAX - 16)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "the closure takes more than %u blocks of bits", UINT32_MAX - 16);
    GRAPH_TRY(CUDA_NEW(a->bits, capacity * CLOSURE_WORDS));
    GRAPH_TRY(CUDA_NEW(a->content_weight, capacity));
    a->capacity = capacity;
done:
    return status;
}

/* The slab from the table: lists and contents, of exactly the size needed. */
static graph_status fill_slab(struct cuda_call *call, struct graph_closure_slab *slab,
                              struct closure_rows_arguments *a, uint64_t contents)
{
    graph_status status;
    slab->rows = a->inner;
    GRAPH_TRY(CUDA_NEW(slab->start, a->inner + 1));
    a->list_start = slab->start;
    GRAPH_TRY(launch_over(call, graph__cuda_closure_count, a->inner * 32, a));
    GRAPH_TRY(graph__cuda_scan(call, slab->start, a->inner));
    GRAPH_TRY(CUDA_READ(call, slab->listed, slab->start + a->inner));
    GRAPH_TRY(CUDA_NEW(slab->number, slab->listed));
    GRAPH_TRY(CUDA_NEW(slab->content, slab->listed));
    GRAPH_TRY(CUDA_NEW(slab->bits, contents * CLOSURE_WORDS));
    slab->contents = (int64_t)contents;
    a->number = slab->number;
    a->content = slab->content;
    GRAPH_TRY(launch_over(call, graph__cuda_closure_list, a->inner * 32, a));
    GRAPH_TRY(graph__cuda_copy(call, slab->bits, a->bits, contents * BLOCK_BYTES));
done:
    return status;
}

/* The acyclic graph, or its transpose, of edges in any order. */
static graph_status build_dag(struct cuda_call *call, struct graph_csr_arrays *dag,
                              const struct closure_edges_arguments *e, int64_t edges, bool is_reverse)
{
    struct graph_build_request build = {.rows = e->components,
                                        .columns = e->components,
                                        .n = edges,
                                        .row = is_reverse ? e->to : e->from,
                                        .column = is_reverse ? e->from : e->to,
                                        .type = GRAPH_PATTERN,
                                        .duplicate = GRAPH_ANY};
    graph_status status = graph__cuda_build_inside(call, &build);
    *dag = build.C;
    return status;
}

static graph_status make_rows(struct cuda_call *call, struct graph_reachability *reach,
                              const struct closure_edges_arguments *e, int64_t edges, uint64_t most_bytes)
{
    const int64_t blocks = (e->components + CLOSURE_BITS - 1) / CLOSURE_BITS;
    struct closure_rows_arguments a = {.inner = e->inner,
                                       .components = e->components,
                                       .table_columns = (int32_t)((blocks + 31) / 32 * 32),
                                       .weight = e->new_weight};
    struct graph_csr_arrays dag = {0}, reverse = {0};
    uint64_t wanted = 0;
    graph_status status;
    if (e->inner > UINT32_MAX / (a.table_columns / 4 + 1))
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "the GPU leaves the closure of %lld components to the CPU",
                   (long long)e->components);
    GRAPH_TRY(build_dag(call, &dag, e, edges, false));
    GRAPH_TRY(build_dag(call, &reverse, e, edges, true));
    a.start = dag.row_start;
    a.successor = dag.column;
    a.reverse_start = reverse.row_start;
    a.predecessor = reverse.column;
    GRAPH_TRY(CUDA_SCRATCH(call, a.is_heavy, (int64_t)a.table_columns * CLOSURE_BITS / 32));
    GRAPH_TRY(CUDA_SCRATCH(call, a.inner_end, a.inner));
    GRAPH_TRY(CUDA_SCRATCH(call, a.remaining, a.inner));
    for (int k = 0; k < 2; k++) {
        GRAPH_TRY(CUDA_SCRATCH(call, a.queue[k], a.inner));
        GRAPH_TRY(CUDA_SCRATCH(call, a.long_queue[k], 3 * (dag.entries / CLOSURE_LONG) + 1));
    }
    GRAPH_TRY(CUDA_SCRATCH(call, a.control, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.result, 1));
    GRAPH_TRY(CUDA_SCRATCH(call, a.table, a.inner * a.table_columns));
    /* With too little room rows lack contents, so that `wanted` may still be too small. */
    for (uint64_t capacity = (uint64_t)e->inner * CLOSURE_FIRST_CAPACITY;
         a.capacity < wanted || a.bits == NULL; capacity = wanted > 2 * capacity ? wanted : 2 * capacity) {
        GRAPH_TRY(allocate_contents(&a, capacity));
        GRAPH_TRY(try_rows(call, &a, &wanted, most_bytes));
    }
    struct closure_result result;
    GRAPH_TRY(CUDA_READ(call, result, a.result));
    reach->pairs += result.pairs;
    GRAPH_TRY(fill_slab(call, reach->slab, &a, wanted));
done:
    graph__cuda_release(a.bits);
    graph__cuda_release(a.content_weight);
    graph__cuda_csr_release(&dag);
    graph__cuda_csr_release(&reverse);
    return status;
}

static void release(struct graph_reachability *reach)
{
    if (reach->slab != NULL) {
        graph__cuda_release(reach->slab->start);
        graph__cuda_release(reach->slab->number);
        graph__cuda_release(reach->slab->content);
        graph__cuda_release(reach->slab->bits);
    }
    graph__free(reach->slab);
    graph__cuda_release(reach->component);
    graph__cuda_release(reach->is_cyclic);
    *reach = (struct graph_reachability){0};
}

graph_status graph__cuda_closure(struct graph_closure_request *r)
{
    struct graph_components_request components = {
        .A = r->A, .A_transposed = r->A_transposed, .is_strong = true};
    struct closure_edges_arguments a = {
        .column = r->A.column, .vertices = r->A.rows, .is_reflexive = r->is_reflexive};
    struct graph_reachability *reach = &r->reach;
    struct closure_facts facts;
    int32_t *component;
    int64_t edges;
    graph_status status;
    *reach = (struct graph_reachability){.slab_count = 1};
    if (r->A.rows == 0)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "the GPU leaves graphs without vertices to the CPU");
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(GRAPH_NEW_ZEROED(reach->slab, 1));
    GRAPH_TRY(graph__cuda_find_components(call, &component, &components));
    a.component = component;
    a.components = reach->components = components.count;
    reach->slab_blocks = (a.components + CLOSURE_BITS - 1) / CLOSURE_BITS;
    GRAPH_TRY(CUDA_NEW(reach->component, r->A.rows));
    GRAPH_TRY(CUDA_NEW(reach->is_cyclic, a.components));
    a.new_component = reach->component;
    a.is_cyclic = reach->is_cyclic;
    GRAPH_TRY(condense(call, &a, &edges, &r->A));
    GRAPH_TRY(CUDA_READ(call, facts, a.facts));
    reach->largest = facts.largest;
    reach->pairs = facts.pairs;
    GRAPH_TRY(make_rows(call, reach, &a, edges, r->most_bytes));
done:
    if (status < 0)
        release(reach);
    graph__cuda_end(call);
    return status;
}
