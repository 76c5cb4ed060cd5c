/* Rows of reachability over an acyclic graph, as blocks of bits that rows share.
 *
 * Row x = {x} or the rows of its successors.  A slab is a range of columns; threads take slabs and build all rows of
 * one, smallest number first, without waiting for each other.  Where the successors of x agree on a block, or one of
 * them contains the others, x takes that block itself instead of a copy: on graphs with a large core almost all
 * blocks are taken.
 *
 * Source: Nuutila, "Efficient transitive closure computation in large digraphs", 1995, with shared blocks. */
#include <omp.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress.h"
#include "cpu/closure/closure.h"
#include "cpu/common/isa.h"

/* A block of the row in work: ABSENT, the number of a content of the slab, or LOCAL once it differs from all contents. */
static const uint32_t ABSENT = 0xffffffffu, LOCAL = 0xfffffffeu, MOST_CONTENTS = 0xfffffff0u;

enum { REPORT_EACH = 1024 }; /* rows of a slab between two reports of progress */

/* What all threads share: the rows to be made, and the weights of vertices, as bits: a bit of a block counts one, and
 * 2^digit more in a plane that has it. */
struct tables {
    const struct graph_csr *dag;
    int32_t *inner; /* the rows with successors, ascending */
    int64_t inner_count;
    int64_t *row_weight;
    int64_t *plane_start; /* of each block of all */
    uint64_t *plane;      /* 1 + GRAPH_BLOCK_WORDS words each: the digit, and who has it */
    int64_t (*count_bits)(const uint64_t *words, const uint64_t *mask);
    struct graph_progress *progress;
    atomic_llong done; /* rows of slabs, in steps of REPORT_EACH */
    int64_t slabs;
};

struct work {
    struct tables *tables;
    struct graph_closure_slab *slab;
    int64_t first, blocks; /* of the slab */
    uint32_t *at;          /* 1 + where a row is in the slab, 0: nowhere */
    uint32_t *current;     /* of each block: ABSENT, LOCAL or a content */
    uint64_t *local;       /* words for each block */
    uint64_t *touched;     /* a bit for each block that is not ABSENT */
    int64_t *content_weight;
    int64_t content_room, row_room, list_room;
};

static uint64_t *words_of(const struct work *w, uint32_t content)
{
    return w->slab->bits + (size_t)content * GRAPH_BLOCK_WORDS;
}

/* Makes block b of the row in work writable. */
static uint64_t *local_block(struct work *w, int64_t b)
{
    uint64_t *local = w->local + b * GRAPH_BLOCK_WORDS;
    uint32_t current = w->current[b];
    if (current == LOCAL)
        return local;
    if (current == ABSENT)
        memset(local, 0, GRAPH_BLOCK_WORDS * sizeof *local);
    else
        memcpy(local, words_of(w, current), GRAPH_BLOCK_WORDS * sizeof *local);
    w->current[b] = LOCAL;
    w->touched[b / 64] |= (uint64_t)1 << (b % 64);
    return local;
}

static void add_vertex(struct work *w, int64_t x)
{
    int64_t b = x / GRAPH_BLOCK_BITS - w->first, bit = x % GRAPH_BLOCK_BITS;
    uint32_t current = b >= 0 && b < w->blocks ? w->current[b] : 0;
    if (b < 0 || b >= w->blocks)
        return;
    if (current != ABSENT && current != LOCAL && words_of(w, current)[bit / 64] >> (bit % 64) & 1)
        return;
    local_block(w, b)[bit / 64] |= (uint64_t)1 << (bit % 64);
}

static void add_content(struct work *w, int64_t b, uint32_t content)
{
    uint32_t current = w->current[b];
    const uint64_t *theirs = words_of(w, content);
    if (current == content)
        return;
    if (current == ABSENT) {
        w->current[b] = content;
        w->touched[b / 64] |= (uint64_t)1 << (b % 64);
        return;
    }
    const uint64_t *ours = current == LOCAL ? w->local + b * GRAPH_BLOCK_WORDS : words_of(w, current);
    uint64_t gain = 0, surplus = 0;
    for (int k = 0; k < GRAPH_BLOCK_WORDS; k++) {
        gain |= theirs[k] & ~ours[k];
        surplus |= ours[k] & ~theirs[k];
    }
    if (gain == 0)
        return;
    if (surplus == 0) {
        w->current[b] = content;
        return;
    }
    uint64_t *local = local_block(w, b);
    for (int k = 0; k < GRAPH_BLOCK_WORDS; k++)
        local[k] |= theirs[k];
}

