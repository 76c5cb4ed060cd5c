/* Rows of reachability over an acyclic graph, as blocks of bits that rows share.
 *
 * Row x = {x} or the rows of its successors.  A slab is a range of columns; threads take slabs and build all rows of
 * one, smallest number first, without waiting for each other.  Where the successors of x agree on a block, or one of
 * them contains the others, x takes that block itself instead of a copy: on graphs with a large core almost all
 * blocks are taken.
 *
 * Source: Nuutila, "Efficient transitive closure computation in large digraphs", 1995, with shared blocks. */
#include <string.h>

#include "base/memory.h"
#include "cpu/paths.h"

/* A block of the row in work: content of the slab, or words of its own once it differs from all contents. */
static const uint32_t ABSENT = 0xffffffffu, OWN = 0xfffffffeu, MOST_CONTENTS = 0xfffffff0u;

struct work {
    const struct graph_closure_request *r;
    struct graph_closure_slab *slab;
    int64_t first, blocks; /* of the slab */
    uint32_t *current;     /* of each block: ABSENT, OWN or a content */
    uint64_t *own;         /* words for each block */
    uint64_t *touched;     /* a bit for each block that is not ABSENT */
    int64_t *content_weight;
    int64_t content_room, list, list_room;
    const int64_t *plane_start; /* of each block of all */
    const uint64_t *plane;      /* 1 + GRAPH_BLOCK_WORDS words each: the binary digit, and who has it */
};

static uint64_t *words_of(const struct work *w, uint32_t content)
{
    return w->slab->bits + (size_t)content * GRAPH_BLOCK_WORDS;
}

/* Makes block b of the row in work writable. */
static uint64_t *own_block(struct work *w, int64_t b)
{
    uint64_t *own = w->own + b * GRAPH_BLOCK_WORDS;
    uint32_t current = w->current[b];
    if (current == OWN)
        return own;
    if (current == ABSENT)
        memset(own, 0, GRAPH_BLOCK_WORDS * sizeof *own);
    else
        memcpy(own, words_of(w, current), GRAPH_BLOCK_WORDS * sizeof *own);
    w->current[b] = OWN;
    w->touched[b / 64] |= (uint64_t)1 << (b % 64);
    return own;
}

static void add_vertex(struct work *w, int64_t x)
{
    int64_t b = x / GRAPH_BLOCK_BITS - w->first, bit = x % GRAPH_BLOCK_BITS;
    uint32_t current = b >= 0 && b < w->blocks ? w->current[b] : 0;
    if (b < 0 || b >= w->blocks)
        return;
    if (current != ABSENT && current != OWN && words_of(w, current)[bit / 64] >> (bit % 64) & 1)
        return;
    own_block(w, b)[bit / 64] |= (uint64_t)1 << (bit % 64);
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
    const uint64_t *ours = current == OWN ? w->own + b * GRAPH_BLOCK_WORDS : words_of(w, current);
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
    uint64_t *own = own_block(w, b);
    for (int k = 0; k < GRAPH_BLOCK_WORDS; k++)
        own[k] |= theirs[k];
}

static int64_t weight_of(const struct work *w, int64_t b, const uint64_t *words)
{
    int64_t sum = 0;
    for (int64_t p = w->plane_start[w->first + b]; p < w->plane_start[w->first + b + 1]; p++) {
        const uint64_t *plane = w->plane + p * (1 + GRAPH_BLOCK_WORDS);
        int64_t count = 0;
        for (int k = 0; k < GRAPH_BLOCK_WORDS; k++)
            count += __builtin_popcountll(words[k] & plane[1 + k]);
        sum += count << plane[0];
    }
    return sum;
}

/* Turns block b of the row in work into a content. */
static graph_status keep_own(struct work *w, int64_t b)
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
    const uint64_t *own = w->own + b * GRAPH_BLOCK_WORDS;
    w->current[b] = (uint32_t)slab->contents++;
    memcpy(words_of(w, w->current[b]), own, GRAPH_BLOCK_WORDS * sizeof *own);
    w->content_weight[w->current[b]] = weight_of(w, b, own);
done:
    return status;
}

/* Ends row x: its blocks become a list. */
static graph_status close_row(struct work *w, int64_t x)
{
    struct graph_closure_slab *slab = w->slab;
    int64_t sum = 0;
    graph_status status = GRAPH_OK;
    if (w->list + w->blocks > w->list_room) {
        int64_t room = w->list_room + w->list_room / 2 + w->blocks;
        GRAPH_TRY(GRAPH_RESIZE(slab->number, room));
        GRAPH_TRY(GRAPH_RESIZE(slab->content, room));
        w->list_room = room;
    }
    for (int64_t word = 0; word * 64 < w->blocks; word++)
        for (; w->touched[word] != 0; w->touched[word] &= w->touched[word] - 1) {
            int64_t b = word * 64 + __builtin_ctzll(w->touched[word]);
            if (w->current[b] == OWN)
                GRAPH_TRY(keep_own(w, b));
            slab->number[w->list] = (int32_t)(w->first + b);
            slab->content[w->list++] = w->current[b];
            sum += w->content_weight[w->current[b]];
            w->current[b] = ABSENT;
        }
#pragma omp atomic
    w->r->reach[x] += sum;
done:
    return status;
}

