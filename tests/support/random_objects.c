/* The many ways in which a matrix or vector comes to its entries; see random_call.h. */
#include <stdlib.h>

#include "tests/support/user.h"
#include "tests/support/random_call.h"
#include "tests/support/test.h"

#define RETURN_UNLESS_OK(call)                                                                               \
    do {                                                                                                     \
        graph_status status_ = (call);                                                                       \
        if (status_ < 0)                                                                                     \
            return status_;                                                                                  \
    } while (0)

static graph_scalar scalar_of(graph_type type, long double x)
{
    static unsigned char user[USER_VALUE_BYTES]; /* until the next call */
    if (oracle_is_user(type)) {
        oracle_store(type, user, 0, x);
        return graph_own(type, user);
    }
    if (type == GRAPH_BOOL || type == GRAPH_PATTERN)
        return graph_bool(x != 0);
    if (type_is_float(type))
        return graph_fp64((double)x);
    return type_is_signed(type) ? graph_int64((int64_t)x) : graph_uint64((uint64_t)x);
}

/* Sets the entries one by one; with_more: at all other positions too (at most 300), and removes those. */
static graph_status set_entries(const struct made_object *made, const struct dense_matrix *dense,
                                bool with_more, uint64_t seed)
{
    int64_t positions = dense->rows * dense->columns;
    graph_index *order = random_permutation(&seed, positions);
    graph_status status = GRAPH_OK;
    for (int round = 0; round < 2; round++)
        for (int64_t k = 0; k < positions && status >= 0; k++) {
            int64_t p = (int64_t)order[k];
            graph_index i = (graph_index)(p / dense->columns) * dense_step(dense->row_step);
            graph_index j = (graph_index)(p % dense->columns) * dense_step(dense->column_step);
            bool is_more = with_more && !dense->present[p] && k < 300;
            graph_scalar x = scalar_of(dense->type, dense->present[p] ? dense->value[p] : 1);
            if (round == 0 && (dense->present[p] || is_more))
                status = made->vector != NULL ? graph_vector_set(made->vector, i, x)
                                              : graph_matrix_set(made->matrix, i, j, x);
            if (round == 1 && is_more)
                status = made->vector != NULL ? graph_vector_remove(made->vector, i)
                                              : graph_matrix_remove(made->matrix, i, j);
        }
    free(order);
    return status;
}

static graph_status make_vector(struct made_object *made, const struct dense_matrix *dense,
                                enum preparation preparation, uint64_t seed)
{
    bool is_full = dense_entries(dense) == dense->rows && dense->row_step == 0;
    if (preparation == PREPARED_BY_SET || preparation == PREPARED_BY_REMOVE) {
        RETURN_UNLESS_OK(graph_vector_create(&made->vector, dense->type,
                                             (graph_index)dense->rows * dense_step(dense->row_step)));
        return set_entries(made, dense, preparation == PREPARED_BY_REMOVE, seed);
    }
    RETURN_UNLESS_OK(dense_to_vector(&made->vector, dense));
    if (preparation == PREPARED_BY_DUP) {
        graph_vector *copy = NULL;
        RETURN_UNLESS_OK(graph_vector_dup(&copy, made->vector));
        graph_vector_release(&made->vector);
        made->vector = copy;
    }
    if (dense->row_step == 0 &&
        (preparation == PREPARED_WITH_CACHES || preparation == PREPARED_BY_IMPORT_COO))
        RETURN_UNLESS_OK(graph_vector_convert(made->vector, GRAPH_BITMAP));
    if (preparation == PREPARED_BY_IMPORT_CSR && is_full)
        RETURN_UNLESS_OK(graph_vector_convert(made->vector, GRAPH_FULL));
    return GRAPH_OK;
}

