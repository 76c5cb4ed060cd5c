/* Fuzz target: bytes are decoded into a sequence of calls of the public functions, on some small matrices and vectors.
 *
 * A call takes its objects, operators, types, lists and flags from the bytes that follow; some are out of range or do not
 * fit each other.  After each call: a failure has a sentence, and the object that was written is sound whatever the
 * status.  At the end nothing is held. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "tests/fuzz/fuzz.h"

enum { OBJECTS = 4, MOST_CALLS = 48, MOST_LIST = 12 };

struct state {
    const uint8_t *bytes;
    size_t rest;
    graph_matrix *A[OBJECTS];
    graph_vector *v[OBJECTS];
    graph_descriptor descriptor;
    graph_index list[2][MOST_LIST];
};

static unsigned next(struct state *s)
{
    if (s->rest == 0)
        return 0;
    s->rest--;
    return *s->bytes++;
}

static void require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "does not hold: %s; last error: %s\n", what, graph_last_error());
    abort();
}

static void check_status(graph_status status)
{
    require(status >= 0 || graph_last_error()[0] != '\0', "a failure has a sentence");
    require(status != GRAPH_E_INVALID_OBJECT, "objects are sound");
}

static graph_matrix **matrix(struct state *s) { return &s->A[next(s) % OBJECTS]; }
static graph_vector **vector(struct state *s) { return &s->v[next(s) % OBJECTS]; }

/* No mask three times out of four. */
static graph_matrix *mask(struct state *s)
{
    unsigned x = next(s);
    return x % 4 == 0 ? s->A[x / 4 % OBJECTS] : NULL;
}

static graph_vector *vector_mask(struct state *s)
{
    unsigned x = next(s);
    return x % 4 == 0 ? s->v[x / 4 % OBJECTS] : NULL;
}

/* Sizes meet often, so that most operands fit each other. */
static graph_index dimension(struct state *s)
{
    static const graph_index sizes[] = {8, 8, 8, 8, 8, 8, 8, 8, 64, 8, 8, 0, 1, 3, 20, 70};
    return sizes[next(s) % 16];
}

static graph_type type(struct state *s) { return (graph_type)(next(s) % 13); } /* one is none */
static graph_op op(struct state *s) { return (graph_op)(next(s) % (GRAPH_OP_COUNT + 1)); }
static graph_op accumulator(struct state *s)
{
    unsigned x = next(s);
    return x % 2 == 0 ? GRAPH_NO_OP : (graph_op)(x / 2 % (GRAPH_OP_COUNT + 1));
}

static graph_scalar scalar(struct state *s)
{
    unsigned x = next(s);
    int64_t small = (int8_t)next(s);
    static const double reals[] = {0.0, 0.5, -0.0, 1e300, -1e300, 3.0, 1e10, -2.5};
    switch (x % 6) {
    case 0:
        return graph_bool((x & 8) != 0);
    case 1:
        return graph_int64(small);
    case 2:
        return graph_int64((x & 8) != 0 ? INT64_MAX - (int64_t)(x / 16) : INT64_MIN + (int64_t)(x / 16));
    case 3:
        return graph_uint64((x & 8) != 0 ? UINT64_MAX : (uint64_t)small);
    case 4:
        return graph_fp64(reals[x / 6 % 8]);
    default:
        return graph_fp64((double)small);
    }
}

/* A list of indices, most of them below 8; *list NULL: all. */
static const graph_index *list(struct state *s, int which, graph_index *count)
{
    unsigned x = next(s);
    *count = x / 2 % (MOST_LIST + 1);
    for (graph_index k = 0; k < *count; k++)
        s->list[which][k] = next(s) % ((x & 64) != 0 ? 9 : 8);
    return x % 2 == 0 ? GRAPH_ALL : s->list[which];
}

static const graph_descriptor *descriptor(struct state *s, unsigned flags)
{
    unsigned x = next(s);
    s->descriptor = (graph_descriptor){.size = sizeof s->descriptor, .threads = 1 + (int)(x >> 7)};
    s->descriptor.flags = x % 16 == 15 ? x : (x & flags);
    return x % 4 == 0 ? NULL : &s->descriptor;
}

enum {
    WRITE = GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT,
    A_FLAG = WRITE | GRAPH_TRANSPOSE_A
};
enum { BOTH_FLAGS = A_FLAG | GRAPH_TRANSPOSE_B };

static graph_status create(struct state *s)
{
    graph_matrix **A = matrix(s);
    graph_vector **v = vector(s);
    unsigned x = next(s);
    if (x % 2 == 0) {
        graph_matrix_release(A);
        graph_type t = type(s);
        graph_index rows = dimension(s), columns = dimension(s);
        return graph_matrix_create(A, t, rows, columns);
    }
    graph_vector_release(v);
    graph_type t = type(s);
    return graph_vector_create(v, t, dimension(s));
}