static graph_status build_slab(struct graph_closure_request *r, int64_t s, const int64_t *plane_start,
                               const uint64_t *plane)
{
    const int64_t n = r->A.rows, *start = r->A.row_start;
    const int32_t *successor = r->A.column;
    struct work w = {.r = r,
                     .slab = &r->slab[s],
                     .first = s * r->slab_blocks,
                     .blocks = r->slab_blocks,
                     .plane_start = plane_start,
                     .plane = plane};
    graph_status status;
    int64_t blocks = (n + GRAPH_BLOCK_BITS - 1) / GRAPH_BLOCK_BITS;
    if (w.first + w.blocks > blocks)
        w.blocks = blocks - w.first;
    GRAPH_TRY(GRAPH_NEW(w.slab->row_start, n + 1));
    GRAPH_TRY(GRAPH_NEW(w.current, w.blocks));
    GRAPH_TRY(GRAPH_NEW(w.own, w.blocks * GRAPH_BLOCK_WORDS));
    GRAPH_TRY(GRAPH_NEW_ZEROED(w.touched, w.blocks / 64 + 1));
    memset(w.current, 0xff, (size_t)w.blocks * sizeof *w.current);
    for (int64_t x = 0; x < n; x++) {
        w.slab->row_start[x] = w.list;
        if (start[x] == start[x + 1] || x < w.first * GRAPH_BLOCK_BITS)
            continue;
        for (int64_t k = start[x]; k < start[x + 1]; k++) {
            int64_t y = successor[k];
            if (start[y] == start[y + 1])
                add_vertex(&w, y);
            else
                for (int64_t e = w.slab->row_start[y]; e < w.slab->row_start[y + 1]; e++)
                    add_content(&w, w.slab->number[e] - w.first, w.slab->content[e]);
        }
        add_vertex(&w, x);
        GRAPH_TRY(close_row(&w, x));
    }
    w.slab->row_start[n] = w.list;
    GRAPH_TRY(GRAPH_RESIZE(w.slab->number, w.list));
    GRAPH_TRY(GRAPH_RESIZE(w.slab->content, w.list));
    GRAPH_TRY(GRAPH_RESIZE(w.slab->bits, w.slab->contents * GRAPH_BLOCK_WORDS));
done:
    graph__free(w.current);
    graph__free(w.own);
    graph__free(w.touched);
    graph__free(w.content_weight);
    return status;
}

/* The binary digits of the weights, block by block: sums of weights become counts of bits. */
static graph_status make_planes(const struct graph_closure_request *r, int64_t blocks, int64_t **plane_start,
                                uint64_t **plane)
{
    int64_t *start = NULL;
    uint64_t *planes = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(start, blocks + 1));
    for (int pass = 0; pass < 2; pass++) {
        int64_t count = 0;
        for (int64_t b = 0; b < blocks; b++) {
            int64_t first = b * GRAPH_BLOCK_BITS, last = first + GRAPH_BLOCK_BITS;
            int64_t digits = 0;
            last = last < r->A.rows ? last : r->A.rows;
            for (int64_t x = first; x < last; x++)
                digits |= r->weight[x];
            start[b] = count;
            for (; digits != 0; digits &= digits - 1, count++) {
                if (pass == 0)
                    continue;
                uint64_t *p = planes + count * (1 + GRAPH_BLOCK_WORDS);
                p[0] = (uint64_t)__builtin_ctzll((uint64_t)digits);
                memset(p + 1, 0, GRAPH_BLOCK_WORDS * sizeof *p);
                for (int64_t x = first; x < last; x++)
                    p[1 + (x - first) / 64] |= ((uint64_t)r->weight[x] >> p[0] & 1) << (x % 64);
            }
        }
        start[blocks] = count;
        if (pass == 0)
            GRAPH_TRY(GRAPH_NEW(planes, count * (1 + GRAPH_BLOCK_WORDS)));
    }
    *plane_start = start;
    *plane = planes;
    return GRAPH_OK;
done:
    graph__free(start);
    graph__free(planes);
    return status;
}

graph_status graph__cpu_closure(struct graph_closure_request *r)
{
    const int64_t n = r->A.rows, blocks = (n + GRAPH_BLOCK_BITS - 1) / GRAPH_BLOCK_BITS;
    int64_t *plane_start = NULL;
    uint64_t *plane = NULL;
    graph_status status = GRAPH_OK, failure = GRAPH_OK;
    /* Small slabs cost a pass over the edges each, large ones balance badly. */
    int64_t slabs = r->threads > 1 ? 4 * (int64_t)r->threads : 1;
    r->slab_blocks = (blocks + slabs - 1) / slabs;
    r->slab_blocks = r->slab_blocks < 4 ? 4 : r->slab_blocks;
    r->slab_count = (blocks + r->slab_blocks - 1) / r->slab_blocks;
    r->slab = NULL;
    GRAPH_TRY(GRAPH_NEW_ZEROED(r->slab, r->slab_count));
    GRAPH_TRY(make_planes(r, blocks, &plane_start, &plane));
    for (int64_t x = 0; x < n; x++)
        r->reach[x] = r->A.row_start[x] == r->A.row_start[x + 1] ? r->weight[x] : 0;
#pragma omp parallel for num_threads(r->threads) schedule(dynamic, 1)
    for (int64_t s = 0; s < r->slab_count; s++) {
        graph_status mine = build_slab(r, s, plane_start, plane);
        if (mine < 0) {
#pragma omp atomic write
            failure = mine;
        }
    }
    if (failure < 0) /* A thread's sentence stays with the thread. */
        GRAPH_FAIL(failure, "building the rows of the closure: %s", graph_status_text(failure));
done:
    graph__free(plane_start);
    graph__free(plane);
    if (status < 0 && r->slab != NULL) {
        for (int64_t s = 0; s < r->slab_count; s++) {
            graph__free(r->slab[s].row_start);
            graph__free(r->slab[s].number);
            graph__free(r->slab[s].content);
            graph__free(r->slab[s].bits);
        }
        graph__free(r->slab);
        r->slab = NULL;
    }
    return status;
}
