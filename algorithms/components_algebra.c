/* Components on the operations alone: the definition, and a test of the fused form.
 *
 * Weak: the smallest number in reach spreads along the edges in both directions until nothing changes.
 * Strong: c(v) = the largest vertex that reaches v, among the vertices that remain.  A root r is a vertex with
 * c(r) = r.  Its component is what reaches r with c = r: from r the label spreads against the edges, and a vertex
 * takes it if it equals its c.  A successor w of u has c(w) >= c(u), so the least label that arrives at u is the one
 * to compare.  Every round finishes the components of all roots.
 *
 * Source: Orzan, "On distributed verification and verified distribution", 2004 (the colouring). */
#include "algorithms/paths.h"
#include "base/progress.h"

/* The vector of the numbers 0 .. n - 1. */
static graph_status identity_labels(graph_vector **v, int64_t n)
{
    int64_t *value = NULL;
    graph_status status;
    *v = NULL;
    GRAPH_TRY(GRAPH_NEW(value, n));
    for (int64_t k = 0; k < n; k++)
        value[k] = k;
    GRAPH_TRY(graph__vector_of_values(v, GRAPH_INT64, n, (void **)&value));
done:
    graph__free(value);
    return status;
}

/* The sum of all values tells whether labels that only grow, or only shrink, have changed. */
static graph_status sum_of(int64_t *sum, const graph_vector *v, const graph_descriptor *d)
{
    graph_scalar x;
    graph_status status = graph_vector_reduce(&x, GRAPH_INT64, GRAPH_PLUS, v, d);
    *sum = x.value.i;
    return status;
}

/* Copies the labels of the entries of v. */
static graph_status copy_labels(int32_t *label, const graph_vector *v, int64_t n)
{
    graph_index *index = NULL, entries = (graph_index)n;
    int64_t *value = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(index, n));
    GRAPH_TRY(GRAPH_NEW(value, n));
    GRAPH_TRY(graph_vector_extract_tuples(index, value, GRAPH_INT64, &entries, v));
    for (graph_index k = 0; k < entries; k++)
        label[index[k]] = (int32_t)value[k];
done:
    graph__free(index);
    graph__free(value);
    return status;
}

graph_status graph__weak_components_algebra(int32_t *label, const graph_matrix *A, const graph_descriptor *d,
                                            struct graph_progress *progress)
{
    const graph_semiring *first = graph_semiring_builtin(GRAPH_MIN_FIRST, GRAPH_INT64);
    const graph_semiring *second = graph_semiring_builtin(GRAPH_MIN_SECOND, GRAPH_INT64);
    graph_vector *c = NULL;
    int64_t before, after;
    graph_status status;
    GRAPH_TRY(identity_labels(&c, A->rows));
    GRAPH_TRY(sum_of(&after, c, d));
    do {
        before = after;
        GRAPH_TRY(graph_vxm(c, NULL, GRAPH_MIN, first, c, A, d));
        GRAPH_TRY(graph_mxv(c, NULL, GRAPH_MIN, second, A, c, d));
        GRAPH_TRY(sum_of(&after, c, d));
        GRAPH_TRY(graph__progress_round(progress));
    } while (after != before);
    GRAPH_TRY(copy_labels(label, c, A->rows));
done:
    graph_vector_release(&c);
    return status;
}

/* b<equal, structure> = v where u = v, with b cleared first. */
static graph_status keep_equal(graph_vector *b, const graph_vector *u, const graph_vector *v,
                               const graph_descriptor *d)
{
    graph_descriptor replace = *d;
    graph_vector *equal = NULL;
    graph_status status;
    graph_index n;
    replace.flags = GRAPH_REPLACE;
    GRAPH_TRY(graph_vector_length(&n, u));
    GRAPH_TRY(graph_vector_create(&equal, GRAPH_INT64, n));
    GRAPH_TRY(graph_vector_ewise_mult(equal, NULL, GRAPH_NO_OP, GRAPH_EQ, u, v, d));
    GRAPH_TRY(graph_vector_apply(b, equal, GRAPH_NO_OP, GRAPH_IDENTITY, v, &replace));
done:
    graph_vector_release(&equal);
    return status;
}

graph_status graph__strong_components_algebra(int32_t *label, const graph_matrix *A,
                                              const graph_descriptor *d, struct graph_progress *progress)
{
    const graph_semiring *times = graph_semiring_builtin(GRAPH_MAX_TIMES, GRAPH_INT64);
    const graph_semiring *second = graph_semiring_builtin(GRAPH_MIN_SECOND, GRAPH_INT64);
    graph_descriptor structure = *d, replace = *d, outside = *d;
    graph_matrix *P = NULL;
    graph_vector *ids = NULL, *live = NULL, *c = NULL, *b = NULL, *t = NULL;
    graph_index remaining, grown;
    int64_t before, after;
    graph_status status;
    structure.flags = GRAPH_MASK_STRUCTURE;
    replace.flags = GRAPH_MASK_STRUCTURE | GRAPH_REPLACE;
    outside.flags = GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE;
    GRAPH_TRY(graph__pattern_of(&P, A));
    GRAPH_TRY(identity_labels(&ids, A->rows));
    GRAPH_TRY(graph_vector_dup(&live, ids));
    GRAPH_TRY(graph_vector_dup(&c, ids));
    GRAPH_TRY(graph_vector_create(&b, GRAPH_INT64, (graph_index)A->rows));
    GRAPH_TRY(graph_vector_create(&t, GRAPH_INT64, (graph_index)A->rows));
    for (remaining = (graph_index)A->rows; remaining > 0;) {
        GRAPH_TRY(graph_vector_apply(c, live, GRAPH_NO_OP, GRAPH_IDENTITY, ids, &replace));
        GRAPH_TRY(sum_of(&after, c, d));
        do {
            before = after;
            GRAPH_TRY(graph_vxm(c, live, GRAPH_MAX, times, c, P, &structure));
            GRAPH_TRY(graph__progress_round(progress));
            GRAPH_TRY(sum_of(&after, c, d));
        } while (after != before);
        GRAPH_TRY(keep_equal(b, ids, c, d));
        GRAPH_TRY(graph_vector_entries(&grown, b));
        graph_index known;
        do { /* Labels of b stay what they are: t repeats them or adds new ones. */
            known = grown;
            GRAPH_TRY(graph_mxv(t, live, GRAPH_NO_OP, second, P, b, &replace));
            GRAPH_TRY(keep_equal(t, t, c, d));
            GRAPH_TRY(graph_vector_ewise_add(b, NULL, GRAPH_NO_OP, GRAPH_FIRST, b, t, d));
            GRAPH_TRY(graph_vector_entries(&grown, b));
        } while (grown != known);
        GRAPH_TRY(copy_labels(label, b, A->rows));
        GRAPH_TRY(graph_vector_apply(live, b, GRAPH_NO_OP, GRAPH_IDENTITY, live, &outside));
        GRAPH_TRY(graph_vector_entries(&remaining, live));
    }
done:
    graph_matrix_release(&P);
    graph_vector_release(&ids);
    graph_vector_release(&live);
    graph_vector_release(&c);
    graph_vector_release(&b);
    graph_vector_release(&t);
    return status;
}
