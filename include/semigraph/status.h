/* Status codes and the sentence that goes with a failure.
 *
 * Every fallible function returns a graph_status.  Zero is success; a positive status is information;
 * a negative one is an error, after which inputs and outputs are as they were before the call.  The
 * numbers are those of the GraphBLAS C API 2.1 where the meaning is the same (0, 1, -2 .. -8, -102 .. -105). */
#ifndef SEMIGRAPH_STATUS_H
#define SEMIGRAPH_STATUS_H

#if defined(_WIN32)
#define GRAPH_API
#else
#define GRAPH_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* One list makes the enum, the names and the texts. */
#define GRAPH_STATUS_LIST(X)                                                                                  \
    X(GRAPH_OK, 0, "success")                                                                                 \
    X(GRAPH_NO_VALUE, 1, "no entry at this position")                                                         \
    X(GRAPH_E_NULL, -2, "a required argument is NULL")                                                        \
    X(GRAPH_E_INVALID_VALUE, -3, "an argument has a value that is not allowed")                               \
    X(GRAPH_E_INVALID_INDEX, -4, "an index lies outside the object")                                          \
    X(GRAPH_E_DOMAIN, -5, "the type of an argument does not fit the operation")                               \
    X(GRAPH_E_DIMENSION, -6, "the dimensions of the arguments do not fit together")                           \
    X(GRAPH_E_NOT_EMPTY, -7, "the output must be empty and is not")                                           \
    X(GRAPH_E_NOT_SUPPORTED, -8, "this combination is not supported")                                         \
    X(GRAPH_E_MEMORY, -102, "out of memory")                                                                  \
    X(GRAPH_E_NO_SPACE, -103, "the caller's array is too small")                                              \
    X(GRAPH_E_INVALID_OBJECT, -104, "an object is damaged")                                                   \
    X(GRAPH_E_INDEX_BOUNDS, -105, "an index in a list lies outside the object")                               \
    X(GRAPH_E_DEVICE_MEMORY, -201, "out of device memory")                                                    \
    X(GRAPH_E_DEVICE, -202, "the device failed or is not there")                                              \
    X(GRAPH_E_IO, -204, "reading or writing failed")                                                          \
    X(GRAPH_E_FORMAT, -205, "the file does not follow its format")                                            \
    X(GRAPH_E_CANCELLED, -206, "cancelled by the caller")                                                     \
    X(GRAPH_E_NEGATIVE_CYCLE, -207, "a cycle of negative weight makes distances unbounded")                   \
    X(GRAPH_E_RANK, -208, "a rank of the group is gone or late")

typedef enum graph_status {
#define GRAPH_STATUS_ENUM(name, number, text) name = number,
    GRAPH_STATUS_LIST(GRAPH_STATUS_ENUM)
#undef GRAPH_STATUS_ENUM
} graph_status;

/* The name of a status, such as "GRAPH_E_DIMENSION"; "unknown status" for any other number.  Never NULL; static. */
GRAPH_API const char *graph_status_name(graph_status status);

/* What a status means, in short.  Never NULL; static. */
GRAPH_API const char *graph_status_text(graph_status status);

/* The sentence of the last failure on the calling thread: argument, expected, found; for a file also its name
 * and line.  "" when nothing has failed yet.  Valid until the next failing call on this thread; never NULL. */
GRAPH_API const char *graph_last_error(void);

#ifdef __cplusplus
}
#endif
#endif
