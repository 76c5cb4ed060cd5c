/* Weights of edges, as the algorithms of structure.h need them. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "algorithms/structure/structure.h"

static graph_status check_type(const graph_matrix *A)
{
    return A->type < GRAPH_OWN_TYPES
               ? GRAPH_OK
               : graph__fail(GRAPH_E_DOMAIN, "A has values of the type %s; expected a built-in one",
                             graph_type_name(A->type));
}

/* *value = the values of A in the type, a new array. */
static graph_status convert(void **value, graph_type type, const graph_matrix *A, int threads)
{
    struct graph_csr a;
    graph_status status;
    GRAPH_TRY(graph__matrix_view(&a, A, graph__cpu()));
    GRAPH_TRY(graph__allocate_array(value, (size_t)a.entries, graph_type_size(type)));
    GRAPH_TRY(graph__cpu()->convert(*value, type, a.value, A->type, a.entries, threads));
done:
    return status;
}

graph_status graph__keys_of(uint64_t **key, const graph_matrix *A, const struct graph_place *place)
{
    const uint64_t sign = (uint64_t)1 << 63;
    void *value = NULL;
    graph_index entries;
    graph_status status;
    *key = NULL;
    if (A->type == GRAPH_PATTERN)
        return GRAPH_OK;
    GRAPH_TRY(check_type(A));
    GRAPH_TRY(graph_matrix_entries(&entries, A));
    const bool is_floating = graph__is_floating(A->type);
    GRAPH_TRY(convert(&value,
                      is_floating               ? GRAPH_FP64
                      : A->type == GRAPH_UINT64 ? GRAPH_UINT64
                                                : GRAPH_INT64,
                      A, place->threads));
    uint64_t *bits = value;
    for (graph_index k = 0; k < entries; k++) {
        double x;
        if (!is_floating) {
            bits[k] ^= A->type == GRAPH_UINT64 ? 0 : sign;
            continue;
        }
        memcpy(&x, &bits[k], sizeof x);
        if (x != x)
            GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "a weight is NaN");
        x += 0.0; /* -0 is 0 */
        memcpy(&bits[k], &x, sizeof x);
        bits[k] = bits[k] & sign ? ~bits[k] : bits[k] | sign;
    }
    *key = bits;
    value = NULL;
done:
    graph__free(value);
    return status;
}

graph_status graph__symmetric_weights(const graph_matrix **S, graph_matrix **made, const graph_matrix *A,
                                      graph_op op, const struct graph_place *place)
{
    const graph_descriptor d = graph__plain(GRAPH_BACKEND_CPU, place->threads);
    graph_descriptor transposed = d;
    bool is_symmetric;
    graph_status status;
    *S = A;
    *made = NULL;
    GRAPH_TRY(check_type(A));
    GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, A));
    if (is_symmetric)
        return GRAPH_OK;
    transposed.flags = GRAPH_TRANSPOSE_B;
    GRAPH_TRY(graph_matrix_create(made, A->type, (graph_index)A->rows, (graph_index)A->rows));
    GRAPH_TRY(graph_ewise_add(*made, NULL, GRAPH_NO_OP, A->type == GRAPH_PATTERN ? GRAPH_PAIR : op, A, A,
                              &transposed));
    *S = *made;
done:
    return status;
}

graph_status graph__other_entries(int64_t **other, const struct graph_csr *A)
{
    int64_t *next = NULL;
    graph_status status;
    *other = NULL;
    GRAPH_TRY(GRAPH_NEW(next, A->rows));
    GRAPH_TRY(GRAPH_NEW(*other, A->entries));
    memcpy(next, A->row_start, (size_t)A->rows * sizeof *next);
    for (int64_t u = 0; u < A->rows; u++) /* rows ascend, and so do the places in every row */
        for (int64_t k = A->row_start[u]; k < A->row_start[u + 1]; k++)
            (*other)[k] = next[A->column[k]]++;
done:
    graph__free(next);
    return status;
}

/* Integers in proportion to the weights: themselves if they are integers, else rounded to multiples of a power of two so
 * that their sum is below 2^52, which leaves one bit for both directions. */
