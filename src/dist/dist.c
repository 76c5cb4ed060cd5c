/* The distributed matrix: making, copying, asking. */
#include "dist/dist.h"

#include <string.h>

graph_status graph__check_dist(const graph_dist *A, const char *argument)
{
    return A == NULL ? graph__fail(GRAPH_E_NULL, "%s is NULL", argument) : GRAPH_OK;
}

graph_group *graph__dist_group(const graph_dist *A, const graph_dist *B, const graph_dist *C,
                               const graph_dist *D)
{
    const graph_dist *any = A != NULL ? A : B != NULL ? B : C != NULL ? C : D;
    return any != NULL ? any->group : NULL;
}

bool graph__dist_same_cut(const graph_dist *A, const int64_t *first)
{
    return memcmp(A->first, first, ((size_t)A->group->ranks + 1) * sizeof *first) == 0;
}

graph_status graph__dist_view(struct graph_csr *view, const graph_dist *A)
{
    return graph__matrix_view(view, A->mine, graph__cpu());
}

graph_status graph__dist_new(graph_dist **A, graph_group *group, graph_type type, int64_t rows,
                             int64_t columns, const int64_t *first)
{
    graph_dist *made = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(made, 1));
    *made = (graph_dist){.group = group, .type = type, .rows = rows, .columns = columns};
    GRAPH_TRY(GRAPH_NEW(made->first, (size_t)group->ranks + 1));
    if (first != NULL)
        memcpy(made->first, first, ((size_t)group->ranks + 1) * sizeof *first);
done:
    if (status != GRAPH_OK)
        graph_dist_release(&made);
    *A = made;
    return status;
}

void graph__dist_forget(graph_dist *A)
{
    graph_matrix_release(&A->replica);
    graph__free(A->replica_cuts);
    A->replica_cuts = NULL;
    if (A->both_ways != NULL) {
        graph_dist_release(&A->both_ways->transposed);
        graph_dist_release(&A->both_ways->straight);
        graph__free(A->both_ways->unit_start);
        graph__free(A->both_ways);
        A->both_ways = NULL;
    }
}

void graph_dist_release(graph_dist **A)
{
    if (A == NULL || *A == NULL)
        return;
    graph_matrix_release(&(*A)->mine);
    graph__dist_forget(*A);
    graph__free((*A)->first);
    graph__free(*A);
    *A = NULL;
}

void graph__dist_commit(graph_dist *C, graph_matrix **mine, int64_t **first)
{
    graph_matrix_release(&C->mine);
    graph__dist_forget(C);
    C->symmetry = GRAPH_SYMMETRY_UNKNOWN;
    C->mine = *mine;
    *mine = NULL;
    if (first != NULL && *first != NULL) {
        graph__free(C->first);
        C->first = *first;
        *first = NULL;
    }
}

graph_status graph_dist_create(graph_dist **A, graph_group *group, graph_type type, graph_index rows,
                               graph_index columns)
{
    graph_dist *made = NULL;
    graph_status status = GRAPH_OK;
    if (A == NULL || group == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", A == NULL ? "A" : "group");
    *A = NULL;
    GRAPH_TRY(graph__group_enter(group, __func__, graph__check_dimensions(type, rows, columns)));
    status = graph__dist_new(&made, group, type, (int64_t)rows, (int64_t)columns, NULL);
    if (status == GRAPH_OK) {
        graph__equal_cuts(made->first, (int64_t)rows, group->ranks);
        status = graph_matrix_create(&made->mine, type,
                                     (graph_index)(graph__dist_end(made) - graph__dist_first(made)), columns);
    }
    GRAPH_TRY(graph__group_agree(group, status));
    *A = made;
    return GRAPH_OK;
done:
    graph_dist_release(&made);
    return status;
}

/* Sets the cuts of an object from the rows that each rank has, and compares types and columns. */
static graph_status collect_cuts(graph_dist *A, graph_group *group)
{
    int64_t *all = NULL, ours[3] = {A->type, A->columns, A->rows};
    graph_status status = GRAPH_OK, local = GRAPH_OK;
    local = GRAPH_NEW(all, (size_t)group->ranks * 3);
    GRAPH_TRY(graph__group_agree(group, local));
    GRAPH_TRY(graph__group_all_gather_same(group, all, ours, sizeof ours));
    A->first[0] = 0;
    for (int r = 0; r < group->ranks; r++) {
        if (all[3 * r] != all[0])
            GRAPH_FAIL(GRAPH_E_DOMAIN, "rank %d has rows of type %s, rank 0 of type %s", r,
                       graph_type_name((graph_type)all[3 * r]), graph_type_name((graph_type)all[0]));
        if (all[3 * r + 1] != all[1])
            GRAPH_FAIL(GRAPH_E_DIMENSION, "rank %d has rows of %lld columns, rank 0 of %lld", r,
                       (long long)all[3 * r + 1], (long long)all[1]);
        A->first[r + 1] = A->first[r] + all[3 * r + 2];
    }
    A->rows = A->first[group->ranks];
    if (A->rows > GRAPH_LARGEST_DIMENSION)
        GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "the ranks have %lld rows together, more than 2^31 - 1",
                   (long long)A->rows);
done:
    graph__free(all);
    return status;
}

