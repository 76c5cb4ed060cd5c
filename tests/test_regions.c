/* Extract, assign, Kronecker, union with fill-ins, bound and positional apply, against the oracle on random calls. */
#include "tests/graphs.h"
#include "tests/test.h"

static int64_t pick(uint64_t *seed, int64_t n) { return (int64_t)(test_random(seed) % (uint64_t)n); }

static graph_type random_type(uint64_t *seed) { return (graph_type)pick(seed, 12); }

/* A random list over 0 .. dimension - 1, or GRAPH_ALL; *count is what the call gets. */
static graph_index *random_list(uint64_t *seed, int64_t dimension, int64_t *count)
{
    *count = dimension;
    if (pick(seed, 4) == 0)
        return NULL;
    *count = dimension == 0 ? 0 : pick(seed, 2 * dimension + 1);
    graph_index *list = malloc(((size_t)*count + 1) * sizeof *list);
    for (int64_t k = 0; k < *count; k++)
        list[k] = (graph_index)pick(seed, dimension);
    return list;
}

static int64_t listed(const graph_index *list, int64_t k) { return list != NULL ? (int64_t)list[k] : k; }

static bool is_last(const graph_index *list, int64_t count, int64_t k)
{
    for (int64_t later = k + 1; list != NULL && later < count; later++)
        if (list[later] == list[k])
            return false;
    return true;
}

struct call {
    uint64_t seed, first_seed;
    graph_type type;
    struct dense_matrix C, M;
    graph_matrix *C_matrix, *M_matrix;
    graph_vector *w, *m;
    bool has_mask;
    graph_op accum;
    graph_descriptor descriptor;
};

static const graph_op accums[] = {GRAPH_NO_OP, GRAPH_NO_OP, GRAPH_PLUS, GRAPH_MIN, GRAPH_SECOND, GRAPH_MINUS};

static void call_open(struct call *call, uint64_t seed, int64_t rows, int64_t columns, bool is_vector)
{
    memset(call, 0, sizeof *call);
    call->seed = seed;
    call->type = random_type(&call->seed);
    call->C =
        random_dense(&call->seed, SHAPE_UNIFORM, call->type, rows, columns, rows * columns / 2, VALUES_SMALL);
    call->M = random_dense(&call->seed, SHAPE_UNIFORM, random_type(&call->seed), rows, columns,
                           rows * columns / 2, VALUES_SMALL);
    call->has_mask = pick(&call->seed, 2);
    call->accum = accums[pick(&call->seed, 6)];
    call->descriptor =
        (graph_descriptor){.size = sizeof(graph_descriptor), .threads = 1 + (int)pick(&call->seed, 3)};
    static const uint32_t flags[] = {GRAPH_REPLACE, GRAPH_MASK_STRUCTURE, GRAPH_MASK_COMPLEMENT};
    for (int k = 0; k < 3; k++)
        if (pick(&call->seed, 3) == 0)
            call->descriptor.flags |= flags[k];
    if (is_vector) {
        CHECK_OK(dense_to_vector(&call->w, &call->C));
        CHECK_OK(dense_to_vector(&call->m, &call->M));
    } else {
        CHECK_OK(dense_to_matrix(&call->C_matrix, &call->C));
        CHECK_OK(dense_to_matrix(&call->M_matrix, &call->M));
    }
}

static const struct dense_matrix *mask_of(const struct call *call)
{
    return call->has_mask ? &call->M : NULL;
}

/* Writes T into the oracle's output and compares; the seed is in the message. */
static void call_close(struct call *call, struct dense_matrix *T, graph_op accum, uint64_t seed,
                       const char *name)
{
    dense_write(&call->C, mask_of(call), call->descriptor.flags, accum, T);
    bool same = call->w != NULL ? dense_equals_vector(&call->C, call->w, 0, stderr)
                                : dense_equals_matrix(&call->C, call->C_matrix, 0, stderr);
    CHECK_SAY(same, "%s, seed %llu", name, (unsigned long long)seed);
    dense_release(T);
    dense_release(&call->C);
    dense_release(&call->M);
    graph_matrix_release(&call->C_matrix);
    graph_matrix_release(&call->M_matrix);
    graph_vector_release(&call->w);
    graph_vector_release(&call->m);
}

