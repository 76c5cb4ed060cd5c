/* TYPES_<types>(X, name) is X(name, type, TYPE) for each type of a row of semirings.def, in the order in which
 * cmake/instances.cmake numbers the pairs. */
#ifndef CONTRACT_SEMIRING_LIST_H
#define CONTRACT_SEMIRING_LIST_H

#define TYPES_BOOL(X, name) X(name, bool, BOOL)
#define TYPES_SIGNED(X, name)                                                                                \
    X(name, int8, INT8)                                                                                      \
    X(name, int16, INT16) X(name, int32, INT32) X(name, int64, INT64) X(name, fp32, FP32) X(name, fp64, FP64)
#define TYPES_INTEGER(X, name)                                                                               \
    X(name, int8, INT8)                                                                                      \
    X(name, int16, INT16)                                                                                    \
    X(name, int32, INT32)                                                                                    \
    X(name, int64, INT64)                                                                                    \
    X(name, uint8, UINT8)                                                                                    \
    X(name, uint16, UINT16) X(name, uint32, UINT32) X(name, uint64, UINT64)
#define TYPES_NUMERIC(X, name)                                                                               \
    X(name, int8, INT8)                                                                                      \
    X(name, int16, INT16)                                                                                    \
    X(name, int32, INT32)                                                                                    \
    X(name, int64, INT64)                                                                                    \
    X(name, uint8, UINT8)                                                                                    \
    X(name, uint16, UINT16)                                                                                  \
    X(name, uint32, UINT32) X(name, uint64, UINT64) X(name, fp32, FP32) X(name, fp64, FP64)
#define TYPES_ALL(X, name) TYPES_BOOL(X, name) TYPES_NUMERIC(X, name)

#endif
