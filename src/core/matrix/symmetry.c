/* Whether a matrix is symmetric, in its pattern and in its values.
 *
 * By cursors: rows are walked in ascending order, and so the entries (j, i), j > i, of every row j are asked for in
 * ascending order of i: a cursor in each row finds them without a search.  The first entry without its partner ends the
 * walk, which makes the answer "no" cheap for nearly all directed graphs; "yes" costs one random access for each two
 * entries.  Threads share the rows j that are asked: each walks all rows i, but only the columns of its share, whose
 * cursors and rows lie close together.
 * By searches: where rows are short, walking all of them costs a thread more than searching the partners of its rows.
 * Then every entry right of the diagonal has a partner, and both halves have the same number of entries. */
#include "core/matrix/symmetry.h"

#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "core/matrix/csr_search.h"
#include "core/matrix/hypersparse.h"

enum {
    /* Smaller matrices, and the first entries of all, which tell of most directed graphs, are one thread's. */
    SHARED_ENTRIES = 1 << 16,
    FIRST_ENTRIES = 256,
    SHORT_ROWS = 8 /* entries of a row in the mean */
};

/* What threads find out together; value NULL: values do not matter. */
struct comparison {
    const struct graph_csr *A;
    const char *value;
    size_t value_bytes;
    int64_t *cursor; /* the first entry of a row that has not been asked for */
    int has_no_partner, has_other_value;
};

static bool is_ended(const struct comparison *c)
{
    return __atomic_load_n(&c->has_no_partner, __ATOMIC_RELAXED) != 0;
}

static void end(struct comparison *c) { __atomic_store_n(&c->has_no_partner, 1, __ATOMIC_RELAXED); }

/* NaN agrees with NaN. */
static bool values_agree(const void *x, const void *y, graph_type type)
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

static void compare_values(struct comparison *c, int64_t k, int64_t partner)
{
    if (c->value != NULL && !values_agree(c->value + (size_t)k * c->value_bytes,
                                          c->value + (size_t)partner * c->value_bytes, c->A->type))
        __atomic_store_n(&c->has_other_value, 1, __ATOMIC_RELAXED);
}

/* The part of the walk that asks rows first .. last - 1. */
static void walk(struct comparison *c, int64_t first, int64_t last)
{
    const struct graph_csr *A = c->A;
    memcpy(c->cursor + first, A->row_start + first, (size_t)(last - first) * sizeof *c->cursor);
    for (int64_t i = first < last ? 0 : last; i < last && !is_ended(c); i++) {
        const int64_t end_of_row = A->row_start[i + 1];
        int64_t k = end_of_row;
        if (i >= first) {
            k = c->cursor[i];
            /* Beyond the end: the row was asked for more than it has, and answered from the next row. */
            if (k > end_of_row || (k < end_of_row && A->column[k] < i)) {
                end(c);
                return;
            }
            if (k < end_of_row && A->column[k] == i)
                k++;
        } else if (k > A->row_start[i] && A->column[k - 1] >= first)
            k = graph__csr_lower_bound(A, i, first);
        for (; k < end_of_row && A->column[k] < last; k++) {
            const int64_t j = A->column[k], partner = c->cursor[j];
            if (partner >= A->entries || A->column[partner] != i) {
                end(c);
                return;
            }
            c->cursor[j] = partner + 1;
            compare_values(c, k, partner);
        }
    }
}

/* Searches the partners of row i; gives the entries right of the diagonal less those on the other half. */
static int64_t search_partners(struct comparison *c, int64_t i)
{
    const struct graph_csr *A = c->A;
    int64_t more = 0;
    for (int64_t k = A->row_start[i]; k < A->row_start[i + 1]; k++) {
        const int64_t j = A->column[k];
        more += (j > i) - (j < i);
        if (j <= i)
            continue;
        const int64_t partner = graph__csr_lower_bound(A, j, i);
        if (partner >= A->row_start[j + 1] || A->column[partner] != i) {
            end(c);
            break;
        }
        compare_values(c, k, partner);
    }
    return more;
}

static void search_all(struct comparison *c, int threads)
{
    const int64_t rows = c->A->rows;
    int64_t more = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024) reduction(+ : more) if (rows > 1024)
    for (int64_t i = 0; i < rows; i++)
        if (!is_ended(c))
            more += search_partners(c, i);
    if (more != 0)
        end(c);
}

/* Whether the first entries have partners. */
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

graph_status graph__csr_symmetry(bool *has_symmetric_pattern, bool *is_symmetric, const struct graph_csr *A)
{
    const int threads = A->entries >= SHARED_ENTRIES ? graph_get_threads() : 1;
    struct comparison c = {.A = A, .value_bytes = graph_type_size(A->type)};
    graph_status status = GRAPH_OK;
    c.value = is_symmetric != NULL && c.value_bytes > 0 ? A->value : NULL;
    if (threads > 1 && !first_have_partners(A))
        end(&c);
    else if (threads > 1 && A->entries / SHORT_ROWS < A->rows)
        search_all(&c, threads);
    else {
        GRAPH_TRY(GRAPH_NEW(c.cursor, A->rows));
#pragma omp parallel num_threads(threads) if (threads > 1)
        {
            const int share = omp_get_thread_num(), shares = omp_get_num_threads();
            walk(&c, threads > 1 ? graph__csr_share(A, share, shares) : 0,
                 threads > 1 ? graph__csr_share(A, share + 1, shares) : A->rows);
        }
    }
    *has_symmetric_pattern = c.has_no_partner == 0;
    if (is_symmetric != NULL)
        *is_symmetric = *has_symmetric_pattern && c.has_other_value == 0;
done:
    graph__free(c.cursor);
    return status;
}

graph_status graph__matrix_symmetry(bool *is_symmetric, const graph_matrix *constant)
{
    graph_matrix *A = (graph_matrix *)constant; /* a cache does not change what the matrix is */
    graph_matrix *S = NULL;
    struct graph_csr view;
    bool has_symmetric_pattern;
    graph_status status = GRAPH_OK;
    int known = atomic_load(&A->symmetry);
    if (known == GRAPH_SYMMETRY_UNKNOWN) {
        known = GRAPH_UNSYMMETRIC;
        if (A->rows == A->columns) {
            GRAPH_TRY(graph__compact_square(&S, A));
            GRAPH_TRY(graph__matrix_view(&view, S, graph__cpu()));
            GRAPH_TRY(graph__csr_symmetry(&has_symmetric_pattern, NULL, &view));
            if (has_symmetric_pattern)
                known = GRAPH_SYMMETRIC;
        }
        atomic_store(&A->symmetry, known);
    }
    *is_symmetric = known == GRAPH_SYMMETRIC;
done:
    graph_matrix_release(&S);
    return status;
}