static struct dense_matrix oracle_extract(const struct dense_matrix *A, const graph_index *rows,
                                          int64_t row_count, const graph_index *columns, int64_t column_count)
{
    struct dense_matrix T = dense_create(A->type, row_count, column_count);
    for (int64_t i = 0; i < row_count; i++)
        for (int64_t j = 0; j < column_count; j++) {
            int64_t from = listed(rows, i) * A->columns + listed(columns, j);
            if (A->present[from])
                dense_set(&T, i, j, A->value[from]);
        }
    return T;
}

TEST(extracts_of_matrices)
{
    for (uint64_t seed = 1; seed <= 400; seed++) {
        uint64_t s = seed;
        int64_t rows = pick(&s, 9), columns = pick(&s, 9), row_count, column_count;
        graph_matrix *A = NULL;
        struct call call;
        struct dense_matrix dense =
            random_dense(&s, SHAPE_UNIFORM, random_type(&s), rows, columns, rows * columns / 2, VALUES_SMALL);
        bool is_transposed = pick(&s, 2);
        struct dense_matrix seen = is_transposed ? dense_transpose(&dense) : dense_copy(&dense);
        graph_index *row_list = random_list(&s, seen.rows, &row_count);
        graph_index *column_list = random_list(&s, seen.columns, &column_count);
        call_open(&call, s, row_count, column_count, false);
        if (is_transposed)
            call.descriptor.flags |= GRAPH_TRANSPOSE_A;
        REQUIRE_OK(dense_to_matrix(&A, &dense));
        struct dense_matrix T = oracle_extract(&seen, row_list, row_count, column_list, column_count);
        CHECK_OK(graph_extract(call.C_matrix, call.has_mask ? call.M_matrix : NULL, call.accum, A, row_list,
                               (graph_index)row_count, column_list, (graph_index)column_count,
                               &call.descriptor));
        call_close(&call, &T, call.accum, seed, "extract");
        graph_matrix_release(&A);
        dense_release(&dense);
        dense_release(&seen);
        free(row_list);
        free(column_list);
    }
}

TEST(extracts_of_vectors_rows_and_columns)
{
    for (uint64_t seed = 1; seed <= 400; seed++) {
        uint64_t s = seed;
        int64_t rows = 1 + pick(&s, 9), columns = 1 + pick(&s, 9), count;
        graph_matrix *A = NULL;
        graph_vector *u = NULL;
        struct call call;
        struct dense_matrix dense =
            random_dense(&s, SHAPE_UNIFORM, random_type(&s), rows, columns, rows * columns / 2, VALUES_SMALL);
        int form = (int)pick(&s, 3); /* a column, a row, a vector */
        struct dense_matrix seen = form == 1 ? dense_transpose(&dense) : dense_copy(&dense);
        graph_index *list = random_list(&s, seen.rows, &count);
        graph_index column = (graph_index)(form == 2 ? 0 : pick(&s, seen.columns));
        struct dense_matrix T = oracle_extract(&seen, list, count, &column, 1);
        call_open(&call, s, count, 1, true);
        const graph_vector *mask = call.has_mask ? call.m : NULL;
        if (form == 2) {
            struct dense_matrix only = oracle_extract(&seen, NULL, seen.rows, &column, 1);
            REQUIRE_OK(dense_to_vector(&u, &only));
            CHECK_OK(graph_vector_extract(call.w, mask, call.accum, u, list, (graph_index)count,
                                          &call.descriptor));
            dense_release(&only);
        } else {
            if (form == 1)
                call.descriptor.flags |= GRAPH_TRANSPOSE_A;
            REQUIRE_OK(dense_to_matrix(&A, &dense));
            CHECK_OK(graph_extract_column(call.w, mask, call.accum, A, list, (graph_index)count, column,
                                          &call.descriptor));
        }
        call_close(&call, &T, call.accum, seed, "vector or column extract");
        graph_matrix_release(&A);
        graph_vector_release(&u);
        dense_release(&dense);
        dense_release(&seen);
        free(list);
    }
}

