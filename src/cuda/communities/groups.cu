/* From groups of vertices to the next level: numbers by first vertices, and the graph of groups, whose entries are the
 * different pairs of groups among the sorted pairs of all entries.  Also the connected parts of communities, and the sums
 * that modularity is made of. */
#include "cuda/communities/gains.cuh"
#include "cuda/primitives/unions.cuh"

namespace
{

enum { EACH = 8 /* entries of a lane */, SPAN = EACH * WARP };

/* The bits set before bit i. */
DEVICE int64_t rank_of(const groups_arguments &a, int64_t i)
{
    return a.rank[i / 32] + __popc(a.bits[i / 32] & ((1u << i % 32) - 1));
}

/* The last row of low .. high - 1 that begins at entry k or before. */
DEVICE int64_t row_at(const int64_t *row_start, int64_t low, int64_t high, int64_t k)
{
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (row_start[middle] <= k)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Spans of entries by warps: calls work(first entry, rows low .. high - 1 of the span), by whole warps. */
template <typename F> DEVICE void spans(const groups_arguments &a, F work)
{
    for (int64_t first = thread_of_grid() / WARP * SPAN; first < a.entries;
         first += threads_of_grid() / WARP * SPAN) {
        const int64_t last = first + SPAN < a.entries ? first + SPAN - 1 : a.entries - 1;
        int64_t row = 0;
        if (lane_of_warp() < 2)
            row = row_at(a.row_start, 0, a.n, lane_of_warp() == 0 ? first : last);
        work(first, (int64_t)__shfl_sync(ALL_LANES, (long long)row, 0),
             (int64_t)__shfl_sync(ALL_LANES, (long long)row, 1) + 1);
    }
}

/* ---- Numbers ---- */

__global__ void name_by_themselves(struct groups_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid())
        a.of[v] = (int32_t)v;
}

DEVICE void make_less(uint32_t *there, uint32_t x)
{
    if (*(volatile uint32_t *)there > x)
        atomicMin(there, x);
}

__global__ void find_first(struct groups_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid())
        make_less(&a.first[a.of[v]], (uint32_t)v);
}

__global__ void mark_first(struct groups_arguments a)
{
    for (int64_t v = thread_of_grid(); v - lane_of_warp() < a.n; v += threads_of_grid()) {
        const uint32_t bits = __ballot_sync(ALL_LANES, v < a.n && a.first[a.of[v]] == (uint32_t)v);
        if (lane_of_warp() == 0)
            a.bits[v / WARP] = bits;
    }
}

__global__ void number_groups(struct groups_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid())
        a.of[v] = (int32_t)rank_of(a, a.first[a.of[v]]);
}

__global__ void find_smallest(struct groups_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid())
        make_less(&a.smallest[a.community[v]], (uint32_t)a.of[v]);
}

/* Communities of groups, and the groups of the vertices of the graph. */
__global__ void follow(struct groups_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid())
        if ((a.bits[v / 32] >> v % 32 & 1) != 0)
            a.next_community[a.of[v]] = (int32_t)a.smallest[a.community[v]];
    for (int64_t v = thread_of_grid(); v < a.at_count; v += threads_of_grid())
        a.at[v] = a.of[a.at[v]];
}

/* ---- The graph of groups ---- */

