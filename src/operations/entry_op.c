/* See entry_op.h. */
#include "operations/entry_op.h"

#include <math.h>

#include "base/log.h"
#include "base/registry.h"
#include "base/status.h"
#include "contract/positions.h"
#include "core/types/scalar.h"

graph_status graph__entry_function(struct graph_entry_function *f, int op, bool is_test, graph_type A,
                                   graph_scalar y)
{
    graph_status status;
    *f = (struct graph_entry_function){.op = graph__entry_op(op, is_test), .y = y};
    GRAPH_TRY(graph__entry_types(&f->types, op, is_test, A));
    const graph_select_op test = (graph_select_op)graph__untyped(f->op.op);
    const bool is_typed = graph__is_typed(f->op.op);
    f->is_user = graph__is_user_op(f->op.op);
    f->tests_values = !f->is_user && f->op.is_test && graph__tests_values(test);
    f->is_position = !f->is_user && !f->op.is_test;
    f->is_native = !f->is_user && f->op.is_test && (!is_typed || f->types.x == A);
    if (f->tests_values) /* any number */
        GRAPH_TRY(graph__check_scalar(y, GRAPH_FP64, "y"));
    else
        GRAPH_TRY(graph__check_operand(y, f->is_user ? f->types.y : GRAPH_INT64, "y"));
done:
    return status;
}

void graph__entry_fit(struct graph_entry_function *f)
{
    uint64_t room = 0;
    const graph_type type = f->types.x != GRAPH_PATTERN ? f->types.x : GRAPH_BOOL;
    if (f->is_user || !f->op.is_test)
        return;
    if (graph__is_typed(f->op.op)) { /* the scalar becomes the type, too */
        graph__scalar_store(&room, type, f->y);
        f->y = graph__scalar_load(&room, type);
        f->op.op = graph__untyped(f->op.op);
        return;
    }
    if (!f->tests_values || graph__scalar_is_of(f->y, type))
        return;
    graph_scalar nearest = graph__scalar_nearest(f->y, type);
    int order = graph__scalar_compare(nearest, f->y); /* 0: y is NaN */
    bool is_floating = type == GRAPH_FP32 || type == GRAPH_FP64;
    if (order != 0 && f->op.op != GRAPH_VALUE_EQ && f->op.op != GRAPH_VALUE_NE) {
        bool is_below = f->op.op == GRAPH_VALUE_LT || f->op.op == GRAPH_VALUE_LE;
        f->op.op = is_below ? (order < 0 ? GRAPH_VALUE_LE : GRAPH_VALUE_LT)
                            : (order < 0 ? GRAPH_VALUE_GT : GRAPH_VALUE_GE);
        f->y = nearest;
    } else if (is_floating) { /* nothing is equal to NaN */
        f->y = graph_fp64(NAN);
    } else { /* all are at least the smallest */
        f->op.op = f->op.op == GRAPH_VALUE_NE ? GRAPH_VALUE_GE : GRAPH_VALUE_LT;
        f->y = graph__scalar_nearest(graph_fp64(-INFINITY), type);
    }
}

static struct graph_entry_values_request request_of(const struct graph_entry_function *f, graph_type type,
                                                    const void *x, const struct graph_place *place)
{
    return (struct graph_entry_values_request){
        .op = f->op, .type = type, .x = x, .y = f->y, .threads = place->threads};
}

/* The positions of the entries by the kernel that all back ends have. */
static graph_status positions(void **z, const struct graph_entry_function *f, const struct graph_csr *A,
                              const struct graph_place *place)
{
    const struct graph_backend *backend = place->backend;
    int64_t k = 0;
    void *wide = NULL;
    graph_status status;
    graph__scalar_store(&k, GRAPH_INT64, f->y);
    GRAPH_TRY(backend->allocate(&wide, (size_t)A->entries, sizeof(int64_t)));
    GRAPH_TRY(backend->positions(wide, A, (graph_index_op)graph__untyped(f->op.op), k, place->threads));
    if (f->types.z == GRAPH_INT64) {
        *z = wide;
        return GRAPH_OK;
    }
    GRAPH_TRY(backend->allocate(z, (size_t)A->entries, graph_type_size(f->types.z)));
    GRAPH_TRY(backend->convert(*z, f->types.z, wide, GRAPH_INT64, A->entries, place->threads));
done:
    backend->release(wide);
    return status;
}

