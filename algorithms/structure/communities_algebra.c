/* Louvain's and Leiden's methods on the operations: the definition, and a test of the fused form.  With C the matrix
 * (v, community(v)) and O = B without its diagonal, for the vertices of a step:
 *
 *     T = O(step, all) C:  the weights of each towards communities;   gain(v, c) = T(v, c) W - k(v) K(c)
 *
 * after which all of them move, and the neighbours of those that have are active: O any_pair moved.  The graph of groups is
 * G' B G, G the matrix (v, group(v)).  The rules of the choice are those of graph_louvain and graph_leiden.
 * Sources: Blondel et al., J. Stat. Mech. P10008, 2008; Traag, Waltman, van Eck, Scientific Reports 9, 2019. */
#include <string.h>

#include "algorithms/structure/structure.h"
#include "base/mix.h"

__extension__ typedef __int128 wide;

/* The graph of a level, and what is known of its vertices and of its communities. */
struct state {
    int64_t n, total, resolution;
    graph_matrix *B, *O;
    int64_t *degree, *sum; /* of vertices; of communities */
    graph_index *community;
    uint8_t *is_active;
    const graph_descriptor *d;
};

/* The entries of rows towards groups. */
struct tuples {
    graph_index entries, *row, *column;
    int64_t *value;
};

static void tuples_release(struct tuples *t)
{
    graph__free(t->row);
    graph__free(t->column);
    graph__free(t->value);
    *t = (struct tuples){0};
}

static graph_status tuples_of(struct tuples *t, const graph_matrix *X)
{
    graph_status status;
    tuples_release(t);
    GRAPH_TRY(graph_matrix_entries(&t->entries, X));
    GRAPH_TRY(GRAPH_NEW(t->row, t->entries));
    GRAPH_TRY(GRAPH_NEW(t->column, t->entries));
    GRAPH_TRY(GRAPH_NEW(t->value, t->entries));
    GRAPH_TRY(graph_matrix_extract_tuples(t->row, t->column, t->value, GRAPH_INT64, &t->entries, X));
done:
    return status;
}

static void state_release(struct state *s)
{
    graph_matrix_release(&s->B);
    graph_matrix_release(&s->O);
    graph__free(s->degree);
    graph__free(s->sum);
    graph__free(s->community);
    graph__free(s->is_active);
}

static graph_status row_sums(int64_t *sum, const graph_matrix *X, const graph_descriptor *d)
{
    graph_vector *w = NULL;
    graph_index n;
    graph_status status;
    GRAPH_TRY(graph_matrix_rows(&n, X));
    GRAPH_TRY(graph_vector_create(&w, GRAPH_INT64, n));
    GRAPH_TRY(graph_vector_fill(w, graph_int64(0)));
    GRAPH_TRY(graph_reduce_rows(w, NULL, GRAPH_PLUS, GRAPH_PLUS, X, d));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, sum, GRAPH_INT64, &n, w));
done:
    graph_vector_release(&w);
    return status;
}

/* Takes B over, also when it fails. */
static graph_status state_open(struct state *s, graph_matrix *B)
{
    graph_index n;
    graph_status status;
    s->B = B;
    GRAPH_TRY(graph_matrix_rows(&n, B));
    s->n = (int64_t)n;
    GRAPH_TRY(graph_matrix_create(&s->O, GRAPH_INT64, n, n));
    GRAPH_TRY(graph_select(s->O, NULL, GRAPH_NO_OP, GRAPH_OFFDIAGONAL, B, graph_int64(0), s->d));
    GRAPH_TRY(GRAPH_NEW(s->degree, n));
    GRAPH_TRY(GRAPH_NEW(s->sum, n));
    GRAPH_TRY(GRAPH_NEW(s->community, n));
    GRAPH_TRY(GRAPH_NEW(s->is_active, n));
    GRAPH_TRY(row_sums(s->degree, B, s->d));
done:
    return status;
}

