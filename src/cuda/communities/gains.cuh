/* Weights and gains of both widths, and the largest of gains, which are those of cpu/communities/levels.h. */
#ifndef CUDA_COMMUNITIES_GAINS_CUH
#define CUDA_COMMUNITIES_GAINS_CUH

#include "cuda/primitives/grid_barrier.cuh"
#include "cuda/primitives/hashes.cuh"
#include "cuda/primitives/warp.cuh"

#include "cuda/communities/levels_arguments.h"

enum { NOBODY = -1, LAST = 0x7fffffff };

__extension__ typedef __int128 wide_gain;
template <typename W> struct gains;
template <> struct gains<int32_t> {
    typedef int64_t type;
    DEVICE type least(void) { return INT64_MIN; }
    DEVICE type of(const level_arguments &a, int32_t w, int32_t k, int32_t K)
    {
        return w * a.total - (int64_t)k * K * a.resolution;
    }
};
template <> struct gains<int64_t> {
    typedef wide_gain type;
    DEVICE type least(void) { return -((wide_gain)1 << 126); }
    DEVICE type of(const level_arguments &a, int64_t w, int64_t k, int64_t K)
    {
        return (wide_gain)w * a.total * 65536 - (wide_gain)k * K * a.resolution;
    }
};

template <typename W> DEVICE W *array_of(void *there) { return (W *)there; }
template <typename W> DEVICE const W *array_of(const void *there) { return (const W *)there; }

DEVICE void add_to(int32_t *there, int32_t w) { atomicAdd(there, w); }
DEVICE void add_to(int64_t *there, int64_t w)
{
    atomicAdd((unsigned long long *)there, (unsigned long long)w);
}

template <typename W> DEVICE W weight_at(const void *weight, int64_t k)
{
    return weight != nullptr ? array_of<W>(weight)[k] : 1;
}

/* Of equal gains the smaller name wins; STAYS is before all. */
enum { STAYS = -1, WAITS = -2 };
template <typename W> struct label_gain {
    typename gains<W>::type gain;
    int32_t name;
};

template <typename W> DEVICE label_gain<W> no_gain(void) { return {gains<W>::least(), LAST}; }

template <typename W> DEVICE label_gain<W> better(const label_gain<W> &x, const label_gain<W> &y)
{
    return y.gain > x.gain || (y.gain == x.gain && y.name < x.name) ? y : x;
}

DEVICE int64_t exchange(int64_t x, int step) { return __shfl_xor_sync(ALL_LANES, (long long)x, step); }
DEVICE wide_gain exchange(wide_gain x, int step)
{
    const int64_t high = exchange((int64_t)(x >> 64), step);
    const uint64_t low = (uint64_t)exchange((int64_t)(uint64_t)x, step);
    return (wide_gain)(((unsigned __int128)(uint64_t)high << 64) | low);
}

template <typename W> DEVICE label_gain<W> best_of_lanes(label_gain<W> x, int lanes)
{
    for (int step = 1; step < lanes; step *= 2) {
        const label_gain<W> y = {exchange(x.gain, step), __shfl_xor_sync(ALL_LANES, x.name, step)};
        x = better(x, y);
    }
    return x;
}

#endif
