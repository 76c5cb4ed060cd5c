/* Random graphs.  Each number is Philox of the seed and its place, so edges are made in any order by any thread.
 *
 * Sources: Chakrabarti, Zhan, Faloutsos, SDM 2004; Watts, Strogatz, Nature 393, 1998; Barabasi, Albert, Science 286, 1999,
 * by the method of Sanders, Schulz, IPL 116(7), 2016. */
#include <math.h>

#include "algorithms/generators/generators.h"
#include "algorithms/generators/philox.h"

enum { LARGEST = 0x7fffffff, MOST_SCALE = 30 };

/* What a number is for: the high half of its counter begins with this. */
enum purpose { QUARTERS = 1, SHUFFLE = 2, ENDS = 3, REWIRING = 4, ATTACHMENT = 5 };

static uint64_t place_of(enum purpose purpose, uint64_t step) { return (uint64_t)purpose << 56 | step; }

static graph_status check_vertices(graph_index vertices)
{
    return vertices <= LARGEST ? GRAPH_OK
                               : graph__fail(GRAPH_E_NOT_SUPPORTED, "%llu vertices; the most are %d",
                                             (unsigned long long)vertices, LARGEST);
}

/* Quarters in units of 2^-32: below a, below a + b, below a + b + c. */
struct quarters {
    uint64_t a, ab, abc;
};

/* Both ends of edge k by quarters, 32 bits of randomness each, four of them from a place. */
static void quarter(int32_t *from, int32_t *to, uint64_t k, int scale, uint64_t seed,
                    const struct quarters *q)
{
    enum { WORDS = 4 };
    uint32_t row = 0, column = 0;
    for (int step = 0; step < scale; step += WORDS) {
        uint32_t word[WORDS], high = 0, right = 0;
        philox(word, seed, k, place_of(QUARTERS, (uint64_t)step / WORDS));
        for (int w = 0; w < WORDS; w++) {
            const uint64_t x = word[w];
            high = 2 * high + (x >= q->ab);
            right = 2 * right + ((x >= q->a) ^ (x >= q->ab) ^ (x >= q->abc));
        }
        const int steps = scale - step < WORDS ? scale - step : WORDS;
        row = row << steps | high >> (WORDS - steps);
        column = column << steps | right >> (WORDS - steps);
    }
    *from = (int32_t)row;
    *to = (int32_t)column;
}

/* A random order of the vertices: each number of 64 bits sorted, by a heap. */
struct keyed {
    uint64_t key;
    graph_index vertex;
};

static bool is_less(const struct keyed *x, const struct keyed *y)
{
    return x->key < y->key || (x->key == y->key && x->vertex < y->vertex);
}

static void sink(struct keyed *heap, graph_index root, graph_index count)
{
    for (graph_index child; (child = 2 * root + 1) < count; root = child) {
        const struct keyed up = heap[root];
        child += child + 1 < count && is_less(&heap[child], &heap[child + 1]);
        if (!is_less(&up, &heap[child]))
            return;
        heap[root] = heap[child];
        heap[child] = up;
    }
}

static graph_status shuffle(struct graph_ends *e, graph_index vertices, uint64_t seed, int threads)
{
    struct keyed *heap = NULL;
    graph_index *number = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(heap, vertices));
    GRAPH_TRY(GRAPH_NEW(number, vertices));
    for (graph_index v = 0; v < vertices; v++) {
        uint64_t pair[2];
        philox_pair(pair, seed, v, place_of(SHUFFLE, 0));
        heap[v] = (struct keyed){pair[0], v};
    }
    for (graph_index k = vertices / 2; k-- > 0;)
        sink(heap, k, vertices);
    for (graph_index k = vertices; k-- > 1;) {
        const struct keyed top = heap[0];
        heap[0] = heap[k];
        heap[k] = top;
        sink(heap, 0, k);
    }
    for (graph_index k = 0; k < vertices; k++)
        number[heap[k].vertex] = k;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (graph_index k = 0; k < e->count; k++) {
        e->from[k] = (int32_t)number[e->from[k]];
        e->to[k] = (int32_t)number[e->to[k]];
    }
done:
    graph__free(heap);
    graph__free(number);
    return status;
}

static void ends_free(struct graph_ends *e)
{
    graph__free(e->from);
    graph__free(e->to);
    *e = (struct graph_ends){.count = 0};
}

graph_status graph_generate_rmat(graph_matrix **A, int scale, graph_index edges,
                                 const graph_generator_options *options)
{
    graph_generator_options o;
    struct graph_ends e = {.count = 0};
    graph_status status;
    GRAPH_TRY(graph__generator_options(&o, A, options));
    if (scale < 0 || scale > MOST_SCALE)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "scale is %d; expected 0 .. %d", scale, MOST_SCALE);
    if (o.a == 0 && o.b == 0 && o.c == 0) {
        o.a = 0.57;
        o.b = o.c = 0.19;
    }
    if (!(o.a >= 0 && o.b >= 0 && o.c >= 0 && o.a + o.b + o.c <= 1))
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.a, b, c are %g, %g, %g; expected probabilities", o.a, o.b,
                   o.c);
    const struct quarters q = {(uint64_t)ldexp(o.a, 32), (uint64_t)ldexp(o.a + o.b, 32),
                               (uint64_t)ldexp(o.a + o.b + o.c, 32)};
    GRAPH_TRY(graph__ends_open(&e, edges));
