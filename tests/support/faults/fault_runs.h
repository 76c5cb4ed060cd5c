/* Calls of the public interface during which one call further down fails: what must hold afterwards, whoever injects the
 * fault.
 *
 * A scenario (fault_scenarios.h) makes a call and keeps what it returns in a scene.  It is run once to count the calls
 * further down, then with number 1, 2, ... of them failing.  Each time:
 *     the call returns an error with a sentence, and outputs are as before; or it returns GRAPH_OK and the right result;
 *     the result can be read once the fault has gone, if not before;
 *     after the scene is closed, no block is held that was not before;
 *     the same call without a fault gives the right result. */
#ifndef TESTS_SUPPORT_FAULT_RUNS_H
#define TESTS_SUPPORT_FAULT_RUNS_H

#include "tests/support/test.h"

enum fault_mode {
    FAULT_NONE,
    FAULT_ONE,    /* call k fails */
    FAULT_MEMORY, /* allocation k and all later ones fail */
    FAULT_GONE    /* call k and all later ones fail: there is no device any more */
};

struct fault_injector {
    const char *what; /* is counted and fails */
    /* Counts from 1 and fails as the mode says, until the end; k 0: only counts.  end returns the number of calls, of
     * allocations in FAULT_MEMORY. */
    void (*begin)(enum fault_mode mode, int64_t k);
    int64_t (*end)(void);
    /* Each may be NULL.  Bytes of the device that are held, caches emptied; whether the calling thread would see an error
     * that the injector made, which it forgets then. */
    int64_t (*held)(void);
    bool (*has_pending_error)(void);
};

/* What a scenario works on. */
struct scene {
    graph_backend_kind backend;
    graph_matrix *A, *B; /* inputs, square and of one size; nothing else has them */
    graph_matrix *M;     /* a pattern of that size */
    graph_vector *u, *v; /* inputs: full and sparse */
    graph_index size;
    /* Outputs: old objects with entries in them if the scenario says so, else NULL. */
    graph_matrix *C;
    graph_vector *w, *x;
    graph_dense dense; /* value NULL, or an array for graph_free */
    uint64_t number;
};

enum scene_graph {
    GRAPH_OF_SHORT_ROWS,   /* 400 x 400, a small number of entries a row */
    GRAPH_OF_MANY_BINS,    /* 1200 x 1200, short and very long rows */
    GRAPH_OF_LONG_ROWS,    /* 2048 x 2048, about 24 entries a row */
    GRAPH_OF_BANDS,        /* 3000 x 3000, all of three diagonals */
    GRAPH_WITH_EMPTY_ROWS, /* 3000 x 3000, three of four rows are empty */
    GRAPH_OF_ALL,          /* 96 x 96, every entry */
    GRAPH_OF_EDGES,        /* 300 x 300, edges in both directions, positive weights */
    GRAPH_OF_MANY_EDGES,   /* the same, 2304 x 2304 */
    SCENE_GRAPHS
};

struct scenario {
    const char *name;
    graph_status (*run)(struct scene *s);
    enum scene_graph graph;
    bool has_old_outputs;
};

/* Rows of a table of scenarios. */
/* clang-format off */
#define NEW_OUTPUTS(run, graph) {#run " of " #graph, run, graph, false}
#define OLD_OUTPUTS(run, graph) {#run " of " #graph, run, graph, true}
/* clang-format on */

/* Runs one scenario under every mode.  At most so many places of the fault: all if there are no more, else the first
 * half of that number and an even sample of the rest.  Returns the number of runs with a fault. */
int64_t fault_check(const struct scenario *scenario, const struct fault_injector *injector, int64_t most);

/* One run with one fault; whether it was reached. */
bool fault_check_one(const struct scenario *scenario, const struct fault_injector *injector,
                     enum fault_mode mode, int64_t k);

/* Large graphs become smaller, for a simulated device: before the first check. */
void fault_use_small_graphs(void);

/* Frees the graphs that scenes are made from. */
void fault_close(void);

#endif
