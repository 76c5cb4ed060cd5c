/* See placement.h. */
#include "core/placement.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/registry.h"
#include "base/status.h"
#include "base/threads.h"
#include "core/stats.h"

/* From how many entries on a product is worth the copy of its operands to a device: below, the CPU is done before the
 * device has begun. */
enum { HEAVY_ENTRIES = 1 << 16 };

static _Thread_local graph_backend_kind used = GRAPH_BACKEND_CPU;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int default_backend;
static atomic_bool is_strict, has_wrong_backend;
static char wrong_backend[32]; /* what $GRAPH_BACKEND says and is no back end */

static bool is_set(const char *variable)
{
    const char *wish = getenv(variable);
    return wish != NULL && wish[0] != '\0' && strcmp(wish, "0") != 0;
}

static void read_environment(void)
{
    const char *backend = getenv("GRAPH_BACKEND");
    bool is_known = backend == NULL || backend[0] == '\0';
    for (int kind = GRAPH_BACKEND_AUTO; kind <= GRAPH_BACKEND_CUDA && !is_known; kind++)
        if (strcmp(backend, graph_backend_name((graph_backend_kind)kind)) == 0) {
            atomic_store(&default_backend, kind);
            is_known = true;
        }
    if (!is_known)
        snprintf(wrong_backend, sizeof wrong_backend, "%s", backend);
    atomic_store(&has_wrong_backend, !is_known);
    atomic_store(&is_strict, is_set("GRAPH_STRICT"));
}

static graph_status check_backend(graph_backend_kind backend)
{
    const char *why;
    if (backend == GRAPH_BACKEND_AUTO || graph_backend_available(backend, &why))
        return GRAPH_OK;
    if (backend == GRAPH_BACKEND_CUDA)
        return graph__fail(GRAPH_E_DEVICE, "back end cuda: %s", why);
    return graph__fail(GRAPH_E_INVALID_VALUE, "backend is %d: %s; expected 0 .. %d", (int)backend, why,
                       (int)GRAPH_BACKEND_CUDA);
}

graph_status graph_set_backend(graph_backend_kind backend)
{
    graph_status status = check_backend(backend);
    pthread_once(&once, read_environment);
    if (status == GRAPH_OK) {
        atomic_store(&default_backend, (int)backend);
        atomic_store(&has_wrong_backend, false);
    }
    return status;
}

graph_backend_kind graph_get_backend(void)
{
    pthread_once(&once, read_environment);
    return (graph_backend_kind)atomic_load(&default_backend);
}

void graph_set_strict(bool wish)
{
    pthread_once(&once, read_environment);
    atomic_store(&is_strict, wish);
}

bool graph_get_strict(void)
{
    pthread_once(&once, read_environment);
    return atomic_load(&is_strict);
}

graph_status graph_set_device_memory(uint64_t bytes)
{
    graph_status status = check_backend(GRAPH_BACKEND_CUDA);
    if (status == GRAPH_OK)
        graph__backend(GRAPH_BACKEND_CUDA)->limit((size_t)bytes);
    return status;
}

graph_backend_kind graph_backend_used(void) { return used; }

void graph__place_used(graph_backend_kind kind) { used = kind; }

graph_status graph__place_algorithm(struct graph_place *place, graph_backend_kind backend, int threads)
{
    graph_status status;
    *place = (struct graph_place){.backend = graph__cpu(), .start = graph__stats_now()};
    if (threads < 0 || threads > 4096)
        return graph__fail(GRAPH_E_INVALID_VALUE, "threads is %d; expected 0 .. 4096", threads);
    place->threads = graph__threads(threads);
    if (backend == GRAPH_BACKEND_AUTO) {
        backend = graph_get_backend();
        if (atomic_load(&has_wrong_backend))
            return graph__fail(GRAPH_E_INVALID_VALUE, "GRAPH_BACKEND is \"%s\"; expected cpu, cuda or auto",
                               wrong_backend);
    }
    GRAPH_TRY(check_backend(backend));
    place->is_auto = backend == GRAPH_BACKEND_AUTO;
    if (place->is_auto)
        backend = graph__backend(GRAPH_BACKEND_CUDA) != NULL ? GRAPH_BACKEND_CUDA : GRAPH_BACKEND_CPU;
    place->backend = graph__backend(backend);
    graph__place_used(backend);
done:
    return status;
}

