/* Products against SuiteSparse:GraphBLAS: squares of real graphs under many semirings, and masked, accumulated and
 * transposed products of random matrices. */
#include <GraphBLAS.h>
#include <dirent.h>
#include <sys/stat.h>

#include "tests/support/test.h"

/* How a semiring is called there, and the type of its values. */
struct reference_semiring {
    const char *name;
    GrB_Semiring *semiring;
    GrB_Type *type;
    double tolerance;
};

static const struct reference_semiring semirings[] = {
    {"plus_times_fp64", &GrB_PLUS_TIMES_SEMIRING_FP64, &GrB_FP64, 1e-12},
    {"plus_times_int64", &GrB_PLUS_TIMES_SEMIRING_INT64, &GrB_INT64, 0},
    {"min_plus_int32", &GrB_MIN_PLUS_SEMIRING_INT32, &GrB_INT32, 0},
    {"min_plus_fp32", &GrB_MIN_PLUS_SEMIRING_FP32, &GrB_FP32, 0},
    {"max_min_fp32", &GrB_MAX_MIN_SEMIRING_FP32, &GrB_FP32, 0},
    {"or_and_bool", &GrB_LOR_LAND_SEMIRING_BOOL, &GrB_BOOL, 0},
    {"any_pair_bool", &GxB_ANY_PAIR_BOOL, &GrB_BOOL, 0},
    {"plus_pair_int64", &GxB_PLUS_PAIR_INT64, &GrB_INT64, 0},
    {"plus_first_fp64", &GxB_PLUS_FIRST_FP64, &GrB_FP64, 1e-12},
    {"plus_second_uint32", &GxB_PLUS_SECOND_UINT32, &GrB_UINT32, 0},
    {"min_first_int32", &GrB_MIN_FIRST_SEMIRING_INT32, &GrB_INT32, 0},
    {"min_second_fp64", &GrB_MIN_SECOND_SEMIRING_FP64, &GrB_FP64, 0},
    {"max_plus_fp64", &GrB_MAX_PLUS_SEMIRING_FP64, &GrB_FP64, 0},
    {"min_max_int16", &GrB_MIN_MAX_SEMIRING_INT16, &GrB_INT16, 0},
    {"max_times_int64", &GrB_MAX_TIMES_SEMIRING_INT64, &GrB_INT64, 0},
    {"min_times_fp32", &GrB_MIN_TIMES_SEMIRING_FP32, &GrB_FP32, 0},
    {"plus_times_uint8", &GrB_PLUS_TIMES_SEMIRING_UINT8, &GrB_UINT8, 0},
    {"xor_and_bool", &GrB_LXOR_LAND_SEMIRING_BOOL, &GrB_BOOL, 0},
};

enum { SEMIRINGS = sizeof semirings / sizeof semirings[0] };

static void theirs(GrB_Info info, const char *call)
{
    if (info != GrB_SUCCESS) {
        fprintf(stderr, "%s gave %d\n", call, info);
        exit(1);
    }
}
#define THEIRS(call) theirs((call), #call)

/* Positions of entries, and values that are either any numbers in (0, 1) or small integers. */
struct entries {
    graph_index rows, columns, count;
    graph_index *row, *column;
    double *real, *small;
};

static struct entries entries_with_room(graph_index rows, graph_index columns, graph_index count)
{
    struct entries e = {rows, columns, count, NULL, NULL, NULL, NULL};
    e.row = malloc((count + 1) * sizeof *e.row);
    e.column = malloc((count + 1) * sizeof *e.column);
    e.real = malloc((count + 1) * sizeof *e.real);
    e.small = malloc((count + 1) * sizeof *e.small);
    return e;
}

static void entries_release(struct entries *e)
{
    free(e->row);
    free(e->column);
    free(e->real);
    free(e->small);
}

static void fill_values(struct entries *e, uint64_t *seed)
{
    for (graph_index k = 0; k < e->count; k++) {
        e->real[k] = (double)(test_random(seed) >> 11) * 0x1p-53;
        e->small[k] = (double)(test_random(seed) % 8);
    }
}

