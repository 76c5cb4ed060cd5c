/* Numeric phase of row clusters: rows of C = A B whose rows of A have most columns in common, as those of pages of
 * one site. mxm_cluster_count.cu has grouped up to MXM_CLUSTER_ROWS neighbours of the list, and stored their pattern:
 * the joined columns of A, the words of the columns of C, and which rows have each.
 *
 * A block loads each row of B once for the whole group.  It finds the place of each product by the hash table of
 * words, and each warp folds the products of its row into its sums, which go straight into C.  A warp has the sums of
 * one row, so nothing is exchanged, and sums have one order.
 *
 * Single rows that have remained and have many products come here, too: a block takes one row, each of its warps sums
 * a part of the products, and the sums of the warps are added at the end.  A row with too many words is deferred to
 * mxm_bitmap_block. */
#include "cuda/mxm/rows/mxm_cluster_products.cuh"

#include "cuda/mxm/rows/mxm_row_products.cuh"

enum { CLUSTER_EACH = MXM_CLUSTER_BATCH / MXM_CLUSTER_THREADS /* products of a thread in a batch */ };

/* The tables in dynamic shared memory. */
struct cluster_tables {
    slot_t *slot, *x;           /* slot: of each warp; x: values of A, all rows of an entry */
    uint4 *note;                /* of the products of a batch */
    unsigned *column, *present; /* of the places of a window; present: a byte for each, a bit for each row */
    int slots;                  /* places of a window, a multiple of 8 */
};

/* The note of a product, 16 bytes. x: byte offset of its sum in a warp's slots; above NOTE_X, byte offset of its
 * entry's value in the values of a row. y: the rows that have it, a bit for each; above NOTE_ROUND, the number of
 * lanes before it with the same sum. z, w: the value of B. */
enum { NOTE_X = 16, NOTE_ROUND = 8 };

/* Loads the entries of one row of A from number `from` on, as many as fit, for all warps. */
DEVICE void load_entries(const struct mxm_row_arguments &a, struct cluster_block *s,
                         const struct cluster_tables &t, int row, int from)
{
    const int thread = (int)threadIdx.x;
    const int64_t e = s->first[row] + from + thread;
    int64_t start = 0;
    int n = 0, all;
    if (thread < a.words && from + thread < s->length[row]) {
        const int32_t k = a.A_column[e];
        start = a.B_row_start[k];
        n = (int)(a.B_row_start[k + 1] - start);
    }
    __syncthreads();
    const int number = scan_block(n > 0, &all, s->partial) - 1;
    if (n > 0) {
        s->start[number] = start;
        s->before[number] = n;
        s->rows[number] = (1 << MXM_CLUSTER_ROWS) - 1;
        if (READS_X) {
            const slot_t x = bits_of(((const T *)a.A_value)[e]);
            for (int w = 0; w < CLUSTER_WARPS; w++)
                t.x[number * MXM_CLUSTER_ROWS + w] = x;
        }
    }
    if (thread == 0)
        s->entries = all;
    __syncthreads();
    sum_lengths(s);
}

/* Marks the columns of the products. */
DEVICE void mark_cluster(const struct mxm_row_arguments &a, struct cluster_block *s,
                         const struct row_accumulator &row)
{
    enum { EACH = 4 };
    const int products = s->before[s->entries];
#pragma unroll 1
    for (int part = 0; part < products; part += MXM_CLUSTER_PART) {
        const int end = products - part < MXM_CLUSTER_PART ? products - part : MXM_CLUSTER_PART;
        index_part(s, part, end);
        for (int first = (int)threadIdx.x; first < end; first += EACH * MXM_CLUSTER_THREADS) {
            unsigned j[EACH];
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                const int q = first + e * MXM_CLUSTER_THREADS;
                j[e] = ~0u;
                if (q < end)
                    j[e] = (unsigned)a.B_column[s->start[entry_of(s, q / WARP)] + part + q];
            }
#pragma unroll
            for (int e = 0; e < EACH; e++)
                if (j[e] != ~0u)
                    mark_hashed(row, j[e]);
            if (*(volatile unsigned *)row.table.keys > row.table.most_keys)
                break;
        }
        __syncthreads();
    }
}

