/* Arrays in and out of GraphBLAS.h: serialized matrices, import and export, packed arrays of the program's memory. */
#include "GraphBLAS.h"

#include "tests/support/test.h"

#define OK(call)              test_claim((call) == GrB_SUCCESS, __FILE__, __LINE__, "%s", #call)
#define GIVES(expected, call) CHECK_SAY((call) == (expected), "%s is not " #expected, #call)

/* ---- Moving ---- */

TEST(serialized)
{
    GrB_Matrix A = NULL, B = NULL;
    GrB_Index size = 0, small = 3, rows = 0, n = 0;
    OK(GrB_Matrix_new(&A, GrB_INT16, 5, 70000));
    OK(GrB_Matrix_setElement(A, 3, 4, 69999));
    OK(GrB_Matrix_serializeSize(&size, A));
    char *bytes = malloc(size);
    GIVES(GrB_INSUFFICIENT_SPACE, GrB_Matrix_serialize(bytes, &small, A));
    OK(GrB_Matrix_serialize(bytes, &size, A));
    GIVES(GrB_DOMAIN_MISMATCH, GrB_Matrix_deserialize(&B, GrB_FP64, bytes, size));
    OK(GrB_Matrix_deserialize(&B, NULL, bytes, size));
    OK(GrB_Matrix_nrows(&rows, B)), OK(GrB_Matrix_nvals(&n, B));
    CHECK(rows == 5 && n == 1);
    OK(GrB_free(&B));
    /* Whatever byte changes, and wherever it ends: refused. */
    for (GrB_Index k = 0; k < size; k++) {
        bytes[k] ^= 0x40;
        GIVES(GrB_INVALID_OBJECT, GrB_Matrix_deserialize(&B, NULL, bytes, size));
        bytes[k] ^= 0x40;
        GIVES(GrB_INVALID_OBJECT, GrB_Matrix_deserialize(&B, NULL, bytes, k));
    }
    CHECK(B == NULL);
    free(bytes);
    OK(GrB_free(&A));
}

/* In the coordinate format indptr has the columns (appendix B). */
TEST(formats)
{
    GrB_Matrix A = NULL;
    GrB_Index column[2] = {2, 0}, row[2] = {0, 1}, start[3] = {0, 1, 2}, many = 9, n = 0;
    float value[2] = {1.5f, 2.5f}, x = 0;
    GrB_Format hint;
    OK(GrB_Matrix_import(&A, GrB_FP32, 2, 3, column, row, value, 2, 2, 2, GrB_COO_FORMAT));
    OK(GrB_Matrix_extractElement(&x, A, 0, 2));
    CHECK(x == 1.5f);
    OK(GrB_Matrix_exportHint(&hint, A));
    CHECK(hint == GrB_CSR_FORMAT);
    GIVES(GrB_INSUFFICIENT_SPACE, GrB_Matrix_export(start, row, value, &n, &many, &many, GrB_CSR_FORMAT, A));
    GrB_Index one = 1;
    GIVES(GrB_INSUFFICIENT_SPACE,
          GrB_Matrix_export(start, row, value, &many, &many, &one, GrB_CSR_FORMAT, A));
    OK(GrB_free(&A));
    GIVES(GrB_DOMAIN_MISMATCH,
          GrB_Matrix_import(&A, GrB_FP64, 2, 3, start, column, value, 3, 2, 2, GrB_CSR_FORMAT));
    GIVES(GrB_INVALID_VALUE,
          GrB_Matrix_import(&A, GrB_FP32, 2, 3, start, column, value, 2, 2, 2, GrB_CSR_FORMAT));
    GIVES(GrB_INDEX_OUT_OF_BOUNDS,
          GrB_Matrix_import(&A, GrB_FP32, 2, 2, start, column, value, 3, 2, 2, GrB_CSR_FORMAT));
    CHECK(A == NULL);
}

