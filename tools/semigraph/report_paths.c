/* Sections of the report: distances and central vertices. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "page.h"
#include "progress.h"
#include "report.h"
#include "svg.h"

enum { MOST_BARS = 160, BLOCK = 64 };
static const size_t block_bytes = (size_t)256 << 20; /* of the distances from one block of sources */
static const double effective_share = 0.9;

/* *source = `count` different vertices, at random but the same each time: Floyd's sampling.  Vitter, "Faster methods for
 * random sampling", CACM 27(7), 1984, has the analysis of such methods. */
static graph_status sample(graph_index **source, graph_index count, graph_index vertices)
{
    bool *is_in = NULL;
    uint64_t state = 0x9e3779b97f4a7c15u;
    graph_status status = GRAPH_NEW_ZEROED(is_in, vertices);
    if (status == GRAPH_OK)
        status = GRAPH_NEW(*source, count);
    for (graph_index k = 0; status == GRAPH_OK && k < count; k++) {
        const graph_index last = vertices - count + k;
        uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        const graph_index any = (z ^ (z >> 31)) % (last + 1);
        (*source)[k] = is_in[any] ? last : any;
        is_in[(*source)[k]] = true;
    }
    graph_free(is_in);
    return status;
}

/* The ordered pairs at each distance. */
struct pairs {
    uint64_t *at;
    size_t levels, room;
};

static graph_status count_block(struct pairs *pairs, const int32_t *level, size_t values)
{
    for (size_t k = 0; k < values; k++) {
        if (level[k] == GRAPH_UNREACHED_INT32)
            continue;
        const size_t at = (size_t)level[k];
        if (at >= pairs->room) {
            const size_t room = 2 * at + 64;
            uint64_t *longer = realloc(pairs->at, room * sizeof *longer);
            if (longer == NULL)
                return GRAPH_E_MEMORY;
            memset(longer + pairs->room, 0, (room - pairs->room) * sizeof *longer);
            pairs->at = longer;
            pairs->room = room;
        }
        pairs->levels = at >= pairs->levels ? at + 1 : pairs->levels;
        pairs->at[at]++;
    }
    return GRAPH_OK;
}

/* Distances in blocks of sources. */
static graph_status find_pairs(struct pairs *pairs, const struct report *report, const graph_index *source,
                               graph_index sources)
{
    const graph_index n = report->rows;
    graph_index block = block_bytes / sizeof(int32_t) / (n > 0 ? n : 1);
    block = block < 1 ? 1 : block > BLOCK ? BLOCK : block;
    graph_status status = GRAPH_OK;
    for (graph_index first = 0; first < sources && status == GRAPH_OK; first += block) {
        const graph_index part = sources - first < block ? sources - first : block;
        struct progress_part done = {(double)first / (double)sources, (double)part / (double)sources};
        graph_bfs_multi_options options = {
            .size = sizeof options, .progress = progress_report, .context = &done};
        graph_dense level = {.size = sizeof level};
        status = graph_bfs_multi(&level, report->graph.A, source + first, part, &options);
        if (status == GRAPH_OK)
            status = count_block(pairs, level.value, part * n);
        graph_free(level.value);
    }
    return status;
}

static graph_status draw_pairs(struct report *report, const struct pairs *pairs)
{
    double *x = NULL, *y = NULL;
    const size_t step = (pairs->levels + MOST_BARS - 1) / MOST_BARS;
    graph_status status = GRAPH_NEW(x, pairs->levels + 1);
    if (status == GRAPH_OK)
        status = GRAPH_NEW_ZEROED(y, pairs->levels + 1);
    if (status == GRAPH_OK) {
        struct plot plot = {
            .title = "Distances",
            .x_label = "distance (edges)",
            .y_label = step > 1 ? "ordered pairs, of each bar" : "ordered pairs",
            .width = (double)step,
            .series = 1,
            .of[0] = {.form = PLOT_BARS, .count = (pairs->levels + step - 2) / step, .x = x, .y = y}};
        for (size_t d = 1; d < pairs->levels; d++) {
            x[(d - 1) / step] = (double)(d - (d - 1) % step) - 0.5;
            y[(d - 1) / step] += (double)pairs->at[d];
        }
        page_figure_begin(report->body);
        plot_draw(report->body, &plot);
        page_figure_end(report->body);
    }
    graph_free(x);
    graph_free(y);
    return status;
}

static graph_status write_pairs(struct report *report, const struct pairs *pairs, graph_index sources)
{
    const bool is_all = sources == report->rows;
    double all = 0, sum = 0, within = 0;
    size_t effective = 0;
    char n[32], s[32];
    for (size_t d = 1; d < pairs->levels; d++) {
        all += (double)pairs->at[d];
        sum += (double)d * (double)pairs->at[d];
    }
    for (size_t d = 1; d < pairs->levels && within < effective_share * all; d++) {
        within += (double)pairs->at[d];
        effective = d;
    }
    if (is_all)
        page_paragraph(report->body,
                       "Breadth-first searches along the edges from every vertex: all distances, exact.");
    else
        page_paragraph(report->body,
                       "Breadth-first searches along the edges from %s of %s vertices, chosen at random: "
                       "shares and means "
                       "are estimates, and the largest distance is a lower bound.",
                       svg_number(s, (double)sources), svg_number(n, (double)report->rows));
    page_facts_begin(report->body);
    page_fact(report->body, is_all ? "largest distance" : "largest distance seen", "%zu",
              pairs->levels > 0 ? pairs->levels - 1 : 0);
    page_fact(report->body, "mean distance", "%.3f", all > 0 ? sum / all : 0);
    page_fact(report->body, "90 % of the pairs are within", "%zu", effective);
    page_fact(report->body, "pairs with a path", "%.2f %%",
              report->rows > 1 ? 100 * all / ((double)sources * ((double)report->rows - 1)) : 0);
    page_facts_end(report->body);
    page_fact(report->head, is_all ? "largest distance" : "largest distance seen", "%zu",
              pairs->levels > 0 ? pairs->levels - 1 : 0);
    page_fact(report->head, "mean distance", "%.3f%s", all > 0 ? sum / all : 0, is_all ? "" : " (sampled)");
    return pairs->levels > 1 ? draw_pairs(report, pairs) : GRAPH_OK;
}

