/* See progress.h. */
#include "progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"

static const double seconds_between_shares = 0.1;

static struct {
    const char *work;
    double start, last;
    bool is_shown;
} line;

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Lines of the library's log would run into this one. */
static bool is_wanted(void) { return isatty(STDERR_FILENO) != 0 && getenv("GRAPH_LOG") == NULL; }

void progress_begin(const char *work)
{
    line.work = work;
    line.start = clock_seconds();
    line.last = 0;
    line.is_shown = is_wanted();
    if (line.is_shown)
        fprintf(stderr, "\r%s", work);
}

void progress_begin_reporting(const char *work)
{
    interrupt_set_asked(true);
    progress_begin(work);
}

int progress_report(double done, void *context)
{
    const struct progress_part *part = context;
    double now = clock_seconds();
    if (part != NULL && done >= 0)
        done = part->before + part->share * done;
    if (line.is_shown && (done >= 1 || now - line.last > seconds_between_shares)) {
        line.last = now;
        if (done < 0)
            fprintf(stderr, "\r%s  %.0f s\033[K", line.work, now - line.start);
        else
            fprintf(stderr, "\r%s %3.0f %%\033[K", line.work, 100 * (done < 1 ? done : 1));
    }
    return interrupt_signal();
}

graph_status progress_end(graph_status status)
{
    interrupt_set_asked(false);
    if (line.is_shown)
        fputs("\r\033[K", stderr);
    line.is_shown = false;
    return interrupt_signal() != 0 ? GRAPH_E_CANCELLED : status;
}
