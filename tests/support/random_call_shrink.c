/* Making a failing call smaller, and printing it; see random_call.h. */
#include "contract/semiring.h"
#include "tests/support/random_call.h"
#include "tests/support/test.h"

/* Keeps a change of an integer field if the call is still one to which the oracle has an answer, and fails with it. */
static bool try_setting(struct call *call, void *field, size_t bytes, const void *value)
{
    unsigned char old[64];
    if (memcmp(field, value, bytes) == 0)
        return false;
    memcpy(old, field, bytes);
    memcpy(field, value, bytes);
    if ((call->stretch == 0 || call_can_be_stretched(call)) && !call_holds(call, NULL))
        return true;
    memcpy(field, old, bytes);
    return false;
}
#define TRY_SETTING(call, field, new_value)                                                                  \
    try_setting((call), &(call)->field, sizeof(call)->field, (const void *)(new_value))

static bool simplify_settings(struct call *call)
{
    static const graph_op no_op = GRAPH_NO_OP;
    static const int one = 1, zero = 0;
    static const bool no = false;
    static const graph_method automatic = GRAPH_METHOD_AUTO;
    bool is_smaller = TRY_SETTING(call, accum, &no_op);
    is_smaller |= TRY_SETTING(call, is_used[OPERAND_M], &no);
    is_smaller |= TRY_SETTING(call, descriptor.threads, &one);
    is_smaller |= TRY_SETTING(call, descriptor.method, &automatic);
    is_smaller |= TRY_SETTING(call, stride_more, &zero);
    for (uint32_t flag = 1; flag <= GRAPH_ACCUMULATE; flag *= 2) {
        uint32_t flags = call->descriptor.flags & ~flag;
        if (flag != GRAPH_TRANSPOSE_A && flag != GRAPH_TRANSPOSE_B)
            is_smaller |= TRY_SETTING(call, descriptor.flags, &flags);
    }
    for (int k = 0; k < OPERAND_COUNT; k++) {
        static const enum preparation build = PREPARED_BY_BUILD;
        is_smaller |= TRY_SETTING(call, preparation[k], &build);
    }
    return is_smaller;
}

/* Clears runs of `length` positions of operand k that the failure does not need. */
static bool clear_runs(struct call *call, int k, int64_t length, int *tries)
{
    struct dense_matrix *D = &call->dense[k];
    bool is_smaller = false;
    for (int64_t from = 0; from<D->rows * D->columns && * tries> 0; from += length) {
        int64_t rest = D->rows * D->columns - from, run = length < rest ? length : rest;
        if (memchr(D->present + from, 1, (size_t)run) == NULL)
            continue;
        struct dense_matrix old = dense_copy(D);
        memset(D->present + from, 0, (size_t)run);
        --*tries;
        if (!call_holds(call, NULL)) {
            is_smaller = true;
            dense_release(&old);
        } else {
            dense_release(D);
            *D = old;
        }
    }
    return is_smaller;
}

/* Tries 0 for each listed index. */
static bool simplify_list(struct call *call, int k)
{
    static const graph_index zero = 0;
    bool is_smaller = false;
    for (int64_t p = 0; p < call->list[k].count && p < 200 && call->list[k].index != NULL; p++)
        is_smaller |= try_setting(call, &call->list[k].index[p], sizeof zero, &zero);
    return is_smaller;
}

static bool simplify_values(struct call *call, int k)
{
    struct dense_matrix *D = &call->dense[k];
    bool is_smaller = false;
    static const long double one = 1;
    for (int64_t p = 0; p < D->rows * D->columns; p++)
        if (D->present[p])
            is_smaller |= try_setting(call, &D->value[p], 10, &one);
    return is_smaller;
}

struct call call_shrink(struct call call)
{
    bool is_smaller = true;
    int tries = 3000;
    for (int round = 0; round < 8 && is_smaller; round++) {
        is_smaller = simplify_settings(&call);
        is_smaller |= simplify_list(&call, 0);
        is_smaller |= simplify_list(&call, 1);
        for (int k = 0; k < OPERAND_COUNT; k++) {
            int64_t positions = call.dense[k].rows * call.dense[k].columns;
            bool is_dense = call.kind == CALL_CSRMM && k != OPERAND_A;
            if (!call.is_used[k] || call.object[k] != k)
                continue;
            for (int64_t length = positions; !is_dense && length > 0; length /= 2)
                is_smaller |= clear_runs(&call, k, length, &tries);
            is_smaller |= tries > 0 && simplify_values(&call, k);
        }
    }
    return call;
}