/* What a serialized matrix keeps besides its entries, and what memory around it is touched. */
TEST(serialized_facts)
{
    /* Names of user types around the longest that is stored; the address is odd. */
    for (size_t length = 62; length <= 65; length++) {
        GrB_Type type = NULL;
        GrB_Matrix A = NULL, B = NULL;
        GrB_Index size = 0, given;
        GrB_Orientation hint = GrB_UNKNOWN;
        char name[80], found[80];
        const char value[5] = "abcd";
        char other[5] = "";
        memset(name, 'n', length), name[length] = 0;
        OK(GrB_Type_new(&type, sizeof value)), OK(GrB_set(type, name, GrB_NAME));
        OK(GrB_Matrix_new(&A, type, 3, 4));
        OK(GrB_Matrix_setElement_UDT(A, value, 2, 3));
        OK(GrB_set(A, GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT));
        OK(GrB_Matrix_serializeSize(&size, A));
        unsigned char *bytes = malloc(size + 17);
        REQUIRE(bytes != NULL);
        memset(bytes, 0xee, size + 17);
        given = size + 8;
        OK(GrB_Matrix_serialize(bytes + 1, &given, A));
        CHECK(given == size && bytes[0] == 0xee && bytes[size + 1] == 0xee);
        GIVES(GrB_DOMAIN_MISMATCH, GrB_Matrix_deserialize(&B, NULL, bytes + 1, size));
        OK(GrB_Matrix_deserialize(&B, type, bytes + 1, size));
        OK(GrB_Matrix_extractElement_UDT(other, B, 2, 3));
        CHECK(memcmp(other, value, sizeof value) == 0);
        OK(GrB_get(B, (int32_t *)&hint, GrB_STORAGE_ORIENTATION_HINT));
        CHECK(hint == GrB_COLMAJOR);
        OK(GrB_get(type, found, GrB_NAME));
        CHECK(strcmp(found, name) == 0);
        free(bytes);
        OK(GrB_free(&A)), OK(GrB_free(&B)), OK(GrB_free(&type));
    }
}

/* ---- Packing ---- */

TEST(packed)
{
    GrB_Vector v = NULL;
    GrB_Matrix A = NULL;
    GrB_Index n = 0, bytes = 0, *I = malloc(2 * sizeof *I), *J = NULL, *start = NULL;
    double *X = malloc(2 * sizeof *X), x = 0;
    int8_t *present = calloc(4, 1);
    bool is_iso = true, is_jumbled = true;
    REQUIRE(I && X && present);
    I[0] = 3, I[1] = 1, X[0] = 30, X[1] = 10;
    OK(GrB_Vector_new(&v, GrB_FP64, 4));
    GIVES(GrB_INVALID_VALUE, GxB_Vector_pack_CSC(v, &I, (void **)&X, 8, 16, false, 2, true, NULL));
    OK(GxB_Vector_pack_CSC(v, &I, (void **)&X, 16, 16, false, 2, true, NULL));
    CHECK(I == NULL && X == NULL);
    OK(GrB_Vector_extractElement(&x, v, 3));
    CHECK(x == 30);
    GIVES(GrB_SUCCESS, GxB_Vector_isStoredElement(v, 1));
    GIVES(GrB_NO_VALUE, GxB_Vector_isStoredElement(v, 0));
    GIVES(GrB_INVALID_VALUE, GxB_Vector_unpack_Full(v, (void **)&X, &bytes, &is_iso, NULL));
    OK(GxB_Vector_unpack_CSC(v, &I, (void **)&X, NULL, &bytes, &is_iso, &n, &is_jumbled, NULL));
    CHECK(n == 2 && bytes == 16 && I[0] == 1 && X[1] == 30 && !is_iso && !is_jumbled);
    OK(GrB_Vector_nvals(&n, v));
    CHECK(n == 0);
    OK(GxB_Vector_pack_Full(v, (void **)&X, 8, true, NULL)); /* one value for all */
    OK(GrB_Vector_nvals(&n, v));
    CHECK(n == 4 && X == NULL);
    OK(GxB_Vector_unpack_Full(v, (void **)&X, &bytes, NULL, NULL));
    CHECK(bytes == 32 && X[3] == 10);
    present[2] = 1;
    OK(GxB_Vector_pack_Bitmap(v, &present, (void **)&X, 4, 32, false, 1, NULL));
    OK(GrB_Vector_nvals(&n, v));
    CHECK(n == 1 && present == NULL);
    free(I);
    GrB_Vector same = NULL; /* the entries of a bitmap have one value */
    int8_t *two = calloc(4, 1);
    double *only = malloc(sizeof *only);
    REQUIRE(two && only);
    two[1] = two[3] = 1, *only = 5;
    OK(GrB_Vector_new(&same, GrB_FP64, 4));
    OK(GxB_Vector_pack_Bitmap(same, &two, (void **)&only, 4, 8, true, 2, NULL));
    OK(GrB_Vector_extractElement(&x, same, 3));
    CHECK(x == 5);
    OK(GrB_free(&same));

    OK(GrB_Matrix_diag(&A, v, 1));
    GIVES(GrB_SUCCESS, GxB_Matrix_isStoredElement(A, 2, 3));
    GIVES(GrB_NO_VALUE, GxB_Matrix_isStoredElement(A, 3, 2));
    for (int k = 0; k < 2; k++) {
        GrB_Index sizes[3];
        OK(k ? GxB_Matrix_unpack_CSC(A, &start, &J, (void **)&X, &sizes[0], &sizes[1], &sizes[2], NULL, NULL,
                                     NULL)
             : GxB_Matrix_unpack_CSR(A, &start, &J, (void **)&X, &sizes[0], &sizes[1], &sizes[2], NULL, NULL,
                                     NULL));
        CHECK(start[5] == 1 && J[0] == (k ? 2 : 3) && X[0] == 10 && sizes[0] == 48 && sizes[2] == 8);
        OK(GrB_Matrix_nvals(&n, A));
        CHECK(n == 0);
        OK(k ? GxB_Matrix_pack_CSC(A, &start, &J, (void **)&X, sizes[0], sizes[1], sizes[2], false, false,
                                   NULL)
             : GxB_Matrix_pack_CSR(A, &start, &J, (void **)&X, sizes[0], sizes[1], sizes[2], false, false,
                                   NULL));
        CHECK(start == NULL);
        OK(GrB_Matrix_extractElement(&x, A, 2, 3));
        CHECK(x == 10);
    }
    OK(GrB_free(&v)), OK(GrB_free(&A));
}

