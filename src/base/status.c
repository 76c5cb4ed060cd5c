/* Names and texts of the statuses, and the sentence of the last failure, one for each thread. */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#ifdef GRAPH_ASSERTIONS
#include <stdlib.h>
#endif

static _Thread_local char last_error[1024];

const char *graph_status_name(graph_status status)
{
    switch (status) {
#define STATUS_NAME(name, number, text)                                                                      \
    case name:                                                                                               \
        return #name;
        GRAPH_STATUS_LIST(STATUS_NAME)
#undef STATUS_NAME
    }
    return "unknown status";
}

const char *graph_status_text(graph_status status)
{
    switch (status) {
#define STATUS_TEXT(name, number, text)                                                                      \
    case name:                                                                                               \
        return text;
        GRAPH_STATUS_LIST(STATUS_TEXT)
#undef STATUS_TEXT
    }
    return "unknown status";
}

const char *graph_last_error(void) { return last_error; }

/* Names of files and contents go into sentences, and control characters in them would go on to a terminal. */
static void replace_controls(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = '?';
}

graph_status graph__fail(graph_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_error, sizeof last_error, format, arguments);
    va_end(arguments);
    replace_controls(last_error);
    return status;
}

#ifdef GRAPH_ASSERTIONS
void graph__assertion_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
    abort();
}
#endif