static void print_object(const struct call *call, int k, FILE *stream)
{
    static const char *const preparations[] = {"build",  "set",        "set and remove", "dup",
                                               "caches", "import CSR", "import CSC",     "import COO"};
    const struct dense_matrix *D = &call->dense[k];
    fprintf(stream, "    %c%s%s%s: %lld x %lld %s by %s:", "CABM"[k],
            call -> is_used[1] && call -> object[1] == k && k != 1 ? " = A" : "",
            call->is_used[2] && call->object[2] == k && k != 2 ? " = B" : "",
            call->is_used[3] && call->object[3] == k && k != 3 ? " = M" : "", (long long)D->rows,
            (long long)D->columns, graph_type_name(D->type), preparations[call->preparation[k]]);
    int64_t printed = 0;
    for (int64_t p = 0; p < D->rows * D->columns && printed < 200; p++)
        if (D->present[p]) {
            fprintf(stream, " (%lld,%lld)=%Lg", (long long)(p / D->columns), (long long)(p % D->columns),
                    D->value[p]);
            printed++;
        }
    fprintf(stream, "\n");
}

static void print_list(const struct index_choice *list, FILE *stream)
{
    if (list->index == NULL)
        return;
    fprintf(stream, ", list");
    for (int64_t k = 0; k < list->count && k < 100; k++)
        fprintf(stream, " %llu", (unsigned long long)list->index[k]);
}

void call_print(const struct call *call, FILE *stream)
{
    static const char *const flags[] = {"REPLACE",     "MASK_STRUCTURE", "MASK_COMPLEMENT",
                                        "TRANSPOSE_A", "TRANSPOSE_B",    "ACCUMULATE"};
    fprintf(stream, "%s seed %llu: accum %d, threads %d, method %d, flags", call_traits[call->kind].name,
            (unsigned long long)call->seed, (int)call->accum, call->descriptor.threads,
            (int)call->descriptor.method);
    for (int k = 0; k < 6; k++)
        if (call->descriptor.flags & 1u << k)
            fprintf(stream, " %s", flags[k]);
    switch (call_traits[call->kind].with) {
    case 's':
        fprintf(stream, ", semiring %s", graph_semiring_name(call->semiring));
        break;
    case 'u':
        fprintf(stream, ", unary operator %d", (int)call->unary);
        break;
    case 't':
        fprintf(stream, ", test %d", (int)call->test);
        break;
    case 'i':
        fprintf(stream, ", positional operator %d", (int)call->position);
        break;
    case 'o':
    case 'm':
        fprintf(stream, ", operator %d", (int)call->op);
    }
    if (call->kind == CALL_CSRMM)
        fprintf(stream, ", layouts of B %d and C %d, stride + %d", (int)call->B_layout, (int)call->C_layout,
                call->stride_more);
    fprintf(stream, ", x %Lg (%s), y %Lg (%s)", oracle_scalar(call->x), graph_type_name(call->x.type),
            oracle_scalar(call->y), graph_type_name(call->y.type));
    if (call->kind == CALL_REDUCE || call->kind == CALL_VECTOR_REDUCE)
        fprintf(stream, ", into %s", graph_type_name(call->sum_type));
    fprintf(stream, ", at (%llu, %llu)", (unsigned long long)call->at[0], (unsigned long long)call->at[1]);
    for (int k = 0; k < 2; k++)
        print_list(&call->list[k], stream);
    fprintf(stream, ", stretch %lld, share %d, tolerance %g\n", (long long)call->stretch, call->share,
            call->tolerance);
    for (int k = 0; k < OPERAND_COUNT; k++)
        if (call->is_used[k] && call->object[k] == k)
            print_object(call, k, stream);
}

int check_random_calls(uint64_t calls, uint64_t seed, enum call_kind only)
{
    enum { FAILURES_SHOWN = 5 };
    bool is_loud = getenv("SEMIGRAPH_LOUD") != NULL;
    int failed = 0;
    for (uint64_t k = 0; k < calls && failed < FAILURES_SHOWN; k++) {
        struct call call = call_of_seed(seed + k, only);
        if (is_loud)
            call_print(&call, stderr);
        if (!call_holds(&call, NULL)) {
            failed++;
            call = call_shrink(call);
            call_print(&call, stderr);
            call_holds(&call, stderr);
        }
        call_release(&call);
    }
    return failed;
}
