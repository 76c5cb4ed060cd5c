/* The threads that parse a text: each takes the next block under a lock, which is when the text is read and
 * inflated, and parses it into a store of edges that is its alone. */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

#include "base/memory.h"
#include "io/reading.h"

/* What the threads share while they parse. */
struct work {
    struct graph_reading *reading;
    struct graph_text *text;
    struct graph_parser *parsers;
    struct graph_piece *pieces;
    int64_t piece_count, piece_room;
    struct graph_text_block first; /* the rest of the block in which the beginning ended */
    struct graph_cursor first_at;
    pthread_mutex_t lock;
    bool is_stopped, is_cancelled;
    graph_status failure; /* of anything but the text's form */
    char sentence[512];
};

/* Keeps a failure of this thread for the caller's. */
static void keep_failure(struct work *w, graph_status status)
{
    if (w->failure == GRAPH_OK) {
        w->failure = status;
        snprintf(w->sentence, sizeof w->sentence, "%s", graph_last_error());
    }
    w->is_stopped = true;
}

/* Takes the next block; false: there is none, or the others have stopped. */
static bool take_block(struct work *w, struct graph_text_block *block, struct graph_parser *parser,
                       double *share)
{
    graph_status status = GRAPH_OK;
    pthread_mutex_lock(&w->lock);
    bool is_first = w->first.bytes != NULL;
    if (!w->is_stopped) {
        if (is_first) {
            *block = w->first;
            memset(&w->first, 0, sizeof w->first);
        } else {
            status = graph__text_next_block(w->text, block);
        }
        int64_t number = w->piece_count;
        if (status == GRAPH_OK && (is_first || block->length > 0) && number == w->piece_room) {
            status = GRAPH_RESIZE(w->pieces, 2 * number + 16);
            if (status == GRAPH_OK)
                w->piece_room = 2 * number + 16;
        }
        if (status < 0)
            keep_failure(w, status);
        else if (!is_first && block->length == 0)
            w->is_stopped = true;
        else
            memset(&w->pieces[w->piece_count++], 0, sizeof *w->pieces);
        block->number = (uint64_t)number;
    }
    bool is_taken = !w->is_stopped;
    *share = graph__text_share(w->text);
    pthread_mutex_unlock(&w->lock);
    if (is_taken)
        parser->at =
            is_first ? w->first_at : (struct graph_cursor){block->bytes, block->bytes + block->length, 0, 0};
    return is_taken;
}

/* Parses blocks until there are no more.  Thread 0 is the caller's and reports the progress. */
static void parse_blocks(struct work *w, int thread)
{
    struct graph_parser *parser = &w->parsers[thread];
    const graph_read_options *o = w->reading->options;
    struct graph_text_block block = {0};
    double share;
    while (take_block(w, &block, parser, &share)) {
        if (thread == 0 && o->progress != NULL &&
            o->progress(share < 0 ? share : GRAPH_SHARE_PARSED * share, o->context) != 0) {
            pthread_mutex_lock(&w->lock);
            w->is_stopped = w->is_cancelled = true;
            pthread_mutex_unlock(&w->lock);
        }
        parser->piece = (struct graph_piece){.thread = thread, .begin = parser->edges.count};
        graph_status status = w->reading->format->parse(w->reading, parser);
        parser->piece.count = parser->edges.count - parser->piece.begin;
        parser->piece.lines = parser->at.lines;
        parser->piece.comments = parser->at.comments;
        pthread_mutex_lock(&w->lock);
        w->pieces[block.number] = parser->piece;
        if (status < 0 && parser->complaint.status < 0) {
            parser->complaint.block = block.number;
            w->is_stopped = true;
        } else if (status < 0) {
            keep_failure(w, status);
        }
        pthread_mutex_unlock(&w->lock);
        if (status < 0)
            break;
    }
    graph__free(block.bytes);
}

/* METIS: what only the place in the whole text tells, up to the complaint that came first, if there is one. */
static graph_status check_vertices(const struct work *w, const struct graph_complaint *first)
{
    const struct graph_reading *r = w->reading;
    uint64_t vertices = 0, lines = 0, rows = (uint64_t)r->rows;
    bool is_beyond = false;
    for (int64_t k = 0; k < w->piece_count; k++) {
        const struct graph_piece *piece = &w->pieces[k];
        if (piece->bare > 0 && vertices + piece->bare <= rows)
            return graph__fail(GRAPH_E_FORMAT,
                               "%s:%llu: expected the weights of vertex %llu, found the end of the line",
                               r->name, (unsigned long long)(r->skipped + lines + piece->bare_line + 1),
                               (unsigned long long)(vertices + piece->bare));
        is_beyond |= piece->filled > 0 && vertices + piece->filled > rows;
        if (first != NULL && first->block == (uint64_t)k) {
            is_beyond |= vertices + first->vertices >= rows;
            break;
        }
        vertices += piece->vertices;
        lines += piece->lines;
    }
    if (r->size_line > 0 && is_beyond)
        return graph__fail(
            GRAPH_E_FORMAT,
            "%s:%llu: expected lines for the %lld vertices that this line promises, found more", r->name,
            (unsigned long long)(r->skipped + r->size_line), (long long)r->rows);
    return GRAPH_OK;
}

