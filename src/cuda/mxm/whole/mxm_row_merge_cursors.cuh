/* The rows of B of a lane's row of C, which are sorted: a cursor stands in each, and the least column under a cursor is
 * the next of C. */
#ifndef CUDA_MXM_WHOLE_MXM_ROW_MERGE_CURSORS_CUH
#define CUDA_MXM_WHOLE_MXM_ROW_MERGE_CURSORS_CUH

#include "cuda/runtime/kernel.cuh"

#include "cuda/mxm/whole/mxm_row_merge_arguments.h"

/* No column: the row of B has ended.  A lane whose row of C has ended searches for NOWHERE, which is under no cursor. */
#define MXM_ENDED   0xffffffffu
#define MXM_NOWHERE 0xfffffffeu

struct mxm_cursors {
    unsigned at[MXM_ROW_MERGE_MOST], end[MXM_ROW_MERGE_MOST], column[MXM_ROW_MERGE_MOST];
};

/* Calls step(k) for the cursors k below `used`, which is the same in all lanes. */
template <class Step> DEVICE void for_cursors(int used, Step step)
{
    enum { TOGETHER = 3 };
#pragma unroll
    for (int group = 0; group < MXM_ROW_MERGE_MOST; group += TOGETHER)
        if (group < used)
#pragma unroll
            for (int k = group; k < group + TOGETHER; k++)
                step(k);
}

/* Sets the cursors of the row of A with `entries` entries from `first` on; gives its products. */
DEVICE int64_t open_cursors(struct mxm_cursors &c, const struct mxm_row_merge_arguments &a, int64_t first,
                            int entries, int used)
{
    int64_t products = 0;
    for_cursors(used, [&](int k) {
        c.at[k] = c.end[k] = 0;
        if (k < entries) {
            int32_t row = a.A_column[first + k];
            c.at[k] = (unsigned)a.B_row_start[row];
            c.end[k] = (unsigned)a.B_row_start[row + 1];
        }
        products += c.end[k] - c.at[k];
    });
    for_cursors(used,
                [&](int k) { c.column[k] = c.at[k] < c.end[k] ? (unsigned)a.B_column[c.at[k]] : MXM_ENDED; });
    return products;
}

DEVICE unsigned least_column(const struct mxm_cursors &c, int used)
{
    unsigned least = MXM_ENDED;
    for_cursors(used, [&](int k) { least = min(least, c.column[k]); });
    return least;
}

/* Moves a cursor to the next entry; whether the row of B has one. */
DEVICE bool advance(struct mxm_cursors &c, int k, const int32_t *B_column)
{
    bool goes_on = ++c.at[k] < c.end[k];
    c.column[k] = MXM_ENDED;
    if (goes_on)
        c.column[k] = (unsigned)B_column[c.at[k]];
    return goes_on;
}

#endif
