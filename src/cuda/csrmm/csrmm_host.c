/* Sparse times dense: the choice of a kernel, and its launch.
 *
 * The kernels take B and C by rows.  Matrices held by columns are transposed through scratch memory, a panel of columns
 * at a time.  In order of the choice: a full A (csrmm_full.cuh); narrow B without whole packs of 16 bytes, and short rows
 * (csrmm_half_warp.cuh); uniform rows (csrmm_uniform_rows.cuh); long rows by warps, short ones by groups of lanes
 * (csrmm.cuh). */
#include "cuda/csrmm/csrmm_host.h"

#include "cuda/kernels/kernels.h"
#include "cuda/primitives/merge_path.h"

#include "cuda/csrmm/csrmm_arguments.h"
#include "cuda/csrmm/csrmm_half_warp_arguments.h"
#include "cuda/csrmm/tuning.h"
#include "cuda/runtime/call.h"

enum {
    THREADS = 256,
    TILE_THREADS = 128,
    LEAST_JOIN_THREADS = 128,
    MOST_JOIN_THREADS = 1024,
    PACK_BYTES = 16,
    LONG_FORMS = 5
};

static bool is_aligned(const void *array, int64_t stride, size_t value_bytes)
{
    return (uintptr_t)array % PACK_BYTES == 0 && (size_t)stride * value_bytes % PACK_BYTES == 0;
}

/* The kernel of a product, and its tiles. */
struct tile_shape {
    enum graph_cuda_kernel kernel;
    int tiles_of_block;
    int64_t panel; /* columns */
    int64_t items, uncut;
};

/* Items of a tile for a group of `lanes` lanes: fewer where otherwise multiprocessors would have no work. */
static int64_t items_of_tile(int64_t items, int lanes)
{
    int64_t at_once = (int64_t)graph__cuda_device(NULL)->processors * 1024 / lanes;
    return items >= 2 * CSRMM_ITEMS * at_once ? CSRMM_ITEMS : items >= CSRMM_ITEMS / 4 * at_once ? 32 : 16;
}

/* Tiles of long rows, by warps.  A matrix whose tiles do not fill the device gets narrower panels, so that more groups of
 * lanes share a row, and then smaller tiles.  form: panels of 2, 4, 8, 16 or 32 packs. */
static struct tile_shape choose_long(const struct csrmm_arguments *a, int64_t entries, int64_t pack, int form)
{
    enum { FORM_8 = 2, USUAL = 256 };
    static const enum graph_cuda_kernel rows[LONG_FORMS] = {
        GRAPH_KERNEL_csrmm_rows_2, GRAPH_KERNEL_csrmm_rows_4, GRAPH_KERNEL_csrmm_rows_8,
        GRAPH_KERNEL_csrmm_rows_16, GRAPH_KERNEL_csrmm_rows_32};
    const int64_t average = entries / (a->rows + 1), n = a->dense_columns, work = a->rows + entries,
                  warps = CSRMM_WARPS_OF_PROCESSOR * (int64_t)graph__cuda_device(NULL)->processors;
    const bool is_medium = average < CSRMM_MEDIUM_ROWS, is_small = entries < CSRMM_SMALL_ENTRIES;
    int64_t items = average < 12 || is_small ? USUAL / 2 : USUAL, uncut = USUAL, panels;
    /* Rows that many groups share leave most of them idle. */
    if (form < FORM_8 && is_medium && work >= USUAL / 4 * warps)
        form = FORM_8;
    for (;; form--) {
        panels = (n + (2 << form) * pack - 1) / ((2 << form) * pack);
        if (form <= FORM_8 || work * panels >= items * warps)
            break;
    }
    if (form <= FORM_8 && is_medium) {
        items = USUAL / 4;
        uncut = USUAL / 2;
    }
    while (items > CSRMM_LEAST_ITEMS && work * panels < items * warps)
        items /= 2;
    if (form < FORM_8 || items < USUAL / 4)
        uncut = 2 * USUAL >> form;
    return (struct tile_shape){form == FORM_8 && is_small ? GRAPH_KERNEL_csrmm_rows_8_deep : rows[form],
                               TILE_THREADS / 32, (2 << form) * pack, items, uncut};
}