/* *C = the n x count matrix of ones at (v, group(v)). */
static graph_status groups_matrix(graph_matrix **C, const graph_index *group, int64_t n, int64_t count)
{
    graph_index *vertex = NULL;
    int64_t *one = NULL;
    graph_status status;
    graph_matrix_release(C);
    GRAPH_TRY(GRAPH_NEW(vertex, n));
    GRAPH_TRY(GRAPH_NEW(one, n));
    for (int64_t v = 0; v < n; v++) {
        vertex[v] = (graph_index)v;
        one[v] = 1;
    }
    GRAPH_TRY(graph_matrix_create(C, GRAPH_INT64, (graph_index)n, (graph_index)count));
    GRAPH_TRY(graph_matrix_build(*C, vertex, group, one, GRAPH_INT64, (graph_index)n, GRAPH_NO_OP));
done:
    graph__free(vertex);
    graph__free(one);
    return status;
}

/* t = the entries of X(list, all) C. */
static graph_status towards(struct tuples *t, const graph_matrix *X, const graph_index *list,
                            graph_index count, const graph_matrix *C, const graph_descriptor *d)
{
    const graph_semiring *plus_times = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_INT64);
    graph_matrix *rows = NULL, *T = NULL;
    graph_index n, groups;
    graph_status status;
    GRAPH_TRY(graph_matrix_columns(&n, X));
    GRAPH_TRY(graph_matrix_columns(&groups, C));
    GRAPH_TRY(graph_matrix_create(&rows, GRAPH_INT64, count, n));
    GRAPH_TRY(graph_matrix_create(&T, GRAPH_INT64, count, groups));
    GRAPH_TRY(graph_extract(rows, NULL, GRAPH_NO_OP, X, list, count, GRAPH_ALL, n, d));
    GRAPH_TRY(graph_mxm(T, NULL, GRAPH_NO_OP, plus_times, rows, C, d));
    GRAPH_TRY(tuples_of(t, T));
done:
    graph_matrix_release(&rows);
    graph_matrix_release(&T);
    return status;
}

/* The vertices of a step, of the active ones where that is asked. */
static graph_index list_step(graph_index *list, const struct state *s, int step, bool active_only)
{
    graph_index count = 0;
    for (int64_t v = 0; v < s->n; v++)
        if (graph__group_of(v, GRAPH_MOVE_STEP_BITS) == step && (s->is_active[v] || !active_only))
            list[count++] = (graph_index)v;
    return count;
}

static wide gain_of(const struct state *s, int64_t w, int64_t k, int64_t K)
{
    return (wide)w * s->total * 65536 - (wide)k * K * s->resolution;
}

static graph_index choose(const struct state *s, graph_index v, const struct tuples *t, graph_index first,
                          graph_index end)
{
    const graph_index present = s->community[v];
    const int64_t k = s->degree[v];
    graph_index best = present;
    int64_t w = 0;
    for (graph_index e = first; e < end; e++)
        if (t->column[e] == present)
            w = t->value[e];
    wide most = gain_of(s, w, k, s->sum[present] - k);
    for (graph_index e = first; e < end; e++) { /* columns ascend: the first of equal gains stays */
        const graph_index c = t->column[e];
        const wide gain = gain_of(s, t->value[e], k, s->sum[c]);
        if (c == present || gain <= most)
            continue;
        most = gain;
        best = c;
    }
    return best;
}

/* Neighbours of the listed vertices are active. */
static graph_status activate(struct state *s, const graph_index *list, graph_index count)
{
    const graph_semiring *any_pair = graph_semiring_builtin(GRAPH_ANY_PAIR, GRAPH_BOOL);
    graph_vector *moved = NULL, *reached = NULL;
    graph_index *index = NULL, entries = (graph_index)s->n;
    graph_status status;
    GRAPH_TRY(graph_vector_create(&moved, GRAPH_BOOL, (graph_index)s->n));
    GRAPH_TRY(graph_vector_create(&reached, GRAPH_BOOL, (graph_index)s->n));
    GRAPH_TRY(GRAPH_NEW(index, s->n));
    GRAPH_TRY(graph_vector_build(moved, list, NULL, GRAPH_PATTERN, count, GRAPH_NO_OP));
    GRAPH_TRY(graph_mxv(reached, NULL, GRAPH_NO_OP, any_pair, s->O, moved, s->d));
    GRAPH_TRY(graph_vector_extract_tuples(index, NULL, GRAPH_PATTERN, &entries, reached));
    for (graph_index k = 0; k < entries; k++)
        s->is_active[index[k]] = 1;
done:
    graph_vector_release(&moved);
    graph_vector_release(&reached);
    graph__free(index);
    return status;
}

