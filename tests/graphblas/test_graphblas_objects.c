/* Objects of GraphBLAS.h: their lives, their fields, their errors, user types, and each allocation failing once. */
#include "GraphBLAS.h"

#include "base/memory.h"
#include "tests/support/test.h"

#define OK(call)              test_claim((call) == GrB_SUCCESS, __FILE__, __LINE__, "%s", #call)
#define GIVES(expected, call) CHECK_SAY((call) == (expected), "%s is not " #expected, #call)

/* ---- The library ---- */

TEST(library)
{
    unsigned int version = 0, subversion = 0;
    GIVES(GrB_INVALID_VALUE, GrB_init((GrB_Mode)7));
    OK(GrB_init(GrB_NONBLOCKING));
    GIVES(GrB_INVALID_VALUE, GrB_init(GrB_BLOCKING)); /* open already */
    int32_t mode = -1;
    OK(GrB_get(GrB_GLOBAL, &mode, GrB_BLOCKING_MODE));
    CHECK(mode == GrB_NONBLOCKING);
    OK(GrB_finalize());
    OK(GrB_init(GrB_BLOCKING)); /* a second time, after the end */
    OK(GrB_getVersion(&version, &subversion));
    CHECK(version == 2 && subversion == 1);
    GIVES(GrB_NULL_POINTER, GrB_getVersion(NULL, &subversion));
    GIVES(GrB_NULL_POINTER, GxB_init(GrB_BLOCKING, NULL, NULL, NULL, NULL));
    OK(GrB_finalize());
}

/* ---- Statuses ---- */

