/* The entry points of GraphBLAS.h and their arguments, for test_graphblas_arguments.c: X(name, Info of good arguments,
 * arguments, the list as it is given, from void *a[]). */
#ifndef TESTS_GRAPHBLAS_ARGUMENT_ROWS_H
#define TESTS_GRAPHBLAS_ARGUMENT_ROWS_H

/* An argument is a letter and what may be wrong with it:
 *     C w s   the output matrix, vector, scalar; E e: without entries   A u x   an input
 *     M m     a mask      b B U I N R   an accumulator, operators, a monoid, a semiring
 *     D d     a descriptor, one that is written    T   a type    g   the library
 *     #       a list of indices 0, 1, 2    n   a number of the caller's, 3    p   memory of the caller's
 *     h       room for a new object, NULL after a failure
 *     i v     where an array of indices 0, 1, 2, 3 is, one of values, which are taken    o   room for such an array
 * XX that fail late, when objects are made already. */
static GrB_Info import_outside(void *A, void *type, void *columns, void *rows, void *values)
{
    return GrB_Matrix_import_FP64(A, type, 3, 2, columns, rows, values, 3, 3, 3, GrB_COO_FORMAT);
}

/* Nothing to build from needs no arrays. */
static GrB_Info build_no_vector(void *v, void *index, void *values)
{
    return GrB_Vector_build_FP64(v, index, values, 0, NULL);
}

static GrB_Info build_no_matrix(void *A, void *rows, void *columns, void *values)
{
    return GrB_Matrix_build_FP64(A, rows, columns, values, 0, NULL);
}

static GrB_Info build_no_scalar(void *A, void *rows, void *columns, void *scalar)
{
    return GxB_Matrix_build_Scalar(A, rows, columns, scalar, 0);
}

static GrB_Info deserialize_short(void *A, void *type, void *bytes)
{
    return GrB_Matrix_deserialize(A, type, bytes, 8);
}