#pragma omp parallel for num_threads(o.threads) schedule(static)
    for (graph_index k = 0; k < edges; k++)
        quarter(&e.from[k], &e.to[k], k, scale, o.seed, &q);
    if (o.is_shuffled)
        GRAPH_TRY(shuffle(&e, (graph_index)1 << scale, o.seed, o.threads));
    GRAPH_TRY(graph__ends_build(A, (graph_index)1 << scale, &e, o.is_undirected, o.has_loops, o.threads));
done:
    ends_free(&e);
    return status;
}

graph_status graph_generate_uniform(graph_matrix **A, graph_index vertices, graph_index edges,
                                    const graph_generator_options *options)
{
    graph_generator_options o;
    struct graph_ends e = {.count = 0};
    graph_status status;
    GRAPH_TRY(graph__generator_options(&o, A, options));
    GRAPH_TRY(check_vertices(vertices));
    edges = vertices > 0 ? edges : 0;
    GRAPH_TRY(graph__ends_open(&e, edges));
#pragma omp parallel for num_threads(o.threads) schedule(static)
    for (graph_index k = 0; k < edges; k++) {
        uint64_t pair[2];
        philox_pair(pair, o.seed, k, place_of(ENDS, 0));
        e.from[k] = (int32_t)philox_below(pair[0], vertices);
        e.to[k] = (int32_t)philox_below(pair[1], vertices);
    }
    GRAPH_TRY(graph__ends_build(A, vertices, &e, o.is_undirected, o.has_loops, o.threads));
done:
    ends_free(&e);
    return status;
}

graph_status graph_generate_small_world(graph_matrix **A, graph_index vertices, graph_index neighbours,
                                        double rewired, const graph_generator_options *options)
{
    graph_generator_options o;
    struct graph_ends e = {.count = 0};
    graph_status status;
    GRAPH_TRY(graph__generator_options(&o, A, options));
    GRAPH_TRY(check_vertices(vertices));
    if (neighbours > 0 && neighbours >= (vertices + 1) / 2)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "neighbours is %llu; expected less than half of %llu vertices",
                   (unsigned long long)neighbours, (unsigned long long)vertices);
    if (!(rewired >= 0 && rewired <= 1))
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "rewired is %g; expected 0 .. 1", rewired);
    GRAPH_TRY(graph__ends_open(&e, vertices * neighbours));
#pragma omp parallel for num_threads(o.threads) schedule(static)
    for (graph_index k = 0; k < vertices * neighbours; k++) {
        const graph_index v = k / neighbours, step = k % neighbours + 1;
        uint64_t pair[2];
        philox_pair(pair, o.seed, k, place_of(REWIRING, 0));
        e.from[k] = (int32_t)v;
        e.to[k] = (int32_t)((double)(pair[0] >> 11) * 0x1p-53 < rewired ? philox_below(pair[1], vertices)
                                                                        : (v + step) % vertices);
    }
    GRAPH_TRY(graph__ends_build(A, vertices, &e, true, o.has_loops, o.threads));
done:
    ends_free(&e);
    return status;
}

/* The vertex at place `place` of the list of all ends: place 2 e is the first end of edge e, and place 2 e + 1 the second,
 * which was drawn from the places before the edges of its vertex. */
static graph_index end_at(uint64_t place, graph_index attached, uint64_t seed)
{
    while (place % 2 == 1) {
        const uint64_t edge = place / 2, v = edge / attached;
        uint64_t pair[2];
        if (v == 0)
            return 0;
        philox_pair(pair, seed, edge, place_of(ATTACHMENT, 0));
        place = philox_below(pair[0], 2 * v * attached);
    }
    return place / 2 / attached;
}

graph_status graph_generate_preferential(graph_matrix **A, graph_index vertices, graph_index attached,
                                         const graph_generator_options *options)
{
    graph_generator_options o;
    struct graph_ends e = {.count = 0};
    graph_status status;
    GRAPH_TRY(graph__generator_options(&o, A, options));
    GRAPH_TRY(check_vertices(vertices));
    if (attached == 0 || attached > LARGEST)
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "attached is %llu; expected 1 .. %d", (unsigned long long)attached,
                   LARGEST);
    GRAPH_TRY(graph__ends_open(&e, vertices * attached));
#pragma omp parallel for num_threads(o.threads) schedule(dynamic, 1024)
    for (graph_index k = 0; k < vertices * attached; k++) {
        e.from[k] = (int32_t)(k / attached);
        e.to[k] = (int32_t)end_at(2 * k + 1, attached, o.seed);
    }
    GRAPH_TRY(graph__ends_build(A, vertices, &e, true, false, o.threads));
done:
    ends_free(&e);
    return status;
}