static inline __attribute__((always_inline)) int64_t count_words(const uint64_t *words, const uint64_t *mask)
{
    int64_t count = 0;
    for (int k = 0; k < GRAPH_BLOCK_WORDS; k++)
        count += __builtin_popcountll(mask != NULL ? words[k] & mask[k] : words[k]);
    return count;
}

static int64_t count_plain(const uint64_t *words, const uint64_t *mask) { return count_words(words, mask); }

/* With the processor's instruction that counts bits. */
GRAPH_TARGET_AVX2 static int64_t count_fast(const uint64_t *words, const uint64_t *mask)
{
    return count_words(words, mask);
}

static int64_t weight_of(const struct work *w, int64_t b, const uint64_t *words)
{
    const struct tables *tables = w->tables;
    int64_t sum = tables->count_bits(words, NULL);
    for (int64_t p = tables->plane_start[w->first + b]; p < tables->plane_start[w->first + b + 1]; p++) {
        const uint64_t *plane = tables->plane + p * (1 + GRAPH_BLOCK_WORDS);
        sum += tables->count_bits(words, plane + 1) << plane[0];
    }
    return sum;
}

/* Stores block b of the row in work as a content of the slab. */
static graph_status store_block(struct work *w, int64_t b)
{
    struct graph_closure_slab *slab = w->slab;
    graph_status status = GRAPH_OK;
    if (slab->contents == w->content_room) {
        int64_t room = w->content_room + w->content_room / 2 + 16;
        if (slab->contents >= (int64_t)MOST_CONTENTS)
            GRAPH_FAIL(GRAPH_E_NOT_SUPPORTED, "the closure takes more than %u blocks of bits", MOST_CONTENTS);
        GRAPH_TRY(GRAPH_RESIZE(slab->bits, room * GRAPH_BLOCK_WORDS));
        GRAPH_TRY(GRAPH_RESIZE(w->content_weight, room));
        w->content_room = room;
    }
    const uint64_t *local = w->local + b * GRAPH_BLOCK_WORDS;
    w->current[b] = (uint32_t)slab->contents++;
    memcpy(words_of(w, w->current[b]), local, GRAPH_BLOCK_WORDS * sizeof *local);
    w->content_weight[w->current[b]] = weight_of(w, b, local);
done:
    return status;
}

/* Ends row x: its blocks, if it has any here, become a list. */
static graph_status close_row(struct work *w, int64_t x)
{
    struct graph_closure_slab *slab = w->slab;
    const int64_t before = slab->listed;
    int64_t sum = 0;
    graph_status status = GRAPH_OK;
    if (slab->listed + w->blocks > w->list_room) {
        int64_t room = w->list_room + w->list_room / 2 + w->blocks;
        GRAPH_TRY(GRAPH_RESIZE(slab->number, room));
        GRAPH_TRY(GRAPH_RESIZE(slab->content, room));
        w->list_room = room;
    }
    if (slab->rows == w->row_room) {
        int64_t room = w->row_room + w->row_room / 2 + 64;
        GRAPH_TRY(GRAPH_RESIZE(slab->row, room));
        GRAPH_TRY(GRAPH_RESIZE(slab->start, room + 1));
        w->row_room = room;
    }
    for (int64_t word = 0; word * 64 < w->blocks; word++)
        for (; w->touched[word] != 0; w->touched[word] &= w->touched[word] - 1) {
            int64_t b = word * 64 + __builtin_ctzll(w->touched[word]);
            if (w->current[b] == LOCAL)
                GRAPH_TRY(store_block(w, b));
            slab->number[slab->listed] = (int32_t)(w->first + b);
            slab->content[slab->listed++] = w->current[b];
            sum += w->content_weight[w->current[b]];
            w->current[b] = ABSENT;
        }
    if (slab->listed == before)
        return GRAPH_OK;
    slab->row[slab->rows] = (int32_t)x;
    slab->start[slab->rows] = before;
    w->at[x] = (uint32_t)++slab->rows;
#pragma omp atomic
    w->tables->row_weight[x] += sum;
done:
    return status;
}

/* Notes REPORT_EACH more rows; GRAPH_E_CANCELLED. */
static graph_status report(struct tables *t)
{
    const double all = (double)t->inner_count * (double)t->slabs;
    const long long done = atomic_fetch_add_explicit(&t->done, REPORT_EACH, memory_order_relaxed);
    return graph__progress_at(t->progress, (double)done / all) ? GRAPH_E_CANCELLED : GRAPH_OK;
}

