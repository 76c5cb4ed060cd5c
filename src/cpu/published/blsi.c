/* One word for each entry of a matrix, as short as a good choice of stripes of columns and buckets of rows makes it.
 * Neelima, Prakash, Reddy, "New sparse matrix storage format to improve the performance of total SpMV time", Scalable
 * Computing 13(2), 2012.  There a word holds all of the row, and the column in a chunk of the entries that a grid takes at
 * once, whose first column is stored; here the high parts of both are stored together, by a bit for each entry and one for
 * each cell, or less, and words are packed. */
#include "cpu/published/published.h"

#include <omp.h>
#include <string.h>

#include "base/checked.h"
#include "base/memory.h"
#include "cpu/common/rows.h"

enum {
    MOST_COLUMN_BITS = 12, /* so that the elements of u that a stripe reads stay near */
    MOST_WORD_BITS = 32,
    GROUP = 32, /* words that fill whole elements */
    MOST_RANGES = 64,
    CHUNK_BITS = 1 << GRAPH_BLSI_CHUNK_BITS,
    CHUNK_WORDS = CHUNK_BITS / 64
};

/* The rows that a stripe of columns has. */
struct span {
    int32_t first, last; /* first > last: none */
};

static int64_t lesser(int64_t x, int64_t y) { return x < y ? x : y; }

static int64_t stripes_of(const struct graph_blsi *A)
{
    return (A->columns + ((int64_t)1 << A->column_bits) - 1) >> A->column_bits;
}

/* Bits of all arrays but the values, for spans of at most `rows` rows. */
static double cost(const struct graph_blsi *A, int64_t rows, int row_bits, int column_bits)
{
    double stripes = (double)((A->columns + ((int64_t)1 << column_bits) - 1) >> column_bits),
           high = (double)A->entries + stripes * (double)(((rows - 1) >> row_bits) + 1);
    return (double)A->entries * (row_bits + column_bits) + high * (1 + 64.0 / CHUNK_BITS) + 32 * stripes;
}

/* Halves the number of spans. */
static int64_t merge(struct span *span, int64_t count)
{
    for (int64_t s = 0; 2 * s < count; s++) {
        struct span a = span[2 * s], b = 2 * s + 1 < count ? span[2 * s + 1] : a;
        span[s] = (struct span){(int32_t)lesser(a.first, b.first), a.last > b.last ? a.last : b.last};
    }
    return (count + 1) / 2;
}

/* The stripes and buckets that take the fewest bits; or up to `tolerance` times as many, if neighbours then have different
 * rows, since buckets have as many rows as there are threads that work in step, or stripes have one column. */
static void choose(struct graph_blsi *A, struct span *span)
{
    enum { ROW_BITS = 5 };
    const double tolerance = 1.1;
    double least[2] = {-1, -1}; /* of all, and of those */
    struct graph_blsi best[2] = {*A, *A};
    int64_t count = A->columns;
    for (int columns = 0; columns <= MOST_COLUMN_BITS; columns++) {
        int64_t rows = 1;
        for (int64_t s = 0; s < count; s++) {
            int64_t here = (int64_t)span[s].last - span[s].first + 1;
            rows = here > rows ? here : rows;
        }
        for (int bits = columns > 0 ? 0 : 1; bits + columns <= MOST_WORD_BITS && bits < 32; bits++) {
            double all = cost(A, rows, bits, columns);
            for (int k = 0; k <= (bits >= ROW_BITS || columns == 0); k++) {
                if (least[k] >= 0 && all >= least[k])
                    continue;
                least[k] = all;
                best[k].row_bits = bits;
                best[k].column_bits = columns;
                best[k].buckets = ((rows - 1) >> bits) + 1;
            }
        }
        count = merge(span, count);
    }
    *A = best[least[1] <= tolerance * least[0]];
}

static graph_status choose_cells(struct graph_blsi *A, const struct graph_csr *from, int threads)
{
    struct span *span = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(span, from->rows));
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t j = 0; j < from->rows; j++) {
        int64_t start = from->row_start[j], end = from->row_start[j + 1];
        span[j] = start < end ? (struct span){from->column[start], from->column[end - 1]}
                              : (struct span){INT32_MAX, -1};
    }
    choose(A, span);
done:
    graph__free(span);
    return status;
}

/* What is made: A's arrays, which can be written here.  First come the cells of the entries, a bit for each as in `high`
 * without `sum`, and the low parts of their numbers. */
struct making {
    const struct graph_csr *from;
    struct graph_blsi *A;
    uint64_t *cells, *high;
    uint32_t *low, *word;
    int64_t *before, *sum;
    int32_t *first_row;
    void *value;
    size_t value_bytes;
};