/* The active vertices of the step move to where they gain most, or wait for the next round. */
static graph_status move_step(int64_t *moved, int64_t *waiting, struct state *s, int round, int step,
                              graph_index *list, graph_index *target)
{
    graph_matrix *C = NULL;
    struct tuples t = {0};
    graph_index movers = 0;
    const graph_index count = list_step(list, s, step, true);
    graph_status status = GRAPH_OK;
    if (count == 0)
        return GRAPH_OK;
    GRAPH_TRY(groups_matrix(&C, s->community, s->n, s->n));
    GRAPH_TRY(towards(&t, s->O, list, count, C, s->d));
    for (graph_index i = 0, e = 0; i < count; i++) {
        graph_index end = e;
        while (end < t.entries && t.row[end] == i)
            end++;
        target[i] = choose(s, list[i], &t, e, end);
        const graph_index from = s->community[list[i]];
        s->is_active[list[i]] =
            target[i] != from && !graph__may_move(round, (int64_t)from, (int64_t)target[i]);
        *waiting += s->is_active[list[i]];
        target[i] = s->is_active[list[i]] ? from : target[i];
        e = end;
    }
    for (graph_index i = 0; i < count; i++) {
        const graph_index v = list[i], from = s->community[v], to = target[i];
        if (from == to)
            continue;
        s->community[v] = to;
        s->sum[from] -= s->degree[v];
        s->sum[to] += s->degree[v];
        list[movers++] = v;
    }
    *moved += (int64_t)movers;
    if (movers > 0)
        GRAPH_TRY(activate(s, list, movers));
done:
    graph_matrix_release(&C);
    tuples_release(&t);
    return status;
}

static graph_status move_vertices(int64_t *moved, struct state *s, const struct graph_communities_request *r)
{
    graph_index *list = NULL, *target = NULL;
    int64_t listed = 0;
    graph_status status;
    *moved = 0;
    GRAPH_TRY(GRAPH_NEW(list, s->n));
    GRAPH_TRY(GRAPH_NEW(target, s->n));
    memset(s->sum, 0, (size_t)s->n * sizeof *s->sum);
    memset(s->is_active, 1, (size_t)s->n);
    for (int64_t v = 0; v < s->n; v++)
        s->sum[s->community[v]] += s->degree[v];
    for (int step = 0; step < GRAPH_MOVE_STEPS; step++)
        listed += (int64_t)list_step(list, s, step, false);
    const struct graph_move_limits limits = graph__move_limits(listed);
    for (int round = 0; round < limits.rounds; round++) {
        int64_t here = 0, waiting = 0;
        GRAPH_TRY(graph__tell(r->progress, r->context, -1));
        for (int step = 0; step < GRAPH_MOVE_STEPS; step++)
            GRAPH_TRY(move_step(&here, &waiting, s, round, step, list, target));
        *moved += here;
        if (here + waiting == 0 || here < limits.least)
            break;
    }
done:
    graph__free(list);
    graph__free(target);
    return status;
}

/* *I = the entries of O within communities. */
static graph_status inside_communities(graph_matrix **I, const struct state *s)
{
    struct tuples t = {0};
    graph_index count = 0;
    graph_status status;
    GRAPH_TRY(tuples_of(&t, s->O));
    for (graph_index e = 0; e < t.entries; e++)
        if (s->community[t.row[e]] == s->community[t.column[e]]) {
            t.row[count] = t.row[e];
            t.column[count] = t.column[e];
            t.value[count++] = t.value[e];
        }
    GRAPH_TRY(graph_matrix_create(I, GRAPH_INT64, (graph_index)s->n, (graph_index)s->n));
    GRAPH_TRY(graph_matrix_build(*I, t.row, t.column, t.value, GRAPH_INT64, count, GRAPH_NO_OP));
done:
    tuples_release(&t);
    return status;
}

