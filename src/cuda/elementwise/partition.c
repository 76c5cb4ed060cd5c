/* Launches of partitions (partition.h). */
#include "cuda/elementwise/partition.h"

#include "cuda/primitives/entries.h"
#include "cuda/primitives/primitives.h"

enum { THREADS = 256 };

/* The bits that the numbers below n need. */
static int bits_of(int64_t n)
{
    int bits = 0;
    for (uint64_t largest = n > 0 ? (uint64_t)n - 1 : 0; largest != 0; largest >>= 1)
        bits++;
    return bits;
}

/* Blocks wait for the kernel before (grid_dependency_wait), and need not be started after it. */
static graph_status launch(struct cuda_call *call, const void *kernel, int64_t blocks, int threads,
                           size_t shared_bytes, const void *arguments)
{
    return graph__cuda_launch_dependent(call, kernel, blocks, threads, shared_bytes, 0, arguments);
}

static graph_status move(struct cuda_call *call, const struct partition_arguments *a, size_t value_bytes)
{
    return launch(call, graph__cuda_partition_move[graph__cuda_size_number(value_bytes)], a->tiles,
                  PARTITION_THREADS, PARTITION_SHARED_BYTES((size_t)a->digits), a);
}

/* Moves all entries by a digit. */
static graph_status move_all(struct cuda_call *call, struct partition_arguments *a, size_t value_bytes)
{
    graph_status status;
    a->tiles = (a->n + PARTITION_TILE - 1) / PARTITION_TILE;
    GRAPH_TRY(CUDA_SCRATCH(call, a->count, a->tiles * a->digits));
    GRAPH_TRY(CUDA_SCRATCH(call, a->before, a->tiles * a->digits));
    GRAPH_TRY(CUDA_SCRATCH(call, a->total, a->digits));
    GRAPH_TRY(launch(call, graph__cuda_partition_count, a->tiles, PARTITION_THREADS, 0, a));
    GRAPH_TRY(launch(call, graph__cuda_partition_scan,
                     (a->digits + PARTITION_SCAN_DIGITS - 1) / PARTITION_SCAN_DIGITS, PARTITION_SCAN_THREADS,
                     0, a));
    GRAPH_TRY(launch(call, graph__cuda_partition_scan_totals, 1, PARTITION_SCAN_THREADS, 0, a));
    GRAPH_TRY(move(call, a, value_bytes));
done:
    return status;
}

/* Moves the entries of each bucket by a digit. */
static graph_status move_in_buckets(struct cuda_call *call, struct partition_arguments *a, size_t value_bytes)
{
    struct partition_tiles_arguments tiles = {.bucket_start = a->bucket_start, .buckets = a->buckets};
    graph_status status;
    a->tiles = a->n / PARTITION_TILE + a->buckets; /* at most */
    GRAPH_TRY(CUDA_SCRATCH(call, tiles.tile_bucket, a->tiles));
    GRAPH_TRY(CUDA_SCRATCH(call, tiles.first_tile, a->buckets + 1));
    a->tile_bucket = tiles.tile_bucket;
    a->first_tile = tiles.first_tile;
    GRAPH_TRY(CUDA_SCRATCH(call, a->count, a->tiles * a->digits));
    GRAPH_TRY(launch(call, graph__cuda_partition_tiles, 1, PARTITION_SCAN_THREADS, 0, &tiles));
    GRAPH_TRY(launch(call, graph__cuda_partition_count, a->tiles, PARTITION_THREADS, 0, a));
    GRAPH_TRY(launch(call, graph__cuda_partition_scan_buckets, a->buckets, PARTITION_SCAN_THREADS, 0, a));
    GRAPH_TRY(move(call, a, value_bytes));
done:
    return status;
}

