/* Signals that end the program: SIGINT (Ctrl-C), SIGTERM and SIGHUP.  The exit status is then 128 and the signal's number.
 * A signal ends the program at once, and removes temporaries of files that it writes.  Work that asks now and then is
 * cancelled by the first signal instead; the second, or five seconds without an end, end the program at once. */
#ifndef TOOLS_INTERRUPT_H
#define TOOLS_INTERRUPT_H

#include <stdbool.h>

/* From now on the signals are handled, except those that are ignored. */
void interrupt_watch(void);

/* Whether work runs that asks interrupt_signal. */
void interrupt_set_asked(bool is_asked);

/* The signal that is to cancel the work, or 0. */
int interrupt_signal(void);

#endif
