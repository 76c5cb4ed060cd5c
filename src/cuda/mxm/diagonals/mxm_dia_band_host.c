/* See mxm_dia_band_host.h.  Where A, B and C are full bands, the starts of C's rows and its entries follow by a formula: one
 * launch, and no wait. */
#include "cuda/mxm/diagonals/mxm_dia_band_host.h"

#include "base/diagonal_list.h"
#include "cuda/kernels/kernels.h"
#include "cuda/runtime/call.h"

enum {
    THREADS = 256,
    LEAST_TILE = 16, /* only where processors would be idle otherwise */
    TILE_BY_ROWS = 128,
    WAVES = 2, /* blocks for each processor, at least */
    WANTED_SHARED_BYTES = 72 << 10,
    KERNEL_STATIC_BYTES = 4 << 10 /* of shared memory, and the driver's */
};

static int32_t round_up(int64_t bytes)
{
    enum { LINE = 16 };
    return (int32_t)((bytes + LINE - 1) / LINE * LINE);
}

/* Sets the places in shared memory for a tile; gives the bytes. */
static size_t lay_out(struct dia_band_arguments *a, int64_t tile, int64_t value_bytes)
{
    enum { MOST_SKIPPED = 15 }; /* bytes in front of the values, which lie as in device memory */
    int64_t A_bytes = tile * a->A_stride * value_bytes + MOST_SKIPPED,
            B_bytes = (tile + a->A.count - 1) * a->B_stride * value_bytes + MOST_SKIPPED;
    a->tile = (int32_t)tile;
    a->A_place = round_up(B_bytes);
    a->C_place = a->A_place + (a->is_square ? 0 : round_up(A_bytes));
    return (size_t)a->C_place + (size_t)(tile * a->C_stride * value_bytes);
}

/* The entries that the first rows of a band lack. */
static int64_t lacking(int64_t rows, int64_t columns, int64_t low, int64_t count)
{
    int64_t first = low < 0 ? -low : 0;
    first = first < rows ? first : rows;
    return first * count - graph__band_elements(first, columns, low, count);
}

/* Whether every element of C's diagonals inside the matrix has a product: for each end of a diagonal, some k of the row's
 * lies inside A. */
static bool is_C_full(const struct graph_mxm_request *r, const struct graph_dia_diagonals *A,
                      const struct graph_dia_diagonals *B)
{
    int64_t low = A->offset[0], high = A->offset[A->count - 1], B_low = B->offset[0],
            B_high = B->offset[B->count - 1];
    /* In row i entry j needs a k in [i + low, i + high], [j - B_high, j - B_low] and [0, inner): these intervals meet in
     * pairs, so all three meet, if the first two do (they do) and each meets the third. */
    for (int at_end = 0; at_end < 2; at_end++) {
        int64_t i = at_end ? r->A.rows - 1 : 0, j = at_end ? r->B.columns - 1 : 0;
        if (i + low >= r->A.columns || i + high < 0 || j - B_high >= r->A.columns || j - B_low < 0)
            return false;
    }
    return true;
}

/* More threads for a tile, as long as each has an element and all are resident at once: with a small number of rows,
 * tiles at the ends of a band, whose rows lack entries, take most of the time. */
static int threads_for(const struct dia_band_arguments *a, int64_t rows, int threads)
{
    enum { RESIDENT = 2048 };
    int64_t tiles = (rows + a->tile - 1) / a->tile, processors = graph__cuda_device(NULL)->processors;
    while (2 * threads <= DIA_MOST_THREADS && 2 * threads <= a->tile * a->C_count &&
           tiles * 2 * threads <= processors * RESIDENT)
        threads *= 2;
    return threads;
}

bool graph__dia_band_open(struct graph_dia_band *band, const struct graph_mxm_request *r,
                          const struct graph_dia_diagonals *A, const struct graph_dia_diagonals *B)
{
    struct dia_band_arguments *a = &band->arguments;
    const struct graph_cuda_device *device = graph__cuda_device(NULL);
    int64_t value_bytes = (int64_t)r->semiring->value_bytes, rows = r->A.rows, low, tile;
    if (!A->is_full || !B->is_full || !A->is_contiguous || !B->is_contiguous || !is_C_full(r, A, B))
        return false;
    *a = (struct dia_band_arguments){
        .A = {rows, r->A.columns, A->offset[0], A->count, 0, r->A.row_start, r->A.value},
        .B = {r->B.rows, r->B.columns, B->offset[0], B->count, 0, r->B.row_start, r->B.value},
        .C_count = A->count + B->count - 1};
    a->A.lacking = lacking(rows, r->A.columns, a->A.low, A->count);
    a->B.lacking = lacking(r->B.rows, r->B.columns, a->B.low, B->count);
    low = a->A.low + a->B.low;
    a->C_lacking = lacking(rows, r->B.columns, low, a->C_count);
    /* Rows that lie an odd number of values apart meet no bank twice. */
    a->A_stride = (int32_t)A->count | 1;
    a->B_stride = (int32_t)B->count | 1;
    a->C_stride = (int32_t)a->C_count | 1;
    a->is_square = r->A.value == r->B.value && r->A.row_start == r->B.row_start && a->A.low <= 0 &&
                   a->A.low + A->count > 0;
    a->is_by_rows = A->count <= DIA_MOST_IN_REGISTERS && A->count <= B->count &&
                    rows >= (int64_t)TILE_BY_ROWS * WAVES * device->processors;
    tile = a->is_by_rows ? TILE_BY_ROWS : DIA_MOST_TILE;
    while (tile > 2 * LEAST_TILE &&
           (lay_out(a, tile, value_bytes) > WANTED_SHARED_BYTES || rows < tile * WAVES * device->processors))
        tile /= 2;
    if (rows <= LEAST_TILE * device->processors)
        tile = LEAST_TILE;
    band->shared_bytes = lay_out(a, tile, value_bytes);
    band->threads = a->is_by_rows ? TILE_BY_ROWS : threads_for(a, rows, THREADS);
    return band->shared_bytes <= device->shared_bytes - KERNEL_STATIC_BYTES;
}

graph_status graph__dia_band_multiply(struct cuda_call *call, struct graph_csr_arrays *C,
                                      const struct graph_mxm_request *r, struct graph_dia_band *band)
{
    struct dia_band_arguments *a = &band->arguments;
    int64_t rows = r->A.rows;
    graph_status status;
    C->entries = graph__band_elements(rows, r->B.columns, a->A.low + a->B.low, a->C_count);
    GRAPH_TRY(CUDA_NEW(C->row_start, rows + 1));
    GRAPH_TRY(CUDA_NEW(C->column, C->entries));
    GRAPH_TRY(graph__cuda_allocate(&C->value, (size_t)C->entries, r->semiring->value_bytes));
    a->C_row_start = C->row_start;
    a->C_column = C->column;
    a->C_value = C->value;
    GRAPH_TRY(graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_mxm_dia_band,
                                      (rows + a->tile - 1) / a->tile, band->threads, band->shared_bytes, a));
done:
    return status;
}
