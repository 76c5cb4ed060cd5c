/* Failing with a sentence, and the one way out of a function.
 *
 *     graph_status status = GRAPH_OK;
 *     GRAPH_TRY(graph__allocate((void **)&work, bytes));
 *     ...
 * done:
 *     graph__free(work);
 *     return status;
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include "semigraph/status.h"

/* Sets the calling thread's sentence and returns `status`. */
graph_status graph__fail(graph_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Runs a call; on an error leaves through `done`.  Needs a variable `status`. */
#define GRAPH_TRY(call)                                                                                      \
    do {                                                                                                     \
        status = (call);                                                                                     \
        if (status < 0)                                                                                      \
            goto done;                                                                                       \
    } while (0)

/* Fails with a sentence and leaves through `done`. */
#define GRAPH_FAIL(...)                                                                                      \
    do {                                                                                                     \
        status = graph__fail(__VA_ARGS__);                                                                   \
        goto done;                                                                                           \
    } while (0)

/* Mistakes of the library itself: checked in builds with GRAPH_ASSERTIONS (dev and sanitizers), assumed elsewhere. */
#ifdef GRAPH_ASSERTIONS
_Noreturn void graph__assertion_failed(const char *condition, const char *file, int line);
#define GRAPH_ASSERT(condition)                                                                              \
    ((condition) ? (void)0 : graph__assertion_failed(#condition, __FILE__, __LINE__))
#else
#define GRAPH_ASSERT(condition) ((void)0)
#endif

#endif