/* Z = C with A (NULL: x everywhere) laid over the region. */
static struct dense_matrix oracle_assign(const struct dense_matrix *C, graph_op accum,
                                         const struct dense_matrix *A, long double x, const graph_index *rows,
                                         int64_t row_count, const graph_index *columns, int64_t column_count)
{
    struct dense_matrix Z = dense_copy(C);
    for (int64_t i = 0; i < row_count; i++)
        for (int64_t j = 0; j < column_count; j++) {
            int64_t at = listed(rows, i) * C->columns + listed(columns, j);
            if (!is_last(rows, row_count, i) || !is_last(columns, column_count, j))
                continue;
            bool has = A == NULL || A->present[i * A->columns + j];
            long double value = A == NULL ? x : has ? A->value[i * A->columns + j] : 0;
            if (has && accum != GRAPH_NO_OP && Z.present[at])
                value = C->type == GRAPH_PATTERN ? 1 : oracle_binary(accum, C->type, Z.value[at], value);
            if (has) {
                Z.present[at] = 1;
                Z.value[at] = value;
            } else if (accum == GRAPH_NO_OP)
                Z.present[at] = 0;
        }
    return Z;
}

TEST(assignments_to_matrices)
{
    for (uint64_t seed = 1; seed <= 600; seed++) {
        uint64_t s = seed;
        int64_t rows = pick(&s, 9), columns = pick(&s, 9), row_count, column_count;
        graph_matrix *A = NULL;
        struct call call;
        graph_index *row_list = random_list(&s, rows, &row_count);
        graph_index *column_list = random_list(&s, columns, &column_count);
        bool is_scalar = pick(&s, 2), is_transposed = !is_scalar && pick(&s, 2);
        struct dense_matrix dense = random_dense(&s, SHAPE_UNIFORM, random_type(&s), row_count, column_count,
                                                 row_count * column_count / 2, VALUES_SMALL);
        call_open(&call, s, rows, columns, false);
        const graph_matrix *mask = call.has_mask ? call.M_matrix : NULL;
        struct dense_matrix cast = dense_cast(&dense, call.type);
        int64_t x = pick(&s, 5);
        struct dense_matrix Z = oracle_assign(
            &call.C, call.accum, is_scalar ? NULL : &cast,
            call.type == GRAPH_PATTERN ? 1 : oracle_cast((long double)x, GRAPH_INT64, call.type), row_list,
            row_count, column_list, column_count);
        if (is_scalar) {
            CHECK_OK(graph_assign_scalar(call.C_matrix, mask, call.accum, graph_int64(x), row_list,
                                         (graph_index)row_count, column_list, (graph_index)column_count,
                                         &call.descriptor));
        } else {
            struct dense_matrix given = is_transposed ? dense_transpose(&dense) : dense_copy(&dense);
            if (is_transposed)
                call.descriptor.flags |= GRAPH_TRANSPOSE_A;
            REQUIRE_OK(dense_to_matrix(&A, &given));
            CHECK_OK(graph_assign(call.C_matrix, mask, call.accum, A, row_list, (graph_index)row_count,
                                  column_list, (graph_index)column_count, &call.descriptor));
            dense_release(&given);
        }
        call_close(&call, &Z, GRAPH_NO_OP, seed, "assign");
        graph_matrix_release(&A);
        dense_release(&dense);
        dense_release(&cast);
        free(row_list);
        free(column_list);
    }
}

TEST(assignments_to_vectors)
{
    for (uint64_t seed = 1; seed <= 600; seed++) {
        uint64_t s = seed;
        int64_t length = pick(&s, 12), count;
        graph_vector *u = NULL;
        struct call call;
        graph_index *list = random_list(&s, length, &count);
        bool is_scalar = pick(&s, 2);
        struct dense_matrix dense =
            random_dense(&s, SHAPE_UNIFORM, random_type(&s), count, 1, count / 2, VALUES_SMALL);
        call_open(&call, s, length, 1, true);
        const graph_vector *mask = call.has_mask ? call.m : NULL;
        struct dense_matrix cast = dense_cast(&dense, call.type);
        int64_t x = pick(&s, 5);
        struct dense_matrix Z = oracle_assign(
            &call.C, call.accum, is_scalar ? NULL : &cast,
            call.type == GRAPH_PATTERN ? 1 : oracle_cast((long double)x, GRAPH_INT64, call.type), list, count,
            NULL, 1);
        REQUIRE_OK(dense_to_vector(&u, &dense));
        if (length > 0 && pick(&s, 2))
            CHECK_OK(graph_vector_convert(call.w, GRAPH_BITMAP));
        CHECK_OK(is_scalar ? graph_vector_assign_scalar(call.w, mask, call.accum, graph_int64(x), list,
                                                        (graph_index)count, &call.descriptor)
                           : graph_vector_assign(call.w, mask, call.accum, u, list, (graph_index)count,
                                                 &call.descriptor));
        call_close(&call, &Z, GRAPH_NO_OP, seed, "vector assign");
        graph_vector_release(&u);
        dense_release(&dense);
        dense_release(&cast);
        free(list);
    }
}