/* Ranks the words; `pairs` holds their keys and numbers of bits meanwhile. */
DEVICE void rank_cluster(struct cluster_block *s, const struct row_accumulator &row, uint2 *pairs)
{
    const unsigned thread = threadIdx.x;
    if (thread < s->keys) {
        const unsigned at = row.table.list[thread];
        pairs[thread] = make_uint2(row.table.key[at], (unsigned)__popc(row.word[at].bits));
        row.word[at].before = 0;
    }
    if (thread == 0)
        s->total = 0;
    __syncthreads();
    rank_pairs(pairs, s->keys, &s->total,
               [&](unsigned k, unsigned before) { atomicAdd(&row.word[row.table.list[k]].before, before); });
}

/* Lists the columns of the places of a window. */
DEVICE void list_columns(const struct cluster_block *s, const struct row_accumulator &row,
                         const struct column_window &w, unsigned *column)
{
    const unsigned lane = (unsigned)lane_of_warp();
#pragma unroll 2
    for (unsigned k = threadIdx.x / WARP; k < s->keys; k += CLUSTER_WARPS) {
        const unsigned at = row.table.list[k];
        const struct bitmap_word word = row.word[at];
        const unsigned place = word.before + (unsigned)__popc(word.bits & ((1u << lane) - 1)) - w.first;
        if ((word.bits >> lane & 1) && place < w.slots)
            column[place] = row.table.key[at] * 32 + lane;
    }
}

/* The products of a thread in a batch, in registers while their loads are in flight. */
struct cluster_products {
    unsigned j[CLUSTER_EACH], entry[CLUSTER_EACH];
    T y[CLUSTER_EACH];
};

/* Loads those from `base` of the part on, which ends at `end`. */
DEVICE void fetch_cluster(const struct mxm_row_arguments &a, const struct cluster_block *s,
                          struct cluster_products &p, int part, int base, int end)
{
#pragma unroll
    for (int e = 0; e < CLUSTER_EACH; e++) {
        const int q = base + e * MXM_CLUSTER_THREADS + (int)threadIdx.x;
        p.j[e] = ~0u;
        p.entry[e] = 0;
        p.y[e] = (T)1;
        if (q < end) {
            p.entry[e] = entry_of(s, (int)((unsigned)q / WARP));
            const int64_t k = s->start[p.entry[e]] + part + q;
            p.j[e] = (unsigned)a.B_column[k];
            if (READS_Y)
                p.y[e] = ((const T *)a.B_value)[k];
        }
    }
}

/* Notes for each product the place of its sum and its rows. */
DEVICE void note_cluster(struct cluster_block *s, const struct row_accumulator &row,
                         const struct column_window &w, const struct cluster_tables &t,
                         const struct cluster_products &p)
{
    unsigned at[CLUSTER_EACH], place[CLUSTER_EACH], rows[CLUSTER_EACH], round[CLUSTER_EACH];
#pragma unroll
    for (int e = 0; e < CLUSTER_EACH; e++) {
        at[e] = first_place(row.table, p.j[e] >> 5);
        rows[e] = s->rows[p.entry[e]];
    }
#pragma unroll
    for (int e = 0; e < CLUSTER_EACH; e++)
#pragma unroll 1
        while (p.j[e] != ~0u && row.table.key[at[e]] != p.j[e] >> 5)
            at[e] = (at[e] + 1) & row.table.last;
#pragma unroll
    for (int e = 0; e < CLUSTER_EACH; e++) {
        const struct bitmap_word word = row.word[at[e]];
        place[e] = word.before + (unsigned)__popc(word.bits & ((1u << (p.j[e] & 31)) - 1)) - w.first;
        rows[e] = p.j[e] != ~0u && place[e] < w.slots ? rows[e] : 0;
    }
#pragma unroll
    for (int e = 0; e < CLUSTER_EACH; e++) {
        round[e] = 0;
        if (!FOLDS_NATIVELY && !__all_sync(ALL_LANES, p.entry[e] == __shfl_sync(ALL_LANES, p.entry[e], 0)))
            round[e] = (unsigned)__popc(__match_any_sync(ALL_LANES, place[e]) & ((1u << lane_of_warp()) - 1));
    }
#pragma unroll
    for (int e = 0; e < CLUSTER_EACH; e++) {
        const int k = e * MXM_CLUSTER_THREADS + (int)threadIdx.x;
        const uint64_t y = bits_of(p.y[e]);
        uint4 note = make_uint4(0, 0, (unsigned)y, (unsigned)(y >> 32));
        if (rows[e] != 0) {
            note.x = (p.entry[e] * MXM_CLUSTER_ROWS << NOTE_X | place[e]) * (unsigned)sizeof(slot_t);
            note.y = round[e] << NOTE_ROUND | rows[e];
        }
        t.note[k] = note;
        const unsigned rounds = __reduce_max_sync(ALL_LANES, note.y >> NOTE_ROUND);
        const unsigned takers = __reduce_or_sync(ALL_LANES, rows[e]);
        if (lane_of_warp() == 0) {
            s->rounds[k / WARP] = (uint8_t)rounds;
            s->takers[k / WARP] = (uint8_t)takers;
        }
    }
}