static graph_status make_rows(struct work *w)
{
    const struct graph_csr *dag = w->tables->dag;
    const struct graph_closure_slab *slab = w->slab;
    const int64_t first = w->first * GRAPH_BLOCK_BITS, end = first + w->blocks * GRAPH_BLOCK_BITS;
    graph_status status = GRAPH_OK;
    for (int64_t i = 0; i < w->tables->inner_count; i++) {
        const int64_t x = w->tables->inner[i];
        if (i % REPORT_EACH == 0)
            GRAPH_TRY(report(w->tables));
        if (x < first)
            continue;
        for (int64_t k = dag->row_start[x]; k < dag->row_start[x + 1]; k++) {
            const bool is_sink = dag->column[k] < 0;
            const int64_t y = is_sink ? ~dag->column[k] : dag->column[k];
            if (y < first) /* So are those that follow, and what they reach. */
                break;
            if (is_sink && y < end)
                add_vertex(w, y);
            if (is_sink || w->at[y] == 0)
                continue;
            const int64_t row = w->at[y] - 1,
                          last = row + 1 < slab->rows ? slab->start[row + 1] : slab->listed;
            for (int64_t e = slab->start[row]; e < last; e++)
                add_content(w, slab->number[e] - w->first, slab->content[e]);
        }
        add_vertex(w, x);
        GRAPH_TRY(close_row(w, x));
    }
done:
    return status;
}

/* at: for each row, zero before and after. */
static graph_status build_slab(struct graph_reachability *reach, int64_t s, struct tables *tables,
                               uint32_t *at)
{
    const int64_t all = (tables->dag->rows + GRAPH_BLOCK_BITS - 1) / GRAPH_BLOCK_BITS;
    struct graph_closure_slab *slab = &reach->slab[s];
    struct work w = {.tables = tables,
                     .slab = slab,
                     .first = s * reach->slab_blocks,
                     .blocks = reach->slab_blocks,
                     .at = at};
    graph_status status;
    if (w.first + w.blocks > all)
        w.blocks = all - w.first;
    GRAPH_TRY(GRAPH_NEW(w.current, w.blocks));
    GRAPH_TRY(GRAPH_NEW(w.local, w.blocks * GRAPH_BLOCK_WORDS));
    GRAPH_TRY(GRAPH_NEW_ZEROED(w.touched, w.blocks / 64 + 1));
    memset(w.current, 0xff, (size_t)w.blocks * sizeof *w.current);
    status = make_rows(&w);
    for (int64_t i = 0; i < slab->rows; i++)
        at[slab->row[i]] = 0;
    GRAPH_TRY(status);
    GRAPH_TRY(GRAPH_RESIZE(slab->row, slab->rows));
    GRAPH_TRY(GRAPH_RESIZE(slab->start, slab->rows + 1));
    slab->start[slab->rows] = slab->listed;
    GRAPH_TRY(GRAPH_RESIZE(slab->number, slab->listed));
    GRAPH_TRY(GRAPH_RESIZE(slab->content, slab->listed));
    GRAPH_TRY(GRAPH_RESIZE(slab->bits, slab->contents * GRAPH_BLOCK_WORDS));
done:
    graph__free(w.current);
    graph__free(w.local);
    graph__free(w.touched);
    graph__free(w.content_weight);
    return status;
}

/* The digits that some weight less one of block b has. */
static uint64_t block_digits(const int64_t *weight, int64_t n, int64_t b)
{
    uint64_t digits = 0;
    for (int64_t x = b * GRAPH_BLOCK_BITS; x < n && x < (b + 1) * GRAPH_BLOCK_BITS; x++)
        digits |= (uint64_t)weight[x] - 1;
    return digits;
}