/* The same matrix in both libraries. */
static void make_both(graph_matrix **ours, GrB_Matrix *their, const struct entries *e, graph_type type,
                      GrB_Type their_type)
{
    const double *value = type == GRAPH_FP64 ? e->real : e->small;
    CHECK_OK(graph_matrix_create(ours, type, e->rows, e->columns));
    CHECK_OK(graph_matrix_build(*ours, e->row, e->column, value, GRAPH_FP64, e->count, GRAPH_NO_OP));
    THEIRS(GrB_Matrix_new(their, their_type, e->rows, e->columns));
    THEIRS(GrB_Matrix_build_FP64(*their, e->row, e->column, value, e->count, GrB_PLUS_FP64));
}

static bool same_value(graph_type type, const void *x, const void *y, graph_index k, double tolerance)
{
    double a, b;
    if (type == GRAPH_FP64) {
        a = ((const double *)x)[k];
        b = ((const double *)y)[k];
    } else {
        a = ((const float *)x)[k];
        b = ((const float *)y)[k];
    }
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance * fabs(b);
}

/* Takes the content of both. */
static bool same(graph_matrix *ours, GrB_Matrix their, double tolerance)
{
    graph_arrays arrays = {.size = sizeof arrays};
    GrB_Index *start = NULL, *column = NULL, start_bytes, column_bytes, value_bytes, count = 0;
    void *value = NULL;
    bool is_iso, is_same = true;
    if (!CHECK_OK(graph_matrix_check(ours)) ||
        !CHECK_OK(graph_matrix_export(&arrays, ours, GRAPH_CSR, GRAPH_BORROW)))
        return false;
    THEIRS(GrB_Matrix_nvals(&count, their));
    THEIRS(GxB_Matrix_unpack_CSR(their, &start, &column, &value, &start_bytes, &column_bytes, &value_bytes,
                                 &is_iso, NULL, NULL));
    const int64_t *row_start = arrays.row;
    const int32_t *our_column = arrays.column;
    is_same = count == arrays.entries;
    for (graph_index i = 0; is_same && i <= arrays.rows; i++)
        is_same = (GrB_Index)row_start[i] == start[i];
    for (graph_index k = 0; is_same && k < count; k++)
        is_same = (GrB_Index)our_column[k] == column[k];
    size_t width = graph_type_size(arrays.type);
    bool is_float = arrays.type == GRAPH_FP64 || arrays.type == GRAPH_FP32;
    for (graph_index k = 0; is_same && k < count; k++) {
        const char *mine = (const char *)arrays.value + k * width,
                   *other = (char *)value + (is_iso ? 0 : k * width);
        is_same =
            is_float ? same_value(arrays.type, mine, other, 0, tolerance) : memcmp(mine, other, width) == 0;
    }
    free(start);
    free(column);
    free(value);
    return is_same;
}

/* The square of a matrix (A A' where it is not square) under one semiring. */
static void check_square(const char *name, const struct entries *e, const struct reference_semiring *s,
                         int threads)
{
    const graph_semiring *semiring = graph_semiring_by_name(s->name);
    bool is_square = e->rows == e->columns;
    graph_matrix *A = NULL, *C = NULL;
    GrB_Matrix their_A = NULL, their_C = NULL;
    make_both(&A, &their_A, e, graph_semiring_type(semiring), *s->type);
    CHECK_OK(graph_spgemm(&C, semiring, A, A,
                          TEST_DESCRIPTOR(.threads = threads, .flags = is_square ? 0 : GRAPH_TRANSPOSE_B)));
    THEIRS(GrB_Matrix_new(&their_C, *s->type, e->rows, e->rows));
    THEIRS(GrB_mxm(their_C, NULL, NULL, *s->semiring, their_A, their_A, is_square ? NULL : GrB_DESC_T1));
    CHECK_SAY(same(C, their_C, s->tolerance), "the square of %s under %s differs", name, s->name);
    THEIRS(GrB_Matrix_free(&their_A));
    THEIRS(GrB_Matrix_free(&their_C));
    graph_matrix_release(&A);
    graph_matrix_release(&C);
}

/* All semirings where that is quick; where it is not plus_times fp64 and one other, which differs from file to file;
 * none of more than `most` products. */
