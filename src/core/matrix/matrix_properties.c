/* What is known of a matrix as a graph: self-loops, largest degree, symmetry.
 *
 * Symmetry needs no transpose: rows are visited in ascending order, so the entries of row j below the diagonal are
 * met, as entries (i, j) above it, in exactly the order in which row j holds them; one cursor a row checks that.  Threads
 * share the rows j (symmetry.c). */
#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "core/matrix/csr_search.h"
#include "core/matrix/hypersparse.h"
#include "core/matrix/matrix.h"
#include "core/matrix/matrix_properties.h"

enum { SHARED_ENTRIES = 1 << 16 }; /* of matrices that threads compare */

bool graph__values_agree(const void *x, const void *y, graph_type type)
{
    double f, g;
    float s, t;
    if (type == GRAPH_FP64) {
        memcpy(&f, x, sizeof f);
        memcpy(&g, y, sizeof g);
        return f == g || (f != f && g != g);
    }
    if (type == GRAPH_FP32) {
        memcpy(&s, x, sizeof s);
        memcpy(&t, y, sizeof t);
        return s == t || (s != s && t != t);
    }
    return memcmp(x, y, graph_type_size(type)) == 0;
}

static void count_rows(graph_properties *properties, int64_t *diagonal, const struct graph_csr *A)
{
    const int threads = graph_get_threads();
    int64_t loops = 0, most = 0;
#pragma omp parallel for num_threads(threads) if (A->rows > 4096) schedule(dynamic, 4096) reduction(+ : loops) reduction(max : most)
    for (int64_t i = 0; i < A->rows; i++) {
        int64_t k = graph__csr_lower_bound(A, i, i), end = A->row_start[i + 1];
        most = end - A->row_start[i] > most ? end - A->row_start[i] : most;
        if (diagonal != NULL)
            diagonal[i] = k;
        loops += k < end && A->column[k] == i;
    }
    properties->self_loops = (graph_index)loops;
    properties->max_degree = (graph_index)most;
}

/* What threads find out together. */
struct comparison {
    const int64_t *diagonal; /* the first entry of a row on or right of the diagonal */
    int64_t
        *cursor; /* the first entry of a row that no entry right of the diagonal has been the partner of */
    int has_no_partner, has_other_value;
};

/* Compares the entries right of the diagonal in columns first .. last - 1 with their partners in these rows, as
 * symmetry.c does; returns how many they are.  Ends when an entry without one has been found. */
static int64_t compare_share(struct comparison *c, const struct graph_csr *A, int64_t first, int64_t last)
{
    const size_t value_bytes = graph_type_size(A->type);
    const char *value = A->value;
    int64_t upper = 0;
    for (int64_t i = first < last ? 0 : last;
         i < last && !__atomic_load_n(&c->has_no_partner, __ATOMIC_RELAXED); i++) {
        const int64_t end = A->row_start[i + 1];
        int64_t k = c->diagonal[i];
        if (i < first && k < end)
            k = graph__lower_bound(A->column, k, end, first);
        for (; k < end && A->column[k] < last; k++) {
            const int32_t j = A->column[k];
            int64_t partner = k;
            if (j != i) {
                partner = c->cursor[j];
                if (partner >= c->diagonal[j] || A->column[partner] != i) {
                    __atomic_store_n(&c->has_no_partner, 1, __ATOMIC_RELAXED);
                    return upper;
                }
                c->cursor[j]++;
                upper++;
            }
            if (value_bytes > 0 && !graph__values_agree(value + (size_t)k * value_bytes,
                                                        value + (size_t)partner * value_bytes, A->type))
                __atomic_store_n(&c->has_other_value, 1, __ATOMIC_RELAXED);
        }
    }
    return upper;
}

/* diagonal[i]: the first entry of row i on or right of the diagonal. */
static graph_status compare_packed(graph_properties *properties, const int64_t *diagonal,
                                   const struct graph_csr *A)
{
    struct comparison c = {.diagonal = diagonal};
    const int threads = graph_get_threads();
    int64_t upper = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(c.cursor, A->rows));
#pragma omp parallel num_threads(threads) if (A->entries >= SHARED_ENTRIES) reduction(+ : upper)
    {
        const int share = omp_get_thread_num(), shares = omp_get_num_threads();
        const int64_t first = graph__csr_share(A, share, shares),
                      last = graph__csr_share(A, share + 1, shares);
        for (int64_t j = first; j < last; j++)
            c.cursor[j] = A->row_start[j];
        upper += compare_share(&c, A, first, last);
    }
    if (!c.has_no_partner) {
        properties->has_symmetric_pattern = 2 * upper + (int64_t)properties->self_loops == A->entries;
        properties->is_symmetric = properties->has_symmetric_pattern && !c.has_other_value;
    }
done:
    graph__free(c.cursor);
    return status;
}

graph_status graph__csr_properties(graph_properties *properties, const struct graph_csr *A)
{
    int64_t *diagonal = NULL;
    graph_status status = GRAPH_OK;
    bool is_square = A->rows == A->columns;
    *properties = (graph_properties){.size = sizeof *properties};
    if (is_square)
        GRAPH_TRY(GRAPH_NEW(diagonal, A->rows));
    count_rows(properties, diagonal, A);
    if (is_square)
        GRAPH_TRY(compare_packed(properties, diagonal, A));
done:
    graph__free(diagonal);
    return status;
}

/* The properties of a matrix that may be hypersparse. */
static graph_status find_properties(graph_properties *properties, const graph_matrix *A)
{
    struct graph_compact_view compact;
    struct graph_csr view;
    graph_matrix *S = NULL;
    int64_t loops;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(graph__compact_view(&compact, A));
    if (A->rows == A->columns)
        GRAPH_TRY(graph__compact_square(&S, A));
    GRAPH_TRY(graph__matrix_view(&view, S != NULL ? S : compact.core, graph__cpu()));
    GRAPH_TRY(graph__csr_properties(properties, &view));
    if (S == NULL && compact.core != A) {
        GRAPH_TRY(graph__matrix_loops(&loops, A));
        properties->self_loops = (graph_index)loops;
        properties->is_symmetric = properties->has_symmetric_pattern = false;
    }
done:
    graph_matrix_release(&S);
    return status;
}

graph_status graph_matrix_properties(graph_properties *properties, const graph_matrix *constant)
{
    graph_matrix *A = (graph_matrix *)constant;
    graph_properties found = {.size = sizeof found};
    graph_index entries;
    graph_status status;
    if (properties == NULL)
        return graph__fail(GRAPH_E_NULL, "properties is NULL");
    GRAPH_TRY(graph__check_matrix(A, "A"));
    if (properties->size != sizeof *properties)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "properties.size is %zu; expected %zu", properties->size,
                   sizeof *properties);
    GRAPH_TRY(graph_matrix_entries(&entries, A));
    pthread_mutex_lock(&A->lock);
    bool is_known = A->has_properties;
    pthread_mutex_unlock(&A->lock);
    if (!is_known && entries > 0)
        GRAPH_TRY(find_properties(&found, A));
    else
        found.is_symmetric = found.has_symmetric_pattern = A->rows == A->columns;
    pthread_mutex_lock(&A->lock);
    if (!A->has_properties) {
        A->properties = found;
        A->has_properties = true;
        atomic_store(&A->symmetry, found.has_symmetric_pattern ? GRAPH_SYMMETRIC : GRAPH_UNSYMMETRIC);
    }
    *properties = A->properties;
    pthread_mutex_unlock(&A->lock);
done:
    return status;
}