/* By the average length of a row: groups of lanes take tiles of short rows, warps take long rows, and all rows of a matrix
 * that is too small for groups. */
static struct tile_shape choose(const struct csrmm_arguments *a, int64_t entries, size_t value_bytes)
{
    static const enum graph_cuda_kernel tiles[] = {GRAPH_KERNEL_csrmm_tiles_4, GRAPH_KERNEL_csrmm_tiles_8,
                                                   GRAPH_KERNEL_csrmm_tiles_16};
    static const int long_average[LONG_FORMS] = {CSRMM_LONG_ROWS_8, CSRMM_LONG_ROWS_8, CSRMM_LONG_ROWS_8,
                                                 CSRMM_LONG_ROWS_16, CSRMM_LONG_ROWS_32};
    int64_t pack = PACK_BYTES / (int64_t)value_bytes, n = a->dense_columns, average = entries / (a->rows + 1);
    bool is_wide = n % pack == 0 && (uint64_t)a->B_stride * value_bytes <= UINT32_MAX &&
                   is_aligned(a->B, a->B_stride, value_bytes) && is_aligned(a->C, a->C_stride, value_bytes);
    int form = 0;
    if (!is_wide && n <= 4)
        return (struct tile_shape){GRAPH_KERNEL_csrmm_single_4, TILE_THREADS / 4, 4, 64, 64};
    if (!is_wide)
        return (struct tile_shape){GRAPH_KERNEL_csrmm_single_32, TILE_THREADS / 32, 32, 64, 64};
    while (form + 1 < LONG_FORMS && n > (2 << form) * pack)
        form++;
    /* Two narrow panels in sequence find more of B in the cache than a wide one; four lanes have half a pack each. */
    const int width = form == 0 ? 0 : form > 2 ? 2 : 1, lanes = 4 << width;
    const int64_t panel = form == 0 ? 2 * pack : lanes * pack,
                  work = (a->rows + entries) * ((n + panel - 1) / panel);
    const bool are_long = average >= (form == 0 ? (int)CSRMM_MEDIUM_ROWS : long_average[form]);
    if (are_long || work < CSRMM_TINY_ITEMS * (int64_t)graph__cuda_device(NULL)->processors)
        return choose_long(a, entries, pack, form);
    int64_t items = items_of_tile(work, lanes);
    return (struct tile_shape){tiles[width], TILE_THREADS / lanes, panel, items, items < 32 ? 32 : items};
}

/* Blocks of csrmm_full, if A is full and they fill the device; else 0. */
static int64_t blocks_of_full(const struct graph_csrmm_request *r, int64_t n)
{
    int64_t blocks =
        ((r->A.rows + CSRMM_SQUARE - 1) / CSRMM_SQUARE) * ((n + CSRMM_SQUARE - 1) / CSRMM_SQUARE);
    bool is_full =
        r->A.entries > 0 && r->A.entries / r->A.columns == r->A.rows && r->A.entries % r->A.columns == 0;
    return is_full && blocks >= graph__cuda_device(NULL)->processors ? blocks : 0;
}

/* Whether half a warp for each row is faster than tiles: for narrow B without whole packs, and short rows, none cut, that
 * all run at once. */
static bool suits_half_warps(const struct graph_csrmm_request *r, const struct csrmm_arguments *a,
                             const struct tile_shape *tiling)
{
    const bool has_packs =
        tiling->kernel != GRAPH_KERNEL_csrmm_single_4 && tiling->kernel != GRAPH_KERNEL_csrmm_single_32;
    return !has_packs && a->dense_columns <= HALF_WARP && a->cuts.heads == 0 &&
           r->A.entries / CSRMM_HALF_WARP_ROWS < r->A.rows &&
           r->A.rows <= 4096 / HALF_WARP * (int64_t)graph__cuda_device(NULL)->processors;
}

