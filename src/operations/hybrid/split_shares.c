/* See split_shares.h.
 *
 * GRAPH_SPLIT_DYNAMIC: with the speeds seen so far the rest would end at one moment if the CPU took the share s of it; it
 * takes half of that, so that speeds may still change, and nothing once that is less than is worth a start.
 * GRAPH_SPLIT_HEURISTIC: both parts take a sample, and what it shows settles the border.  The others settle it at once.
 * Matam, Bharadwaj, Kothapalli, "Sparse matrix matrix multiplication on hybrid CPU+GPU platforms", HiPC 2012, 4.2. */
#include "operations/hybrid/split_shares.h"

#include <string.h>

#include "base/memory.h"
#include "base/search.h"

/* A sample is a part of all products, and what the CPU begins with a smaller one still. */
enum {
    SAMPLE = 32,
    FIRST_OF_CPU = 256,
    LARGEST_FIRST = 1 << 18,
    LEAST_PRODUCTS = 1 << 12,
    LEAST_PART_OF_DEVICE = 4
};
/* The least seconds that are worth a start. */
#define LEAST_OF_CPU    0.4e-3
#define LEAST_OF_DEVICE 0.3e-3

/* Lengths of the rows of B in a byte each, so that the table stays in cache where the starts do not: LONG_ROW stands for
 * so many and more. */
enum { LONG_ROW = UINT8_MAX, BLOCK_ROWS = 1024, ROWS_FOR_THREADS = 1 << 15 };

static graph_status short_lengths(uint8_t **lengths, const struct graph_csr *B, int threads)
{
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(*lengths, B->rows));
#pragma omp parallel for num_threads(threads) schedule(static) if (B->rows > ROWS_FOR_THREADS)
    for (int64_t k = 0; k < B->rows; k++) {
        int64_t length = B->row_start[k + 1] - B->row_start[k];
        (*lengths)[k] = (uint8_t)(length < LONG_ROW ? length : LONG_ROW);
    }
done:
    return status;
}

graph_status graph__shares_count(int64_t **counted, const struct graph_csr *A, const struct graph_csr *B,
                                 int threads)
{
    int64_t rows = A->rows, blocks = (rows + BLOCK_ROWS - 1) / BLOCK_ROWS, sum = 0;
    int64_t *products;
    uint8_t *lengths = NULL;
    graph_status status;
    GRAPH_TRY(short_lengths(&lengths, B, threads));
    GRAPH_TRY(GRAPH_NEW(*counted, rows + 1));
    products = *counted;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 4) if (rows > ROWS_FOR_THREADS)
    for (int64_t block = 0; block < blocks; block++) {
        int64_t last = (block + 1) * BLOCK_ROWS < rows ? (block + 1) * BLOCK_ROWS : rows, of_block = 0;
        for (int64_t i = block * BLOCK_ROWS; i < last; i++) {
            for (int64_t k = A->row_start[i]; k < A->row_start[i + 1]; k++) {
                int32_t j = A->column[k];
                of_block += lengths[j] < LONG_ROW ? lengths[j] : B->row_start[j + 1] - B->row_start[j];
            }
            products[i + 1] = of_block;
        }
    }
    products[0] = 0;
    for (int64_t block = 0; block < blocks; block++) {
        int64_t last = (block + 1) * BLOCK_ROWS < rows ? (block + 1) * BLOCK_ROWS : rows,
                of_block = products[last];
        for (int64_t i = block * BLOCK_ROWS; i < last; i++)
            products[i + 1] += sum;
        sum += of_block;
    }
done:
    graph__free(lengths);
    return status;
}

/* The row from which on the rows have the share of the products of low .. high - 1. */
static int64_t border_of(const int64_t *products, int64_t low, int64_t high, double share)
{
    if (share <= 0)
        return high;
    if (share >= 1)
        return low;
    double all = (double)(products[high] - products[low]);
    return graph__lower_bound_wide(products, low, high, products[low] + (int64_t)(all * (1 - share)));
}

void graph__shares_open(struct graph_shares *s, const int64_t *products, int64_t rows, graph_split split,
                        double share)
{
    bool is_settled = split != GRAPH_SPLIT_DYNAMIC && split != GRAPH_SPLIT_HEURISTIC;
    *s = (struct graph_shares){
        .products = products, .split = split, .all = products[rows], .border = -1, .cpu_first = rows};
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->moved, NULL);
    if (is_settled)
        s->border = border_of(products, 0, rows, share);
}

void graph__shares_close(struct graph_shares *s)
{
    pthread_cond_destroy(&s->moved);
    pthread_mutex_destroy(&s->lock);
}

static double rate(const struct graph_shares *s, enum graph_split_part part)
{
    return s->busy[part] > 0 ? (double)s->done[part] / s->busy[part] : 0;
}

/* The CPU's part of all that both do in a second; 0 while a speed is unknown. */
static double share_of_cpu(const struct graph_shares *s)
{
    double cpu = rate(s, GRAPH_PART_CPU), device = rate(s, GRAPH_PART_DEVICE);
    return cpu > 0 && device > 0 ? cpu / (cpu + device) : 0;
}

