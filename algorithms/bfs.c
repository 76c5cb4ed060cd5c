/* Breadth-first search.  In the algebra, with f the frontier, a vector whose values are vertices:
 *
 *     level<f> = depth;  parent<f> = f;  f(u) = u;  f<!level, replace> = f any_first A
 *
 * `any` keeps the product with the smallest k, which is the smallest parent.  A back end may have the whole search as one
 * kernel instead; results are the same.
 * Source: Kepner, Gilbert (eds.), "Graph Algorithms in the Language of Linear Algebra", SIAM 2011. */
#include "algorithms/paths.h"
#include "base/progress.h"

/* The depth that no search exceeds. */
static int64_t depth_limit(const graph_matrix *A, const graph_bfs_options *options)
{
    return options->has_max_depth && options->max_depth < (graph_index)A->rows ? (int64_t)options->max_depth
                                                                               : A->rows;
}

/* A full vector with the value v at v. */
static graph_status identity(graph_vector **ids, graph_index n)
{
    int64_t *value = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(value, n));
    for (graph_index v = 0; v < n; v++)
        value[v] = (int64_t)v;
    GRAPH_TRY(graph_vector_import_full(ids, GRAPH_INT64, n, value, GRAPH_COPY, NULL, NULL));
done:
    graph__free(value);
    return status;
}

/* The search by its definition; level and parent are empty vectors. */
static graph_status search(graph_vector *level, graph_vector *parent, const graph_matrix *A,
                           graph_index source, const graph_bfs_options *options,
                           const struct graph_place *place)
{
    const graph_semiring *any_first = graph_semiring_builtin(GRAPH_ANY_FIRST, GRAPH_INT64);
    const graph_descriptor plain = {
        .size = sizeof plain, .backend = place->backend->kind, .threads = place->threads};
    graph_descriptor at_mask = plain, step = plain;
    graph_vector *f = NULL, *ids = NULL, *depth_everywhere = NULL;
    int64_t limit = depth_limit(A, options);
    graph_index reached = 1, n = (graph_index)A->rows;
    graph_scalar at_target;
    graph_status status;
    at_mask.flags = GRAPH_MASK_STRUCTURE;
    step.flags = GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT |
                 (options->is_reversed ? GRAPH_TRANSPOSE_B : 0u);
    GRAPH_TRY(identity(&ids, n));
    GRAPH_TRY(graph_vector_create(&depth_everywhere, GRAPH_INT32, n));
    GRAPH_TRY(graph_vector_create(&f, GRAPH_INT64, n));
    GRAPH_TRY(graph_vector_set(f, source, graph_int64((int64_t)source)));
    for (int64_t depth = 0; reached > 0; depth++) {
        GRAPH_TRY(graph_vector_fill(depth_everywhere, graph_int64(depth)));
        GRAPH_TRY(
            graph_vector_ewise_mult(level, f, GRAPH_NO_OP, GRAPH_SECOND, f, depth_everywhere, &at_mask));
        GRAPH_TRY(graph_vector_apply(parent, f, GRAPH_NO_OP, GRAPH_IDENTITY, f, &at_mask));
        if (depth == limit)
            break;
        if (options->has_target) {
            GRAPH_TRY(graph_vector_get(&at_target, level, options->target));
            if (status == GRAPH_OK)
                break;
        }
        GRAPH_TRY(graph_vector_ewise_mult(f, NULL, GRAPH_NO_OP, GRAPH_SECOND, f, ids, &plain));
        GRAPH_TRY(graph_vxm(f, level, GRAPH_NO_OP, any_first, f, A, &step));
        GRAPH_TRY(graph_vector_entries(&reached, f));
        GRAPH_TRY(graph__progress_round(place->progress));
    }
done:
    graph_vector_release(&f);
    graph_vector_release(&ids);
    graph_vector_release(&depth_everywhere);
    return status;
}

graph_status graph_bfs(graph_vector **level, graph_vector **parent, const graph_matrix *A, graph_index source,
                       const graph_bfs_options *options)
{
    static const graph_bfs_options defaults = {.size = sizeof(graph_bfs_options)};
    const graph_bfs_options *o = options != NULL ? options : &defaults;
    graph_vector *levels = NULL, *parents = NULL;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_progress progress, *opened = NULL;
    graph_status status;
    if (level != NULL)
        *level = NULL;
    if (parent != NULL)
        *parent = NULL;
    GRAPH_TRY(graph__check_search(A, source, o));
    GRAPH_TRY(graph__place_algorithm(&place, o->backend, o->threads));
    GRAPH_TRY(graph__place_choose(&place, "bfs", o->form == GRAPH_FORM_ALGEBRA || place.backend->bfs != NULL,
                                  GRAPH_HEAVY, &(const struct graph_operands){.A = A}));
    GRAPH_TRY(graph__progress_open(&opened, &progress, o->progress, o->context));
    place.progress = opened;
    if (o->form != GRAPH_FORM_ALGEBRA) {
        int64_t target = o->has_target ? (int64_t)o->target : -1;
        status = graph__fused_bfs(level, parent, A, (int64_t)source, depth_limit(A, o), target,
                                  o->is_reversed, &place);
        if (graph__place_failed(&place, status)) {
            GRAPH_TRY(graph__place_algorithm(&place, GRAPH_BACKEND_CPU, o->threads));
            place.progress = opened;
            status = graph__fused_bfs(level, parent, A, (int64_t)source, depth_limit(A, o), target,
                                      o->is_reversed, &place);
        }
        if (status == GRAPH_OK && (status = graph__progress_close(opened)) < 0) {
            graph_vector_release(level);
            graph_vector_release(parent);
        }
        goto done;
    }
    GRAPH_TRY(graph_vector_create(&levels, GRAPH_INT32, (graph_index)A->rows));
    GRAPH_TRY(graph_vector_create(&parents, GRAPH_INT64, (graph_index)A->rows));
    GRAPH_TRY(search(levels, parents, A, source, o, &place));
    GRAPH_TRY(graph__progress_close(opened));
    if (level != NULL) {
        *level = levels;
        levels = NULL;
    }
    if (parent != NULL) {
        *parent = parents;
        parents = NULL;
    }
done:
    graph__place_end(&place, status);
    graph_vector_release(&levels);
    graph_vector_release(&parents);
    return status;
}
