/* Rows of C = A B whose rows of A are alike, as those of pages of one site: MXM_ALIKE_ROWS neighbours of the list at a time.
 * A block joins their columns of A, so that each row of B is read once for all of them; marks the columns of the
 * products in words in a hash table as mxm_hash.cuh does; and folds each entry of B into the sums of all rows that
 * have it.  Each warp owns the sums of one row, so nothing is exchanged and sums have one order.
 *
 * Rows that are not alike are taken in halves.  Single ones are left: to the kernels that sort, where they have few
 * products, or else to blocks of their own, in which each warp has sums of its own products, and those of all warps are
 * added in the end.  Of these, rows with more words than the table has room for are left to the blocks of mxm_rank.cuh. */
#include "cuda/mxm_alike_join.cuh"

/* A note of a product: in bytes, how far its sum lies from the first of a warp, and above that its entry's value from the
 * first of a row; then the rows that have it, and above them how many products of its warp before it have the same sum. */
enum { NOTE_X = 16, NOTE_TURN = 8 };

/* Which entries begin in the chunks of the products from `part` on, of which there are `count` in it. */
DEVICE void look_up_part(struct alike_block *s, int part, int count)
{
    const int thread = (int)threadIdx.x, lane = lane_of_warp(), chunks = (count + WARP - 1) / WARP;
    const int at = thread < s->entries ? s->before[thread] - part : MXM_ALIKE_PART;
    if (thread < chunks)
        s->chunk[thread].bits = 0;
    int begun = __syncthreads_count(at < 0);
    if (at >= 0 && at < MXM_ALIKE_PART)
        atomicOr(&s->chunk[at / WARP].bits, 1u << (at % WARP));
    __syncthreads();
    if (thread < WARP)
#pragma unroll 1
        for (int k = lane; k - lane < chunks; k += WARP) {
            const int bits = __popc(s->chunk[k].bits), sum = sum_so_far(bits);
            s->chunk[k].before = (unsigned)(begun + sum - bits);
            begun += __shfl_sync(ALL_LANES, sum, WARP - 1);
        }
    __syncthreads();
}

/* The entry of the product that is this lane's in the chunk. */
DEVICE unsigned entry_of(const struct alike_block *s, int chunk)
{
    const struct rank_word word = s->chunk[chunk];
    return word.before + (unsigned)__popc(word.bits << (WARP - 1 - lane_of_warp())) - 1;
}

