/* See mxm_chunks.h.  Rows are taken in chunks of about equal numbers of products.  How many products the device's memory
 * holds depends on the kernel and the matrix, so it is found out: a chunk that does not fit is halved, and one that does
 * makes the next a little larger. */
#include "operations/mxm_chunks.h"

#include <string.h>

#include "base/log.h"
#include "base/memory.h"

enum { FIRST_CHUNKS = 8 };

struct chunks {
    const struct graph_place *place;
    struct graph_operand a, b; /* on the device */
    struct graph_csr rows;     /* the pattern of A on the host */
    int64_t *products;         /* of rows 0 .. i - 1 */
    int64_t *row_start;        /* of a chunk, counted from 0 */
    struct graph_csr_arrays C; /* on the host */
    int64_t room;              /* entries that C's arrays can hold */
    size_t value_bytes;
};

static graph_status count_products(struct chunks *c, const struct graph_csr *B)
{
    const struct graph_csr *A = &c->rows;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(c->products, A->rows + 1));
    c->products[0] = 0;
    for (int64_t i = 0; i < A->rows; i++) {
        int64_t sum = 0;
        for (int64_t k = A->row_start[i]; k < A->row_start[i + 1]; k++)
            sum += B->row_start[A->column[k] + 1] - B->row_start[A->column[k]];
        c->products[i + 1] = c->products[i] + sum;
    }
done:
    return status;
}

static graph_status make_room(struct chunks *c, int64_t entries)
{
    graph_status status = GRAPH_OK;
    if (entries <= c->room)
        return GRAPH_OK;
    int64_t room = c->room + c->room / 2 > entries ? c->room + c->room / 2 : entries;
    GRAPH_TRY(GRAPH_RESIZE(c->C.column, room));
    GRAPH_TRY(graph__reallocate_array(&c->C.value, (size_t)room, c->value_bytes));
    c->room = room;
done:
    return status;
}

/* Rows [first, end) of the product, appended to C. */
static graph_status multiply(struct chunks *c, const struct graph_semiring *semiring, int64_t first,
                             int64_t end)
{
    const struct graph_backend *backend = c->place->backend;
    const struct graph_csr *A = &c->a.view;
    int64_t rows = end - first, start = c->rows.row_start[first];
    struct graph_mxm_request request = {
        .semiring = semiring, .B = c->b.view, .method = c->place->method, .threads = c->place->threads};
    int64_t *row_start = NULL;
    graph_status status;
    for (int64_t i = 0; i <= rows; i++)
        c->row_start[i] = c->rows.row_start[first + i] - start;
    GRAPH_TRY(backend->allocate((void **)&row_start, (size_t)rows + 1, sizeof *row_start));
    GRAPH_TRY(backend->upload(row_start, c->row_start, ((size_t)rows + 1) * sizeof *row_start));
    request.A = *A;
    request.A.rows = rows;
    request.A.entries = c->row_start[rows];
    request.A.row_start = row_start;
    request.A.column = A->column + start;
    if (A->value != NULL)
        request.A.value = (const char *)A->value + (size_t)start * c->value_bytes;
    GRAPH_TRY(backend->kernels(semiring)->mxm(&request));
    int64_t before = c->C.row_start[first], entries = request.C.entries;
    GRAPH_TRY(make_room(c, before + entries));
    GRAPH_TRY(
        backend->download(c->row_start, request.C.row_start, ((size_t)rows + 1) * sizeof *c->row_start));
    GRAPH_TRY(
        backend->download(c->C.column + before, request.C.column, (size_t)entries * sizeof *c->C.column));
    GRAPH_TRY(backend->download((char *)c->C.value + (size_t)before * c->value_bytes, request.C.value,
                                (size_t)entries * c->value_bytes));
    for (int64_t i = 0; i <= rows; i++)
        c->C.row_start[first + i] = before + c->row_start[i];
done:
    backend->release(row_start);
    graph__csr_arrays_release(&request.C, backend);
    return status;
}

static graph_status run(struct chunks *c, const struct graph_semiring *semiring)
{
    int64_t rows = c->rows.rows, chunk = c->products[rows] / FIRST_CHUNKS + 1, done_chunks = 0;
    graph_status status = GRAPH_OK;
    c->C.row_start[0] = 0;
    for (int64_t first = 0; first < rows;) {
        int64_t end = first + 1;
        while (end < rows && c->products[end + 1] - c->products[first] <= chunk)
            end++;
        status = multiply(c, semiring, first, end);
        if (status == GRAPH_E_DEVICE_MEMORY && end - first > 1) {
            chunk = (c->products[end] - c->products[first]) / 2 + 1;
            continue;
        }
        GRAPH_TRY(status);
        chunk += chunk / 8;
        first = end;
        done_chunks++;
    }
    graph__log("mxm: %lld chunks of rows on %s", (long long)done_chunks, c->place->backend->name);
done:
    return status;
}

graph_status graph__mxm_in_chunks(graph_matrix *C, graph_op accum, const graph_semiring *semiring,
                                  const graph_matrix *A, const graph_matrix *B,
                                  const struct graph_place *place)
{
    bool is_A_transposed = place->flags & GRAPH_TRANSPOSE_A,
         is_B_transposed = place->flags & GRAPH_TRANSPOSE_B;
    struct chunks c = {.place = place, .value_bytes = semiring->value_bytes};
    struct graph_mask_operand no_mask = {0};
    struct graph_operand pattern = {0}, B_pattern = {0};
    struct graph_place host = *place;
    graph_status status;
    host.backend = graph__cpu();
    GRAPH_TRY(graph__operand_open(&pattern, A, is_A_transposed, GRAPH_PATTERN, false, &host));
    GRAPH_TRY(graph__operand_open(&B_pattern, B, is_B_transposed, GRAPH_PATTERN, false, &host));
    c.rows = pattern.view;
    GRAPH_TRY(count_products(&c, &B_pattern.view));
    GRAPH_TRY(graph__operand_open(&c.a, A, is_A_transposed, semiring->type, semiring->reads & GRAPH_READS_X,
                                  place));
    GRAPH_TRY(graph__operand_open(&c.b, B, is_B_transposed, semiring->type, semiring->reads & GRAPH_READS_Y,
                                  place));
    GRAPH_TRY(GRAPH_NEW(c.row_start, c.rows.rows + 1));
    GRAPH_TRY(GRAPH_NEW(c.C.row_start, c.rows.rows + 1));
    GRAPH_TRY(make_room(&c, 1));
    GRAPH_TRY(run(&c, semiring));
    c.C.entries = c.C.row_start[c.rows.rows];
    GRAPH_TRY(GRAPH_RESIZE(c.C.column, c.C.entries));
    GRAPH_TRY(graph__reallocate_array(&c.C.value, (size_t)c.C.entries, c.value_bytes));
    GRAPH_TRY(graph__write_matrix(C, &no_mask, accum, &c.C, semiring->type, true, &host));
done:
    graph__csr_arrays_release(&c.C, graph__cpu());
    graph__free(c.products);
    graph__free(c.row_start);
    graph__operand_close(&c.a, place);
    graph__operand_close(&c.b, place);
    graph__operand_close(&pattern, &host);
    graph__operand_close(&B_pattern, &host);
    return status;
}
