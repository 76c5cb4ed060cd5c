/* Whether the pattern of a matrix is symmetric.
 *
 * Rows are walked in ascending order, and so the entries (j, i), j > i, of every row j are asked for in ascending order
 * of i: a cursor in each row finds them without a search.  The first entry without its partner ends the walk, which
 * makes the answer "no" cheap for nearly all directed graphs; "yes" costs one random access for each two entries.
 * Threads share the rows j that are asked: each walks all rows i, but only the columns of its share, whose cursors and
 * rows lie close together. */
#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "core/matrix/csr_search.h"
#include "core/matrix/hypersparse.h"

/* Smaller matrices, and the first entries of all, which tell of most directed graphs, are one thread's. */
enum { SHARED_ENTRIES = 1 << 16, FIRST_ENTRIES = 256 };

/* The part of the check that asks rows first .. last - 1.  cursor[j] is the first entry of row j that has not been asked
 * for; it starts as row_start[j].  Another thread may end it. */
static bool asks_in_vain(const struct graph_csr *A, int64_t *cursor, int64_t first, int64_t last,
                         const int *is_ended)
{
    for (int64_t i = first < last ? 0 : last; i < last && !__atomic_load_n(is_ended, __ATOMIC_RELAXED); i++) {
        const int64_t end = A->row_start[i + 1];
        int64_t k;
        if (i < first) {
            k = end > A->row_start[i] && A->column[end - 1] >= first ? graph__csr_lower_bound(A, i, first)
                                                                     : end;
        } else {
            k = cursor[i];
            /* Beyond the end: the row was asked for more than it has, and answered from the next row. */
            if (k > end || (k < end && A->column[k] < i))
                return true;
            if (k < end && A->column[k] == i)
                k++;
        }
        for (; k < end && A->column[k] < last; k++) {
            const int64_t j = A->column[k], asked = cursor[j];
            if (asked >= A->entries || A->column[asked] != i)
                return true;
            cursor[j] = asked + 1;
        }
    }
    return false;
}

/* Whether the first entries have partners: a search for each, which needs no cursor. */
static bool first_have_partners(const struct graph_csr *A)
{
    const int64_t most = A->entries < FIRST_ENTRIES ? A->entries : FIRST_ENTRIES;
    int64_t i = 0;
    for (int64_t k = 0; k < most; k++) {
        while (A->row_start[i + 1] <= k)
            i++;
        const int64_t j = A->column[k], partner = graph__csr_lower_bound(A, j, i);
        if (partner >= A->row_start[j + 1] || A->column[partner] != i)
            return false;
    }
    return true;
}

static bool is_symmetric_pattern(const struct graph_csr *A, int64_t *cursor)
{
    const int threads = A->entries >= SHARED_ENTRIES ? graph_get_threads() : 1;
    int is_ended = 0;
    if (threads == 1) {
        memcpy(cursor, A->row_start, (size_t)A->rows * sizeof *cursor);
        return !asks_in_vain(A, cursor, 0, A->rows, &is_ended);
    }
    if (!first_have_partners(A))
        return false;
#pragma omp parallel num_threads(threads)
    {
        const int share = omp_get_thread_num(), shares = omp_get_num_threads();
        const int64_t first = graph__csr_share(A, share, shares),
                      last = graph__csr_share(A, share + 1, shares);
        memcpy(cursor + first, A->row_start + first, (size_t)(last - first) * sizeof *cursor);
        if (asks_in_vain(A, cursor, first, last, &is_ended))
            __atomic_store_n(&is_ended, 1, __ATOMIC_RELAXED);
    }
    return is_ended == 0;
}

graph_status graph__matrix_symmetry(bool *is_symmetric, const graph_matrix *constant)
{
    graph_matrix *A = (graph_matrix *)constant; /* a cache does not change what the matrix is */
    graph_matrix *S = NULL;
    int64_t *cursor = NULL;
    struct graph_csr view;
    graph_status status = GRAPH_OK;
    int known = atomic_load(&A->symmetry);
    if (known == GRAPH_SYMMETRY_UNKNOWN) {
        known = GRAPH_UNSYMMETRIC;
        if (A->rows == A->columns) {
            GRAPH_TRY(graph__compact_square(&S, A));
            GRAPH_TRY(graph__matrix_view(&view, S, graph__cpu()));
            GRAPH_TRY(GRAPH_NEW(cursor, view.rows));
            if (is_symmetric_pattern(&view, cursor))
                known = GRAPH_SYMMETRIC;
        }
        atomic_store(&A->symmetry, known);
    }
    *is_symmetric = known == GRAPH_SYMMETRIC;
done:
    graph_matrix_release(&S);
    graph__free(cursor);
    return status;
}