/* What refinement knows of parts. */
struct parts {
    graph_matrix *I, *P, *between;
    int64_t *within, *outer, *sum, *size;
};

/* P = (v, part(v)); outer = the row sums of P' I P without its diagonal. */
static graph_status weigh_parts(struct parts *x, const graph_index *part, const struct state *s)
{
    const graph_semiring *plus_times = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_INT64);
    const graph_index n = (graph_index)s->n;
    graph_descriptor transposed = *s->d;
    graph_status status;
    transposed.flags = GRAPH_TRANSPOSE_A;
    GRAPH_TRY(groups_matrix(&x->P, part, s->n, s->n));
    graph_matrix_release(&x->between);
    GRAPH_TRY(graph_matrix_create(&x->between, GRAPH_INT64, n, n));
    GRAPH_TRY(graph_mxm(x->between, NULL, GRAPH_NO_OP, plus_times, x->P, x->I, &transposed));
    GRAPH_TRY(graph_mxm(x->between, NULL, GRAPH_NO_OP, plus_times, x->between, x->P, s->d));
    GRAPH_TRY(
        graph_select(x->between, NULL, GRAPH_NO_OP, GRAPH_OFFDIAGONAL, x->between, graph_int64(0), s->d));
    GRAPH_TRY(row_sums(x->outer, x->between, s->d));
    memset(x->sum, 0, (size_t)s->n * sizeof *x->sum);
    memset(x->size, 0, (size_t)s->n * sizeof *x->size);
    for (int64_t v = 0; v < s->n; v++) {
        x->sum[part[v]] += s->degree[v];
        x->size[part[v]]++;
    }
done:
    return status;
}

static bool is_well_connected(const struct state *s, int64_t w, int64_t k, int64_t K)
{
    return gain_of(s, w, k, K - k) >= 0;
}

static graph_index choose_part(const struct state *s, const struct parts *x, graph_index v, int step,
                               const struct tuples *t, graph_index first, graph_index end)
{
    const int64_t all = s->sum[s->community[v]];
    graph_index best = v;
    wide most = 0;
    for (graph_index e = first; e < end; e++) {
        const graph_index p = t->column[e];
        const wide gain = gain_of(s, t->value[e], s->degree[v], x->sum[p]);
        if ((x->size[p] > 1 || graph__group_of((int64_t)p, GRAPH_MOVE_STEP_BITS) != step) &&
            is_well_connected(s, x->outer[p], x->sum[p], all) && gain > most) {
            most = gain;
            best = p;
        }
    }
    return best;
}

static graph_status refine(graph_index *part, const struct state *s)
{
    struct parts x = {0};
    struct tuples t = {0};
    graph_index *list = NULL, *target = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(list, s->n));
    GRAPH_TRY(GRAPH_NEW(target, s->n));
    GRAPH_TRY(GRAPH_NEW(x.within, s->n));
    GRAPH_TRY(GRAPH_NEW(x.outer, s->n));
    GRAPH_TRY(GRAPH_NEW(x.sum, s->n));
    GRAPH_TRY(GRAPH_NEW(x.size, s->n));
    GRAPH_TRY(inside_communities(&x.I, s));
    GRAPH_TRY(row_sums(x.within, x.I, s->d));
    for (int64_t v = 0; v < s->n; v++)
        part[v] = (graph_index)v;
    for (int step = 0; step < GRAPH_MOVE_STEPS; step++) {
        const graph_index count = list_step(list, s, step, false);
        if (count == 0)
            continue;
        GRAPH_TRY(weigh_parts(&x, part, s));
        GRAPH_TRY(towards(&t, x.I, list, count, x.P, s->d));
        for (graph_index i = 0, e = 0; i < count; i++) {
            const graph_index v = list[i];
            graph_index end = e;
            while (end < t.entries && t.row[end] == i)
                end++;
            const bool is_alone = part[v] == v && x.size[v] == 1;
            target[i] = is_alone && is_well_connected(s, x.within[v], s->degree[v], s->sum[s->community[v]])
                            ? choose_part(s, &x, v, step, &t, e, end)
                            : part[v];
            e = end;
        }
        for (graph_index i = 0; i < count; i++)
            part[list[i]] = target[i];
    }
