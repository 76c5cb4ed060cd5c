/* Vectors (4.2.3): objects, elements, building and reading. */
#include "objects.h"

GrB_Info GrB_Vector_new(GrB_Vector *v, GrB_Type type, GrB_Index size)
{
    GRB_POINTER(NULL, v);
    *v = NULL;
    GRB_INPUT(NULL, type);
    if (size > GrB_INDEX_MAX)
        return GrB_INVALID_VALUE;
    GrB_Vector made = GRB_NEW(Vector);
    if (!made)
        return GrB_OUT_OF_MEMORY;
    made->type = grb__hold(type);
    graph_status status = graph_vector_create(&made->vector, type->code, size);
    if (status != GRAPH_OK) {
        grb__drop(made);
        return grb__info(status);
    }
    *v = made;
    return GrB_SUCCESS;
}

GrB_Info GrB_Vector_dup(GrB_Vector *w, const GrB_Vector v)
{
    GRB_POINTER(NULL, w);
    *w = NULL;
    GRB_INPUT(NULL, v);
    GrB_Vector made = GRB_NEW(Vector);
    if (!made)
        return GrB_OUT_OF_MEMORY;
    made->type = grb__hold(v->type);
    made->head.orientation = v->head.orientation;
    graph_status status = graph_vector_dup(&made->vector, v->vector);
    if (status != GRAPH_OK) {
        grb__drop(made);
        return grb__done(v, status);
    }
    *w = made;
    return GrB_SUCCESS;
}

GrB_Info GrB_Vector_resize(GrB_Vector v, GrB_Index size)
{
    GRB_OBJECT(v);
    return grb__done(v, graph_vector_resize(v->vector, size));
}

GrB_Info GrB_Vector_clear(GrB_Vector v)
{
    GRB_OBJECT(v);
    return grb__done(v, graph_vector_clear(v->vector));
}

GrB_Info GrB_Vector_size(GrB_Index *size, const GrB_Vector v)
{
    GRB_OBJECT(v);
    GRB_POINTER(v, size);
    return grb__done(v, graph_vector_length(size, v->vector));
}

GrB_Info GrB_Vector_nvals(GrB_Index *nvals, const GrB_Vector v)
{
    GRB_OBJECT(v);
    GRB_POINTER(v, nvals);
    return grb__done(v, graph_vector_entries(nvals, v->vector));
}

GrB_Info GxB_Vector_type(GrB_Type *type, const GrB_Vector v)
{
    GRB_OBJECT(v);
    GRB_POINTER(v, type);
    *type = v->type;
    return GrB_SUCCESS;
}

GrB_Info GrB_Vector_removeElement(GrB_Vector v, GrB_Index i)
{
    GRB_OBJECT(v);
    return grb__done(v, graph_vector_remove(v->vector, i));
}

/* ---- Elements ---- */

static GrB_Info set(GrB_Vector v, const void *x, GrB_Type type, GrB_Index i)
{
    graph_scalar s;
    graph_status status;
    GRB_OBJECT(v);
    GRB_POINTER(v, x);
    GRB_USER_TYPE(v, type, v->type);
    GRB_TRY(grb__scalar_as(&s, v->type->code, grb__scalar(x, type ? type : v->type)));
    GRB_TRY(graph_vector_set(v->vector, i, s));
done:
    return grb__done(v, status);
}

static GrB_Info extract(void *x, const GrB_Vector v, GrB_Type type, GrB_Index i)
{
    GRB_OBJECT(v);
    GRB_POINTER(v, x);
    GRB_USER_TYPE(v, type, v->type);
    /* A value of a user type goes straight to the caller's room, which is left alone where there is no entry. */
    graph_scalar s = graph_own(v->type->code, x);
    if (type && !v->type->head.is_predefined)
        return grb__fail(v, GrB_DOMAIN_MISMATCH, "v has a user type, the scalar a built-in one");
    graph_status status = graph_vector_get(&s, v->vector, i);
    if (status == GRAPH_OK && type)
        status = grb__store(x, type, s);
    return grb__done(v, status);
}

GrB_Info GrB_Vector_setElement_Scalar(GrB_Vector v, const GrB_Scalar s, GrB_Index i)
{
    GRB_OBJECT(v);
    GRB_INPUT(v, s);
    if (!s->has_value)
        return GrB_Vector_removeElement(v, i);
    if (!s->type->head.is_predefined && s->type != v->type)
        return grb__fail(v, GrB_DOMAIN_MISMATCH, "s has another user type than v");
    return set(v, s->value, s->type, i);
}

GrB_Info GrB_Vector_extractElement_Scalar(GrB_Scalar s, const GrB_Vector v, GrB_Index i)
{
    GRB_OBJECT(s);
    GRB_INPUT(s, v);
    if (s->type != v->type && !(s->type->head.is_predefined && v->type->head.is_predefined))
        return grb__fail(s, GrB_DOMAIN_MISMATCH, "s and v have different types, one of them a user type");
    GrB_Info info = extract(s->value, v, s->type->head.is_predefined ? s->type : NULL, i);
    if (info >= 0)
        s->has_value = info == GrB_SUCCESS;
    return info == GrB_NO_VALUE ? GrB_SUCCESS : info;
}

