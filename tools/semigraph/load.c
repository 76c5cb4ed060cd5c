/* See load.h. */
#include "load.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR_WIDTH = 40 };
static const double seconds_without_bar = 0.5, seconds_between_bars = 0.1;

static volatile sig_atomic_t was_interrupted;

struct bar {
    const char *file;
    double start, last;
    bool is_wanted, is_shown;
};

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void note_interrupt(int signal_number)
{
    (void)signal_number;
    was_interrupted = 1;
}

static void draw(const struct bar *bar, double done, double now)
{
    char cells[BAR_WIDTH + 1];
    for (int k = 0; k < BAR_WIDTH; k++)
        cells[k] = k < (int)(done * BAR_WIDTH) ? '#' : '.';
    cells[BAR_WIDTH] = '\0';
    if (done < 0)
        fprintf(stderr, "\rreading %s, %.0f s", bar->file, now - bar->start);
    else
        fprintf(stderr, "\rreading %s [%s] %3.0f %%", bar->file, cells, 100 * (done > 1 ? 1 : done));
}

static int show_progress(double done, void *context)
{
    struct bar *bar = context;
    double now = clock_seconds();
    if (bar->is_wanted && now - bar->start > seconds_without_bar && now - bar->last > seconds_between_bars) {
        draw(bar, done, now);
        bar->last = now;
        bar->is_shown = true;
    }
    return was_interrupted;
}

graph_status load(graph_matrix **A, graph_read_report *report, uint64_t **ids,
                  const struct arguments *arguments)
{
    struct bar bar = {arguments->file, clock_seconds(), 0, isatty(STDERR_FILENO) != 0, false};
    graph_read_options options = arguments->read;
    options.progress = show_progress;
    options.context = &bar;
    options.report = report;
    options.ids = ids;

    /* A second interrupt ends the program at once, should the loader wait for input that does not come. */
    struct sigaction action = {.sa_handler = note_interrupt, .sa_flags = (int)SA_RESETHAND}, before;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, NULL, &before);
    if (before.sa_handler != SIG_IGN)
        sigaction(SIGINT, &action, NULL);
    graph_status status = graph_read(A, arguments->file, &options);
    sigaction(SIGINT, &before, NULL);

    if (bar.is_shown)
        fputs("\r\033[K", stderr);
    return status < 0 && was_interrupted ? GRAPH_E_CANCELLED : status;
}
