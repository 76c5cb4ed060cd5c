/* See csrmm_host.h: choices and launches for csrmm.cuh.  Its kernels know B and C by rows; those held by columns go
 * through scratch memory, some columns at a time. */
#include "cuda/csrmm/csrmm_host.h"

#include "cuda/kernels/kernels.h"
#include "cuda/primitives/merge_path.h"

#include "cuda/csrmm/csrmm_arguments.h"
#include "cuda/published/csrmm_half_warp_arguments.h"
#include "cuda/runtime/call.h"

enum {
    THREADS = 256,
    WALK_THREADS = 128,
    JOIN_THREADS = 128,
    PACK_BYTES = 16,
    FEW_ENTRIES = 2000000,
    MOST_COLUMNS = 2048,
    HALF_WARP = 16
};
#define TURNED_BYTES ((int64_t)1 << 30)

static bool is_aligned(const void *array, int64_t stride, size_t value_bytes)
{
    return (uintptr_t)array % PACK_BYTES == 0 && (size_t)stride * value_bytes % PACK_BYTES == 0;
}

/* How a product is computed. */
struct walk {
    enum graph_cuda_kernel kernel;
    int tiles_of_block;
    int64_t panel; /* columns */
    int64_t items, uncut;
};

/* Items of a tile that a group of `lanes` lanes walks: fewer where more would leave processors with nothing to do. */
static int64_t items_of_tile(int64_t items, int lanes)
{
    int64_t at_once = (int64_t)graph__cuda_device(NULL)->processors * 1024 / lanes;
    return items >= 2 * CSRMM_ITEMS * at_once ? CSRMM_ITEMS : items >= CSRMM_ITEMS / 4 * at_once ? 32 : 16;
}

/* By the entries of a row on average: short rows are walked by groups of lanes, one tile each, long ones by a warp. */
static struct walk choose(const struct csrmm_arguments *a, int64_t entries, size_t value_bytes)
{
    static const enum graph_cuda_kernel tiles[] = {GRAPH_KERNEL_csrmm_tiles_8, GRAPH_KERNEL_csrmm_tiles_16};
    static const enum graph_cuda_kernel rows[] = {GRAPH_KERNEL_csrmm_rows_8, GRAPH_KERNEL_csrmm_rows_16,
                                                  GRAPH_KERNEL_csrmm_rows_32};
    /* From how many entries of a row on, for panels of 8, 16 and 32 packs. */
    static const int long_average[] = {12, 12, 6};
    int64_t pack = PACK_BYTES / (int64_t)value_bytes, n = a->dense_columns, average = entries / (a->rows + 1);
    bool is_wide = n % pack == 0 && (uint64_t)a->B_stride * value_bytes <= UINT32_MAX &&
                   is_aligned(a->B, a->B_stride, value_bytes) && is_aligned(a->C, a->C_stride, value_bytes);
    if (!is_wide && n <= 4)
        return (struct walk){GRAPH_KERNEL_csrmm_single_4, WALK_THREADS / 4, 4, 64, 64};
    if (!is_wide)
        return (struct walk){GRAPH_KERNEL_csrmm_single_32, WALK_THREADS / 32, 32, 64, 64};
    int width = n <= 8 * pack ? 0 : n <= 16 * pack ? 1 : 2;
    if (average >= long_average[width]) {
        bool is_short = width == 0 && average < 24;
        int64_t items = is_short ? 64 : average < 12 || entries < FEW_ENTRIES ? 128 : 256;
        return (struct walk){rows[width], WALK_THREADS / 32, (8 << width) * pack, items,
                             is_short ? 128 : 256};
    }
    /* Two narrow panels one after the other find more of B in the cache than a wide one. */
    width = width < 1 ? width : 1;
    int lanes = 8 << width;
    int64_t panel = lanes * pack,
            items = items_of_tile((a->rows + entries) * ((n + panel - 1) / panel), lanes);
    return (struct walk){tiles[width], WALK_THREADS / lanes, panel, items, items < 32 ? 32 : items};
}

