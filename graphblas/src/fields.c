/* GrB_get and GrB_set (4.4): the fields of each object.
 *
 * find gives what a field holds; the five forms of GrB_get convert that. */
#include "fields.h"

#include <string.h>

#include "objects.h"

struct found {
    enum { NO_FIELD, NUMBER, TEXT, SIZE, NO_VALUE } kind;
    int32_t number;
    size_t size;
    const char *text;
};

static struct found number(int value) { return (struct found){.kind = NUMBER, .number = value}; }

static struct found text(const char *value)
{
    return (struct found){.kind = TEXT, .text = value ? value : ""};
}

static const struct found none = {.kind = NO_FIELD}, empty = {.kind = NO_VALUE};

static struct found type_code(GrB_Type type) { return type ? number((int)type->standard_code) : empty; }

static struct found type_text(GrB_Type type) { return type ? text(type->head.name) : empty; }

/* ---- Reading ---- */

/* The types of an operator: output, first and second input; NULL where there is none. */
static struct found find_type(GrB_Type z, GrB_Type x, GrB_Type y, GrB_Field field)
{
    switch ((int)field) {
    case GrB_INP0_TYPE_CODE:
        return type_code(x);
    case GrB_INP1_TYPE_CODE:
        return type_code(y);
    case GrB_OUTP_TYPE_CODE:
        return type_code(z);
    case GrB_INP0_TYPE_STRING:
        return type_text(x);
    case GrB_INP1_TYPE_STRING:
        return type_text(y);
    case GrB_OUTP_TYPE_STRING:
        return type_text(z);
    default:
        return none;
    }
}

static struct found find_of_collection(const struct grb_head *head, GrB_Type type, GrB_Field field)
{
    switch ((int)field) {
    case GrB_STORAGE_ORIENTATION_HINT:
        return number((int)head->orientation);
    case GrB_EL_TYPE_CODE:
        return type_code(type);
    case GrB_EL_TYPE_STRING:
        return type_text(type);
    default:
        return none;
    }
}

static struct found find_of_library(const struct grb_head *head, GrB_Field field)
{
    int version[3] = {GRAPH_VERSION_MAJOR, GRAPH_VERSION_MINOR, GRAPH_VERSION_PATCH};
    switch ((int)field) {
    case GrB_LIBRARY_VER_MAJOR:
        return number(version[0]);
    case GrB_LIBRARY_VER_MINOR:
        return number(version[1]);
    case GrB_LIBRARY_VER_PATCH:
        return number(version[2]);
    case GrB_API_VER_MAJOR:
        return number(GRB_VERSION);
    case GrB_API_VER_MINOR:
        return number(GRB_SUBVERSION);
    case GrB_API_VER_PATCH:
        return number(0);
    case GrB_BLOCKING_MODE:
        return number(grb__mode());
    case GrB_STORAGE_ORIENTATION_HINT:
        return number((int)head->orientation);
    default:
        return none;
    }
}

