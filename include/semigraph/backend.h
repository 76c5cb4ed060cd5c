/* Where operations run, with how many threads, and what this build contains. */
#ifndef SEMIGRAPH_BACKEND_H
#define SEMIGRAPH_BACKEND_H

#include "semigraph/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers; graph_version has that of the library. */
#define GRAPH_VERSION_MAJOR 0
#define GRAPH_VERSION_MINOR 1
#define GRAPH_VERSION_PATCH 0

/* A back end: the processor that runs an operation, and the kernels for it. */
typedef enum graph_backend_kind {
    GRAPH_BACKEND_AUTO = 0, /* the library chooses */
    GRAPH_BACKEND_CPU = 1,  /* OpenMP */
    GRAPH_BACKEND_CUDA = 2  /* an NVIDIA GPU */
} graph_backend_kind;

/* The version of the library that is linked, such as "0.1.0".  Static. */
GRAPH_API const char *graph_version(void);

/* The name of a back end: "cpu" or "cuda"; "auto" for GRAPH_BACKEND_AUTO.  Static. */
GRAPH_API const char *graph_backend_name(graph_backend_kind backend);

/* Tells whether a back end can run on this machine.  When not, *why (if why is not NULL) is a static sentence
 * that says what is missing; otherwise *why is "". */
GRAPH_API bool graph_backend_available(graph_backend_kind backend, const char **why);

/* Sets where operations run that do not say it themselves (GRAPH_BACKEND_AUTO in their descriptor or options).  AUTO,
 * the default, chooses by what is there, where the operands lie, and what moving them would cost.  $GRAPH_BACKEND
 * ("cpu", "cuda", "auto") sets it before the first call; another value there makes operations fail with
 * GRAPH_E_INVALID_VALUE.
 * GRAPH_E_DEVICE: it cannot run here; GRAPH_E_INVALID_VALUE: no such back end. */
GRAPH_API graph_status graph_set_backend(graph_backend_kind backend);

/* The back end that graph_set_backend set; GRAPH_BACKEND_AUTO before. */
GRAPH_API graph_backend_kind graph_get_backend(void);

/* Sets and gets what happens when the back end that was asked for cannot do an operation, or lacks memory for it: the
 * CPU does it and the log says so (false, the default), or the call fails with GRAPH_E_NOT_SUPPORTED or
 * GRAPH_E_DEVICE_MEMORY (true).  A user's test of graph_select is called on the host in both cases; the entries stay on
 * the device.  $GRAPH_STRICT=1 sets it before the first call. */
GRAPH_API void graph_set_strict(bool is_strict);
GRAPH_API bool graph_get_strict(void);

/* Lets the library hold at most so many bytes of a GPU's memory; 0, the default, stands for all there is.  Products
 * that need more are made in chunks of rows.  GRAPH_E_DEVICE: there is no GPU to use. */
GRAPH_API graph_status graph_set_device_memory(uint64_t bytes);

/* Lets the library hold at most so many bytes of the host's memory; 0, the default: as many as the system gives.  A
 * call that wants more fails with GRAPH_E_MEMORY before it takes them.  Bytes count from the first call of this
 * function on; arrays of the caller's, mapped files, and what OpenMP and the driver of a GPU take do not count. */
GRAPH_API void graph_set_memory(uint64_t bytes);

/* The log: with $GRAPH_LOG=1 each operation writes one line to stderr: its name and place, the shapes and entries of
 * its operands, the method and the number of products where they are known, and milliseconds.  See also graph_stats. */

/* The back end that the last operation on the calling thread ran on; GRAPH_BACKEND_CPU before the first. */
GRAPH_API graph_backend_kind graph_backend_used(void);

/* Sets the threads of operations whose descriptor names no number.  0: as many as OpenMP would use (OMP_NUM_THREADS,
 * else all cores), which is also the default.  Where the system refuses so many threads a call uses fewer; a process
 * that was forked from one that used the library uses one.  GRAPH_E_INVALID_VALUE if threads is negative or above
 * 4096. */
GRAPH_API graph_status graph_set_threads(int threads);

/* The number of threads that graph_set_threads resolves to now; at least 1. */
GRAPH_API int graph_get_threads(void);

#ifdef __cplusplus
}
#endif
#endif
