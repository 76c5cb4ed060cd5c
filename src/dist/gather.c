/* What all ranks have, on one rank or on all; and the reverse for a matrix. */
#include <string.h>

#include "dist/rows.h"

graph_status graph__dist_gather_array(void **all, int64_t *counts, graph_group *g, const void *mine,
                                      int64_t count, size_t element_bytes)
{
    size_t *const bytes = g->counts;
    int64_t sum = 0;
    graph_status status = GRAPH_OK;
    *all = NULL;
    GRAPH_TRY(graph__group_all_gather_same(g, counts, &count, sizeof count));
    for (int r = 0; r < g->ranks; r++) {
        sum += counts[r];
        bytes[r] = (size_t)counts[r] * element_bytes;
    }
    GRAPH_TRY(graph__group_agree(g, graph__allocate_array(all, (size_t)sum, element_bytes)));
    GRAPH_TRY(graph__group_all_gather(g, *all, mine, bytes));
done:
    if (status != GRAPH_OK) {
        graph__free(*all);
        *all = NULL;
    }
    return status;
}

/* ---- Vectors ---- */

/* The sparse arrays of a view on the host; `ours` is what has to be released afterwards. */
static graph_status as_sparse(struct graph_vector_view *sparse, struct graph_vector_arrays *ours,
                              const struct graph_vector_view *view)
{
    graph_status status = GRAPH_OK;
    *sparse = *view;
    if (view->form == GRAPH_SPARSE)
        return GRAPH_OK;
    GRAPH_TRY(graph__vector_as_sparse(ours, view));
    *sparse = (struct graph_vector_view){.length = view->length,
                                         .entries = ours->entries,
                                         .form = GRAPH_SPARSE,
                                         .index = ours->index,
                                         .value = ours->value,
                                         .type = view->type};
done:
    return status;
}

/* Moves entries to a vector: all of them, so that it is full, or those at `index`. */
static graph_status gather_entries(graph_vector *v, graph_group *g, const int64_t *first,
                                   const struct graph_vector_view *mine, bool is_full)
{
    const struct graph_backend *const cpu = graph__cpu();
    const size_t value_bytes = graph_type_size(mine->type);
    struct graph_vector_arrays arrays = {.form = is_full ? GRAPH_FULL : GRAPH_SPARSE};
    size_t *const bytes = g->counts;
    int64_t *counts = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__group_agree(g, GRAPH_NEW(counts, g->ranks)));
    GRAPH_TRY(graph__group_all_gather_same(g, counts, &mine->entries, sizeof mine->entries));
    for (int r = 0; r < g->ranks; r++)
        arrays.entries += counts[r];
    graph_status local = GRAPH_OK;
    if (value_bytes > 0)
        local = cpu->allocate(&arrays.value, (size_t)arrays.entries, value_bytes);
    if (local == GRAPH_OK && !is_full)
        local = cpu->allocate((void **)&arrays.index, (size_t)arrays.entries, sizeof *arrays.index);
    GRAPH_TRY(graph__group_agree(g, local));
    for (int r = 0; r < g->ranks; r++)
        bytes[r] = (size_t)counts[r] * value_bytes;
    if (value_bytes > 0)
        GRAPH_TRY(graph__group_all_gather(g, arrays.value, mine->value, bytes));
    if (!is_full) {
        for (int r = 0; r < g->ranks; r++)
            bytes[r] = (size_t)counts[r] * sizeof *arrays.index;
        GRAPH_TRY(graph__group_all_gather(g, arrays.index, mine->index, bytes));
        for (int64_t r = 0, k = 0; r < g->ranks; r++)
            for (int64_t end = k + counts[r]; k < end; k++)
                arrays.index[k] += (int32_t)first[r];
    }
    GRAPH_TRY(graph__group_agree(g, graph__vector_adopt(v, &arrays, cpu)));
done:
    graph__vector_arrays_release(&arrays, cpu);
    graph__free(counts);
    return status;
}

