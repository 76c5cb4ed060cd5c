/* Components on slabs.
 *
 * Weak ones: each rank joins what its edges join; the labels of all ranks, which are spanning forests in effect, are then
 * joined on every rank in the same way.  Strong ones: a vertex without a way in, or without a way out, is a component
 * alone, and goes with its edges until there is none; what remains is brought to every rank. */
#include "dist/algorithms.h"

#include <string.h>

graph_status graph__dist_check_graph(const graph_dist *A, size_t size, size_t expected, graph_form form)
{
    if (A->rows != A->columns)
        return graph__fail(GRAPH_E_DIMENSION, "A is %lld x %lld; a graph is a square matrix",
                           (long long)A->rows, (long long)A->columns);
    if (size != expected)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.size is %zu; expected %zu", size, expected);
    if ((int)form < 0 || form > GRAPH_FORM_FUSED)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.form is %d; expected 0 .. %d", (int)form,
                           (int)GRAPH_FORM_FUSED);
    return GRAPH_OK;
}

graph_status graph__dist_check_vertex(const graph_dist *A, graph_index v, const char *argument)
{
    return v < (graph_index)A->rows ? GRAPH_OK
                                    : graph__fail(GRAPH_E_INVALID_INDEX, "%s is %llu; A has %lld vertices",
                                                  argument, (unsigned long long)v, (long long)A->rows);
}

graph_status graph__number_labels(graph_vector **component, int64_t *count, int32_t *label, int64_t n)
{
    int32_t *number = NULL;
    graph_status status = GRAPH_OK;
    *count = 0;
    GRAPH_TRY(GRAPH_NEW(number, n));
    memset(number, 0xff, (size_t)n * sizeof *number);
    for (int64_t v = 0; v < n; v++) {
        if (number[label[v]] < 0)
            number[label[v]] = (int32_t)(*count)++;
        label[v] = number[label[v]];
    }
    if (component != NULL)
        GRAPH_TRY(
            graph_vector_import_full(component, GRAPH_INT32, (graph_index)n, label, GRAPH_COPY, NULL, NULL));
done:
    graph__free(number);
    return status;
}

graph_status graph__dist_as_square(graph_matrix **P, int64_t **start, const graph_dist *A, bool has_values)
{
    const graph_type type = has_values ? A->type : GRAPH_PATTERN;
    const int64_t n = A->columns, first = graph__dist_first(A);
    struct graph_csr a;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__dist_view(&a, A));
    GRAPH_TRY(GRAPH_NEW(*start, A->rows + 1));
    for (int64_t i = 0; i <= A->rows; i++)
        (*start)[i] = i < first ? 0 : i < first + a.rows ? a.row_start[i - first] : a.entries;
    if (a.entries == 0) {
        GRAPH_TRY(graph_matrix_create(P, type, (graph_index)A->rows, (graph_index)n));
        goto done;
    }
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = GRAPH_CSR,
                           .type = type,
                           .rows = (graph_index)A->rows,
                           .columns = (graph_index)n,
                           .entries = (graph_index)a.entries,
                           .row = *start,
                           .column = (void *)(uintptr_t)a.column,
                           .value = has_values ? (void *)(uintptr_t)a.value : NULL,
                           .start_bits = 64,
                           .index_bits = 32,
                           .ownership = GRAPH_BORROW,
                           .is_trusted = true};
    GRAPH_TRY(graph_matrix_import(P, &arrays));
done:
    return status;
}

/* ---- Weak components ---- */

static int32_t root_of(int32_t *above, int32_t v)
{
    while (above[v] != v) {
        above[v] = above[above[v]];
        v = above[v];
    }
    return v;
}

/* Joins u and v; the smaller root stays. */
static void join(int32_t *above, int32_t u, int32_t v)
{
    u = root_of(above, u);
    v = root_of(above, v);
    if (u < v)
        above[v] = u;
    else
        above[u] = v;
}

/* label[v] = the smallest vertex that this rank's edges join with v. */
static graph_status label_locally(int32_t *label, const graph_dist *A, const graph_components_options *o)
{
    graph_matrix *P = NULL;
    graph_vector *component = NULL;
    struct graph_vector_view view;
    int64_t *start = NULL, n = A->rows;
    int32_t *least = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__dist_as_square(&P, &start, A, false));
    GRAPH_TRY(GRAPH_NEW(least, n));
    GRAPH_TRY(graph_weak_components(&component, NULL, P, o));
    GRAPH_TRY(graph__vector_view(&view, component, graph__cpu()));
    const int32_t *const number = view.value;
    for (int64_t v = n - 1; v >= 0; v--)
        least[number[v]] = (int32_t)v;
    for (int64_t v = 0; v < n; v++)
        label[v] = least[number[v]];
done:
    graph_vector_release(&component);
    graph_matrix_release(&P);
    graph__free(start);
    graph__free(least);
    return status;
}

