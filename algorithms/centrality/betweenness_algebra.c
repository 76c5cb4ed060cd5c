/* Betweenness in the algebra, a row for each source:
 *
 *     F(k, source[k]) = 1;  F<!P, replace> = F plus_first A,  P += F,  S_d = F            until F is empty
 *     from the last level on:  W<S_d> = (1 + D) ./ P;   D<S_(d-1)> = P .* (W plus_first A');   E<A> += (P on S_(d-1))' W
 *
 * and with weights, for each source, T = the entries of A on shortest paths:
 *
 *     p = sum of the powers of T in row s;   g = sum of T^i (1 ./ p), i > 0;   D = p .* g;   E(u, v) = p(u) (1 ./ p + g)(v)
 *
 * Source: Brandes, J. Math. Sociology 25(2), 2001; Kepner and Gilbert, "Graph Algorithms in the Language of Linear Algebra",
 * SIAM 2011, chapter 6. */
#include <math.h>
#include <string.h>

#include "algorithms/centrality/betweenness.h"

enum { BATCH = 64 /* rows of the matrices */ };

/* What both kinds of searches take. */
struct setting {
    const graph_matrix *A; /* a pattern, or with weights */
    const graph_semiring *plus_first, *plus_times;
    graph_descriptor plain, structure,
        replace; /* plain; with a mask by structure; with its complement and replace */
    graph_index n;
};

static struct setting setting_of(const graph_matrix *A, const struct graph_place *place)
{
    struct setting s = {.A = A,
                        .plus_first = graph_semiring_builtin(GRAPH_PLUS_FIRST, GRAPH_FP64),
                        .plus_times = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64),
                        .plain = {.size = sizeof(graph_descriptor),
                                  .backend = place->backend->kind,
                                  .threads = place->threads},
                        .n = (graph_index)A->rows};
    s.structure = s.replace = s.plain;
    s.structure.flags = GRAPH_MASK_STRUCTURE;
    s.replace.flags = GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE;
    return s;
}

/* The levels of a batch: patterns S[0 .. count - 1]. */
struct levels {
    graph_matrix **S;
    int64_t count, room;
};

static graph_status add_level(struct levels *levels, const graph_matrix *F)
{
    graph_status status = GRAPH_OK;
    if (levels->count == levels->room) {
        const int64_t room = 2 * levels->room + 8;
        GRAPH_TRY(GRAPH_RESIZE(levels->S, room));
        levels->room = room;
    }
    levels->S[levels->count] = NULL;
    GRAPH_TRY(graph__pattern_of(&levels->S[levels->count], F));
    levels->count++;
done:
    return status;
}

static void levels_release(struct levels *levels)
{
    for (int64_t d = 0; d < levels->count; d++)
        graph_matrix_release(&levels->S[d]);
    graph__free(levels->S);
}

/* P = numbers of shortest paths, and the levels. */
static graph_status forward(graph_matrix *P, struct levels *levels, graph_matrix *F, const struct setting *s)
{
    graph_index active = 1;
    graph_status status;
    GRAPH_TRY(graph_ewise_add(P, NULL, GRAPH_NO_OP, GRAPH_PLUS, P, F, &s->plain));
    GRAPH_TRY(add_level(levels, F));
    for (;;) {
        GRAPH_TRY(graph_mxm(F, P, GRAPH_NO_OP, s->plus_first, F, s->A, &s->replace));
        GRAPH_TRY(graph_matrix_entries(&active, F));
        if (active == 0)
            break;
        GRAPH_TRY(graph_ewise_add(P, NULL, GRAPH_NO_OP, GRAPH_PLUS, P, F, &s->plain));
        GRAPH_TRY(add_level(levels, F));
    }
done:
    return status;
}

