/* Arrays in and out of GraphBLAS.h: serialized matrices, import and export, packed arrays of the program's memory. */
#include "GraphBLAS.h"

#include "base/memory.h"
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

/* ---- Allocations ---- */

static void *counted_malloc(size_t bytes)
{
    void *memory = NULL;
    return graph__allocate_array(&memory, bytes, 1) == GRAPH_OK ? memory : NULL;
}

#define NEXT(call)                                                                                           \
    do {                                                                                                     \
        info = (call);                                                                                       \
        if (info < 0)                                                                                        \
            goto done;                                                                                       \
    } while (0)

static graph_status status_of(GrB_Info info)
{
    return info == GrB_OUT_OF_MEMORY ? GRAPH_E_MEMORY : info < 0 ? GRAPH_E_INVALID_OBJECT : GRAPH_OK;
}

/* Matrices through arrays and bytes.  What an unpacked object held is in the arrays or still in the object. */
static graph_status matrices_in_and_out(void)
{
    GrB_Matrix A = NULL, B = NULL, C = NULL;
    GrB_Index I[3] = {0, 1, 2}, J[3] = {1, 2, 0}, n = 0, three[3] = {9, 9, 9}, P[9], K[9];
    GrB_Index *start = NULL, *index = NULL, size[3], bytes = 0;
    void *values = NULL;
    double X[9] = {1, 2, 3};
    static char buffer[512];
    GrB_Info info;
    NEXT(GrB_Matrix_new(&A, GrB_FP64, 3, 3));
    NEXT(GrB_Matrix_build_FP64(A, I, J, X, 3, NULL));
    NEXT(GrB_Matrix_serializeSize(&bytes, A));
    CHECK(bytes <= sizeof buffer);
    NEXT(GrB_Matrix_serialize(buffer, &bytes, A));
    NEXT(GrB_Matrix_deserialize(&B, NULL, buffer, bytes));
    for (int format = GrB_CSR_FORMAT; format <= GrB_COO_FORMAT; format++) {
        three[0] = three[1] = three[2] = 9;
        NEXT(GrB_Matrix_export_FP64(P, K, X, &three[0], &three[1], &three[2], (GrB_Format)format, A));
        NEXT(GrB_Matrix_import_FP64(&C, GrB_FP64, 3, 3, P, K, X, three[0], three[1], three[2],
                                    (GrB_Format)format));
        NEXT(GrB_free(&C));
    }
    for (int by_columns = 0; by_columns < 2; by_columns++) {
        info = by_columns ? GxB_Matrix_unpack_CSC(B, &start, &index, &values, &size[0], &size[1], &size[2],
                                                  NULL, NULL, NULL)
                          : GxB_Matrix_unpack_CSR(B, &start, &index, &values, &size[0], &size[1], &size[2],
                                                  NULL, NULL, NULL);
        CHECK(info >= 0 || (!start && !index && !values));
        NEXT(info);
        NEXT(by_columns ? GxB_Matrix_pack_CSC(B, &start, &index, &values, size[0], size[1], size[2], true,
                                              false, NULL)
                        : GxB_Matrix_pack_CSR(B, &start, &index, &values, size[0], size[1], size[2], false,
                                              false, NULL));
    }
    NEXT(GrB_Matrix_nvals(&n, B));
    CHECK(n == 3);
    NEXT(GxB_Matrix_isStoredElement(B, 1, 2));
    NEXT(GrB_Matrix_clear(A));
    NEXT(GrB_Matrix_build_FP64(A, I, J, X, 3, GrB_PLUS_INT32));
done:
    GrB_free(&A), GrB_free(&B), GrB_free(&C);
    graph__free(start), graph__free(index), graph__free(values);
    return status_of(info);
}

static graph_status vectors_in_and_out(void)
{
    GrB_Vector v = NULL, w = NULL;
    GrB_Scalar s = NULL;
    GrB_Matrix A = NULL;
    GrB_Index I[3] = {0, 1, 2}, n = 0, *index = NULL, size = 0;
    void *values = NULL;
    int8_t *present = counted_malloc(3);
    double X[3] = {1, 2, 3};
    GrB_Info info = present ? GrB_SUCCESS : GrB_OUT_OF_MEMORY;
    NEXT(info);
    memset(present, 1, 3);
    NEXT(GrB_Vector_new(&v, GrB_FP64, 3));
    NEXT(GrB_Vector_build_FP64(v, I, X, 3, GrB_PLUS_INT32));
    info = GxB_Vector_unpack_CSC(v, &index, &values, NULL, &size, NULL, &n, NULL, NULL);
    CHECK(info >= 0 ? n == 3 && size == 24 : !index && !values);
    NEXT(info);
    NEXT(GxB_Vector_pack_CSC(v, &index, &values, 24, 24, true, 3, false, NULL));
    info = GxB_Vector_unpack_Full(v, &values, NULL, NULL, NULL);
    CHECK(info >= 0 || !values);
    NEXT(info);
    NEXT(GxB_Vector_pack_Bitmap(v, &present, &values, 3, 24, false, 3, NULL));
    NEXT(GxB_Vector_unpack_Full(v, &values, NULL, NULL, NULL));
    NEXT(GxB_Vector_pack_Full(v, &values, 24, false, NULL));
    NEXT(GxB_Vector_isStoredElement(v, 1));
    NEXT(GrB_Matrix_diag(&A, v, -1));
    NEXT(GrB_Vector_dup(&w, v));
    NEXT(GxB_Vector_diag(w, A, -1, NULL));
    NEXT(GrB_Scalar_new(&s, GrB_FP64));
    NEXT(GrB_Scalar_setElement_FP64(s, 4));
    NEXT(GxB_Vector_eWiseUnion(w, NULL, NULL, GrB_MINUS_FP64, v, s, w, s, NULL));
    NEXT(GrB_Vector_clear(w));
    NEXT(GxB_Vector_build_Scalar(w, I, s, 3));
    NEXT(GrB_Matrix_clear(A));
    NEXT(GxB_Matrix_build_Scalar(A, I, I, s, 3));
    NEXT(GrB_Scalar_clear(s));
    NEXT(GrB_Vector_assign_Scalar(w, NULL, NULL, s, I, 2, NULL));
    NEXT(GrB_Matrix_assign_Scalar(A, NULL, NULL, s, I, 2, I, 2, NULL));
    NEXT(GrB_Vector_nvals(&n, w));
    CHECK(n == 1);
done:
    GrB_free(&v), GrB_free(&w), GrB_free(&s), GrB_free(&A);
    graph__free(present), graph__free(index), graph__free(values);
    return status_of(info);
}

TEST(allocations)
{
    OK(GxB_init(GrB_BLOCKING, counted_malloc, NULL, NULL, graph__free));
    test_every_allocation("matrices of GraphBLAS.h in and out", matrices_in_and_out);
    test_every_allocation("vectors of GraphBLAS.h in and out", vectors_in_and_out);
    OK(GrB_finalize());
}

TEST_MAIN(TEST_ROW(serialized), TEST_ROW(serialized_facts), TEST_ROW(formats), TEST_ROW(packed),
          TEST_ROW(small_arrays), TEST_ROW(allocations))