static graph_status duplicate(struct state *s)
{
    graph_matrix **A = matrix(s), **B = matrix(s), *copy = NULL;
    graph_vector **u = vector(s), **v = vector(s), *other = NULL;
    graph_status status;
    if (next(s) % 2 == 0) {
        status = graph_matrix_dup(&copy, *B);
        graph_matrix_release(A);
        *A = copy;
        return status;
    }
    status = graph_vector_dup(&other, *v);
    graph_vector_release(u);
    *u = other;
    return status;
}

static graph_status build(struct state *s)
{
    graph_matrix *A = *matrix(s);
    graph_vector *v = *vector(s);
    graph_index row[64], column[64], n = next(s) % 64;
    double value[64];
    for (graph_index k = 0; k < n; k++) {
        unsigned x = next(s);
        row[k] = x % 8;
        column[k] = x / 8 % 8;
        value[k] = (double)(x % 7) - 2;
    }
    unsigned x = next(s);
    graph_op duplicates = op(s);
    if (x % 4 == 0)
        return graph_vector_build(v, row, value, GRAPH_FP64, n, duplicates);
    if (x % 4 == 1)
        return graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, n, duplicates);
    return graph_matrix_build(A, row, column, value, GRAPH_FP64, n, duplicates);
}

static graph_status change(struct state *s)
{
    graph_matrix *A = *matrix(s);
    graph_vector *v = *vector(s);
    graph_index i = next(s) % 9, j = next(s) % 9;
    graph_scalar x = scalar(s);
    switch (next(s) % 12) {
    case 0:
    case 1:
        return graph_matrix_set(A, i, j, x);
    case 2:
        return graph_matrix_remove(A, i, j);
    case 3:
        return graph_matrix_get(&x, A, i, j);
    case 4:
        return graph_vector_set(v, i, x);
    case 5:
        return graph_vector_remove(v, i);
    case 6:
        return graph_vector_get(&x, v, i);
    case 7:
        return graph_vector_fill(v, x);
    case 8:
        return graph_vector_convert(v, (graph_vector_form)(next(s) % 5));
    case 9:
        return graph_matrix_resize(A, dimension(s), dimension(s));
    case 10:
        return graph_vector_resize(v, dimension(s));
    default:
        return i % 4 == 0 ? graph_matrix_clear(A) : graph_vector_clear(v);
    }
}

static graph_status product(struct state *s)
{
    graph_matrix **C = matrix(s), *M = mask(s), *A = *matrix(s), *B = *matrix(s), *new = NULL;
    graph_vector *w = *vector(s), *u = *vector(s), *m = vector_mask(s);
    const graph_semiring *semiring = graph_semiring_at(next(s));
    graph_op accum = accumulator(s);
    graph_status status;
    descriptor(s, BOTH_FLAGS);
    unsigned x = next(s);
    s->descriptor.method = (graph_method)(x / 8 % 16);
    switch (x % 5) {
    case 0:
        status = graph_spgemm(&new, semiring, A, B, &s->descriptor);
        if (new != NULL) {
            graph_matrix_release(C);
            *C = new;
        }
        return status;
    case 1:
        return graph_mxv(w, m, accum, semiring, A, u, &s->descriptor);
    case 2:
        return graph_vxm(w, m, accum, semiring, u, A, &s->descriptor);
    case 3:
        return graph_kronecker(*C, M, accum, op(s), A, B, &s->descriptor);
    default:
        return graph_mxm(*C, M, accum, semiring, A, B, &s->descriptor);
    }
}

static graph_status plan(struct state *s)
{
    graph_matrix **C = matrix(s), *A = *matrix(s), *B = *matrix(s), *new = NULL;
    graph_spgemm_plan *made = NULL;
    graph_status status =
        graph_spgemm_plan_create(&made, graph_semiring_at(next(s)), A, B, descriptor(s, BOTH_FLAGS));
    if (status == GRAPH_OK) {
        status = graph_spgemm_plan_run(&new, made, A, next(s) % 2 == 0 ? B : *matrix(s));
        graph_spgemm_plan_release(&made);
    }
    if (new != NULL) {
        graph_matrix_release(C);
        *C = new;
    }
    return status;
}