done:
    graph__free(list);
    graph__free(target);
    graph__free(x.within);
    graph__free(x.outer);
    graph__free(x.sum);
    graph__free(x.size);
    graph_matrix_release(&x.I);
    graph_matrix_release(&x.P);
    graph_matrix_release(&x.between);
    tuples_release(&t);
    return status;
}

/* Renumbers names 0 .. n - 1 by their first vertices. */
static graph_status number(int64_t *count, graph_index *name, int64_t n)
{
    int64_t *of_name = NULL;
    graph_status status;
    *count = 0;
    GRAPH_TRY(GRAPH_NEW(of_name, n));
    for (int64_t v = 0; v < n; v++)
        of_name[v] = -1;
    for (int64_t v = 0; v < n; v++) {
        if (of_name[name[v]] < 0)
            of_name[name[v]] = (*count)++;
        name[v] = (graph_index)of_name[name[v]];
    }
done:
    graph__free(of_name);
    return status;
}

/* *next = the level of the groups, in the communities of s. */
static graph_status contract(struct state *next, const struct state *s, const graph_index *group,
                             int64_t count)
{
    const graph_semiring *plus_times = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_INT64);
    const graph_index n = (graph_index)s->n, groups = (graph_index)count;
    graph_descriptor transposed = *s->d;
    graph_matrix *G = NULL, *half = NULL, *B = NULL;
    graph_index *smallest = NULL;
    graph_status status;
    transposed.flags = GRAPH_TRANSPOSE_A;
    *next = (struct state){.total = s->total, .resolution = s->resolution, .d = s->d};
    GRAPH_TRY(groups_matrix(&G, group, s->n, count));
    GRAPH_TRY(graph_matrix_create(&half, GRAPH_INT64, groups, n));
    GRAPH_TRY(graph_matrix_create(&B, GRAPH_INT64, groups, groups));
    GRAPH_TRY(graph_mxm(half, NULL, GRAPH_NO_OP, plus_times, G, s->B, &transposed));
    GRAPH_TRY(graph_mxm(B, NULL, GRAPH_NO_OP, plus_times, half, G, s->d));
    status = state_open(next, B);
    B = NULL;
    if (status < 0)
        goto done;
    GRAPH_TRY(GRAPH_NEW(smallest, n));
    for (int64_t v = s->n - 1; v >= 0; v--)
        smallest[s->community[v]] = group[v];
    for (int64_t v = 0; v < s->n; v++)
        next->community[group[v]] = smallest[s->community[v]];
done:
    graph_matrix_release(&G);
    graph_matrix_release(&half);
    graph_matrix_release(&B);
    graph__free(smallest);
    return status;
}

