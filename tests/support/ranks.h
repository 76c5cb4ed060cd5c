/* Ranks of one process: a function on a thread for each rank of a group. */
#ifndef TESTS_SUPPORT_RANKS_H
#define TESTS_SUPPORT_RANKS_H

#include "tests/support/test.h"

/* The numbers of ranks that tests run on: 1, 2, 3, 4, 6 and 9. */
enum { RANK_NUMBERS = 6 };
extern const int rank_numbers[RANK_NUMBERS];

/* What a rank does.  The group is released afterwards. */
typedef void rank_function(graph_group *group, void *context);

/* Runs work(group, context) on as many threads, and waits for all.  Whether they could be started. */
bool run_ranks(int ranks, const graph_group_options *options, rank_function *work, void *context);

/* What a process does, whose sockets to the others are in fd, as graph_group_sockets takes them: its exit status. */
typedef int process_function(int rank, int ranks, const int *fd, void *context);

/* Runs that in as many processes, at most 9, and waits for all; state[r] is what waitpid says of rank r.  Whether they could
 * be started. */
bool run_processes(int ranks, process_function *work, void *context, int *state);

/* A group that stops at a call of its transport: the k-th collective one from now, counted from 1, ends this rank's part
 * as a crash would.  The transport is that of `group`, which is spent. */
graph_status stop_at(graph_group **stopping, graph_group *group, int64_t k, int64_t *calls);

/* The same from now on, for such a group; *calls is 0 and counts on. */
void set_stop(graph_group *stopping, int64_t k, int64_t *calls);

/* Claims of ranks, which say what they are about, and count those that do not hold. */
struct rank_claims {
    const char *what;
    int wrong;
};
void rank_claim(struct rank_claims *claims, const graph_group *group, bool holds, const char *claim, int line,
                int number);

/* Whether two matrices have the same type, shape and entries, bit for bit; tells stderr what differs. */
bool equal_matrices(const graph_matrix *A, const graph_matrix *B);
bool equal_vectors(const graph_vector *u, const graph_vector *v);

/* The rows first .. end - 1 of A. */
graph_status rows_of(graph_matrix **R, const graph_matrix *A, graph_index first, graph_index end);

/* *D = A, cut at random places that the seed chooses, the same on every rank. */
graph_status scatter_anyhow(graph_dist **D, graph_group *group, const graph_matrix *A, uint64_t seed);

#endif