static void check_file(const char *path, const char *name, uint64_t most)
{
    static int round = 0;
    const uint64_t quick = 1000000;
    graph_matrix *P = NULL;
    graph_index rows, columns, count;
    uint64_t products = 0, seed = 31;
    if (!CHECK_OK(graph_read(&P, path,
                             &(const graph_read_options){.size = sizeof(graph_read_options),
                                                         .weights = GRAPH_WEIGHTS_DROP}))) {
        fprintf(stderr, "%s cannot be read\n", path);
        return;
    }
    CHECK_OK(graph_matrix_rows(&rows, P));
    CHECK_OK(graph_matrix_columns(&columns, P));
    CHECK_OK(graph_matrix_entries(&count, P));
    CHECK_OK(graph_spgemm_products(&products, P, P,
                                   TEST_DESCRIPTOR(.flags = rows == columns ? 0 : GRAPH_TRANSPOSE_B)));
    struct entries e = entries_with_room(rows, columns, count);
    CHECK_OK(graph_matrix_extract_tuples(e.row, e.column, NULL, GRAPH_PATTERN, &count, P));
    fill_values(&e, &seed);
    round++;
    for (int s = 0; s < SEMIRINGS; s++)
        if (products <= quick || (products <= most && (s == 0 || s == round % SEMIRINGS)))
            check_square(name, &e, &semirings[s], 1 + round % 3);
    entries_release(&e);
    graph_matrix_release(&P);
}