/* clang-format off */
#define CALLS(X) \
    X(GrB_getVersion, GrB_SUCCESS, "p! p!", (a[0], a[1])) \
    /* Algebra. */ \
    X(GrB_Type_new, GrB_SUCCESS, "h!", (a[0], 16)) \
    X(GrB_UnaryOp_new, GrB_SUCCESS, "h! T! T!", (a[0], pair_unary, a[1], a[2])) \
    X(GrB_BinaryOp_new, GrB_SUCCESS, "h! T! T! T!", (a[0], pair_binary, a[1], a[2], a[3])) \
    X(GrB_IndexUnaryOp_new, GrB_SUCCESS, "h! T! T! T!", (a[0], pair_index, a[1], a[2], a[3])) \
    X(GrB_Monoid_new_FP64, GrB_SUCCESS, "h! B!:", (a[0], a[1], 0)) \
    X(GrB_Monoid_new_UDT, GrB_DOMAIN_MISMATCH, "h! B! p!", (a[0], a[1], a[2])) \
    X(GrB_Semiring_new, GrB_SUCCESS, "h! N!: B!:", (a[0], a[1], a[2])) \
    X(GrB_Descriptor_new, GrB_SUCCESS, "h!", (a[0])) \
    X(GrB_Descriptor_set, GrB_SUCCESS, "d!", (a[0], GrB_OUTP, GrB_REPLACE)) \
    /* Collections. */ \
    X(GrB_Scalar_new, GrB_SUCCESS, "h! T!", (a[0], a[1])) \
    X(GrB_Scalar_dup, GrB_SUCCESS, "h! x!", (a[0], a[1])) \
    X(GrB_Scalar_clear, GrB_SUCCESS, "s!", (a[0])) \
    X(GrB_Scalar_nvals, GrB_SUCCESS, "n! x!", (a[0], a[1])) \
    X(GrB_Scalar_setElement_FP64, GrB_SUCCESS, "s!:", (a[0], 1)) \
    X(GrB_Scalar_setElement_UDT, GrB_DOMAIN_MISMATCH, "s! p!", (a[0], a[1])) \
    X(GrB_Scalar_extractElement_FP64, GrB_SUCCESS, "p! x!:", (a[0], a[1])) \
    X(GrB_Scalar_extractElement_UDT, GrB_DOMAIN_MISMATCH, "p! x!", (a[0], a[1])) \
    X(GxB_Scalar_type, GrB_SUCCESS, "p! x!", (a[0], a[1])) \
    X(GrB_Vector_new, GrB_SUCCESS, "h! T!", (a[0], a[1], 3)) \
    X(GrB_Vector_dup, GrB_SUCCESS, "h! u!", (a[0], a[1])) \
    X(GrB_Vector_resize, GrB_SUCCESS, "w!", (a[0], 5)) \
    X(GrB_Vector_clear, GrB_SUCCESS, "w!", (a[0])) \
    X(GrB_Vector_size, GrB_SUCCESS, "n! u!", (a[0], a[1])) \
    X(GrB_Vector_nvals, GrB_SUCCESS, "n! u!", (a[0], a[1])) \
    X(GxB_Vector_type, GrB_SUCCESS, "p! u!", (a[0], a[1])) \
    X(GrB_Vector_removeElement, GrB_SUCCESS, "w!", (a[0], 2)) \
    X(GrB_Vector_build_FP64, GrB_SUCCESS, "e!: #! p! b?:", (a[0], a[1], a[2], 3, a[3])) \
    X(GrB_Vector_build_UDT, GrB_DOMAIN_MISMATCH, "e! #! p! b?", (a[0], a[1], a[2], 3, a[3])) \
    X(GxB_Vector_build_Scalar, GrB_SUCCESS, "e!: #! x!:", (a[0], a[1], a[2], 3)) \
    X(GrB_Vector_setElement_FP64, GrB_SUCCESS, "w!:", (a[0], 1, 2)) \
    X(GrB_Vector_setElement_UDT, GrB_DOMAIN_MISMATCH, "w! p!", (a[0], a[1], 2)) \
    X(GrB_Vector_setElement_Scalar, GrB_SUCCESS, "w!: x!:", (a[0], a[1], 2)) \
    X(GrB_Vector_extractElement_FP64, GrB_SUCCESS, "p! u!:", (a[0], a[1], 2)) \
    X(GrB_Vector_extractElement_UDT, GrB_DOMAIN_MISMATCH, "p! u!", (a[0], a[1], 2)) \
    X(GrB_Vector_extractElement_Scalar, GrB_SUCCESS, "s!: u!:", (a[0], a[1], 2)) \
    X(GrB_Vector_extractTuples_FP64, GrB_SUCCESS, "p? p? n! u!:", (a[0], a[1], a[2], a[3])) \
    X(GrB_Vector_extractTuples_UDT, GrB_DOMAIN_MISMATCH, "p p n! u!", (a[0], a[1], a[2], a[3])) \
    X(GxB_Vector_isStoredElement, GrB_SUCCESS, "u!", (a[0], 2)) \
    X(GxB_Vector_diag, GrB_SUCCESS, "w!:+ A!:+ D?", (a[0], a[1], 0, a[2])) \
    X(GxB_Vector_pack_CSC, GrB_SUCCESS, "w! i! v!", (a[0], a[1], a[2], 32, 32, true, 3, false, NULL)) \
    X(GxB_Vector_pack_Full, GrB_SUCCESS, "w! v!", (a[0], a[1], 8, true, NULL)) \
    X(GxB_Vector_pack_Bitmap, GrB_SUCCESS, "w! i! v!", (a[0], a[1], a[2], 32, 8, true, 3, NULL)) \
    X(GxB_Vector_unpack_CSC, GrB_SUCCESS, "w! o! o! n? n? p? n! p?", \
      (a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], NULL)) \
    X(GxB_Vector_unpack_Full, GrB_SUCCESS, "w! o! n? p?", (a[0], a[1], a[2], a[3], NULL)) \
    X(GxB_Matrix_pack_CSR, GrB_SUCCESS, "C! i! i! v!", (a[0], a[1], a[2], a[3], 32, 24, 8, true, false, NULL)) \
    X(GxB_Matrix_pack_CSC, GrB_SUCCESS, "C! i! i! v!", (a[0], a[1], a[2], a[3], 32, 24, 24, false, false, NULL)) \
    X(GxB_Matrix_unpack_CSR, GrB_SUCCESS, "C! o! o! o! n? n? n? p? p?", \
      (a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], NULL)) \
    X(GxB_Matrix_unpack_CSC, GrB_SUCCESS, "C! o! o! o! n? n? n? p? p?", \
      (a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], NULL)) \
    X(GrB_Matrix_new, GrB_SUCCESS, "h! T!", (a[0], a[1], 3, 3)) \
    X(GrB_Matrix_dup, GrB_SUCCESS, "h! A!", (a[0], a[1])) \
    X(GrB_Matrix_diag, GrB_SUCCESS, "h! u!", (a[0], a[1], 1)) \
    X(GrB_Matrix_resize, GrB_SUCCESS, "C!", (a[0], 5, 5)) \
    X(GrB_Matrix_clear, GrB_SUCCESS, "C!", (a[0])) \
    X(GrB_Matrix_nrows, GrB_SUCCESS, "n! A!", (a[0], a[1])) \
    X(GrB_Matrix_ncols, GrB_SUCCESS, "n! A!", (a[0], a[1])) \
    X(GrB_Matrix_nvals, GrB_SUCCESS, "n! A!", (a[0], a[1])) \
    X(GxB_Matrix_type, GrB_SUCCESS, "p! A!", (a[0], a[1])) \
    X(GrB_Matrix_removeElement, GrB_SUCCESS, "C!", (a[0], 0, 1)) \
    X(GrB_Matrix_build_FP64, GrB_SUCCESS, "E!: #! #! p! b?:", (a[0], a[1], a[2], a[3], 3, a[4])) \
    X(GrB_Matrix_build_UDT, GrB_DOMAIN_MISMATCH, "E! #! #! p! b?", (a[0], a[1], a[2], a[3], 3, a[4])) \
    X(GxB_Matrix_build_Scalar, GrB_SUCCESS, "E!: #! #! x!:", (a[0], a[1], a[2], a[3], 3)) \
    X(GrB_Matrix_setElement_FP64, GrB_SUCCESS, "C!:", (a[0], 1, 2, 0)) \
    X(GrB_Matrix_setElement_UDT, GrB_DOMAIN_MISMATCH, "C! p!", (a[0], a[1], 2, 0)) \
    X(GrB_Matrix_setElement_Scalar, GrB_SUCCESS, "C!: x!:", (a[0], a[1], 2, 0)) \
    X(GrB_Matrix_extractElement_FP64, GrB_SUCCESS, "p! A!:", (a[0], a[1], 0, 1)) \
    X(GrB_Matrix_extractElement_UDT, GrB_DOMAIN_MISMATCH, "p! A!", (a[0], a[1], 0, 1)) \
    X(GrB_Matrix_extractElement_Scalar, GrB_SUCCESS, "s!: A!:", (a[0], a[1], 0, 1)) \
    X(GrB_Matrix_extractTuples_FP64, GrB_SUCCESS, "p? p? p? n! A!:", (a[0], a[1], a[2], a[3], a[4])) \
    X(GrB_Matrix_extractTuples_UDT, GrB_DOMAIN_MISMATCH, "p p p n! A!", (a[0], a[1], a[2], a[3], a[4])) \
    X(GxB_Matrix_isStoredElement, GrB_SUCCESS, "A!", (a[0], 0, 1)) \
    X(GrB_Matrix_import_FP64, GrB_SUCCESS, "h! T!: #! #! p!", \
      (a[0], a[1], 3, 3, a[2], a[3], a[4], 3, 3, 3, GrB_COO_FORMAT)) \
    X(import_outside, GrB_INDEX_OUT_OF_BOUNDS, "h! T! #! #! p!", (a[0], a[1], a[2], a[3], a[4])) \
    X(build_no_vector, GrB_SUCCESS, "e! #? p?", (a[0], a[1], a[2])) \
    X(build_no_matrix, GrB_SUCCESS, "E! #? #? p?", (a[0], a[1], a[2], a[3])) \
    X(build_no_scalar, GrB_SUCCESS, "E! #? #? x!", (a[0], a[1], a[2], a[3])) \
    X(deserialize_short, GrB_INVALID_OBJECT, "h! T? p!", (a[0], a[1], a[2])) \
    X(GrB_Matrix_import_UDT, GrB_DOMAIN_MISMATCH, "h! T! #! #! p!", \
      (a[0], a[1], 3, 3, a[2], a[3], a[4], 3, 3, 3, GrB_COO_FORMAT)) \
    X(GrB_Matrix_export_FP64, GrB_SUCCESS, "p! p! p! n! n! n! A!:", \
      (a[0], a[1], a[2], a[3], a[4], a[5], GrB_COO_FORMAT, a[6])) \
    X(GrB_Matrix_export_UDT, GrB_DOMAIN_MISMATCH, "p! p! p! n! n! n! A!", \
      (a[0], a[1], a[2], a[3], a[4], a[5], GrB_COO_FORMAT, a[6])) \
    X(GrB_Matrix_exportSize, GrB_SUCCESS, "n! n! n! A!", (a[0], a[1], a[2], GrB_CSC_FORMAT, a[3])) \
    X(GrB_Matrix_exportHint, GrB_SUCCESS, "p! A!", (a[0], a[1])) \
    X(GrB_Matrix_serializeSize, GrB_SUCCESS, "n! A!", (a[0], a[1])) \
    X(GrB_Matrix_serialize, GrB_INSUFFICIENT_SPACE, "p! n! A!", (a[0], a[1], a[2])) \
    X(GrB_Matrix_deserialize, GrB_INVALID_OBJECT, "h! T? p!", (a[0], a[1], a[2], 512)) \
    /* Operations. */ \
    X(GrB_mxm, GrB_SUCCESS, "C!:+ M?:+ b?: R!: A!:+ A!:+ D?", ALL7) \
    X(GrB_mxv, GrB_SUCCESS, "w!:+ m?:+ b?: R!: A!:+ u!:+ D?", ALL7) \
    X(GrB_vxm, GrB_SUCCESS, "w!:+ m?:+ b?: R!: u!:+ A!:+ D?", ALL7) \
    PAIRS(X, Semiring, "R!:") \
    PAIRS(X, Monoid, "N!:") \
    PAIRS(X, BinaryOp, "B!:") \
    X(GxB_Vector_eWiseUnion, GrB_SUCCESS, "w!:+ m?:+ b?: B!: u!:+ x!: u!:+ x!: D?", \
      (OUTPUT, a[3], a[4], a[5], a[6], a[7], a[8])) \
    X(GxB_Matrix_eWiseUnion, GrB_SUCCESS, "C!:+ M?:+ b?: B!: A!:+ x!: A!:+ x!: D?", \
      (OUTPUT, a[3], a[4], a[5], a[6], a[7], a[8])) \
    X(GrB_Vector_extract, GrB_SUCCESS, "w!:+ m?:+ b?: u!: #! D?", (OUTPUT, a[3], a[4], 3, a[5])) \
    X(GrB_Matrix_extract, GrB_SUCCESS, "C!:+ M?:+ b?: A!: #! #! D?", (OUTPUT, a[3], a[4], 3, a[5], 3, a[6])) \
    X(GrB_Col_extract, GrB_SUCCESS, "w!:+ m?:+ b?: A!: #! D?", (OUTPUT, a[3], a[4], 3, 1, a[5])) \
    X(GrB_Vector_assign, GrB_SUCCESS, "w!: m?:+ b?: u!:+ #! D?", (OUTPUT, a[3], a[4], 3, a[5])) \
    X(GrB_Matrix_assign, GrB_SUCCESS, "C!: M?:+ b?: A!:+ #! #! D?", (OUTPUT, a[3], a[4], 3, a[5], 3, a[6])) \
    X(GrB_Col_assign, GrB_SUCCESS, "C!: m?:+ b?: u!:+ #! D?", (OUTPUT, a[3], a[4], 3, 1, a[5])) \
    X(GrB_Row_assign, GrB_SUCCESS, "C!: m?:+ b?: u!:+ #! D?", (OUTPUT, a[3], 1, a[4], 3, a[5])) \
    X(GrB_Vector_assign_FP64, GrB_SUCCESS, "w!: m?:+ b?: #! D?", (OUTPUT, 1, a[3], 3, a[4])) \
    X(GrB_Vector_assign_UDT, GrB_DOMAIN_MISMATCH, "w! m? b? p! #! D?", (OUTPUT, a[3], a[4], 3, a[5])) \
    X(GrB_Vector_assign_Scalar, GrB_SUCCESS, "w!: m?:+ b?: x!: #! D?", (OUTPUT, a[3], a[4], 3, a[5])) \
    X(GrB_Matrix_assign_FP64, GrB_SUCCESS, "C!: M?:+ b?: #! #! D?", (OUTPUT, 1, a[3], 3, a[4], 3, a[5])) \
    X(GrB_Matrix_assign_UDT, GrB_DOMAIN_MISMATCH, "C! M? b? p! #! #! D?", (OUTPUT, a[3], a[4], 3, a[5], 3, a[6])) \
    X(GrB_Matrix_assign_Scalar, GrB_SUCCESS, "C!: M?:+ b?: x!: #! #! D?", (OUTPUT, a[3], a[4], 3, a[5], 3, a[6])) \
    X(GrB_Vector_apply, GrB_SUCCESS, "w!:+ m?:+ b?: U!: u!:+ D?", ALL6) \
    X(GrB_Matrix_apply, GrB_SUCCESS, "C!:+ M?:+ b?: U!: A!:+ D?", ALL6) \
    WITH_VALUE(X, Vector, apply_BinaryOp2nd, "w!:+ m?:+ b?: B!: u!:+") \
    WITH_VALUE(X, Vector, apply_IndexOp, "w!:+ m?:+ b?: I!: u!:+") \
    WITH_VALUE(X, Vector, select, "w!:+ m?:+ b?: I!: u!:+") \
    WITH_VALUE(X, Matrix, apply_BinaryOp2nd, "C!:+ M?:+ b?: B!: A!:+") \
    WITH_VALUE(X, Matrix, apply_IndexOp, "C!:+ M?:+ b?: I!: A!:+") \
    WITH_VALUE(X, Matrix, select, "C!:+ M?:+ b?: I!: A!:+") \
    X(GrB_Vector_apply_BinaryOp1st_FP64, GrB_SUCCESS, "w!:+ m?:+ b?: B!: u!:+ D?", (OUTPUT, a[3], 1, a[4], a[5])) \
    X(GrB_Vector_apply_BinaryOp1st_UDT, GrB_DOMAIN_MISMATCH, "w! m? b? B! p! u! D?", ALL7) \
    X(GrB_Vector_apply_BinaryOp1st_Scalar, GrB_SUCCESS, "w!:+ m?:+ b?: B!: x!: u!:+ D?", ALL7) \
    X(GrB_Matrix_apply_BinaryOp1st_FP64, GrB_SUCCESS, "C!:+ M?:+ b?: B!: A!:+ D?", (OUTPUT, a[3], 1, a[4], a[5])) \
    X(GrB_Matrix_apply_BinaryOp1st_UDT, GrB_DOMAIN_MISMATCH, "C! M? b? B! p! A! D?", ALL7) \
    X(GrB_Matrix_apply_BinaryOp1st_Scalar, GrB_SUCCESS, "C!:+ M?:+ b?: B!: x!: A!:+ D?", ALL7) \
    X(GrB_Matrix_reduce_Monoid, GrB_SUCCESS, "w!:+ m?:+ b?: N!: A!:+ D?", ALL6) \
    X(GrB_Matrix_reduce_BinaryOp, GrB_SUCCESS, "w!:+ m?:+ b?: B!: A!:+ D?", ALL6) \
    SUMS(X, Vector, "u!") \
    SUMS(X, Matrix, "A!") \
    X(GrB_transpose, GrB_SUCCESS, "C!:+ M?:+ b?: A!:+ D?", (OUTPUT, a[3], a[4])) \
    X(GrB_Global_get_INT32, GrB_SUCCESS, "g! n!", (a[0], a[1], GrB_API_VER_MAJOR)) \
    X(GrB_Global_set_INT32, GrB_INVALID_VALUE, "g!", (a[0], 1, GrB_API_VER_MAJOR)) \
    OF_KIND(X, Scalar, "s!") \
    OF_KIND(X, Vector, "w!") \
    OF_KIND(X, Matrix, "C!") \
    OF_KIND(X, UnaryOp, "U!") \
    OF_KIND(X, BinaryOp, "B!") \
    OF_KIND(X, IndexUnaryOp, "I!") \
    OF_KIND(X, Monoid, "N!") \
    OF_KIND(X, Semiring, "R!") \
    OF_KIND(X, Type, "T!") \
    OF_KIND(X, Descriptor, "d!")