/* The binary digits of the weights less one, block by block: sums of weights become counts of bits. */
static graph_status make_planes(struct tables *tables, const int64_t *weight, int64_t n)
{
    const int64_t blocks = (n + GRAPH_BLOCK_BITS - 1) / GRAPH_BLOCK_BITS, words = 1 + GRAPH_BLOCK_WORDS;
    int64_t count = 0;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(tables->plane_start, blocks + 1));
    for (int64_t b = 0; b < blocks; b++) {
        tables->plane_start[b] = count;
        count += __builtin_popcountll(block_digits(weight, n, b));
    }
    tables->plane_start[blocks] = count;
    GRAPH_TRY(GRAPH_NEW_ZEROED(tables->plane, count * words));
    for (int64_t b = 0; b < blocks; b++) {
        const int64_t first = b * GRAPH_BLOCK_BITS;
        uint64_t *plane[64], *next = tables->plane + tables->plane_start[b] * words;
        if (tables->plane_start[b] == tables->plane_start[b + 1])
            continue;
        for (uint64_t rest = block_digits(weight, n, b); rest != 0; rest &= rest - 1, next += words) {
            next[0] = (uint64_t)__builtin_ctzll(rest);
            plane[next[0]] = next + 1;
        }
        for (int64_t x = first; x < n && x < first + GRAPH_BLOCK_BITS; x++)
            for (uint64_t rest = (uint64_t)weight[x] - 1; rest != 0; rest &= rest - 1)
                plane[__builtin_ctzll(rest)][(x - first) / 64] |= (uint64_t)1 << (x % 64);
    }
done:
    return status;
}

static graph_status open_tables(struct tables *tables, const int64_t *weight)
{
    const struct graph_csr *dag = tables->dag;
    graph_status status;
    tables->count_bits = graph__cpu_isa() >= GRAPH_ISA_AVX2 ? count_fast : count_plain;
    for (int64_t x = 0; x < dag->rows; x++) {
        bool is_inner = dag->row_start[x] < dag->row_start[x + 1];
        tables->inner_count += is_inner;
        tables->row_weight[x] = is_inner ? 0 : weight[x];
    }
    GRAPH_TRY(GRAPH_NEW(tables->inner, tables->inner_count));
    for (int64_t x = 0, i = 0; x < dag->rows; x++)
        if (dag->row_start[x] < dag->row_start[x + 1])
            tables->inner[i++] = (int32_t)x;
    GRAPH_TRY(make_planes(tables, weight, dag->rows));
done:
    return status;
}

graph_status graph__cpu_closure_rows(struct graph_reachability *reach, int64_t *row_weight,
                                     const struct graph_csr *dag, const int64_t *weight, int threads,
                                     struct graph_progress *progress)
{
    const int64_t n = dag->rows, blocks = (n + GRAPH_BLOCK_BITS - 1) / GRAPH_BLOCK_BITS;
    struct tables tables = {.dag = dag, .row_weight = row_weight, .progress = progress};
    uint32_t *at = NULL; /* for each thread */
    graph_status status = GRAPH_OK, failure = GRAPH_OK;
    /* Small slabs cost a pass over the edges each, large ones balance badly. */
    int64_t slabs = threads > 1 ? 4 * (int64_t)threads : 1;
    reach->slab_blocks = (blocks + slabs - 1) / slabs;
    reach->slab_blocks = reach->slab_blocks < 4 ? 4 : reach->slab_blocks;
    reach->slab_count = (blocks + reach->slab_blocks - 1) / reach->slab_blocks;
    GRAPH_TRY(GRAPH_NEW_ZEROED(reach->slab, reach->slab_count));
    GRAPH_TRY(GRAPH_NEW_ZEROED(at, threads * n));
    GRAPH_TRY(open_tables(&tables, weight));
    tables.slabs = reach->slab_count;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int64_t s = 0; s < reach->slab_count; s++) {
        graph_status mine;
#pragma omp atomic read
        mine = failure;
        if (mine < 0)
            continue;
        mine = build_slab(reach, s, &tables, at + omp_get_thread_num() * n);
        if (mine < 0) {
#pragma omp atomic write
            failure = mine;
        }
    }
    GRAPH_TRY(graph__progress_status(progress));
    if (failure < 0) /* The error text of a thread is local to it. */
        GRAPH_FAIL(failure, "building the rows of the closure: %s", graph_status_text(failure));
done:
    graph__free(at);
    graph__free(tables.inner);
    graph__free(tables.plane_start);
    graph__free(tables.plane);
    if (status < 0 && reach->slab != NULL) {
        for (int64_t s = 0; s < reach->slab_count; s++) {
            graph__free(reach->slab[s].row);
            graph__free(reach->slab[s].start);
            graph__free(reach->slab[s].number);
            graph__free(reach->slab[s].content);
            graph__free(reach->slab[s].bits);
        }
        graph__free(reach->slab);
        reach->slab = NULL;
    }
    return status;
}