graph_status graph__entry_values(void **z, const struct graph_entry_function *f, const struct graph_csr *A,
                                 const struct graph_place *place)
{
    struct graph_entry_values_request request = request_of(f, A->type, A->value, place);
    graph_status status;
    if (f->is_position)
        return positions(z, f, A, place);
    GRAPH_TRY(place->backend->allocate(z, (size_t)A->entries, graph_type_size(f->types.z)));
    request.A = A;
    request.z = *z;
    GRAPH_TRY(place->backend->entry_values(&request));
done:
    return status;
}

graph_status graph__entry_values_vector(void **z, const struct graph_entry_function *f,
                                        const struct graph_vector_view *u, const struct graph_place *place)
{
    struct graph_entry_values_request request = request_of(f, u->type, u->value, place);
    graph_status status;
    request.n = u->form == GRAPH_SPARSE ? u->entries : u->length;
    request.index = u->form == GRAPH_SPARSE ? u->index : NULL;
    request.present = u->form == GRAPH_BITMAP ? u->present : NULL;
    GRAPH_TRY(place->backend->allocate(z, (size_t)request.n, graph_type_size(f->types.z)));
    request.z = *z;
    GRAPH_TRY(place->backend->entry_values(&request));
done:
    return status;
}

graph_status graph__entry_truth(void **z, const struct graph_entry_function *f, int64_t n,
                                const struct graph_place *place)
{
    const struct graph_backend *backend = place->backend;
    void *truth = NULL;
    graph_status status = GRAPH_OK;
    if (f->types.z == GRAPH_BOOL)
        return GRAPH_OK;
    GRAPH_TRY(graph__check_conversion(GRAPH_BOOL, f->types.z));
    GRAPH_TRY(backend->allocate(&truth, (size_t)n, sizeof(bool)));
    GRAPH_TRY(backend->convert(truth, GRAPH_BOOL, *z, f->types.z, n, place->threads));
    backend->release(*z);
    *z = truth;
    truth = NULL;
done:
    backend->release(truth);
    return status;
}

static struct graph_place host_of(const struct graph_place *place)
{
    struct graph_place host = *place;
    host.backend = graph__cpu();
    return host;
}

/* *passes = what is at *here, which becomes NULL if they share memory. */
static graph_status hand_over(void **passes, void **here, int64_t n, const struct graph_place *place)
{
    graph_status status = GRAPH_OK;
    if (place->backend->shares_host_memory) {
        *passes = *here;
        *here = NULL;
        return GRAPH_OK;
    }
    graph__log("%s: the user's test is called on the cpu, the entries stay on %s", place->operation,
               place->backend->name);
    GRAPH_TRY(place->backend->allocate(passes, (size_t)n, sizeof(bool)));
    GRAPH_TRY(place->backend->upload(*passes, *here, (size_t)n));
done:
    return status;
}

graph_status graph__entry_user_passes(void **passes, const struct graph_entry_function *f,
                                      const graph_matrix *A, bool is_transposed,
                                      const struct graph_place *place)
{
    const struct graph_place host = host_of(place);
    struct graph_operand tested = {0};
    void *here = NULL;
    graph_status status;
    GRAPH_TRY(graph__operand_open(&tested, A, is_transposed, f->types.x, true, &host));
    GRAPH_TRY(graph__entry_values(&here, f, &tested.view, &host));
    GRAPH_TRY(graph__entry_truth(&here, f, tested.view.entries, &host));
    GRAPH_TRY(hand_over(passes, &here, tested.view.entries, place));
done:
    host.backend->release(here);
    graph__operand_close(&tested, &host);
    return status;
}

graph_status graph__entry_user_passes_vector(void **passes, const struct graph_entry_function *f,
                                             const graph_vector *u, const struct graph_place *place)
{
    const struct graph_place host = host_of(place);
    struct graph_vector_operand tested = {0};
    void *here = NULL;
    graph_status status;
    GRAPH_TRY(graph__vector_operand_open(&tested, u, f->types.x, true, &host));
    const int64_t n = tested.view.form == GRAPH_SPARSE ? tested.view.entries : tested.view.length;
    GRAPH_TRY(graph__entry_values_vector(&here, f, &tested.view, &host));
    GRAPH_TRY(graph__entry_truth(&here, f, n, &host));
    GRAPH_TRY(hand_over(passes, &here, n, place));
done:
    host.backend->release(here);
    graph__vector_operand_close(&tested, &host);
    return status;
}