static struct found find(const void *object, GrB_Field field)
{
    union {
        const void *any;
        const struct grb_head *head;
        const struct GrB_Type_opaque *type;
        const struct GrB_UnaryOp_opaque *unary;
        const struct GrB_BinaryOp_opaque *binary;
        const struct GrB_IndexUnaryOp_opaque *index;
        const struct GrB_Monoid_opaque *monoid;
        const struct GrB_Semiring_opaque *semiring;
        const struct GrB_Descriptor_opaque *descriptor;
        const struct GrB_Scalar_opaque *scalar;
        const struct GrB_Vector_opaque *vector;
        const struct GrB_Matrix_opaque *matrix;
    } o = {object};
    if (field == GrB_NAME)
        return text(o.head->name);
    switch (o.head->magic) {
    case GRB_MAGIC_Type:
        if (field == GrB_EL_TYPE_CODE)
            return number((int)o.type->standard_code);
        if (field == GrB_EL_TYPE_STRING)
            return text(o.head->name);
        if (field == GrB_SIZE)
            return (struct found){.kind = SIZE, .size = o.type->size};
        return none;
    case GRB_MAGIC_UnaryOp:
        return find_type(o.unary->z, o.unary->x, NULL, field);
    case GRB_MAGIC_BinaryOp:
        return find_type(o.binary->z, o.binary->x, o.binary->y, field);
    case GRB_MAGIC_IndexUnaryOp:
        return find_type(o.index->z, o.index->x, o.index->x ? o.index->y : NULL, field);
    case GRB_MAGIC_Monoid:
        return find_type(o.monoid->op->z, o.monoid->op->x, o.monoid->op->y, field);
    case GRB_MAGIC_Semiring:
        return find_type(o.semiring->multiply->z, NULL, NULL, field);
    case GRB_MAGIC_Descriptor:
        return field >= GrB_OUTP_FIELD && field <= GrB_INP1_FIELD ? number(o.descriptor->value[field]) : none;
    case GRB_MAGIC_Scalar:
        return find_of_collection(o.head, o.scalar->type, field);
    case GRB_MAGIC_Vector:
        return find_of_collection(o.head, o.vector->type, field);
    case GRB_MAGIC_Matrix:
        return find_of_collection(o.head, o.matrix->type, field);
    default:
        return find_of_library(o.head, field);
    }
}

static GrB_Info wrong(void *object, struct found found)
{
    if (found.kind == NO_VALUE)
        return GrB_NO_VALUE;
    return grb__fail(object, GrB_INVALID_VALUE,
                     found.kind == NO_FIELD ? "the object has no such field" : "the field has another type");
}

static GrB_Info get_number(void *object, int32_t *value, GrB_Field field)
{
    const struct found found = find(object, field);
    GRB_POINTER(object, value);
    if (found.kind != NUMBER)
        return wrong(object, found);
    *value = found.number;
    return GrB_SUCCESS;
}

static GrB_Info get_text(void *object, char *value, GrB_Field field)
{
    const struct found found = find(object, field);
    GRB_POINTER(object, value);
    if (found.kind != TEXT)
        return wrong(object, found);
    strcpy(value, found.text);
    return GrB_SUCCESS;
}

static GrB_Info get_size(void *object, size_t *value, GrB_Field field)
{
    const struct found found = find(object, field);
    GRB_POINTER(object, value);
    if (found.kind != TEXT && found.kind != SIZE)
        return wrong(object, found);
    *value = found.kind == TEXT ? strlen(found.text) + 1 : found.size;
    return GrB_SUCCESS;
}

static GrB_Info get_scalar(void *object, GrB_Scalar value, GrB_Field field)
{
    const struct found found = find(object, field);
    GRB_INPUT(object, value);
    if (found.kind == NUMBER)
        return GrB_Scalar_setElement_INT32(value, found.number);
    if (found.kind == SIZE)
        return GrB_Scalar_setElement_UINT64(value, found.size);
    return wrong(object, found);
}

/* ---- Writing ---- */

static GrB_Info set_number(void *object, int32_t value, GrB_Field field)
{
    struct grb_head *head = object;
    const bool is_collection =
        head->magic == GRB_MAGIC_Scalar || head->magic == GRB_MAGIC_Vector || head->magic == GRB_MAGIC_Matrix;
    if (head->magic == GRB_MAGIC_Descriptor)
        return GrB_Descriptor_set(object, (GrB_Desc_Field)field, (GrB_Desc_Value)value);
    if (field != GrB_STORAGE_ORIENTATION_HINT || !(is_collection || head->magic == GRB_MAGIC_Global))
        return grb__fail(object, GrB_INVALID_VALUE, "the field cannot be written, or not as a number");
    if (value < GrB_ROWMAJOR || value > GrB_UNKNOWN)
        return grb__fail(object, GrB_INVALID_VALUE, "no such orientation");
    head->orientation = (GrB_Orientation)value;
    return GrB_SUCCESS;
}