static graph_status check_flags(uint32_t flags, uint32_t allowed)
{
    static const char *const names[] = {"GRAPH_REPLACE",     "GRAPH_MASK_STRUCTURE", "GRAPH_MASK_COMPLEMENT",
                                        "GRAPH_TRANSPOSE_A", "GRAPH_TRANSPOSE_B",    "GRAPH_ACCUMULATE",
                                        "GRAPH_FORCE",       "GRAPH_DROP_ZEROS"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (flags & ~allowed & (1u << k))
            return graph__fail(GRAPH_E_INVALID_VALUE,
                               "descriptor.flags has %s, which this operation does not take", names[k]);
    if ((flags & ~allowed) != 0)
        return graph__fail(GRAPH_E_INVALID_VALUE, "descriptor.flags has 0x%x, which is no flag",
                           flags & ~allowed);
    return GRAPH_OK;
}

graph_status graph__place(struct graph_place *place, const graph_descriptor *descriptor, uint32_t allowed)
{
    static const graph_descriptor defaults = {.size = sizeof(graph_descriptor)};
    const graph_descriptor *d = descriptor != NULL ? descriptor : &defaults;
    if (d->size != sizeof(graph_descriptor))
        return graph__fail(GRAPH_E_INVALID_VALUE, "descriptor.size is %zu; expected %zu", d->size,
                           sizeof(graph_descriptor));
    graph_status status = check_flags(d->flags, allowed);
    if (status < 0)
        return status;
    if ((int)d->method < 0 || (int)d->method >= GRAPH_METHODS)
        return graph__fail(GRAPH_E_INVALID_VALUE, "descriptor.method is %d; expected 0 .. %d", (int)d->method,
                           GRAPH_METHODS - 1);
    if ((int)d->split < 0 || d->split > GRAPH_SPLIT_BANDS)
        return graph__fail(GRAPH_E_INVALID_VALUE, "descriptor.split is %d; expected 0 .. %d", (int)d->split,
                           GRAPH_SPLIT_BANDS);
    if (!(d->cpu_share >= 0 && d->cpu_share <= 100))
        return graph__fail(GRAPH_E_INVALID_VALUE, "descriptor.cpu_share is %g; expected 0 .. 100",
                           d->cpu_share);
    status = graph__place_algorithm(place, d->backend, d->threads);
    place->flags = d->flags;
    place->method = d->method;
    place->split = d->split;
    place->cpu_share = d->cpu_share;
    return status;
}

static bool is_there(const struct graph_operands *o, const struct graph_backend *backend)
{
    return (o->A != NULL && graph__buffer_is_only_at(o->A->row_start, backend)) ||
           (o->B != NULL && graph__buffer_is_only_at(o->B->row_start, backend)) ||
           (o->u != NULL && graph__buffer_is_only_at(o->u->value, backend)) ||
           (o->v != NULL && graph__buffer_is_only_at(o->v->value, backend));
}

/* Only the CPU has kernels whose results have another type than the operands: an accumulator that compares on another type
 * than that of the output. */
static bool changes_type(int accum, graph_type type)
{
    return graph__is_typed(accum) && graph__compares((graph_op)graph__untyped(accum)) &&
           graph__type_of_op(accum) != type;
}

/* Whether a type or an operator of the user's takes part, or an operator that the caller found to need the CPU. */
static bool has_user(const struct graph_operands *o)
{
    return graph__is_user_type(o->type) || graph__is_user_op(o->op) || graph__is_typed(o->op) ||
           graph__is_user_op(o->accum) || changes_type(o->accum, o->type) ||
           (o->A != NULL && graph__is_user_type(o->A->type)) ||
           (o->B != NULL && graph__is_user_type(o->B->type)) ||
           (o->u != NULL && graph__is_user_type(o->u->type)) ||
           (o->v != NULL && graph__is_user_type(o->v->type));
}

static int64_t entries_of(const struct graph_operands *o)
{
    return (o->A != NULL ? o->A->entries : 0) + (o->B != NULL ? o->B->entries : 0);
}

static bool is_worth_it(const struct graph_place *place, enum graph_weight weight,
                        const struct graph_operands *operands)
{
    return is_there(operands, place->backend) ||
           (weight == GRAPH_HEAVY && entries_of(operands) >= HEAVY_ENTRIES);
}

void graph__place_semiring(struct graph_place *place, const graph_semiring *semiring, bool is_published)
{
    if (is_published && semiring->is_of_operators)
        place->method = GRAPH_METHOD_AUTO;
}

static void use_cpu(struct graph_place *place)
{
    place->backend = graph__cpu();
    graph__place_used(GRAPH_BACKEND_CPU);
}

graph_status graph__place_choose(struct graph_place *place, const char *operation, bool is_present,
                                 enum graph_weight weight, const struct graph_operands *operands)
{
    place->operation = operation;
    graph__stats_begin(place, operands);
    if (place->backend->shares_host_memory)
        return GRAPH_OK;
    if (!is_present || has_user(operands)) {
        if (!place->is_auto && graph_get_strict())
            return graph__fail(GRAPH_E_NOT_SUPPORTED,
                               "the back end %s has no %s, and a fallback is not allowed",
                               place->backend->name, operation);
        graph__log("%s: the back end %s does not have it: cpu", operation, place->backend->name);
        use_cpu(place);
    } else if (place->is_auto && !is_worth_it(place, weight, operands))
        use_cpu(place);
    return GRAPH_OK;
}

void graph__place_end(const struct graph_place *place, graph_status status)
{
    if (place->operation != NULL)
        graph__stats_end(place, status);
}

bool graph__place_failed(const struct graph_place *place, graph_status status)
{
    if (place->backend == NULL || place->backend->shares_host_memory ||
        (!place->is_auto && graph_get_strict()))
        return false;
    if (status != GRAPH_E_DEVICE_MEMORY && status != GRAPH_E_NOT_SUPPORTED)
        return false;
    graph__log("%s: the back end %s cannot: %s", place->operation != NULL ? place->operation : "operation",
               place->backend->name, graph_last_error());
    return true;
}

bool graph__place_resume(graph_descriptor *on_cpu, const graph_descriptor *descriptor,
                         const struct graph_place *place, graph_status status)
{
    graph__place_end(place, status);
    if (!graph__place_failed(place, status))
        return false;
    graph__log("%s: repeated on cpu", place->operation != NULL ? place->operation : "operation");
    *on_cpu = descriptor != NULL ? *descriptor : (graph_descriptor){.size = sizeof(graph_descriptor)};
    on_cpu->backend = GRAPH_BACKEND_CPU;
    return true;
}
