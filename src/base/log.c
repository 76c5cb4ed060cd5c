/* See log.h. */
#include "base/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool graph__log_is_on(void)
{
    static atomic_int answer; /* 0: not looked up yet; 1: on; 2: off */
    if (atomic_load(&answer) == 0) {
        const char *wish = getenv("GRAPH_LOG");
        atomic_store(&answer, wish != NULL && strcmp(wish, "0") != 0 && wish[0] != '\0' ? 1 : 2);
    }
    return atomic_load(&answer) == 1;
}

void graph__log(const char *format, ...)
{
    char line[512];
    va_list arguments;
    if (!graph__log_is_on())
        return;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "semigraph: %s\n", line);
}