TEST(statuses)
{
    GrB_Matrix A = NULL, B = NULL, none = NULL;
    GrB_Vector u = NULL;
    GrB_Scalar s = NULL;
    GrB_Index I[2] = {0, 0}, n = 0;
    double X[2] = {1, 2}, x = 7;
    const char *message = NULL;
    OK(GrB_Matrix_new(&A, GrB_FP64, 2, 3));
    OK(GrB_Matrix_new(&B, GrB_FP64, 2, 3));
    OK(GrB_Vector_new(&u, GrB_FP64, 2));
    OK(GrB_Scalar_new(&s, GrB_FP64));

    GIVES(GrB_NULL_POINTER, GrB_mxm(none, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, B, NULL));
    GIVES(GrB_NULL_POINTER, GrB_mxm(A, NULL, NULL, NULL, A, B, NULL));
    GIVES(GrB_NULL_POINTER, GrB_Matrix_nvals(&n, none));
    GIVES(GrB_NULL_POINTER, GrB_Matrix_nvals(NULL, A));
    GIVES(GrB_NULL_POINTER, GrB_Matrix_new(NULL, GrB_FP64, 1, 1));
    GIVES(GrB_NULL_POINTER, GrB_Matrix_new(&none, NULL, 1, 1));
    GIVES(GrB_NULL_POINTER, GrB_Scalar_new(NULL, GrB_FP64));
    GIVES(GrB_NULL_POINTER, GrB_Vector_new(NULL, GrB_FP64, 1));
    GIVES(GrB_INVALID_VALUE, GrB_Matrix_new(&none, GrB_FP64, GrB_INDEX_MAX + 1, 1));
    CHECK(none == NULL);
    GIVES(GrB_NULL_POINTER, GrB_extract(u, NULL, NULL, u, NULL, (GrB_Index)0, NULL));

    /* An error of the dimensions has a message with them, on the output. */
    GIVES(GrB_DIMENSION_MISMATCH, GrB_mxm(A, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, B, NULL));
    OK(GrB_error(&message, A));
    CHECK(strstr(message, "3 columns") != NULL);
    OK(GrB_error(&message, B));
    CHECK(message[0] == 0);

    GIVES(GrB_INVALID_VALUE, GrB_Matrix_build(A, I, I, X, 2, NULL)); /* repeated, without dup */
    OK(GrB_Matrix_build(A, I, I, X, 2, GrB_PLUS_FP64));
    GIVES(GrB_OUTPUT_NOT_EMPTY, GrB_Matrix_build(A, I, I, X, 2, GrB_PLUS_FP64));
    GIVES(GrB_OUTPUT_NOT_EMPTY, GrB_Matrix_build(A, I, I, X, 2, GrB_PLUS_FP32));
    GIVES(GrB_SUCCESS, GrB_Matrix_extractElement(&x, A, 0, 0));
    CHECK(x == 3);
    x = 7;
    GIVES(GrB_NO_VALUE, GrB_Matrix_extractElement(&x, A, 1, 0));
    CHECK(x == 7);
    OK(GrB_Scalar_setElement(s, 7));
    OK(GrB_Matrix_extractElement(s, A, 1, 0)); /* s becomes empty */
    OK(GrB_Scalar_nvals(&n, s));
    CHECK(n == 0);
    GIVES(GrB_INVALID_INDEX, GrB_Matrix_extractElement(&x, A, 2, 0));
    GIVES(GrB_INVALID_INDEX, GrB_Matrix_setElement(A, 1, 0, 3));
    GIVES(GrB_INVALID_INDEX, GrB_Vector_removeElement(u, 2));
    I[1] = 9;
    GIVES(GrB_INDEX_OUT_OF_BOUNDS, GrB_Vector_build(u, I, X, 2, NULL));
    GIVES(GrB_INDEX_OUT_OF_BOUNDS, GrB_extract(u, NULL, NULL, u, I, (GrB_Index)2, NULL));
    n = 0;
    GIVES(GrB_INSUFFICIENT_SPACE, GrB_Matrix_extractTuples(I, I, X, &n, A));
    GIVES(GrB_EMPTY_OBJECT, GrB_apply(A, NULL, NULL, GrB_PLUS_FP64, A, s, NULL));
    GIVES(GrB_EMPTY_OBJECT, GrB_select(A, NULL, NULL, GrB_VALUEEQ_FP64, A, s, NULL));
    GIVES(GrB_INVALID_VALUE, GrB_wait(A, (GrB_WaitMode)5));
    OK(GrB_wait(A, GrB_MATERIALIZE));
    GrB_Monoid monoid = NULL;
    GIVES(GrB_DOMAIN_MISMATCH, GrB_Monoid_new(&monoid, GrB_EQ_FP64, true));
    CHECK(monoid == NULL);
    GrB_Semiring semiring = NULL;
    GIVES(GrB_DOMAIN_MISMATCH, GrB_Semiring_new(&semiring, GrB_PLUS_MONOID_FP64, GrB_EQ_FP64));
    GIVES(GrB_DOMAIN_MISMATCH, GrB_reduce(u, NULL, NULL, GrB_EQ_FP64, A, NULL));
    GIVES(GrB_INVALID_VALUE, GrB_Descriptor_set(GrB_DESC_T0, GrB_OUTP, GrB_REPLACE));
    OK(GrB_free(&A)), OK(GrB_free(&B)), OK(GrB_free(&u)), OK(GrB_free(&s));
    CHECK(A == NULL);
    OK(GrB_free(&A)); /* NULL is fine */
}

/* ---- Fields ---- */