/* D = shares, E += what goes along the edges (NULL: not wanted); D has the entries of P, all 0 at first. */
static graph_status backward(graph_matrix *D, graph_matrix *E, const graph_matrix *P,
                             const struct levels *levels, const struct setting *s)
{
    graph_descriptor restrict_to = s->structure, outer = s->structure;
    graph_matrix *W = NULL, *X = NULL, *U = NULL;
    graph_index rows;
    graph_status status;
    restrict_to.flags |= GRAPH_REPLACE;
    outer.flags |= GRAPH_TRANSPOSE_A;
    GRAPH_TRY(graph_matrix_rows(&rows, P));
    GRAPH_TRY(graph_matrix_create(&W, GRAPH_FP64, rows, s->n));
    GRAPH_TRY(graph_matrix_create(&X, GRAPH_FP64, rows, s->n));
    GRAPH_TRY(graph_matrix_create(&U, GRAPH_FP64, rows, s->n));
    for (int64_t d = levels->count - 1; d > 0; d--) {
        GRAPH_TRY(
            graph_apply_first(W, levels->S[d], GRAPH_NO_OP, GRAPH_PLUS, graph_fp64(1), D, &restrict_to));
        GRAPH_TRY(graph_ewise_mult(W, NULL, GRAPH_NO_OP, GRAPH_DIV, W, P, &s->plain));
        restrict_to.flags |= GRAPH_TRANSPOSE_B;
        GRAPH_TRY(graph_mxm(X, levels->S[d - 1], GRAPH_NO_OP, s->plus_first, W, s->A, &restrict_to));
        restrict_to.flags &= ~GRAPH_TRANSPOSE_B;
        GRAPH_TRY(graph_ewise_mult(X, NULL, GRAPH_NO_OP, GRAPH_TIMES, X, P, &s->plain));
        GRAPH_TRY(graph_ewise_add(D, NULL, GRAPH_NO_OP, GRAPH_PLUS, D, X, &s->plain));
        if (E == NULL)
            continue;
        GRAPH_TRY(graph_apply(U, levels->S[d - 1], GRAPH_NO_OP, GRAPH_IDENTITY, P, &restrict_to));
        GRAPH_TRY(graph_mxm(E, s->A, GRAPH_PLUS, s->plus_times, U, W, &outer));
    }
done:
    graph_matrix_release(&W);
    graph_matrix_release(&X);
    graph_matrix_release(&U);
    return status;
}

/* Adds to `vertex` the entries of D but those at the sources, and to E. */
static graph_status batch(double *vertex, graph_matrix *E, const int64_t *source, int64_t first,
                          int64_t count, const struct setting *s)
{
    struct levels levels = {.S = NULL};
    graph_matrix *F = NULL, *P = NULL, *D = NULL;
    graph_index *row = NULL, *column = NULL, entries;
    double *share = NULL, one[BATCH];
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(row, count));
    GRAPH_TRY(GRAPH_NEW(column, count));
    for (int64_t k = 0; k < count; k++) {
        row[k] = (graph_index)k;
        column[k] = (graph_index)(source != NULL ? source[first + k] : first + k);
        one[k] = 1;
    }
    GRAPH_TRY(graph_matrix_create(&F, GRAPH_FP64, (graph_index)count, s->n));
    GRAPH_TRY(graph_matrix_create(&P, GRAPH_FP64, (graph_index)count, s->n));
    GRAPH_TRY(graph_matrix_create(&D, GRAPH_FP64, (graph_index)count, s->n));
    GRAPH_TRY(graph_matrix_build(F, row, column, one, GRAPH_FP64, (graph_index)count, GRAPH_NO_OP));
    GRAPH_TRY(forward(P, &levels, F, s));
    GRAPH_TRY(graph_apply_second(D, NULL, GRAPH_NO_OP, GRAPH_TIMES, P, graph_fp64(0), &s->plain));
    GRAPH_TRY(backward(D, E, P, &levels, s));
    GRAPH_TRY(graph_select(D, NULL, GRAPH_NO_OP, GRAPH_VALUE_GT, D, graph_fp64(0), &s->plain));
    GRAPH_TRY(graph_matrix_entries(&entries, D));
    graph__free(row);
    graph__free(column);
    row = column = NULL;
    GRAPH_TRY(GRAPH_NEW(row, entries));
    GRAPH_TRY(GRAPH_NEW(column, entries));
    GRAPH_TRY(GRAPH_NEW(share, entries));
    GRAPH_TRY(graph_matrix_extract_tuples(row, column, share, GRAPH_FP64, &entries, D));
    for (graph_index k = 0; vertex != NULL && k < entries; k++) {
        const int64_t of = first + (int64_t)row[k];
        if ((graph_index)(source != NULL ? source[of] : of) != column[k])
            vertex[column[k]] += share[k];
    }
done:
    levels_release(&levels);
    graph_matrix_release(&F);
    graph_matrix_release(&P);
    graph_matrix_release(&D);
    graph__free(row);
    graph__free(column);
    graph__free(share);
    return status;
}

