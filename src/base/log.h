/* The log: with GRAPH_LOG=1 in the environment the library writes one line for each operation to stderr, and one for each
 * fallback.  It is the only thing that the library ever prints. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>

bool graph__log_is_on(void);

/* Writes "semigraph: ...\n" in one piece if the log is on. */
void graph__log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