/* Makes the earliest complaint the sentence of the caller's thread. */
static graph_status report_complaint(const struct work *w)
{
    const struct graph_complaint *first = NULL;
    uint64_t line = w->reading->skipped + 1;
    graph_status status = GRAPH_OK;
    for (int t = 0; t < w->reading->threads; t++) {
        const struct graph_complaint *c = &w->parsers[t].complaint;
        if (c->status < 0 && (first == NULL || c->block < first->block))
            first = c;
    }
    if (w->reading->format->code == GRAPH_FILE_METIS)
        GRAPH_TRY(check_vertices(w, first));
    if (first == NULL)
        return GRAPH_OK;
    for (uint64_t k = 0; k < first->block; k++)
        line += w->pieces[k].lines;
    line += first->line;
    bool is_header = w->reading->format->code == GRAPH_FILE_EDGE_LIST && first->status == GRAPH_E_FORMAT &&
                     first->block == 0 && first->edges == 0;
    status =
        graph__fail(first->status, "%s:%llu: %s%s", w->reading->name, (unsigned long long)line, first->text,
                    is_header ? "; `skip_lines` (--skip N) passes over a header without comment signs" : "");
done:
    return status;
}

/* Reads the beginning of the text, up to the first edge. */
static graph_status begin_text(struct work *w)
{
    struct graph_reading *r = w->reading;
    struct graph_parser *parser = &w->parsers[0];
    graph_status status = GRAPH_OK;
    bool is_done = false;
    do {
        uint64_t lines = parser->at.lines, comments = parser->at.comments;
        GRAPH_TRY(graph__text_next_block(w->text, &w->first));
        parser->at = (struct graph_cursor){w->first.bytes, w->first.bytes + w->first.length, lines, comments};
        r->report.lines = lines;
        status = r->format->begin(r, parser, &is_done);
        if (status < 0 && parser->complaint.status < 0)
            status = report_complaint(w);
        GRAPH_TRY(status);
    } while (!is_done && w->first.length > 0);
    if (r->format->code != GRAPH_FILE_EDGE_LIST && r->size_line == 0)
        GRAPH_FAIL(GRAPH_E_FORMAT, "%s:%llu: expected a line of sizes, found the end of the text", r->name,
                   (unsigned long long)(r->skipped + parser->at.lines + 1));
    if (!is_done && r->header_line > 0)
        GRAPH_FAIL(GRAPH_E_FORMAT,
                   "%s:%llu: expected an edge, which is two numbers, found %s and no edge after it", r->name,
                   (unsigned long long)(r->skipped + r->header_line), r->header);
    w->first_at = parser->at;
done:
    return status;
}

static void add_up(struct work *w)
{
    graph_read_report *report = &w->reading->report;
    report->lines = report->comments = 0;
    for (int64_t k = 0; k < w->piece_count; k++) {
        report->lines += w->pieces[k].lines;
        report->comments += w->pieces[k].comments;
        report->edges += (uint64_t)w->pieces[k].count;
        report->self_loops += (uint64_t)w->pieces[k].self_loops;
    }
    report->lines += w->reading->skipped;
    report->comments += w->reading->skipped;
}

static graph_status check_counts(const struct work *w)
{
    const struct graph_reading *r = w->reading;
    uint64_t vertices = 0;
    if (r->size_line > 0 && r->report.edges != r->promised)
        return graph__fail(GRAPH_E_FORMAT,
                           "%s:%llu: expected the %llu entries that this line promises, found %llu", r->name,
                           (unsigned long long)(r->skipped + r->size_line), (unsigned long long)r->promised,
                           (unsigned long long)r->report.edges);
    for (int64_t k = 0; k < w->piece_count; k++)
        vertices += w->pieces[k].vertices;
    if (r->format->code == GRAPH_FILE_METIS && vertices < (uint64_t)r->rows)
        return graph__fail(GRAPH_E_FORMAT,
                           "%s:%llu: expected lines for the %lld vertices that this line promises, found "
                           "%llu",
                           r->name, (unsigned long long)(r->skipped + r->size_line), (long long)r->rows,
                           (unsigned long long)vertices);
    return GRAPH_OK;
}

static graph_status parse_text(struct work *w, struct graph_edges *edges)
{
    struct graph_reading *r = w->reading;
    graph_status status;
    uint64_t largest = 0;
    GRAPH_TRY(begin_text(w));
#pragma omp parallel num_threads(r->threads)
    parse_blocks(w, omp_get_thread_num());
    add_up(w);
    GRAPH_TRY(report_complaint(w));
    if (w->failure < 0)
        GRAPH_FAIL(w->failure, "%s", w->sentence);
    if (w->is_cancelled)
        GRAPH_FAIL(GRAPH_E_CANCELLED, "%s: reading was cancelled", r->name);
    GRAPH_TRY(check_counts(w));
    for (int64_t k = 0; k < w->piece_count; k++)
        largest = w->pieces[k].largest > largest ? w->pieces[k].largest : largest;
    if (r->is_bounds_open)
        r->rows = r->columns = (int64_t)largest;
    GRAPH_TRY(graph__report_progress(r, GRAPH_SHARE_PARSED));
    GRAPH_TRY(graph__edges_join(r, edges, w->parsers, w->pieces, w->piece_count));
done:
    return status;
}

graph_status graph__parse_text(struct graph_reading *r, struct graph_text *text, struct graph_edges *edges)
{
    struct work w = {.reading = r, .text = text};
    graph_status status;
    double begin = graph__seconds(), before = text->seconds;
    pthread_mutex_init(&w.lock, NULL);
    GRAPH_TRY(GRAPH_NEW_ZEROED(w.parsers, r->threads));
    GRAPH_TRY(parse_text(&w, edges));
done:
    r->report.bytes = text->bytes;
    r->report.is_compressed = text->is_gzip;
    r->report.seconds_read = text->seconds;
    r->report.seconds_parse = graph__seconds() - begin - (r->threads == 1 ? text->seconds - before : 0);
    for (int t = 0; t < r->threads && w.parsers != NULL; t++)
        graph__edges_free(&w.parsers[t].edges);
    graph__free(w.parsers);
    graph__free(w.pieces);
    graph__free(w.first.bytes);
    pthread_mutex_destroy(&w.lock);
    return status;
}
