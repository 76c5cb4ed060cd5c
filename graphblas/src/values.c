/* Single values: between the caller's memory and semigraph's scalars, and the scalar objects of the standard. */
#include <string.h>

#include "objects.h"

graph_scalar grb__scalar(const void *x, GrB_Type type)
{
    graph_scalar s = {.type = type->code};
    s.value.u = 0;
    switch ((int)type->code) {
    case GRAPH_BOOL:
        s.value.b = *(const bool *)x;
        break;
    case GRAPH_INT8:
        s.value.i = *(const int8_t *)x;
        break;
    case GRAPH_INT16:
        s.value.i = *(const int16_t *)x;
        break;
    case GRAPH_INT32:
        s.value.i = *(const int32_t *)x;
        break;
    case GRAPH_INT64:
        s.value.i = *(const int64_t *)x;
        break;
    case GRAPH_UINT8:
        s.value.u = *(const uint8_t *)x;
        break;
    case GRAPH_UINT16:
        s.value.u = *(const uint16_t *)x;
        break;
    case GRAPH_UINT32:
        s.value.u = *(const uint32_t *)x;
        break;
    case GRAPH_UINT64:
        s.value.u = *(const uint64_t *)x;
        break;
    case GRAPH_FP32:
        s.value.f = *(const float *)x;
        break;
    case GRAPH_FP64:
        s.value.f = *(const double *)x;
        break;
    default:
        return graph_own(type->code, x);
    }
    return s;
}

graph_status grb__scalar_as(graph_scalar *z, graph_type type, graph_scalar x)
{
    if (x.type == type) {
        *z = x;
        return GRAPH_OK;
    }
    return graph_scalar_convert(z, type, x);
}

graph_status grb__store(void *z, GrB_Type type, graph_scalar x)
{
    graph_scalar s = x;
    graph_status status = grb__scalar_as(&s, type->code, x);
    if (status != GRAPH_OK)
        return status;
    switch ((int)type->code) {
    case GRAPH_BOOL:
        *(bool *)z = s.value.b;
        break;
    case GRAPH_INT8:
        *(int8_t *)z = (int8_t)s.value.i;
        break;
    case GRAPH_INT16:
        *(int16_t *)z = (int16_t)s.value.i;
        break;
    case GRAPH_INT32:
        *(int32_t *)z = (int32_t)s.value.i;
        break;
    case GRAPH_INT64:
        *(int64_t *)z = s.value.i;
        break;
    case GRAPH_UINT8:
        *(uint8_t *)z = (uint8_t)s.value.u;
        break;
    case GRAPH_UINT16:
        *(uint16_t *)z = (uint16_t)s.value.u;
        break;
    case GRAPH_UINT32:
        *(uint32_t *)z = (uint32_t)s.value.u;
        break;
    case GRAPH_UINT64:
        *(uint64_t *)z = s.value.u;
        break;
    case GRAPH_FP32:
        *(float *)z = (float)s.value.f;
        break;
    case GRAPH_FP64:
        *(double *)z = s.value.f;
        break;
    default:
        memmove(z, s.value.own, type->size);
        break;
    }
    return GRAPH_OK;
}

/* ---- Scalar objects ---- */

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
