/* Builds a matrix from positions in any order: a stable radix sort of keys (row, column) with their values.  Equal
 * positions are then neighbours in input order, and the first of them gets the fold of all. */
#include "cuda/elementwise/elementwise_host.h"

#include "cuda/elementwise/elementwise_steps.h"

#include "cuda/elementwise/build_arguments.h"
#include "cuda/primitives/entries.h"
#include "cuda/kernels/kernels.h"
#include "cuda/elementwise/partition.h"
#include "cuda/primitives/primitives.h"
#include "cuda/runtime/call.h"

enum { THREADS = 256 };

/* Sorted keys of 4 or 8 bytes and values of 0, 4 or 8 bytes. */
struct sorted {
    void *key, *load;
    int column_bits, bits, is_wide;
    size_t load_bytes;
};

static graph_status launch(struct cuda_call *call, const void *kernel, int64_t n, const void *arguments)
{
    return graph__cuda_launch(call, kernel, graph__cuda_blocks(n, THREADS), THREADS, 0, arguments);
}

static graph_status sort(struct cuda_call *call, struct sorted *s, void *spare_key, void *spare_load,
                         int64_t n)
{
    graph_status status;
    if (s->load_bytes == 0)
        status =
            s->is_wide
                ? graph__cuda_sort_keys_64(call, (uint64_t **)&s->key, (uint64_t **)&spare_key, n, s->bits)
                : graph__cuda_sort_keys_32(call, (uint32_t **)&s->key, (uint32_t **)&spare_key, n, s->bits);
    else if (s->load_bytes == 4)
        status = s->is_wide
                     ? graph__cuda_sort_64_32(call, (uint64_t **)&s->key, (uint64_t **)&spare_key,
                                              (uint32_t **)&s->load, (uint32_t **)&spare_load, n, s->bits)
                     : graph__cuda_sort_32_32(call, (uint32_t **)&s->key, (uint32_t **)&spare_key,
                                              (uint32_t **)&s->load, (uint32_t **)&spare_load, n, s->bits);
    else
        status = s->is_wide
                     ? graph__cuda_sort_64_64(call, (uint64_t **)&s->key, (uint64_t **)&spare_key,
                                              (uint64_t **)&s->load, (uint64_t **)&spare_load, n, s->bits)
                     : graph__cuda_sort_32_64(call, (uint32_t **)&s->key, (uint32_t **)&spare_key,
                                              (uint64_t **)&s->load, (uint64_t **)&spare_load, n, s->bits);
    return status;
}

static graph_status load_and_sort(struct cuda_call *call, struct sorted *s,
                                  const struct graph_build_request *r, size_t value_bytes)
{
    size_t key_bytes;
    void *spare_key = NULL, *spare_load = NULL;
    graph_status status;
    *s = (struct sorted){.column_bits = graph__cuda_bits_of(r->columns),
                         .load_bytes = value_bytes == 0  ? 0
                                       : value_bytes < 8 ? 4
                                                         : 8};
    s->bits = s->column_bits + graph__cuda_bits_of(r->rows);
    s->is_wide = s->bits > 32;
    key_bytes = s->is_wide ? 8 : 4;
    GRAPH_TRY(graph__cuda_scratch(call, &s->key, (size_t)r->n, key_bytes));
    GRAPH_TRY(graph__cuda_scratch(call, &spare_key, (size_t)r->n, key_bytes));
    if (s->load_bytes > 0) {
        GRAPH_TRY(graph__cuda_scratch(call, &s->load, (size_t)r->n, s->load_bytes));
        GRAPH_TRY(graph__cuda_scratch(call, &spare_load, (size_t)r->n, s->load_bytes));
    }
    struct build_load_arguments a = {r->row, r->column, r->value, r->n, s->column_bits, s->key, s->load};
    GRAPH_TRY(
        launch(call, graph__cuda_build_load[s->is_wide][graph__cuda_size_number(value_bytes)], r->n, &a));
    GRAPH_TRY(sort(call, s, spare_key, spare_load, r->n));
done:
    return status;
}

