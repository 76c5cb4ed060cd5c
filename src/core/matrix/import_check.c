/* See import_check.h. */
#include "core/matrix/import_check.h"

#include "base/registry.h"
#include "core/matrix/matrix.h"
#include "semigraph/backend.h"

struct graph_compressed graph__compressed(const graph_arrays *arrays)
{
    bool by_rows = arrays->format == GRAPH_CSR;
    return (struct graph_compressed){.majors = (int64_t)(by_rows ? arrays->rows : arrays->columns),
                                     .minors = (int64_t)(by_rows ? arrays->columns : arrays->rows),
                                     .entries = (int64_t)arrays->entries,
                                     .start = by_rows ? arrays->row : arrays->column,
                                     .index = by_rows ? arrays->column : arrays->row};
}

static graph_status check_width(int bits, const char *field)
{
    if (bits != 32 && bits != 64)
        return graph__fail(GRAPH_E_INVALID_VALUE, "arrays.%s is %d; expected 32 or 64", field, bits);
    return GRAPH_OK;
}

/* An array that is read with elements of this size. */
static graph_status check_pointer(const void *array, bool may_be_null, size_t element_bytes,
                                  const char *field)
{
    if (array == NULL && !may_be_null)
        return graph__fail(GRAPH_E_NULL, "arrays.%s is NULL", field);
    if ((uintptr_t)array % element_bytes != 0)
        return graph__fail(GRAPH_E_INVALID_VALUE, "arrays.%s is not aligned to its elements of %zu bytes",
                           field, element_bytes);
    return GRAPH_OK;
}

static graph_status check_values(const graph_arrays *arrays)
{
    graph_status status;
    if (arrays->type == GRAPH_PATTERN) {
        if (arrays->value != NULL)
            return graph__fail(GRAPH_E_INVALID_VALUE, "arrays.value is given, but a pattern has no values");
        return GRAPH_OK;
    }
    /* How a type of the user's is aligned is not known. */
    status = check_pointer(arrays->value, arrays->entries == 0,
                           graph__is_user_type(arrays->type) ? 1 : graph_type_size(arrays->type), "value");
    if (status < 0 || arrays->type != GRAPH_BOOL || arrays->is_trusted || arrays->place == GRAPH_BACKEND_CUDA)
        return status;
    const uint8_t *bytes = arrays->value;
    for (graph_index k = 0; k < arrays->entries; k++)
        if (bytes[k] > 1)
            return graph__fail(GRAPH_E_INVALID_VALUE, "value[%llu] is a bool of %d; expected 0 or 1",
                               (unsigned long long)k, bytes[k]);
    return GRAPH_OK;
}

graph_status graph__check_arrays(const graph_arrays *arrays)
{
    graph_status status;
    if (arrays == NULL)
        return graph__fail(GRAPH_E_NULL, "arrays is NULL");
    if (arrays->size != sizeof *arrays)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "arrays.size is %zu; expected %zu", arrays->size, sizeof *arrays);
    if ((int)arrays->format < GRAPH_CSR || arrays->format > GRAPH_COO)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "arrays.format is %d; expected 1 .. 3", (int)arrays->format);
    if ((int)arrays->ownership < GRAPH_COPY || arrays->ownership > GRAPH_BORROW)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "arrays.ownership is %d; expected 0 .. 2", (int)arrays->ownership);
    if ((int)arrays->place < GRAPH_BACKEND_AUTO || arrays->place > GRAPH_BACKEND_CUDA)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "arrays.place is %d; expected 0 .. 2", (int)arrays->place);
    GRAPH_TRY(graph__check_dimensions(arrays->type, arrays->rows, arrays->columns));
    if (arrays->entries > arrays->rows * arrays->columns)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "%llu entries; a %llu x %llu matrix without duplicates has fewer",
                   (unsigned long long)arrays->entries, (unsigned long long)arrays->rows,
                   (unsigned long long)arrays->columns);
    if (arrays->entries > INT64_MAX / 16)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "%llu entries do not fit into memory",
                   (unsigned long long)arrays->entries);
    bool row_starts = arrays->format == GRAPH_CSR, column_starts = arrays->format == GRAPH_CSC;
    if (row_starts || column_starts)
        GRAPH_TRY(check_width(arrays->start_bits, "start_bits"));
    GRAPH_TRY(check_width(arrays->index_bits, "index_bits"));
    GRAPH_TRY(check_pointer(arrays->row, !row_starts && arrays->entries == 0,
                            (size_t)(row_starts ? arrays->start_bits : arrays->index_bits) / 8, "row"));
    GRAPH_TRY(check_pointer(arrays->column, !column_starts && arrays->entries == 0,
                            (size_t)(column_starts ? arrays->start_bits : arrays->index_bits) / 8, "column"));
    GRAPH_TRY(check_values(arrays));