/* The name of what a program computes with can be set once, that of a collection or descriptor at any time. */
static GrB_Info set_text(void *object, const char *value, GrB_Field field)
{
    struct grb_head *head = object;
    const bool is_free = head->magic == GRB_MAGIC_Scalar || head->magic == GRB_MAGIC_Vector ||
                         head->magic == GRB_MAGIC_Matrix || head->magic == GRB_MAGIC_Descriptor;
    GRB_POINTER(object, value);
    if (field != GrB_NAME || head->is_predefined)
        return grb__fail(object, GrB_INVALID_VALUE, "the field cannot be written, or not as a text");
    if (!is_free && head->name)
        return grb__fail(object, GrB_ALREADY_SET, "the object has a name");
    char *copy = grb__copy_of(value);
    if (!copy)
        return grb__done(object, GRAPH_E_MEMORY);
    grb__delete((char *)(uintptr_t)head->name);
    head->name = copy;
    return GrB_SUCCESS;
}

static GrB_Info set_scalar(void *object, GrB_Scalar value, GrB_Field field)
{
    int32_t x = 0;
    GRB_INPUT(object, value);
    if (!value->has_value)
        return grb__fail(object, GrB_EMPTY_OBJECT, "the scalar is empty");
    GrB_Info info = GrB_Scalar_extractElement_INT32(&x, value);
    return info == GrB_SUCCESS ? set_number(object, x, field) : info;
}

/* ---- The functions ---- */

#define FIELDS(kind)                                                                                         \
    GrB_Info GrB_##kind##_get_Scalar(GrB_##kind object, GrB_Scalar value, GrB_Field field)                   \
    {                                                                                                        \
        return grb__is(object, GRB_MAGIC_##kind) ? get_scalar(object, value, field) : grb__wrong(object);    \
    }                                                                                                        \
    GrB_Info GrB_##kind##_get_String(GrB_##kind object, char *value, GrB_Field field)                        \
    {                                                                                                        \
        return grb__is(object, GRB_MAGIC_##kind) ? get_text(object, value, field) : grb__wrong(object);      \
    }                                                                                                        \
    GrB_Info GrB_##kind##_get_INT32(GrB_##kind object, int32_t *value, GrB_Field field)                      \
    {                                                                                                        \
        return grb__is(object, GRB_MAGIC_##kind) ? get_number(object, value, field) : grb__wrong(object);    \
    }                                                                                                        \
    GrB_Info GrB_##kind##_get_SIZE(GrB_##kind object, size_t *value, GrB_Field field)                        \
    {                                                                                                        \
        return grb__is(object, GRB_MAGIC_##kind) ? get_size(object, value, field) : grb__wrong(object);      \
    }                                                                                                        \
    GrB_Info GrB_##kind##_get_VOID(GrB_##kind object, void *value, GrB_Field field)                          \
    {                                                                                                        \
        (void)value, (void)field;                                                                            \
        return grb__is(object, GRB_MAGIC_##kind) ? wrong(object, none) : grb__wrong(object);                 \
    }                                                                                                        \
    GrB_Info GrB_##kind##_set_Scalar(GrB_##kind object, GrB_Scalar value, GrB_Field field)                   \
    {                                                                                                        \
        return grb__is(object, GRB_MAGIC_##kind) ? set_scalar(object, value, field) : grb__wrong(object);    \
    }                                                                                                        \
    GrB_Info GrB_##kind##_set_String(GrB_##kind object, const char *value, GrB_Field field)                  \
    {                                                                                                        \
        return grb__is(object, GRB_MAGIC_##kind) ? set_text(object, value, field) : grb__wrong(object);      \
    }                                                                                                        \
    GrB_Info GrB_##kind##_set_INT32(GrB_##kind object, int32_t value, GrB_Field field)                       \
    {                                                                                                        \
        return grb__is(object, GRB_MAGIC_##kind) ? set_number(object, value, field) : grb__wrong(object);    \
    }                                                                                                        \
    GrB_Info GrB_##kind##_set_VOID(GrB_##kind object, void *value, GrB_Field field, size_t bytes)            \
    {                                                                                                        \
        (void)value, (void)field, (void)bytes;                                                               \
        return grb__is(object, GRB_MAGIC_##kind) ? wrong(object, none) : grb__wrong(object);                 \
    }
GRB_OBJECTS(FIELDS)
FIELDS(Global)