TEST(assignments_to_rows_and_columns)
{
    for (uint64_t seed = 1; seed <= 400; seed++) {
        uint64_t s = seed;
        int64_t rows = 1 + pick(&s, 8), columns = 1 + pick(&s, 8), count;
        bool is_row = pick(&s, 2);
        graph_matrix *C = NULL;
        graph_vector *u = NULL;
        struct call call; /* its output stands for the row or column, which carries the mask */
        graph_type type = random_type(&s);
        struct dense_matrix dense =
            random_dense(&s, SHAPE_UNIFORM, type, rows, columns, rows * columns / 2, VALUES_SMALL);
        int64_t length = is_row ? columns : rows, line = pick(&s, is_row ? rows : columns);
        graph_index *list = random_list(&s, length, &count);
        struct dense_matrix source =
            random_dense(&s, SHAPE_UNIFORM, random_type(&s), count, 1, count / 2, VALUES_SMALL);
        call_open(&call, s, length, 1, true);
        REQUIRE_OK(dense_to_matrix(&C, &dense));
        REQUIRE_OK(dense_to_vector(&u, &source));
        struct dense_matrix old = dense_create(type, length, 1);
        for (int64_t k = 0; k < length; k++) {
            int64_t at = is_row ? line * columns + k : k * columns + line;
            if (dense.present[at])
                dense_set(&old, k, 0, dense.value[at]);
        }
        struct dense_matrix cast = dense_cast(&source, type);
        struct dense_matrix Z = oracle_assign(&old, call.accum, &cast, 0, list, count, NULL, 1);
        dense_write(&old, mask_of(&call), call.descriptor.flags, GRAPH_NO_OP, &Z);
        for (int64_t k = 0; k < length; k++) {
            int64_t at = is_row ? line * columns + k : k * columns + line;
            dense.present[at] = old.present[k];
            dense.value[at] = old.value[k];
        }
        const graph_vector *mask = call.has_mask ? call.m : NULL;
        CHECK_OK((is_row ? graph_assign_row(C, mask, call.accum, u, (graph_index)line, list,
                                            (graph_index)count, &call.descriptor)
                         : graph_assign_column(C, mask, call.accum, u, list, (graph_index)count,
                                               (graph_index)line, &call.descriptor)));
        CHECK_SAY(dense_equals_matrix(&dense, C, 0, stderr), "assign_%s, seed %llu",
                  is_row ? "row" : "column", (unsigned long long)seed);
        struct dense_matrix unchanged = dense_copy(&call.C);
        call.has_mask = false;
        call.descriptor.flags = 0;
        call_close(&call, &unchanged, GRAPH_NO_OP, seed, "the vector that lent its mask");
        graph_matrix_release(&C);
        graph_vector_release(&u);
        dense_release(&dense);
        dense_release(&source);
        dense_release(&old);
        dense_release(&cast);
        dense_release(&Z);
        free(list);
    }
}