/* One array of all ranks, from device to device; counts in elements. */
static graph_status gather_linked(graph_group *g, void *to, const void *mine, const int64_t *counts,
                                  size_t element_bytes)
{
    size_t *const to_start = g->counts, *const to_bytes = to_start + g->ranks,
                  *const from_start = to_bytes + g->ranks, *const from_bytes = from_start + g->ranks;
    size_t sum = 0;
    for (int r = 0; r < g->ranks; r++) {
        to_start[r] = sum;
        to_bytes[r] = (size_t)counts[r] * element_bytes;
        from_start[r] = 0;
        from_bytes[r] = (size_t)counts[g->rank] * element_bytes;
        sum += to_bytes[r];
    }
    return graph__group_link_exchange(g, to, to_start, to_bytes, mine, from_start, from_bytes);
}

/* The values of full vectors that lie on the devices. */
static graph_status gather_values_linked(graph_vector *v, graph_group *g, const int64_t *first,
                                         const graph_vector *mine)
{
    const struct graph_backend *const place = g->link_place;
    const size_t value_bytes = graph_type_size(mine->type);
    struct graph_vector_arrays arrays = {.form = GRAPH_FULL, .entries = first[g->ranks]};
    struct graph_vector_view view;
    int64_t *counts = NULL;
    graph_status status = graph__vector_view(&view, mine, place);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(counts, g->ranks);
    if (status == GRAPH_OK)
        status = place->allocate(&arrays.value, (size_t)arrays.entries, value_bytes);
    GRAPH_TRY(graph__group_agree(g, status));
    for (int r = 0; r < g->ranks; r++)
        counts[r] = first[r + 1] - first[r];
    GRAPH_TRY(gather_linked(g, arrays.value, view.value, counts, value_bytes));
    GRAPH_TRY(graph__group_agree(g, graph__vector_adopt(v, &arrays, place)));
done:
    graph__vector_arrays_release(&arrays, place);
    graph__free(counts);
    return status;
}

/* The same on the host. */
static graph_status gather_on_host(graph_vector *v, graph_group *g, const int64_t *first,
                                   const graph_vector *mine, bool is_full)
{
    struct graph_vector_view view, sparse;
    struct graph_vector_arrays ours = {0};
    graph_status status = graph__vector_view(&view, mine, graph__cpu());
    if (status == GRAPH_OK && !is_full)
        status = as_sparse(&sparse, &ours, &view);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(gather_entries(v, g, first, is_full ? &view : &sparse, is_full));
done:
    graph__vector_arrays_release(&ours, graph__cpu());
    return status;
}

graph_status graph__dist_gather_vector(graph_vector **v, graph_group *g, const int64_t *first,
                                       const graph_vector *mine)
{
    graph_vector *made = NULL;
    graph_status status = graph_vector_create(&made, mine->type, (graph_index)first[g->ranks]);
    *v = NULL;
    GRAPH_TRY(graph__group_agree(g, status));
    const bool is_full = mine->form == GRAPH_FULL;
    int64_t is[2] = {is_full,
                     is_full && g->link != NULL && graph__buffer_is_only_at(mine->value, g->link_place)};
    GRAPH_TRY(graph__group_all_reduce(g, is, 2, GRAPH_MIN));
    GRAPH_TRY(is[1] ? gather_values_linked(made, g, first, mine)
                    : gather_on_host(made, g, first, mine, is[0]));
    *v = made;
    made = NULL;
done:
    graph_vector_release(&made);
    return status;
}

/* ---- Matrices ---- */

static void sizes_of(size_t *bytes, const int64_t *count, int ranks, size_t element_bytes)
{
    for (int r = 0; r < ranks; r++)
        bytes[r] = (size_t)count[r] * element_bytes;
}

/* The arrays of all ranks on the host; counts: the rows, then the entries of each rank. */
static graph_status gather_host(struct graph_csr_arrays *arrays, graph_group *g, const struct graph_csr *view,
                                const int64_t *counts, size_t value_bytes)
{
    const int64_t *const rows = counts, *const entries = counts + g->ranks;
    size_t *const bytes = g->counts;
    graph_status status = GRAPH_OK;
    sizes_of(bytes, rows, g->ranks, sizeof *arrays->row_start);
    GRAPH_TRY(graph__group_all_gather(g, arrays->row_start, view->row_start, bytes));
    int64_t k = 0, sum = 0;
    for (int r = 0; r < g->ranks; r++) {
        for (int64_t end = k + rows[r]; k < end; k++)
            arrays->row_start[k] += sum;
        sum += entries[r];
    }
    arrays->row_start[k] = sum;
    sizes_of(bytes, entries, g->ranks, sizeof *arrays->column);
    GRAPH_TRY(graph__group_all_gather(g, arrays->column, view->column, bytes));
    if (value_bytes > 0) {
        sizes_of(bytes, entries, g->ranks, value_bytes);
        GRAPH_TRY(graph__group_all_gather(g, arrays->value, view->value, bytes));
    }
done:
    return status;
}