graph_status report_distances(struct report *report)
{
    struct pairs pairs = {0};
    report->sources = report->rows < report->arguments->samples ? report->rows : report->arguments->samples;
    graph_status status = sample(&report->source, report->sources, report->rows);
    if (status == GRAPH_OK)
        status = find_pairs(&pairs, report, report->source, report->sources);
    if (status == GRAPH_OK)
        status = write_pairs(report, &pairs, report->sources);
    free(pairs.at);
    return status;
}

static void rank_degrees(struct report *report, const char *measure, const struct degree_counts *counts,
                         double *score)
{
    for (graph_index v = 0; v < report->rows; v++)
        score[v] = (double)counts->degree[v];
    report_rank(report, measure, score, true);
}

/* PageRank, exact to its tolerance. */
static graph_status rank_pagerank(struct report *report)
{
    struct progress_part part = {0, 0.2};
    graph_pagerank_options options = {.size = sizeof options, .progress = progress_report, .context = &part};
    graph_vector *rank = NULL;
    double *score = NULL;
    graph_status status = graph_pagerank(&rank, report->graph.A, &options);
    if (status == GRAPH_OK)
        status = report_values(&score, rank, report->rows);
    if (status == GRAPH_OK)
        report_rank(report, "PageRank", score, false);
    graph_free(score);
    graph_vector_release(&rank);
    return status;
}

/* Betweenness from the sources of the distances: an estimate unless these are all vertices.  Source: Brandes, Pich,
 * "Centrality estimation in large networks", International Journal of Bifurcation and Chaos 17(7), 2007. */
static graph_status rank_betweenness(struct report *report)
{
    struct progress_part part = {0.2, 0.8};
    const bool is_all = report->sources == report->rows;
    graph_betweenness_options options = {.size = sizeof options,
                                         .is_undirected = report->is_symmetric,
                                         .is_normalized = true,
                                         .progress = progress_report,
                                         .context = &part};
    graph_vector *between = NULL;
    double *score = NULL;
    graph_status status = graph_betweenness(&between, report->graph.A, is_all ? NULL : report->source,
                                            is_all ? 0 : report->sources, &options);
    if (status == GRAPH_OK)
        status = report_values(&score, between, report->rows);
    if (status == GRAPH_OK)
        report_rank(report, is_all ? "between&shy;ness" : "between&shy;ness (est.)", score, false);
    graph_free(score);
    graph_vector_release(&between);
    return status;
}

static void write_rankings(struct report *report)
{
    const char *heads[1 + 2 * REPORT_RANKINGS] = {"rank"};
    char text[32];
    for (int k = 0; k < report->rankings; k++) {
        heads[1 + 2 * k] = "vertex";
        heads[2 + 2 * k] = report->ranking[k].measure;
    }
    page_table_begin(report->body, heads, 1 + 2 * report->rankings);
    for (int place = 0; place < REPORT_RANKED && (graph_index)place < report->rows; place++) {
        page_row_begin(report->body);
        page_cell(report->body, "%d", place + 1);
        for (int k = 0; k < report->rankings; k++) {
            const struct ranking *r = &report->ranking[k];
            page_cell_id(report->body, &report->graph, r->vertex[place]);
            if (r->is_whole)
                page_cell(report->body, "%s", svg_number(text, r->score[place]));
            else
                page_cell(report->body, "%.3g", r->score[place]);
        }
    }
    page_table_end(report->body);
}

graph_status report_central(struct report *report)
{
    double *score = NULL;
    char n[32], s[32];
    graph_status status = GRAPH_NEW(score, report->rows);
    if (status != GRAPH_OK)
        return status;
    rank_degrees(report, report->degrees.is_same ? "degree" : "out-degree", &report->degrees.out, score);
    if (!report->degrees.is_same)
        rank_degrees(report, "in-degree", &report->degrees.in, score);
    graph_free(score);
    status = rank_pagerank(report);
    if (status == GRAPH_OK)
        status = rank_betweenness(report);
    if (status != GRAPH_OK)
        return status;
    page_paragraph(
        report->body,
        "The first %d by each measure.  PageRank has damping 0.85 and adds up to 1.  Betweenness is the "
        "share of pairs of other vertices whose shortest paths lead through a vertex.",
        REPORT_RANKED);
    if (report->sources < report->rows)
        page_paragraph(report->body,
                       "Betweenness is estimated from the %s of %s vertices from which distances are taken.",
                       svg_number(s, (double)report->sources), svg_number(n, (double)report->rows));
    write_rankings(report);
    return GRAPH_OK;
}
