/* Every function that allocates, with its k-th allocation failing for k = 1, 2, ...: GRAPH_E_MEMORY, inputs and outputs
 * as before, and no block leaked. */
#include <unistd.h>

#include "base/memory.h"
#include "tests/support/random_call.h"
#include "tests/support/test.h"

/* Operations, in random calls: all kinds, masks, methods, types, aliases, waiting updates and 1 to 8 threads. */
TEST(operations)
{
    for (uint64_t seed = 500; seed < 750; seed++) {
        struct call call = call_of_seed(seed, CALL_KIND_COUNT);
        if (call.kind != CALL_CSRMM && !call_survives(&call, NULL)) {
            CHECK_SAY(false, "the call of seed %llu", (unsigned long long)seed);
            call_survives(&call, stderr);
            call_print(&call, stderr);
        }
        call_release(&call);
    }
}

static const graph_index row[] = {3, 0, 2, 0, 1, 3, 2}, column[] = {1, 2, 2, 0, 3, 0, 1};
static const double value[] = {1, 2, 3, 4, 5, 6, 7};

/* A 4 x 4 matrix with 7 entries. */
static graph_status make(graph_matrix **A, graph_type type)
{
    graph_status status = graph_matrix_create(A, type, 4, 4);
    if (status == GRAPH_OK)
        status = graph_matrix_build(*A, row, column, value, GRAPH_FP64, 7, GRAPH_PLUS);
    return status;
}

static graph_status make_vector_of(graph_vector **v, graph_type type)
{
    graph_status status = graph_vector_create(v, type, 4);
    if (status == GRAPH_OK)
        status = graph_vector_build(*v, column, value, GRAPH_FP64, 3, GRAPH_MAX);
    return status;
}

static graph_status build_and_read(void)
{
    graph_matrix *A = NULL, *B = NULL;
    graph_index i[7], j[7], n = 7;
    float x[7];
    graph_status status;
    TRY(make(&A, GRAPH_INT16));
    TRY(graph_matrix_dup(&B, A));
    TRY(graph_matrix_extract_tuples(i, j, x, GRAPH_FP32, &n, B));
    TRY(graph_matrix_resize(B, 3, 3));
    TRY(graph_matrix_clear(A));
done:
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    return status;
}

static graph_status updates(void)
{
    graph_matrix *A = NULL, *B = NULL;
    graph_scalar x;
    graph_properties properties = {.size = sizeof properties};
    graph_status status;
    TRY(make(&A, GRAPH_FP64));
    TRY(graph_matrix_dup(&B, A));
    for (graph_index k = 0; k < 4; k++)
        TRY(graph_matrix_set(A, k, 3 - k, graph_int64((int64_t)k)));
    TRY(graph_matrix_remove(A, 0, 0));
    TRY(graph_matrix_get(&x, A, 2, 1));
    TRY(graph_matrix_set(B, 1, 1, graph_bool(true)));
    TRY(graph_matrix_properties(&properties, B));
    TRY(graph_matrix_check(B));
    TRY(graph_matrix_set(B, 1, 1, graph_bool(false)));
    TRY(graph_matrix_check(B));
done:
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    return status;
}

/* Export in one format and ownership, and import. */
static graph_status round_trip(graph_format format, graph_ownership ownership)
{
    graph_matrix *A = NULL, *B = NULL;
    graph_arrays arrays = {.size = sizeof arrays};
    graph_status status;
    TRY(make(&A, GRAPH_INT32));
    status = graph_matrix_export(&arrays, A, format, ownership);
    if (status < 0) {
        CHECK(arrays.row == NULL && arrays.column == NULL && arrays.value == NULL);
        goto done;
    }
    graph_arrays in = arrays;
    in.ownership = ownership == GRAPH_COPY ? GRAPH_COPY : GRAPH_BORROW;
    in.release = NULL; /* they are released below */
    status = graph_matrix_import(&B, &in);
    graph_matrix_release(&B);
    void *array[] = {arrays.row, arrays.column, arrays.value};
    for (int k = 0; k < 3; k++) {
        if (ownership == GRAPH_COPY)
            graph_free(array[k]);
        else if (ownership == GRAPH_MOVE && array[k] != NULL)
            arrays.release(array[k], arrays.context);
    }
done:
    graph_matrix_release(&A);
    return status;
}

