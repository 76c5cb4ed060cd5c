/* See mxm_chunked.h.  How many products the device's memory holds depends on the kernel and the matrix, so it is found out:
 * a chunk that does not fit is halved, and one that does makes the next a little larger.  Room for the result is taken by
 * what the first chunks show. */
#include "operations/hybrid/mxm_chunked.h"

#include <omp.h>

#include "operations/hybrid/mxm_device_part.h"

static graph_status open_device(struct split_product *p)
{
    p->method = p->place->method;
    p->device.multiply = p->place->backend->kernels(p->semiring)->mxm;
    p->device.threads = p->place->threads;
    return GRAPH_OK;
}

static graph_status run_device(struct split_product *p)
{
    graph_status status;
    graph__split_open_shares(p, p->cpu.A.row_start, GRAPH_SPLIT_SHARE, 0);
    GRAPH_TRY(graph__split_run_device(p));
    GRAPH_TRY(graph__split_wait_for_copies(p, 0));
    p->device.seconds = omp_get_wtime() - p->begin;
done:
    return status;
}

graph_status graph__mxm_chunked(graph_matrix *C, graph_op accum, const struct graph_semiring *semiring,
                                const graph_matrix *A, const graph_matrix *B, const struct graph_place *place)
{
    static const struct split_steps steps = {.name = "chunks", .open = open_device, .run = run_device};
    struct split_product p = {.place = place, .semiring = semiring};
    return graph__split_multiply(&p, &steps, C, NULL, accum, A, B);
}