DEVICE int of_all_lanes(int x) { return __shfl_sync(ALL_LANES, x, 0); }

/* The steps of the batch (32 products each) in which the row of a warp has products: a bit for each. */
DEVICE unsigned steps_of(const struct cluster_block *s, unsigned warp)
{
    const unsigned ones = 0x01010101, together = 0x10204080; /* bits 0, 8, 16, 24 to bits 28 to 31 */
    static_assert(CLUSTER_STEPS == 8, "two words");
    const uint2 takers = *(const uint2 *)s->takers;
    return (takers.x >> warp & ones) * together >> 28 | (takers.y >> warp & ones) * together >> 28 << 4;
}

/* Folds the products of some steps of the batch that row rows[warp] has into this warp's sums, `slot`.  Lanes with
 * the same sum add in successive rounds. */
template <int STEPS>
DEVICE void fold_steps(const struct cluster_block *s, const struct cluster_tables &t, slot_t *slot,
                       const int (&step)[STEPS], bool has_rounds)
{
    const unsigned warp = threadIdx.x / WARP, warp_bit = 1u << warp;
    const char *x_of_row = (const char *)(t.x + warp);
    uint4 note[STEPS];
    T x[STEPS], y[STEPS];
#pragma unroll
    for (int k = 0; k < STEPS; k++) {
        note[k] = t.note[step[k] * WARP + lane_of_warp()];
        y[k] = value_of((slot_t)((uint64_t)note[k].w << 32 | note[k].z));
    }
#pragma unroll
    for (int k = 0; k < STEPS; k++)
        x[k] = READS_X ? value_of(*(const slot_t *)(x_of_row + (note[k].x >> NOTE_X))) : (T)1;
#pragma unroll
    for (int k = 0; k < STEPS; k++) {
        slot_t *sum = (slot_t *)((char *)slot + (note[k].x & ((1u << NOTE_X) - 1)));
        const bool is_selected = (note[k].y & warp_bit) != 0;
        if (FOLDS_NATIVELY) {
            if (is_selected)
                fold_natively(sum, mul(x[k], y[k]));
            continue;
        }
        if (is_selected && note[k].y < 1u << NOTE_ROUND)
            *sum = slot_add(*sum, mul(x[k], y[k]));
        __syncwarp();
        if (!has_rounds)
            continue;
        const unsigned last = s->rounds[step[k]];
#pragma unroll 1
        for (unsigned now = 1; now <= last; now++) {
            if (is_selected && note[k].y >> NOTE_ROUND == now)
                *sum = slot_add(*sum, mul(x[k], y[k]));
            __syncwarp();
        }
    }
}

/* Folds the products of the entries into the places of the window. is_whole: the entries in shared memory are all
 * there are, and indexed. */
