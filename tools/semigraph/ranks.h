/* The program on many ranks: `semigraph --ranks N COMMAND FILE`, `semigraph --gpus N COMMAND FILE`, and under mpirun where
 * it was built with MPI. */
#ifndef TOOLS_RANKS_H
#define TOOLS_RANKS_H

#include <semigraph.h>
#include <stdbool.h>

#include "arguments.h"

/* Takes --ranks N or --gpus N from the start of the arguments.  True: the program goes on, as one of the ranks if
 * ranks_are_many; false: all is said and done, and *exit_status is what the program ends with. */
bool ranks_begin(int *argc, char ***argv, int *exit_status);
bool ranks_are_many(void);

/* How many of them are on this machine; 1 without ranks.  They share its memory. */
int ranks_here(void);

/* The name of the k-th command that many ranks run, k = 0, 1, ...; NULL behind the last. */
const char *ranks_command_at(int k);

/* Runs a command on all ranks; the first one prints. */
graph_status ranks_run(const struct arguments *arguments);

/* The exit status of all ranks. */
int ranks_end(int exit_status);

#endif