/* The same on the devices. */
static graph_status gather_device(struct graph_csr_arrays *arrays, graph_group *g,
                                  const struct graph_csr *view, const int64_t *counts, size_t value_bytes)
{
    const struct graph_backend *const place = g->link_place;
    const int64_t *const rows = counts, *const entries = counts + g->ranks;
    graph_status status = GRAPH_OK, local = GRAPH_OK;
    GRAPH_TRY(gather_linked(g, arrays->row_start, view->row_start, rows, sizeof *arrays->row_start));
    int64_t k = 0, sum = 0;
    for (int r = 0; r < g->ranks; r++) {
        int64_t *const part = arrays->row_start + k;
        if (local == GRAPH_OK && sum > 0 && rows[r] > 0)
            local = place->shift(part, part, rows[r], sum);
        k += rows[r];
        sum += entries[r];
    }
    if (local == GRAPH_OK)
        local = place->upload(arrays->row_start + k, &sum, sizeof sum);
    GRAPH_TRY(graph__group_agree(g, local));
    GRAPH_TRY(gather_linked(g, arrays->column, view->column, entries, sizeof *arrays->column));
    if (value_bytes > 0)
        GRAPH_TRY(gather_linked(g, arrays->value, view->value, entries, value_bytes));
done:
    return status;
}

graph_status graph__dist_replicate(graph_matrix **R, const graph_dist *A, bool needs_values, bool on_device)
{
    graph_group *const g = A->group;
    const struct graph_backend *const place = on_device && g->link != NULL ? g->link_place : graph__cpu();
    const size_t value_bytes = needs_values ? graph_type_size(A->type) : 0;
    struct graph_csr_arrays arrays = {0};
    struct graph_csr view;
    int64_t *counts = NULL;
    graph_matrix *made = NULL;
    graph_status status = graph__matrix_view(&view, A->mine, place);
    *R = NULL;
    if (status == GRAPH_OK)
        status = GRAPH_NEW(counts, 2 * (size_t)g->ranks);
    if (status == GRAPH_OK)
        status = graph_matrix_create(&made, needs_values ? A->type : GRAPH_PATTERN, (graph_index)A->rows,
                                     (graph_index)A->columns);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(graph__group_all_gather_same(g, counts + g->ranks, &view.entries, sizeof view.entries));
    for (int r = 0; r < g->ranks; r++) {
        counts[r] = A->first[r + 1] - A->first[r];
        arrays.entries += counts[g->ranks + r];
    }
    status = place->allocate((void **)&arrays.row_start, (size_t)A->rows + 1, sizeof *arrays.row_start);
    if (status == GRAPH_OK)
        status = place->allocate((void **)&arrays.column, (size_t)arrays.entries, sizeof *arrays.column);
    if (status == GRAPH_OK && value_bytes > 0)
        status = place->allocate(&arrays.value, (size_t)arrays.entries, value_bytes);
    GRAPH_TRY(graph__group_agree(g, status));
    if (place == graph__cpu())
        GRAPH_TRY(gather_host(&arrays, g, &view, counts, value_bytes));
    else
        GRAPH_TRY(gather_device(&arrays, g, &view, counts, value_bytes));
    GRAPH_TRY(graph__group_agree(g, graph__matrix_adopt(made, &arrays, place)));
    atomic_store(&made->symmetry, A->symmetry);
    *R = made;
    made = NULL;
done:
    graph__csr_arrays_release(&arrays, place);
    graph_matrix_release(&made);
    graph__free(counts);
    return status;
}

