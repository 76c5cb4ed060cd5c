/* See progress.h. */
#include "base/progress.h"

#include "base/status.h"

enum { WHOLE = 1000 };

graph_status graph__progress_open(struct graph_progress **opened, struct graph_progress *progress,
                                  graph_progress_function *function, void *context)
{
    *opened = NULL;
    if (function == NULL)
        return GRAPH_OK;
    progress->function = function;
    progress->context = context;
    progress->before = 0;
    progress->share = 1;
    pthread_mutex_init(&progress->lock, NULL);
    atomic_init(&progress->reported, -1);
    atomic_init(&progress->is_cancelled, false);
    *opened = progress;
    (void)graph__progress_tell(progress, 0);
    return graph__progress_status(progress);
}

void graph__progress_part(struct graph_progress *progress, double from, double to)
{
    if (progress == NULL)
        return;
    progress->before = from;
    progress->share = to - from;
}

static int thousandths(const struct graph_progress *progress, double share)
{
    const double all = progress->before + progress->share * (share < 1 ? share : 1);
    return all < 1 ? (int)(WHOLE * all) : WHOLE;
}

bool graph__progress_tell(struct graph_progress *progress, double share)
{
    const int done = share < 0 ? -1 : thousandths(progress, share);
    if (done >= 0 && done <= atomic_load_explicit(&progress->reported, memory_order_relaxed))
        return graph__progress_is_cancelled(progress);
    pthread_mutex_lock(&progress->lock);
    if (!graph__progress_is_cancelled(progress) && (done < 0 || done > atomic_load(&progress->reported))) {
        if (done >= 0)
            atomic_store(&progress->reported, done);
        if (progress->function(done < 0 ? -1 : (double)done / WHOLE, progress->context) != 0)
            atomic_store(&progress->is_cancelled, true);
    }
    pthread_mutex_unlock(&progress->lock);
    return graph__progress_is_cancelled(progress);
}

graph_status graph__progress_status(const struct graph_progress *progress)
{
    return graph__progress_is_cancelled(progress)
               ? graph__fail(GRAPH_E_CANCELLED, "cancelled by the caller's progress function")
               : GRAPH_OK;
}

graph_status graph__progress_close(struct graph_progress *progress)
{
    graph__progress_part(progress, 0, 1);
    (void)graph__progress_at(progress, 1);
    return graph__progress_status(progress);
}