template <typename W> DEVICE void write_keys(const groups_arguments &a)
{
    spans(a, [&](int64_t first, int64_t low, int64_t high) {
        uint64_t key[EACH];
        W w[EACH];
        unsigned has[EACH], all = 0;
#pragma unroll
        for (int j = 0; j < EACH; j++) {
            const int64_t k = first + j * WARP + lane_of_warp();
            bool is_between = false;
            if (k < a.entries) {
                const int32_t from = a.of[row_at(a.row_start, low, high, k)], to = a.of[a.column[k]];
                w[j] = weight_at<W>(a.weight, k);
                key[j] = (uint64_t)(uint32_t)from << a.key_bits | (uint32_t)to;
                is_between = from != to && w[j] != 0;
            }
            has[j] = __ballot_sync(ALL_LANES, is_between);
            all += (unsigned)__popc(has[j]);
        }
        unsigned long long place = 0;
        if (lane_of_warp() == 0 && all > 0)
            place = atomicAdd(&a.result->keys, (unsigned long long)all);
        place = __shfl_sync(ALL_LANES, place, 0);
#pragma unroll
        for (int j = 0; j < EACH; j++) {
            const unsigned before = has[j] & ((1u << lane_of_warp()) - 1);
            if ((has[j] >> lane_of_warp() & 1) != 0) {
                a.key[place + (unsigned)__popc(before)] = key[j];
                if (a.weight != nullptr)
                    array_of<W>(a.key_weight)[place + (unsigned)__popc(before)] = w[j];
            }
            place += (unsigned)__popc(has[j]);
        }
    });
}
__global__ void keys_narrow(struct groups_arguments a) { write_keys<int32_t>(a); }
__global__ void keys_wide(struct groups_arguments a) { write_keys<int64_t>(a); }

__global__ void mark_heads(struct groups_arguments a)
{
    for (int64_t i = thread_of_grid(); i - lane_of_warp() < a.keys; i += threads_of_grid()) {
        const bool is_head = i < a.keys && (i == 0 || a.key[i] != a.key[i - 1]);
        const uint32_t bits = __ballot_sync(ALL_LANES, is_head);
        if (lane_of_warp() == 0)
            a.bits[i / WARP] = bits;
    }
}

template <typename W> DEVICE void widen(const groups_arguments &a)
{
    for (int64_t i = thread_of_grid(); i < a.keys; i += threads_of_grid())
        a.key_sum[i] = array_of<W>(a.key_weight)[i];
}
__global__ void widen_narrow(struct groups_arguments a) { widen<int32_t>(a); }
__global__ void widen_wide(struct groups_arguments a) { widen<int64_t>(a); }

__global__ void find_places(struct groups_arguments a)
{
    for (int64_t i = thread_of_grid(); i < a.keys; i += threads_of_grid())
        if ((a.bits[i / 32] >> i % 32 & 1) != 0)
            a.place[rank_of(a, i)] = i;
    if (thread_of_grid() == 0)
        a.place[a.next_entries] = a.keys;
}

template <typename W> DEVICE void write_rows(const groups_arguments &a)
{
    const uint64_t mask = ((uint64_t)1 << a.key_bits) - 1;
    for (int64_t r = thread_of_grid(); r < a.next_entries; r += threads_of_grid()) {
        const int64_t begin = a.place[r], end = a.place[r + 1];
        a.next_column[r] = (int32_t)(a.key[begin] & mask);
        array_of<W>(a.next_weight)[r] =
            (W)(a.key_sum != nullptr ? a.key_sum[end] - a.key_sum[begin] : end - begin);
    }
    for (int64_t c = thread_of_grid(); c <= a.count; c += threads_of_grid()) {
        int64_t low = 0, high = a.next_entries; /* the first pair of row c or a later one */
        while (low < high) {
            const int64_t middle = low + (high - low) / 2;
            if ((int64_t)(a.key[a.place[middle]] >> a.key_bits) < c)
                low = middle + 1;
            else
                high = middle;
        }
        a.next_start[c] = low;
    }
}
__global__ void rows_narrow(struct groups_arguments a) { write_rows<int32_t>(a); }
__global__ void rows_wide(struct groups_arguments a) { write_rows<int64_t>(a); }

template <typename W> DEVICE void add_degrees(const groups_arguments &a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid())
        add_to(&array_of<W>(a.next_degree)[a.of[v]], array_of<W>(a.degree)[v]);
}
__global__ void add_narrow(struct groups_arguments a) { add_degrees<int32_t>(a); }
__global__ void add_wide(struct groups_arguments a) { add_degrees<int64_t>(a); }

/* ---- Parts of communities ---- */

