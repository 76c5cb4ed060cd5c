/* Shortest distances from one source or many.
 *
 * Many sources: Dijkstra with a heap of four children a node, one source a thread.  One source: delta-stepping, buckets
 * of width delta, the vertices of a bucket relaxed by all threads, each of which goes on with what comes back to the
 * bucket, if that is little, before it waits for the others.  Negative weights: Bellman-Ford by rounds over the
 * vertices whose distance fell; the parents are searched for a cycle each time n distances have fallen.
 * Where floating parents go round, only exact sums tell whether the cycle is negative: exact_paths.c repeats the run.
 * All find the least sum of weights over all paths, summed from the source on, so floating results agree bit by bit.
 *
 * Sources: Dijkstra 1959; Meyer and Sanders, "Delta-stepping", J. Algorithms 49(1), 2003; Zhang et al., "Optimizing
 * ordered graph algorithms with GraphIt", CGO 2020, for going on within a bucket; Cherkassky and Goldberg,
 * "Negative-cycle detection algorithms", Math. Programming 85, 1999. */
#include <float.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress.h"
#include "cpu/paths/exact_paths.h"
#include "cpu/paths/paths.h"

/* A thread's lists of vertices by bucket, of the buckets from `first` on; later ones go round. */
enum { BINS = 64 };

enum {
    SHARED = 256,      /* vertices of a bucket from which threads share them */
    MOST_LOCAL = 1024, /* vertices with which a thread goes on in the same bucket */
    LARGE = 1 << 16    /* elements of an array from which threads share it */
};

enum { REPORT_EACH = 4096 }; /* vertices of a search by one thread between two reports of progress */
#define ALMOST_ALL 0.999

struct bin {
    int32_t *vertex;
    int64_t *bucket; /* of each vertex when it came */
    int64_t count, room;
};

struct bins {
    struct bin bin[BINS]; /* bucket b is in bin b % BINS */
    int64_t begin, taken; /* where its part of the next front is */
};

static int64_t bucket_of(double quotient) { return quotient < 4e18 ? (int64_t)quotient : (int64_t)4e18; }

static graph_status bin_add(struct bins *bins, int64_t number, int32_t vertex)
{
    struct bin *bin = &bins->bin[number % BINS];
    graph_status status = GRAPH_OK;
    if (bin->count == bin->room) {
        GRAPH_TRY(GRAPH_RESIZE(bin->vertex, 2 * bin->room + 64));
        GRAPH_TRY(GRAPH_RESIZE(bin->bucket, 2 * bin->room + 64));
        bin->room = 2 * bin->room + 64;
    }
    bin->vertex[bin->count] = vertex;
    bin->bucket[bin->count++] = number;
done:
    return status;
}

/* Moves the vertices of one bucket out of a bin; gives their number. */
static int64_t bin_take(struct bin *bin, int64_t bucket, int32_t *vertex)
{
    int64_t taken = 0, remaining = 0;
    for (int64_t k = 0; k < bin->count; k++) {
        if (bin->bucket[k] == bucket) {
            vertex[taken++] = bin->vertex[k];
        } else {
            bin->bucket[remaining] = bin->bucket[k];
            bin->vertex[remaining++] = bin->vertex[k];
        }
    }
    bin->count = remaining;
    return taken;
}

/* The least bucket from *bucket on that has vertices, or INT64_MAX. */
static int64_t least_bucket(const struct bins *bins, int threads, int64_t bucket)
{
    int64_t least = INT64_MAX;
    for (int b = 0; b < BINS && least >= bucket + BINS; b++)
        for (int t = 0; t < threads; t++) {
            const struct bin *bin = &bins[t].bin[(bucket + b) % BINS];
            for (int64_t k = 0; k < bin->count && least > bucket + b; k++)
                least = bin->bucket[k] < least ? bin->bucket[k] : least;
        }
    return least;
}

/* Moves the vertices of the least bucket that has some into *front. */
static graph_status bins_next(struct bins *bins, int threads, int64_t *bucket, int32_t **front,
                              int64_t *active, int64_t *room)
{
    const int64_t least = least_bucket(bins, threads, *bucket);
    int64_t count = 0;
    graph_status status = GRAPH_OK;
    *active = 0;
    if (least == INT64_MAX)
        goto done;
    for (int t = 0; t < threads; t++) {
        bins[t].begin = count;
        count += bins[t].bin[least % BINS].count;
    }
    if (count > *room) {
        GRAPH_TRY(GRAPH_RESIZE(*front, 2 * count));
        *room = 2 * count;
    }
#pragma omp parallel for num_threads(threads) schedule(static, 1) if (count > LARGE)
    for (int t = 0; t < threads; t++)
        bins[t].taken = bin_take(&bins[t].bin[least % BINS], least, *front + bins[t].begin);
    for (int t = 0; t < threads; t++) { /* no bin has moved behind what it gives */
        memmove(*front + *active, *front + bins[t].begin, (size_t)bins[t].taken * sizeof **front);
        *active += bins[t].taken;
    }
    *bucket = least;
done:
    return status;
}

static void bins_release(struct bins *bins, int threads)
{
    for (int t = 0; bins != NULL && t < threads; t++)
        for (int b = 0; b < BINS; b++) {
            graph__free(bins[t].bin[b].vertex);
            graph__free(bins[t].bin[b].bucket);
        }
    graph__free(bins);
}

#define EACH_DISTANCE "cpu/paths/sssp.inc"
#include "cpu/common/each_distance.inc"

graph_status graph__cpu_sssp(struct graph_sssp_request *r)
{
    return r->type == GRAPH_INT32   ? run_int32(r)
           : r->type == GRAPH_INT64 ? run_int64(r)
           : r->type == GRAPH_FP32  ? run_fp32(r)
                                    : run_fp64(r);
}
