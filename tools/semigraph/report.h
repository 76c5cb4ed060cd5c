/* The report of a graph: what its sections share.  Each section measures, writes its part of the page, and may add to the
 * facts at the page's head. */
#ifndef TOOLS_REPORT_H
#define TOOLS_REPORT_H

#include <stdio.h>

#include "degrees.h"
#include "vertices.h"

enum { REPORT_SECTIONS = 16, REPORT_RANKINGS = 6, REPORT_RANKED = 10 };

struct report {
    const struct arguments *arguments;
    struct graph graph;
    graph_read_report read;
    double seconds_load;
    bool is_square, is_symmetric; /* the pattern is */
    graph_index rows, columns, entries;
    struct degrees degrees;
    FILE *head, *body; /* facts at the page's head, and sections; both in memory until the page is written */
    int sections;
    const char *section[REPORT_SECTIONS], *id[REPORT_SECTIONS];
    double seconds[REPORT_SECTIONS];
    graph_index *source, sources; /* from which distances are taken */
    int rankings;                 /* of vertices, by several measures: the highest of each */
    struct ranking {
        const char *measure; /* HTML */
        int count;
        graph_index vertex[REPORT_RANKED];
        double score[REPORT_RANKED];
        bool is_whole; /* scores are numbers of something */
    } ranking[REPORT_RANKINGS];
};

/* A section: it is omitted where it needs a square matrix and there is none. */
struct report_section {
    const char *id, *title;
    const char *work; /* what the progress line says */
    bool needs_square;
    bool is_reporting; /* it reports its progress */
    graph_status (*write)(struct report *report);
};

graph_status report_sizes(struct report *report);
graph_status report_degrees(struct report *report);
graph_status report_components(struct report *report);
graph_status report_cores(struct report *report);
graph_status report_triangles(struct report *report);
graph_status report_distances(struct report *report);
graph_status report_central(struct report *report);
graph_status report_spy(struct report *report);

/* Adds a ranking by scores, one for each vertex: the highest, and of equal ones the first. */
void report_rank(struct report *report, const char *measure, const double *score, bool is_whole);

/* value[v] = the entry of a full vector of real numbers at v; freed with graph_free. */
graph_status report_values(double **value, const graph_vector *v, graph_index length);

/* The share of a part in percent; 0 of nothing. */
double report_percent(graph_index part, graph_index whole);

#endif
