/* What the kernel of mxm_bitmap_team.cuh takes. */
#ifndef CUDA_MXM_ROWS_MXM_BITMAP_TEAM_ARGUMENTS_H
#define CUDA_MXM_ROWS_MXM_BITMAP_TEAM_ARGUMENTS_H

#include "cuda/mxm/analysis/mxm_arguments.h"

struct mxm_team_arguments {
    struct mxm_row_arguments row; /* entries: of a part that a block takes at a time */
    int64_t columns, slots_each;
    void *words, *slots;          /* of each team: a bitmap of the columns with ranks, and slots_each slots */
    unsigned *marks;              /* a number for each block */
    unsigned long long *arrivals; /* of each team; zeros */
    int32_t teams;                /* of equally many blocks */
};

enum { MXM_TEAM_THREADS = 1024, MXM_TEAM_WORD_BYTES = 8, MXM_TEAM_LEAST_PART = 64 /* entries of A */ };

#endif
