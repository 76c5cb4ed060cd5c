/* Breadth-first search from up to 1,024 sources at once, all levels in one launch: a bit for each source.
 *
 * seen(v), frontier(v) and next(v) are rows of bits.  One level is
 *     next(v) = (or of frontier(u) over the edges u -> v) and not seen(v);   seen(v) |= next(v)
 * over the rows of the reverse graph (pull).  Only rows of active vertices are valid, so rows need no clearing; a bitmap
 * that fits the first-level cache shows which are active.  A frontier with a small share of the edges first marks the
 * vertices that its edges lead to, and only those are pulled.  A row ends as soon as no source is missing.
 * Level 2 often comes from a small number of vertices of high degree; then it follows the edges out (push).  A row of bits
 * belongs to 1 to 8 lanes; the warp reads longer lists of edges, the block the longest.
 *
 * The level of a vertex is stored as binary digits in planes: level d costs an `or` for each binary 1 of d.
 * Source: Then et al., "The more the merrier: efficient multi-source graph traversal", VLDB 2015. */
#include "cuda/bfs/bfs_multi_push.cuh"
#include "cuda/primitives/grid_barrier.cuh"
#include "cuda/primitives/warp.cuh"

namespace
{

enum {
    UNROLL = 4, /* edges in flight; 2 and 8 were not faster (docs/gpu-runs/algorithms.md) */
    CHUNK = UNROLL * WARP,
    WARPS = MULTI_THREADS / WARP,
    GROUP = 8 /* tiles of a sparse level that a warp takes at a time */
};

/* The words of one lane. */
template <int WORDS> struct alignas(4 * WORDS) bits {
    uint32_t word[WORDS];
};

template <int WORDS> DEVICE bits<WORDS> &operator|=(bits<WORDS> &x, const bits<WORDS> &y)
{
#pragma unroll
    for (int k = 0; k < WORDS; k++)
        x.word[k] |= y.word[k];
    return x;
}

/* In shared memory. */
struct block_memory {
    int32_t list[WARPS][CHUNK]; /* active vertices with an edge into the row that a warp reads */
    int32_t vertex[WARPS][GROUP * 32];
    uint32_t row[MULTI_WORDS], alive[MULTI_WORDS];
    int32_t todo[MULTI_THREADS]; /* long rows of this level */
    int todos;
    unsigned long long edges;
    unsigned active;
    bfs_multi_counters all;
};

DEVICE bool is_set(const uint32_t *bitmap, int32_t v) { return (bitmap[v >> 5] >> (v & 31) & 1) != 0; }

#define METHOD __device__ __forceinline__

/* The state of a thread in one level.  A row has LANES lanes of WORDS words. */
template <int LANES, int WORDS> struct level {
    enum { ROWS = WARP / LANES }; /* of a warp */
    const bfs_multi_arguments &a;
    int depth;
    const uint32_t *active;
    uint32_t *next_active;
    const bits<WORDS> *frontier;
    bits<WORDS> *next, *seen;
    bits<WORDS> valid; /* sources with a vertex in the frontier; the others are done */
    bool is_dense;     /* most vertices are active */
    bool is_pushed;    /* a push has already filled `next` */
    int lane, part;    /* of the warp, of the row */
    int64_t edges;     /* out of vertices found by this lane */
    unsigned found;
    bits<WORDS> alive; /* sources that found them */

    METHOD bits<WORDS> &row(bits<WORDS> *matrix, int64_t v) const { return matrix[v * LANES + part]; }

    /* Whether the claim holds in every lane of the row. */
    METHOD bool all_of_row(bool claim) const
    {
        const unsigned mask = ((1u << LANES) - 1) << (lane - part);
        return (__ballot_sync(ALL_LANES, claim) & mask) == mask;
    }

    METHOD bool is_full(const bits<WORDS> &x, const bits<WORDS> &y) const
    {
        bool full = true;
#pragma unroll
        for (int k = 0; k < WORDS; k++)
            full = full && (~(x.word[k] | y.word[k]) & valid.word[k]) == 0;
        return full;
    }

    METHOD void read_columns(int32_t (&u)[UNROLL], int64_t k, int64_t end) const
    {
#pragma unroll
        for (int j = 0; j < UNROLL; j++)
            u[j] = k + j < end ? a.in_column[k + j] : -1;
    }

    /* x |= the frontier at the edges k .. end - 1 of each row, until no source is missing (returns true).  The next edges
     * are loaded meanwhile; in a dense frontier so are rows that may be inactive. */
    METHOD bool read_by_lanes(bits<WORDS> &x, const bits<WORDS> &old, int64_t k, int64_t end) const
    {
        int32_t u[UNROLL];
        bool is_done = false;
        read_columns(u, k, end);
        while (__any_sync(ALL_LANES, u[0] >= 0)) {
            bits<WORDS> y[UNROLL] = {};
            bool counts[UNROLL];
            int32_t ahead[UNROLL];
#pragma unroll
            for (int j = 0; j < UNROLL; j++) {
                counts[j] = u[j] >= 0 && is_set(active, u[j]);
                if (is_dense ? u[j] >= 0 : counts[j])
                    y[j] = frontier[(int64_t)u[j] * LANES + part];
            }
            read_columns(ahead, k += UNROLL, end);
#pragma unroll
            for (int j = 0; j < UNROLL; j++)
                if (counts[j])
                    x |= y[j];
            is_done = all_of_row(is_full(x, old));
#pragma unroll
            for (int j = 0; j < UNROLL; j++)
                u[j] = is_done ? -1 : ahead[j];
        }
        return is_done;
    }

    /* Ors the rows of all lanes of the warp; every lane gets the result. */
    METHOD void unite(bits<WORDS> &x) const
    {
        for (int step = LANES; step < WARP; step *= 2)
#pragma unroll
            for (int k = 0; k < WORDS; k++)
                x.word[k] |= __shfl_xor_sync(ALL_LANES, x.word[k], step);
    }

    /* x |= the frontier at the edges first .. end - 1, at most CHUNK; the warp shares them. */
    METHOD void read_chunk(bits<WORDS> &x, int64_t first, int64_t end, int32_t *list) const
    {
        int32_t u[UNROLL];
        int count = 0;
#pragma unroll
        for (int j = 0; j < UNROLL; j++) {
            int64_t k = first + j * WARP + lane;
            u[j] = k < end ? a.in_column[k] : -1;
        }
#pragma unroll
        for (int j = 0; j < UNROLL; j++)
            if (u[j] >= 0 && !is_set(active, u[j]))
                u[j] = -1;
#pragma unroll
        for (int j = 0; j < UNROLL; j++) {
            unsigned mask = __ballot_sync(ALL_LANES, u[j] >= 0);
            if (u[j] >= 0)
                list[count + __popc(mask & ((1u << lane) - 1))] = u[j];
            count += __popc(mask);
        }
        __syncwarp();
#pragma unroll 4
        for (int k = lane / LANES; k < count; k += WARP / LANES)
            x |= frontier[(int64_t)list[k] * LANES + part];
        __syncwarp();
    }

    /* Stores what is new in the row of v, for lanes with is_mine; returns whether anything is.  *closes: no source is
     * missing. */
    METHOD bool end_row(bool is_mine, int64_t v, bits<WORDS> x, bits<WORDS> old, bool *closes)
    {
        bool has_new = false;
#pragma unroll
        for (int k = 0; k < WORDS; k++) {
            x.word[k] &= ~old.word[k];
            has_new = has_new || x.word[k] != 0;
        }
        const bool is_old = all_of_row(!has_new), is_complete = all_of_row(is_full(x, old));
        const bool is_new = is_mine && !is_old;
        *closes = is_mine && is_complete;
        if (is_new) {
            row(next, v) = x;
            alive |= x;
            old |= x;
            row(seen, v) = old;
            for (int digit = 0; depth >> digit != 0 && a.plane[digit] != nullptr; digit++)
                if ((depth >> digit & 1) != 0)
                    row((bits<WORDS> *)a.plane[digit], v) |= x;
            if (part == 0) {
                edges += a.out_start[v + 1] - a.out_start[v];
                found++;
            }
        }
        return is_new;
    }

    /* How many edges of their rows the lanes read; the row of this lane has `count`. */
    METHOD int lane_edges_of(int64_t count) const
    {
        int most = MULTI_LANE_EDGES;
        for (; most < MULTI_MOST_LANE_EDGES; most *= 2) {
            const unsigned ended = __ballot_sync(ALL_LANES, part == 0 && count > most && count <= 2 * most);
            if (__popc(ended) * MULTI_HELP_COST < most)
                break;
        }
        return most;
    }

    /* Pulls the row of v, one vertex for every LANES lanes, for those with is_mine; returns whether it got new sources.
     * *closes: no source is missing. */
    METHOD bool pull_rows(bool is_mine, int64_t v, int32_t *list, bool *closes)
    {
        if (is_pushed) {
            bits<WORDS> known = {}, brought = {};
            if (is_mine) {
                known = row(seen, v);
                brought = row(next, v);
            }
            return end_row(is_mine, v, brought, known, closes);
        }
        int64_t first = is_mine ? a.in_start[v] : 0, end = is_mine ? a.in_start[v + 1] : 0;
        is_mine = is_mine && end - first < MULTI_LONG;
        bits<WORDS> old = {}, x = {};
        if (is_mine)
            old = row(seen, v);
        else
            end = first;
        const int most = lane_edges_of(end - first);
        const int64_t alone = end - first < most ? end : first + most;
        const bool is_done = read_by_lanes(x, old, first, alone);
        unsigned waiting = __ballot_sync(ALL_LANES, part == 0 && !is_done && end > alone);
        for (; waiting != 0; waiting &= waiting - 1) {
            const int owner = __ffs((int)waiting) - 1;
            int64_t from = __shfl_sync(ALL_LANES, alone, owner), to = __shfl_sync(ALL_LANES, end, owner);
            bits<WORDS> sum = {}, known = x;
            known |= old;
#pragma unroll
            for (int j = 0; j < WORDS; j++)
                known.word[j] = __shfl_sync(ALL_LANES, known.word[j], owner + part);
            for (bool goes_on = true; goes_on && from < to; from += CHUNK) {
                read_chunk(sum, from, to, list);
                unite(sum);
                goes_on = !__all_sync(ALL_LANES, is_full(sum, known));
            }
            if (lane / LANES == owner / LANES)
                x |= sum;
        }
        return end_row(is_mine, v, x, old, closes);
    }

    /* Pulls the vertices of a tile of 32 whose bits are set in `todo`. */
    METHOD void pull_tile(int64_t tile, uint32_t todo, int32_t *list)
    {
        uint32_t fresh = 0, full = 0;
        for (int base = 0; base < WARP; base += ROWS) {
            const uint32_t here = ROWS == 32 ? todo : todo >> base & ((1u << (ROWS % 32)) - 1);
            if (here == 0)
                continue;
            const int64_t v = tile * 32 + base + lane / LANES;
            bool closes;
            const bool is_new = pull_rows((here >> lane / LANES & 1) != 0, v, list, &closes);
            const unsigned new_rows = __ballot_sync(ALL_LANES, is_new),
                           full_rows = __ballot_sync(ALL_LANES, closes);
            const int leader = lane * LANES % 32;
            fresh |= __ballot_sync(ALL_LANES, lane < ROWS && (new_rows >> leader & 1) != 0) << base;
            full |= __ballot_sync(ALL_LANES, lane < ROWS && (full_rows >> leader & 1) != 0) << base;
        }
        if (lane == 0 && fresh != 0)
            atomicOr(&next_active[tile], fresh);
        if (lane == 0 && full != 0)
            atomicOr(&a.closed[tile], full);
    }

    /* The same for GROUP tiles with a small number of vertices, which are listed first; lane k has the bits of tile + k. */
    METHOD void pull_small(int64_t tile, uint32_t todo, int32_t *list, int32_t *vertex)
    {
        int count = 0;
#pragma unroll
        for (int k = 0; k < GROUP; k++) {
            const uint32_t word = __shfl_sync(ALL_LANES, todo, k);
            if ((word >> lane & 1) != 0)
                vertex[count + __popc(word & ((1u << lane) - 1))] = (int32_t)((tile + k) * 32 + lane);
            count += __popc(word);
        }
        __syncwarp();
        for (int base = 0; base < count; base += ROWS) {
            const int at = base + lane / LANES;
            const int32_t v = at < count ? vertex[at] : 0;
            bool closes;
            const bool is_new = pull_rows(at < count, v, list, &closes);
            if (part == 0 && is_new)
                atomicOr(&next_active[v >> 5], 1u << (v & 31));
            if (part == 0 && closes)
                atomicOr(&a.closed[v >> 5], 1u << (v & 31));
        }
        __syncwarp();
    }

    /* Pulls a vertex with at least MULTI_LONG edges in, by the whole block. */
    METHOD void pull_long(int64_t v, block_memory *shared)
    {
        const int warp = (int)threadIdx.x / WARP;
        const int64_t first = a.in_start[v], end = a.in_start[v + 1];
        bits<WORDS> old = row(seen, v), x = {};
        if (threadIdx.x < MULTI_WORDS)
            shared->row[threadIdx.x] = 0;
        __syncthreads();
        int64_t begin = first;
        for (int64_t each = CHUNK; begin < end; each *= 2) {
            const int64_t mine = begin + warp * each, stop = mine + each < end ? mine + each : end;
            for (int64_t k = mine; k < stop; k += CHUNK)
                read_chunk(x, k, stop, shared->list[warp]);
            unite(x);
            if (lane < LANES)
#pragma unroll
                for (int j = 0; j < WORDS; j++)
                    if (x.word[j] != 0)
                        atomicOr(&shared->row[part * WORDS + j], x.word[j]);
            __syncthreads();
#pragma unroll
            for (int j = 0; j < WORDS; j++)
                x.word[j] |= shared->row[part * WORDS + j];
            begin += WARPS * each;
            if (__syncthreads_and(is_full(x, old)))
                break;
        }
        if (warp == 0) {
            bool closes, is_new = end_row(lane < LANES, v, x, old, &closes);
            if (lane == 0 && is_new)
                atomicOr(&next_active[v >> 5], 1u << (v & 31));
            if (lane == 0 && closes)
                atomicOr(&a.closed[v >> 5], 1u << (v & 31));
        }
        __syncthreads();
    }
};

/* Marks the vertices that edges from active vertices lead to. */
DEVICE void mark(const bfs_multi_arguments &a, const uint32_t *active, uint32_t *marked)
{
    const int lane = lane_of_warp();
    const int64_t warps = threads_of_grid() / WARP;
    for (int64_t tile = ((int64_t)(threadIdx.x / WARP) * gridDim.x + blockIdx.x) * WARP; tile < a.tiles;
         tile += warps * WARP) {
        uint32_t rest = tile + lane < a.tiles ? active[tile + lane] : 0;
        while (__any_sync(ALL_LANES, rest != 0)) {
            int64_t first = 0;
            int count = 0;
            if (rest != 0) {
                const int64_t v = (tile + lane) * 32 + __ffs((int)rest) - 1;
                first = a.out_start[v];
                count = (int)(a.out_start[v + 1] - first);
            }
            rest &= rest - 1;
            const int sum = scan_warp(count), all = __shfl_sync(ALL_LANES, sum, WARP - 1);
            first -= sum - count;
            for (int base = 0; base < all; base += WARP) {
                const int e = base + lane, owner = search_warp(e, sum);
                const int64_t at = __shfl_sync(ALL_LANES, first, owner) + e;
                const int32_t v = e < all ? a.out_column[at] : -1;
                if (v >= 0 && !is_set(a.closed, v) && !is_set(marked, v))
                    atomicOr(&marked[v >> 5], 1u << (v & 31));
            }
        }
    }
}

/* Lists the long rows to do among number first + i * gridDim.x, for all threads i of the block; returns how many. */
DEVICE int list_long(const bfs_multi_arguments &a, const uint32_t *marked, int first, int rows,
                     block_memory *shared)
{
    const int64_t k = first + (int64_t)threadIdx.x * gridDim.x;
    const int32_t v = k < rows ? a.long_row[k] : -1;
    __syncthreads(); /* All threads have read the number of the last call. */
    if (threadIdx.x == 0)
        shared->todos = 0;
    __syncthreads();
    if (v >= 0 && !is_set(a.closed, v) && (marked == nullptr || is_set(marked, v)))
        shared->todo[atomicAdd(&shared->todos, 1)] = v;
    __syncthreads();
    return shared->todos;
}

/* Pulls the long rows of a level, by blocks. */
template <int LANES, int WORDS>
DEVICE void pull_long_rows(const bfs_multi_arguments &a, level<LANES, WORDS> &l, block_memory &shared,
                           const uint32_t *marked, bool is_sparse, bool is_pushed, int long_rows)
{
    for (int first = (int)blockIdx.x; !is_pushed && first < long_rows;
         first += MULTI_THREADS * (int)gridDim.x) {
        const int todos = list_long(a, is_sparse ? marked : nullptr, first, long_rows, &shared);
        for (int k = 0; k < todos; k++)
            l.pull_long(shared.todo[k], &shared);
    }
}

/* Adds the counts of a level: of the warps in shared memory, then of the blocks. */
template <int LANES, int WORDS>
DEVICE void add_counts(level<LANES, WORDS> &l, block_memory &shared, bfs_multi_counters *counters)
{
    l.unite(l.alive);
    if (l.lane < LANES)
#pragma unroll
        for (int k = 0; k < WORDS; k++)
            if (l.alive.word[k] != 0)
                atomicOr(&shared.alive[l.part * WORDS + k], l.alive.word[k]);
    const int64_t warp_edges = reduce_warp(l.edges);
    const unsigned warp_found = __reduce_add_sync(ALL_LANES, l.found);
    if (l.lane == 0 && warp_found > 0) {
        atomicAdd(&shared.edges, (unsigned long long)warp_edges);
        atomicAdd(&shared.active, warp_found);
    }
    __syncthreads();
    if (threadIdx.x < LANES * WORDS) {
        volatile uint32_t *all = &counters->alive[threadIdx.x];
        if ((shared.alive[threadIdx.x] & ~*all) != 0)
            atomicOr((uint32_t *)all, shared.alive[threadIdx.x]);
        shared.alive[threadIdx.x] = 0;
    }
    if (threadIdx.x == 0 && shared.active > 0) {
        atomicAdd(&counters->edges, shared.edges);
        atomicAdd(&counters->active, shared.active);
    }
}

template <int LANES, int WORDS> DEVICE void search(const bfs_multi_arguments &a)
{
    __shared__ block_memory shared;
    const bool is_first_thread = blockIdx.x == 0 && threadIdx.x == 0;
    const int warp = (int)threadIdx.x / WARP;
    const int64_t warps = threads_of_grid() / WARP;
    unsigned long long arrivals = 0;
    int depth = a.control->depth;
    unsigned active = a.control->last.active;
    int64_t edges = (int64_t)a.control->last.edges;
    const int long_rows = *a.long_rows;
    if (threadIdx.x < MULTI_WORDS)
        shared.alive[threadIdx.x] = 0;
    if (threadIdx.x == 0) {
        shared.edges = 0;
        shared.active = 0;
    }
    __syncthreads();
    bits<WORDS> valid;
#pragma unroll
    for (int k = 0; k < WORDS; k++)
        valid.word[k] = a.control->last.alive[lane_of_warp() % LANES * WORDS + k];
    while (active > 0 && depth < a.last_depth) {
        depth++;
        bfs_multi_counters *counters = &a.control->counters[depth % MULTI_COUNTERS];
        const bool is_sparse =
            edges + active < (a.edges + a.n) / MULTI_SPARSE_SHARE && edges < MULTI_MOST_MARKED;
        const bool is_pushed = depth == 2 && !is_sparse && active <= a.n / MULTI_PUSH_SHARE;
        level<LANES, WORDS> l = {a,
                                 depth,
                                 a.active[(depth - 1) % 3],
                                 a.active[depth % 3],
                                 (const bits<WORDS> *)a.frontier[(depth - 1) % 2],
                                 (bits<WORDS> *)a.frontier[depth % 2],
                                 (bits<WORDS> *)a.seen,
                                 valid,
                                 active > a.n / MULTI_DENSE_SHARE,
                                 is_pushed,
                                 lane_of_warp(),
                                 lane_of_warp() % LANES,
                                 0,
                                 0,
                                 {}};
        if (is_first_thread)
            a.control->counters[(depth + 2) % MULTI_COUNTERS] = {};
        uint32_t *marked = a.marked[depth % 2];
        if (is_pushed) {
            enum { TWOS = LANES * WORDS / 2 };
            uint32_t *next = a.frontier[depth % 2];
            list_pieces<TWOS>(a, l.active, next, &counters->pieces);
            grid_barrier(&a.control->arrivals, arrivals);
            push<TWOS>(a, a.frontier[(depth - 1) % 2], next, *(volatile unsigned *)&counters->pieces);
            grid_barrier(&a.control->arrivals, arrivals);
        }
        if (is_sparse) {
            mark(a, l.active, marked);
            grid_barrier(&a.control->arrivals, arrivals);
        }
        pull_long_rows(a, l, shared, marked, is_sparse, is_pushed, long_rows);
        /* In a dense level the work of tiles differs much: warps take them one by one. */
        const int64_t tiles = is_sparse ? GROUP : 1; /* at a time */
        const bool is_static = is_sparse || is_pushed;
        unsigned ahead = 0;
        for (int64_t tile = ((int64_t)warp * gridDim.x + blockIdx.x) * tiles; tile < a.tiles;
             tile = is_static ? tile + warps * tiles : warps + __shfl_sync(ALL_LANES, ahead, 0)) {
            if (!is_static && l.lane == 0)
                ahead = atomicAdd(&counters->tiles, 1u);
            const bool is_mine = l.lane < tiles && tile + l.lane < a.tiles;
            if (is_sparse) {
                const uint32_t todo = is_mine ? marked[tile + l.lane] & ~a.closed[tile + l.lane] : 0;
                if (__any_sync(ALL_LANES, todo != 0))
                    l.pull_small(tile, todo, shared.list[warp], shared.vertex[warp]);
            } else if (a.closed[tile] != ~0u)
                l.pull_tile(tile, ~a.closed[tile], shared.list[warp]);
            if (is_mine) {
                a.marked[(depth + 1) % 2][tile + l.lane] = 0;
                a.active[(depth + 1) % 3][tile + l.lane] = 0;
            }
        }
        add_counts(l, shared, counters);
        grid_barrier(&a.control->arrivals, arrivals);
        /* After the barrier: the compiler tests `shared.active > 0` of add_counts for the whole warp. */
        if (threadIdx.x == 0) {
            shared.edges = 0;
            shared.active = 0;
        }
        if (threadIdx.x < sizeof shared.all / sizeof(uint32_t))
            ((uint32_t *)&shared.all)[threadIdx.x] = ((volatile uint32_t *)counters)[threadIdx.x];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < WORDS; k++)
            valid.word[k] = shared.all.alive[l.part * WORDS + k];
        edges = (int64_t)shared.all.edges;
        active = shared.all.active;
    }
    if (is_first_thread && depth > a.control->depth) {
        a.control->depth = depth;
        a.control->last = shared.all;
    }
}

#define SEARCH(bits_, lanes, words_)                                                                         \
    __global__ void __launch_bounds__(MULTI_THREADS, 3)                                                      \
        bfs_multi_search_##bits_(struct bfs_multi_arguments a)                                               \
    {                                                                                                        \
        search<lanes, words_>(a);                                                                            \
    }
SEARCH(64, 1, 2)
SEARCH(256, 2, 4)
SEARCH(512, 4, 4)
SEARCH(1024, 8, 4)

} // namespace

extern "C" const void *const graph__cuda_bfs_multi_search[] = {
    (const void *)bfs_multi_search_64, (const void *)bfs_multi_search_256, (const void *)bfs_multi_search_512,
    (const void *)bfs_multi_search_1024};
