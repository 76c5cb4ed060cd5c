/* See published_shares.h.
 *
 * In each round all ways run, in an order that changes, so that drift affects all of them equally; each runs twice, of
 * which the second is timed, since the first finds threads and memory in the state that another way caused.  Ways that take
 * more than twice as long as the fastest run in every fourth round.  A time is the median of the rounds.  The dynamic split
 * has some products before to learn from.
 *
 * The least of many medians, each of them off by some percent, is below what any share takes, so nothing could be as fast
 * as the best of a sweep even if it were the same share.  Therefore the share that is lowest in the even rounds counts with
 * its time in the odd ones, and the other way round; the best time is the mean of both. */
#include "bench/published/published_shares.h"

#include <math.h>
#include <string.h>

#include "bench/support/bench.h"

enum { LEAST_ROUNDS = 8, ROUNDS_OF_SLOW = 4, LESSONS = 48 };

static void multiply(graph_matrix **C, const struct published_way *way, const graph_matrix *A,
                     const graph_matrix *B)
{
    graph_arrays arrays = {.size = sizeof arrays};
    BENCH_OK(graph_spgemm(C, graph_semiring_by_name("plus_times_fp64"), A, B, &way->descriptor));
    BENCH_OK(graph_matrix_export(&arrays, *C, GRAPH_CSR, GRAPH_BORROW));
}

static void run_untimed(const struct published_way *way, const graph_matrix *A, const graph_matrix *B)
{
    graph_matrix *C = NULL;
    multiply(&C, way, A, B);
    graph_matrix_release(&C);
}

/* Milliseconds of a product, and the product. */
static double look(struct bench_product *product, struct published_way *way, const graph_matrix *A,
                   const graph_matrix *B)
{
    graph_matrix *C = NULL;
    double begin = bench_seconds(), ms;
    multiply(&C, way, A, B);
    ms = 1e3 * (bench_seconds() - begin);
    BENCH_OK(graph_matrix_entries(&way->entries, C));
    *product = bench_product_of(C);
    graph_matrix_release(&C);
    return ms;
}

static double time_product(struct published_way *way, const graph_matrix *A, const graph_matrix *B)
{
    graph_operation_stats stats = {.size = sizeof stats};
    double ms = 0;
    for (int repeat = 0; repeat < 2; repeat++) {
        graph_matrix *C = NULL;
        double begin = bench_seconds();
        multiply(&C, way, A, B);
        ms = 1e3 * (bench_seconds() - begin);
        BENCH_OK(graph_stats(&stats));
        graph_matrix_release(&C);
    }
    way->ms[way->rounds] = ms;
    way->share[way->rounds++] = stats.cpu_share;
    return ms;
}

static void shuffle(int *order, int count, uint64_t *seed)
{
    for (int k = count - 1; k > 0; k--) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        int other = (int)((*seed >> 33) % (uint64_t)(k + 1)), here = order[k];
        order[k] = order[other];
        order[other] = here;
    }
}

/* Ends the program unless the product of a way, which is closed, is that of the first. */
static void compare(int way, struct bench_product *product, const struct bench_product *first,
                    graph_matrix *A)
{
    graph_arrays arrays = {.size = sizeof arrays};
    char what[32];
    snprintf(what, sizeof what, "way %d", way);
    BENCH_OK(graph_matrix_export(&arrays, A, GRAPH_CSR, GRAPH_BORROW));
    bench_check(arrays.start_bits == 64, "row starts of %d bits", arrays.start_bits);
    bench_product_same(what, product, first, arrays.row);
    bench_product_close(product);
}

void published_time_rounds(struct published_way *way, int count, graph_matrix *A, const graph_matrix *B,
                           int rounds, double seconds)
{
    int order[MOST_WAYS];
    double fastest[MOST_WAYS], least = INFINITY;
    uint64_t seed = 1;
    struct bench_product first = {0};
    bench_check(count <= MOST_WAYS, "too many ways");
    for (int k = 0; k < count; k++) {
        order[k] = k;
        for (int lesson = way[k].descriptor.split == GRAPH_SPLIT_DYNAMIC ? LESSONS : 1; lesson > 0; lesson--)
            run_untimed(&way[k], A, B);
        struct bench_product product;
        fastest[k] = look(k == 0 ? &first : &product, &way[k], A, B);
        least = fmin(least, fastest[k]);
        if (k > 0)
            compare(k, &product, &first, A);
    }
    bench_product_close(&first);
    rounds = rounds < MOST_ROUNDS - way[0].rounds ? rounds : MOST_ROUNDS - way[0].rounds;
    double begin = bench_seconds();
    for (int round = 0; round < rounds; round++) {
        if (round >= LEAST_ROUNDS && bench_seconds() - begin > seconds)
            break;
        shuffle(order, count, &seed);
        for (int n = 0; n < count; n++) {
            int k = order[n];
            if (fastest[k] > 2 * least && round % ROUNDS_OF_SLOW > 0 && round > 1)
                continue;
            fastest[k] = fmin(fastest[k], time_product(&way[k], A, B));
            least = fmin(least, fastest[k]);
        }
    }
}

/* Of every `step`-th round from the first on. */
static double median(const double *of, int first, int count, int step)
{
    double some[MOST_ROUNDS];
    int n = 0;
    for (int k = first; k < count; k += step)
        some[n++] = of[k];
    return bench_median(some, n);
}

double published_median_ms(const struct published_way *way) { return median(way->ms, 0, way->rounds, 1); }

double published_median_share(const struct published_way *way)
{
    return median(way->share, 0, way->rounds, 1);
}

static double of_half(const struct published_way *way, int half)
{
    return median(way->ms, way->rounds > 1 ? half : 0, way->rounds, 2);
}

double published_best_ms(const struct published_way *way, int count)
{
    double sum = 0;
    for (int half = 0; half < 2; half++) {
        int best = 0;
        for (int k = 1; k < count; k++)
            if (of_half(&way[k], half) < of_half(&way[best], half))
                best = k;
        sum += of_half(&way[best], 1 - half);
    }
    return sum / 2;
}

double published_noise(const struct published_way *way, int count)
{
    double differ[MOST_WAYS];
    for (int k = 0; k < count; k++)
        differ[k] = 100 * fabs(of_half(&way[k], 0) / of_half(&way[k], 1) - 1);
    return bench_median(differ, count);
}
