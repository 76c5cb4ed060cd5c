/* How many threads a call may use. */
#ifndef BASE_THREADS_H
#define BASE_THREADS_H

/* `wanted` (0: as many as graph_set_threads says), or fewer where the system refuses threads, since OpenMP ends the process
 * then; 1 in a process that was forked after threads ran, since they are not there. */
int graph__threads(int wanted);

#endif
