/* Floyd-Warshall on the rows of one rank; see contract/paths.h.
 *
 * A stage takes some hundred pivots K of one rank.  That rank closes their rows over each other, all get them, and all relax
 * their other rows in rounds of 128 pivots:
 *
 *     D(i, :) = min(D(i, :), D(i, K) + D(K, :)).
 *
 * The pivots' rows lie before the slab in one array, so that the kernels of a round find both by one address.  Closing the
 * pivots, while other ranks wait, costs pivots / rows of a slab of the stage: little where a slab has many thousand rows. */
#include "cuda/apsp/apsp_host.h"
#include "cuda/apsp/floyd_warshall_arguments.h"

enum { MOST_PIVOTS = 512, LEAST_PIVOTS = 128, MANY_ROWS = 8192, FILL_BLOCKS = 132 * 8, FILL_THREADS = 256 };

struct slab {
    struct graph_floyd_slab_request *r;
    const struct floyd_kernels *k;
    struct floyd_round_arguments a;
    size_t bytes;
    int64_t n, first, rows, known; /* rounded up to whole tiles; known: rows that are the caller's */
    int64_t most_pivots;
    char *pivots, *ours;
};

static char *row_at(const struct slab *s, char *array, int64_t row)
{
    return array + (size_t)(row * s->n) * s->bytes;
}

static graph_status copy_slab(const struct slab *s, bool is_back)
{
    const struct graph_floyd_slab_request *r = s->r;
    const cudaStream_t stream = graph__cuda_device(NULL)->stream;
    const size_t pitch = (size_t)r->stride * s->bytes, there_pitch = (size_t)s->n * s->bytes,
                 width = (size_t)r->n * s->bytes;
    graph_status status = GRAPH_OK;
    if (s->known == 0)
        return GRAPH_OK;
    if (is_back)
        CUDA_TRY(cudaMemcpy2DAsync(r->distance, pitch, s->ours, there_pitch, width, (size_t)s->known,
                                   cudaMemcpyDeviceToHost, stream));
    else
        CUDA_TRY(cudaMemcpy2DAsync(s->ours, there_pitch, r->distance, pitch, width, (size_t)s->known,
                                   cudaMemcpyHostToDevice, stream));
done:
    return status;
}

static graph_status open_slab(struct cuda_call *call, struct slab *s, struct graph_floyd_slab_request *r,
                              int32_t *is_negative)
{
    const int64_t end = r->start[r->rank + 1];
    graph_status status;
    *s = (struct slab){.r = r,
                       .k = graph__cuda_floyd_kernels_of(r->type),
                       .bytes = graph_type_size(r->type),
                       .n = (r->n + FLOYD_PAD - 1) / FLOYD_PAD * FLOYD_PAD,
                       .first = r->start[r->rank]};
    s->known = end - s->first;
    s->rows = (s->known + FLOYD_PAD - 1) / FLOYD_PAD * FLOYD_PAD;
    s->most_pivots = r->n / r->ranks >= MANY_ROWS ? MOST_PIVOTS : LEAST_PIVOTS;
    s->a = (struct floyd_round_arguments){.n = s->n, .stride = s->n, .is_negative = is_negative};
    GRAPH_TRY(graph__cuda_scratch(call, (void **)&s->pivots, (size_t)(s->most_pivots + s->rows),
                                  (size_t)s->n * s->bytes));
    s->ours = row_at(s, s->pivots, s->most_pivots);
    GRAPH_TRY(
        graph__cuda_floyd_open_round(call, &s->a, s->k, s->rows > s->most_pivots ? s->rows : s->most_pivots));
    const struct floyd_fill_arguments fill = {.to = s->ours,
                                              .rows = s->rows,
                                              .columns = s->n,
                                              .stride = s->n,
                                              .known_rows = s->known,
                                              .known_columns = r->n,
                                              .infinite = graph__cuda_floyd_infinite_bits(r->type)};
    GRAPH_TRY(copy_slab(s, false));
    if (s->rows > 0 && (s->known < s->rows || r->n < s->n))
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_floyd_fill[s->bytes == 8], FILL_BLOCKS, FILL_THREADS,
                                     0, &fill));
