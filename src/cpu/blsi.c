/* One word for each entry of a matrix, as short as a good choice of stripes of columns and buckets of rows makes it.
 * Neelima, Prakash, Reddy, "New sparse matrix storage format to improve the performance of total SpMV time", Scalable
 * Computing 13(2), 2012.  There a word holds all of the row, and the column in a chunk of the entries that a grid takes at
 * once, whose first column is told; here the high parts of both are told together, by a bit for each entry and one for each
 * cell, and words are packed. */
#include "cpu/blsi.h"

#include <omp.h>
#include <string.h>

#include "base/checked.h"
#include "base/memory.h"
#include "cpu/rows.h"

enum {
    MOST_COLUMN_BITS = 12, /* so that the elements of u that a stripe reads stay near */
    MOST_WORD_BITS = 32,
    GROUP = 32, /* words that fill whole elements */
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

/* The stripes and buckets that take the fewest bits; or few more, so that neighbours have different rows, since buckets have
 * as many rows as there are threads that work in step, or stripes have one column. */
static void choose(struct graph_blsi *A, struct span *span)
{
    enum { ROW_BITS = 5 };
    const double few_more = 1.1;
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
    *A = best[least[1] <= few_more * least[0]];
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

/* What is made: A's arrays, which can be written here, and words before they are packed. */
struct making {
    const struct graph_csr *from;
    struct graph_blsi *A;
    uint64_t *high;
    int64_t *before;
    int32_t *first_row;
    uint32_t *word, *loose;
    void *value;
    size_t value_bytes;
};

/* Entries of a stripe into their cells; `place` has room for all of its buckets, and one more. */
static void fill_stripe(const struct making *m, int64_t stripe, int64_t *place)
{
    const struct graph_blsi *A = m->A;
    const struct graph_csr *from = m->from;
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
    uint64_t waiting = 0;
    int64_t waiting_word = -1;
    for (int64_t b = 0; b < A->buckets; b++) {
        place[b + 1] += place[b];
        for (int64_t e = place[b]; e < place[b + 1]; e++) {
            int64_t bit = e + stripe * A->buckets + b;
            if (bit / 64 != waiting_word) {
                if (waiting != 0) /* the word may be another stripe's, too */
                    __atomic_fetch_or(&m->high[waiting_word], waiting, __ATOMIC_RELAXED);
                waiting = 0;
                waiting_word = bit / 64;
            }
            waiting |= (uint64_t)1 << bit % 64;
        }
    }
    if (waiting != 0)
        __atomic_fetch_or(&m->high[waiting_word], waiting, __ATOMIC_RELAXED);
    for (int64_t j = first; j < end; j++)
        for (int64_t e = from->row_start[j]; e < from->row_start[j + 1]; e++) {
            int32_t row = from->column[e] - first_row;
            int64_t to = place[row >> A->row_bits]++;
            m->loose[to] = (uint32_t)((uint64_t)(j - first) << A->row_bits) | (uint32_t)(row & mask);
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

/* Words first .. end - 1, at most a group of them, to whole elements. */
static void pack(uint32_t *to, const uint32_t *loose, int word_bits, int64_t first, int64_t end)
{
    uint64_t waiting = 0;
    int bits = 0;
    for (int64_t e = first; e < end; e++) {
        waiting |= (uint64_t)loose[e] << bits;
        for (bits += word_bits; bits >= 32; bits -= 32) {
            *to++ = (uint32_t)waiting;
            waiting >>= 32;
        }
    }
    if (bits > 0)
        *to = (uint32_t)waiting;
}

static void finish(const struct making *m, int threads)
{
    const struct graph_blsi *A = m->A;
    int64_t n = A->entries, groups = (n + GROUP - 1) / GROUP, sum = 0;
    int word_bits = A->row_bits + A->column_bits;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t g = 0; g < groups; g++)
        pack(m->word + g * word_bits, m->loose, word_bits, g * GROUP, lesser((g + 1) * GROUP, n));
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t c = 0; c < A->chunks; c++) {
        m->before[c] = 0;
        for (int w = 0; w < CHUNK_WORDS; w++)
            m->before[c] += __builtin_popcountll(m->high[c * CHUNK_WORDS + w]);
    }
    for (int64_t c = 0; c < A->chunks; c++) {
        int64_t here = m->before[c];
        m->before[c] = sum;
        sum += here;
    }
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
    GRAPH_TRY(GRAPH_NEW(m.loose, n));
    if (n > 0)
        GRAPH_TRY(choose_cells(A, from, r->threads));
    /* An element more than the words fill, since readers take two. */
    int64_t stripes = n > 0 ? stripes_of(A) : 0, bits = n + stripes * A->buckets,
            elements = (n * (A->row_bits + A->column_bits) + 31) / 32 + 1;
    A->chunks = (bits + CHUNK_BITS - 1) / CHUNK_BITS;
    GRAPH_TRY(graph__allocate_together(
        &r->block,
        (struct graph_array[]){GRAPH_ARRAY(m.high, A->chunks * CHUNK_WORDS), GRAPH_ARRAY(m.before, A->chunks),
                               GRAPH_ARRAY(m.first_row, stripes), GRAPH_ARRAY(m.word, elements + GROUP)},
        4));
    memset(m.high, 0, (size_t)A->chunks * CHUNK_WORDS * sizeof *m.high);
    m.word[elements - 1] = 0;
    if (from->value != NULL) {
        m.value_bytes = graph_type_size(from->type);
        GRAPH_TRY(graph__allocate_array(&r->value, (size_t)n, m.value_bytes));
        m.value = r->value;
    }
    if (n > 0)
        GRAPH_TRY(fill(&m, r->threads));
    finish(&m, r->threads);
    A->high = m.high;
    A->before = m.before;
    A->first_row = m.first_row;
    A->word = m.word;
    A->value = r->value;
    r->block_bytes = (size_t)((const char *)(m.word + elements) - (const char *)r->block);
done:
    graph__free(m.loose);
    if (status < 0) {
        graph__free(r->block);
        graph__free(r->value);
        r->block = r->value = NULL;
    }
    return status;
}
