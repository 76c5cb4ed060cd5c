/* User types and user operators: tables from codes to what was created.
 *
 * A code is the number of a record and how often the record was in use before, so that the code of something released is
 * never that of what took its record; codes repeat after 2^15 uses of a record, and all records are used before the first
 * one is reused.  The tables lie still for the life of the process, so that a look-up takes no lock: a record is written
 * before its state says that it is there.  A record of a type keeps its size, which objects of the type may need when it
 * is released. */
#ifndef BASE_REGISTRY_H
#define BASE_REGISTRY_H

#include "base/op_code.h"
#include "base/status.h"
#include "semigraph/user.h"

/* A value has room on the stack of a thread. */
enum { GRAPH_MOST_VALUE_BYTES = 1 << 15, GRAPH_NAME_BYTES = 64 };

enum graph_user_kind { GRAPH_USER_BINARY = 1, GRAPH_USER_UNARY, GRAPH_USER_INDEX, GRAPH_USER_SELECT };

struct graph_user_type {
    size_t bytes;
    char name[GRAPH_NAME_BYTES];
    char *text;
};

struct graph_user_op {
    enum graph_user_kind kind;
    graph_type z, x, y;
    size_t z_bytes, x_bytes, y_bytes; /* 0 for GRAPH_PATTERN */
    union {
        graph_binary_function *binary;
        graph_unary_function *unary;
        graph_index_function *index; /* also of tests */
        graph_binary_context_function *binary_with;
        graph_unary_context_function *unary_with;
        graph_index_context_function *index_with;
    } function;
    bool has_context; /* the function is one that takes it */
    void *context;
    void *identity, *terminal; /* one value each, or NULL */
    char name[GRAPH_NAME_BYTES];
    char *text;
};

static inline void graph__call_binary(const struct graph_user_op *op, void *z, const void *x, const void *y)
{
    if (op->has_context)
        op->function.binary_with(z, x, y, op->context);
    else
        op->function.binary(z, x, y);
}

static inline void graph__call_unary(const struct graph_user_op *op, void *z, const void *x)
{
    if (op->has_context)
        op->function.unary_with(z, x, op->context);
    else
        op->function.unary(z, x);
}

static inline void graph__call_index(const struct graph_user_op *op, void *z, const void *x, int64_t i,
                                     int64_t j, const void *y)
{
    if (op->has_context)
        op->function.index_with(z, x, (graph_index)i, (graph_index)j, y, op->context);
    else
        op->function.index(z, x, (graph_index)i, (graph_index)j, y);
}

/* Whether a code is that of a user type, known or not. */
static inline bool graph__is_user_type(graph_type type) { return (int)type >= (int)GRAPH_OWN_TYPES; }

/* *code = that of a copy of the record, which takes over its memory.  GRAPH_E_NOT_SUPPORTED: all are in use. */
graph_status graph__add_type(graph_type *code, const struct graph_user_type *record);
graph_status graph__add_op(int *code, const struct graph_user_op *record);

/* The record, NULL for codes that are not in use. */
const struct graph_user_type *graph__user_type(graph_type type);
const struct graph_user_op *graph__user_op(int op, enum graph_user_kind kind);

/* The size of a user type, in use or released; else 0.  Its name, "released type" or "unknown type". */
size_t graph__user_type_bytes(graph_type type);
const char *graph__user_type_name(graph_type type);

/* Ends the use of a code and frees the memory of its record. */
void graph__remove_type(graph_type type);
void graph__remove_op(int op, enum graph_user_kind kind);

#endif