/* clang-format on */

/* What all objects have.  A name is a text, and predefined objects are not written. */
#define OF_KIND(X, kind, object)                                                                             \
    X(GrB_##kind##_wait, GrB_SUCCESS, object, (a[0], GrB_MATERIALIZE))                                       \
    X(GrB_##kind##_error, GrB_SUCCESS, "p! " object, (a[0], a[1]))                                           \
    X(GxB_##kind##_fprint, GrB_SUCCESS, object, (a[0], "it", GxB_SILENT, stdout))                            \
    X(GrB_##kind##_get_Scalar, GrB_INVALID_VALUE, object " s!", (a[0], a[1], GrB_NAME))                      \
    X(GrB_##kind##_get_String, GrB_SUCCESS, object " p!", (a[0], a[1], GrB_NAME))                            \
    X(GrB_##kind##_get_INT32, GrB_INVALID_VALUE, object " n!", (a[0], a[1], GrB_NAME))                       \
    X(GrB_##kind##_get_SIZE, GrB_SUCCESS, object " n!", (a[0], a[1], GrB_NAME))                              \
    X(GrB_##kind##_get_VOID, GrB_INVALID_VALUE, object " p", (a[0], a[1], GrB_NAME))                         \
    X(GrB_##kind##_set_Scalar, GrB_INVALID_VALUE, object " x!", (a[0], a[1], GrB_NAME))                      \
    X(GrB_##kind##_set_String, GrB_INVALID_VALUE, object " p!", (a[0], a[1], GrB_SIZE))                      \
    X(GrB_##kind##_set_INT32, GrB_INVALID_VALUE, object, (a[0], 1, GrB_NAME))                                \
    X(GrB_##kind##_set_VOID, GrB_INVALID_VALUE, object " p", (a[0], a[1], GrB_NAME, 8))

#define OUTPUT a[0], a[1], a[2]
#define ALL6   (OUTPUT, a[3], a[4], a[5])
#define ALL7   (OUTPUT, a[3], a[4], a[5], a[6])
#define PAIRS(X, kind, op)                                                                                   \
    X(GrB_Vector_eWiseMult_##kind, GrB_SUCCESS, "w!:+ m?:+ b?: " op " u!:+ u!:+ D?", ALL7)                   \
    X(GrB_Vector_eWiseAdd_##kind, GrB_SUCCESS, "w!:+ m?:+ b?: " op " u!:+ u!:+ D?", ALL7)                    \
    X(GrB_Matrix_eWiseMult_##kind, GrB_SUCCESS, "C!:+ M?:+ b?: " op " A!:+ A!:+ D?", ALL7)                   \
    X(GrB_Matrix_eWiseAdd_##kind, GrB_SUCCESS, "C!:+ M?:+ b?: " op " A!:+ A!:+ D?", ALL7)                    \
    X(GrB_Matrix_kronecker_##kind, GrB_DIMENSION_MISMATCH, "C! M? b? " op " A! A! D?", ALL7)
#define WITH_VALUE(X, kind, operation, spec)                                                                 \
    X(GrB_##kind##_##operation##_FP64, GrB_SUCCESS, spec " D?", (OUTPUT, a[3], a[4], 1, a[5]))               \
    X(GrB_##kind##_##operation##_Scalar, GrB_SUCCESS, spec " x!: D?", ALL7)                                  \
    X(GrB_##kind##_##operation##_UDT, GrB_DOMAIN_MISMATCH, spec " p! D?", ALL7)
#define SUMS(X, kind, input)                                                                                 \
    X(GrB_##kind##_reduce_FP64, GrB_SUCCESS, "p! b?: N!: " input ": D?", (a[0], a[1], a[2], a[3], a[4]))     \
    X(GrB_##kind##_reduce_UDT, GrB_DOMAIN_MISMATCH, "p! b? N! " input " D?", (a[0], a[1], a[2], a[3], a[4])) \
    X(GrB_##kind##_reduce_Monoid_Scalar, GrB_SUCCESS, "s!: b?: N!: " input ": D?",                           \
      (a[0], a[1], a[2], a[3], a[4]))                                                                        \
    X(GrB_##kind##_reduce_BinaryOp_Scalar, GrB_SUCCESS, "s!: b?: B!: " input ": D?",                         \
      (a[0], a[1], a[2], a[3], a[4]))
#endif