/* of = the parents of trees, by vertices that are joined within communities. */
__global__ void join_parts(struct groups_arguments a)
{
    spans(a, [&](int64_t first, int64_t low, int64_t high) {
        for (int64_t k = first + lane_of_warp(); k < first + SPAN && k < a.entries; k += WARP) {
            const int32_t u = (int32_t)row_at(a.row_start, low, high, k), v = a.column[k];
            if (u < v && a.community[u] == a.community[v])
                join(a.of, u, v);
        }
    });
}

/* Roots are the smallest vertices of their parts. */
__global__ void find_roots(struct groups_arguments a)
{
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid())
        a.next_community[v] = find_root(a.of, (int32_t)v);
}

/* ---- Modularity ---- */

template <typename W> DEVICE void sum_inside(const groups_arguments &a)
{
    unsigned long long inside = 0;
    spans(a, [&](int64_t first, int64_t low, int64_t high) {
        for (int64_t k = first + lane_of_warp(); k < first + SPAN && k < a.entries; k += WARP)
            if (a.community[row_at(a.row_start, low, high, k)] == a.community[a.column[k]])
                inside += (unsigned long long)weight_at<W>(a.weight, k);
    });
    inside = (unsigned long long)reduce_warp((int64_t)inside);
    if (lane_of_warp() == 0 && inside > 0)
        atomicAdd(&a.result->inside, inside);
    for (int64_t v = thread_of_grid(); v < a.n; v += threads_of_grid())
        add_to(&array_of<W>(a.sum)[a.community[v]], array_of<W>(a.degree)[v]);
}
__global__ void inside_narrow(struct groups_arguments a) { sum_inside<int32_t>(a); }
__global__ void inside_wide(struct groups_arguments a) { sum_inside<int64_t>(a); }

template <typename W> DEVICE void sum_squares(const groups_arguments &a)
{
    unsigned long long digit[4] = {0, 0, 0, 0};
    for (int64_t c = thread_of_grid(); c < a.n; c += threads_of_grid()) {
        const uint64_t sum = (uint64_t)array_of<W>(a.sum)[c];
        const unsigned __int128 square = (unsigned __int128)sum * sum;
        for (int d = 0; d < 4; d++)
            digit[d] += (uint32_t)(square >> 32 * d);
    }
    for (int d = 0; d < 4; d++) {
        digit[d] = (unsigned long long)reduce_warp((int64_t)digit[d]);
        if (lane_of_warp() == 0 && digit[d] > 0)
            atomicAdd(&a.result->squares[d], digit[d]);
    }
}
__global__ void squares_narrow(struct groups_arguments a) { sum_squares<int32_t>(a); }
__global__ void squares_wide(struct groups_arguments a) { sum_squares<int64_t>(a); }

} // namespace

#define BOTH(name)                                                                                           \
    {                                                                                                        \
        (const void *)name##_narrow, (const void *)name##_wide                                               \
    }
extern "C" const void *const graph__cuda_groups_identity = (const void *)name_by_themselves;
extern "C" const void *const graph__cuda_groups_first = (const void *)find_first;
extern "C" const void *const graph__cuda_groups_mark = (const void *)mark_first;
extern "C" const void *const graph__cuda_groups_number = (const void *)number_groups;
extern "C" const void *const graph__cuda_groups_carry = (const void *)find_smallest;
extern "C" const void *const graph__cuda_groups_follow = (const void *)follow;
extern "C" const void *const graph__cuda_groups_keys[] = BOTH(keys);
extern "C" const void *const graph__cuda_groups_heads = (const void *)mark_heads;
extern "C" const void *const graph__cuda_groups_widen[] = BOTH(widen);
extern "C" const void *const graph__cuda_groups_places = (const void *)find_places;
extern "C" const void *const graph__cuda_groups_rows[] = BOTH(rows);
extern "C" const void *const graph__cuda_groups_degrees[] = BOTH(add);
extern "C" const void *const graph__cuda_groups_join = (const void *)join_parts;
extern "C" const void *const graph__cuda_groups_root = (const void *)find_roots;
extern "C" const void *const graph__cuda_groups_inside[] = BOTH(inside);
extern "C" const void *const graph__cuda_groups_squares[] = BOTH(squares);