TEST(fields)
{
    char text[64];
    size_t size = 0;
    int32_t number = -1;
    GrB_Scalar s = NULL;
    GrB_Matrix A = NULL;
    GrB_Descriptor d = NULL;
    OK(GrB_get(GrB_MIN_FP64, &size, GrB_NAME));
    CHECK(size == 13);
    OK(GrB_get(GrB_MIN_FP64, text, GrB_NAME));
    CHECK(strcmp(text, "GrB_MIN_FP64") == 0);
    OK(GrB_get(GrB_MIN_MONOID_FP64, text, GrB_NAME));
    CHECK(strcmp(text, "GrB_MIN_MONOID_FP64") == 0);
    OK(GrB_get(GrB_EQ_INT8, &number, GrB_OUTP_TYPE_CODE));
    CHECK(number == GrB_BOOL_CODE);
    OK(GrB_get(GrB_EQ_INT8, text, GrB_INP1_TYPE_STRING));
    CHECK(strcmp(text, "GrB_INT8") == 0);
    GIVES(GrB_NO_VALUE, GrB_get(GrB_ABS_INT8, &number, GrB_INP1_TYPE_CODE));
    GIVES(GrB_NO_VALUE, GrB_get(GrB_TRIL, text, GrB_INP0_TYPE_STRING));
    GIVES(GrB_INVALID_VALUE, GrB_get(GrB_EQ_INT8, &number, GrB_NAME)); /* a text */
    GIVES(GrB_INVALID_VALUE, GrB_get(GrB_EQ_INT8, &number, GrB_EL_TYPE_CODE));
    GIVES(GrB_INVALID_VALUE, GrB_set(GrB_EQ_INT8, "mine", GrB_NAME));
    OK(GrB_get(GrB_UINT16, &size, GrB_SIZE));
    CHECK(size == 2);
    OK(GrB_get(GrB_GLOBAL, text, GrB_NAME));
    CHECK(strcmp(text, "semigraph") == 0);
    OK(GrB_get(GrB_GLOBAL, &number, GrB_API_VER_MAJOR));
    CHECK(number == 2);
    GIVES(GrB_INVALID_VALUE, GrB_set(GrB_GLOBAL, 3, GrB_API_VER_MAJOR));
    OK(GrB_Matrix_new(&A, GrB_INT32, 1, 1));
    OK(GrB_get(A, text, GrB_EL_TYPE_STRING));
    CHECK(strcmp(text, "GrB_INT32") == 0);
    OK(GrB_get(A, text, GrB_NAME));
    CHECK(text[0] == 0);
    OK(GrB_set(A, "first", GrB_NAME)), OK(GrB_set(A, "second", GrB_NAME));
    OK(GrB_get(A, text, GrB_NAME));
    CHECK(strcmp(text, "second") == 0);
    OK(GrB_set(A, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT));
    OK(GrB_Scalar_new(&s, GrB_FP64));
    OK(GrB_get(A, s, GrB_STORAGE_ORIENTATION_HINT));
    double x = 0;
    OK(GrB_Scalar_extractElement(&x, s));
    CHECK(x == GrB_COLMAJOR);
    GIVES(GrB_INVALID_VALUE, GrB_set(A, 9, GrB_STORAGE_ORIENTATION_HINT));
    OK(GrB_Scalar_clear(s));
    GIVES(GrB_EMPTY_OBJECT, GrB_set(A, s, GrB_STORAGE_ORIENTATION_HINT));
    OK(GrB_Descriptor_new(&d));
    OK(GrB_set(d, GrB_COMP, GrB_MASK_FIELD));
    OK(GrB_Descriptor_set(d, GrB_MASK, GrB_STRUCTURE));
    OK(GrB_get(d, &number, GrB_MASK_FIELD));
    CHECK(number == GrB_COMP_STRUCTURE);
    GIVES(GrB_INVALID_VALUE, GrB_Descriptor_set(d, GrB_INP0, GrB_REPLACE));
    OK(GrB_free(&A)), OK(GrB_free(&s)), OK(GrB_free(&d));
}

/* ---- User types and operators ---- */

struct complex_number {
    double re, im;
};

static void complex_plus(void *z, const void *x, const void *y)
{
    const struct complex_number a = *(const struct complex_number *)x, b = *(const struct complex_number *)y;
    *(struct complex_number *)z = (struct complex_number){a.re + b.re, a.im + b.im};
}