/* Sets bits in ascending order; an element may be another thread's, too. */
struct setter {
    uint64_t *to, waiting;
    int64_t element;
};

static void flush(struct setter *s)
{
    if (s->waiting != 0)
        __atomic_fetch_or(&s->to[s->element], s->waiting, __ATOMIC_RELAXED);
    s->waiting = 0;
}

static void set(struct setter *s, int64_t bit)
{
    if (bit / 64 != s->element) {
        flush(s);
        s->element = bit / 64;
    }
    s->waiting |= (uint64_t)1 << bit % 64;
}

/* Entries of a stripe into their cells; `place` has room for all of its buckets, and one more. */
static void fill_stripe(const struct making *m, int64_t stripe, int64_t *place)
{
    const struct graph_blsi *A = m->A;
    const struct graph_csr *from = m->from;
    struct setter cells = {m->cells, 0, 0};
    int64_t first = stripe << A->column_bits,
            end = lesser(first + ((int64_t)1 << A->column_bits), A->columns);
    int32_t first_row = INT32_MAX, mask = (int32_t)(((int64_t)1 << A->row_bits) - 1);
    for (int64_t j = first; j < end; j++)
        if (from->row_start[j] < from->row_start[j + 1])
            first_row = (int32_t)lesser(first_row, from->column[from->row_start[j]]);
    m->first_row[stripe] = first_row < INT32_MAX ? first_row : 0;
    memset(place, 0, (size_t)(A->buckets + 1) * sizeof *place);
    for (int64_t e = from->row_start[first]; e < from->row_start[end]; e++)
        place[((from->column[e] - first_row) >> A->row_bits) + 1]++;
    place[0] = from->row_start[first];
    for (int64_t b = 0; b < A->buckets; b++) {
        place[b + 1] += place[b];
        for (int64_t e = place[b]; e < place[b + 1]; e++)
            set(&cells, e + stripe * A->buckets + b);
    }
    flush(&cells);
    for (int64_t j = first; j < end; j++)
        for (int64_t e = from->row_start[j]; e < from->row_start[j + 1]; e++) {
            int32_t row = from->column[e] - first_row;
            int64_t to = place[row >> A->row_bits]++;
            m->low[to] = (uint32_t)((uint64_t)(j - first) << A->row_bits) | (uint32_t)(row & mask);
            if (m->value != NULL)
                graph__move_value(m->value, to, from->value, e, m->value_bytes);
        }
}

static graph_status fill(const struct making *m, int threads)
{
    int64_t stripes = stripes_of(m->A), *place = NULL;
    size_t each;
    graph_status status;
    threads = (int)lesser(threads, stripes > 0 ? stripes : 1);
    if (!graph__multiply(&each, (size_t)m->A->buckets + 1, (size_t)threads))
        GRAPH_FAIL(GRAPH_E_MEMORY, "the matrix has too many buckets");
    GRAPH_TRY(GRAPH_NEW(place, each));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int64_t s = 0; s < stripes; s++)
        fill_stripe(m, s, place + (m->A->buckets + 1) * omp_get_thread_num());
done:
    graph__free(place);
    return status;
}

/* ---- From cells and low parts to words ---- */

/* Entries that a thread writes, whole groups of them but for the last one. */
struct range {
    int64_t begin, end;
    /* Of the bits of `cells`: the element that has that of the entry in front, or of the first one, and those of entries in
     * front of it there. */
    int64_t element, skipped;
    /* Of the steps of all entries in front: how many take one from the cell's part, as the low part is less than that of
     * the entry before, and the sum of the low parts. */
    int64_t borrowed, sum;
};
struct ranges {
    struct range each[MOST_RANGES];
    int count;
    int64_t last_cell, borrowed; /* of the last entry, and of all */
};

static int word_bits_of(const struct graph_blsi *A) { return A->row_bits + A->column_bits; }

static uint64_t word_mask_of(const struct graph_blsi *A) { return ((uint64_t)1 << word_bits_of(A)) - 1; }

static int64_t before(int64_t entry) { return entry > 0 ? entry - 1 : 0; }

static void cut(struct ranges *ranges, const struct making *m, int64_t elements, int threads)
{
    int64_t n = m->A->entries, groups = (n + GROUP - 1) / GROUP, seen = 0;
    int count = (int)lesser(lesser(threads, MOST_RANGES), groups), next = 0;
    for (int p = 0; p < count; p++) {
        ranges->each[p].begin = groups * p / count * GROUP;
        ranges->each[p].end = lesser(groups * (p + 1) / count * GROUP, n);
    }
    for (int64_t k = 0; k < elements; k++) {
        int here = __builtin_popcountll(m->cells[k]);
        for (; next < count && before(ranges->each[next].begin) < seen + here; next++) {
            ranges->each[next].element = k;
            ranges->each[next].skipped = before(ranges->each[next].begin) - seen;
        }
        seen += here;
        if (seen == n && here > 0)
            ranges->last_cell = 64 * k + 63 - __builtin_clzll(m->cells[k]) - (n - 1);
    }
    ranges->count = count;
}