TEST(kronecker_products)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint64_t s = seed;
        graph_matrix *A = NULL, *B = NULL;
        struct call call;
        int64_t m = pick(&s, 5), n = pick(&s, 5), p = pick(&s, 5), q = pick(&s, 5);
        struct dense_matrix a =
            random_dense(&s, SHAPE_UNIFORM, random_type(&s), m, n, m * n / 2, VALUES_SMALL);
        struct dense_matrix b =
            random_dense(&s, SHAPE_UNIFORM, random_type(&s), p, q, p * q / 2, VALUES_SMALL);
        graph_op op = (graph_op)(1 + pick(&s, GRAPH_OP_COUNT - 1));
        call_open(&call, s, m * p, n * q, false);
        struct dense_matrix x = dense_cast(&a, call.type), y = dense_cast(&b, call.type);
        struct dense_matrix T = dense_create(call.type, m * p, n * q);
        for (int64_t i = 0; i < m * p; i++)
            for (int64_t j = 0; j < n * q; j++) {
                int64_t from = i / p * n + j / q, with = i % p * q + j % q;
                if (x.present[from] && y.present[with])
                    dense_set(&T, i, j,
                              call.type == GRAPH_PATTERN
                                  ? 1
                                  : oracle_binary(op, call.type, x.value[from], y.value[with]));
            }
        bool is_transposed = pick(&s, 2);
        struct dense_matrix given = is_transposed ? dense_transpose(&a) : dense_copy(&a);
        if (is_transposed)
            call.descriptor.flags |= GRAPH_TRANSPOSE_A;
        REQUIRE_OK(dense_to_matrix(&A, &given));
        REQUIRE_OK(dense_to_matrix(&B, &b));
        CHECK_OK(graph_kronecker(call.C_matrix, call.has_mask ? call.M_matrix : NULL, call.accum, op, A, B,
                                 &call.descriptor));
        call_close(&call, &T, call.accum, seed, "kronecker");
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        dense_release(&a);
        dense_release(&b);
        dense_release(&x);
        dense_release(&y);
        dense_release(&given);
    }
}

TEST(unions_with_values_for_what_is_missing)
{
    for (uint64_t seed = 1; seed <= 400; seed++) {
        uint64_t s = seed;
        graph_matrix *A = NULL, *B = NULL;
        graph_vector *u = NULL, *v = NULL;
        struct call call;
        bool is_vector = pick(&s, 2);
        int64_t m = pick(&s, 9), n = is_vector ? 1 : pick(&s, 9);
        struct dense_matrix a =
            random_dense(&s, SHAPE_UNIFORM, random_type(&s), m, n, m * n / 2, VALUES_SMALL);
        struct dense_matrix b =
            random_dense(&s, SHAPE_UNIFORM, random_type(&s), m, n, m * n / 2, VALUES_SMALL);
        graph_op op = (graph_op)(1 + pick(&s, GRAPH_OP_COUNT - 1));
        int64_t alpha = pick(&s, 5), beta = pick(&s, 5);
        call_open(&call, s, m, n, is_vector);
        struct dense_matrix x = dense_cast(&a, call.type), y = dense_cast(&b, call.type);
        struct dense_matrix T = dense_create(call.type, m, n);
        for (int64_t k = 0; k < m * n; k++)
            if (x.present[k] || y.present[k]) {
                long double left =
                    x.present[k] ? x.value[k] : oracle_cast((long double)alpha, GRAPH_INT64, call.type);
                long double right =
                    y.present[k] ? y.value[k] : oracle_cast((long double)beta, GRAPH_INT64, call.type);
                dense_set(&T, k / n, k % n,
                          call.type == GRAPH_PATTERN ? 1 : oracle_binary(op, call.type, left, right));
            }
        if (is_vector) {
            REQUIRE_OK(dense_to_vector(&u, &a));
            REQUIRE_OK(dense_to_vector(&v, &b));
            CHECK_OK(graph_vector_ewise_union(call.w, call.has_mask ? call.m : NULL, call.accum, op, u,
                                              graph_int64(alpha), v, graph_int64(beta), &call.descriptor));
        } else {
            REQUIRE_OK(dense_to_matrix(&A, &a));
            REQUIRE_OK(dense_to_matrix(&B, &b));
            CHECK_OK(graph_ewise_union(call.C_matrix, call.has_mask ? call.M_matrix : NULL, call.accum, op, A,
                                       graph_int64(alpha), B, graph_int64(beta), &call.descriptor));
        }
        call_close(&call, &T, call.accum, seed, "ewise_union");
        graph_matrix_release(&A);
        graph_matrix_release(&B);
        graph_vector_release(&u);
        graph_vector_release(&v);
        dense_release(&a);
        dense_release(&b);
        dense_release(&x);
        dense_release(&y);
    }
}

