/* Pull by slices, for a large matrix that reads u at random.
 *
 * A random read of u moves a sector of 32 bytes from the second-level cache.  So mxv_slices_gather holds slices of u in
 * shared memory, and for each entry in a slice's columns writes the element of u to the place of the entry in its tile.
 * Then mxv_slices_fold reads the elements of a tile contiguously, puts each at its position in shared memory, and folds
 * as mxv.cuh does.  Both access whole packs; mxv_slices.cu has made the lists of columns and places. */
#include "cuda/mxv/mxv_tile.cuh"

#include "cuda/primitives/async_copies.cuh"
#include "cuda/mxv/mxv_slices_arguments.h"

enum {
    GATHERS_OF_PROCESSOR = 1,
    FOLDS_OF_PROCESSOR = sizeof(T) == 8 ? 2 : 3,
    GATHERS_AT_ONCE = 4, /* packs of a thread in a step */
    FOLDS_AT_ONCE = 2,
    SLICED_PRODUCTS = SLICES_PRODUCTS(SLICES_TILE(sizeof(T))),
    SLICED_VALUES = SLICES_VALUES(SLICES_TILE(sizeof(T)))
};

extern __shared__ int4 shared_of_slices[];

/* Elements x[0] .. x[n - 1] to shared memory, both at addresses that are multiples of 16 bytes. */
DEVICE void copy_elements(T *to, const T *from, int n)
{
    enum { AT_ONCE = 16 / sizeof(T) };
    for (int k = (int)threadIdx.x * AT_ONCE; k < n; k += (int)blockDim.x * AT_ONCE)
        if (k + AT_ONCE <= n)
            copy_16_bytes(to + k, from + k);
        else
            for (int e = k; e < n; e++)
                to[e] = from[e];
}

/* Number e of four of 16 bits. */
DEVICE int number_of(int2 four, int e)
{
    return (int)((unsigned)(e < 2 ? four.x : four.y) >> (16 * (e & 1)) & 0xffff);
}

/* A thread's packs of a step: columns in the slice, and the places of the elements. */
struct slice_step {
    int2 column[GATHERS_AT_ONCE];
    int32_t place[GATHERS_AT_ONCE];
};

DEVICE void load_step(struct slice_step &s, const int2 *columns, const int32_t *places, int skipped,
                      int before, int packs)
{
#pragma unroll
    for (int l = 0; l < GATHERS_AT_ONCE; l++) {
        const int k = before + l * SLICES_GATHER_THREADS;
        if (k < packs) {
            s.column[l] = __ldcs(columns + k);
            s.place[l] = __ldcs(places + (unsigned)(skipped + k) / SLICES_UNIT) +
                         (int)((unsigned)(skipped + k) % SLICES_UNIT);
        }
    }
}

DEVICE void gather_step(T *gathered, const T *slice, const struct slice_step &s, int skipped, int before,
                        int packs)
{
#pragma unroll
    for (int l = 0; l < GATHERS_AT_ONCE; l++)
        if (before + l * SLICES_GATHER_THREADS < packs) {
            T x[SLICES_PACK];
#pragma unroll
            for (int e = 0; e < SLICES_PACK; e++)
                x[e] = slice[number_of(s.column[l], e)];
            store_four(gathered + SLICES_PACK * (int64_t)s.place[l], x);
        }
}

/* Gathers `packs` packs from `first` on, each thread every SLICES_GATHER_THREADS-th; the copy of the slice is under way.
 * Software pipeline: the loads of a step are issued before the step ahead of it is computed. */
DEVICE void gather_packs(const struct mxv_slices_arguments &a, const T *slice, int64_t first, int packs)
{
    enum { STEP = GATHERS_AT_ONCE * SLICES_GATHER_THREADS };
    const int2 *columns = (const int2 *)a.slices.column + first;
    const int32_t *places = a.slices.place + first / SLICES_UNIT;
    const int skipped = (int)(first % SLICES_UNIT);
    int before = (int)threadIdx.x;
    struct slice_step even, odd;
    load_step(even, columns, places, skipped, before, packs);
    load_step(odd, columns, places, skipped, before + STEP, packs);
    wait_for_copies<0>();
    __syncthreads();
    for (int begin = 0; begin < packs; begin += 2 * STEP, before += 2 * STEP) {
        gather_step((T *)a.gathered, slice, even, skipped, before, packs);
        load_step(even, columns, places, skipped, before + 2 * STEP, packs);
        gather_step((T *)a.gathered, slice, odd, skipped, before + STEP, packs);
        load_step(odd, columns, places, skipped, before + 3 * STEP, packs);
    }
}