/* start[j] from a count of all keys. */
static graph_status count_keys(struct cuda_call *call, const struct partition *p)
{
    const struct partition_keys_arguments a = {(const uint32_t *)p->key, p->n, p->start};
    graph_status status;
    GRAPH_TRY(graph__cuda_set_bytes(call, p->start, 0, (size_t)(p->keys + 1) * sizeof *p->start));
    if (p->n > 0) {
        GRAPH_TRY(
            launch(call, graph__cuda_partition_keys, graph__cuda_blocks(p->n, THREADS), THREADS, 0, &a));
        GRAPH_TRY(graph__cuda_scan(call, p->start, p->keys));
    }
done:
    return status;
}

/* New arrays for what the next move reads. */
static graph_status open_between(struct cuda_call *call, struct partition_arguments *a, size_t value_bytes)
{
    graph_status status;
    GRAPH_TRY(CUDA_SCRATCH(call, a->to_index, a->n));
    if (value_bytes > 0)
        GRAPH_TRY(graph__cuda_scratch(call, &a->to_value, (size_t)a->n, value_bytes));
done:
    return status;
}

/* What one move has written is what the next one reads. */
static struct partition_arguments after(const struct partition_arguments *a)
{
    const uint32_t *packed = (const uint32_t *)a->to_index;
    return (struct partition_arguments){.n = a->n,
                                        .key = a->pack > 0         ? packed
                                               : a->to_key != NULL ? a->to_key
                                                                   : a->key,
                                        .low = a->to_low,
                                        .index = a->to_index,
                                        .unpack = a->pack,
                                        .value = a->to_value};
}

graph_status graph__cuda_partition(struct cuda_call *call, const struct partition *p)
{
    const int bits = bits_of(p->keys), lowest = bits > 2 * PARTITION_BITS ? bits - 2 * PARTITION_BITS : 0,
              high = bits - lowest;
    struct partition_arguments a = {.n = p->n,
                                    .key = (const uint32_t *)p->key,
                                    .row_tiles = p->tiles,
                                    .index = p->index,
                                    .value = p->value};
    graph_status status = GRAPH_OK;
    if (p->n == 0 || lowest > 0)
        GRAPH_TRY(count_keys(call, p));
    if (p->n == 0)
        return GRAPH_OK;
    if (lowest > 0) {
        a.digits = 1 << lowest;
        a.starts = a.digits;
        GRAPH_TRY(CUDA_SCRATCH(call, a.start, a.digits + 1));
        GRAPH_TRY(CUDA_SCRATCH(call, a.to_key, a.n));
        GRAPH_TRY(open_between(call, &a, p->value_bytes));
        GRAPH_TRY(move_all(call, &a, p->value_bytes));
        a = after(&a);
    }
    if (high > PARTITION_BITS) {
        a.digits = 1 << (high - PARTITION_BITS);
        a.shift = lowest + PARTITION_BITS;
        a.low_shift = lowest;
        a.low_mask = PARTITION_DIGITS - 1;
        a.starts = a.digits;
        GRAPH_TRY(CUDA_SCRATCH(call, a.start, a.digits + 1));
        if (bits_of(p->indices) + PARTITION_BITS <= 32)
            a.pack = PARTITION_BITS;
        else
            GRAPH_TRY(CUDA_SCRATCH(call, a.to_low, a.n));
        GRAPH_TRY(open_between(call, &a, p->value_bytes));
        GRAPH_TRY(move_all(call, &a, p->value_bytes));
        const int32_t buckets = a.digits;
        const int64_t *bucket_start = a.start;
        a = after(&a);
        a.buckets = buckets;
        a.bucket_start = bucket_start;
    }
    a.digits = high > PARTITION_BITS ? PARTITION_DIGITS : 1 << high;
    a.start = p->start;
    a.starts = p->keys;
    if (lowest > 0) {
        a.starts = ((p->keys - 1) >> lowest) + 1;
        GRAPH_TRY(CUDA_SCRATCH(call, a.start, a.starts + 1));
    }
    a.to_index = p->to_index;
    a.to_value = p->to_value;
    GRAPH_TRY(high > PARTITION_BITS ? move_in_buckets(call, &a, p->value_bytes)
                                    : move_all(call, &a, p->value_bytes));
done:
    return status;
}