TEST(bound_and_positional_apply)
{
    for (uint64_t seed = 1; seed <= 600; seed++) {
        uint64_t s = seed;
        graph_matrix *A = NULL;
        graph_vector *u = NULL;
        struct call call;
        bool is_vector = pick(&s, 2), is_transposed = !is_vector && pick(&s, 2);
        int64_t m = pick(&s, 9), n = is_vector ? 1 : pick(&s, 9), k = pick(&s, 7) - 3;
        struct dense_matrix a =
            random_dense(&s, SHAPE_UNIFORM, random_type(&s), m, n, m * n / 2, VALUES_SMALL);
        int form = (int)pick(&s, 3); /* op(k, A), op(A, k), the position */
        graph_op op = (graph_op)(1 + pick(&s, GRAPH_OP_COUNT - 1));
        graph_index_op index_op = (graph_index_op)(1 + pick(&s, GRAPH_INDEX_OP_COUNT - 1));
        call_open(&call, s, m, n, is_vector);
        struct dense_matrix x = dense_cast(&a, call.type);
        struct dense_matrix T = dense_create(form == 2 ? GRAPH_INT64 : call.type, m, n);
        long double bound = oracle_cast((long double)k, GRAPH_INT64, call.type);
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < n; j++) {
                int64_t at = i * n + j;
                if (!x.present[at])
                    continue;
                int64_t position = index_op == GRAPH_ROW_INDEX      ? i
                                   : index_op == GRAPH_COLUMN_INDEX ? j
                                                                    : j - i;
                dense_set(&T, i, j,
                          form == 2                    ? (long double)(position + k)
                          : call.type == GRAPH_PATTERN ? 1
                          : form == 0                  ? oracle_binary(op, call.type, bound, x.value[at])
                                                       : oracle_binary(op, call.type, x.value[at], bound));
            }
        const graph_matrix *M = call.has_mask ? call.M_matrix : NULL;
        const graph_vector *mask = call.has_mask ? call.m : NULL;
        struct dense_matrix given = is_transposed ? dense_transpose(&a) : dense_copy(&a);
        if (is_transposed)
            call.descriptor.flags |= GRAPH_TRANSPOSE_A;
        if (is_vector) {
            REQUIRE_OK(dense_to_vector(&u, &a));
            CHECK_OK(form == 0   ? graph_vector_apply_first(call.w, mask, call.accum, op, graph_int64(k), u,
                                                            &call.descriptor)
                     : form == 1 ? graph_vector_apply_second(call.w, mask, call.accum, op, u, graph_int64(k),
                                                             &call.descriptor)
                                 : graph_vector_apply_index(call.w, mask, call.accum, index_op, u, k,
                                                            &call.descriptor));
        } else {
            REQUIRE_OK(dense_to_matrix(&A, &given));
            CHECK_OK(form == 0 ? graph_apply_first(call.C_matrix, M, call.accum, op, graph_int64(k), A,
                                                   &call.descriptor)
                     : form == 1
                         ? graph_apply_second(call.C_matrix, M, call.accum, op, A, graph_int64(k),
                                              &call.descriptor)
                         : graph_apply_index(call.C_matrix, M, call.accum, index_op, A, k, &call.descriptor));
        }
        call_close(&call, &T, call.accum, seed, "bound apply");
        graph_matrix_release(&A);
        graph_vector_release(&u);
        dense_release(&a);
        dense_release(&x);
        dense_release(&given);
    }
}

TEST(outputs_that_are_inputs)
{
    const graph_index swap[] = {1, 0, 2};
    graph_matrix *A = NULL;
    struct dense_matrix dense = dense_from_text(GRAPH_INT32, 3, 3, "1 2 .  . 3 4  5 . 6");
    REQUIRE_OK(dense_to_matrix(&A, &dense));
    CHECK_OK(graph_extract(A, A, GRAPH_NO_OP, A, swap, 3, swap, 3, NULL));
    struct dense_matrix expected = dense_from_text(GRAPH_INT32, 3, 3, "3 . .  . 1 .  . . 6");
    CHECK(dense_equals_matrix(&expected, A, 0, stderr));
    CHECK_OK(graph_assign(A, NULL, GRAPH_PLUS, A, swap, 3, swap, 3, NULL));
    dense_release(&expected);
    expected = dense_from_text(GRAPH_INT32, 3, 3, "4 . .  . 4 .  . . 12");
    CHECK(dense_equals_matrix(&expected, A, 0, stderr));
    dense_release(&expected);
    dense_release(&dense);
    graph_matrix_release(&A);
}