/* The arrays of a matrix in a format, allocated with malloc. */
static graph_arrays arrays_of(const struct dense_matrix *dense, graph_format format, uint64_t seed)
{
    int64_t n = dense_entries(dense), major = format == GRAPH_CSC ? dense->columns : dense->rows;
    int64_t minor = format == GRAPH_CSC ? dense->rows : dense->columns, k = 0;
    int64_t *start = calloc((size_t)major + 1, sizeof *start);
    int32_t *of_major = calloc((size_t)n + 1, sizeof *of_major),
            *of_minor = calloc((size_t)n + 1, sizeof *of_minor);
    void *value = calloc((size_t)n + 1, oracle_bytes(dense->type));
    graph_index *order = random_permutation(&seed, n);
    for (int64_t a = 0; a < major; a++) {
        for (int64_t b = 0; b < minor; b++) {
            int64_t p = format == GRAPH_CSC ? b * dense->columns + a : a * dense->columns + b;
            if (!dense->present[p])
                continue;
            int64_t at = format == GRAPH_COO ? (int64_t)order[k] : k;
            of_major[at] = (int32_t)((graph_index)a * dense_step(dense->row_step));
            of_minor[at] = (int32_t)((graph_index)b * dense_step(dense->column_step));
            oracle_store(dense->type, value, at, dense->value[p]);
            k++;
        }
        start[a + 1] = k;
    }
    free(order);
    graph_arrays arrays = {.size = sizeof arrays,
                           .format = format,
                           .type = dense->type,
                           .rows = (graph_index)dense->rows * dense_step(dense->row_step),
                           .columns = (graph_index)dense->columns * dense_step(dense->column_step),
                           .entries = (graph_index)n,
                           .row = format == GRAPH_CSR   ? (void *)start
                                  : format == GRAPH_CSC ? of_minor
                                                        : of_major,
                           .column = format == GRAPH_CSC ? (void *)start : of_minor,
                           .value = dense->type == GRAPH_PATTERN ? NULL : value,
                           .start_bits = 64,
                           .index_bits = 32};
    free(format == GRAPH_COO ? (void *)start : of_major);
    if (dense->type == GRAPH_PATTERN)
        free(value);
    return arrays;
}

static graph_status import(struct made_object *made, const struct dense_matrix *dense, graph_format format,
                           graph_ownership ownership, uint64_t seed)
{
    graph_arrays arrays = arrays_of(dense, format, seed);
    void *user[3] = {arrays.row, arrays.column, arrays.value};
    arrays.ownership = ownership;
    graph_status status = graph_matrix_import(&made->matrix, &arrays);
    bool is_moved = ownership == GRAPH_MOVE && status >= 0;
    for (int k = 0; k < 3; k++) {
        if (ownership == GRAPH_BORROW && status >= 0)
            made->lent[k] = user[k];
        else if (!is_moved)
            free(user[k]);
    }
    return status;
}

graph_status make_object(struct made_object *made, const struct dense_matrix *dense, bool is_vector,
                         enum preparation preparation, uint64_t seed)
{
    graph_arrays view = {.size = sizeof view};
    graph_properties properties = {.size = sizeof properties};
    *made = (struct made_object){0};
    if (is_vector)
        return make_vector(made, dense, preparation, seed);
    /* Starts of rows and columns are not for stretched matrices. */
    bool is_stretched = dense->row_step > 0 || dense->column_step > 0;
    if (is_stretched && (preparation == PREPARED_BY_IMPORT_CSR || preparation == PREPARED_BY_IMPORT_CSC))
        preparation = PREPARED_BY_IMPORT_COO;
    switch (preparation) {
    case PREPARED_BY_SET:
    case PREPARED_BY_REMOVE:
        RETURN_UNLESS_OK(graph_matrix_create(&made->matrix, dense->type,
                                             (graph_index)dense->rows * dense_step(dense->row_step),
                                             (graph_index)dense->columns * dense_step(dense->column_step)));
        return set_entries(made, dense, preparation == PREPARED_BY_REMOVE, seed);
    case PREPARED_BY_DUP:
        RETURN_UNLESS_OK(dense_to_matrix(&made->sharer, dense));
        return graph_matrix_dup(&made->matrix, made->sharer);
    case PREPARED_WITH_CACHES:
        RETURN_UNLESS_OK(dense_to_matrix(&made->matrix, dense));
        RETURN_UNLESS_OK(graph_matrix_properties(&properties, made->matrix));
        return is_stretched ? GRAPH_OK : graph_matrix_export(&view, made->matrix, GRAPH_CSC, GRAPH_BORROW);
    case PREPARED_BY_IMPORT_CSR:
        return import(made, dense, GRAPH_CSR, GRAPH_BORROW, seed);
    case PREPARED_BY_IMPORT_CSC:
        return import(made, dense, GRAPH_CSC, GRAPH_MOVE, seed);
    case PREPARED_BY_IMPORT_COO:
        return import(made, dense, GRAPH_COO, GRAPH_COPY, seed);
    default:
        return dense_to_matrix(&made->matrix, dense);
    }
}

void release_object(struct made_object *made)
{
    graph_matrix_release(&made->matrix);
    graph_matrix_release(&made->sharer);
    graph_vector_release(&made->vector);
    for (int k = 0; k < 3; k++)
        free(made->lent[k]);
    *made = (struct made_object){0};
}