done:
    return status;
}

/* The first place at which the starts are wrong, majors + 1 if there is none. */
static int64_t first_wrong_start(const struct graph_compressed *in, int bits)
{
    if (graph__integer_at(in->start, bits, 0) != 0)
        return 0;
    for (int64_t i = 1; i <= in->majors; i++)
        if (graph__integer_at(in->start, bits, i) < graph__integer_at(in->start, bits, i - 1) ||
            graph__integer_at(in->start, bits, i) > in->entries)
            return i;
    return graph__integer_at(in->start, bits, in->majors) == in->entries ? in->majors + 1 : in->majors;
}

/* The first entry of a major that is outside the matrix (*is_outside) or not above its predecessor; -1: none. */
static int64_t first_wrong_index(bool *is_outside, const struct graph_compressed *in,
                                 const graph_arrays *arrays, int64_t major)
{
    const int64_t end = graph__integer_at(in->start, arrays->start_bits, major + 1);
    int64_t last = -1, disorder = -1;
    for (int64_t k = graph__integer_at(in->start, arrays->start_bits, major); k < end; k++) {
        int64_t index = graph__integer_at(in->index, arrays->index_bits, k);
        if (index < 0 || index >= in->minors) {
            *is_outside = true;
            return k;
        }
        if (index <= last && disorder < 0)
            disorder = k;
        last = index;
    }
    *is_outside = false;
    return disorder;
}

graph_status graph__check_compressed(bool *is_sorted, const struct graph_compressed *in,
                                     const graph_arrays *arrays)
{
    const int threads = graph_get_threads();
    const char *start = arrays->format == GRAPH_CSR ? "row" : "column";
    const char *index = arrays->format == GRAPH_CSR ? "column" : "row";
    int64_t wrong = first_wrong_start(in, arrays->start_bits), outside = in->majors, disorder = in->majors;
    if (wrong <= in->majors)
        return graph__fail(GRAPH_E_INVALID_VALUE,
                           "%s[%lld] is %lld; the starts must begin at 0, ascend and end at %lld entries",
                           start, (long long)wrong,
                           (long long)graph__integer_at(in->start, arrays->start_bits, wrong),
                           (long long)in->entries);
#pragma omp parallel for num_threads(threads) if (in->majors > 4096) schedule(dynamic, 4096)                 \
    reduction(min                                                                                            \
              : outside, disorder)
    for (int64_t i = 0; i < in->majors; i++) {
        bool is_outside;
        if (first_wrong_index(&is_outside, in, arrays, i) < 0)
            continue;
        if (is_outside)
            outside = i < outside ? i : outside;
        else
            disorder = i < disorder ? i : disorder;
    }
    bool is_outside = outside < in->majors;
    *is_sorted = disorder == in->majors;
    if (!is_outside && (*is_sorted || arrays->ownership == GRAPH_COPY))
        return GRAPH_OK;
    int64_t k = first_wrong_index(&is_outside, in, arrays, is_outside ? outside : disorder);
    long long found = (long long)graph__integer_at(in->index, arrays->index_bits, k);
    if (is_outside)
        return graph__fail(GRAPH_E_INDEX_BOUNDS, "%s[%lld] is %lld; expected 0 .. %lld", index, (long long)k,
                           found, (long long)in->minors - 1);
    return graph__fail(GRAPH_E_INVALID_VALUE, "%s[%lld] is %lld, not above the one before it in %s %lld",
                       index, (long long)k, found, start, (long long)disorder);
}