done:
    return status;
}

/* Closes the rows of the pivots first .. first + count - 1, which are this rank's, over each other. */
static graph_status close_pivots(struct cuda_call *call, const struct slab *s, int64_t first, int64_t count)
{
    const size_t bytes = (size_t)(count * s->n) * s->bytes;
    struct floyd_round_arguments a = s->a;
    graph_status status;
    GRAPH_TRY(graph__cuda_copy(call, s->pivots, row_at(s, s->ours, first - s->first), bytes));
    a.distance = s->pivots;
    a.first_row = first;
    a.rows = count;
    for (int64_t p = 0; p < count; p += FLOYD_PIVOTS) {
        a.first = first + p;
        a.pivot_row = p;
        GRAPH_TRY(graph__cuda_floyd_round(call, &a, s->k));
    }
    GRAPH_TRY(graph__cuda_floyd_check(call, &a, s->k));
    GRAPH_TRY(graph__cuda_copy(call, row_at(s, s->ours, first - s->first), s->pivots, bytes));
done:
    return status;
}

/* Relaxes rows row .. row + rows - 1 of the slab by the pivots of the stage. */
static graph_status relax(struct cuda_call *call, const struct slab *s, int64_t row, int64_t rows,
                          int64_t first, int64_t count)
{
    struct floyd_round_arguments a = s->a;
    graph_status status = GRAPH_OK;
    if (rows <= 0)
        return GRAPH_OK;
    a.distance = row_at(s, s->ours, row);
    a.first_row = s->first + row;
    a.rows = rows;
    a.diagonal = NULL;
    for (int64_t p = 0; p < count; p += FLOYD_PIVOTS) {
        a.first = first + p;
        a.pivot_row = p - s->most_pivots - row;
        GRAPH_TRY(graph__cuda_floyd_round(call, &a, s->k));
    }
    GRAPH_TRY(graph__cuda_floyd_check(call, &a, s->k));
done:
    return status;
}

static graph_status run_stages(struct cuda_call *call, const struct slab *s)
{
    const struct graph_floyd_slab_request *r = s->r;
    graph_status status = GRAPH_OK;
    for (int owner = 0; owner < r->ranks; owner++)
        for (int64_t first = r->start[owner], count; first < r->start[owner + 1]; first += count) {
            const int64_t rest =
                (r->start[owner + 1] - first + FLOYD_PIVOTS - 1) / FLOYD_PIVOTS * FLOYD_PIVOTS;
            count = rest < s->most_pivots ? rest : s->most_pivots;
            const bool is_ours = owner == r->rank;
            if (is_ours)
                GRAPH_TRY(close_pivots(call, s, first, count));
            GRAPH_TRY(r->share(r->group, s->pivots, (size_t)(count * s->n) * s->bytes, owner));
            const int64_t begin = is_ours ? first - s->first : s->rows,
                          end = is_ours ? begin + count : s->rows;
            GRAPH_TRY(relax(call, s, 0, begin, first, count));
            GRAPH_TRY(relax(call, s, end, s->rows - end, first, count));
        }
done:
    return status;
}

graph_status graph__cuda_floyd_slab(struct graph_floyd_slab_request *r)
{
    struct slab s;
    int32_t *is_negative = NULL, found = 0;
    graph_status status;
    r->is_negative = false;
    struct cuda_call *call = graph__cuda_begin();
    GRAPH_TRY(CUDA_SCRATCH(call, is_negative, 1));
    GRAPH_TRY(graph__cuda_set_bytes(call, is_negative, 0, sizeof *is_negative));
    /* Room on all ranks, or no exchange at all. */
    GRAPH_TRY(r->agree(r->group, open_slab(call, &s, r, is_negative)));
    GRAPH_TRY(run_stages(call, &s));
    GRAPH_TRY(copy_slab(&s, true));
    GRAPH_TRY(CUDA_READ(call, found, is_negative));
    r->is_negative = found != 0;
done:
    graph__cuda_end(call);
    return status;
}
