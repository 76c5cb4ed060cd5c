/* What the kernels of mxm_masked.cuh take. */
#ifndef CUDA_MXM_MASKED_MXM_MASKED_ARGUMENTS_H
#define CUDA_MXM_MASKED_MXM_MASKED_ARGUMENTS_H

/* A task is at most this many neighbouring entries of one row of the mask. */
#define MXM_MASKED_CHUNK 256
#define MXM_MASKED_WARPS 8

struct mxm_masked_arguments {
    int64_t rows;
    const int64_t *A_start, *B_start, *mask_start;
    const int32_t *A_column, *B_column, *mask_column;
    const void *A_value, *B_value;
    int64_t *task_start;        /* of each row, then the number of tasks */
    int32_t *task_row;          /* of each task */
    uint32_t *present;          /* MXM_MASKED_CHUNK bits for each task: the entries of the mask that C has */
    int64_t *entry_start;       /* entries of C of each task, then their prefix sums */
    void *value;                /* of each entry of the mask */
    unsigned long long *ticket; /* the next tasks to take */
    /* Tasks of long rows of A: their number, the next to take, and which they are. */
    unsigned long long *long_tasks, *long_ticket;
    int64_t *long_task;
    int64_t *C_start;
    int32_t *C_column;
    void *C_value;
};

#endif
