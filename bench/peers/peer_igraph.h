/* Calls of igraph in benchmarks: what fails ends the program. */
#ifndef BENCH_PEERS_PEER_IGRAPH_H
#define BENCH_PEERS_PEER_IGRAPH_H

#include <igraph.h>

#include "bench/support/bench.h"
#include "semigraph/igraph.h" /* needs igraph's header, and the library's, which is in bench.h */

static inline void check_igraph(igraph_error_t error, const char *call)
{
    bench_check(error == IGRAPH_SUCCESS, "%s", call);
}
#define IGRAPH(call) check_igraph((call), #call)

#endif