static graph_status elements(struct state *s)
{
    graph_matrix *C = *matrix(s), *M = mask(s), *A = *matrix(s), *B = *matrix(s);
    graph_vector *w = *vector(s), *m = vector_mask(s), *u = *vector(s), *v = *vector(s);
    graph_op accum = accumulator(s), o = op(s);
    graph_scalar x = scalar(s), y = scalar(s);
    const graph_descriptor *d = descriptor(s, BOTH_FLAGS);
    switch (next(s) % 17) {
    case 0:
        return graph_ewise_add(C, M, accum, o, A, B, d);
    case 1:
        return graph_ewise_mult(C, M, accum, o, A, B, d);
    case 2:
        return graph_ewise_union(C, M, accum, o, A, x, B, y, d);
    case 3:
        return graph_vector_ewise_add(w, m, accum, o, u, v, d);
    case 4:
        return graph_vector_ewise_mult(w, m, accum, o, u, v, d);
    case 5:
        return graph_vector_ewise_union(w, m, accum, o, u, x, v, y, d);
    case 6:
        return graph_apply(C, M, accum, (graph_unary_op)(next(s) % 10), A, d);
    case 7:
        return graph_vector_apply(w, m, accum, (graph_unary_op)(next(s) % 10), u, d);
    case 8:
        return graph_apply_first(C, M, accum, o, x, A, d);
    case 9:
        return graph_apply_second(C, M, accum, o, A, x, d);
    case 10:
        return graph_vector_apply_first(w, m, accum, o, x, u, d);
    case 11:
        return graph_vector_apply_second(w, m, accum, o, u, x, d);
    case 12:
        return graph_apply_index(C, M, accum, (graph_index_op)(next(s) % 5), A, graph_int64((int8_t)next(s)),
                                 d);
    case 13:
        return graph_vector_apply_index(w, m, accum, (graph_index_op)(next(s) % 5), u, graph_int64(INT64_MAX),
                                        d);
    case 14:
        return graph_select(C, M, accum, (graph_select_op)(next(s) % 16), A, x, d);
    case 15:
        return graph_vector_select(w, m, accum, (graph_select_op)(next(s) % 16), u, x, d);
    default:
        return graph_transpose(C, M, accum, A, d);
    }
}

static graph_status reduce(struct state *s)
{
    graph_scalar x;
    graph_type t = type(s);
    graph_op monoid = op(s);
    switch (next(s) % 3) {
    case 0:
        return graph_reduce(&x, t, monoid, *matrix(s), descriptor(s, 0));
    case 1:
        return graph_vector_reduce(&x, t, monoid, *vector(s), descriptor(s, 0));
    default:
        return graph_reduce_rows(*vector(s), vector_mask(s), accumulator(s), monoid, *matrix(s),
                                 descriptor(s, A_FLAG));
    }
}

static graph_status parts(struct state *s)
{
    graph_matrix *C = *matrix(s), *M = mask(s), *A = *matrix(s);
    graph_vector *w = *vector(s), *m = vector_mask(s), *u = *vector(s);
    graph_index row_count, column_count, one = next(s) % 9;
    const graph_index *rows = list(s, 0, &row_count), *columns = list(s, 1, &column_count);
    graph_op accum = accumulator(s);
    const graph_descriptor *d = descriptor(s, A_FLAG);
    switch (next(s) % 9) {
    case 0:
        return graph_extract(C, M, accum, A, rows, row_count, columns, column_count, d);
    case 1:
        return graph_vector_extract(w, m, accum, u, rows, row_count, d);
    case 2:
        return graph_extract_column(w, m, accum, A, rows, row_count, one, d);
    case 3:
        return graph_assign(C, M, accum, A, rows, row_count, columns, column_count, d);
    case 4:
        return graph_vector_assign(w, m, accum, u, rows, row_count, d);
    case 5:
        return graph_assign_scalar(C, M, accum, scalar(s), rows, row_count, columns, column_count, d);
    case 6:
        return graph_vector_assign_scalar(w, m, accum, scalar(s), rows, row_count, d);
    case 7:
        return graph_assign_row(C, m, accum, u, one, columns, column_count, d);
    default:
        return graph_assign_column(C, m, accum, u, rows, row_count, one, d);
    }
}

/* Arrays out of one matrix and into another, by every ownership; sometimes one index is changed on the way. */
static graph_status move(struct state *s)
{
    graph_matrix **from = matrix(s), **to = matrix(s), *made = NULL;
    graph_format format = (graph_format)(1 + next(s) % 4);
    graph_arrays arrays = {.size = sizeof arrays};
    unsigned x = next(s);
    graph_ownership ownership = x % 2 == 0 ? GRAPH_COPY : GRAPH_MOVE;
    graph_status status = graph_matrix_export(&arrays, *from, format, ownership);
    if (status < 0)
        return status;
    graph_free_function *release = arrays.release;
    void *context = arrays.context, *row = arrays.row, *column = arrays.column, *value = arrays.value;
    arrays.ownership = GRAPH_COPY;
    if (x / 2 % 4 == 0 && arrays.entries > 0)
        ((int32_t *)(format == GRAPH_CSC ? row : column))[x / 8 % arrays.entries] = (int32_t)(int8_t)next(s);
    status = graph_matrix_import(&made, &arrays);
    void *all[] = {row, column, value};
    for (int k = 0; k < 3; k++) {
        if (ownership == GRAPH_MOVE && release != NULL && all[k] != NULL)
            release(all[k], context);
        else
            graph_free(all[k]);
    }
    if (made != NULL) {
        graph_matrix_release(to);
        *to = made;
    }
    return status;
}