/* Arrays that are a byte too small, or whose size overflows, stay the caller's. */
TEST(small_arrays)
{
    const GrB_Index many = (GrB_Index)1 << 61; /* of eight bytes: 2^64 */
    GrB_Index *I = calloc(4, sizeof *I), *start = calloc(4, sizeof *start);
    double *X = calloc(4, sizeof *X);
    void *values = X;
    int8_t *present = calloc(3, 1);
    REQUIRE(I && start && X && present);
    GrB_Vector w = NULL;
    GrB_Matrix A = NULL;
    OK(GrB_Vector_new(&w, GrB_FP64, 3)), OK(GrB_Matrix_new(&A, GrB_FP64, 3, 2));
    GIVES(GrB_INVALID_VALUE, GxB_Vector_pack_CSC(w, &I, &values, 15, 16, false, 2, false, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Vector_pack_CSC(w, &I, &values, 16, 15, false, 2, false, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Vector_pack_CSC(w, &I, &values, 16, 7, true, 2, false, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Vector_pack_CSC(w, &I, &values, 16, 8, true, many, false, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Vector_pack_CSC(w, &I, &values, UINT64_MAX, 8, false, many, false, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Vector_pack_Full(w, &values, 23, false, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Vector_pack_Full(w, &values, 7, true, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Vector_pack_Bitmap(w, &present, &values, 2, 24, false, 0, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Vector_pack_Bitmap(w, &present, &values, 3, 23, false, 0, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Vector_pack_Bitmap(w, &present, &values, 3, 7, true, 0, NULL));
    start[1] = start[2] = start[3] = 2, I[1] = 1;
    GIVES(GrB_INVALID_VALUE, GxB_Matrix_pack_CSR(A, &start, &I, &values, 31, 16, 16, false, false, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Matrix_pack_CSR(A, &start, &I, &values, 32, 15, 16, false, false, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Matrix_pack_CSR(A, &start, &I, &values, 32, 16, 15, false, false, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Matrix_pack_CSR(A, &start, &I, &values, 32, 16, 7, true, false, NULL));
    GIVES(GrB_INVALID_VALUE, GxB_Matrix_pack_CSC(A, &start, &I, &values, 23, 16, 16, false, false, NULL));
    start[3] = many;
    GIVES(GrB_INVALID_VALUE, GxB_Matrix_pack_CSR(A, &start, &I, &values, 32, 16, 16, false, false, NULL));
    start[3] = 2;
    CHECK(I && start && present && values == X);
    OK(GxB_Matrix_pack_CSR(A, &start, &I, &values, 32, 16, 16, false, false, NULL));
    CHECK(!start && !I && !values);
    free(present);
    OK(GrB_free(&w)), OK(GrB_free(&A));
}

TEST_MAIN(TEST_ROW(serialized), TEST_ROW(serialized_facts), TEST_ROW(formats), TEST_ROW(packed),
          TEST_ROW(small_arrays))