/* Fails with the number of the second entry at the first position that repeats. */
static graph_status refuse(struct cuda_call *call, struct graph_build_request *r, const struct sorted *s,
                           const struct selection *selection)
{
    uint64_t *found, e, key = 0;
    struct build_find_arguments find = {.row = r->row, .column = r->column, .n = r->n, .after = -1};
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, found, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, found, 0xff, sizeof *found));
    struct build_repeat_arguments repeat = {selection->bits, r->n, found};
    GRAPH_TRY(launch(call, graph__cuda_build_repeat, r->n, &repeat));
    GRAPH_TRY(CUDA_READ(call, e, found));
    if (s->is_wide) {
        GRAPH_TRY(CUDA_READ(call, key, (const uint64_t *)s->key + e));
    } else {
        uint32_t narrow;
        GRAPH_TRY(CUDA_READ(call, narrow, (const uint32_t *)s->key + e));
        key = narrow;
    }
    find.i = (int32_t)(key >> s->column_bits);
    find.j = (int32_t)(key & (((uint64_t)1 << s->column_bits) - 1));
    find.found = found;
    for (int time = 0; time < 2; time++) {
        GRAPH_TRY(graph__cuda_set_bytes(call, found, 0xff, sizeof *found));
        GRAPH_TRY(launch(call, graph__cuda_build_find, r->n, &find));
        GRAPH_TRY(CUDA_READ(call, find.after, found));
    }
    r->where = find.after;
    GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "entry %lld repeats the position (%d, %d), and no operator was given",
               (long long)r->where, (int)find.i, (int)find.j);
done:
    return status;
}

static bool takes_first(graph_op op) { return op == GRAPH_FIRST || op == GRAPH_ANY; }

graph_status graph__cuda_build_inside(struct cuda_call *call, struct graph_build_request *r)
{
    size_t value_bytes = r->value != NULL ? graph_type_size(r->type) : 0;
    int size = graph__cuda_size_number(value_bytes);
    struct selection selection = {0};
    struct sorted s;
    const void *kernel;
    graph_status status;
    r->C = (struct graph_csr_arrays){0};
    r->where = -1;
    r->duplicates = 0;
    GRAPH_TRY(load_and_sort(call, &s, r, value_bytes));
    GRAPH_TRY(graph__cuda_selection_open(call, &selection, r->n));
    struct build_mark_arguments mark = {s.key, r->n, selection.bits};
    GRAPH_TRY(launch(call, graph__cuda_build_mark[s.is_wide], r->n, &mark));
    GRAPH_TRY(graph__cuda_selection_rank(call, &selection, r->n));
    GRAPH_TRY(graph__cuda_selection_total(call, &r->C.entries, &selection, r->n, NULL, 0));
    r->duplicates = r->n - r->C.entries;
    if (r->duplicates > 0 && r->duplicate == GRAPH_NO_OP)
        GRAPH_TRY(refuse(call, r, &s, &selection));
    GRAPH_TRY(CUDA_NEW(r->C.row_start, r->rows + 1));
    GRAPH_TRY(CUDA_NEW(r->C.column, r->C.entries));
    if (value_bytes > 0)
        GRAPH_TRY(graph__cuda_allocate(&r->C.value, (size_t)r->C.entries, value_bytes));
    GRAPH_TRY(
        graph__cuda_starts(call, r->C.row_start, s.key, s.is_wide ? 8 : 4, r->n, r->rows, s.column_bits));
    if (r->duplicates > 0) {
        struct entries_starts_arguments starts = {
            .C_start = r->C.row_start, .rows = r->rows, .A_start = r->C.row_start, .selection = selection};
        GRAPH_TRY(launch(call, graph__cuda_entries_starts, r->rows + 1, &starts));
    }
    struct build_unload_arguments unload = {.key = s.key,
                                            .load = s.load,
                                            .n = r->n,
                                            .column_bits = s.column_bits,
                                            .column = r->C.column,
                                            .value = r->C.value};
    if (r->duplicates > 0)
        unload.selection = selection;
    GRAPH_TRY(launch(call, graph__cuda_build_unload[s.is_wide][size], r->n, &unload));
    if (r->duplicates > 0 && value_bytes > 0 && !takes_first(r->duplicate)) {
        struct build_combine_arguments combine = {s.load, r->n, (int32_t)r->duplicate, selection, r->C.value};
        GRAPH_TRY(graph__cuda_type_kernel(&kernel, GRAPH_KERNEL_build_combine, r->type));
        GRAPH_TRY(launch(call, kernel, r->n, &combine));
    }
done:
    if (status < 0)
        graph__cuda_csr_release(&r->C);
    return status;
}

graph_status graph__cuda_build(struct graph_build_request *r)
{
    struct cuda_call *call = graph__cuda_begin();
    graph_status status = graph__cuda_build_inside(call, r);
    graph__cuda_end(call);
    return status;
}