static graph_status csr_copied(void) { return round_trip(GRAPH_CSR, GRAPH_COPY); }
static graph_status csc_copied(void) { return round_trip(GRAPH_CSC, GRAPH_COPY); }
static graph_status coo_copied(void) { return round_trip(GRAPH_COO, GRAPH_COPY); }
static graph_status csr_moved(void) { return round_trip(GRAPH_CSR, GRAPH_MOVE); }
static graph_status csc_moved(void) { return round_trip(GRAPH_CSC, GRAPH_MOVE); }
static graph_status csr_lent(void) { return round_trip(GRAPH_CSR, GRAPH_BORROW); }
static graph_status csc_lent(void) { return round_trip(GRAPH_CSC, GRAPH_BORROW); }

static graph_status vectors(void)
{
    graph_vector *v = NULL, *w = NULL, *full = NULL;
    graph_index i[4], n = 4;
    double x[4];
    graph_status status;
    TRY(make_vector_of(&v, GRAPH_UINT8));
    TRY(graph_vector_dup(&w, v));
    TRY(graph_vector_convert(w, GRAPH_BITMAP));
    TRY(graph_vector_set(w, 0, graph_int64(3)));
    TRY(graph_vector_set(v, 0, graph_int64(3)));
    TRY(graph_vector_remove(v, 2));
    TRY(graph_vector_check(v));
    TRY(graph_vector_fill(w, graph_fp64(1)));
    TRY(graph_vector_extract_tuples(i, x, GRAPH_FP64, &n, w));
    TRY(graph_vector_resize(w, 9));
    TRY(graph_vector_convert(w, GRAPH_SPARSE));
    TRY(graph_vector_import_full(&full, GRAPH_FP64, 4, x, GRAPH_COPY, NULL, NULL));
    TRY(graph_vector_set(full, 1, graph_bool(true)));
done:
    graph_vector_release(&v);
    graph_vector_release(&w);
    graph_vector_release(&full);
    return status;
}

static graph_status printing(void)
{
    graph_matrix *A = NULL;
    graph_vector *v = NULL;
    FILE *stream = tmpfile();
    graph_status status;
    TRY(make(&A, GRAPH_BOOL));
    TRY(make_vector_of(&v, GRAPH_FP32));
    TRY(graph_matrix_print(A, stream, 3));
    TRY(graph_vector_print(v, stream, 3));
done:
    graph_matrix_release(&A);
    graph_vector_release(&v);
    if (stream != NULL)
        fclose(stream);
    return status;
}

GRAPH_DEFINE_SEMIRING(user_semiring, float, 0, 1, x > y ? x : y, x *y);

static graph_status user_semirings(void)
{
    graph_semiring *semiring = NULL;
    graph_matrix *A = NULL, *C = NULL;
    graph_status status;
    TRY(graph_semiring_create(&semiring, &user_semiring));
    TRY(make(&A, GRAPH_FP32));
    TRY(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR()));
done:
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    graph_semiring_release(&semiring);
    return status;
}

GRAPH_DEFINE_TYPE(user_value, { double at[5]; });
GRAPH_DEFINE_MONOID(user_plus_op, user_value, ({0, 0, 0, 0, 0}),
                    (user_value){{x.at[0] + y.at[0], 0, 0, 0, 0}});
GRAPH_DEFINE_INDEX_OP(user_test, bool, user_value, double, x.at[0] + (double)(i + j) > y);

static graph_status user_types_and_operators(void)
{
    graph_type type = GRAPH_PATTERN;
    graph_op plus = GRAPH_NO_OP;
    graph_select_op test = (graph_select_op)0;
    graph_semiring *semiring = NULL;
    graph_matrix *A = NULL, *C = NULL;
    user_value values[7] = {{{1}}, {{2}}, {{3}}, {{4}}, {{5}}, {{6}}, {{7}}}, sum;
    graph_scalar x = {.type = GRAPH_PATTERN};
    graph_status status;
    TRY(graph_type_create(&type, &user_value_spec));
    TRY(graph_op_create(&plus, &user_plus_op, type, type, type));
    TRY(graph_select_op_create(&test, &user_test, type, GRAPH_FP64));
    TRY(graph_semiring_of(&semiring, "own", type, plus, plus));
    TRY(graph_matrix_create(&A, type, 4, 4));
    TRY(graph_matrix_build(A, row, column, values, type, 7, plus));
    x = graph_own(type, &sum);
    sum = values[0];
    TRY(graph_matrix_set(A, 3, 3, x));
    TRY(graph_spgemm(&C, semiring, A, A, TEST_DESCRIPTOR()));
    TRY(graph_select(C, NULL, plus, test, A, graph_int64(2), TEST_DESCRIPTOR()));
    TRY(graph_reduce(&x, type, plus, C, TEST_DESCRIPTOR()));
    CHECK(sum.at[0] > 0);
done:
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    graph_semiring_release(&semiring);
    graph_op_release(&plus);
    graph_select_op_release(&test);
    graph_type_release(&type);
    return status;
}

