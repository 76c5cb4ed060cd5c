/* Transitive closure by one of three methods, each of which ends in the same object.
 *
 * Condensation: strong components, the acyclic graph of the components, and its rows from the sinks up.
 * Squaring: R = R or R or_and R until R stays.  Warshall: all pivots in turn on a bit matrix.
 *
 * Sources: Nuutila 1995; Warshall, JACM 9(1), 1962. */
#include <string.h>
#include <unistd.h>

#include "algorithms/closure.h"

uint64_t graph__machine_bytes(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
}

static graph_status check_bytes(const char *what, double bytes, uint64_t most_bytes)
{
    uint64_t most = most_bytes > 0 ? most_bytes : graph__machine_bytes();
    if (bytes > (double)most)
        return graph__fail(GRAPH_E_MEMORY, "%s may take %.0f bytes; most_bytes is %llu", what, bytes,
                           (unsigned long long)most);
    return GRAPH_OK;
}

/* An upper bound of the bytes of the rows: a row whose successors all but one are sinks makes a block for itself and
 * one for each sink at most, any other row all blocks up to its own number. */
static double most_bytes_of_rows(const struct graph_csr_arrays *dag, int64_t n)
{
    double blocks = 0, lists = 0;
    for (int64_t x = 0; x < n; x++) {
        int64_t inner = 0, degree = dag->row_start[x + 1] - dag->row_start[x],
                most = x / GRAPH_BLOCK_BITS + 1;
        for (int64_t k = dag->row_start[x]; k < dag->row_start[x + 1]; k++)
            inner += dag->row_start[dag->column[k]] < dag->row_start[dag->column[k] + 1];
        int64_t made = inner <= 1 && degree - inner + 1 < most ? degree - inner + 1 : most;
        blocks += degree == 0 ? 0 : (double)made;
        lists += degree == 0 ? 0 : inner == 0 ? (double)made : (double)most;
    }
    return blocks * GRAPH_BLOCK_WORDS * 8 + lists * 8 + (double)n * 8;
}

static graph_status by_condensation(graph_closure *c, const struct graph_csr *A,
                                    const struct graph_place *place, const graph_closure_options *o)
{
    struct graph_components_request components = {
        .A = *A, .is_strong = true, .is_ordered = true, .threads = place->threads};
    struct graph_closure_request request = {.threads = place->threads};
    struct graph_csr_arrays dag = {0};
    int64_t *weight = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(c->component, c->vertices));
    components.component = c->component;
    GRAPH_TRY(graph__cpu()->components(&components));
    c->components = components.count;
    GRAPH_TRY(graph__closure_members(c, &weight));
    GRAPH_TRY(graph__condense(&dag, c, A));
    GRAPH_TRY(check_bytes("the closure", most_bytes_of_rows(&dag, c->components), o->most_bytes));
    request.A = (struct graph_csr){.rows = c->components,
                                   .columns = c->components,
                                   .entries = dag.entries,
                                   .row_start = dag.row_start,
                                   .column = dag.column,
                                   .type = GRAPH_PATTERN};
    request.weight = weight;
    GRAPH_TRY(GRAPH_NEW(request.reach, c->components));
    GRAPH_TRY(place->backend->closure(&request));
    c->slab_count = request.slab_count;
    c->slab_blocks = request.slab_blocks;
    c->slab = request.slab;
    graph__closure_sum(c, request.reach);
done:
    graph__free(weight);
    graph__free(request.reach);
    graph__csr_arrays_release(&dag, graph__cpu());
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

