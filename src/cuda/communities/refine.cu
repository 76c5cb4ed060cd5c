/* Leiden's refinement, its sixteen steps in one cooperative launch.  In each step the vertices that are still alone choose a
 * part (tables.cuh); after a barrier they join, and after another one the weights of parts to the rest of their
 * communities follow.  See cpu/communities/refine.c for the rules.
 *
 * Source: Traag, Waltman, van Eck, Scientific Reports 9, 2019. */
#include "cuda/communities/edges.cuh"

namespace
{

template <typename W> DEVICE void refine_level(const level_arguments &a)
{
    extern __shared__ __align__(16) unsigned char shared[];
    level_room<W> *room = (level_room<W> *)shared;
    unsigned long long arrivals = 0;
    for (int step = 0; step < LEVEL_STEPS; step++) {
        unsigned count[LEVEL_CLASSES], all = 0;
#pragma unroll
        for (int c = 0; c < LEVEL_CLASSES; c++) {
            count[c] = a.control->members[step * LEVEL_CLASSES + c];
            all += count[c];
        }
        if (all == 0)
            continue;
        const level_step s = {0, step, true, a.list, a.target};
        const uint8_t mark = (uint8_t)(step + 1);
        choose_all<W>(a, s, count, room, arrivals);
        grid_barrier(&a.control->arrivals, arrivals);
        forget_rows(a, count[LEVEL_LONG]);
        auto join = [&](int32_t v, int32_t to) {
            if (to < 0)
                return false;
            const W k = array_of<W>(a.degree)[v];
            add_to(&array_of<W>(a.part_sum)[v], -k);
            add_to(&array_of<W>(a.part_sum)[to], k);
            add_to(&array_of<W>(a.outer)[to], array_of<W>(a.within)[v]);
            atomicSub(&a.size[v], 1);
            atomicAdd(&a.size[to], 1);
            a.part[v] = to;
            a.joined[v] = mark;
            return false;
        };
        visit_moved<W>(a, s, count, room, join, [](bool, int64_t, int32_t, int32_t) {});
        grid_barrier(&a.control->arrivals, arrivals);
        /* Each edge that is inside now is no part of the sums of its ends: those that both joined see it twice. */
        auto leave_out = [&](bool is_edge, int64_t k, int32_t v, int32_t to) {
            if (!is_edge)
                return;
            const int32_t u = a.column[k];
            const W w = weight_at<W>(a.weight, k);
            if (u != v && a.part[u] == to)
                add_to(&array_of<W>(a.outer)[to], a.joined[u] == mark ? -w : -2 * w);
        };
        visit_moved<W>(
            a, s, count, room, [](int32_t, int32_t to) { return to >= 0; }, leave_out);
        grid_barrier(&a.control->arrivals, arrivals);
    }
}

__global__ void __launch_bounds__(LEVEL_THREADS, 2) refine_narrow(struct level_arguments a)
{
    refine_level<int32_t>(a);
}
__global__ void __launch_bounds__(LEVEL_THREADS, 2) refine_wide(struct level_arguments a)
{
    refine_level<int64_t>(a);
}

/* Every vertex begins as one part. */
template <typename W> DEVICE void open_parts(const level_arguments &a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        array_of<W>(a.within)[v] = array_of<W>(a.outer)[v] = 0;
        array_of<W>(a.part_sum)[v] = array_of<W>(a.degree)[v];
        a.size[v] = 1;
        a.part[v] = (int32_t)v;
        a.joined[v] = 0;
    }
}

/* The weights of vertices to the rest of their communities: lanes, warps or blocks for each row. */
template <typename W> DEVICE void weigh_parts(const level_arguments &a)
{
    const unsigned *begin = a.control->begin;
    for (int bin = 0; bin < LEVEL_BINS; bin++) {
        const int c = bin % LEVEL_CLASSES,
                  lanes = c == LEVEL_GROUP  ? LEVEL_GROUP_MOST
                          : c == LEVEL_WARP ? WARP
                                            : LEVEL_THREADS,
                  in_row = (int)threadIdx.x % lanes, rows = LEVEL_THREADS / lanes;
        const int64_t count = begin[bin + 1] - begin[bin];
        for (int64_t base = (int64_t)blockIdx.x * rows; base < count; base += (int64_t)gridDim.x * rows) {
            const int64_t at = base + threadIdx.x / lanes;
            const int32_t v = a.list[begin[bin] + (at < count ? at : 0)], home = a.community[v];
            const int64_t end = at < count ? a.row_start[v + 1] : 0;
            W sum = 0;
            for (int64_t k = a.row_start[v] + in_row; k < end; k += lanes)
                if (a.column[k] != v && a.community[a.column[k]] == home)
                    sum += weight_at<W>(a.weight, k);
            for (int step = 1; step < lanes && step < WARP; step *= 2)
                sum += __shfl_xor_sync(ALL_LANES, sum, step);
            if (in_row % WARP == 0 && sum != 0) {
                add_to(&array_of<W>(a.within)[v], sum);
                add_to(&array_of<W>(a.outer)[v], sum);
            }
        }
    }
}

__global__ void parts_narrow(struct level_arguments a) { open_parts<int32_t>(a); }
__global__ void parts_wide(struct level_arguments a) { open_parts<int64_t>(a); }
__global__ void __launch_bounds__(LEVEL_THREADS) weigh_narrow(struct level_arguments a)
{
    weigh_parts<int32_t>(a);
}
__global__ void __launch_bounds__(LEVEL_THREADS) weigh_wide(struct level_arguments a)
{
    weigh_parts<int64_t>(a);
}

} // namespace

extern "C" const void *const graph__cuda_level_refine[] = {(const void *)refine_narrow,
                                                           (const void *)refine_wide};
extern "C" const void *const graph__cuda_level_parts[] = {(const void *)parts_narrow,
                                                          (const void *)parts_wide};
extern "C" const void *const graph__cuda_level_weigh[] = {(const void *)weigh_narrow,
                                                          (const void *)weigh_wide};