TEST(squares_of_shipped_graphs)
{
    static const char *const names[] = {"wiki-Vote.txt.gz", "ca-CondMat.txt.gz",      "as20graph.txt.gz",
                                        "ani4.mtx.gz",      "PGPgiantcompo.graph.gz", "delaunay_n13.mtx.gz",
                                        "karate.mtx.gz",    "tiny/rectangle.mtx",     "Si2.mtx.gz"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        check_file(test_shipped(names[k]), names[k], UINT64_MAX);
}

TEST(square_of_the_large_shipped_graph)
{
    check_file(test_shipped("email-Enron.txt.gz"), "email-Enron.txt.gz", UINT64_MAX);
}

/* Everything gzipped of less than 4 MB in $SEMIGRAPH_DATASETS, where the square takes no longer than some seconds. */
TEST(squares_of_the_dataset_folder)
{
    if (test_datasets() == NULL)
        SKIP("$SEMIGRAPH_DATASETS names no folder of larger graphs");
    DIR *folder = opendir(test_datasets());
    REQUIRE(folder != NULL);
    struct dirent *file;
    int files = 0;
    while ((file = readdir(folder)) != NULL) {
        char path[4096];
        struct stat facts;
        size_t length = strlen(file->d_name);
        if (length < 4 || strcmp(file->d_name + length - 3, ".gz") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", test_datasets(), file->d_name);
        if (stat(path, &facts) != 0 || facts.st_size >= 4 << 20)
            continue;
        check_file(path, file->d_name, 20000000);
        files++;
    }
    closedir(folder);
    CHECK(files > 0);
}

static struct entries random_entries(uint64_t *seed, graph_index rows, graph_index columns, unsigned percent)
{
    struct entries e = entries_with_room(rows, columns, rows * columns);
    e.count = 0;
    for (graph_index i = 0; i < rows; i++)
        for (graph_index j = 0; j < columns; j++)
            if (test_random(seed) % 100 < percent) {
                e.row[e.count] = i;
                e.column[e.count++] = j;
            }
    fill_values(&e, seed);
    return e;
}

static GrB_Descriptor descriptor_of(uint32_t flags)
{
    GrB_Descriptor d = NULL;
    THEIRS(GrB_Descriptor_new(&d));
    /* SuiteSparse 7.4 can search for ever in a hash table that a mask has filled. */
    THEIRS(GxB_Desc_set(d, GxB_AxB_METHOD, GxB_AxB_GUSTAVSON));
    if (flags & GRAPH_REPLACE)
        THEIRS(GrB_Descriptor_set(d, GrB_OUTP, GrB_REPLACE));
    if (flags & GRAPH_MASK_COMPLEMENT)
        THEIRS(GrB_Descriptor_set(d, GrB_MASK, GrB_COMP));
    if (flags & GRAPH_MASK_STRUCTURE)
        THEIRS(GrB_Descriptor_set(d, GrB_MASK, GrB_STRUCTURE));
    if (flags & GRAPH_TRANSPOSE_A)
        THEIRS(GrB_Descriptor_set(d, GrB_INP0, GrB_TRAN));
    if (flags & GRAPH_TRANSPOSE_B)
        THEIRS(GrB_Descriptor_set(d, GrB_INP1, GrB_TRAN));
    return d;
}

/* C<M, replace> accum= A B with everything drawn from the seed. */
static void check_random_product(uint64_t seed_of_case)
{
    static const struct {
        graph_type type;
        GrB_Type *theirs;
    } types[] = {
        {GRAPH_BOOL, &GrB_BOOL}, {GRAPH_INT32, &GrB_INT32}, {GRAPH_FP32, &GrB_FP32}, {GRAPH_FP64, &GrB_FP64}};
    uint64_t seed = seed_of_case;
    const struct reference_semiring *s = &semirings[test_random(&seed) % SEMIRINGS];
    uint32_t flags = (uint32_t)(test_random(&seed) % 32);
    graph_index m = test_random(&seed) % 60, n = test_random(&seed) % 90, k = test_random(&seed) % 60;
    bool has_mask = test_random(&seed) % 4 != 0, has_accum = test_random(&seed) % 2;
    int c_type = (int)(test_random(&seed) % 4), m_type = (int)(test_random(&seed) % 4);
    graph_type type = graph_semiring_type(graph_semiring_by_name(s->name));
    unsigned percent = (unsigned)(2 + test_random(&seed) % 40);
    struct entries a =
        random_entries(&seed, flags & GRAPH_TRANSPOSE_A ? k : m, flags & GRAPH_TRANSPOSE_A ? m : k, percent);
    struct entries b =
        random_entries(&seed, flags & GRAPH_TRANSPOSE_B ? n : k, flags & GRAPH_TRANSPOSE_B ? k : n, percent);
    struct entries mask = random_entries(&seed, m, n, (unsigned)(test_random(&seed) % 60));
    struct entries c = random_entries(&seed, m, n, 30);
    graph_matrix *A = NULL, *B = NULL, *M = NULL, *C = NULL;
    GrB_Matrix their_A = NULL, their_B = NULL, their_M = NULL, their_C = NULL;
    make_both(&A, &their_A, &a, type, *s->type);
    make_both(&B, &their_B, &b, type, *s->type);
    make_both(&M, &their_M, &mask, types[m_type].type, *types[m_type].theirs);
    make_both(&C, &their_C, &c, types[c_type].type, *types[c_type].theirs);
    GrB_Descriptor descriptor = descriptor_of(flags);
    GrB_BinaryOp plus[] = {GrB_LOR, GrB_PLUS_INT32, GrB_PLUS_FP32, GrB_PLUS_FP64};
    graph_method method = has_mask && !(flags & GRAPH_MASK_COMPLEMENT)
                              ? (graph_method)(test_random(&seed) % 5)
                              : (graph_method)(test_random(&seed) % 4);
    CHECK_OK(graph_mxm(C, has_mask ? M : NULL, has_accum ? GRAPH_PLUS : GRAPH_NO_OP,
                       graph_semiring_by_name(s->name), A, B,
                       TEST_DESCRIPTOR(.flags = flags, .method = method, .threads = 1 + (int)(seed % 4))));
    THEIRS(GrB_mxm(their_C, has_mask ? their_M : NULL, has_accum ? plus[c_type] : NULL, *s->semiring, their_A,
                   their_B, descriptor));
    THEIRS(GrB_Matrix_wait(their_C, GrB_MATERIALIZE));
    CHECK_SAY(same(C, their_C, types[c_type].type == GRAPH_FP32 ? 1e-6 : 1e-12),
              "seed %llu: %s, flags %u, method %d, %s, %s, type of C %s", (unsigned long long)seed_of_case,
              s->name, flags, (int)method, has_mask ? "mask" : "no mask", has_accum ? "accum" : "no accum",
              graph_type_name(types[c_type].type));
    THEIRS(GrB_Descriptor_free(&descriptor));
    THEIRS(GrB_Matrix_free(&their_A));
    THEIRS(GrB_Matrix_free(&their_B));
    THEIRS(GrB_Matrix_free(&their_M));
    THEIRS(GrB_Matrix_free(&their_C));
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&M);
    graph_matrix_release(&C);
    entries_release(&a);
    entries_release(&b);
    entries_release(&mask);
    entries_release(&c);
}

TEST(random_products)
{
    for (uint64_t seed = 1; seed <= 600; seed++)
        check_random_product(seed * 7919);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(squares_of_shipped_graphs),
                                        TEST_ROW(square_of_the_large_shipped_graph),
                                        TEST_ROW(squares_of_the_dataset_folder), TEST_ROW(random_products)};
    THEIRS(GrB_init(GrB_NONBLOCKING));
    int status = test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
    THEIRS(GrB_finalize());
    return status;
}