static int64_t remaining(const struct graph_shares *s)
{
    return s->products[s->cpu_first] - s->products[s->device_end];
}

static int64_t least(int64_t x, int64_t y) { return x < y ? x : y; }

/* How many products the CPU begins with. */
static int64_t first_of_cpu(const struct graph_shares *s)
{
    int64_t part = remaining(s) / FIRST_OF_CPU;
    return part > LARGEST_FIRST ? LARGEST_FIRST : part > LEAST_PRODUCTS ? part : LEAST_PRODUCTS;
}

static int64_t dynamic_part_of_cpu(const struct graph_shares *s)
{
    double share = share_of_cpu(s);
    if (s->done[GRAPH_PART_CPU] == 0)
        return first_of_cpu(s);
    if (share == 0)
        return least(s->done[GRAPH_PART_CPU],
                     remaining(s) / 16); /* as much as before: the device has not answered yet */
    double fair = share * (double)remaining(s), start = LEAST_OF_CPU * rate(s, GRAPH_PART_CPU);
    return fair < start ? 0 : (int64_t)(fair / 2 > start ? fair / 2 : start);
}

static int64_t dynamic_part_of_device(const struct graph_shares *s, int64_t most)
{
    double share = share_of_cpu(s);
    if (share == 0)
        return most;
    /* The CPU is at work on some of what is not done. */
    int64_t of_cpu = s->all - s->products[s->cpu_first] - s->done[GRAPH_PART_CPU];
    double fair = (1 - share) * (double)(remaining(s) + of_cpu),
           start = LEAST_OF_DEVICE * rate(s, GRAPH_PART_DEVICE);
    double part = fair < 2 * start ? fair : fair / 2, smallest = (double)remaining(s) / LEAST_PART_OF_DEVICE;
    /* One slow product shall not reduce its chunks to crumbs. */
    part = part > smallest ? part : smallest;
    part = part > start ? part : start;
    return part < (double)most ? (int64_t)part + LEAST_PRODUCTS : most;
}

/* The border, once both parts have done their samples. */
static void settle(struct graph_shares *s)
{
    double share = share_of_cpu(s);
    if (s->border < 0 && share > 0)
        s->border = border_of(s->products, s->device_end, s->cpu_first, share);
}

bool graph__shares_take(int64_t *first, int64_t *end, struct graph_shares *s, enum graph_split_part part,
                        int64_t most)
{
    int64_t work = part == GRAPH_PART_DEVICE ? most : INT64_MAX;
    pthread_mutex_lock(&s->lock);
    if (s->split == GRAPH_SPLIT_HEURISTIC) {
        settle(s);
        if (s->border < 0 && part == GRAPH_PART_DEVICE)
            work = least(work, s->products[s->cpu_first] / SAMPLE + 1);
        else if (s->border < 0 && s->done[part] == 0)
            work = first_of_cpu(s);
        while (s->border < 0 && part == GRAPH_PART_CPU && s->done[part] > 0 && !s->is_stopped &&
               s->device_end < s->cpu_first) {
            pthread_cond_wait(&s->moved, &s->lock);
            settle(s);
        }
    } else if (s->split == GRAPH_SPLIT_DYNAMIC)
        work = part == GRAPH_PART_CPU ? dynamic_part_of_cpu(s) : dynamic_part_of_device(s, most);
    int64_t low = s->device_end, high = s->cpu_first;
    if (s->border >= 0 && part == GRAPH_PART_DEVICE)
        high = s->border;
    if (s->border >= 0 && part == GRAPH_PART_CPU)
        low = s->border;
    bool is_any = !s->is_stopped && low < high && work > 0;
    if (is_any && part == GRAPH_PART_DEVICE) {
        *first = low;
        *end = s->products[high] - s->products[low] <= work
                   ? high
                   : graph__lower_bound_wide(s->products, low + 1, high, s->products[low] + work);
        s->device_end = *end;
    } else if (is_any) {
        *end = high;
        *first =
            s->products[high] - s->products[low] <= work
                ? low
                : least(graph__lower_bound_wide(s->products, low, high, s->products[high] - work), high - 1);
        s->cpu_first = *first;
    }
    pthread_cond_broadcast(&s->moved);
    pthread_mutex_unlock(&s->lock);
    return is_any;
}

void graph__shares_give_back(struct graph_shares *s, int64_t end)
{
    pthread_mutex_lock(&s->lock);
    s->device_end = end;
    pthread_mutex_unlock(&s->lock);
}

void graph__shares_done(struct graph_shares *s, enum graph_split_part part, int64_t products, double seconds)
{
    pthread_mutex_lock(&s->lock);
    s->done[part] = products;
    s->busy[part] = seconds;
    pthread_cond_broadcast(&s->moved);
    pthread_mutex_unlock(&s->lock);
}

void graph__shares_stop(struct graph_shares *s)
{
    pthread_mutex_lock(&s->lock);
    s->is_stopped = true;
    pthread_cond_broadcast(&s->moved);
    pthread_mutex_unlock(&s->lock);
}