DEVICE void fold_cluster(const struct mxm_row_arguments &a, struct cluster_block *s,
                         const struct row_accumulator &row, const struct column_window &w,
                         const struct cluster_tables &t, struct row_range range, bool is_whole)
{
    /* Broadcasts tell the compiler that these are uniform, so that it does not collect them from the lanes in each
     * step. */
    const int warp = of_all_lanes((int)threadIdx.x / WARP);
    const int products = IS_CONSTANT ? 0 : of_all_lanes(s->before[s->entries]);
    const int begin = of_all_lanes(range.begin), count = of_all_lanes(range.count);
    const bool is_single = count == 1, is_active = warp >= begin && warp < begin + count;
    slot_t *slot = t.slot + warp * t.slots;
#pragma unroll 1
    for (int part = 0; part < products; part += MXM_CLUSTER_PART) {
        const int end = products - part < MXM_CLUSTER_PART ? products - part : MXM_CLUSTER_PART;
        struct cluster_products p;
        if (!is_whole || products > MXM_CLUSTER_PART)
            index_part(s, part, end);
        fetch_cluster(a, s, p, part, 0, end);
#pragma unroll 1
        for (int base = 0; base < end; base += MXM_CLUSTER_BATCH) {
            note_cluster(s, row, w, t, p);
            if (!is_single)
                __syncthreads();
            fetch_cluster(a, s, p, part, base + MXM_CLUSTER_BATCH, end);
            unsigned steps, rounds;
            if (is_single) {
                __syncwarp();
                steps = 1u << warp; /* that of its products */
                rounds = s->rounds[warp];
            } else {
                const uint2 of_steps = *(const uint2 *)s->rounds;
                steps = is_active ? steps_of(s, (unsigned)warp) : 0;
                rounds = of_steps.x | of_steps.y;
            }
            steps = (unsigned)of_all_lanes((int)steps);
            const bool has_rounds = __any_sync(ALL_LANES, rounds != 0);
#pragma unroll 1
            while ((steps & (steps - 1)) != 0) {
                const unsigned others = steps & (steps - 1);
                fold_steps<2>(s, t, slot, {__ffs((int)steps) - 1, __ffs((int)others) - 1}, has_rounds);
                steps = others & (others - 1);
            }
            if (steps != 0)
                fold_steps<1>(s, t, slot, {__ffs((int)steps) - 1}, has_rounds);
            if (!is_single)
                __syncthreads();
        }
        __syncthreads();
    }
}

/* Writes the places of the window that this warp's row has; gives its entries so far. */
DEVICE unsigned write_cluster(const struct mxm_row_arguments &a, const struct cluster_block *s,
                              const struct cluster_tables &t, const struct column_window &w, unsigned written)
{
    const unsigned warp = threadIdx.x / WARP, lane = (unsigned)lane_of_warp();
    const slot_t *slot = t.slot + (int)warp * t.slots;
    int32_t *column = a.column + s->to[warp];
    T *value = (T *)a.value + s->to[warp];
    for (unsigned base = 0; base < w.slots; base += WARP) {
        const unsigned place = base + lane;
        const bool is_there = place < w.slots && (((const uint8_t *)t.present)[place] >> warp & 1) != 0;
        const unsigned lanes = __ballot_sync(ALL_LANES, is_there);
        if (is_there) {
            const unsigned k = written + (unsigned)__popc(lanes & ((1u << lane) - 1));
            column[k] = (int32_t)t.column[place];
            value[k] = IS_CONSTANT ? mul((T)1, (T)1) : fold_value(slot[place]);
        }
        written += (unsigned)__popc(lanes);
    }
    return written;
}

/* Writes the places of the window of a single row: the sums of all warps. */
DEVICE void write_single(const struct mxm_row_arguments &a, const struct cluster_block *s,
                         const struct cluster_tables &t, const struct column_window &w, int row)
{
    int32_t *column = a.column + s->to[row] + w.first;
    T *value = (T *)a.value + s->to[row] + w.first;
    for (unsigned place = threadIdx.x; place < w.slots; place += MXM_CLUSTER_THREADS) {
        slot_t sum = fold_start();
        for (int warp = 0; warp < CLUSTER_WARPS && !IS_CONSTANT; warp++)
            sum = fold_join(sum, t.slot[(int)warp * t.slots + place]);
        column[place] = (int32_t)t.column[place];
        value[place] = IS_CONSTANT ? mul((T)1, (T)1) : fold_value(sum);
    }
}

