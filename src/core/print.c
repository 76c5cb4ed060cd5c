/* Printing matrices and vectors: one line of facts, then entries. */
#include <inttypes.h>

#include "base/registry.h"
#include "core/matrix/hypersparse.h"
#include "core/matrix/matrix.h"
#include "core/types/scalar.h"
#include "core/vector/vector.h"

/* The value with number k of an array, after a blank; nothing for a pattern.  Enough digits to read it back; of a type of
 * the user's the bytes. */
static int print_value(FILE *stream, const void *values, int64_t k, graph_type type)
{
    if (type == GRAPH_PATTERN)
        return 0;
    const size_t bytes = graph_type_size(type);
    const unsigned char *value = (const unsigned char *)values + (size_t)k * bytes;
    if (graph__is_own_type(type)) {
        int printed = fprintf(stream, " 0x");
        for (size_t byte = 0; byte < bytes && printed >= 0; byte++)
            printed = fprintf(stream, "%02x", value[byte]);
        return printed;
    }
    graph_scalar x = graph__scalar_load(value, type);
    switch (x.type) {
    case GRAPH_BOOL:
        return fprintf(stream, x.value.b ? " true" : " false");
    case GRAPH_INT64:
        return fprintf(stream, " %" PRId64, x.value.i);
    case GRAPH_UINT64:
        return fprintf(stream, " %" PRIu64, x.value.u);
    default:
        return fprintf(stream, " %.*g", type == GRAPH_FP32 ? 9 : 17, x.value.f);
    }
}

static graph_status write_failed(void) { return graph__fail(GRAPH_E_IO, "writing to the stream failed"); }

graph_status graph_matrix_print(const graph_matrix *A, FILE *stream, graph_index most)
{
    struct graph_compact_view compact;
    struct graph_csr view;
    graph_index entries, printed = 0;
    graph_status status;
    GRAPH_TRY(graph__check_matrix(A, "A"));
    if (stream == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "stream is NULL");
    GRAPH_TRY(graph_matrix_entries(&entries, A));
    if (most > entries)
        most = entries;
    GRAPH_TRY(graph__compact_view(&compact, A));
    const int32_t *row = graph__axis_list(&compact.rows), *column = graph__axis_list(&compact.columns);
    if (most > 0)
        GRAPH_TRY(graph__matrix_view(&view, compact.core, graph__cpu()));
    if (fprintf(stream, "matrix %" PRId64 " x %" PRId64 ", %s, %" PRIu64 " entries\n", A->rows, A->columns,
                graph_type_name(A->type), entries) < 0)
        return write_failed();
    for (int64_t i = 0; printed < most; i++)
        for (int64_t k = view.row_start[i]; k < view.row_start[i + 1] && printed < most; k++, printed++)
            if (fprintf(stream, "(%" PRId64 ", %" PRId32 ")", row != NULL ? row[i] : i,
                        column != NULL ? column[view.column[k]] : view.column[k]) < 0 ||
                print_value(stream, view.value, k, A->type) < 0 || fputc('\n', stream) == EOF)
                return write_failed();
done:
    return status;
}

graph_status graph_vector_print(const graph_vector *v, FILE *stream, graph_index most)
{
    static const char *const forms[] = {
        [GRAPH_SPARSE] = "sparse", [GRAPH_BITMAP] = "bitmap", [GRAPH_FULL] = "full"};
    struct graph_vector_view view;
    graph_index printed = 0;
    graph_status status;
    GRAPH_TRY(graph__check_vector(v, "v"));
    if (stream == NULL)
        GRAPH_FAIL(GRAPH_E_NULL, "stream is NULL");
    GRAPH_TRY(graph__vector_view(&view, v, graph__cpu()));
    if (most > (graph_index)view.entries)
        most = (graph_index)view.entries;
    if (fprintf(stream, "vector of length %" PRId64 ", %s, %s, %" PRId64 " entries\n", v->length,
                graph_type_name(v->type), forms[v->form], v->entries) < 0)
        return write_failed();
    for (int64_t k = 0; printed < most; k++) {
        if (view.form == GRAPH_BITMAP && view.present[k] == 0)
            continue;
        if (fprintf(stream, "(%" PRId64 ")", view.form == GRAPH_SPARSE ? (int64_t)view.index[k] : k) < 0 ||
            print_value(stream, view.value, k, v->type) < 0 || fputc('\n', stream) == EOF)
            return write_failed();
        printed++;
    }
done:
    return status;
}