graph_status graph__dist_replica(const graph_matrix **R, const graph_dist *A)
{
    graph_status status = GRAPH_OK;
    /* All ranks have it or none: it is made and dropped in collective calls alone. */
    if (A->replica == NULL)
        status = graph__dist_replicate(&((graph_dist *)(uintptr_t)A)->replica, A, true, true);
    *R = A->replica;
    return status;
}

graph_status graph_dist_gather(graph_matrix **A, const graph_dist *D, int root)
{
    graph_matrix *made = NULL;
    graph_dist *moved = NULL;
    graph_status status = GRAPH_OK;
    if (D == NULL)
        return graph__fail(GRAPH_E_NULL, "D is NULL");
    graph_group *const g = D->group;
    if (A == NULL)
        status = graph__fail(GRAPH_E_NULL, "A is NULL");
    else if (root < -1 || root >= g->ranks)
        status = graph__fail(GRAPH_E_INVALID_VALUE, "root is %d, expected -1 .. %d", root, g->ranks - 1);
    if (A != NULL)
        *A = NULL;
    GRAPH_TRY(graph__group_enter(g, __func__, status));
    if (root < 0) {
        GRAPH_TRY(graph__dist_replicate(&made, D, true, false));
    } else {
        GRAPH_TRY(graph__group_agree(g, graph__dist_new(&moved, g, D->type, D->rows, D->columns, NULL)));
        for (int r = 0; r <= g->ranks; r++)
            moved->first[r] = r <= root ? 0 : D->rows;
        GRAPH_TRY(graph__dist_move(&made, D, moved->first));
        if (g->rank != root)
            graph_matrix_release(&made);
    }
    *A = made;
    made = NULL;
done:
    graph_matrix_release(&made);
    graph_dist_release(&moved);
    return status;
}

graph_status graph_dist_scatter(graph_dist **A, graph_group *g, const graph_matrix *on_root, int root,
                                graph_cut cut)
{
    graph_dist *whole = NULL, *made = NULL;
    graph_status status = GRAPH_OK;
    int64_t shape[3] = {0}, symmetry = GRAPH_SYMMETRY_UNKNOWN;
    if (A == NULL || g == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", A == NULL ? "A" : "group");
    *A = NULL;
    if (root < 0 || root >= g->ranks)
        status = graph__fail(GRAPH_E_INVALID_VALUE, "root is %d, expected 0 .. %d", root, g->ranks - 1);
    else if ((int)cut < GRAPH_CUT_WORK || cut > GRAPH_CUT_ROWS)
        status = graph__fail(GRAPH_E_INVALID_VALUE, "cut is %d, which is no way to cut", (int)cut);
    else if (g->rank == root)
        status = graph__check_matrix(on_root, "on_root");
    GRAPH_TRY(graph__group_enter(g, __func__, status));
    if (g->rank == root)
        memcpy(shape, (int64_t[]){on_root->type, on_root->rows, on_root->columns}, sizeof shape);
    GRAPH_TRY(graph__group_broadcast(g, shape, sizeof shape, root));
    /* First an object whose rows all lie on the root. */
    status = graph__dist_new(&whole, g, (graph_type)shape[0], shape[1], shape[2], NULL);
    if (status == GRAPH_OK)
        status = graph__dist_new(&made, g, (graph_type)shape[0], shape[1], shape[2], NULL);
    if (status == GRAPH_OK)
        status = g->rank == root
                     ? graph_matrix_dup(&whole->mine, on_root)
                     : graph_matrix_create(&whole->mine, whole->type, 0, (graph_index)whole->columns);
    GRAPH_TRY(graph__group_agree(g, status));
    for (int r = 0; r <= g->ranks; r++)
        whole->first[r] = r <= root ? 0 : whole->rows;
    GRAPH_TRY(graph__dist_find_cuts(made->first, whole, cut));
    GRAPH_TRY(graph__dist_move(&made->mine, whole, made->first));
    if (g->rank == root)
        symmetry = atomic_load(&whole->mine->symmetry);
    GRAPH_TRY(graph__group_broadcast(g, &symmetry, sizeof symmetry, root));
    made->symmetry = (int)symmetry;
    *A = made;
    made = NULL;
done:
    graph_dist_release(&whole);
    graph_dist_release(&made);
    return status;
}
