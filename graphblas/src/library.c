/* The library as a whole: beginning and end, memory, counted objects, errors. */
#include <stdlib.h>
#include <string.h>

#include "fields.h"
#include "objects.h"

static void *(*allocate)(size_t bytes) = malloc;
static void (*release)(void *memory) = free;
static atomic_bool is_open;
static atomic_int mode_of_init = GrB_BLOCKING;

static struct GrB_Global_opaque global = {
    {.magic = GRB_MAGIC_Global, .is_predefined = true, .name = "semigraph"}};
const GrB_Global GrB_GLOBAL = &global;
static const GrB_Index all_indices = 0;
const GrB_Index *const GrB_ALL = &all_indices;

/* ---- Beginning and end ---- */

GrB_Info GrB_init(GrB_Mode mode) { return GxB_init(mode, malloc, calloc, realloc, free); }

GrB_Info GxB_init(GrB_Mode mode, void *(*user_malloc)(size_t), void *(*user_calloc)(size_t, size_t),
                  void *(*user_realloc)(void *, size_t), void (*user_free)(void *))
{
    (void)user_calloc, (void)user_realloc;
    if (!user_malloc || !user_free)
        return GrB_NULL_POINTER;
    if (mode != GrB_BLOCKING && mode != GrB_NONBLOCKING)
        return GrB_INVALID_VALUE;
    if (atomic_exchange(&is_open, true))
        return GrB_INVALID_VALUE; /* it is open already */
    atomic_store(&mode_of_init, (int)mode);
    allocate = user_malloc;
    release = user_free;
    graph_status status = grb__powers_begin();
    if (status != GRAPH_OK)
        GrB_finalize();
    return grb__info(status);
}

GrB_Info GrB_finalize(void)
{
    grb__powers_end();
    atomic_store(&is_open, false);
    return GrB_SUCCESS;
}

GrB_Info GrB_getVersion(unsigned int *version, unsigned int *subversion)
{
    if (!version || !subversion)
        return GrB_NULL_POINTER;
    *version = GRB_VERSION;
    *subversion = GRB_SUBVERSION;
    return GrB_SUCCESS;
}

int grb__mode(void) { return atomic_load(&mode_of_init); }

/* ---- Memory ---- */