/* ---- Many elements ---- */

static GrB_Info build(GrB_Vector v, const GrB_Index *I, const void *X, GrB_Type type, GrB_Index n,
                      const GrB_BinaryOp dup)
{
    graph_vector *sums = NULL;
    graph_index size, entries;
    graph_status status;
    GRB_OBJECT(v);
    if (n) {
        GRB_POINTER(v, I);
        GRB_POINTER(v, X);
    }
    GRB_OPTION(v, dup);
    GRB_USER_TYPE(v, type, v->type);
    const graph_type value_type = type ? type->code : v->type->code;
    if (!dup || dup->z == v->type)
        return grb__done(v, graph_vector_build(v->vector, I, X, value_type, n, grb__accum(dup)));
    /* Repeated values are combined in the type of dup. */
    GRB_TRY(graph_vector_entries(&entries, v->vector));
    if (entries)
        return grb__fail(v, GrB_OUTPUT_NOT_EMPTY, "v has entries");
    GRB_TRY(graph_vector_length(&size, v->vector));
    GRB_TRY(graph_vector_create(&sums, dup->z->code, size));
    GRB_TRY(graph_vector_build(sums, I, X, value_type, n, dup->code));
    GRB_TRY(graph_vector_apply(v->vector, NULL, GRAPH_NO_OP, GRAPH_IDENTITY, sums, NULL));
done:
    graph_vector_release(&sums);
    return grb__done(v, status);
}

GrB_Info GxB_Vector_build_Scalar(GrB_Vector v, const GrB_Index *I, GrB_Scalar s, GrB_Index n)
{
    graph_vector *pattern = NULL;
    graph_index size, entries;
    graph_status status;
    graph_scalar x;
    GRB_OBJECT(v);
    GRB_INPUT(v, s);
    if (n)
        GRB_POINTER(v, I);
    if (!s->has_value)
        return grb__fail(v, GrB_EMPTY_OBJECT, "s is empty");
    GRB_TRY(graph_vector_entries(&entries, v->vector));
    if (entries)
        return grb__fail(v, GrB_OUTPUT_NOT_EMPTY, "v has entries");
    GRB_TRY(grb__scalar_as(&x, v->type->code, grb__scalar(s->value, s->type)));
    GRB_TRY(graph_vector_length(&size, v->vector));
    GRB_TRY(graph_vector_create(&pattern, GRAPH_PATTERN, size));
    GRB_TRY(graph_vector_build(pattern, I, NULL, GRAPH_PATTERN, n, GRAPH_ANY));
    GRB_TRY(graph_vector_assign_scalar(v->vector, pattern, GRAPH_NO_OP, x, GRAPH_ALL, 0,
                                       GRAPH_DESCRIPTOR(.flags = GRAPH_MASK_STRUCTURE)));
done:
    graph_vector_release(&pattern);
    return grb__done(v, status);
}

static GrB_Info tuples(GrB_Index *I, void *X, GrB_Type type, GrB_Index *n, const GrB_Vector v)
{
    GRB_OBJECT(v);
    GRB_POINTER(v, n);
    if (X)
        GRB_USER_TYPE(v, type, v->type);
    return grb__done(v, graph_vector_extract_tuples(I, X, type ? type->code : v->type->code, n, v->vector));
}

#define ELEMENTS(suffix, value, array, out, type, address)                                                   \
    GrB_Info GrB_Vector_build_##suffix(GrB_Vector v, const GrB_Index *I, const array *X, GrB_Index n,        \
                                       const GrB_BinaryOp dup)                                               \
    {                                                                                                        \
        return build(v, I, X, type, n, dup);                                                                 \
    }                                                                                                        \
    GrB_Info GrB_Vector_setElement_##suffix(GrB_Vector v, value x, GrB_Index i)                              \
    {                                                                                                        \
        return set(v, address x, type, i);                                                                   \
    }                                                                                                        \
    GrB_Info GrB_Vector_extractElement_##suffix(out *x, const GrB_Vector v, GrB_Index i)                     \
    {                                                                                                        \
        return extract(x, v, type, i);                                                                       \
    }                                                                                                        \
    GrB_Info GrB_Vector_extractTuples_##suffix(GrB_Index *I, out *X, GrB_Index *n, const GrB_Vector v)       \
    {                                                                                                        \
        return tuples(I, X, type, n, v);                                                                     \
    }
#define ELEMENTS_OF(suffix, c_type, code) ELEMENTS(suffix, c_type, c_type, c_type, &grb__type_##suffix, &)
GRB_TYPES(ELEMENTS_OF)
ELEMENTS(UDT, const void *, void, void, NULL, )