graph_status graph_dist_from_rows(graph_dist **A, graph_group *group, const graph_matrix *mine)
{
    graph_dist *made = NULL;
    graph_status status = GRAPH_OK;
    if (A == NULL || group == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", A == NULL ? "A" : "group");
    *A = NULL;
    GRAPH_TRY(graph__group_enter(group, __func__, graph__check_matrix(mine, "mine")));
    status = graph__dist_new(&made, group, mine->type, mine->rows, mine->columns, NULL);
    if (status == GRAPH_OK)
        status = graph_matrix_dup(&made->mine, mine);
    GRAPH_TRY(graph__group_agree(group, status));
    GRAPH_TRY(collect_cuts(made, group));
    *A = made;
    return GRAPH_OK;
done:
    graph_dist_release(&made);
    return status;
}

graph_status graph_dist_dup(graph_dist **C, const graph_dist *A)
{
    graph_dist *made = NULL;
    graph_status status = GRAPH_OK;
    if (C == NULL || A == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", C == NULL ? "C" : "A");
    *C = NULL;
    GRAPH_TRY(graph__group_enter(A->group, __func__, GRAPH_OK));
    status = graph__dist_new(&made, A->group, A->type, A->rows, A->columns, A->first);
    if (status == GRAPH_OK)
        status = graph_matrix_dup(&made->mine, A->mine);
    GRAPH_TRY(graph__group_agree(A->group, status));
    made->symmetry = A->symmetry;
    *C = made;
    return GRAPH_OK;
done:
    graph_dist_release(&made);
    return status;
}

graph_status graph_dist_rows(const graph_matrix **mine, graph_index *first, const graph_dist *A)
{
    if (A == NULL)
        return graph__fail(GRAPH_E_NULL, "A is NULL");
    if (mine != NULL)
        *mine = A->mine;
    if (first != NULL)
        *first = (graph_index)graph__dist_first(A);
    return GRAPH_OK;
}

graph_status graph_dist_cuts(graph_index *first, const graph_dist *A)
{
    if (first == NULL || A == NULL)
        return graph__fail(GRAPH_E_NULL, "%s is NULL", first == NULL ? "first" : "A");
    for (int r = 0; r <= A->group->ranks; r++)
        first[r] = (graph_index)A->first[r];
    return GRAPH_OK;
}

graph_status graph_dist_get_facts(graph_dist_facts *facts, const graph_dist *A)
{
    graph_index entries = 0;
    graph_status status = GRAPH_OK;
    if (A == NULL)
        return graph__fail(GRAPH_E_NULL, "A is NULL");
    if (facts == NULL)
        status = graph__fail(GRAPH_E_NULL, "facts is NULL");
    else if (facts->size != sizeof *facts)
        status =
            graph__fail(GRAPH_E_INVALID_VALUE, "facts.size is %zu, expected %zu", facts->size, sizeof *facts);
    else
        status = graph_matrix_entries(&entries, A->mine);
    GRAPH_TRY(graph__group_enter(A->group, __func__, status));
    int64_t sum = (int64_t)entries, most = (int64_t)entries;
    GRAPH_TRY(graph__group_all_reduce(A->group, &sum, 1, GRAPH_PLUS));
    GRAPH_TRY(graph__group_all_reduce(A->group, &most, 1, GRAPH_MAX));
    *facts = (graph_dist_facts){.size = sizeof *facts,
                                .type = A->type,
                                .rows = (graph_index)A->rows,
                                .columns = (graph_index)A->columns,
                                .entries = (uint64_t)sum,
                                .most_entries = (uint64_t)most};
done:
    return status;
}