/* Blocks that the tiles of a full A give, if it is one and they fill the device; else 0. */
static int64_t blocks_of_full(const struct graph_csrmm_request *r, int64_t n)
{
    int64_t blocks =
        ((r->A.rows + CSRMM_SQUARE - 1) / CSRMM_SQUARE) * ((n + CSRMM_SQUARE - 1) / CSRMM_SQUARE);
    bool is_full =
        r->A.entries > 0 && r->A.entries / r->A.columns == r->A.rows && r->A.entries % r->A.columns == 0;
    return is_full && blocks >= graph__cuda_device(NULL)->processors ? blocks : 0;
}

/* Whether half a warp to a row is faster than tiles: few columns, and short rows, none of which is cut, that fit on the
 * device at once. */
static bool suits_half_warps(const struct graph_csrmm_request *r, const struct csrmm_arguments *a)
{
    enum { MOST_AVERAGE = 28 };
    return a->dense_columns <= HALF_WARP && a->cuts.heads == 0 && r->A.entries / MOST_AVERAGE < r->A.rows &&
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
                                   (a->rows + THREADS / HALF_WARP - 1) / (THREADS / HALF_WARP), THREADS, 0,
                                   &h);
}

/* Lanes to a row of those that a warp would walk, where they are of about the same length and fill the device; else 0. */
static int lanes_of_uniform_rows(const struct graph_csrmm_request *r, const struct csrmm_arguments *a,
                                 const struct walk *walk)
{
    enum { THREADS_OF_PROCESSOR = 2048 };
    int lanes = walk->kernel == GRAPH_KERNEL_csrmm_rows_8    ? 8
                : walk->kernel == GRAPH_KERNEL_csrmm_rows_16 ? 16
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
    size_t value_bytes = r->semiring->value_bytes;
    int64_t n = a->dense_columns, panels;
    int lanes;
    struct walk walk = choose(a, r->A.entries, value_bytes);
    int64_t full_blocks = blocks_of_full(r, n);
    graph_status status;
    if (full_blocks > 0)
        return graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_csrmm_full, full_blocks,
                                       CSRMM_FULL_THREADS, 0, a);
    GRAPH_TRY(graph__cuda_merge_path_tiles(call, &a->cuts, &r->A, walk.items, walk.uncut));
    if (suits_half_warps(r, a))
        return multiply_by_half_warps(call, r, a);
    panels = (n + walk.panel - 1) / walk.panel;
    lanes = lanes_of_uniform_rows(r, a, &walk);
    if (lanes > 0)
        return multiply_uniform_rows(call, r, a, lanes, panels);
    a->blocks_of_panel = (a->cuts.tiles + walk.tiles_of_block - 1) / walk.tiles_of_block;
    GRAPH_TRY(graph__cuda_launch_over_dependent(call, r->semiring, walk.kernel, a->blocks_of_panel * panels,
                                                WALK_THREADS, 0, 0, a));
    GRAPH_TRY(graph__cuda_launch_over_dependent(call, r->semiring, GRAPH_KERNEL_csrmm_join,
                                                a->cuts.heads * ((n + 31) / 32), JOIN_THREADS, 0, 0, a));
done:
    return status;
}

static graph_status turn(struct cuda_call *call, const struct graph_csrmm_request *r,
                         const struct csrmm_transpose_arguments *t)
{
    int64_t squares = ((t->rows + 31) / 32) * ((t->columns + 31) / 32);
    return graph__cuda_launch_over(call, r->semiring, GRAPH_KERNEL_csrmm_transpose,
                                   graph__cuda_blocks(squares * THREADS, THREADS), THREADS, 0, t);
}

/* Some columns after the other.  A B or C that is held by columns is turned round on the way, in scratch memory. */
struct panels {
    int64_t width, stride; /* the stride of what is turned */
    bool turns_B, turns_C;
    void *turned_B, *turned_C;
};

