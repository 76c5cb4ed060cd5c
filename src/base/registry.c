/* See registry.h. */
#include "base/registry.h"

#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"

/* Code c of a kind, counted from 0, is record c % MOST in its use c / MOST. */
enum { MOST_TYPES = 4096, MOST_OPS = 16384 };
enum { TYPE_CODES = GRAPH_OWN_TYPES_END - GRAPH_OWN_TYPES, OP_CODES = GRAPH_OWN_OPS_END - GRAPH_OWN_OPS };
enum { TYPE_USES = TYPE_CODES / MOST_TYPES, OP_USES = OP_CODES / MOST_OPS };

/* The state of a record: in which use it is, and what of it. */
enum { FREE = 0, CHANGING = 1, IN_USE = 2, RELEASED = 3, USE = 4 };

static struct graph_user_type type_record[MOST_TYPES];
static struct graph_user_op op_record[MOST_OPS];
static atomic_uint type_state[MOST_TYPES], op_state[MOST_OPS];
static atomic_uint types_tried, ops_tried; /* where the search for a free record goes on */

/* The state before a record is written: its next use. */
static unsigned next_use(unsigned state, unsigned uses)
{
    return state % USE == FREE ? state + CHANGING : (state / USE + 1) % uses * USE + CHANGING;
}

/* Takes the record for the calling thread if it is in no use. */
static bool take(atomic_uint *state, unsigned uses)
{
    unsigned now = atomic_load(state);
    return (now % USE == FREE || now % USE == RELEASED) &&
           atomic_compare_exchange_strong(state, &now, next_use(now, uses));
}

/* The record has been written; its use. */
static unsigned give_out(atomic_uint *state)
{
    unsigned now = atomic_load(state);
    atomic_store(state, now - CHANGING + IN_USE);
    return now / USE;
}

/* The number of a record that is taken for a type of so many bytes, -1 if there is none: one that had this size, or a new
 * one. */
static int take_type(size_t bytes)
{
    for (int wants_new = 0; wants_new < 2; wants_new++)
        for (int k = 0; k < MOST_TYPES; k++) {
            int number = (int)(atomic_fetch_add(&types_tried, 1) % MOST_TYPES);
            unsigned state = atomic_load(&type_state[number]);
            bool is_fit =
                wants_new ? state == FREE : state % USE == RELEASED && type_record[number].bytes == bytes;
            if (is_fit && take(&type_state[number], TYPE_USES))
                return number;
        }
    return -1;
}

graph_status graph__add_type(graph_type *code, const struct graph_user_type *record)
{
    int number = take_type(record->bytes);
    if (number < 0)
        return graph__fail(GRAPH_E_NOT_SUPPORTED,
                           "%d types are in use, or were of other sizes than %zu bytes", (int)MOST_TYPES,
                           record->bytes);
    struct graph_user_type *to = &type_record[number];
    memcpy(to->name, record->name, sizeof to->name);
    to->text = record->text;
    if (to->bytes == 0) /* else it has this size, which others may read */
        to->bytes = record->bytes;
    *code = (graph_type)(GRAPH_OWN_TYPES + number + (int)give_out(&type_state[number]) * MOST_TYPES);
    return GRAPH_OK;
}

graph_status graph__add_op(int *code, const struct graph_user_op *record)
{
    for (int k = 0; k < MOST_OPS; k++) {
        int number = (int)(atomic_fetch_add(&ops_tried, 1) % MOST_OPS);
        if (!take(&op_state[number], OP_USES))
            continue;
        op_record[number] = *record;
        *code = GRAPH_OWN_OPS + number + (int)give_out(&op_state[number]) * MOST_OPS;
        return GRAPH_OK;
    }
    return graph__fail(GRAPH_E_NOT_SUPPORTED, "%d operators are in use, which is the most", (int)MOST_OPS);
}

/* What a code says, and how its record is now. */
struct record_state {
    int number;    /* -1: no code of a record */
    unsigned is;   /* FREE .. RELEASED; in another use RELEASED if that is a later one, else FREE */
    unsigned full; /* the state as stored */
};

static struct record_state look_up(int code, int first, int codes, int most, atomic_uint *state)
{
    struct record_state found = {-1, FREE, FREE};
    if (code < first || code - first >= codes)
        return found;
    found.number = (code - first) % most;
    found.full = atomic_load(&state[found.number]);
    unsigned use = (unsigned)((code - first) / most), now = found.full / USE;
    found.is = use == now ? found.full % USE : use < now ? (unsigned)RELEASED : (unsigned)FREE;
    return found;
}

static struct record_state look_up_type(graph_type type)
{
    return look_up((int)type, GRAPH_OWN_TYPES, TYPE_CODES, MOST_TYPES, type_state);
}

static struct record_state look_up_op(int op)
{
    return look_up(op, GRAPH_OWN_OPS, OP_CODES, MOST_OPS, op_state);
}

const struct graph_user_type *graph__user_type(graph_type type)
{
    const struct record_state found = look_up_type(type);
    return found.is == IN_USE ? &type_record[found.number] : NULL;
}

size_t graph__user_type_bytes(graph_type type)
{
    const struct record_state found = look_up_type(type);
    return found.is != FREE ? type_record[found.number].bytes : 0;
}

const char *graph__user_type_name(graph_type type)
{
    const struct record_state found = look_up_type(type);
    return found.is == IN_USE     ? type_record[found.number].name
           : found.is == RELEASED ? "released type"
                                  : "unknown type";
}

const struct graph_user_op *graph__user_op(int op, enum graph_user_kind kind)
{
    const struct record_state found = look_up_op(op);
    return found.is == IN_USE && op_record[found.number].kind == kind ? &op_record[found.number] : NULL;
}

/* Takes a record out of use for the calling thread. */
static bool take_back(const struct record_state *found, atomic_uint *state)
{
    unsigned now = found->full;
    return found->is == IN_USE &&
           atomic_compare_exchange_strong(&state[found->number], &now, now - IN_USE + CHANGING);
}

void graph__remove_type(graph_type type)
{
    const struct record_state found = look_up_type(type);
    if (!take_back(&found, type_state))
        return;
    graph__free(type_record[found.number].text);
    type_record[found.number].text = NULL;
    atomic_store(&type_state[found.number], found.full - IN_USE + RELEASED);
}

void graph__remove_op(int op, enum graph_user_kind kind)
{
    const struct record_state found = look_up_op(op);
    if (graph__user_op(op, kind) == NULL || !take_back(&found, op_state))
        return;
    struct graph_user_op *record = &op_record[found.number];
    graph__free(record->identity);
    graph__free(record->terminal);
    graph__free(record->text);
    record->identity = record->terminal = record->text = NULL;
    atomic_store(&op_state[found.number], found.full - IN_USE + RELEASED);
}