/* *T = the entries of A on shortest paths from a source, by the distances from it. */
static graph_status tight_edges(graph_matrix **T, const graph_vector *distance, const graph_matrix *A)
{
    struct graph_edge_arrays e = {.n = 0};
    graph_index reached, *index = NULL, count = 0;
    double *at = NULL, *value = NULL;
    graph_status status;
    *T = NULL;
    GRAPH_TRY(graph__edge_arrays(&e, A, true));
    GRAPH_TRY(graph_vector_entries(&reached, distance));
    GRAPH_TRY(GRAPH_NEW(index, reached));
    GRAPH_TRY(GRAPH_NEW(value, reached));
    GRAPH_TRY(GRAPH_NEW(at, e.n));
    GRAPH_TRY(graph_vector_extract_tuples(index, value, GRAPH_FP64, &reached, distance));
    for (graph_index v = 0; v < e.n; v++)
        at[v] = INFINITY;
    for (graph_index k = 0; k < reached; k++)
        at[index[k]] = value[k];
    for (graph_index k = 0; k < e.edges; k++) {
        const double from = at[e.from[k]], to = at[e.to[k]];
        if (!(from < to) || from + (e.weight != NULL ? e.weight[k] : 1) != to || isinf(to))
            continue;
        e.from[count] = e.from[k];
        e.to[count++] = e.to[k];
    }
    GRAPH_TRY(graph_matrix_create(T, GRAPH_PATTERN, e.n, e.n));
    GRAPH_TRY(graph_matrix_build(*T, e.from, e.to, NULL, GRAPH_PATTERN, count, GRAPH_NO_OP));
done:
    graph__edge_arrays_free(&e);
    graph__free(index);
    graph__free(at);
    graph__free(value);
    return status;
}

/* sum += x T^i (T^i x if is_column), i > 0, until a power is empty; x is used up. */
static graph_status sum_powers(graph_vector *sum, graph_vector *x, const graph_matrix *T, bool is_column,
                               const struct setting *s)
{
    graph_index entries = 1;
    graph_status status = GRAPH_OK;
    while (entries > 0) {
        if (is_column)
            GRAPH_TRY(graph_mxv(x, NULL, GRAPH_NO_OP, graph_semiring_builtin(GRAPH_PLUS_SECOND, GRAPH_FP64),
                                T, x, &s->plain));
        else
            GRAPH_TRY(graph_vxm(x, NULL, GRAPH_NO_OP, s->plus_first, x, T, &s->plain));
        GRAPH_TRY(graph_vector_ewise_add(sum, NULL, GRAPH_NO_OP, GRAPH_PLUS, sum, x, &s->plain));
        GRAPH_TRY(graph_vector_entries(&entries, x));
    }
done:
    return status;
}

/* E(u, v) += p(u) y(v) at the entries of T. */
static graph_status add_edges(graph_matrix *E, const graph_vector *p, const graph_vector *y,
                              const graph_matrix *T, const struct setting *s)
{
    const graph_index only[] = {0};
    graph_descriptor outer = s->structure;
    graph_matrix *P = NULL, *Y = NULL;
    graph_status status;
    outer.flags |= GRAPH_TRANSPOSE_A;
    GRAPH_TRY(graph_matrix_create(&P, GRAPH_FP64, 1, s->n));
    GRAPH_TRY(graph_matrix_create(&Y, GRAPH_FP64, 1, s->n));
    GRAPH_TRY(graph_assign_row(P, NULL, GRAPH_NO_OP, p, only[0], GRAPH_ALL, s->n, &s->plain));
    GRAPH_TRY(graph_assign_row(Y, NULL, GRAPH_NO_OP, y, only[0], GRAPH_ALL, s->n, &s->plain));
    GRAPH_TRY(graph_mxm(E, T, GRAPH_PLUS, s->plus_times, P, Y, &outer));
done:
    graph_matrix_release(&P);
    graph_matrix_release(&Y);
    return status;
}