static graph_status multiply_by_half_warps(struct cuda_call *call, const struct graph_csrmm_request *r,
                                           const struct csrmm_arguments *a)
{
    const struct csrmm_half_warp_arguments h = {.rows = a->rows,
                                                .dense_columns = a->dense_columns,
                                                .row_start = a->row_start,
                                                .column = a->column,
                                                .value = a->value,
                                                .B = a->B,
                                                .C = a->C,
                                                .B_row = a->B_stride,
                                                .B_column = 1,
                                                .C_row = a->C_stride,
                                                .C_column = 1,
                                                .is_accumulating = a->is_accumulating};
    return graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_csrmm_half_warp,
                                   (a->rows + HALF_WARP_THREADS / HALF_WARP - 1) /
                                       (HALF_WARP_THREADS / HALF_WARP),
                                   HALF_WARP_THREADS, 0, &h);
}

/* Lanes for each row, instead of a warp, where rows are of about the same length and fill the device; else 0. */
static int lanes_of_uniform_rows(const struct graph_csrmm_request *r, const struct csrmm_arguments *a,
                                 const struct tile_shape *tiling)
{
    enum { THREADS_OF_PROCESSOR = 2048 };
    int lanes =
        tiling->kernel == GRAPH_KERNEL_csrmm_rows_8 || tiling->kernel == GRAPH_KERNEL_csrmm_rows_8_deep ? 8
        : tiling->kernel == GRAPH_KERNEL_csrmm_rows_16                                                  ? 16
                                                                                                        : 0;
    bool are_uniform = 2 * a->cuts.longest <= 3 * (r->A.entries / a->rows);
    bool are_many = a->rows * lanes >= THREADS_OF_PROCESSOR * (int64_t)graph__cuda_device(NULL)->processors;
    return are_uniform && are_many ? lanes : 0;
}

static graph_status multiply_uniform_rows(struct cuda_call *call, const struct graph_csrmm_request *r,
                                          struct csrmm_arguments *a, int lanes, int64_t panels)
{
    int rows = CSRMM_UNIFORM_THREADS / lanes; /* of a block */
    a->blocks_of_panel = (a->rows + rows - 1) / rows;
    return graph__cuda_launch_over_dependent(
        call, r->semiring, lanes == 8 ? GRAPH_KERNEL_csrmm_uniform_8 : GRAPH_KERNEL_csrmm_uniform_16,
        a->blocks_of_panel * panels, CSRMM_UNIFORM_THREADS, 0, 0, a);
}

/* C = A B by rows of B and C. */
static graph_status multiply(struct cuda_call *call, const struct graph_csrmm_request *r,
                             struct csrmm_arguments *a)
{
    int64_t n = a->dense_columns, panels;
    int lanes, join_threads = LEAST_JOIN_THREADS;
    const struct tile_shape tiling = choose(a, r->A.entries, r->semiring->value_bytes);
    int64_t full_blocks = blocks_of_full(r, n);
    graph_status status;
    if (full_blocks > 0)
        return graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_csrmm_full, full_blocks,
                                       CSRMM_FULL_THREADS, 0, a);
    GRAPH_TRY(graph__cuda_merge_path_tiles(call, &a->cuts, &r->A, tiling.items, tiling.uncut));
    if (suits_half_warps(r, a, &tiling))
        return multiply_by_half_warps(call, r, a);
    panels = (n + tiling.panel - 1) / tiling.panel;
    lanes = lanes_of_uniform_rows(r, a, &tiling);
    if (lanes > 0)
        return multiply_uniform_rows(call, r, a, lanes, panels);
    a->blocks_of_panel = (a->cuts.tiles + tiling.tiles_of_block - 1) / tiling.tiles_of_block;
    GRAPH_TRY(graph__cuda_launch_over_dependent(call, r->semiring, tiling.kernel, a->blocks_of_panel * panels,
                                                TILE_THREADS, 0, 0, a));
    /* More threads for each cut row add its pieces sooner, unless there are many such rows. */
    if (a->cuts.longest >= CSRMM_MANY_PIECES * tiling.items &&
        a->cuts.heads <= CSRMM_MOST_HEADS * (int64_t)graph__cuda_device(NULL)->processors)
        join_threads = MOST_JOIN_THREADS;
    GRAPH_TRY(graph__cuda_launch_over_dependent(call, r->semiring, GRAPH_KERNEL_csrmm_join,
                                                a->cuts.heads * ((n + 31) / 32), join_threads, 0, 0, a));
