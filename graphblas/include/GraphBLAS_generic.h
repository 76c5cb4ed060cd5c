/* The polymorphic names of GraphBLAS.h, by the types of the arguments (C11's _Generic); not in C++.
 *
 * GRB_VALUES(f), GRB_ARRAYS(f) and GRB_ROOMS(f) are the choices among f_BOOL, f_INT8, ... for a value, for an array that is
 * read, and for one that is written.  Where no type fits, the argument points to a value of a user type: f_UDT. */
#ifndef GRAPHBLAS_GENERIC_H
#define GRAPHBLAS_GENERIC_H

#if LONG_MAX > INT_MAX /* the integer types that are none of stdint.h */
#define GRB_OTHER_VALUES(f) , long long : f##_INT64, unsigned long long : f##_UINT64, char : f##_INT8
#define GRB_OTHER_ARRAYS(f)                                                                                   \
    , long long * : f##_INT64, const long long * : f##_INT64, unsigned long long * : f##_UINT64,              \
        const unsigned long long * : f##_UINT64
#else
#define GRB_OTHER_VALUES(f) , long : f##_INT32, unsigned long : f##_UINT32, char : f##_INT8
#define GRB_OTHER_ARRAYS(f)
#endif

/* clang-format off */
#define GRB_VALUES(f)                                                                                         \
    bool : f##_BOOL, int8_t : f##_INT8, uint8_t : f##_UINT8, int16_t : f##_INT16, uint16_t : f##_UINT16,      \
    int32_t : f##_INT32, uint32_t : f##_UINT32, int64_t : f##_INT64, uint64_t : f##_UINT64,                   \
    float : f##_FP32, double : f##_FP64 GRB_OTHER_VALUES(f), default : f##_UDT
#define GRB_ARRAYS(f)                                                                                         \
    bool * : f##_BOOL, int8_t * : f##_INT8, uint8_t * : f##_UINT8, int16_t * : f##_INT16,                     \
    uint16_t * : f##_UINT16, int32_t * : f##_INT32, uint32_t * : f##_UINT32, int64_t * : f##_INT64,           \
    uint64_t * : f##_UINT64, float * : f##_FP32, double * : f##_FP64,                                         \
    const bool * : f##_BOOL, const int8_t * : f##_INT8, const uint8_t * : f##_UINT8,                          \
    const int16_t * : f##_INT16, const uint16_t * : f##_UINT16, const int32_t * : f##_INT32,                  \
    const uint32_t * : f##_UINT32, const int64_t * : f##_INT64, const uint64_t * : f##_UINT64,                \
    const float * : f##_FP32, const double * : f##_FP64 GRB_OTHER_ARRAYS(f), default : f##_UDT
#define GRB_ROOMS(f)                                                                                          \
    bool * : f##_BOOL, int8_t * : f##_INT8, uint8_t * : f##_UINT8, int16_t * : f##_INT16,                     \
    uint16_t * : f##_UINT16, int32_t * : f##_INT32, uint32_t * : f##_UINT32, int64_t * : f##_INT64,           \
    uint64_t * : f##_UINT64, float * : f##_FP32, double * : f##_FP64, default : f##_UDT
#define GRB_KINDS(prefix, f)                                                                                  \
    GrB_Type : prefix##_Type_##f, GrB_UnaryOp : prefix##_UnaryOp_##f, GrB_BinaryOp : prefix##_BinaryOp_##f,   \
    GrB_IndexUnaryOp : prefix##_IndexUnaryOp_##f, GrB_Monoid : prefix##_Monoid_##f,                           \
    GrB_Semiring : prefix##_Semiring_##f, GrB_Descriptor : prefix##_Descriptor_##f,                           \
    GrB_Scalar : prefix##_Scalar_##f, GrB_Vector : prefix##_Vector_##f, GrB_Matrix : prefix##_Matrix_##f

/* ---- All objects ---- */

#define GrB_free(object)                                                                                      \
    _Generic((object),                                                                                        \
    GrB_Type * : GrB_Type_free, GrB_UnaryOp * : GrB_UnaryOp_free, GrB_BinaryOp * : GrB_BinaryOp_free,         \
    GrB_IndexUnaryOp * : GrB_IndexUnaryOp_free, GrB_Monoid * : GrB_Monoid_free,                               \
    GrB_Semiring * : GrB_Semiring_free, GrB_Descriptor * : GrB_Descriptor_free,                               \
    GrB_Scalar * : GrB_Scalar_free, GrB_Vector * : GrB_Vector_free, GrB_Matrix * : GrB_Matrix_free)(object)