static graph_status weighted(double *vertex, graph_matrix *E, graph_index source, const struct setting *s)
{
    const graph_sssp_options search = {.size = sizeof search,
                                       .form = GRAPH_FORM_ALGEBRA,
                                       .type = GRAPH_FP64,
                                       .backend = s->plain.backend,
                                       .threads = s->plain.threads};
    graph_vector *distance = NULL, *p = NULL, *x = NULL, *g = NULL;
    graph_matrix *T = NULL;
    graph_index reached, counted, *index = NULL;
    double *share = NULL;
    graph_status status;
    GRAPH_TRY(graph_sssp(&distance, NULL, s->A, source, &search));
    GRAPH_TRY(tight_edges(&T, distance, s->A));
    GRAPH_TRY(graph_vector_create(&x, GRAPH_FP64, s->n));
    GRAPH_TRY(graph_vector_create(&p, GRAPH_FP64, s->n));
    GRAPH_TRY(graph_vector_create(&g, GRAPH_FP64, s->n));
    GRAPH_TRY(graph_vector_set(x, source, graph_fp64(1)));
    GRAPH_TRY(graph_vector_set(p, source, graph_fp64(1)));
    GRAPH_TRY(sum_powers(p, x, T, false, s));
    GRAPH_TRY(graph_vector_entries(&reached, distance));
    GRAPH_TRY(graph_vector_entries(&counted, p));
    if (counted != reached)
        GRAPH_FAIL(GRAPH_E_DOMAIN, "a weight is lost in the rounding of a distance in fp64");
    GRAPH_TRY(graph_vector_apply(x, NULL, GRAPH_NO_OP, GRAPH_MINV, p, &s->plain));
    GRAPH_TRY(sum_powers(g, x, T, true, s));
    if (E != NULL) {
        GRAPH_TRY(graph_vector_apply(x, NULL, GRAPH_NO_OP, GRAPH_MINV, p, &s->plain));
        GRAPH_TRY(graph_vector_ewise_add(x, NULL, GRAPH_NO_OP, GRAPH_PLUS, x, g, &s->plain));
        GRAPH_TRY(add_edges(E, p, x, T, s));
    }
    GRAPH_TRY(graph_vector_ewise_mult(g, NULL, GRAPH_NO_OP, GRAPH_TIMES, g, p, &s->plain));
    GRAPH_TRY(graph_vector_entries(&reached, g));
    GRAPH_TRY(GRAPH_NEW(index, reached));
    GRAPH_TRY(GRAPH_NEW(share, reached));
    GRAPH_TRY(graph_vector_extract_tuples(index, share, GRAPH_FP64, &reached, g));
    for (graph_index k = 0; vertex != NULL && k < reached; k++)
        if (index[k] != source)
            vertex[index[k]] += share[k];
done:
    graph_vector_release(&distance);
    graph_vector_release(&p);
    graph_vector_release(&x);
    graph_vector_release(&g);
    graph_matrix_release(&T);
    graph__free(index);
    graph__free(share);
    return status;
}

graph_status graph__betweenness_algebra(double *vertex, double *edge, const graph_matrix *A,
                                        const int64_t *source, int64_t sources,
                                        const graph_betweenness_options *o, const struct graph_place *place)
{
    const bool is_weighted = o->is_weighted && A->type != GRAPH_PATTERN;
    const int64_t each = is_weighted ? 1 : BATCH;
    struct setting s = setting_of(A, place);
    graph_matrix *E = NULL, *P = NULL;
    graph_index entries;
    graph_status status;
    GRAPH_TRY(graph__pattern_of(&P, A));
    if (!is_weighted)
        s.A = P;
    if (edge != NULL) { /* zeros at the entries of A */
        GRAPH_TRY(graph_matrix_create(&E, GRAPH_FP64, s.n, s.n));
        GRAPH_TRY(graph_apply(E, NULL, GRAPH_NO_OP, GRAPH_ONE, P, &s.plain));
        GRAPH_TRY(graph_apply_second(E, NULL, GRAPH_NO_OP, GRAPH_TIMES, E, graph_fp64(0), &s.plain));
    }
    for (int64_t first = 0; first < sources; first += each) {
        const int64_t count = sources - first < each ? sources - first : each;
        GRAPH_TRY(is_weighted ? weighted(vertex, E, (graph_index)(source != NULL ? source[first] : first), &s)
                              : batch(vertex, E, source, first, count, &s));
        if (o->progress != NULL && o->progress((double)(first + count) / (double)sources, o->context) != 0)
            GRAPH_FAIL(GRAPH_E_CANCELLED, "cancelled by progress");
    }
    if (edge != NULL) {
        GRAPH_TRY(graph_matrix_entries(&entries, E));
        GRAPH_TRY(graph_matrix_extract_tuples(NULL, NULL, edge, GRAPH_FP64, &entries, E));
    }
done:
    graph_matrix_release(&E);
    graph_matrix_release(&P);
    return status;
}
