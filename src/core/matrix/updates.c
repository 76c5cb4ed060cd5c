/* See updates.h.
 *
 * The table grows by doubling and stays at most half full.  A merge sorts the table by the build kernel (the
 * "value" of a position is its slot) and then merges row by row, each row of the result being written by one thread. */
#include "core/matrix/updates.h"

#include <string.h>

#include "base/memory.h"
#include "core/types/scalar.h"

/* The slot of (row, column): the one that holds it, else the free one where it belongs. */
static struct graph_update *find_slot(struct graph_update *table, size_t bytes, int64_t room, int32_t row,
                                      int32_t column)
{
    uint64_t mixed = ((uint64_t)(uint32_t)row << 32 | (uint32_t)column) * 0x9e3779b97f4a7c15u;
    uint64_t k = (mixed ^ mixed >> 32) & (uint64_t)(room - 1);
    struct graph_update *slot = graph__slot_at(table, bytes, k);
    while (slot->is_used && (slot->row != row || slot->column != column)) {
        k = (k + 1) & (uint64_t)(room - 1);
        slot = graph__slot_at(table, bytes, k);
    }
    return slot;
}

struct graph_update *graph__updates_find(const graph_matrix *A, int32_t row, int32_t column)
{
    if (A->update_count == 0)
        return NULL;
    struct graph_update *slot = find_slot(A->updates, graph__slot_bytes(A), A->update_room, row, column);
    return slot->is_used ? slot : NULL;
}

/* Makes room for one more update; nothing changes when memory runs out. */
static graph_status make_room(graph_matrix *A)
{
    struct graph_update *table = NULL;
    int64_t room = A->update_room == 0 ? 16 : 2 * A->update_room;
    graph_status status;
    if (2 * (A->update_count + 1) <= A->update_room)
        return GRAPH_OK;
    const size_t bytes = graph__slot_bytes(A);
    GRAPH_TRY(graph__allocate_zeroed((void **)&table, (size_t)room, bytes));
    for (int64_t k = 0; k < A->update_room; k++) {
        const struct graph_update *old = graph__slot_at(A->updates, bytes, (uint64_t)k);
        if (old->is_used)
            memcpy(find_slot(table, bytes, room, old->row, old->column), old, bytes);
    }
    graph__free(A->updates);
    A->updates = table;
    A->update_room = room;
done:
    return status;
}

graph_status graph__updates_append(graph_matrix *A, int32_t row, int32_t column, const graph_scalar *x)
{
    graph_status status = make_room(A);
    if (status < 0)
        return status;
    struct graph_update *slot = find_slot(A->updates, graph__slot_bytes(A), A->update_room, row, column);
    slot->row = row;
    slot->column = column;
    slot->is_used = true;
    slot->is_removal = x == NULL;
    if (x != NULL)
        graph__scalar_store(slot->value, A->type, *x);
    A->update_count++;
    atomic_store(&A->is_finished, false);
    return GRAPH_OK;
}

void graph__updates_drop(graph_matrix *A)
{
    graph__free(A->updates);
    A->updates = NULL;
    A->update_count = A->update_room = 0;
}

graph_status graph__updates_renumber(graph_matrix *C, const graph_matrix *A, const int32_t *row,
                                     const int32_t *column)
{
    const size_t bytes = graph__slot_bytes(A);
    struct graph_update *table = NULL;
    int64_t n = 0;
    graph_status status;
    GRAPH_TRY(graph__allocate_zeroed((void **)&table, (size_t)A->update_room, bytes));
    for (int64_t k = 0; k < A->update_room; k++) {
        const struct graph_update *old = graph__slot_at(A->updates, bytes, (uint64_t)k);
        if (!old->is_used)
            continue;
        int32_t i = row != NULL ? row[n] : old->row, j = column != NULL ? column[n] : old->column;
        struct graph_update *slot = find_slot(table, bytes, A->update_room, i, j);
        memcpy(slot, old, bytes);
        slot->row = i;
        slot->column = j;
        n++;
    }
    C->updates = table;
    C->update_count = A->update_count;
    C->update_room = A->update_room;
    atomic_store(&C->is_finished, false);
done:
    return status;
}

/* The updates by rows; each "value" is the number of a slot. */
static graph_status sort_updates(struct graph_build_request *request, const graph_matrix *A)
{
    int32_t *row = NULL, *column = NULL;
    uint64_t *slot = NULL;
    int64_t n = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(row, A->update_count));
    GRAPH_TRY(GRAPH_NEW(column, A->update_count));
    GRAPH_TRY(GRAPH_NEW(slot, A->update_count));
    for (int64_t k = 0; k < A->update_room; k++) {
        const struct graph_update *update = graph__slot_at(A->updates, graph__slot_bytes(A), (uint64_t)k);
        if (update->is_used) {
            row[n] = update->row;
            column[n] = update->column;
            slot[n++] = (uint64_t)k;
        }
    }
    *request = (struct graph_build_request){.rows = A->rows,
                                            .columns = A->columns,
                                            .n = n,
                                            .row = row,
                                            .column = column,
                                            .value = slot,
                                            .type = GRAPH_UINT64,
                                            .threads = graph_get_threads()};
    GRAPH_TRY(graph__cpu()->build(request));