/* The columns from j on as a product of their own; `all` has all columns. */
static struct csrmm_arguments panel_at(const struct panels *p, const struct csrmm_arguments *all, int64_t j,
                                       size_t value_bytes)
{
    struct csrmm_arguments a = *all;
    a.dense_columns = all->dense_columns - j < p->width ? all->dense_columns - j : p->width;
    a.B = p->turns_B ? p->turned_B : all->B != NULL ? (const char *)all->B + (size_t)j * value_bytes : NULL;
    a.B_stride = p->turns_B ? p->stride : all->B_stride;
    a.C = p->turns_C ? p->turned_C : (char *)all->C + (size_t)j * value_bytes;
    a.C_stride = p->turns_C ? p->stride : all->C_stride;
    a.is_accumulating = all->is_accumulating && !p->turns_C;
    return a;
}

/* Takes all the memory that the panels need, so that none fails once C has changed.  Only the last can differ in how it
 * is walked. */
static graph_status open_panels(struct cuda_call *call, struct panels *p, struct csrmm_arguments *all,
                                const struct graph_csrmm_request *r)
{
    size_t value_bytes = r->semiring->value_bytes, carried = 0;
    int64_t n = r->dense_columns, longest = r->A.rows > r->A.columns ? r->A.rows : r->A.columns;
    int64_t pack = PACK_BYTES / (int64_t)value_bytes, last = 0;
    graph_status status = GRAPH_OK;
    p->width = MOST_COLUMNS;
    if (p->turns_B || p->turns_C) {
        int64_t fits = TURNED_BYTES / (int64_t)value_bytes / (longest + 1) / pack * pack;
        p->width = fits < 4 * pack ? 4 * pack : fits < MOST_COLUMNS ? fits : MOST_COLUMNS;
    }
    p->width = p->width < n ? p->width : n;
    last = (n - 1) / p->width * p->width;
    /* The stride leaves room for packs behind the last column. */
    p->stride = (p->width + pack - 1) / pack * pack;
    if (p->turns_B)
        GRAPH_TRY(
            graph__cuda_scratch(call, &p->turned_B, (size_t)r->A.columns * (size_t)p->stride, value_bytes));
    if (p->turns_C)
        GRAPH_TRY(
            graph__cuda_scratch(call, &p->turned_C, (size_t)r->A.rows * (size_t)p->stride, value_bytes));
    for (int k = 0; k < (last > 0 ? 2 : 1); k++) {
        struct csrmm_arguments a = panel_at(p, all, k == 0 ? 0 : last, value_bytes);
        struct walk walk = choose(&a, r->A.entries, value_bytes);
        GRAPH_TRY(graph__cuda_merge_path_tiles(call, &a.cuts, &r->A, walk.items, walk.uncut));
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
        if (p->turns_B) {
            struct csrmm_transpose_arguments t = {.rows = a.dense_columns,
                                                  .columns = r->A.columns,
                                                  .from_stride = r->B_stride,
                                                  .to_stride = p->stride,
                                                  .from = (const char *)r->B +
                                                          (size_t)(j * r->B_stride) * value_bytes,
                                                  .to = p->turned_B};
            GRAPH_TRY(turn(call, r, &t));
        }
        GRAPH_TRY(multiply(call, r, &a));
        if (p->turns_C) {
            struct csrmm_transpose_arguments t = {.rows = r->A.rows,
                                                  .columns = a.dense_columns,
                                                  .from_stride = p->stride,
                                                  .to_stride = r->C_stride,
                                                  .from = p->turned_C,
                                                  .to =
                                                      (char *)r->C + (size_t)(j * r->C_stride) * value_bytes,
                                                  .row_start = r->is_accumulating ? r->A.row_start : NULL};
            GRAPH_TRY(turn(call, r, &t));
        }
    }
done:
    return status;
}

static graph_status product(struct cuda_call *call, const struct graph_csrmm_request *r)
{
    bool reads_B = (r->semiring->reads & GRAPH_READS_Y) != 0;
    /* One column by columns is a matrix by rows whose rows lie one element apart. */
    struct panels panels = {.turns_B = reads_B && r->B_layout == GRAPH_COLUMN_MAJOR && r->dense_columns > 1,
                            .turns_C = r->C_layout == GRAPH_COLUMN_MAJOR && r->dense_columns > 1};
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
