/* A line on the error stream that says what the program does, and how much of it is done; only on a terminal. */
#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

#include <semigraph.h>

/* Shows what begins now, such as "counting triangles", until progress_end.  A signal ends the program. */
void progress_begin(const char *work);

/* The same for work that calls progress_report, which a signal cancels. */
void progress_begin_reporting(const char *work);

/* The part of the work that reports: the shares done before and by it.  NULL as context: all of it. */
struct progress_part {
    double before, share;
};

/* A graph_progress_function with struct progress_part as context: shows the share done. */
int progress_report(double done, void *context);

/* Wipes the line.  GRAPH_E_CANCELLED if a signal came meanwhile, otherwise the status of the work. */
graph_status progress_end(graph_status status);

/* Seconds on a clock that only goes forward. */
double clock_seconds(void);

#endif