/* Loads the pattern of the group: joined entries and words. */
DEVICE void load_rows(const struct mxm_row_arguments &a, struct cluster_block *s,
                      const struct row_accumulator &row, const struct cluster_tables &t,
                      const struct mxm_cluster_record &known, const struct cluster_pattern &pattern,
                      bool is_active)
{
    const int thread = (int)threadIdx.x, warp = thread / WARP;
    const struct cluster_row warp_row = pattern.row[warp];
    const int length = is_active && READS_X ? warp_row.length : 0;
    uint4 word = make_uint4(0, 0, 0, 0);
    if (thread < known.keys)
        word = pattern.word[thread];
    for (int k = thread; k < MXM_CLUSTER_WORDS; k += MXM_CLUSTER_THREADS)
        row.table.key[k] = NO_KEY;
    if (thread < known.entries) {
        s->start[thread] = pattern.start[thread];
        s->before[thread] = pattern.before[thread];
        s->rows[thread] = pattern.rows[thread];
    }
    if (thread == 0) {
        s->entries = known.entries;
        s->before[known.entries] = known.products;
    }
    for (int e = lane_of_warp(); e < length; e += WARP) {
        const unsigned number = a.cluster.number[warp_row.first + e];
        if (number != MXM_CLUSTER_NO_NUMBER)
            t.x[number * MXM_CLUSTER_ROWS + (unsigned)warp] =
                bits_of(((const T *)a.A_value)[warp_row.first + e]);
    }
    __syncthreads();
    if (thread < known.keys) {
        row.table.key[word.w] = word.x;
        row.word[word.w].bits = word.y;
        row.word[word.w].before = word.z;
    }
    index_part(s, 0, known.products < MXM_CLUSTER_PART ? known.products : MXM_CLUSTER_PART);
}

/* Computes a group of rows. */
DEVICE void compute_rows(const struct mxm_row_arguments &a, struct cluster_block *s,
                         const struct row_accumulator &row, const struct cluster_tables &t,
                         const struct mxm_cluster_record &known)
{
    const int thread = (int)threadIdx.x, warp = thread / WARP;
    const struct row_range range = {known.begin, known.rows};
    const bool is_active = warp >= known.begin && warp < known.begin + known.rows;
    const struct cluster_pattern pattern =
        pattern_at(a.cluster.pool + known.at, known.entries, known.keys, known.total);
    const unsigned total = (unsigned)known.total;
    unsigned written = 0;
    if (thread >= known.begin && thread < known.begin + known.rows)
        s->to[thread] = a.C_row_start[pattern.row[thread].number];
    if (!IS_CONSTANT)
        load_rows(a, s, row, t, known, pattern, is_active);
#pragma unroll 1
    for (struct column_window w = {0, 0, 0, 0}; w.first < total; w.first += w.slots) {
        w.slots = total - w.first < (unsigned)t.slots ? total - w.first : (unsigned)t.slots;
        for (unsigned k = (unsigned)thread; k < w.slots; k += MXM_CLUSTER_THREADS)
            t.column[k] = pattern.column[w.first + k];
        for (unsigned k = (unsigned)thread; k < (w.slots + 3) / 4; k += MXM_CLUSTER_THREADS)
            t.present[k] = ((const unsigned *)(pattern.present + w.first))[k];
        for (unsigned k = (unsigned)lane_of_warp(); k < w.slots && !IS_CONSTANT; k += WARP)
            t.slot[warp * t.slots + (int)k] = fold_start();
        __syncthreads();
        fold_cluster(a, s, row, w, t, range, true);
        if (is_active)
            written = write_cluster(a, s, t, w, written);
        __syncthreads();
    }
}

/* Marks the products of a single row; false if it has too many words. */
DEVICE bool mark_single(const struct mxm_row_arguments &a, struct cluster_block *s,
                        const struct row_accumulator &row, const struct cluster_tables &t)
{
    for (int k = (int)threadIdx.x; k < MXM_CLUSTER_WORDS; k += MXM_CLUSTER_THREADS) {
        row.word[k].bits = 0;
        row.table.key[k] = NO_KEY;
    }
    if (threadIdx.x == 0)
        s->keys = 0;
#pragma unroll 1
    for (int from = 0; from < s->length[0]; from += a.words) {
        load_entries(a, s, t, 0, from);
        mark_cluster(a, s, row);
    }
    __syncthreads();
    return s->keys <= row.table.most_keys;
}