/* The slice of a pack; for the whole block. */
DEVICE int slice_of(const struct slices &s, int64_t pack)
{
    int before = 0;
    for (int from = 1; from < s.slices; from += SLICES_GATHER_THREADS) {
        const int k = from + (int)threadIdx.x;
        before += __syncthreads_count(k < s.slices && s.slice_pack[k] <= pack);
    }
    return before;
}

GRAPH_KERNEL void __launch_bounds__(SLICES_GATHER_THREADS, GATHERS_OF_PROCESSOR)
    mxv_slices_gather(struct mxv_slices_arguments a)
{
    T *slice = (T *)shared_of_slices;
    const int64_t end = a.slices.packs * (blockIdx.x + 1) / gridDim.x;
    int64_t first = a.slices.packs * blockIdx.x / gridDim.x;
    int s = slice_of(a.slices, first);
    grid_dependency_wait();
    trigger_dependents(); /* only now: the next kernel reads what kernels before this one may write */
    for (; first < end; s++) {
        const int64_t from = (int64_t)s * a.slices.columns_of_slice, columns = a.pull.o.columns - from;
        const int64_t stop = a.slices.slice_pack[s + 1] < end ? a.slices.slice_pack[s + 1] : end;
        if (stop == first)
            continue;
        __syncthreads();
        copy_elements(slice, (const T *)a.pull.o.u + from,
                      columns < a.slices.columns_of_slice ? (int)columns : a.slices.columns_of_slice);
        commit_copies();
        gather_packs(a, slice, first, (int)(stop - first));
        first = stop;
    }
}

/* ---- Rows ---- */

/* The packs of a tile to their places in shared memory. */
DEVICE void spread_packs(T *to, const struct mxv_slices_arguments &a, int64_t first, int packs)
{
    const T *gathered = (const T *)a.gathered + SLICES_PACK * first;
    const uint16_t *position = a.slices.position + SLICES_PACK * first;
    for (int before = (int)threadIdx.x; before < packs; before += FOLDS_AT_ONCE * SLICES_FOLD_THREADS) {
        int2 there[FOLDS_AT_ONCE];
        T x[FOLDS_AT_ONCE][SLICES_PACK];
#pragma unroll
        for (int l = 0; l < FOLDS_AT_ONCE; l++) {
            const int k = min(before + l * SLICES_FOLD_THREADS, packs - 1);
            there[l] = __ldcs((const int2 *)position + k);
            load_four_once(x[l], gathered + SLICES_PACK * k);
        }
#pragma unroll
        for (int l = 0; l < FOLDS_AT_ONCE; l++)
            if (before + l * SLICES_FOLD_THREADS < packs)
#pragma unroll
                for (int e = 0; e < SLICES_PACK; e++)
                    if (number_of(there[l], e) < SLICES_TILE(sizeof(T)))
                        to[in_bank(number_of(there[l], e))] = x[l][e];
    }
}

GRAPH_KERNEL void __launch_bounds__(SLICES_FOLD_THREADS, FOLDS_OF_PROCESSOR)
    mxv_slices_fold(struct mxv_slices_arguments a)
{
    T *product = (T *)shared_of_slices, *value = product + SLICED_PRODUCTS;
    uint16_t *ends = (uint16_t *)(value + SLICED_VALUES);
    const bool reads_A = mxv_reads_A(a.pull.o);
    trigger_dependents();
    const struct tile t = tile_at(a.pull.cuts, blockIdx.x);
    const int64_t first = a.slices.tile_pack[blockIdx.x];
    const int packs = (int)(a.slices.tile_pack[blockIdx.x + 1] - first);
    const int skipped = (int)(t.first % (16 / sizeof(T)));
    if (reads_A)
        copy_elements(value, (const T *)a.pull.o.value + (t.first - skipped), skipped + t.entries);
    commit_copies();
    load_row_ends<SLICES_FOLD_THREADS>(ends, a.pull.cuts, t);
    grid_dependency_wait();
    spread_packs(product, a, first, packs);
    wait_for_copies<0>();
    __syncthreads();
    for (int k = (int)threadIdx.x; k < t.entries; k += SLICES_FOLD_THREADS)
        product[in_bank(k)] = mxv_product(a.pull.o, reads_A ? value[skipped + k] : (T)1, product[in_bank(k)]);
    __syncthreads();
    fold_tile<true, SLICES_FOLD_THREADS>(a.pull, t, product, nullptr, ends);
    if (a.pull.arrived != nullptr && t.is_cut)
        join_if_last(a.pull);
}
