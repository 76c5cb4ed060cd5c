/* One word for each entry of a matrix, as short as the rows and the widest chunk of columns allow.
 * Neelima, Prakash, Reddy, "New sparse matrix storage format to improve the performance of total SpMV time", Scalable
 * Computing 13(2), 2012.  There the words have 32 bits and the chunks the entries that a grid takes at once; here both are
 * chosen, and words are packed. */
#include "cpu/blsi.h"

#include "base/checked.h"
#include "base/memory.h"

enum { MOST_CHUNK_BITS = 12, MOST_WORD_BITS = 32, GROUP = 32 /* words that fill whole elements */ };

/* The bits that hold 0 .. most. */
static int bits_of(int64_t most) { return most <= 0 ? 0 : 64 - __builtin_clzll((unsigned long long)most); }

static void list_columns(int32_t *column_of, const struct graph_csr *A, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t j = 0; j < A->rows; j++)
        for (int64_t e = A->row_start[j]; e < A->row_start[j + 1]; e++)
            column_of[e] = (int32_t)j;
}

/* The most columns that a chunk spans, less one. */
static int64_t widest(const int32_t *column_of, int64_t n, int chunk_bits, int threads)
{
    int64_t span = 0, chunk = (int64_t)1 << chunk_bits;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(max : span)
    for (int64_t first = 0; first < n; first += chunk) {
        int64_t last = (first + chunk < n ? first + chunk : n) - 1;
        int64_t here = column_of[last] - column_of[first];
        span = here > span ? here : span;
    }
    return span;
}

/* Chunks of one entry need no bits for columns, so there is always a choice. */
static void choose_chunks(struct graph_blsi *A, const int32_t *column_of, int threads)
{
    int64_t least = INT64_MAX, n = A->entries;
    for (int c = 0; c <= MOST_CHUNK_BITS; c++) {
        int bits = A->row_bits + bits_of(widest(column_of, n, c, threads));
        bits = bits > 1 ? bits : 1;
        int64_t all = n * bits + 32 * ((n >> c) + 1);
        if (bits <= MOST_WORD_BITS && all < least) {
            least = all;
            A->chunk_bits = c;
            A->word_bits = bits;
        }
    }
}

/* Words first .. end - 1, at most a group of them, to whole elements. */
static void pack(uint32_t *to, const struct graph_blsi *A, const int32_t *column_of, const int32_t *row,
                 int64_t first, int64_t end)
{
    uint64_t waiting = 0;
    int bits = 0;
    for (int64_t e = first; e < end; e++) {
        int64_t offset = column_of[e >> A->chunk_bits << A->chunk_bits];
        waiting |= ((uint64_t)(column_of[e] - offset) << A->row_bits | (uint64_t)row[e]) << bits;
        for (bits += A->word_bits; bits >= 32; bits -= 32) {
            *to++ = (uint32_t)waiting;
            waiting >>= 32;
        }
    }
    if (bits > 0)
        *to = (uint32_t)waiting;
}

graph_status graph__cpu_blsi(struct graph_blsi_request *r)
{
    const struct graph_csr *from = &r->by_columns;
    int64_t n = from->entries;
    int32_t *column_of = NULL;
    graph_status status;
    r->word = NULL;
    r->offset = NULL;
    r->words = (struct graph_blsi){.rows = from->columns,
                                   .columns = from->rows,
                                   .entries = n,
                                   .row_bits = bits_of(from->columns - 1),
                                   .word_bits = 1,
                                   .value = from->value};
    struct graph_blsi *A = &r->words;
    GRAPH_TRY(GRAPH_NEW(column_of, n));
    list_columns(column_of, from, r->threads);
    if (n > 0)
        choose_chunks(A, column_of, r->threads);
    int64_t chunks = (n + ((int64_t)1 << A->chunk_bits) - 1) >> A->chunk_bits;
    int64_t groups = (n + GROUP - 1) / GROUP;
    GRAPH_TRY(GRAPH_NEW(r->offset, chunks));
    GRAPH_TRY(GRAPH_NEW_ZEROED(r->word, groups * A->word_bits + 1));
#pragma omp parallel for num_threads(r->threads) schedule(static)
    for (int64_t c = 0; c < chunks; c++)
        r->offset[c] = column_of[c << A->chunk_bits];
#pragma omp parallel for num_threads(r->threads) schedule(static)
    for (int64_t g = 0; g < groups; g++)
        pack(r->word + g * A->word_bits, A, column_of, from->column, g * GROUP,
             (g + 1) * GROUP < n ? (g + 1) * GROUP : n);
    A->word = r->word;
    A->offset = r->offset;
    r->word_bytes = ((size_t)((uint64_t)n * (uint64_t)A->word_bits + 31) / 32 + 1) * sizeof *r->word;
    r->offset_bytes = (size_t)chunks * sizeof *r->offset;
done:
    graph__free(column_of);
    if (status < 0) {
        graph__free(r->word);
        graph__free(r->offset);
        r->word = NULL;
        r->offset = NULL;
    }
    return status;
}