static graph_status by_warshall(graph_closure *c, const graph_matrix *matrix, const struct graph_csr *A,
                                const graph_closure_options *o)
{
    struct graph_bit_closure_request request = {.n = A->rows};
    struct graph_place place;
    graph_status status;
    GRAPH_PLACE_FUSED(&place, o, bit_closure, GRAPH_HEAVY, matrix);
    request.threads = place.threads;
    GRAPH_TRY(check_bytes("the bit matrix of the closure, twice,", (double)A->rows * (double)A->rows / 4,
                          o->most_bytes));
    GRAPH_TRY(bits_of(&request.bits, &request.words, A));
    GRAPH_TRY(graph__fused_bit_closure(&request, &place));
    GRAPH_TRY(graph__closure_of_bits(c, request.bits, request.words));
done:
    graph__free(request.bits);
    return status;
}

static graph_status by_squaring(graph_closure *c, const graph_matrix *A, const graph_closure_options *o)
{
    const graph_semiring *or_and = graph_semiring_builtin(GRAPH_OR_AND, GRAPH_BOOL);
    graph_descriptor d = {.size = sizeof d, .backend = o->backend, .threads = o->threads};
    graph_matrix *P = NULL, *R = NULL;
    struct graph_csr view;
    uint64_t *bits = NULL;
    int64_t words;
    graph_index known, entries;
    graph_status status;
    GRAPH_TRY(check_bytes("the matrix of the closure, twice,", (double)A->rows * (double)A->rows * 10,
                          o->most_bytes));
    GRAPH_TRY(graph__pattern_of(&P, A));
    GRAPH_TRY(graph_matrix_create(&R, GRAPH_BOOL, (graph_index)A->rows, (graph_index)A->columns));
    GRAPH_TRY(graph_apply(R, NULL, GRAPH_NO_OP, GRAPH_ONE, P, &d));
    GRAPH_TRY(graph_matrix_entries(&entries, R));
    do {
        known = entries;
        GRAPH_TRY(graph_mxm(R, NULL, GRAPH_LOR, or_and, R, R, &d));
        GRAPH_TRY(graph_matrix_entries(&entries, R));
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
    struct graph_csr view;
    graph_closure *c = NULL;
    graph_closure_method method = o->method;
    graph_status status;
    if (closure == NULL)
        return graph__fail(GRAPH_E_NULL, "closure is NULL");
    *closure = NULL;
    GRAPH_TRY(graph__check_square(A));
    GRAPH_TRY(graph__check_options(o->size, sizeof *o, o->form));
    if ((int)method < 0 || method > GRAPH_CLOSURE_WARSHALL)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.method is %d; expected 0 .. %d", (int)method,
                   (int)GRAPH_CLOSURE_WARSHALL);
    if (o->form == GRAPH_FORM_ALGEBRA)
        method = GRAPH_CLOSURE_SQUARING;
    GRAPH_PLACE_FUSED(&place, o, closure, GRAPH_HEAVY, A);
    GRAPH_TRY(GRAPH_NEW_ZEROED(c, 1));
    c->vertices = A->rows;
    c->is_reflexive = o->is_reflexive;
    if (method == GRAPH_CLOSURE_SQUARING) {
        GRAPH_TRY(by_squaring(c, A, o));
    } else {
        GRAPH_TRY(graph__matrix_view(&view, A, graph__cpu()));
        GRAPH_TRY(method == GRAPH_CLOSURE_WARSHALL ? by_warshall(c, A, &view, o)
                                                   : by_condensation(c, &view, &place, o));
    }
    *closure = c;
    c = NULL;
done:
    graph__place_end(&place, status);
    graph_closure_release(&c);
    return status;
}

void graph_closure_release(graph_closure **closure)
{
    graph_closure *c = closure != NULL ? *closure : NULL;
    if (c == NULL)
        return;
    for (int64_t s = 0; s < c->slab_count && c->slab != NULL; s++) {
        graph__free(c->slab[s].row_start);
        graph__free(c->slab[s].number);
        graph__free(c->slab[s].content);
        graph__free(c->slab[s].bits);
    }
    graph__free(c->slab);
    graph__free(c->component);
    graph__free(c->member_start);
    graph__free(c->member);
    graph__free(c->is_cyclic);
    graph__free(c);
    *closure = NULL;
}
