/* See registry.h. */
#include "base/registry.h"

#include <stdatomic.h>

#include "base/memory.h"

enum { NEVER_USED = 0, IN_USE = 1, RELEASED = 2 };
enum { MOST_TYPES = GRAPH_OWN_TYPES_END - GRAPH_OWN_TYPES, MOST_OPS = GRAPH_OWN_OPS_END - GRAPH_OWN_OPS };

static struct graph_user_type type_record[MOST_TYPES];
static struct graph_user_op op_record[MOST_OPS];
static atomic_int type_state[MOST_TYPES], op_state[MOST_OPS];
static atomic_int types_given, ops_given;

/* The next number below `most`, or -1. */
static int take_number(atomic_int *given, int most)
{
    int number = atomic_load(given);
    while (number < most && !atomic_compare_exchange_weak(given, &number, number + 1))
        ;
    return number < most ? number : -1;
}

graph_status graph__add_type(graph_type *code, const struct graph_user_type *record)
{
    int number = take_number(&types_given, MOST_TYPES);
    if (number < 0)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "a process can create %d types at most", (int)MOST_TYPES);
    type_record[number] = *record;
    atomic_store(&type_state[number], IN_USE);
    *code = (graph_type)(GRAPH_OWN_TYPES + number);
    return GRAPH_OK;
}

graph_status graph__add_op(int *code, const struct graph_user_op *record)
{
    int number = take_number(&ops_given, MOST_OPS);
    if (number < 0)
        return graph__fail(GRAPH_E_NOT_SUPPORTED, "a process can create %d operators at most", (int)MOST_OPS);
    op_record[number] = *record;
    atomic_store(&op_state[number], IN_USE);
    *code = GRAPH_OWN_OPS + number;
    return GRAPH_OK;
}

/* The state of a type; its number in *number if it was given out. */
static int state_of_type(int *number, graph_type type)
{
    *number = (int)type < (int)GRAPH_OWN_TYPES ? -1 : (int)type - (int)GRAPH_OWN_TYPES;
    if (*number < 0 || *number >= MOST_TYPES)
        return NEVER_USED;
    return atomic_load(&type_state[*number]);
}

const struct graph_user_type *graph__user_type(graph_type type)
{
    int number;
    return state_of_type(&number, type) == IN_USE ? &type_record[number] : NULL;
}

size_t graph__user_type_bytes(graph_type type)
{
    int number;
    return state_of_type(&number, type) != NEVER_USED ? type_record[number].bytes : 0;
}

const char *graph__user_type_name(graph_type type)
{
    int number;
    return state_of_type(&number, type) != NEVER_USED ? type_record[number].name : "unknown type";
}

const struct graph_user_op *graph__user_op(int op, enum graph_user_kind kind)
{
    int number = op < (int)GRAPH_OWN_OPS ? -1 : op - (int)GRAPH_OWN_OPS;
    if (number < 0 || number >= MOST_OPS || atomic_load(&op_state[number]) != IN_USE)
        return NULL;
    return op_record[number].kind == kind ? &op_record[number] : NULL;
}

void graph__remove_type(graph_type type)
{
    int number, expected = IN_USE;
    (void)state_of_type(&number, type);
    if (number < 0 || number >= MOST_TYPES ||
        !atomic_compare_exchange_strong(&type_state[number], &expected, RELEASED))
        return;
    graph__free(type_record[number].text);
    type_record[number].text = NULL;
}

void graph__remove_op(int op, enum graph_user_kind kind)
{
    int number = op < (int)GRAPH_OWN_OPS ? -1 : op - (int)GRAPH_OWN_OPS, expected = IN_USE;
    if (graph__user_op(op, kind) == NULL ||
        !atomic_compare_exchange_strong(&op_state[number], &expected, RELEASED))
        return;
    struct graph_user_op *record = &op_record[number];
    graph__free(record->identity);
    graph__free(record->terminal);
    graph__free(record->text);
    record->identity = record->terminal = record->text = NULL;
}