/* at[v] = the community of v after one iteration from at[v], named by a vertex. */
static graph_status run_levels(int64_t *moved, graph_index *at, struct graph_communities_request *r,
                               const graph_matrix *B, int64_t total, const graph_descriptor *d)
{
    struct state s = {.total = total, .resolution = r->resolution, .d = d}, next = {0};
    graph_matrix *copy = NULL;
    graph_index *group = NULL, n;
    graph_status status;
    *moved = 0;
    GRAPH_TRY(graph_matrix_rows(&n, B));
    GRAPH_TRY(GRAPH_NEW(group, n));
    GRAPH_TRY(graph_matrix_dup(&copy, B));
    GRAPH_TRY(state_open(&s, copy));
    memcpy(s.community, at, n * sizeof *at);
    for (graph_index v = 0; v < n; v++)
        at[v] = v;
    for (bool is_first = true;; is_first = false) {
        int64_t here, groups;
        GRAPH_TRY(move_vertices(&here, &s, r));
        *moved += here;
        r->levels++;
        if (here == 0 && (!is_first || !r->is_leiden))
            break;
        if (r->is_leiden)
            GRAPH_TRY(refine(group, &s));
        else
            memcpy(group, s.community, (size_t)s.n * sizeof *group);
        GRAPH_TRY(number(&groups, group, s.n));
        if (groups == s.n)
            break;
        GRAPH_TRY(contract(&next, &s, group, groups));
        for (graph_index v = 0; v < n; v++)
            at[v] = group[at[v]];
        state_release(&s);
        s = next;
        next = (struct state){0};
    }
    for (graph_index v = 0; v < n; v++)
        at[v] = s.community[at[v]];
done:
    state_release(&s);
    state_release(&next);
    graph__free(group);
    return status;
}

/* Names the connected parts of communities by their smallest vertices: the weak components of what is inside. */
static graph_status separate(graph_index *at, int64_t *count, const graph_matrix *B,
                             const graph_descriptor *d)
{
    const graph_components_options o = {.size = sizeof o, .form = GRAPH_FORM_ALGEBRA, .threads = d->threads};
    struct state s = {.d = d};
    graph_matrix *I = NULL;
    graph_vector *part = NULL;
    graph_index n, parts, *first = NULL;
    int64_t *name = NULL, seen = 0;
    graph_status status;
    GRAPH_TRY(graph_matrix_rows(&n, B));
    s.n = (int64_t)n;
    GRAPH_TRY(GRAPH_NEW(name, n));
    GRAPH_TRY(GRAPH_NEW(first, n));
    s.community = at;
    GRAPH_TRY(graph_matrix_dup(&s.O, B));
    GRAPH_TRY(inside_communities(&I, &s));
    GRAPH_TRY(graph_weak_components(&part, &parts, I, &o));
    GRAPH_TRY(graph_vector_extract_tuples(NULL, name, GRAPH_INT64, &n, part));
    for (graph_index v = 0; v < n; v++) {
        if (name[v] == seen)
            first[seen++] = v;
        at[v] = first[name[v]];
    }
    *count = (int64_t)parts;
done:
    graph_matrix_release(&s.O);
    graph_matrix_release(&I);
    graph_vector_release(&part);
    graph__free(first);
    graph__free(name);
    return status;
}

graph_status graph__communities_algebra(struct graph_communities_request *r, const graph_matrix *B,
                                        const graph_descriptor *d)
{
    graph_matrix *W = NULL;
    graph_index *at = NULL, n;
    graph_scalar total;
    int64_t moved;
    graph_status status;
    GRAPH_TRY(graph_matrix_rows(&n, B));
    GRAPH_TRY(GRAPH_NEW(at, n));
    GRAPH_TRY(graph_matrix_create(&W, GRAPH_INT64, n, n));
    if (B->type == GRAPH_PATTERN)
        GRAPH_TRY(graph_ewise_mult(W, NULL, GRAPH_NO_OP, GRAPH_PAIR, B, B, d));
    else
        GRAPH_TRY(graph_apply(W, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, B, d));
    GRAPH_TRY(graph_reduce(&total, GRAPH_INT64, GRAPH_PLUS, W, d));
    for (graph_index v = 0; v < n; v++)
        at[v] = v;
    r->count = (int64_t)n;
    r->levels = 0;
    for (int i = 0; i < r->iterations && total.value.i > 0; i++) {
        GRAPH_TRY(run_levels(&moved, at, r, W, total.value.i, d));
        GRAPH_TRY(separate(at, &r->count, W, d));
        if (moved == 0)
            break;
    }
    GRAPH_TRY(number(&r->count, at, (int64_t)n));
    for (graph_index v = 0; v < n; v++)
        r->community[v] = (int32_t)at[v];
done:
    graph_matrix_release(&W);
    graph__free(at);
    return status;
}