done:
    return status;
}

static graph_status transpose(struct cuda_call *call, const struct graph_csrmm_request *r,
                              const struct csrmm_transpose_arguments *t)
{
    int64_t squares = ((t->rows + 31) / 32) * ((t->columns + 31) / 32);
    return graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_csrmm_transpose,
                                   graph__cuda_blocks(squares * THREADS, THREADS), THREADS, 0, t);
}

/* Panels of columns, one after the other.  A panel of a B or C that is held by columns is transposed in scratch memory. */
struct panels {
    int64_t width, stride; /* stride: of transposed panels */
    bool transposes_B, transposes_C;
    void *transposed_B, *transposed_C;
};

/* The product of the panel from column j on; `all` has all columns. */
static struct csrmm_arguments panel_at(const struct panels *p, const struct csrmm_arguments *all, int64_t j,
                                       size_t value_bytes)
{
    struct csrmm_arguments a = *all;
    a.dense_columns = all->dense_columns - j < p->width ? all->dense_columns - j : p->width;
    a.B = p->transposes_B  ? p->transposed_B
          : all->B != NULL ? (const char *)all->B + (size_t)j * value_bytes
                           : NULL;
    a.B_stride = p->transposes_B ? p->stride : all->B_stride;
    a.C = p->transposes_C ? p->transposed_C : (char *)all->C + (size_t)j * value_bytes;
    a.C_stride = p->transposes_C ? p->stride : all->C_stride;
    a.is_accumulating = all->is_accumulating && !p->transposes_C;
    return a;
}

/* Allocates all memory of the panels, so that nothing fails once C has changed.  Only the last panel can have another
 * tiling. */
static graph_status open_panels(struct cuda_call *call, struct panels *p, struct csrmm_arguments *all,
                                const struct graph_csrmm_request *r)
{
    size_t value_bytes = r->semiring->value_bytes, carried = 0;
    int64_t n = r->dense_columns, longest = r->A.rows > r->A.columns ? r->A.rows : r->A.columns;
    int64_t pack = PACK_BYTES / (int64_t)value_bytes, last = 0;
    graph_status status = GRAPH_OK;
    p->width = CSRMM_MOST_COLUMNS;
    if (p->transposes_B || p->transposes_C) {
        int64_t fits = CSRMM_TRANSPOSED_BYTES / (int64_t)value_bytes / (longest + 1) / pack * pack;
        p->width = fits < 4 * pack ? 4 * pack : fits < CSRMM_MOST_COLUMNS ? fits : CSRMM_MOST_COLUMNS;
    }
    p->width = p->width < n ? p->width : n;
    last = (n - 1) / p->width * p->width;
    /* The stride has room for whole packs at the last column. */
    p->stride = (p->width + pack - 1) / pack * pack;
    if (p->transposes_B)
        GRAPH_TRY(graph__cuda_scratch(call, &p->transposed_B, (size_t)r->A.columns * (size_t)p->stride,
                                      value_bytes));
    if (p->transposes_C)
        GRAPH_TRY(
            graph__cuda_scratch(call, &p->transposed_C, (size_t)r->A.rows * (size_t)p->stride, value_bytes));
    for (int k = 0; k < (last > 0 ? 2 : 1); k++) {
        struct csrmm_arguments a = panel_at(p, all, k == 0 ? 0 : last, value_bytes);
        const struct tile_shape tiling = choose(&a, r->A.entries, value_bytes);
        GRAPH_TRY(graph__cuda_merge_path_tiles(call, &a.cuts, &r->A, tiling.items, tiling.uncut));
        size_t more = (size_t)a.cuts.cuts * (size_t)a.dense_columns;
        carried = more > carried ? more : carried;
    }
    if (carried > 0)
        GRAPH_TRY(graph__cuda_scratch(call, &all->carry, carried, value_bytes));
done:
    return status;
}