static graph_status algorithm(struct state *s)
{
    const graph_matrix *A = *matrix(s);
    graph_vector *first = NULL, *second = NULL;
    graph_closure *closure = NULL;
    graph_index source = next(s) % 9, count;
    graph_form form = (graph_form)(next(s) % 4);
    uint64_t number;
    graph_dense dense = {.size = sizeof dense}, before = {.size = sizeof before};
    graph_properties properties = {.size = sizeof properties};
    graph_status status;
    switch (next(s) % 9) {
    case 0:
        status = graph_bfs(&first, &second, A, source,
                           &(graph_bfs_options){.size = sizeof(graph_bfs_options), .form = form});
        if (status == GRAPH_OK)
            require(graph_bfs_verify(first, second, A, source, NULL) == GRAPH_OK,
                    "levels and parents are right");
        break;
    case 1:
        status =
            graph_triangles(&number, A,
                            &(graph_triangles_options){
                                .size = sizeof(graph_triangles_options), .form = form, .per_vertex = &first});
        break;
    case 2:
        status = graph_clustering(
            &first, NULL, A,
            &(graph_clustering_options){.size = sizeof(graph_clustering_options), .form = form});
        break;
    case 3:
        status = graph_weak_components(
            &first, &count, A,
            &(graph_components_options){.size = sizeof(graph_components_options), .form = form});
        break;
    case 4:
        status = graph_strong_components(
            &first, &count, A,
            &(graph_components_options){.size = sizeof(graph_components_options), .form = form});
        break;
    case 5:
        status =
            graph_transitive_closure(&closure, A,
                                     &(graph_closure_options){.size = sizeof(graph_closure_options),
                                                              .form = form,
                                                              .method = (graph_closure_method)(next(s) % 5)});
        if (status == GRAPH_OK)
            status = graph_closure_row(&first, closure, source);
        break;
    case 6:
        status = graph_sssp(&first, &second, A, source,
                            &(graph_sssp_options){.size = sizeof(graph_sssp_options),
                                                  .form = form,
                                                  .method = (graph_sssp_method)(next(s) % 5),
                                                  .delta = (double)(next(s) % 4)});
        break;
    case 7:
        status = graph_apsp(&dense, &before, A,
                            &(graph_apsp_options){.size = sizeof(graph_apsp_options),
                                                  .form = form,
                                                  .method = (graph_apsp_method)(next(s) % 6),
                                                  .is_unweighted = source % 2 == 0});
        break;
    default:
        status = graph_matrix_properties(&properties, A);
    }
    require(first == NULL || graph_vector_check(first) == GRAPH_OK, "a result is sound");
    require(second == NULL || graph_vector_check(second) == GRAPH_OK, "a second result is sound");
    graph_vector_release(&first);
    graph_vector_release(&second);
    graph_closure_release(&closure);
    graph_free(dense.value);
    graph_free(before.value);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static graph_status (*const calls[])(struct state *) = {create,  duplicate, build,    change,   change,
                                                            product, plan,      elements, elements, reduce,
                                                            parts,   move,      algorithm};
    struct state s = {.bytes = bytes, .rest = length};
    int64_t blocks = graph__memory_blocks();
    /* A start that most calls can work on. */
    for (int k = 0; k < OBJECTS; k++) {
        graph_type t = (graph_type)(next(&s) % 12);
        require(graph_matrix_create(&s.A[k], t, 8, 8) == GRAPH_OK, "a matrix can be made");
        require(graph_vector_create(&s.v[k], t, 8) == GRAPH_OK, "a vector can be made");
    }
    for (int call = 0; call < MOST_CALLS && s.rest > 0; call++) {
        check_status(calls[next(&s) % (sizeof calls / sizeof calls[0])](&s));
        for (int k = 0; k < OBJECTS; k++) {
            require(s.A[k] == NULL || graph_matrix_check(s.A[k]) == GRAPH_OK, "matrices are sound");
            require(s.v[k] == NULL || graph_vector_check(s.v[k]) == GRAPH_OK, "vectors are sound");
        }
    }
    for (int k = 0; k < OBJECTS; k++) {
        graph_matrix_release(&s.A[k]);
        graph_vector_release(&s.v[k]);
    }
    require(graph__memory_blocks() == blocks, "nothing is held any more");
    return 0;
}