/* A product large enough for several rows of every kind on each thread. */
static graph_status large_product(graph_method method, int threads, bool is_masked)
{
    uint64_t seed = 9;
    graph_matrix *A = NULL, *C = NULL;
    const graph_semiring *semiring = graph_semiring_by_name("plus_times_int64");
    graph_status status;
    TRY(random_matrix(&A, &seed, SHAPE_POWER_LAW, GRAPH_INT64, 300, 300, 1500, VALUES_SMALL));
    TRY(graph_matrix_create(&C, GRAPH_INT64, 300, 300));
    TRY(graph_mxm(C, is_masked ? A : NULL, GRAPH_NO_OP, semiring, A, A,
                  TEST_DESCRIPTOR(.method = method, .threads = threads)));
done:
    graph_matrix_release(&A);
    graph_matrix_release(&C);
    return status;
}

static graph_status product_auto(void) { return large_product(GRAPH_METHOD_AUTO, 2, false); }
static graph_status product_dense(void) { return large_product(GRAPH_METHOD_ROW_ROW_DENSE, 3, false); }
static graph_status product_hash(void) { return large_product(GRAPH_METHOD_ROW_ROW_HASH, 2, false); }
static graph_status product_masked(void) { return large_product(GRAPH_METHOD_AUTO, 2, true); }
static graph_status product_masked_hash(void) { return large_product(GRAPH_METHOD_ROW_ROW_HASH, 2, true); }
static graph_status product_dot(void) { return large_product(GRAPH_METHOD_ROW_COLUMN, 2, true); }

static graph_status sparse_times_dense(void)
{
    graph_matrix *A = NULL;
    double b[8] = {1, 2, 3, 4, 5, 6, 7, 8}, c[8];
    graph_dense B = {sizeof B, GRAPH_FP64, GRAPH_ROW_MAJOR, 4, 2, 0, b};
    graph_dense C = {sizeof C, GRAPH_FP64, GRAPH_COLUMN_MAJOR, 4, 2, 0, c};
    graph_status status;
    TRY(make(&A, GRAPH_INT8));
    for (int k = 0; k < 8; k++)
        c[k] = -1;
    status = graph_csrmm(&C, graph_semiring_by_name("plus_times_fp64"), A, &B,
                         TEST_DESCRIPTOR(.threads = 2, .flags = GRAPH_TRANSPOSE_A));
    for (int k = 0; k < 8; k++)
        CHECK((c[k] == -1) == (status < 0));
done:
    graph_matrix_release(&A);
    return status;
}

/* Both forms of the two algorithms on a graph with several levels. */
static graph_status search(graph_form form)
{
    uint64_t seed = 10;
    graph_matrix *A = NULL;
    graph_vector *level = NULL, *parent = NULL;
    graph_bfs_options options = {
        .size = sizeof options, .backend = test_backend(), .form = form, .threads = 2};
    graph_status status;
    TRY(random_undirected(&A, &seed, SHAPE_BANDED, 60, 150));
    TRY(graph_bfs(&level, &parent, A, 5, &options));
done:
    if (status < 0)
        CHECK(level == NULL && parent == NULL);
    graph_matrix_release(&A);
    graph_vector_release(&level);
    graph_vector_release(&parent);
    return status;
}

static graph_status search_fused(void) { return search(GRAPH_FORM_FUSED); }
static graph_status search_in_algebra(void) { return search(GRAPH_FORM_ALGEBRA); }