static void complex_times(void *z, const void *x, const void *y)
{
    const struct complex_number a = *(const struct complex_number *)x, b = *(const struct complex_number *)y;
    *(struct complex_number *)z =
        (struct complex_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static void is_real(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    (void)i, (void)j, (void)y;
    *(bool *)z = ((const struct complex_number *)x)->im == 0;
}

/* Objects are freed before what is made of them; the type is freed first of all. */
TEST(user_types)
{
    GrB_Type type = NULL, found = NULL;
    GrB_BinaryOp plus = NULL, times = NULL;
    GrB_IndexUnaryOp real = NULL;
    GrB_Monoid sum = NULL;
    GrB_Semiring ring = NULL;
    GrB_Matrix A = NULL, C = NULL;
    GrB_Index n = 0, I[1] = {0};
    struct complex_number zero = {0, 0}, i = {0, 1}, x = {9, 9};
    char text[32];
    OK(GrB_Type_new(&type, sizeof(struct complex_number)));
    OK(GrB_set(type, "complex", GrB_NAME));
    GIVES(GrB_ALREADY_SET, GrB_set(type, "other", GrB_NAME));
    OK(GrB_BinaryOp_new(&plus, complex_plus, type, type, type));
    OK(GrB_BinaryOp_new(&times, complex_times, type, type, type));
    OK(GrB_IndexUnaryOp_new(&real, is_real, GrB_BOOL, type, GrB_BOOL));
    GrB_BinaryOp none = NULL;
    GIVES(GrB_NULL_POINTER, GrB_BinaryOp_new(&none, NULL, type, type, type));
    OK(GrB_Monoid_new(&sum, plus, (void *)&zero));
    OK(GrB_Semiring_new(&ring, sum, times));
    OK(GrB_Matrix_new(&A, type, 2, 2));
    OK(GrB_Matrix_new(&C, type, 2, 2));
    OK(GrB_free(&type)), OK(GrB_free(&plus)), OK(GrB_free(&times)), OK(GrB_free(&sum));
    OK(GrB_Matrix_setElement(A, (void *)&i, 0, 0));
    OK(GrB_Matrix_setElement(A, (void *)&i, 0, 1));
    OK(GrB_Matrix_setElement(A, (void *)&i, 1, 0));
    GIVES(GrB_DOMAIN_MISMATCH, GrB_Matrix_setElement(A, 1.0, 1, 1));
    OK(GrB_mxm(C, NULL, NULL, ring, A, A, NULL));
    OK(GrB_Matrix_extractElement((void *)&x, C, 0, 0)); /* i i + i i */
    CHECK(x.re == -2 && x.im == 0);
    OK(GrB_select(A, NULL, NULL, real, C, true, NULL));
    OK(GrB_Matrix_nvals(&n, A));
    CHECK(n == 4);
    OK(GrB_Matrix_build_UDT(C, I, I, &i, 0, NULL) == GrB_OUTPUT_NOT_EMPTY ? GrB_SUCCESS : GrB_PANIC);
    OK(GxB_Matrix_type(&found, C));
    OK(GrB_get(found, text, GrB_NAME));
    CHECK(strcmp(text, "complex") == 0);
    double d;
    GIVES(GrB_DOMAIN_MISMATCH, GrB_Matrix_extractElement(&d, C, 0, 0));
    GIVES(GrB_DOMAIN_MISMATCH, GrB_mxm(C, A, NULL, ring, A, A, NULL)); /* a mask has truth values */
    OK(GrB_mxm(C, A, NULL, ring, A, A, GrB_DESC_S));
    OK(GrB_free(&ring)), OK(GrB_free(&real)), OK(GrB_free(&A)), OK(GrB_free(&C));
    /* Each copy holds the type. */
    GrB_Vector u = NULL, w = NULL;
    OK(GrB_Type_new(&type, 24));
    OK(GrB_Vector_new(&u, type, 2)), OK(GrB_Vector_dup(&w, u));
    OK(GrB_free(&u)), OK(GrB_free(&w));
    OK(GrB_Vector_new(&u, type, 2));
    OK(GrB_free(&u)), OK(GrB_free(&type));
}

/* ---- Monoids with another identity, or of an operator that is no monoid elsewhere ---- */

static void int8_plus_fp64(void *z, const void *x, const void *y)
{
    *(double *)z = *(const int8_t *)x + *(const double *)y;
}

static double minus_sum(GrB_Monoid monoid, GrB_Vector u)
{
    double x = -1;
    OK(GrB_reduce(&x, NULL, monoid, u, NULL));
    return x;
}

TEST(monoids)
{
    GrB_Monoid least = NULL, first = NULL;
    GrB_Vector u = NULL, w = NULL;
    GrB_Semiring ring = NULL;
    GrB_Matrix A = NULL;
    double x = 0;
    OK(GrB_Monoid_new(&least, GrB_MIN_FP64, 1000.0));
    OK(GrB_Monoid_new(&first, GrB_FIRST_FP64, 5)); /* the identity is an int */
    OK(GrB_Vector_new(&u, GrB_FP64, 3));
    OK(GrB_Vector_new(&w, GrB_FP64, 3));
    OK(GrB_Matrix_new(&A, GrB_FP64, 3, 3));
    CHECK(minus_sum(least, u) == 1000 && minus_sum(first, u) == 5); /* of nothing */
    CHECK(minus_sum(GrB_MAX_MONOID_FP64, u) == -INFINITY);
    OK(GrB_assign(u, NULL, NULL, 3.5, GrB_ALL, (GrB_Index)3, NULL));
    OK(GrB_Vector_setElement(u, 2, 1));
    CHECK(minus_sum(least, u) == 2 && minus_sum(first, u) == 3.5);
    OK(GrB_Semiring_new(&ring, first, GrB_TIMES_FP64));
    OK(GrB_Matrix_setElement(A, 2, 0, 1)), OK(GrB_Matrix_setElement(A, 7, 0, 2));
    OK(GrB_mxv(w, NULL, NULL, ring, A, u, NULL));
    OK(GrB_Vector_extractElement(&x, w, 0));
    CHECK(x == 4);
    OK(GrB_reduce(w, NULL, NULL, GrB_SECOND_FP64, A, NULL));
    OK(GrB_Vector_extractElement(&x, w, 0));
    CHECK(x == 7);
    /* An accumulator of two types takes the sum in that of its second operand: u has 3.5, 2 and 3.5. */
    GrB_BinaryOp plus = NULL;
    OK(GrB_BinaryOp_new(&plus, int8_plus_fp64, GrB_FP64, GrB_INT8, GrB_FP64));
    OK(GrB_Vector_setElement(u, 3.75, 2));
    x = 1.5;
    OK(GrB_reduce(&x, plus, GrB_PLUS_MONOID_FP64, u, NULL));
    CHECK(x == 10.25); /* 1 + 9.25 */
    OK(GrB_free(&plus));
    GrB_Scalar s = NULL, t = NULL;
    GrB_Index n = 9;
    OK(GrB_Scalar_new(&s, GrB_FP64)), OK(GrB_Scalar_dup(&t, s));
    OK(GrB_Scalar_nvals(&n, t));
    CHECK(n == 0);
    OK(GrB_free(&s)), OK(GrB_free(&t));
    OK(GrB_free(&least)), OK(GrB_free(&first)), OK(GrB_free(&ring)), OK(GrB_free(&A));
    OK(GrB_free(&u)), OK(GrB_free(&w));
}

/* ---- Diagonals ---- */

TEST(diagonals)
{
    GrB_Vector v = NULL, w = NULL;
    GrB_Matrix A = NULL;
    GrB_Index n = 0;
    int64_t x = 0;
    OK(GrB_Vector_new(&v, GrB_INT64, 3));
    OK(GrB_Vector_setElement(v, 5, 0)), OK(GrB_Vector_setElement(v, 6, 2));
    for (int64_t k = -2; k <= 2; k++) {
        const GrB_Index shift = (GrB_Index)(k < 0 ? -k : k);
        OK(GrB_Matrix_diag(&A, v, k));
        OK(GrB_Matrix_nrows(&n, A));
        CHECK(n == 3 + shift);
        OK(GrB_Matrix_extractElement(&x, A, k < 0 ? 2 + shift : 2, k < 0 ? 2 : 2 + shift));
        CHECK(x == 6);
        OK(GrB_Vector_new(&w, GrB_INT64, 3));
        OK(GxB_Vector_diag(w, A, k, NULL));
        OK(GrB_Vector_nvals(&n, w));
        CHECK(n == 2);
        OK(GrB_Vector_extractElement(&x, w, 0));
        CHECK(x == 5);
        OK(GrB_free(&A)), OK(GrB_free(&w));
    }
    OK(GrB_free(&v));
    OK(GrB_Matrix_new(&A, GrB_INT64, 2, 5)); /* its diagonals 1 and -1 have 2 places and 1 */
    OK(GrB_Matrix_setElement(A, 7, 1, 2));
    OK(GrB_Vector_new(&v, GrB_INT64, 2)), OK(GrB_Vector_new(&w, GrB_INT64, 1));
    OK(GxB_Vector_diag(v, A, 1, NULL)), OK(GxB_Vector_diag(w, A, -1, NULL));
    OK(GrB_Vector_extractElement(&x, v, 1));
    CHECK(x == 7);
    GIVES(GrB_DIMENSION_MISMATCH, GxB_Vector_diag(w, A, 1, NULL));
    OK(GrB_free(&A)), OK(GrB_free(&v)), OK(GrB_free(&w));
}

/* ---- Extensions ---- */

TEST(extensions)
{
    GrB_Vector u = NULL, w = NULL;
    GrB_Scalar s = NULL;
    GrB_Index I[3] = {0, 2, 2}, n = 0;
    double x = 0;
    OK(GrB_init(GrB_BLOCKING)); /* makes the powers */
    OK(GrB_Vector_new(&u, GrB_FP64, 3)), OK(GrB_Vector_new(&w, GrB_FP64, 3)),
        OK(GrB_Scalar_new(&s, GrB_INT32));
    GIVES(GrB_EMPTY_OBJECT, GxB_Vector_build_Scalar(u, I, s, 3));
    OK(GrB_Scalar_setElement(s, 3));
    OK(GxB_Vector_build_Scalar(u, I, s, 3));
    OK(GrB_Vector_nvals(&n, u));
    CHECK(n == 2);
    OK(GrB_apply(w, NULL, NULL, GxB_POW_FP64, u, 2.0, NULL));
    OK(GrB_Vector_extractElement(&x, w, 2));
    CHECK(x == 9);
    OK(GrB_Vector_removeElement(w, 2)), OK(GrB_Vector_setElement(w, 5, 1));
    OK(GxB_eWiseUnion(w, NULL, NULL, GrB_MINUS_FP64, u, s, w, s, NULL));
    OK(GrB_Vector_extractElement(&x, w, 1));
    CHECK(x == -2); /* 3 - 5 */
    OK(GrB_Vector_extractElement(&x, w, 2));
    CHECK(x == 0);
    OK(GxB_set(w, GxB_SPARSITY_CONTROL, GxB_BITMAP));
    FILE *nowhere = fopen("/dev/null", "w");
    REQUIRE(nowhere != NULL);
    OK(GxB_fprint(w, GxB_SHORT, nowhere)), OK(GxB_fprint(s, GxB_COMPLETE, nowhere));
    OK(GxB_fprint(GrB_PLUS_FP64, GxB_SUMMARY, nowhere)), OK(GxB_fprint(GrB_DESC_T0, GxB_SILENT, nowhere));
    fclose(nowhere);
    OK(GrB_free(&u)), OK(GrB_free(&w)), OK(GrB_free(&s));
    OK(GrB_finalize());
}

/* C(0,0) of the products of one by two, and both transposed, by each multiply that gives a position. */
TEST(positions)
{
    static const GrB_Semiring *const rings[4] = {&GxB_MIN_FIRSTI_INT64, &GxB_MIN_FIRSTJ_INT64,
                                                 &GxB_MIN_SECONDI_INT64, &GxB_MIN_SECONDJ_INT64};
    static const int64_t expected[4] = {1, 2, 2, 3}; /* A(1, 2) B(2, 3) */
    GrB_Matrix A = NULL, B = NULL, C = NULL, AT = NULL, BT = NULL;
    GrB_Vector u = NULL, w = NULL;
    OK(GrB_Matrix_new(&A, GrB_FP32, 4, 4)), OK(GrB_Matrix_new(&B, GrB_BOOL, 4, 4)),
        OK(GrB_Matrix_new(&C, GrB_INT64, 4, 4));
    OK(GrB_Matrix_new(&AT, GrB_FP32, 4, 4)), OK(GrB_Matrix_new(&BT, GrB_BOOL, 4, 4));
    OK(GrB_Vector_new(&u, GrB_BOOL, 4)), OK(GrB_Vector_new(&w, GrB_INT64, 4));
    OK(GrB_Matrix_setElement(A, 7, 1, 2)), OK(GrB_Matrix_setElement(B, true, 2, 3));
    OK(GrB_Matrix_setElement(A, 7, 1, 3)), OK(GrB_Matrix_setElement(B, true, 3, 3));
    OK(GrB_transpose(AT, NULL, NULL, A, NULL)), OK(GrB_transpose(BT, NULL, NULL, B, NULL));
    OK(GrB_Vector_setElement(u, true, 2));
    for (int k = 0; k < 4; k++) {
        int64_t x = -1;
        OK(GrB_mxm(C, NULL, NULL, *rings[k], A, B, NULL));
        OK(GrB_Matrix_extractElement(&x, C, 1, 3));
        CHECK(x == expected[k]);
        OK(GrB_mxm(C, NULL, NULL, *rings[k], AT, BT, GrB_DESC_T0T1));
        OK(GrB_Matrix_extractElement(&x, C, 1, 3));
        CHECK(x == expected[k]);
        OK(GrB_mxv(w, NULL, NULL, *rings[k], A, u, NULL)); /* u is a column: its column is 0 */
        OK(GrB_Vector_extractElement(&x, w, 1));
        CHECK(x == (k == 3 ? 0 : expected[k]));
        OK(GrB_vxm(w, NULL, NULL, *rings[k], u, BT, GrB_DESC_T1)); /* u is a row: its row is 0 */
        OK(GrB_Vector_extractElement(&x, w, 3));
        CHECK(x == (k == 0 ? 0 : expected[k]));
    }
    GIVES(GrB_INVALID_VALUE,
          GrB_eWiseAdd(C, NULL, NULL, GxB_FIRSTI_INT64, A, A, NULL)); /* in semirings alone */
    OK(GrB_free(&A)), OK(GrB_free(&B)), OK(GrB_free(&C)), OK(GrB_free(&AT)), OK(GrB_free(&BT));
    OK(GrB_free(&u)), OK(GrB_free(&w));
}

/* ---- Allocations ---- */

static void *counted_malloc(size_t bytes)
{
    void *memory = NULL;
    return graph__allocate_array(&memory, bytes, 1) == GRAPH_OK ? memory : NULL;
}

/* The objects of this library go through semigraph's counted memory, so that each of both libraries' allocations fails. */
static graph_status many_objects(void)
{
    GrB_Matrix A = NULL, B = NULL;
    GrB_Vector u = NULL;
    GrB_Scalar s = NULL;
    GrB_Type type = NULL;
    GrB_BinaryOp op = NULL;
    GrB_Monoid monoid = NULL;
    GrB_Semiring ring = NULL, less = NULL;
    GrB_Descriptor d = NULL;
    GrB_Index I[3] = {0, 1, 2}, J[3] = {1, 2, 0};
    double X[3] = {1, 2, 3}, x = 0;
    struct complex_number zero = {0, 0};
    GrB_Info info;
#define NEXT(call)                                                                                           \
    do {                                                                                                     \
        info = (call);                                                                                       \
        if (info < 0)                                                                                        \
            goto done;                                                                                       \
    } while (0)
    NEXT(GrB_Type_new(&type, sizeof(struct complex_number)));
    NEXT(GrB_set(type, "complex", GrB_NAME));
    NEXT(GrB_BinaryOp_new(&op, complex_plus, type, type, type));
    NEXT(GrB_Monoid_new(&monoid, op, (void *)&zero));
    NEXT(GrB_Semiring_new(&ring, monoid, op));
    NEXT(GrB_Descriptor_new(&d));
    NEXT(GrB_Matrix_new(&A, GrB_FP64, 3, 3));
    NEXT(GrB_Matrix_build(A, I, J, X, 3, GrB_PLUS_FP32));
    NEXT(GrB_Matrix_dup(&B, A));
    NEXT(GrB_Vector_new(&u, GrB_FP64, 3));
    NEXT(GrB_Scalar_new(&s, type));
    NEXT(GrB_free(&s));
    NEXT(GrB_Scalar_new(&s, GrB_FP64));
    NEXT(GrB_mxm(B, A, GrB_PLUS_FP64, GrB_PLUS_MIN_SEMIRING_FP64, A, A, GrB_DESC_T1));
    NEXT(GrB_Semiring_new(&less, GrB_MAX_MONOID_FP64, GrB_MINUS_FP64)); /* made at its first product */
    NEXT(GrB_mxm(B, NULL, NULL, less, A, A, NULL));
    NEXT(GrB_reduce(u, NULL, NULL, GrB_PLUS_MONOID_FP64, B, NULL));
    NEXT(GrB_reduce(&x, GrB_PLUS_FP64, GrB_PLUS_MONOID_FP64, B, NULL));
    NEXT(GrB_reduce(s, NULL, GrB_PLUS_FP64, u, NULL));
    NEXT(GrB_assign(B, NULL, NULL, s, GrB_ALL, 3, GrB_ALL, 3, NULL));
    NEXT(GrB_free(&A));
    NEXT(GrB_Matrix_diag(&A, u, 1));
    NEXT(GrB_Vector_clear(u));
    NEXT(GrB_reduce(&x, NULL, GrB_MIN_MONOID_FP64, u, NULL)); /* of nothing: the identity */
done:
    GrB_free(&A), GrB_free(&B), GrB_free(&u), GrB_free(&s), GrB_free(&ring), GrB_free(&monoid), GrB_free(&op);
    GrB_free(&type), GrB_free(&d), GrB_free(&less);
    return info == GrB_OUT_OF_MEMORY ? GRAPH_E_MEMORY : info < 0 ? GRAPH_E_INVALID_OBJECT : GRAPH_OK;
}

TEST(allocations)
{
    OK(GxB_init(GrB_BLOCKING, counted_malloc, NULL, NULL, graph__free));
    CHECK_OK(many_objects()); /* what a predefined semiring stores stays */
    test_every_allocation("objects of GraphBLAS.h", many_objects);
    OK(GrB_finalize());
    OK(GrB_init(GrB_BLOCKING));
    OK(GrB_finalize());
}

TEST_MAIN(TEST_ROW(library), TEST_ROW(statuses), TEST_ROW(fields), TEST_ROW(user_types), TEST_ROW(monoids),
          TEST_ROW(diagonals), TEST_ROW(extensions), TEST_ROW(positions), TEST_ROW(allocations))