#define GrB_wait(object, mode) _Generic((object), GRB_KINDS(GrB, wait))(object, mode)
#define GrB_error(message, object) _Generic((object), GRB_KINDS(GrB, error))(message, object)
#define GxB_fprint(object, level, stream)                                                                     \
    _Generic((object), GRB_KINDS(GxB, fprint))(object, #object, level, stream)
#define GxB_print(object, level) _Generic((object), GRB_KINDS(GxB, fprint))(object, #object, level, NULL)

#define GRB_GET(kind, value)                                                                                  \
    _Generic((value), GrB_Scalar : GrB_##kind##_get_Scalar, char * : GrB_##kind##_get_String,                 \
    int32_t * : GrB_##kind##_get_INT32, size_t * : GrB_##kind##_get_SIZE, default : GrB_##kind##_get_VOID)
#define GrB_get(object, value, field)                                                                         \
    _Generic((object),                                                                                        \
    GrB_Type : GRB_GET(Type, value), GrB_UnaryOp : GRB_GET(UnaryOp, value),                                   \
    GrB_BinaryOp : GRB_GET(BinaryOp, value), GrB_IndexUnaryOp : GRB_GET(IndexUnaryOp, value),                 \
    GrB_Monoid : GRB_GET(Monoid, value), GrB_Semiring : GRB_GET(Semiring, value),                             \
    GrB_Descriptor : GRB_GET(Descriptor, value), GrB_Scalar : GRB_GET(Scalar, value),                         \
    GrB_Vector : GRB_GET(Vector, value), GrB_Matrix : GRB_GET(Matrix, value),                                 \
    GrB_Global : GRB_GET(Global, value))(object, value, field)

#define GRB_SET(kind, value)                                                                                  \
    _Generic((value), GrB_Scalar : GrB_##kind##_set_Scalar, char * : GrB_##kind##_set_String,                 \
    const char * : GrB_##kind##_set_String, void * : GrB_##kind##_set_VOID, default : GrB_##kind##_set_INT32)
#define GrB_set(object, value, ...)                                                                           \
    _Generic((object),                                                                                        \
    GrB_Type : GRB_SET(Type, value), GrB_UnaryOp : GRB_SET(UnaryOp, value),                                   \
    GrB_BinaryOp : GRB_SET(BinaryOp, value), GrB_IndexUnaryOp : GRB_SET(IndexUnaryOp, value),                 \
    GrB_Monoid : GRB_SET(Monoid, value), GrB_Semiring : GRB_SET(Semiring, value),                             \
    GrB_Descriptor : GRB_SET(Descriptor, value), GrB_Scalar : GRB_SET(Scalar, value),                         \
    GrB_Vector : GRB_SET(Vector, value), GrB_Matrix : GRB_SET(Matrix, value),                                 \
    GrB_Global : GRB_SET(Global, value))(object, value, __VA_ARGS__)

/* ---- Elements ---- */

#define GrB_Monoid_new(monoid, op, identity)                                                                  \
    _Generic((identity), GRB_VALUES(GrB_Monoid_new))(monoid, op, identity)
#define GrB_Scalar_setElement(s, x) _Generic((x), GRB_VALUES(GrB_Scalar_setElement))(s, x)
#define GrB_Scalar_extractElement(x, s) _Generic((x), GRB_ROOMS(GrB_Scalar_extractElement))(x, s)
#define GrB_Vector_build(v, I, X, n, dup) _Generic((X), GRB_ARRAYS(GrB_Vector_build))(v, I, X, n, dup)
#define GrB_Vector_setElement(v, x, i)                                                                        \
    _Generic((x), GrB_Scalar : GrB_Vector_setElement_Scalar, GRB_VALUES(GrB_Vector_setElement))(v, x, i)
#define GrB_Vector_extractElement(x, v, i)                                                                    \
    _Generic((x), GrB_Scalar : GrB_Vector_extractElement_Scalar,                                              \
    GRB_ROOMS(GrB_Vector_extractElement))(x, v, i)
#define GrB_Vector_extractTuples(I, X, n, v) _Generic((X), GRB_ROOMS(GrB_Vector_extractTuples))(I, X, n, v)
#define GrB_Matrix_build(A, I, J, X, n, dup) _Generic((X), GRB_ARRAYS(GrB_Matrix_build))(A, I, J, X, n, dup)
#define GrB_Matrix_setElement(A, x, i, j)                                                                     \
    _Generic((x), GrB_Scalar : GrB_Matrix_setElement_Scalar, GRB_VALUES(GrB_Matrix_setElement))(A, x, i, j)
#define GrB_Matrix_extractElement(x, A, i, j)                                                                 \
    _Generic((x), GrB_Scalar : GrB_Matrix_extractElement_Scalar,                                              \
    GRB_ROOMS(GrB_Matrix_extractElement))(x, A, i, j)
#define GrB_Matrix_extractTuples(I, J, X, n, A)                                                               \
    _Generic((X), GRB_ROOMS(GrB_Matrix_extractTuples))(I, J, X, n, A)
#define GrB_Matrix_import(A, type, nrows, ncols, indptr, indices, values, ...)                                \
    _Generic((values), GRB_ARRAYS(GrB_Matrix_import))(A, type, nrows, ncols, indptr, indices, values, __VA_ARGS__)
#define GrB_Matrix_export(indptr, indices, values, ...)                                                       \
    _Generic((values), GRB_ROOMS(GrB_Matrix_export))(indptr, indices, values, __VA_ARGS__)

/* ---- Operations ---- */

#define GRB_PAIRS(f, op)                                                                                      \
    _Generic((op), GrB_Semiring : f##_Semiring, GrB_Monoid : f##_Monoid, GrB_BinaryOp : f##_BinaryOp)
#define GrB_eWiseMult(C, Mask, accum, op, ...)                                                                \
    _Generic((C), GrB_Vector : GRB_PAIRS(GrB_Vector_eWiseMult, op),                                           \
    GrB_Matrix : GRB_PAIRS(GrB_Matrix_eWiseMult, op))(C, Mask, accum, op, __VA_ARGS__)
#define GrB_eWiseAdd(C, Mask, accum, op, ...)                                                                 \
    _Generic((C), GrB_Vector : GRB_PAIRS(GrB_Vector_eWiseAdd, op),                                            \
    GrB_Matrix : GRB_PAIRS(GrB_Matrix_eWiseAdd, op))(C, Mask, accum, op, __VA_ARGS__)
#define GrB_kronecker(C, Mask, accum, op, ...)                                                                \
    GRB_PAIRS(GrB_Matrix_kronecker, op)(C, Mask, accum, op, __VA_ARGS__)
#define GxB_eWiseUnion(C, ...)                                                                                \
    _Generic((C), GrB_Vector : GxB_Vector_eWiseUnion, GrB_Matrix : GxB_Matrix_eWiseUnion)(C, __VA_ARGS__)

#define GrB_extract(C, Mask, accum, A, ...)                                                                   \
    _Generic((C), GrB_Vector : _Generic((A), GrB_Vector : GrB_Vector_extract, default : GrB_Col_extract),     \
    GrB_Matrix : GrB_Matrix_extract)(C, Mask, accum, A, __VA_ARGS__)

/* A vector into a matrix: a column if the next argument is a list of rows, else the number of a row. */
#define GrB_assign(C, Mask, accum, x, I, ...)                                                                 \
    _Generic((C),                                                                                             \
    GrB_Vector : _Generic((x), GrB_Vector : GrB_Vector_assign, GrB_Scalar : GrB_Vector_assign_Scalar,         \
        GRB_VALUES(GrB_Vector_assign)),                                                                       \
    GrB_Matrix : _Generic((x), GrB_Matrix : GrB_Matrix_assign, GrB_Scalar : GrB_Matrix_assign_Scalar,         \
        GrB_Vector : _Generic((I), GrB_Index * : GrB_Col_assign, const GrB_Index * : GrB_Col_assign,          \
            default : GrB_Row_assign),                                                                        \
        GRB_VALUES(GrB_Matrix_assign)))(C, Mask, accum, x, I, __VA_ARGS__)

#define GRB_WITH_VALUE(f, x) _Generic((x), GrB_Scalar : f##_Scalar, GRB_VALUES(f))
#define GRB_APPLY(kind, op, x, y)                                                                             \
    _Generic((op), GrB_UnaryOp : GrB_##kind##_apply,                                                          \
    GrB_IndexUnaryOp : GRB_WITH_VALUE(GrB_##kind##_apply_IndexOp, y),                                         \
    GrB_BinaryOp : _Generic((x), GrB_##kind : GRB_WITH_VALUE(GrB_##kind##_apply_BinaryOp2nd, y),              \
        default : GRB_WITH_VALUE(GrB_##kind##_apply_BinaryOp1st, x)))
#define GrB_apply(C, Mask, accum, op, x, ...)                                                                 \
    GRB_APPLY_WITH(C, Mask, accum, op, x, GRB_FIRST_OF(__VA_ARGS__, 0), __VA_ARGS__)
#define GRB_FIRST_OF(first, ...) first
#define GRB_APPLY_WITH(C, Mask, accum, op, x, y, ...)                                                         \
    _Generic((C), GrB_Vector : GRB_APPLY(Vector, op, x, y), GrB_Matrix : GRB_APPLY(Matrix, op, x, y))(        \
        C, Mask, accum, op, x, __VA_ARGS__)
#define GrB_select(C, Mask, accum, op, A, y, desc)                                                            \
    _Generic((C), GrB_Vector : GRB_WITH_VALUE(GrB_Vector_select, y),                                          \
    GrB_Matrix : GRB_WITH_VALUE(GrB_Matrix_select, y))(C, Mask, accum, op, A, y, desc)

#define GRB_SUM(kind, x, op)                                                                                  \
    _Generic((x), GrB_Scalar : _Generic((op), GrB_BinaryOp : GrB_##kind##_reduce_BinaryOp_Scalar,             \
        default : GrB_##kind##_reduce_Monoid_Scalar),                                                         \
    GRB_ROOMS(GrB_##kind##_reduce))
#define GrB_reduce(x, second, third, fourth, ...)                                                             \
    _Generic((fourth), GrB_Monoid : GrB_Matrix_reduce_Monoid, GrB_BinaryOp : GrB_Matrix_reduce_BinaryOp,      \
    GrB_Vector : GRB_SUM(Vector, x, third), GrB_Matrix : GRB_SUM(Matrix, x, third))(                          \
        x, second, third, fourth, __VA_ARGS__)
/* clang-format on */
#endif
