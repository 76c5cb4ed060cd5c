/* Scalar objects (4.2.2): one value or none, in the memory of the host. */
#include <string.h>

#include "objects.h"

GrB_Info GrB_Scalar_new(GrB_Scalar *s, GrB_Type type)
{
    GRB_POINTER(NULL, s);
    *s = NULL;
    GRB_INPUT(NULL, type);
    GrB_Scalar made = GRB_NEW(Scalar);
    if (!made)
        return GrB_OUT_OF_MEMORY;
    made->value = type->size <= sizeof made->small ? made->small : grb__new(type->size);
    if (!made->value) {
        grb__drop(made);
        return GrB_OUT_OF_MEMORY;
    }
    made->type = grb__hold(type);
    *s = made;
    return GrB_SUCCESS;
}

GrB_Info GrB_Scalar_dup(GrB_Scalar *t, const GrB_Scalar s)
{
    GRB_POINTER(NULL, t);
    *t = NULL;
    GRB_INPUT(NULL, s);
    GrB_Info info = GrB_Scalar_new(t, s->type);
    if (info == GrB_SUCCESS) {
        (*t)->has_value = s->has_value;
        memcpy((*t)->value, s->value, s->type->size);
    }
    return info;
}

GrB_Info GrB_Scalar_clear(GrB_Scalar s)
{
    GRB_OBJECT(s);
    s->has_value = false;
    return GrB_SUCCESS;
}

GrB_Info GrB_Scalar_nvals(GrB_Index *nvals, const GrB_Scalar s)
{
    GRB_OBJECT(s);
    GRB_POINTER(s, nvals);
    *nvals = s->has_value;
    return GrB_SUCCESS;
}

GrB_Info GxB_Scalar_type(GrB_Type *type, const GrB_Scalar s)
{
    GRB_OBJECT(s);
    GRB_POINTER(s, type);
    *type = s->type;
    return GrB_SUCCESS;
}

static GrB_Info set(GrB_Scalar s, const void *x, GrB_Type type)
{
    GRB_OBJECT(s);
    GRB_POINTER(s, x);
    GRB_USER_TYPE(s, type, s->type);
    graph_status status = grb__store(s->value, s->type, grb__scalar(x, type ? type : s->type));
    s->has_value |= status == GRAPH_OK;
    return grb__done(s, status);
}

static GrB_Info extract(void *x, const GrB_Scalar s, GrB_Type type)
{
    GRB_OBJECT(s);
    GRB_POINTER(s, x);
    GRB_USER_TYPE(s, type, s->type);
    if (!s->has_value)
        return GrB_NO_VALUE;
    return grb__done(s, grb__store(x, type ? type : s->type, grb__scalar(s->value, s->type)));
}

#define ELEMENT(suffix, c_type, code)                                                                        \
    GrB_Info GrB_Scalar_setElement_##suffix(GrB_Scalar s, c_type x)                                          \
    {                                                                                                        \
        return set(s, &x, &grb__type_##suffix);                                                              \
    }                                                                                                        \
    GrB_Info GrB_Scalar_extractElement_##suffix(c_type *x, const GrB_Scalar s)                               \
    {                                                                                                        \
        return extract(x, s, &grb__type_##suffix);                                                           \
    }
GRB_TYPES(ELEMENT)
GrB_Info GrB_Scalar_setElement_UDT(GrB_Scalar s, const void *x) { return set(s, x, NULL); }
GrB_Info GrB_Scalar_extractElement_UDT(void *x, const GrB_Scalar s) { return extract(x, s, NULL); }
