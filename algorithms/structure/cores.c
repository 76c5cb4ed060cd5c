/* Core numbers, and the k-core.  In the algebra, S the simple graph and d its row sums, with an entry for each vertex that
 * remains:
 *
 *     f = d where d <= k;   core<f> = k;   d<!f, replace> = d;   d<d> -= S plus_pair f
 *
 * and where f is empty k becomes the least d.  The fused form is the peeling of a back end.
 * Source: Batagelj, Zaversnik, arXiv cs/0310049, 2003. */
#include "algorithms/structure/structure.h"
#include "semigraph/cohesion.h"

static graph_status by_algebra(int32_t *core, int64_t *degeneracy, const graph_matrix *A,
                               const graph_cohesion_options *o)
{
    const graph_semiring *plus_pair = graph_semiring_builtin(GRAPH_PLUS_PAIR, GRAPH_INT64);
    graph_descriptor plain = graph__plain(o->backend, o->threads), inside = plain, outside = plain;
    const graph_index n = (graph_index)A->rows;
    graph_index remaining = n, found;
    graph_matrix *S = NULL;
    graph_vector *d = NULL, *f = NULL, *numbers = NULL;
    int64_t k = 0;
    graph_status status;
    inside.flags = GRAPH_MASK_STRUCTURE;
    outside.flags = GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE;
    *degeneracy = 0;
    GRAPH_TRY(graph__simple_graph(&S, A, &plain));
    GRAPH_TRY(graph_vector_create(&d, GRAPH_INT64, n));
    GRAPH_TRY(graph_vector_create(&f, GRAPH_INT64, n));
    GRAPH_TRY(graph_vector_create(&numbers, GRAPH_INT32, n));
    GRAPH_TRY(graph_vector_fill(d, graph_int64(0)));
    GRAPH_TRY(graph_vector_fill(numbers, graph_int64(0)));
    GRAPH_TRY(graph_reduce_rows(d, NULL, GRAPH_PLUS, GRAPH_PLUS, S, &plain));
    while (remaining > 0) {
        GRAPH_TRY(graph_vector_select(f, NULL, GRAPH_NO_OP, GRAPH_VALUE_LE, d, graph_int64(k), &plain));
        GRAPH_TRY(graph_vector_entries(&found, f));
        if (found == 0) {
            graph_scalar least;
            GRAPH_TRY(graph_vector_reduce(&least, GRAPH_INT64, GRAPH_MIN, d, &plain));
            k = least.value.i;
            continue;
        }
        *degeneracy = k;
        GRAPH_TRY(graph_vector_assign_scalar(numbers, f, GRAPH_NO_OP, graph_int64(k), GRAPH_ALL, n, &inside));
        GRAPH_TRY(graph_vector_apply(d, f, GRAPH_NO_OP, GRAPH_IDENTITY, d, &outside));
        GRAPH_TRY(graph_mxv(d, d, GRAPH_MINUS, plus_pair, S, f, &inside));
        remaining -= found;
        GRAPH_TRY(graph__tell(o->progress, o->context, 1 - (double)remaining / (double)n));
    }
    found = n;
    GRAPH_TRY(graph_vector_extract_tuples(NULL, core, GRAPH_INT32, &found, numbers));
done:
    graph_matrix_release(&S);
    graph_vector_release(&d);
    graph_vector_release(&f);
    graph_vector_release(&numbers);
    return status;
}

static graph_status by_kernel(int32_t *core, int64_t *degeneracy, const graph_matrix *A,
                              const graph_cohesion_options *o, const struct graph_place *place)
{
    struct graph_cores_request request = {
        .threads = place->threads, .core = core, .progress = o->progress, .context = o->context};
    const graph_matrix *S;
    graph_matrix *made = NULL;
    graph_status status;
    GRAPH_TRY(graph__symmetric_of(&S, &made, A, true, place));
    GRAPH_RUN_FUSED(cores, &request, S, place);
    *degeneracy = request.degeneracy;
done:
    graph_matrix_release(&made);
    return status;
}

/* The numbers as a new array. */
static graph_status find(int32_t **core, int64_t *degeneracy, const graph_matrix *A,
                         const graph_cohesion_options *o)
{
    struct graph_place place = {.backend = graph__cpu()};
    graph_status status;
    *core = NULL;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    GRAPH_PLACE_FUSED(&place, o, cores, GRAPH_HEAVY, A);
    GRAPH_TRY(GRAPH_NEW(*core, A->rows));
    GRAPH_TRY(o->form == GRAPH_FORM_ALGEBRA ? by_algebra(*core, degeneracy, A, o)
                                            : by_kernel(*core, degeneracy, A, o, &place));
done:
    graph__place_end(&place, status);
    if (status < 0) {
        graph__free(*core);
        *core = NULL;
    }
    return status;
}

static const graph_cohesion_options defaults = {.size = sizeof(graph_cohesion_options)};

graph_status graph_core_numbers(graph_vector **core, graph_index *degeneracy, const graph_matrix *A,
                                const graph_cohesion_options *options)
{
    int32_t *number = NULL;
    int64_t largest = 0;
    graph_status status;
    if (core != NULL)
        *core = NULL;
    GRAPH_TRY(find(&number, &largest, A, options != NULL ? options : &defaults));
    if (core != NULL)
        GRAPH_TRY(graph__vector_of_values(core, GRAPH_INT32, A->rows, (void **)&number));
    if (degeneracy != NULL)
        *degeneracy = (graph_index)largest;
done:
    graph__free(number);
    return status;
}

graph_status graph_k_core(graph_matrix **C, const graph_matrix *A, graph_index k,
                          const graph_cohesion_options *options)
{
    struct graph_csr a;
    int32_t *number = NULL;
    uint8_t *keep = NULL;
    int64_t largest = 0;
    graph_status status;
    if (C == NULL)
        return graph__fail(GRAPH_E_NULL, "C is NULL");
    *C = NULL;
    GRAPH_TRY(find(&number, &largest, A, options != NULL ? options : &defaults));
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(GRAPH_NEW(keep, a.entries));
    for (int64_t v = 0; v < a.rows; v++)
        for (int64_t e = a.row_start[v]; e < a.row_start[v + 1]; e++)
            keep[e] = (graph_index)number[v] >= k && (graph_index)number[a.column[e]] >= k;
    GRAPH_TRY(graph__keep_entries(C, A, keep));
done:
    graph__free(number);
    graph__free(keep);
    return status;
}