done:
    graph__free(row);
    graph__free(column);
    graph__free(slot);
    return status;
}

struct merge {
    struct graph_csr old;
    const struct graph_update *table;
    const int64_t *update_start;
    const int32_t *update_column;
    const uint64_t *update_slot;
    size_t value_bytes, slot_bytes;
    struct graph_csr_arrays merged;
};

/* Merges one row, to position `to` of the result; only counts if the result has no columns yet. */
static int64_t merge_row(const struct merge *merge, int64_t row, int64_t to)
{
    const struct graph_csr *old = &merge->old;
    const size_t bytes = merge->value_bytes;
    int64_t first = to, k = old->row_start[row], end = old->row_start[row + 1];
    for (int64_t u = merge->update_start[row]; u <= merge->update_start[row + 1]; u++) {
        bool is_last = u == merge->update_start[row + 1];
        int64_t run = k;
        while (run < end && (is_last || old->column[run] < merge->update_column[u]))
            run = is_last ? end : run + 1;
        if (merge->merged.column != NULL && run > k) {
            memcpy(merge->merged.column + to, old->column + k, (size_t)(run - k) * sizeof(int32_t));
            if (bytes > 0)
                memcpy((char *)merge->merged.value + (size_t)to * bytes,
                       (const char *)old->value + (size_t)k * bytes, (size_t)(run - k) * bytes);
        }
        to += run - k;
        k = run;
        if (is_last)
            break;
        if (k < end && old->column[k] == merge->update_column[u])
            k++;
        const struct graph_update *update =
            graph__slot_at(merge->table, merge->slot_bytes, merge->update_slot[u]);
        if (update->is_removal)
            continue;
        if (merge->merged.column != NULL) {
            merge->merged.column[to] = update->column;
            if (bytes > 0)
                memcpy((char *)merge->merged.value + (size_t)to * bytes, update->value, bytes);
        }
        to++;
    }
    return to - first;
}

static graph_status merge_rows(struct merge *merge)
{
    struct graph_csr_arrays *merged = &merge->merged;
    const int64_t rows = merge->old.rows;
    const int threads = graph_get_threads();
    int32_t *column = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(merged->row_start, rows + 1));
#pragma omp parallel for num_threads(threads) if (rows > 4096) schedule(dynamic, 4096)
    for (int64_t i = 0; i < rows; i++)
        merged->row_start[i + 1] = merge_row(merge, i, 0);
    merged->row_start[0] = 0;
    for (int64_t i = 0; i < rows; i++)
        merged->row_start[i + 1] += merged->row_start[i];
    merged->entries = merged->row_start[rows];
    GRAPH_TRY(graph__allocate_array(&merged->value, (size_t)merged->entries, merge->value_bytes));
    GRAPH_TRY(GRAPH_NEW(column, merged->entries));
    merged->column = column;
#pragma omp parallel for num_threads(threads) if (rows > 4096) schedule(dynamic, 4096)
    for (int64_t i = 0; i < rows; i++)
        merge_row(merge, i, merged->row_start[i]);
done:
    return status;
}

graph_status graph__updates_merge(graph_matrix *A)
{
    struct graph_build_request sorted = {0};
    struct merge merge = {
        .table = A->updates, .value_bytes = graph_type_size(A->type), .slot_bytes = graph__slot_bytes(A)};
    graph_buffer *buffers[3] = {NULL, NULL, NULL};
    const void *row_start, *column;
    graph_status status;
    GRAPH_TRY(graph__buffer_read(&row_start, A->row_start, graph__cpu()));
    GRAPH_TRY(graph__buffer_read(&column, A->column, graph__cpu()));
    GRAPH_TRY(graph__buffer_read(&merge.old.value, A->value, graph__cpu()));
    merge.old.rows = A->rows;
    merge.old.row_start = row_start;
    merge.old.column = column;
    GRAPH_TRY(sort_updates(&sorted, A));
    merge.update_start = sorted.C.row_start;
    merge.update_column = sorted.C.column;
    merge.update_slot = sorted.C.value;
    GRAPH_TRY(merge_rows(&merge));
    int64_t entries = merge.merged.entries;
    GRAPH_TRY(graph__csr_wrap(buffers, &merge.merged, A->rows, merge.value_bytes, graph__cpu()));
    graph__buffer_release(&A->row_start);
    graph__buffer_release(&A->column);
    graph__buffer_release(&A->value);
    A->row_start = buffers[0];
    A->column = buffers[1];
    A->value = buffers[2];
    A->entries = entries;
    graph__updates_drop(A);
done:
    graph__csr_arrays_release(&merge.merged, graph__cpu());
    graph__csr_arrays_release(&sorted.C, graph__cpu());
    return status;
}