static void add_steps(struct ranges *ranges, const struct making *m)
{
    uint32_t mask = (uint32_t)word_mask_of(m->A);
    int64_t borrowed = 0, sum = 0;
#pragma omp parallel for num_threads(ranges->count) schedule(static, 1)
    for (int p = 0; p < ranges->count; p++) {
        struct range *range = &ranges->each[p];
        int64_t here = 0, all = 0;
        if (range->begin == 0)
            all = m->low[0];
        for (int64_t e = range->begin > 0 ? range->begin : 1; e < range->end; e++) {
            here += m->low[e] < m->low[e - 1];
            all += (m->low[e] - m->low[e - 1]) & mask;
        }
        range->borrowed = here;
        range->sum = all;
    }
    for (int p = 0; p < ranges->count; p++) {
        struct range here = ranges->each[p];
        ranges->each[p].borrowed = borrowed;
        ranges->each[p].sum = sum;
        borrowed += here.borrowed;
        sum += here.sum;
    }
    ranges->borrowed = borrowed;
}

/* Bits of `high`, and of what is stored for each chunk of it. */
static double bits_above(int64_t bits, bool has_sum)
{
    return (double)bits * (1 + (has_sum ? 128.0 : 64.0) / CHUNK_BITS);
}

/* Words are steps where that saves a part of a bit for each entry, for readers have to add them up. */
static bool takes_steps(struct ranges *ranges, const struct making *m)
{
    const double worth = 0.25;
    int64_t n = m->A->entries, bits = n + ranges->last_cell;
    if (n == 0 || word_bits_of(m->A) > GRAPH_BLSI_MOST_STEP_BITS)
        return false;
    add_steps(ranges, m);
    return bits_above(bits - ranges->borrowed, true) + worth * (double)n < bits_above(bits, false);
}

/* The entries of `cells`, one after the other. */
struct cell_reader {
    const uint64_t *cells;
    uint64_t bits;
    int64_t element;
};

static struct cell_reader cell_reader_open(const struct making *m, const struct range *range)
{
    struct cell_reader w = {m->cells, m->cells[range->element], range->element};
    for (int64_t k = 0; k < range->skipped; k++)
        w.bits &= w.bits - 1;
    return w;
}

static int64_t next_cell(struct cell_reader *w, int64_t e)
{
    while (w->bits == 0)
        w->bits = w->cells[++w->element];
    int64_t cell = 64 * w->element + __builtin_ctzll(w->bits) - e;
    w->bits &= w->bits - 1;
    return cell;
}

/* Words one behind the other. */
struct packer {
    uint32_t *to;
    uint64_t waiting;
    int bits;
};

static inline void pack(struct packer *p, uint32_t word, int word_bits)
{
    p->waiting |= (uint64_t)word << p->bits;
    for (p->bits += word_bits; p->bits >= 32; p->bits -= 32) {
        *p->to++ = (uint32_t)p->waiting;
        p->waiting >>= 32;
    }
}

static void pack_end(const struct packer *p)
{
    if (p->bits > 0)
        *p->to = (uint32_t)p->waiting;
}

/* Words of a range that are the low parts. */
static void write_parts(const struct making *m, const struct range *range)
{
    int word_bits = word_bits_of(m->A);
    struct packer words = {m->word + range->begin / GROUP * word_bits, 0, 0};
    for (int64_t e = range->begin; e < range->end; e++)
        pack(&words, m->low[e], word_bits);
    pack_end(&words);
}

/* Words of a range that are steps, and what of `high` and of its chunks belongs to them. */
static void write_steps(const struct making *m, const struct range *range)
{
    struct cell_reader cells = cell_reader_open(m, range);
    struct setter high = {m->high, 0, 0};
    int word_bits = word_bits_of(m->A);
    struct packer words = {m->word + range->begin / GROUP * word_bits, 0, 0};
    uint32_t mask = (uint32_t)word_mask_of(m->A), last = 0;
    int64_t borrowed = range->borrowed, sum = range->sum, chunk = 0;
    if (range->begin > 0) {
        last = m->low[range->begin - 1];
        chunk = (range->begin - 1 + next_cell(&cells, range->begin - 1) - borrowed) / CHUNK_BITS + 1;
    }
    for (int64_t e = range->begin; e < range->end; e++) {
        uint32_t low = m->low[e], word = (low - last) & mask;
        borrowed += low < last;
        last = low;
        int64_t bit = e + next_cell(&cells, e) - borrowed;
        for (; chunk <= bit / CHUNK_BITS; chunk++) {
            m->before[chunk] = e;
            m->sum[chunk] = sum;
        }
        sum += word;
        set(&high, bit);
        pack(&words, word, word_bits);
    }
    flush(&high);
    pack_end(&words);
}

