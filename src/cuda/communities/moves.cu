/* Local moving, all rounds of a level in one cooperative launch.  In each step the queued vertices choose (tables.cuh);
 * after a barrier those that may go move, and queue the neighbours that were not active: for this round where their step
 * is a later one, else for the next round.  Everything is sums and sets of integers, so that the outcome does not depend
 * on the order.  See graph_louvain for the rules.
 *
 * Source: Gottesbueren, Hamann, "Deterministic parallel hypergraph partitioning", Euro-Par 2022. */
#include "cuda/communities/edges.cuh"

namespace
{

/* Appends the vertices of the lanes with is_new to their queues; by whole warps.  Those of later steps
 * are queued for this round, the others for the next one. */
DEVICE void queue_up(const level_arguments &a, bool is_new, int32_t v, int round, int step)
{
    if (__ballot_sync(ALL_LANES, is_new) == 0)
        return;
    const int bin = is_new ? a.bin[v] : LEVEL_NO_BIN, parity = (round + (bin / LEVEL_CLASSES <= step)) % 2;
    const unsigned same = __match_any_sync(ALL_LANES, bin);
    const int leader = __ffs((int)same) - 1;
    unsigned place = 0;
    if (is_new && leader == lane_of_warp())
        place = atomicAdd(&a.control->count[parity][bin], (unsigned)__popc(same));
    place = __shfl_sync(ALL_LANES, place, leader) + __popc(same & ((1u << lane_of_warp()) - 1));
    if (is_new)
        a.queue[parity][a.control->begin[bin] + place] = v;
}

/* Moves what has chosen to go; counts those, and those that wait. */
template <typename W>
DEVICE void move_all(const level_arguments &a, const level_step &s, const unsigned *count,
                     level_room<W> *room)
{
    const int round = s.round, step = s.step;
    int moved = 0, waiting = 0;
    auto take = [&](int32_t v, int32_t to) {
        queue_up(a, to == WAITS, v, round, step);
        waiting += to == WAITS;
        if (to < 0)
            return false;
        const int32_t from = a.community[v];
        const W k = array_of<W>(a.degree)[v];
        moved++;
        a.community[v] = to;
        add_to(&array_of<W>(a.sum)[from], -k);
        add_to(&array_of<W>(a.sum)[to], k);
        return true;
    };
    auto activate = [&](bool is_edge, int64_t k, int32_t v, int32_t) {
        bool is_new = false;
        int32_t u = 0;
        if (is_edge)
            u = a.column[k];
        if (is_edge && u != v) {
            const uint32_t bit = 1u << u % 32;
            is_new = (*(volatile uint32_t *)&a.is_active[u / 32] & bit) == 0 &&
                     (atomicOr(&a.is_active[u / 32], bit) & bit) == 0;
        }
        queue_up(a, is_new, u, round, step);
    };
    visit_moved<W>(a, s, count, room, take, activate);
    moved = __reduce_add_sync(ALL_LANES, moved);
    waiting = __reduce_add_sync(ALL_LANES, waiting);
    if (lane_of_warp() == 0 && moved > 0)
        atomicAdd(&a.control->moved, (unsigned long long)moved);
    if (lane_of_warp() == 0 && waiting > 0)
        atomicAdd(&a.control->waiting, (unsigned long long)waiting);
}

DEVICE uint64_t now(const unsigned long long *x) { return *(const volatile unsigned long long *)x; }

template <typename W> DEVICE void move_level(const level_arguments &a)
{
    extern __shared__ __align__(16) unsigned char shared[];
    level_room<W> *room = (level_room<W> *)shared;
    unsigned long long arrivals = 0;
    uint64_t moved = 0, waiting = 0;
    int round = 0;
    const unsigned listed = a.control->begin[LEVEL_BINS];
    const bool is_large = listed >= (unsigned)a.large;
    const int rounds = is_large ? a.large_rounds : a.most_rounds;
    const uint64_t least = is_large ? listed >> a.least_bits : 0;
    while (round < rounds) {
        for (int step = 0; step < LEVEL_STEPS; step++) {
            unsigned *queued = a.control->count[round % 2] + step * LEVEL_CLASSES, count[LEVEL_CLASSES],
                     all = 0;
#pragma unroll
            for (int c = 0; c < LEVEL_CLASSES; c++) {
                count[c] = *(volatile unsigned *)&queued[c];
                all += count[c];
            }
            if (all == 0)
                continue;
            const level_step s = {round, step, false, a.queue[round % 2], a.target};
            choose_all<W>(a, s, count, room, arrivals);
            grid_barrier(&a.control->arrivals, arrivals);
            if (blockIdx.x == 0 && threadIdx.x < LEVEL_CLASSES)
                queued[threadIdx.x] = 0;
            forget_rows(a, count[LEVEL_LONG]);
            move_all<W>(a, s, count, room);
            grid_barrier(&a.control->arrivals, arrivals);
        }
        round++;
        const uint64_t moved_now = now(&a.control->moved), waiting_now = now(&a.control->waiting);
        const bool ends = moved_now - moved + waiting_now - waiting == 0 || moved_now - moved < least;
        moved = moved_now;
        waiting = waiting_now;
        if (ends)
            break;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0)
        a.control->rounds = round;
}

__global__ void __launch_bounds__(LEVEL_THREADS, 2) move_narrow(struct level_arguments a)
{
    move_level<int32_t>(a);
}
__global__ void __launch_bounds__(LEVEL_THREADS, 2) move_wide(struct level_arguments a)
{
    move_level<int64_t>(a);
}

} // namespace

extern "C" const void *const graph__cuda_level_move[] = {(const void *)move_narrow, (const void *)move_wide};

extern "C" size_t graph__cuda_level_shared_bytes(int is_wide)
{
    return is_wide ? sizeof(level_room<int64_t>) : sizeof(level_room<int32_t>);
}

extern "C" size_t graph__cuda_level_gain_bytes(int is_wide)
{
    return is_wide ? sizeof(label_gain<int64_t>) : sizeof(label_gain<int32_t>);
}