static graph_status multiply_panels(struct cuda_call *call, const struct graph_csrmm_request *r,
                                    struct csrmm_arguments *all, struct panels *p)
{
    size_t value_bytes = r->semiring->value_bytes;
    graph_status status;
    GRAPH_TRY(open_panels(call, p, all, r));
    for (int64_t j = 0; j < r->dense_columns; j += p->width) {
        struct csrmm_arguments a = panel_at(p, all, j, value_bytes);
        if (p->transposes_B) {
            struct csrmm_transpose_arguments t = {.rows = a.dense_columns,
                                                  .columns = r->A.columns,
                                                  .from_stride = r->B_stride,
                                                  .to_stride = p->stride,
                                                  .from = (const char *)r->B +
                                                          (size_t)(j * r->B_stride) * value_bytes,
                                                  .to = p->transposed_B};
            GRAPH_TRY(transpose(call, r, &t));
        }
        GRAPH_TRY(multiply(call, r, &a));
        if (p->transposes_C) {
            struct csrmm_transpose_arguments t = {.rows = r->A.rows,
                                                  .columns = a.dense_columns,
                                                  .from_stride = p->stride,
                                                  .to_stride = r->C_stride,
                                                  .from = p->transposed_C,
                                                  .to =
                                                      (char *)r->C + (size_t)(j * r->C_stride) * value_bytes,
                                                  .row_start = r->is_accumulating ? r->A.row_start : NULL};
            GRAPH_TRY(transpose(call, r, &t));
        }
    }
done:
    return status;
}

static graph_status product(struct cuda_call *call, const struct graph_csrmm_request *r)
{
    bool reads_B = (r->semiring->reads & GRAPH_READS_Y) != 0;
    /* A single column held by columns is a matrix by rows with stride 1. */
    struct panels panels = {.transposes_B =
                                reads_B && r->B_layout == GRAPH_COLUMN_MAJOR && r->dense_columns > 1,
                            .transposes_C = r->C_layout == GRAPH_COLUMN_MAJOR && r->dense_columns > 1};
    struct csrmm_arguments a = {.rows = r->A.rows,
                                .row_start = r->A.row_start,
                                .column = r->A.column,
                                .value = r->A.value,
                                .B = reads_B ? r->B : NULL,
                                .C = r->C,
                                .dense_columns = r->dense_columns,
                                .full_columns = r->A.columns,
                                .B_stride = r->B_layout == GRAPH_COLUMN_MAJOR ? 1 : r->B_stride,
                                .C_stride = r->C_layout == GRAPH_COLUMN_MAJOR ? 1 : r->C_stride,
                                .is_accumulating = r->is_accumulating};
    graph_status status = GRAPH_OK;
    if (r->A.rows == 0 || r->dense_columns == 0)
        return GRAPH_OK;
    GRAPH_TRY(multiply_panels(call, r, &a, &panels));
done:
    return status;
}

graph_status graph__cuda_csrmm(struct graph_csrmm_request *r)
{
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    status = product(call, r);
    graph__cuda_end(call);
    return status;
}