graph_status graph_dist_weak_components(graph_vector **component, graph_index *count, const graph_dist *A,
                                        const graph_components_options *options)
{
    static const graph_components_options defaults = {.size = sizeof defaults};
    const graph_components_options *o = options != NULL ? options : &defaults;
    int32_t *label = NULL, *above = NULL, *other = NULL;
    graph_vector *made = NULL;
    int64_t found = 0;
    graph_status status = graph__check_dist(A, "A");
    if (component != NULL)
        *component = NULL;
    if (status != GRAPH_OK)
        return status;
    graph_group *const g = A->group;
    const int64_t n = A->rows;
    GRAPH_TRY(graph__group_enter(g, __func__, graph__dist_check_graph(A, o->size, sizeof *o, o->form)));
    status = GRAPH_NEW(label, n);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(above, n);
    if (status == GRAPH_OK)
        status = label_locally(above, A, o);
    GRAPH_TRY(graph__group_agree(g, status));
    /* One rank's labels at a time: above is joined with them. */
    memcpy(label, above, (size_t)n * sizeof *label);
    GRAPH_TRY(graph__group_agree(g, GRAPH_NEW(other, n)));
    for (int r = 0; r < g->ranks; r++) {
        if (r == g->rank)
            memcpy(other, label, (size_t)n * sizeof *other);
        GRAPH_TRY(graph__group_broadcast(g, other, (size_t)n * sizeof *other, r));
        for (int64_t v = 0; v < n; v++)
            if (other[v] != v)
                join(above, (int32_t)v, other[v]);
    }
    for (int64_t v = 0; v < n; v++)
        label[v] = root_of(above, (int32_t)v);
    GRAPH_TRY(
        graph__group_agree(g, graph__number_labels(component != NULL ? &made : NULL, &found, label, n)));
    if (component != NULL)
        *component = made;
    made = NULL;
    if (count != NULL)
        *count = (graph_index)found;
done:
    graph_vector_release(&made);
    graph__free(label);
    graph__free(above);
    graph__free(other);
    return status;
}

/* ---- Strong components ---- */

/* gone[v]: the vertex has no way in or no way out among those that remain.  Collective. */
static graph_status trim(uint8_t *gone, const graph_dist *A, const struct graph_csr *a)
{
    const int64_t n = A->rows, first = graph__dist_first(A);
    int64_t *flags = NULL, before = -1, now = 0;
    graph_status status = GRAPH_OK;
    memset(gone, 0, (size_t)n);
    GRAPH_TRY(graph__group_agree(A->group, GRAPH_NEW(flags, n)));
    while (now > before) {
        memset(flags, 0, (size_t)n * sizeof *flags);
        for (int64_t u = 0; u < a->rows; u++) {
            if (gone[first + u])
                continue;
            for (int64_t e = a->row_start[u]; e < a->row_start[u + 1]; e++) {
                const int32_t v = a->column[e];
                if (gone[v] || v == first + u)
                    continue;
                flags[v] |= 1;
                flags[first + u] |= (int64_t)1 << 32;
            }
        }
        /* Half a word counts the ranks that know a way in, the other those that know a way out. */
        GRAPH_TRY(graph__group_all_reduce(A->group, flags, (size_t)n, GRAPH_PLUS));
        before = now;
        now = 0;
        for (int64_t v = 0; v < n; v++) {
            gone[v] = gone[v] || (flags[v] & 0xffffffff) == 0 || flags[v] >> 32 == 0;
            now += gone[v];
        }
    }
done:
    graph__free(flags);
    return status;
}

/* *P = the edges of this rank's rows between vertices that remain. */
static graph_status keep_rest(graph_dist **P, const graph_dist *A, const struct graph_csr *a,
                              const uint8_t *gone)
{
    const struct graph_backend *const cpu = graph__cpu();
    const int64_t first = graph__dist_first(A);
    struct graph_csr_arrays arrays = {0};
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__dist_new(P, A->group, GRAPH_PATTERN, A->rows, A->columns, A->first));
    GRAPH_TRY(graph_matrix_create(&(*P)->mine, GRAPH_PATTERN, (graph_index)a->rows, (graph_index)A->columns));
    GRAPH_TRY(cpu->allocate((void **)&arrays.row_start, (size_t)a->rows + 1, sizeof *arrays.row_start));
    GRAPH_TRY(cpu->allocate((void **)&arrays.column, (size_t)a->entries, sizeof *arrays.column));
    for (int64_t u = 0; u < a->rows; u++) {
        arrays.row_start[u] = arrays.entries;
        for (int64_t e = a->row_start[u]; !gone[first + u] && e < a->row_start[u + 1]; e++)
            if (!gone[a->column[e]])
                arrays.column[arrays.entries++] = a->column[e];
    }
    arrays.row_start[a->rows] = arrays.entries;
    GRAPH_TRY(graph__matrix_adopt((*P)->mine, &arrays, cpu));
done:
    graph__csr_arrays_release(&arrays, cpu);
    return status;
}

graph_status graph_dist_strong_components(graph_vector **component, graph_index *count, const graph_dist *A,
                                          const graph_components_options *options)
{
    static const graph_components_options defaults = {.size = sizeof defaults};
    const graph_components_options *o = options != NULL ? options : &defaults;
    struct graph_csr a;
    uint8_t *gone = NULL;
    graph_dist *rest = NULL;
    graph_matrix *all = NULL;
    graph_vector *made = NULL;
    graph_index found = 0;
    graph_status status = graph__check_dist(A, "A");
    if (component != NULL)
        *component = NULL;
    if (status != GRAPH_OK)
        return status;
    graph_group *const g = A->group;
    GRAPH_TRY(graph__group_enter(g, __func__, graph__dist_check_graph(A, o->size, sizeof *o, o->form)));
    status = graph__dist_view(&a, A);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(gone, A->rows);
    GRAPH_TRY(graph__group_agree(g, status));
    GRAPH_TRY(trim(gone, A, &a));
    GRAPH_TRY(graph__group_agree(g, keep_rest(&rest, A, &a, gone)));
    GRAPH_TRY(graph__dist_replicate(&all, rest, false, true));
    GRAPH_TRY(graph__group_agree(g, graph_strong_components(&made, &found, all, o)));
    if (component != NULL) {
        *component = made;
        made = NULL;
    }
    if (count != NULL)
        *count = found;
done:
    graph_vector_release(&made);
    graph_matrix_release(&all);
    graph_dist_release(&rest);
    graph__free(gone);
    return status;
}
