/* See interrupt.h.  The handler calls functions that a handler may call, and shares atomic numbers with the program. */
#include "interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "base/new_file.h"

enum { SECONDS_TO_CANCEL = 5 };

static atomic_bool is_asked_for;
static atomic_int noted;     /* the first signal that is to cancel, or 0 */
static const char *farewell; /* written when the program ends at once */

static void end_at_once(int number)
{
    graph__new_file_remove_all();
    ssize_t written = write(STDERR_FILENO, farewell, strlen(farewell));
    (void)written; /* there is nowhere to complain */
    _exit(128 + number);
}

static void take_signal(int number)
{
    int none = 0;
    if (number != SIGALRM && atomic_load(&is_asked_for) &&
        atomic_compare_exchange_strong(&noted, &none, number))
        alarm(SECONDS_TO_CANCEL);
    else
        end_at_once(number == SIGALRM && atomic_load(&noted) != 0 ? atomic_load(&noted) : number);
}

void interrupt_watch(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
    struct sigaction action = {.sa_handler = take_signal, .sa_flags = SA_RESTART}, before;
    farewell = isatty(STDERR_FILENO) != 0 ? "\r\033[Ksemigraph: interrupted\n" : "semigraph: interrupted\n";
    sigfillset(&action.sa_mask);
    for (size_t k = 0; k < sizeof signals / sizeof signals[0]; k++)
        if (sigaction(signals[k], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[k], &action, NULL);
}

void interrupt_set_asked(bool is_asked) { atomic_store(&is_asked_for, is_asked); }

int interrupt_signal(void) { return atomic_load(&noted); }
