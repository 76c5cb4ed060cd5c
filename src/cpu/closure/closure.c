/* Reachability by condensation: strong components, the acyclic graph of the components, and its rows from the sinks up.
 *
 * Source: Nuutila, "Efficient transitive closure computation in large digraphs", 1995. */
#include "base/memory.h"
#include "base/progress.h"
#include "cpu/closure/closure.h"
#include "cpu/paths/paths.h"

/* Of the whole time, about: when the components are found, and when they are condensed. */
#define COMPONENTS_SHARE 0.1
#define CONDENSED_SHARE  0.2

/* An upper bound of the bytes of the rows: a row whose successors all but one are sinks makes a block for itself and
 * one for each sink at most, any other row all blocks up to that of its number. */
static double most_bytes_of_rows(const struct graph_csr *dag)
{
    double blocks = 0, lists = 0;
    for (int64_t x = 0; x < dag->rows; x++) {
        int64_t inner = 0, degree = dag->row_start[x + 1] - dag->row_start[x],
                most = x / GRAPH_BLOCK_BITS + 1;
        for (int64_t k = dag->row_start[x]; k < dag->row_start[x + 1]; k++)
            inner += dag->column[k] >= 0;
        int64_t made = inner <= 1 && degree - inner + 1 < most ? degree - inner + 1 : most;
        blocks += degree == 0 ? 0 : (double)made;
        lists += degree == 0 ? 0 : inner == 0 ? (double)made : (double)most;
    }
    return blocks * GRAPH_BLOCK_WORDS * 8 + lists * 8 + (double)dag->rows * 8;
}

static graph_status weigh(int64_t **weight, struct graph_reachability *reach, int64_t vertices)
{
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(*weight, reach->components));
    for (int64_t v = 0; v < vertices; v++)
        (*weight)[reach->component[v]]++;
    for (int64_t x = 0; x < reach->components; x++)
        reach->largest = (*weight)[x] > reach->largest ? (*weight)[x] : reach->largest;
done:
    return status;
}

static void count_pairs(struct graph_closure_request *r, const int64_t *weight, const int64_t *row_weight)
{
    struct graph_reachability *reach = &r->reach;
    for (int64_t x = 0; x < reach->components; x++) {
        int64_t each = row_weight[x] - (r->is_reflexive || reach->is_cyclic[x] ? 0 : weight[x]);
        reach->pairs += (uint64_t)weight[x] * (uint64_t)each;
    }
}

graph_status graph__cpu_closure(struct graph_closure_request *r)
{
    struct graph_components_request components = {
        .A = r->A, .is_strong = true, .is_ordered = true, .threads = r->threads, .progress = r->progress};
    struct graph_reachability *reach = &r->reach;
    struct graph_csr_arrays arrays = {0};
    int64_t *weight = NULL, *row_weight = NULL;
    graph_status status;
    *reach = (struct graph_reachability){0};
    GRAPH_TRY(GRAPH_NEW(reach->component, r->A.rows));
    components.component = reach->component;
    graph__progress_part(r->progress, 0, COMPONENTS_SHARE);
    GRAPH_TRY(graph__cpu_components(&components));
    reach->components = components.count;
    GRAPH_TRY(weigh(&weight, reach, r->A.rows));
    GRAPH_TRY(graph__cpu_condense(&arrays, reach, weight, &r->A, r->threads));
    struct graph_csr dag = {.rows = reach->components,
                            .columns = reach->components,
                            .entries = arrays.entries,
                            .row_start = arrays.row_start,
                            .column = arrays.column,
                            .type = GRAPH_PATTERN};
    double bytes = most_bytes_of_rows(&dag);
    if (bytes > (double)r->most_bytes)
        GRAPH_FAIL(GRAPH_E_MEMORY, "the closure may take %.0f bytes; `most_bytes` (--most-memory) is %llu",
                   bytes, (unsigned long long)r->most_bytes);
    GRAPH_TRY(GRAPH_NEW(row_weight, reach->components));
    graph__progress_part(r->progress, CONDENSED_SHARE, 1);
    GRAPH_TRY(graph__cpu_closure_rows(reach, row_weight, &dag, weight, r->threads, r->progress));
    count_pairs(r, weight, row_weight);
done:
    graph__free(weight);
    graph__free(row_weight);
    graph__free(arrays.row_start);
    graph__free(arrays.column);
    if (status < 0) {
        graph__free(reach->component);
        graph__free(reach->is_cyclic);
        *reach = (struct graph_reachability){0};
    }
    return status;
}