/* `high` where words are no steps. */
static void take_cells(const struct making *m, int64_t elements, int threads)
{
    const struct graph_blsi *A = m->A;
    int64_t sum = 0;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t c = 0; c < A->chunks; c++) {
        int64_t first = c * CHUNK_WORDS, count = lesser(CHUNK_WORDS, elements - first);
        memcpy(m->high + first, m->cells + first, (size_t)count * sizeof *m->high);
        m->before[c] = 0;
        for (int64_t k = first; k < first + count; k++)
            m->before[c] += __builtin_popcountll(m->high[k]);
    }
    for (int64_t c = 0; c < A->chunks; c++) {
        int64_t here = m->before[c];
        m->before[c] = sum;
        sum += here;
    }
}

/* The arrays of A. */
static graph_status write_words(struct making *m, struct graph_blsi_request *r, int64_t cell_elements)
{
    struct graph_blsi *A = m->A;
    int64_t n = A->entries, stripes = n > 0 ? stripes_of(A) : 0;
    /* An element more than the words fill, since readers take two. */
    int64_t elements = (n * word_bits_of(A) + 31) / 32 + 1;
    int32_t *first_row;
    struct ranges ranges = {0};
    graph_status status;
    cut(&ranges, m, cell_elements, r->threads);
    bool has_sum = takes_steps(&ranges, m);
    if (n > 0)
        A->chunks = (n - 1 + ranges.last_cell - (has_sum ? ranges.borrowed : 0)) / CHUNK_BITS + 1;
    GRAPH_TRY(graph__allocate_together(&r->block,
                                       (struct graph_array[]){GRAPH_ARRAY(m->high, A->chunks * CHUNK_WORDS),
                                                              GRAPH_ARRAY(m->before, A->chunks),
                                                              GRAPH_ARRAY(m->sum, has_sum ? A->chunks : 0),
                                                              GRAPH_ARRAY(first_row, stripes),
                                                              GRAPH_ARRAY(m->word, elements)},
                                       5));
    if (!has_sum)
        m->sum = NULL;
    memset(m->high, 0, (size_t)A->chunks * CHUNK_WORDS * sizeof *m->high);
    if (!has_sum)
        take_cells(m, cell_elements, r->threads);
    if (stripes > 0)
        memcpy(first_row, m->first_row, (size_t)stripes * sizeof *first_row);
    m->word[elements - 1] = 0;
#pragma omp parallel for num_threads(r->threads) schedule(static, 1)
    for (int p = 0; p < ranges.count; p++)
        has_sum ? write_steps(m, &ranges.each[p]) : write_parts(m, &ranges.each[p]);
    A->high = m->high;
    A->before = m->before;
    A->sum = m->sum;
    A->first_row = first_row;
    A->word = m->word;
    r->block_bytes = (size_t)((const char *)(m->word + elements) - (const char *)r->block);
done:
    return status;
}

graph_status graph__cpu_blsi(struct graph_blsi_request *r)
{
    const struct graph_csr *from = &r->by_columns;
    int64_t n = from->entries;
    struct graph_blsi *A = &r->words;
    struct making m = {.from = from, .A = A};
    graph_status status;
    r->block = r->value = NULL;
    *A = (struct graph_blsi){
        .rows = from->columns, .columns = from->rows, .entries = n, .row_bits = 1, .buckets = 1};
    GRAPH_TRY(GRAPH_NEW(m.low, n));
    if (n > 0)
        GRAPH_TRY(choose_cells(A, from, r->threads));
    int64_t stripes = n > 0 ? stripes_of(A) : 0, elements = (n + stripes * A->buckets + 63) / 64;
    GRAPH_TRY(GRAPH_NEW_ZEROED(m.cells, elements));
    GRAPH_TRY(GRAPH_NEW(m.first_row, stripes));
    if (from->value != NULL) {
        m.value_bytes = graph_type_size(from->type);
        GRAPH_TRY(graph__allocate_array(&r->value, (size_t)n, m.value_bytes));
        m.value = r->value;
    }
    if (n > 0)
        GRAPH_TRY(fill(&m, r->threads));
    GRAPH_TRY(write_words(&m, r, elements));
    A->value = r->value;
done:
    graph__free(m.low);
    graph__free(m.cells);
    graph__free(m.first_row);
    if (status < 0) {
        graph__free(r->block);
        graph__free(r->value);
        r->block = r->value = NULL;
    }
    return status;
}