static graph_status scale(int64_t *weight, const double *value, int64_t entries)
{
    double sum = 0;
    bool is_whole = true;
    int exponent;
    for (int64_t k = 0; k < entries; k++) {
        if (!(value[k] >= 0 && value[k] <= DBL_MAX))
            return graph__fail(GRAPH_E_INVALID_VALUE, "a weight is %g; expected a finite one, not negative",
                               value[k]);
        is_whole = is_whole && value[k] < 0x1p52 && value[k] == (double)(int64_t)value[k];
        sum += ldexp(value[k], -64); /* does not overflow */
    }
    frexp(sum, &exponent); /* the sum is below 2^(exponent + 64) */
    is_whole = is_whole && exponent + 64 <= 52;
    for (int64_t k = 0; k < entries;
         k++) /* half a unit for each entry at most is added: 2^50 and that are below 2^52 */
        weight[k] = is_whole ? (int64_t)value[k] : (int64_t)(ldexp(value[k], 50 - 64 - exponent) + 0.5);
    return GRAPH_OK;
}

static graph_status integer_weights(int64_t **weight, const graph_matrix *A, int threads)
{
    double *value = NULL;
    graph_index entries;
    graph_status status;
    *weight = NULL;
    GRAPH_TRY(check_type(A));
    GRAPH_TRY(graph_matrix_entries(&entries, A));
    if (graph__is_floating(A->type)) {
        GRAPH_TRY(convert((void **)&value, GRAPH_FP64, A, threads));
        GRAPH_TRY(GRAPH_NEW(*weight, entries));
        GRAPH_TRY(scale(*weight, value, (int64_t)entries));
    } else {
        const int64_t most = (int64_t)1 << 52; /* both directions are less than 2^53 */
        int64_t sum = 0;
        GRAPH_TRY(convert((void **)weight, GRAPH_INT64, A, threads));
        for (graph_index k = 0; k < entries; k++) {
            const int64_t w = (*weight)[k];
            if (w < 0 && A->type != GRAPH_UINT64)
                GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "a weight is %lld; expected 0 or more", (long long)w);
            if (w < 0 || w >= most || (sum += w) >= most)
                GRAPH_FAIL(GRAPH_E_DOMAIN, "the weights sum to more than 2^53 in both directions");
        }
    }
done:
    graph__free(value);
    if (status < 0) {
        graph__free(*weight);
        *weight = NULL;
    }
    return status;
}

static bool is_mirror(const int64_t *weight, const int64_t *other, int64_t entries)
{
    bool is_equal = true;
    for (int64_t k = 0; k < entries && is_equal; k++)
        is_equal = weight == NULL || weight[k] == weight[other[k]];
    return is_equal;
}

graph_status graph__community_weights(const graph_matrix **B, graph_matrix **made, const graph_matrix *A,
                                      bool is_unweighted, const struct graph_place *place)
{
    graph_descriptor both = graph__plain(GRAPH_BACKEND_CPU, place->threads);
    const graph_index n = (graph_index)A->rows;
    struct graph_csr a;
    graph_matrix *P = NULL, *W = NULL;
    int64_t *weight = NULL, *other = NULL;
    bool is_symmetric;
    graph_status status;
    both.flags = GRAPH_TRANSPOSE_B;
    *B = A;
    *made = NULL;
    GRAPH_TRY(graph__matrix_symmetry(&is_symmetric, A));
    is_unweighted = is_unweighted || A->type == GRAPH_PATTERN;
    if (is_symmetric && A->type == GRAPH_PATTERN)
        return GRAPH_OK;
    GRAPH_TRY(graph__pattern_of(&P, A));
    if (is_symmetric && is_unweighted) {
        *B = *made = P;
        P = NULL;
        goto done;
    }
    GRAPH_TRY(graph__matrix_view(&a, P, graph__cpu()));
    if (is_unweighted) {
        GRAPH_TRY(GRAPH_NEW(weight, a.entries));
        for (int64_t k = 0; k < a.entries; k++)
            weight[k] = 1;
    } else {
        GRAPH_TRY(integer_weights(&weight, A, place->threads));
    }
    if (is_symmetric) {
        GRAPH_TRY(graph__other_entries(&other, &a));
        is_symmetric = is_mirror(weight, other, a.entries);
    }
    GRAPH_TRY(graph_matrix_create(&W, GRAPH_INT64, n, n));
    status = graph__matrix_adopt_values(W, P, weight, graph__cpu());
    weight = NULL;
    if (status < 0)
        goto done;
    if (!is_symmetric)
        GRAPH_TRY(graph_ewise_add(W, NULL, GRAPH_NO_OP, GRAPH_PLUS, W, W, &both));
    *B = *made = W;
    W = NULL;
done:
    graph_matrix_release(&P);
    graph_matrix_release(&W);
    graph__free(weight);
    graph__free(other);
    return status;
}