static graph_status triangles(graph_form form)
{
    uint64_t seed = 11, count = 0;
    graph_matrix *A = NULL;
    graph_vector *per_vertex = NULL;
    graph_triangles_report report = {.size = sizeof report};
    graph_triangles_options options = {.size = sizeof options,
                                       .backend = test_backend(),
                                       .form = form,
                                       .threads = 2,
                                       .per_vertex = &per_vertex,
                                       .report = &report};
    graph_status status;
    TRY(random_matrix(&A, &seed, SHAPE_POWER_LAW, GRAPH_PATTERN, 60, 60, 400, VALUES_SMALL));
    TRY(graph_triangles(&count, A, &options));
done:
    if (status < 0)
        CHECK(per_vertex == NULL);
    graph_matrix_release(&A);
    graph_vector_release(&per_vertex);
    return status;
}

static graph_status triangles_fused(void) { return triangles(GRAPH_FORM_FUSED); }
static graph_status triangles_in_algebra(void) { return triangles(GRAPH_FORM_ALGEBRA); }

static graph_status read_text(const char *text, bool is_compact, graph_file_format format)
{
    graph_matrix *A = NULL;
    uint64_t *ids = NULL;
    graph_read_options options = {.size = sizeof options,
                                  .format = format,
                                  .is_compact = is_compact,
                                  .ids = is_compact ? &ids : NULL,
                                  .direction = GRAPH_UNDIRECTED,
                                  .duplicates = GRAPH_DUPLICATES_SUM,
                                  .threads = 2};
    graph_status status = graph_read_memory(&A, text, strlen(text), "text", &options);
    if (status < 0)
        CHECK(A == NULL && ids == NULL);
    graph_matrix_release(&A);
    graph_free(ids);
    return status;
}

static graph_status edge_list(void)
{
    return read_text("# edges\n0 1\n1 2\n2 0\n0 1\n", false, GRAPH_FILE_AUTO);
}
static graph_status edge_list_compact(void)
{
    return read_text("100 7\n7 5000000000\n5 100\n", true, GRAPH_FILE_AUTO);
}
static graph_status matrix_market(void)
{
    return read_text("%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 0.5\n2 3 1\n3 3 2\n", false,
                     GRAPH_FILE_AUTO);
}
static graph_status dimacs(void)
{
    return read_text("p sp 3 2\na 1 2 5\na 2 3 7\n", false, GRAPH_FILE_DIMACS);
}
static graph_status metis(void) { return read_text("3 2\n2\n1 3\n2\n", false, GRAPH_FILE_METIS); }

static graph_status write_and_read(graph_file_format format)
{
    graph_matrix *A = NULL, *B = NULL;
    char path[64] = "/tmp/semigraph_every_allocation_XXXXXX";
    graph_write_options options = {.size = sizeof options, .format = format, .gzip = -1};
    int file = mkstemp(path);
    graph_status status;
    TRY(make(&A, GRAPH_FP64));
    TRY(graph_write(A, path, &options));
    TRY(graph_read(&B, path, NULL));
done:
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    return status;
}

static graph_status written_as_binary(void) { return write_and_read(GRAPH_FILE_BINARY); }
static graph_status written_as_matrix_market(void) { return write_and_read(GRAPH_FILE_MATRIX_MARKET); }

TEST(everything_else)
{
    static const struct {
        const char *name;
        graph_status (*scenario)(void);
    } rows[] = {
#define ROW(scenario) {#scenario, scenario}
        ROW(build_and_read),
        ROW(updates),
        ROW(csr_copied),
        ROW(csc_copied),
        ROW(coo_copied),
        ROW(csr_moved),
        ROW(csc_moved),
        ROW(csr_lent),
        ROW(csc_lent),
        ROW(vectors),
        ROW(printing),
        ROW(user_semirings),
        ROW(user_types_and_operators),
        ROW(product_auto),
        ROW(product_dense),
        ROW(product_hash),
        ROW(product_masked),
        ROW(product_masked_hash),
        ROW(product_dot),
        ROW(sparse_times_dense),
        ROW(search_fused),
        ROW(search_in_algebra),
        ROW(triangles_fused),
        ROW(triangles_in_algebra),
        ROW(edge_list),
        ROW(edge_list_compact),
        ROW(matrix_market),
        ROW(dimacs),
        ROW(metis),
        ROW(written_as_binary),
        ROW(written_as_matrix_market),
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        test_every_allocation(rows[k].name, rows[k].scenario);
}

TEST_MAIN(TEST_ROW(operations), TEST_ROW(everything_else))
