/* What a level begins with: degrees, sums of communities, and lists of its vertices by the step and the class of their
 * rows. */
#include "cuda/communities/gains.cuh"

namespace
{

/* The sum of each row, and of all. */
template <typename W> DEVICE void sum_rows(const groups_arguments &a)
{
    W *degree = (W *)a.next_degree;
    unsigned long long total = 0;
    for (int64_t v = thread_of_grid() / WARP; v < a.n; v += threads_of_grid() / WARP) {
        const int64_t begin = a.row_start[v], end = a.row_start[v + 1];
        int64_t sum = a.weight == nullptr && lane_of_warp() == 0 ? end - begin : 0;
        if (a.weight != nullptr)
            for (int64_t k = begin + lane_of_warp(); k < end; k += WARP)
                sum += ((const int64_t *)a.weight)[k];
        sum = reduce_warp(sum);
        if (lane_of_warp() == 0)
            degree[v] = (W)sum;
        total += (unsigned long long)sum;
    }
    if (lane_of_warp() == 0 && total > 0)
        atomicAdd(&a.result->total, total);
}
__global__ void degrees_narrow(struct groups_arguments a) { sum_rows<int32_t>(a); }
__global__ void degrees_wide(struct groups_arguments a) { sum_rows<int64_t>(a); }

__global__ void narrow_weights(struct groups_arguments a)
{
    for (int64_t k = thread_of_grid(); k < a.entries; k += threads_of_grid())
        ((int32_t *)a.next_weight)[k] = (int32_t)((const int64_t *)a.weight)[k];
}

template <typename W> DEVICE void sum_communities(const level_arguments &a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid())
        add_to(&array_of<W>(a.sum)[a.community[v]], array_of<W>(a.degree)[v]);
}
__global__ void sums_narrow(struct level_arguments a) { sum_communities<int32_t>(a); }
__global__ void sums_wide(struct level_arguments a) { sum_communities<int64_t>(a); }

/* The bin of each vertex, and how many each bin has. */
__global__ void __launch_bounds__(LEVEL_THREADS) find_bins(struct level_arguments a)
{
    __shared__ unsigned members[LEVEL_BINS];
    for (int bin = (int)threadIdx.x; bin < LEVEL_BINS; bin += LEVEL_THREADS)
        members[bin] = 0;
    __syncthreads();
    for (int64_t v = thread_of_grid(); v - lane_of_warp() < a.n; v += threads_of_grid()) {
        const int64_t length = v < a.n ? a.row_start[v + 1] - a.row_start[v] : 0;
        const int step = (int)(mix((uint64_t)v) >> (64 - LEVEL_STEP_BITS)),
                  c = length <= LEVEL_GROUP_MOST     ? LEVEL_GROUP
                      : length <= LEVEL_WARP_MOST    ? LEVEL_WARP
                      : length <= LEVEL_QUARTER_MOST ? LEVEL_QUARTER
                      : length <= LEVEL_BLOCK_MOST   ? LEVEL_BLOCK
                                                     : LEVEL_LONG,
                  bin = length > 0 ? step * LEVEL_CLASSES + c : LEVEL_NO_BIN;
        const uint32_t listed = __ballot_sync(ALL_LANES, length > 0);
        if (v < a.n)
            a.bin[v] = (uint8_t)bin;
        if (lane_of_warp() == 0)
            a.is_active[v / WARP] = listed;
        if (length > 0)
            atomicAdd(&members[bin], 1u);
        if (length > LEVEL_BLOCK_MOST) {
            unsigned long long slots = 1;
            while ((int64_t)slots < 2 * (length < a.n ? length : a.n))
                slots *= 2;
            atomicAdd(&a.control->slots[step], slots);
        }
    }
    __syncthreads();
    for (int bin = (int)threadIdx.x; bin < LEVEL_BINS; bin += LEVEL_THREADS)
        if (members[bin] > 0)
            atomicAdd(&a.control->members[bin], members[bin]);
}

__global__ void __launch_bounds__(LEVEL_THREADS) list_bins(struct level_arguments a)
{
    __shared__ unsigned begin[LEVEL_BINS + 1];
    if (threadIdx.x == 0) {
        begin[0] = 0;
        for (int bin = 0; bin < LEVEL_BINS; bin++)
            begin[bin + 1] = begin[bin] + a.control->members[bin];
    }
    __syncthreads();
    if (blockIdx.x == 0)
        for (int bin = (int)threadIdx.x; bin <= LEVEL_BINS; bin += LEVEL_THREADS) {
            a.control->begin[bin] = begin[bin];
            if (bin < LEVEL_BINS)
                a.control->count[0][bin] = begin[bin + 1] - begin[bin];
        }
    for (int64_t v = thread_of_grid(); v - lane_of_warp() < a.n; v += threads_of_grid()) {
        const int bin = v < a.n ? a.bin[v] : LEVEL_NO_BIN;
        const unsigned same = __match_any_sync(ALL_LANES, bin);
        const int leader = __ffs((int)same) - 1;
        unsigned place = 0;
        if (bin != LEVEL_NO_BIN && leader == lane_of_warp())
            place = begin[bin] + atomicAdd(&a.control->listed[bin], (unsigned)__popc(same));
        place = __shfl_sync(ALL_LANES, place, leader) + __popc(same & ((1u << lane_of_warp()) - 1));
        if (bin != LEVEL_NO_BIN)
            a.list[place] = a.queue[0][place] = (int32_t)v;
    }
}

} // namespace

extern "C" const void *const graph__cuda_level_degrees[] = {(const void *)degrees_narrow,
                                                            (const void *)degrees_wide};
extern "C" const void *const graph__cuda_level_sums[] = {(const void *)sums_narrow, (const void *)sums_wide};
extern "C" const void *const graph__cuda_level_narrow = (const void *)narrow_weights;
extern "C" const void *const graph__cuda_level_bins = (const void *)find_bins;
extern "C" const void *const graph__cuda_level_list = (const void *)list_bins;