TEST(wrong_arguments)
{
    const graph_index one = 1, five = 5;
    graph_matrix *A = NULL, *B = NULL;
    graph_vector *u = NULL;
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_FP64, 2, 3));
    REQUIRE_OK(graph_matrix_create(&B, GRAPH_FP64, 1, 3));
    REQUIRE_OK(graph_vector_create(&u, GRAPH_FP64, 3));
    CHECK_STATUS(graph_extract(B, NULL, GRAPH_NO_OP, A, &five, 1, GRAPH_ALL, 0, NULL), GRAPH_E_INDEX_BOUNDS,
                 "rows[0] is 5; expected less than 2");
    CHECK_STATUS(graph_extract(A, NULL, GRAPH_NO_OP, A, &one, 1, GRAPH_ALL, 0, NULL), GRAPH_E_DIMENSION,
                 "C is 2 x 3");
    CHECK_STATUS(graph_extract(NULL, NULL, GRAPH_NO_OP, A, &one, 1, GRAPH_ALL, 0, NULL), GRAPH_E_NULL, "C");
    CHECK_STATUS(graph_extract_column(u, NULL, GRAPH_NO_OP, A, GRAPH_ALL, 0, 3, NULL), GRAPH_E_INVALID_INDEX,
                 "column 3");
    CHECK_STATUS(graph_extract_column(u, NULL, GRAPH_NO_OP, A, GRAPH_ALL, 0, 2, NULL), GRAPH_E_DIMENSION,
                 "length 3");
    CHECK_STATUS(graph_assign(A, NULL, GRAPH_NO_OP, A, &one, 1, GRAPH_ALL, 0, NULL), GRAPH_E_DIMENSION,
                 "A is 2 x 3");
    CHECK_STATUS(graph_assign(A, NULL, (graph_op)77, B, &one, 1, GRAPH_ALL, 0, NULL), GRAPH_E_INVALID_VALUE,
                 "77");
    CHECK_STATUS(graph_assign_row(A, NULL, GRAPH_NO_OP, u, 2, GRAPH_ALL, 0, NULL), GRAPH_E_INVALID_INDEX,
                 "row 2");
    CHECK_STATUS(graph_assign_column(A, NULL, GRAPH_NO_OP, u, GRAPH_ALL, 0, 0, NULL), GRAPH_E_DIMENSION,
                 "length 3");
    CHECK_STATUS(graph_vector_assign(u, NULL, GRAPH_NO_OP, u, &five, 1, NULL), GRAPH_E_INDEX_BOUNDS,
                 "indices[0]");
    CHECK_STATUS(graph_vector_assign_scalar(u, NULL, GRAPH_NO_OP, (graph_scalar){.type = (graph_type)99},
                                            GRAPH_ALL, 0, NULL),
                 GRAPH_E_DOMAIN, "x");
    CHECK_STATUS(graph_kronecker(A, NULL, GRAPH_NO_OP, GRAPH_TIMES, A, B, NULL), GRAPH_E_DIMENSION, "2 x 9");
    CHECK_STATUS(graph_kronecker(A, NULL, GRAPH_NO_OP, GRAPH_NO_OP, A, B, NULL), GRAPH_E_INVALID_VALUE,
                 "operator 0");
    CHECK_STATUS(graph_apply_index(A, NULL, GRAPH_NO_OP, (graph_index_op)9, A, 0, NULL),
                 GRAPH_E_INVALID_VALUE, "9");
    CHECK_STATUS(graph_apply_first(A, NULL, GRAPH_NO_OP, GRAPH_PLUS, graph_int64(1), B, NULL),
                 GRAPH_E_DIMENSION, "1 x 3");
    CHECK_STATUS(
        graph_ewise_union(A, NULL, GRAPH_NO_OP, GRAPH_PLUS, A, graph_int64(0), B, graph_int64(0), NULL),
        GRAPH_E_DIMENSION, "1 x 3");
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_vector_release(&u);
}

