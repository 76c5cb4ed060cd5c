/* A greedy colouring by rank.  In the algebra, p the ranks of the vertices without a colour, C the matrix (v, color(v)):
 *
 *     f = p < S min_second p;   each v of f takes the least column that row v of S any_pair C lacks;   p<!f, replace> = p
 *
 * until p has no entry.  The fused form takes one vertex after the other.
 * Sources: Welsh, Powell, Computer Journal 10(1), 1967; Jones, Plassmann, SIAM J. Sci. Comput. 14(3), 1993. */
#include "algorithms/structure/structure.h"
#include "semigraph/sets.h"

static const graph_set_options defaults = {.size = sizeof(graph_set_options)};

/* The listed vertices take the least colours that their rows of S any_pair C lack, and are entered in C. */
static graph_status color_listed(int32_t *color, graph_matrix *C, const graph_matrix *S,
                                 const graph_index *list, graph_index count, const graph_descriptor *d)
{
    const graph_semiring *any_pair = graph_semiring_builtin(GRAPH_ANY_PAIR, GRAPH_BOOL);
    const graph_index n = (graph_index)S->rows;
    graph_matrix *rows = NULL, *T = NULL;
    graph_index *row = NULL, *column = NULL, entries;
    graph_status status;
    GRAPH_TRY(graph_matrix_create(&rows, GRAPH_PATTERN, count, n));
    GRAPH_TRY(graph_matrix_create(&T, GRAPH_BOOL, count, n));
    GRAPH_TRY(graph_extract(rows, NULL, GRAPH_NO_OP, S, list, count, GRAPH_ALL, n, d));
    GRAPH_TRY(graph_mxm(T, NULL, GRAPH_NO_OP, any_pair, rows, C, d));
    GRAPH_TRY(graph_matrix_entries(&entries, T));
    GRAPH_TRY(GRAPH_NEW(row, entries));
    GRAPH_TRY(GRAPH_NEW(column, entries));
    GRAPH_TRY(graph_matrix_extract_tuples(row, column, NULL, GRAPH_PATTERN, &entries, T));
    for (graph_index i = 0, e = 0; i < count; i++) {
        graph_index least = 0;
        for (; e < entries && row[e] == i; e++)
            least += column[e] == least;
        color[list[i]] = (int32_t)least;
        GRAPH_TRY(graph_matrix_set(C, list[i], least, graph_bool(true)));
    }
done:
    graph_matrix_release(&rows);
    graph_matrix_release(&T);
    graph__free(row);
    graph__free(column);
    return status;
}

static graph_status by_algebra(struct graph_coloring_request *r, const graph_matrix *S,
                               const graph_set_options *o)
{
    const graph_descriptor d = graph__plain(o->backend, o->threads);
    graph_descriptor outside = d;
    graph_vector *p = NULL, *f = NULL;
    graph_matrix *C = NULL;
    const graph_index n = (graph_index)S->rows;
    graph_index *list = NULL, undecided = n;
    graph_status status;
    outside.flags = GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE;
    GRAPH_TRY(GRAPH_NEW(list, n));
    GRAPH_TRY(graph_vector_create(&p, GRAPH_INT64, n));
    GRAPH_TRY(graph_matrix_create(&C, GRAPH_BOOL, n, n));
    for (graph_index k = 0; k < n; k++)
        GRAPH_TRY(graph_vector_set(p, (graph_index)r->order[k], graph_int64((int64_t)k)));
    while (undecided > 0) {
        graph_index found = n;
        graph_vector_release(&f);
        GRAPH_TRY(graph__least_of_neighbours(&f, p, S, &d));
        GRAPH_TRY(graph_vector_extract_tuples(list, NULL, GRAPH_PATTERN, &found, f));
        GRAPH_TRY(color_listed(r->color, C, S, list, found, &d));
        GRAPH_TRY(graph_vector_apply(p, f, GRAPH_NO_OP, GRAPH_IDENTITY, p, &outside));
        GRAPH_TRY(graph_vector_entries(&undecided, p));
    }
    for (graph_index v = 0; v < n; v++)
        r->colors = r->color[v] >= r->colors ? r->color[v] + 1 : r->colors;
done:
    graph__free(list);
    graph_vector_release(&p);
    graph_vector_release(&f);
    graph_matrix_release(&C);
    return status;
}

/* A device finds the ranks from the seed. */
static graph_status order_for_cpu(struct graph_coloring_request *r, int32_t **order, const graph_matrix *S)
{
    graph_status status = graph__order_vertices(order, S, r->seed, true);
    r->order = *order;
    return status;
}

graph_status graph_coloring(graph_vector **color, graph_index *colors, const graph_matrix *A,
                            const graph_set_options *options)
{
    const graph_set_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_coloring_request request = {0};
    const graph_matrix *S;
    graph_matrix *made = NULL;
    int32_t *order = NULL;
    graph_status status;
    if (color != NULL)
        *color = NULL;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_PLACE_FUSED(&place, o, coloring, GRAPH_HEAVY, A);
    request.threads = place.threads;
    GRAPH_TRY(graph__symmetric_of(&S, &made, A, o->form != GRAPH_FORM_ALGEBRA, &place));
    request.seed = o->seed;
    GRAPH_TRY(GRAPH_NEW(request.color, A->rows));
    if (o->form == GRAPH_FORM_ALGEBRA) {
        GRAPH_TRY(order_for_cpu(&request, &order, S));
        GRAPH_TRY(by_algebra(&request, S, o));
    } else
        GRAPH_RUN_FUSED_AFTER(order_for_cpu(&request, &order, S), coloring, &request, S, &place);
    if (color != NULL)
        GRAPH_TRY(graph__vector_of_values(color, GRAPH_INT32, A->rows, (void **)&request.color));
    if (colors != NULL)
        *colors = (graph_index)request.colors;
done:
    graph__place_end(&place, status);
    graph__free(request.color);
    graph__free(order);
    graph_matrix_release(&made);
    return status;
}