/* Marks the columns of the products. */
DEVICE void mark_alike(const struct mxm_row_arguments &a, struct alike_block *s, const struct rank_row &row)
{
    enum { EACH = 4 };
    const int products = s->before[s->entries];
#pragma unroll 1
    for (int part = 0; part < products; part += MXM_ALIKE_PART) {
        const int end = products - part < MXM_ALIKE_PART ? products - part : MXM_ALIKE_PART;
        look_up_part(s, part, end);
        for (int first = (int)threadIdx.x; first < end; first += EACH * MXM_ALIKE_THREADS) {
            unsigned j[EACH];
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                const int q = first + e * MXM_ALIKE_THREADS;
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

/* Ranks the words, each with all others, of which as many threads as there are take a share; the keys and the numbers of
 * bits lie in `pairs` for that. */
DEVICE void rank_alike(struct alike_block *s, const struct rank_row &row, uint2 *pairs)
{
    const unsigned keys = s->keys, thread = threadIdx.x;
    const unsigned shares = keys <= WARP ? 8 : keys <= 2 * WARP ? 4 : keys <= 4 * WARP ? 2 : 1;
    const unsigned k = thread % (MXM_ALIKE_THREADS / shares), share = thread / (MXM_ALIKE_THREADS / shares);
    if (thread < keys) {
        const unsigned at = row.table.list[thread];
        pairs[thread] = make_uint2(row.table.key[at], (unsigned)__popc(row.word[at].bits));
        row.word[at].before = 0;
    }
    if (thread == 0)
        s->total = 0;
    __syncthreads();
    if (k < keys) {
        const uint2 own = pairs[k];
        const unsigned end = (share + 1) * keys / shares;
        unsigned before = 0;
#pragma unroll 4
        for (unsigned n = share * keys / shares; n < end; n++) {
            const uint2 other = pairs[n];
            before += other.x < own.x ? other.y : 0;
        }
        atomicAdd(&row.word[row.table.list[k]].before, before);
        if (share == 0)
            atomicAdd(&s->total, own.y);
    }
    __syncthreads();
}

/* The columns of the places of a window. */
DEVICE void list_columns(const struct alike_block *s, const struct rank_row &row, const struct rank_window &w,
                         unsigned *column)
{
    const unsigned lane = (unsigned)lane_of_warp();
#pragma unroll 2
    for (unsigned k = threadIdx.x / WARP; k < s->keys; k += ALIKE_WARPS) {
        const unsigned at = row.table.list[k];
        const struct rank_word word = row.word[at];
        const unsigned place = word.before + (unsigned)__popc(word.bits & ((1u << lane) - 1)) - w.first;
        if ((word.bits >> lane & 1) && place < w.slots)
            column[place] = row.table.key[at] * 32 + lane;
    }
}

/* A thread's products of a batch on their way. */
struct alike_products {
    unsigned j[ALIKE_EACH], entry[ALIKE_EACH];
    T y[ALIKE_EACH];
};

/* Those from `base` of the part on, which ends at `end`. */
DEVICE void fetch_alike(const struct mxm_row_arguments &a, const struct alike_block *s,
                        struct alike_products &p, int part, int base, int end)
{
#pragma unroll
    for (int e = 0; e < ALIKE_EACH; e++) {
        const int q = base + e * MXM_ALIKE_THREADS + (int)threadIdx.x;
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

/* Notes where the products are folded, and that the rows have something there. */
DEVICE void note_alike(struct alike_block *s, const struct rank_row &row, const struct rank_window &w,
                       const struct alike_tables &t, const struct alike_products &p, bool is_single)
{
    unsigned at[ALIKE_EACH], place[ALIKE_EACH], rows[ALIKE_EACH], turn[ALIKE_EACH];
#pragma unroll
    for (int e = 0; e < ALIKE_EACH; e++) {
        at[e] = first_place(row.table, p.j[e] >> 5);
        rows[e] = s->rows[p.entry[e]];
    }
#pragma unroll
    for (int e = 0; e < ALIKE_EACH; e++)
#pragma unroll 1
        while (p.j[e] != ~0u && row.table.key[at[e]] != p.j[e] >> 5)
            at[e] = (at[e] + 1) & row.table.last;
#pragma unroll
    for (int e = 0; e < ALIKE_EACH; e++) {
        const struct rank_word word = row.word[at[e]];
        place[e] = word.before + (unsigned)__popc(word.bits & ((1u << (p.j[e] & 31)) - 1)) - w.first;
        rows[e] = p.j[e] != ~0u && place[e] < w.slots ? rows[e] : 0;
        const unsigned mark = rows[e] << 8 * (place[e] & 3);
        if (!is_single && rows[e] != 0 && (*(volatile unsigned *)&t.present[place[e] >> 2] & mark) != mark)
            atomicOr(&t.present[place[e] >> 2], mark);
    }
#pragma unroll
    for (int e = 0; e < ALIKE_EACH; e++) {
        turn[e] = 0;
        if (!__all_sync(ALL_LANES, p.entry[e] == __shfl_sync(ALL_LANES, p.entry[e], 0)))
            turn[e] = (unsigned)__popc(__match_any_sync(ALL_LANES, place[e]) & ((1u << lane_of_warp()) - 1));
    }
#pragma unroll
    for (int e = 0; e < ALIKE_EACH; e++) {
        const int k = e * MXM_ALIKE_THREADS + (int)threadIdx.x;
        uint2 note = make_uint2(0, 0);
        if (rows[e] != 0)
            note = make_uint2((p.entry[e] * MXM_ALIKE_ROWS << NOTE_X | place[e]) * (unsigned)sizeof(slot_t),
                              turn[e] << NOTE_TURN | rows[e]);
        t.note[k] = note;
        t.y[k] = bits_of(p.y[e]);
        const unsigned turns = __reduce_max_sync(ALL_LANES, note.y >> NOTE_TURN);
        if (lane_of_warp() == 0)
            s->turns[k / WARP] = (uint8_t)turns;
    }
}

DEVICE int of_all_lanes(int x) { return __shfl_sync(ALL_LANES, x, 0); }

/* Folds STEPS x 32 products of the batch, from `first` on, into sums of this warp, `slot`; those of rows[warp].  Products of
 * one sum take turns. */
template <int STEPS>
DEVICE void fold_batch(const struct alike_block *s, const struct alike_tables &t, slot_t *slot, int first)
{
    const unsigned warp = threadIdx.x / WARP, own = 1u << warp;
    const char *x_of_row = (const char *)(t.x + warp);
    /* How many turns each step has, a byte for each: of all lanes the same. */
    const unsigned turns =
        STEPS == 4 ? *(const unsigned *)(s->turns + first / WARP) : (unsigned)s->turns[first / WARP];
    uint2 note[STEPS];
    T x[STEPS], y[STEPS];
#pragma unroll
    for (int k = 0; k < STEPS; k++) {
        note[k] = t.note[first + k * WARP + lane_of_warp()];
        y[k] = value_of(t.y[first + k * WARP + lane_of_warp()]);
    }
#pragma unroll
    for (int k = 0; k < STEPS; k++)
        x[k] = READS_X ? value_of(*(const slot_t *)(x_of_row + (note[k].x >> NOTE_X))) : (T)1;
    const bool has_turns = __any_sync(ALL_LANES, turns != 0);
#pragma unroll
    for (int k = 0; k < STEPS; k++) {
        slot_t *sum = (slot_t *)((char *)slot + (note[k].x & ((1u << NOTE_X) - 1)));
        const bool is_own = (note[k].y & own) != 0;
        if (is_own && note[k].y < 1u << NOTE_TURN)
            *sum = slot_add(*sum, mul(x[k], y[k]));
        __syncwarp();
        if (!has_turns)
            continue;
        const unsigned last = turns >> 8 * k & 0xff;
#pragma unroll 1
        for (unsigned now = 1; now <= last; now++) {
            if (is_own && note[k].y >> NOTE_TURN == now)
                *sum = slot_add(*sum, mul(x[k], y[k]));
            __syncwarp();
        }
    }
}

/* Folds the products of the entries into the places of the window; is_whole: they are the entries that have been marked. */
DEVICE void fold_alike(const struct mxm_row_arguments &a, struct alike_block *s, const struct rank_row &row,
                       const struct rank_window &w, const struct alike_tables &t, struct alike_rows those,
                       bool is_whole)
{
    enum { STEPS = 4 };
    /* Said to be the same in all lanes, so that these need not be brought together for each step. */
    const int warp = of_all_lanes((int)threadIdx.x / WARP), products = of_all_lanes(s->before[s->entries]);
    const int begin = of_all_lanes(those.begin), count = of_all_lanes(those.count);
    const bool is_single = count == 1, is_own = warp >= begin && warp < begin + count;
    slot_t *slot = t.slot + warp * a.slots;
    if (IS_CONSTANT && is_single)
        return; /* every place is there */
#pragma unroll 1
    for (int part = 0; part < products; part += MXM_ALIKE_PART) {
        const int end = products - part < MXM_ALIKE_PART ? products - part : MXM_ALIKE_PART;
        struct alike_products p;
        if (!is_whole || products > MXM_ALIKE_PART)
            look_up_part(s, part, end);
        fetch_alike(a, s, p, part, 0, end);
#pragma unroll 1
        for (int base = 0; base < end; base += MXM_ALIKE_BATCH) {
            note_alike(s, row, w, t, p, is_single);
            if (!is_single)
                __syncthreads();
            fetch_alike(a, s, p, part, base + MXM_ALIKE_BATCH, end);
            if (is_single) {
                __syncwarp();
#pragma unroll
                for (int e = 0; e < ALIKE_EACH; e++)
                    fold_batch<1>(s, t, slot, e * MXM_ALIKE_THREADS + warp * WARP);
            } else {
                const int n = end - base < MXM_ALIKE_BATCH ? end - base : MXM_ALIKE_BATCH;
                for (int k = 0; k < n && is_own && !IS_CONSTANT; k += STEPS * WARP)
                    fold_batch<STEPS>(s, t, slot, k);
                __syncthreads();
            }
        }
        __syncthreads();
    }
}

/* Writes the places of the window that this warp's row has; gives its entries so far. */
DEVICE unsigned write_alike(const struct mxm_row_arguments &a, const struct alike_block *s,
                            const struct alike_tables &t, const struct rank_window &w, unsigned written)
{
    const unsigned warp = threadIdx.x / WARP, lane = (unsigned)lane_of_warp();
    const slot_t *slot = t.slot + (int)warp * a.slots;
    int32_t *column = a.column + s->to[warp];
    T *value = (T *)a.value + s->to[warp];
    for (unsigned base = 0; base < w.slots; base += WARP) {
        const unsigned place = base + lane;
        const bool is_there = place < w.slots && (((const uint8_t *)t.present)[place] >> warp & 1) != 0;
        const unsigned those = __ballot_sync(ALL_LANES, is_there);
        if (a.column != nullptr && is_there) {
            const unsigned k = written + (unsigned)__popc(those & ((1u << lane) - 1));
            column[k] = (int32_t)t.column[place];
            value[k] = IS_CONSTANT ? mul((T)1, (T)1) : value_of(slot[place]);
        }
        written += (unsigned)__popc(those);
    }
    return written;
}

/* Writes the places of the window of a single row: the sums of all warps. */
DEVICE void write_single(const struct mxm_row_arguments &a, const struct alike_block *s,
                         const struct alike_tables &t, const struct rank_window &w, int row)
{
    int32_t *column = a.column + s->to[row] + w.first;
    T *value = (T *)a.value + s->to[row] + w.first;
    for (unsigned place = threadIdx.x; place < w.slots; place += MXM_ALIKE_THREADS) {
        slot_t sum = slot_start();
        for (int warp = 0; warp < ALIKE_WARPS && !IS_CONSTANT; warp++) {
            const slot_t part = t.slot[(int)warp * a.slots + place];
            if (part != slot_start())
                sum = slot_add(sum, value_of(part));
        }
        column[place] = (int32_t)t.column[place];
        value[place] = IS_CONSTANT ? mul((T)1, (T)1) : value_of(sum);
    }
}

/* Marks the products of the rows; false if their words are too many, or the rows are not alike. */
DEVICE bool open_rows(const struct mxm_row_arguments &a, struct alike_block *s, const struct rank_row &row,
                      const struct alike_tables &t, struct alike_rows those)
{
    for (int k = (int)threadIdx.x; k < MXM_ALIKE_WORDS; k += MXM_ALIKE_THREADS) {
        row.word[k].bits = 0;
        row.table.key[k] = NO_KEY;
    }
    if (threadIdx.x == 0)
        s->keys = 0;
    const bool is_single = those.count == 1;
    if (!is_single && !join_rows(a, s, t, those))
        return false;
    const int ends = is_single ? s->length[those.begin] : 1;
#pragma unroll 1
    for (int from = 0; from < ends; from += a.words) {
        if (is_single)
            take_entries(a, s, t, those.begin, from);
        mark_alike(a, s, row);
    }
    __syncthreads();
    return s->keys <= row.table.most_keys;
}

/* Computes the rows, whose products are marked. */
DEVICE void close_rows(const struct mxm_row_arguments &a, struct alike_block *s, const struct rank_row &row,
                       const struct alike_tables &t, struct alike_rows those)
{
    const int thread = (int)threadIdx.x, warp = thread / WARP;
    const bool is_single = those.count == 1, is_own = warp >= those.begin && warp < those.begin + those.count;
    const int length = s->length[those.begin];
    unsigned written = 0;
    rank_alike(s, row, (uint2 *)t.slot);
    const unsigned total = s->total;
#pragma unroll 1
    for (struct rank_window w = {0, 0, 0, 0}; w.first < total; w.first += w.slots) {
        if (is_single && a.column == nullptr)
            break;
        w.slots = total - w.first < (unsigned)a.slots ? total - w.first : (unsigned)a.slots;
        for (unsigned k = (unsigned)thread; k < (w.slots + 3) / 4; k += MXM_ALIKE_THREADS)
            t.present[k] = 0;
        list_columns(s, row, w, t.column);
        for (unsigned k = (unsigned)lane_of_warp(); k < w.slots; k += WARP)
            t.slot[(int)warp * a.slots + k] = slot_start();
        __syncthreads();
        /* The entries of a single row that is not too long lie there since they were marked. */
        const bool is_whole = !is_single || length <= a.words;
#pragma unroll 1
        for (int from = 0; from < (is_whole ? 1 : length); from += a.words) {
            if (!is_whole)
                take_entries(a, s, t, those.begin, from);
            fold_alike(a, s, row, w, t, those, is_whole);
        }
        if (is_single)
            write_single(a, s, t, w, those.begin);
        else if (is_own)
            written = write_alike(a, s, t, w, written);
        __syncthreads();
    }
    if (is_single)
        written = total;
    if (is_own && lane_of_warp() == 0 && a.count != nullptr)
        a.count[s->number[warp]] = (int32_t)written;
}

/* Notes what is known of the rows at `count` places of the list; gives a bound of their entries, 0 if none is known. */
DEVICE int describe_rows(const struct mxm_row_arguments &a, struct alike_block *s, int64_t first_place,
                         int count)
{
    const int thread = (int)threadIdx.x;
    if (thread < WARP) {
        int64_t first = 0, to = 0;
        int32_t number = -1, length = 0, bound = 0;
        if (thread < count) {
            number = a.list[first_place + thread];
            first = a.A_row_start[number];
            length = (int32_t)(a.A_row_start[number + 1] - first);
            bound = a.count != nullptr ? a.count[number] : 0;
            if (a.column != nullptr)
                to = a.offset != nullptr ? a.offset[first_place + thread] : a.C_row_start[number];
        }
        bound = __reduce_add_sync(ALL_LANES, bound);
        if (thread < MXM_ALIKE_ROWS) {
            s->first[thread] = first;
            s->to[thread] = to;
            s->number[thread] = number;
            s->length[thread] = length;
        }
        if (thread == 0)
            s->bound = bound;
    }
    __syncthreads();
    return s->bound;
}

/* Computes the rows: together, or in parts; single ones are left to kernels of their own, and so are those that have many
 * products and are not alike.  is_left: it is one of those that have been left. */
DEVICE void take_rows(const struct mxm_row_arguments &a, struct alike_block *s, const struct rank_row &row,
                      const struct alike_tables &t, int64_t first_place, int count, bool is_left)
{
    enum { HEAVY = 16384 };
    const int thread = (int)threadIdx.x;
    const bool is_heavy = describe_rows(a, s, first_place, count) > HEAVY;
#pragma unroll 1
    for (struct alike_rows those = {0, 0}; those.begin < count; those.begin += those.count) {
        those.count = those.begin == 0 ? MXM_ALIKE_ROWS : those.begin & -those.begin;
        while (those.count > count - those.begin)
            those.count /= 2;
        bool is_open = false;
        while ((those.count > 1 || is_left) && !(is_open = open_rows(a, s, row, t, those)) &&
               those.count > 1 && !is_heavy) {
            those.count /= 2;
            __syncthreads();
        }
        if (is_open)
            close_rows(a, s, row, t, those);
        else if (thread == 0) {
            int32_t *list = is_left ? a.deferred : a.left;
            unsigned long long *listed = (unsigned long long *)(is_left ? a.deferred_rows : a.left_rows);
            for (int r = 0; r < those.count; r++)
                list[atomicAdd(listed, 1ull)] = (int32_t)(first_place + those.begin + r);
        }
        __syncthreads();
    }
}

/* A block for MXM_ALIKE_ROWS places of the list, from its end, or for each of the rows that have been left (rows = -1).
 * a.slots: of each warp; a.words: entries of A that are joined, or taken together, MXM_ALIKE_ENTRIES at most. */
GRAPH_KERNEL void __launch_bounds__(MXM_ALIKE_THREADS, MXM_ALIKE_BLOCKS) mxm_alike(struct mxm_row_arguments a)
{
    extern __shared__ unsigned long long mxm_shared[];
    __shared__ struct alike_block shared;
    struct alike_block *s = &shared;
    struct alike_tables t;
    char *at = (char *)mxm_shared;
    /* In the order of their alignments: words of 8 bytes, then those of 4. */
    t.slot = (slot_t *)at;
    t.joined_key = (unsigned *)at;
    t.joined_number = t.joined_key + MXM_ALIKE_KEYS;
    at += MXM_ALIKE_SLOT_BYTES(a.slots, (int)sizeof(slot_t));
    t.x = (slot_t *)at;
    at += (int)sizeof(slot_t) * MXM_ALIKE_ROWS * a.words;
    struct rank_word *word = (struct rank_word *)at;
    at += (int)sizeof *word * MXM_ALIKE_WORDS;
    t.y = (slot_t *)at;
    at += 8 * MXM_ALIKE_BATCH;
    t.note = (uint2 *)at;
    unsigned *key = (unsigned *)(t.note + MXM_ALIKE_BATCH), *list = key + MXM_ALIKE_WORDS;
    t.column = list + MXM_ALIKE_LIST;
    t.present = t.column + a.slots;
    const struct rank_row row = {
        0, 0, word, nullptr, {key, &s->keys, list, MXM_ALIKE_WORDS - 1, MXM_ALIKE_KEYS_MOST}};

    /* One call: the text is long, and the multiprocessor has room for some of it. */
    const bool is_of_left = a.rows < 0;
    const int64_t groups = is_of_left ? *a.left_rows : (a.rows + MXM_ALIKE_ROWS - 1) / MXM_ALIKE_ROWS;
#pragma unroll 1
    for (int64_t g = blockIdx.x; g < groups; g += gridDim.x) {
        const int64_t first = (groups - 1 - g) * MXM_ALIKE_ROWS;
        const int64_t place = is_of_left ? a.left[g] : a.first + first;
        const int64_t count = is_of_left ? 1 : a.rows - first;
        take_rows(a, s, row, t, place, count < MXM_ALIKE_ROWS ? (int)count : MXM_ALIKE_ROWS, is_of_left);
    }
}
