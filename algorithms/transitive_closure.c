/* Transitive closure by one of three methods, each of which ends in the same object.
 *
 * Condensation: strong components, the acyclic graph of the components, and its rows from the sinks up.
 * Squaring: R = R or R or_and R until R stays.  Warshall: one pivot after the other on a bit matrix.
 *
 * Sources: Nuutila 1995; Warshall, JACM 9(1), 1962. */
#include <unistd.h>

#include "algorithms/closure.h"
#include "base/progress.h"

uint64_t graph__machine_bytes(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
}

static uint64_t most_bytes_of(const graph_closure_options *o)
{
    return o->most_bytes > 0 ? o->most_bytes : graph__machine_bytes();
}

static graph_status check_bytes(const char *what, double bytes, const graph_closure_options *o)
{
    if (bytes > (double)most_bytes_of(o))
        return graph__fail(GRAPH_E_MEMORY, "%s may take %.0f bytes; `most_bytes` (--most-memory) is %llu",
                           what, bytes, (unsigned long long)most_bytes_of(o));
    return GRAPH_OK;
}

static graph_status by_condensation(graph_closure *c, const graph_matrix *A, const struct graph_place *place,
                                    const graph_closure_options *o)
{
    struct graph_closure_request request = {.is_reflexive = o->is_reflexive,
                                            .most_bytes = most_bytes_of(o),
                                            .threads = place->threads,
                                            .progress = place->progress};
    graph_status status = graph__fused_closure(&request, &c->place, A, place);
    c->reach = request.reach;
    return status;
}

/* *bits = the pattern of A as a bit matrix. */
static graph_status bits_of(uint64_t **bits, int64_t *words, const struct graph_csr *A)
{
    graph_status status;
    *words = (A->rows + 63) / 64;
    GRAPH_TRY(GRAPH_NEW_ZEROED(*bits, A->rows * *words));
    for (int64_t i = 0; i < A->rows; i++)
        for (int64_t k = A->row_start[i]; k < A->row_start[i + 1]; k++)
            (*bits)[i * *words + A->column[k] / 64] |= (uint64_t)1 << (A->column[k] % 64);
done:
    return status;
}

static graph_status by_warshall(graph_closure *c, const graph_matrix *A, const graph_closure_options *o,
                                struct graph_progress *progress)
{
    struct graph_bit_closure_request request = {.n = A->rows, .progress = progress};
    struct graph_place place;
    struct graph_csr view;
    graph_status status;
    GRAPH_PLACE_FUSED(&place, o, bit_closure, GRAPH_HEAVY, A);
    GRAPH_TRY(graph__matrix_view(&view, A, graph__cpu()));
    request.threads = place.threads;
    GRAPH_TRY(check_bytes("the bit matrix of the closure, twice,", (double)A->rows * (double)A->rows / 4, o));
    GRAPH_TRY(bits_of(&request.bits, &request.words, &view));
    GRAPH_TRY(graph__fused_bit_closure(&request, &place));
    GRAPH_TRY(graph__closure_of_bits(c, request.bits, request.words));
done:
    graph__free(request.bits);
    return status;
}

static graph_status by_squaring(graph_closure *c, const graph_matrix *A, const graph_closure_options *o,
                                struct graph_progress *progress)
{
    const graph_semiring *or_and = graph_semiring_builtin(GRAPH_OR_AND, GRAPH_BOOL);
    graph_descriptor d = {.size = sizeof d, .backend = o->backend, .threads = o->threads};
    graph_matrix *P = NULL, *R = NULL;
    struct graph_csr view;
    uint64_t *bits = NULL;
    int64_t words;
    graph_index known, entries;
    graph_status status;
    GRAPH_TRY(check_bytes("the matrix of the closure, twice,", (double)A->rows * (double)A->rows * 10, o));
    GRAPH_TRY(graph__pattern_of(&P, A));
    GRAPH_TRY(graph_matrix_create(&R, GRAPH_BOOL, (graph_index)A->rows, (graph_index)A->columns));
    GRAPH_TRY(graph_apply(R, NULL, GRAPH_NO_OP, GRAPH_ONE, P, &d));
    GRAPH_TRY(graph_matrix_entries(&entries, R));
    do {
        known = entries;
        GRAPH_TRY(graph_mxm(R, NULL, GRAPH_LOR, or_and, R, R, &d));
        GRAPH_TRY(graph_matrix_entries(&entries, R));
        GRAPH_TRY(graph__progress_round(progress));
    } while (entries != known);
    GRAPH_TRY(graph__matrix_view(&view, R, graph__cpu()));
    GRAPH_TRY(bits_of(&bits, &words, &view));
    GRAPH_TRY(graph__closure_of_bits(c, bits, words));
done:
    graph__free(bits);
    graph_matrix_release(&P);
    graph_matrix_release(&R);
    return status;
}

graph_status graph_transitive_closure(graph_closure **closure, const graph_matrix *A,
                                      const graph_closure_options *options)
{
    static const graph_closure_options defaults = {.size = sizeof(graph_closure_options)};
    const graph_closure_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_progress progress;
    graph_closure *c = NULL;
    graph_closure_method method = o->method;
    graph_status status;
    if (closure == NULL)
        return graph__fail(GRAPH_E_NULL, "closure is NULL");
    *closure = NULL;
    GRAPH_TRY(graph__check_graph(A, o->size, sizeof *o, o->form));
    if ((int)method < 0 || method > GRAPH_CLOSURE_WARSHALL)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.method is %d; expected 0 .. %d", (int)method,
                   (int)GRAPH_CLOSURE_WARSHALL);
    if (o->form == GRAPH_FORM_ALGEBRA)
        method = GRAPH_CLOSURE_SQUARING;
    GRAPH_PLACE_FUSED(&place, o, closure, GRAPH_HEAVY, A);
    GRAPH_TRY(GRAPH_NEW_ZEROED(c, 1));
    pthread_mutex_init(&c->lock, NULL);
    c->place = graph__cpu();
    c->vertices = A->rows;
    c->is_reflexive = o->is_reflexive;
    GRAPH_TRY(graph__progress_open(&place.progress, &progress, o->progress, o->context));
    GRAPH_TRY(method == GRAPH_CLOSURE_SQUARING   ? by_squaring(c, A, o, place.progress)
              : method == GRAPH_CLOSURE_WARSHALL ? by_warshall(c, A, o, place.progress)
                                                 : by_condensation(c, A, &place, o));
    GRAPH_TRY(graph__progress_close(place.progress));
    *closure = c;
    c = NULL;
done:
    graph__place_end(&place, status);
    graph_closure_release(&c);
    return status;
}
