/* The device part of a product in chunks; see mxm_chunked.c. */
#include <omp.h>

#include "base/diagonal_list.h"
#include "base/memory.h"
#include "base/search.h"
#include "operations/hybrid/mxm_device_part.h"

enum {
    COPIES = 3,              /* of a chunk: starts of rows, columns and values */
    TARGET_BYTES = 48 << 20, /* of a chunk's result */
    CHUNKS_AT_LEAST = 5      /* so that not all of the kernels go before all of the copies */
};

graph_status graph__split_wait_for_copies(struct split_product *p, int pending)
{
    double begin = omp_get_wtime();
    graph_status status =
        p->download == NULL ? GRAPH_OK : p->device.backend->download_wait(p->download, pending);
    p->waited += omp_get_wtime() - begin;
    return status;
}

/* The array `there` goes to `here` but for its first `skipped` bytes, and is released. */
static graph_status copy_out(struct split_product *p, void *here, void *there, size_t skipped, size_t bytes)
{
    const struct graph_backend *backend = p->device.backend;
    if (p->download != NULL)
        return backend->download_start(p->download, here, there, skipped, bytes);
    graph_status status = backend->download(here, (char *)there + skipped, bytes);
    backend->release(there);
    return status;
}

static graph_status take_room(struct split_product *p, int64_t room)
{
    graph_status status;
    if (p->C.column == NULL)
        GRAPH_TRY(graph__allocate_for_copies((void **)&p->C.column, (size_t)room, sizeof *p->C.column));
    else
        GRAPH_TRY(GRAPH_RESIZE(p->C.column, room));
    if (p->C.value == NULL)
        GRAPH_TRY(graph__allocate_for_copies(&p->C.value, (size_t)room, p->value_bytes));
    else
        GRAPH_TRY(graph__reallocate_array(&p->C.value, (size_t)room, p->value_bytes));
    p->room = room;
done:
    return status;
}

graph_status graph__split_make_room(struct split_product *p, int64_t entries)
{
    graph_status status = GRAPH_OK;
    if (entries <= p->room)
        return GRAPH_OK;
    int64_t done = p->work[p->shares.device_end];
    int64_t all = p->work[p->rows];
    /* Rows to come may have more; none does where there are none. */
    double expected = done < all && done > 0 ? 1.3 * (double)entries * (double)all / (double)done : 0;
    int64_t room = p->room + p->room / 2;
    room = expected < 1e15 && (int64_t)expected > room ? (int64_t)expected : room;
    room = room > entries ? room : entries;
    GRAPH_TRY(graph__split_wait_for_copies(p, 0));
    if (take_room(p, room) < 0)
        GRAPH_TRY(take_room(p, entries));
done:
    return status;
}

/* The next chunk's work, from the entries that this one's has become. */
static void choose_chunk(struct split_product *p, int64_t work, int64_t entries)
{
    double entry_bytes = (double)(sizeof(int32_t) + p->value_bytes);
    double wanted = TARGET_BYTES / entry_bytes * (double)(work + 1) / (double)(entries + 1);
    double most = 8.0 * (double)p->chunk_work, share = (double)p->work[p->rows] / CHUNKS_AT_LEAST;
    wanted = wanted < most ? wanted : most;
    p->chunk_work = (int64_t)(wanted < share ? wanted : share) + 1;
    if (p->most < INT64_MAX / 2)
        p->most += p->most / 8;
}

static graph_status multiply(struct split_product *p, int64_t first, int64_t end)
{
    const struct graph_backend *backend = p->device.backend;
    struct graph_diagonal_list *diagonals = NULL;
    int64_t start;
    struct graph_mxm_request r = graph__split_request(&start, &diagonals, p, &p->device, first, end);
    struct chunk chunk = {.first = first, .end = end, .before = p->C.entries};
    size_t starts = (size_t)r.A.rows * sizeof(int64_t);
    int64_t *row_start = NULL, work = p->work[end] - p->work[first];
    graph_status status;
    GRAPH_TRY(backend->allocate((void **)&row_start, (size_t)r.A.rows + 1, sizeof *row_start));
    GRAPH_TRY(backend->shift(row_start, p->device.A.row_start + first, r.A.rows + 1, -start));
    r.A.row_start = row_start;
    GRAPH_TRY(p->device.multiply(&r));
    chunk.C.entries = r.C.entries;
    p->device.products += r.products;
    GRAPH_TRY(graph__split_make_room(p, p->C.entries + r.C.entries));
    GRAPH_TRY(graph__split_add(&p->device.chunks, chunk));
    struct graph_csr_arrays made = r.C;
    if (chunk.before > 0)
        GRAPH_TRY(backend->shift(made.row_start, made.row_start, r.A.rows + 1, chunk.before));
    /* The copier takes each array over, whatever comes of it. */
    r.C.row_start = NULL;
    GRAPH_TRY(copy_out(p, p->C.row_start + first + 1, made.row_start, sizeof *row_start, starts));
    r.C.column = NULL;
    GRAPH_TRY(
        copy_out(p, p->C.column + chunk.before, made.column, 0, (size_t)made.entries * sizeof *p->C.column));
    r.C.value = NULL;
    GRAPH_TRY(copy_out(p, (char *)p->C.value + (size_t)chunk.before * p->value_bytes, made.value, 0,
                       (size_t)made.entries * p->value_bytes));
    p->C.entries += made.entries;
    choose_chunk(p, work, made.entries);
done:
    graph__diagonals_forget(&diagonals);
    backend->release(row_start);
    graph__csr_arrays_release(&r.C, backend);
    return status;
}

/* The same for as many of the rows as the device has memory for; *end is where it stopped. */
static graph_status multiply_what_fits(struct split_product *p, int64_t first, int64_t *end)
{
    bool has_waited = false;
    for (;;) {
        graph_status status = multiply(p, first, *end);
        if (status != GRAPH_E_DEVICE_MEMORY)
            return status;
        if (!has_waited) {
            has_waited = true; /* memory of the chunks before is free then */
            if ((status = graph__split_wait_for_copies(p, 0)) < 0)
                return status;
            continue;
        }
        if (*end - first == 1)
            return status;
        p->most = (p->work[*end] - p->work[first]) / 2 + 1;
        *end = graph__lower_bound_wide(p->work, first + 1, *end - 1, p->work[first] + p->most);
        graph__shares_give_back(&p->shares, *end);
    }
}

graph_status graph__split_run_device(struct split_product *p)
{
    int64_t first, end, done = 0, done_at_first = 0;
    double first_done = 0;
    graph_status status = GRAPH_OK;
    while (graph__shares_take(&first, &end, &p->shares, GRAPH_PART_DEVICE,
                              p->chunk_work < p->most ? p->chunk_work : p->most)) {
        /* Two chunks are on the device: one that is copied, and one that is computed. */
        GRAPH_TRY(graph__split_wait_for_copies(p, COPIES));
        done += p->download != NULL ? p->taken_before : 0;
        /* What the first chunk takes until it is copied says little about the speed of those behind it. */
        if (done > done_at_first && done_at_first > 0)
            graph__shares_done(&p->shares, GRAPH_PART_DEVICE, done - done_at_first,
                               omp_get_wtime() - first_done);
        else if (done > 0 && done_at_first == 0) {
            done_at_first = done;
            first_done = omp_get_wtime();
        }
        GRAPH_TRY(multiply_what_fits(p, first, &end));
        p->taken_before = p->taken;
        p->taken = p->work[end] - p->work[first];
        done += p->download == NULL ? p->taken : 0;
    }
done:
    if (status < 0)
        graph__shares_stop(&p->shares);
    return status;
}