void *grb__new(size_t bytes)
{
    void *memory = allocate(bytes ? bytes : 1);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void grb__delete(void *memory)
{
    if (memory)
        release(memory);
}

char *grb__copy_of(const char *text)
{
    char *copy = text ? grb__new(strlen(text) + 1) : NULL;
    return copy ? strcpy(copy, text) : NULL;
}

void *grb__new_object(size_t bytes, int magic)
{
    struct grb_head *head = grb__new(bytes);
    if (head) {
        head->magic = magic;
        atomic_init(&head->users, 1);
        atomic_init(&head->error, NULL);
    }
    return head;
}

/* ---- Counted objects ---- */

void *grb__hold(void *object)
{
    struct grb_head *head = object;
    if (head && !head->is_predefined)
        atomic_fetch_add(&head->users, 1);
    return object;
}

static char out_of_memory[] = "out of memory";

static void delete_error(char *error)
{
    if (error != out_of_memory)
        grb__delete(error);
}

/* What an object of each kind has besides its head. */
static void empty(struct grb_head *head)
{
    union {
        struct grb_head *head;
        GrB_Type type;
        GrB_UnaryOp unary;
        GrB_BinaryOp binary;
        GrB_IndexUnaryOp index;
        GrB_Monoid monoid;
        GrB_Semiring semiring;
        GrB_Scalar scalar;
        GrB_Vector vector;
        GrB_Matrix matrix;
    } o = {head};
    switch (head->magic) {
    case GRB_MAGIC_Type:
        graph_type_release(&o.type->code);
        grb__delete(o.type->definition);
        break;
    case GRB_MAGIC_UnaryOp:
        graph_unary_op_release(&o.unary->code);
        grb__drop(o.unary->z), grb__drop(o.unary->x);
        break;
    case GRB_MAGIC_BinaryOp:
        graph_op_release(&o.binary->code);
        grb__drop(o.binary->z), grb__drop(o.binary->x), grb__drop(o.binary->y);
        break;
    case GRB_MAGIC_IndexUnaryOp:
        graph_index_op_release(&o.index->code);
        grb__drop(o.index->z), grb__drop(o.index->x), grb__drop(o.index->y);
        break;
    case GRB_MAGIC_Monoid:
        if (o.monoid->is_code_own)
            graph_op_release(&o.monoid->code);
        grb__delete(o.monoid->identity);
        grb__drop(o.monoid->op);
        break;
    case GRB_MAGIC_Semiring:
        if (o.semiring->is_semiring_own) {
            graph_semiring *made = (graph_semiring *)(uintptr_t)atomic_load(&o.semiring->semiring);
            graph_semiring_release(&made);
        }
        grb__drop(o.semiring->add), grb__drop(o.semiring->multiply);
        break;
    case GRB_MAGIC_Scalar:
        if (o.scalar->value != o.scalar->small)
            grb__delete(o.scalar->value);
        grb__drop(o.scalar->type);
        break;
    case GRB_MAGIC_Vector:
        graph_vector_release(&o.vector->vector);
        grb__drop(o.vector->type);
        break;
    case GRB_MAGIC_Matrix:
        graph_matrix_release(&o.matrix->matrix);
        grb__drop(o.matrix->type);
        break;
    default:
        break;
    }
}

void grb__drop(void *object)
{
    struct grb_head *head = object;
    if (!head || head->is_predefined || atomic_fetch_sub(&head->users, 1) > 1)
        return;
    empty(head);
    head->magic = GRB_MAGIC_NONE;
    delete_error(atomic_load(&head->error));
    grb__delete((char *)(uintptr_t)head->name);
    grb__delete(head);
}

/* What is no object of the kind, such as one that was freed by another handle, is left alone. */
#define FREE(kind)                                                                                           \
    GrB_Info GrB_##kind##_free(GrB_##kind *object)                                                           \
    {                                                                                                        \
        if (!object)                                                                                         \
            return GrB_NULL_POINTER;                                                                         \
        if (grb__is(*object, GRB_MAGIC_##kind))                                                              \
            grb__drop(*object);                                                                              \
        *object = NULL;                                                                                      \
        return GrB_SUCCESS;                                                                                  \
    }
GRB_OBJECTS(FREE)

/* ---- Waiting ---- */

/* Single entries that were set are merged at the next read, which this is. */
static graph_status complete(const struct grb_head *head)
{
    graph_index entries = 0;
    if (head->magic == GRB_MAGIC_Vector)
        return graph_vector_entries(&entries, ((const struct GrB_Vector_opaque *)head)->vector);
    if (head->magic == GRB_MAGIC_Matrix)
        return graph_matrix_entries(&entries, ((const struct GrB_Matrix_opaque *)head)->matrix);
    return GRAPH_OK;
}

#define WAIT(kind)                                                                                           \
    GrB_Info GrB_##kind##_wait(GrB_##kind object, GrB_WaitMode mode)                                         \
    {                                                                                                        \
        GRB_OBJECT(object);                                                                                  \
        if (mode != GrB_COMPLETE && mode != GrB_MATERIALIZE)                                                 \
            return grb__fail(object, GrB_INVALID_VALUE, "mode is neither GrB_COMPLETE nor GrB_MATERIALIZE"); \
        return grb__done(object, complete(&object->head));                                                   \
    }
GRB_OBJECTS(WAIT)

/* ---- Errors ---- */

GrB_Info grb__info(graph_status status)
{
    switch ((int)status) {
    case GRAPH_E_DEVICE_MEMORY:
        return GrB_OUT_OF_MEMORY;
    case GRAPH_E_DEVICE:
    case GRAPH_E_IO:
    case GRAPH_E_FORMAT:
    case GRAPH_E_CANCELLED:
    case GRAPH_E_NEGATIVE_CYCLE:
    case GRAPH_E_RANK:
        return GrB_PANIC;
    default:
        return (GrB_Info)status; /* the numbers are those of the standard */
    }
}

GrB_Info grb__fail(void *output, GrB_Info info, const char *message)
{
    struct grb_head *head = output;
    if (head && !head->is_predefined) {
        char *copy = grb__copy_of(message);
        delete_error(atomic_exchange(&head->error, copy ? copy : out_of_memory));
    }
    return info;
}

GrB_Info grb__done(void *output, graph_status status)
{
    if (status >= 0)
        return grb__info(status);
    return grb__fail(output, grb__info(status),
                     status == GRAPH_E_MEMORY ? out_of_memory : graph_last_error());
}

#define ERROR(kind)                                                                                          \
    GrB_Info GrB_##kind##_error(const char **error, const GrB_##kind object)                                 \
    {                                                                                                        \
        if (!error)                                                                                          \
            return GrB_NULL_POINTER;                                                                         \
        GRB_OBJECT(object);                                                                                  \
        const char *text = atomic_load(&object->head.error);                                                 \
        *error = text ? text : "";                                                                           \
        return GrB_SUCCESS;                                                                                  \
    }
GRB_OBJECTS(ERROR)