static graph_status everything(void)
{
    const graph_index rows[] = {2, 0}, columns[] = {1, 0};
    graph_matrix *A = NULL, *B = NULL, *K = NULL;
    graph_vector *u = NULL, *v = NULL;
    const graph_index i[] = {0, 1, 2}, j[] = {1, 2, 0};
    const double x[] = {1, 2, 3};
    graph_status status = graph_matrix_create(&A, GRAPH_FP64, 3, 3);
#define STEP(call)                                                                                           \
    if (status >= 0)                                                                                         \
    status = (call)
    STEP(graph_matrix_build(A, i, j, x, GRAPH_FP64, 3, GRAPH_NO_OP));
    STEP(graph_matrix_create(&B, GRAPH_INT32, 2, 2));
    STEP(graph_matrix_create(&K, GRAPH_FP64, 9, 9));
    STEP(graph_vector_create(&u, GRAPH_FP64, 3));
    STEP(graph_vector_create(&v, GRAPH_FP64, 2));
    STEP(graph_extract(B, NULL, GRAPH_NO_OP, A, rows, 2, columns, 2, NULL));
    STEP(graph_assign(A, NULL, GRAPH_NO_OP, B, rows, 2, columns, 2, NULL));
    STEP(graph_assign_scalar(A, A, GRAPH_PLUS, graph_int64(2), rows, 2, columns, 2, NULL));
    STEP(graph_assign_scalar(A, NULL, GRAPH_NO_OP, graph_int64(2), rows, 2, columns, 2, NULL));
    STEP(graph_extract_column(u, NULL, GRAPH_NO_OP, A, GRAPH_ALL, 0, 1, NULL));
    STEP(graph_vector_extract(v, NULL, GRAPH_NO_OP, u, rows, 2, NULL));
    STEP(graph_vector_assign(u, NULL, GRAPH_NO_OP, v, rows, 2, NULL));
    STEP(graph_vector_assign_scalar(u, u, GRAPH_NO_OP, graph_int64(2), rows, 2, NULL));
    STEP(graph_vector_assign_scalar(u, u, GRAPH_NO_OP, graph_int64(2), GRAPH_ALL, 0, NULL));
    STEP(graph_assign_row(A, NULL, GRAPH_NO_OP, v, 1, columns, 2, NULL));
    STEP(graph_assign_column(A, NULL, GRAPH_NO_OP, v, columns, 2, 1, NULL));
    STEP(graph_kronecker(K, NULL, GRAPH_NO_OP, GRAPH_TIMES, A, A, NULL));
    STEP(graph_ewise_union(A, NULL, GRAPH_NO_OP, GRAPH_MINUS, A, graph_int64(1), A, graph_int64(2), NULL));
    STEP(graph_vector_ewise_union(u, NULL, GRAPH_NO_OP, GRAPH_MINUS, u, graph_int64(1), u, graph_int64(2),
                                  NULL));
    STEP(graph_apply_first(A, NULL, GRAPH_NO_OP, GRAPH_MINUS, graph_int64(1), A, NULL));
    STEP(graph_vector_apply_second(u, NULL, GRAPH_NO_OP, GRAPH_MINUS, u, graph_int64(1), NULL));
    STEP(graph_apply_index(A, NULL, GRAPH_NO_OP, GRAPH_ROW_INDEX, A, 1, NULL));
    STEP(graph_vector_apply_index(u, NULL, GRAPH_NO_OP, GRAPH_ROW_INDEX, u, 1, NULL));
#undef STEP
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    graph_matrix_release(&K);
    graph_vector_release(&u);
    graph_vector_release(&v);
    return status;
}

TEST(allocations_that_fail) { test_every_allocation("everything", everything); }

TEST_MAIN(TEST_ROW(extracts_of_matrices), TEST_ROW(extracts_of_vectors_rows_and_columns),
          TEST_ROW(assignments_to_matrices), TEST_ROW(assignments_to_vectors),
          TEST_ROW(assignments_to_rows_and_columns), TEST_ROW(kronecker_products),
          TEST_ROW(unions_with_values_for_what_is_missing), TEST_ROW(bound_and_positional_apply),
          TEST_ROW(outputs_that_are_inputs), TEST_ROW(wrong_arguments), TEST_ROW(allocations_that_fail))