/* Computes a single row whose products are marked, or counts its entries. */
DEVICE void compute_single(const struct mxm_row_arguments &a, struct cluster_block *s,
                           const struct row_accumulator &row, const struct cluster_tables &t)
{
    const int thread = (int)threadIdx.x, warp = thread / WARP, length = s->length[0];
    rank_cluster(s, row, (uint2 *)t.note);
    const unsigned total = s->total;
    /* A row that fits was loaded when it was marked. */
    const bool is_whole = length <= a.words;
#pragma unroll 1
    for (struct column_window w = {0, 0, 0, 0}; w.first < total && a.column != nullptr; w.first += w.slots) {
        w.slots = total - w.first < (unsigned)t.slots ? total - w.first : (unsigned)t.slots;
        list_columns(s, row, w, t.column);
        for (unsigned k = (unsigned)lane_of_warp(); k < w.slots && !IS_CONSTANT; k += WARP)
            t.slot[warp * t.slots + (int)k] = fold_start();
        __syncthreads();
#pragma unroll 1
        for (int from = 0; from < (is_whole ? 1 : length); from += a.words) {
            if (!is_whole)
                load_entries(a, s, t, 0, from);
            fold_cluster(a, s, row, w, t, {0, 1}, is_whole);
        }
        write_single(a, s, t, w, 0);
        __syncthreads();
    }
    if (thread == 0 && a.count != nullptr)
        a.count[s->number[0]] = (int32_t)total;
}

/* Computes or counts a remaining single row. */
DEVICE void process_single(const struct mxm_row_arguments &a, struct cluster_block *s,
                           const struct row_accumulator &row, const struct cluster_tables &t, int64_t place)
{
    describe_rows(a, s, place, 1);
    if (mark_single(a, s, row, t))
        compute_single(a, s, row, t);
    else if (threadIdx.x == 0)
        a.deferred[atomicAdd((unsigned long long *)a.deferred_rows, 1ull)] = (int32_t)place;
    __syncthreads();
}

/* A block for each group of a class; or, with rows = -1, for each remaining single row.  Groups: a.slots bytes of
 * shared memory.  Single rows: a.words entries of A at a time, a.slots slots for each warp. */
GRAPH_KERNEL void __launch_bounds__(MXM_CLUSTER_THREADS, MXM_CLUSTER_BLOCKS)
    mxm_cluster(struct mxm_row_arguments a)
{
    enum { SLOT_BYTES = IS_CONSTANT ? 0 : (int)sizeof(slot_t) };
    extern __shared__ unsigned long long mxm_shared[];
    __shared__ struct cluster_block shared;
    __shared__ uint4 note[MXM_CLUSTER_BATCH];
    struct cluster_block *s = &shared;
    struct cluster_tables t;
    struct mxm_cluster_record known = {};
    int entries = a.words;
    t.slots = a.slots;
    if (a.rows >= 0) {
        known = a.cluster.record[blockIdx.x];
        entries = known.entries;
        const int most = (a.slots - MXM_CLUSTER_FIXED_BYTES - entries * MXM_CLUSTER_ENTRY_BYTES(SLOT_BYTES)) /
                         MXM_CLUSTER_COLUMN_BYTES(SLOT_BYTES);
        t.slots = (min(most, known.total + 7)) / 8 * 8;
    }
    /* By descending alignment: words of 8 bytes, then of 4. */
    struct bitmap_word *word = (struct bitmap_word *)mxm_shared;
    t.note = note;
    t.slot = (slot_t *)(word + MXM_CLUSTER_WORDS);
    t.x = t.slot + (IS_CONSTANT ? 0 : MXM_CLUSTER_ROWS * t.slots);
    unsigned *key = (unsigned *)(t.x + (IS_CONSTANT ? 0 : MXM_CLUSTER_ROWS * entries));
    t.column = key + MXM_CLUSTER_WORDS;
    t.present = t.column + t.slots;
    unsigned *list = t.present + t.slots / 4; /* of single rows */
    const struct row_accumulator row = {
        0, 0, word, nullptr, {key, &s->keys, list, MXM_CLUSTER_WORDS - 1, MXM_CLUSTER_KEYS_MOST}};
    if (a.rows >= 0) {
        compute_rows(a, s, row, t, known);
        return;
    }
#pragma unroll 1
    for (int64_t r = blockIdx.x; r < *a.remaining_rows; r += gridDim.x)
        process_single(a, s, row, t, a.remaining[r]);
}
