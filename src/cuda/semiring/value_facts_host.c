/* Value facts of operands (value_facts_host.h).  A word of graph_csr has the claims, their type, depth and height of struct
 * value_findings, and marks. */
#include "cuda/semiring/value_facts_host.h"

#include "cuda/runtime/call.h"

enum { THREADS = 256, TYPE_AT = 8, DEPTH_AT = 16, HEIGHT_AT = 32, TYPE_MASK = 0xff, BITS_MASK = 0xffff };
#define IS_KNOWN    ((uint64_t)1 << 63)
#define HAS_COME    ((uint64_t)1 << 62) /* in an earlier product */
#define IS_GIVEN_UP ((uint64_t)1 << 61)

static uint64_t load(const struct graph_csr *A)
{
    return A->value_facts != NULL ? __atomic_load_n(A->value_facts, __ATOMIC_RELAXED) : 0;
}

/* The facts that are stored with A for this type, else 0. */
static uint64_t stored(const struct graph_csr *A, graph_type type)
{
    const uint64_t word = load(A);
    return (word & IS_KNOWN) != 0 && (word >> TYPE_AT & TYPE_MASK) == (uint64_t)type ? word : 0;
}

/* Whether both operands have the same values.  The number of entries is compared too: a part of B may begin where B does. */
static bool is_one_array(const struct operand_values *values)
{
    return values->operand[0]->value == values->operand[1]->value &&
           values->operand[0]->entries == values->operand[1]->entries;
}

struct operand_values graph__cuda_values_open(const struct graph_csr *A, const struct graph_csr *B,
                                              graph_type type)
{
    struct operand_values values = {
        .operand = {A, B}, .type = type, .word = {stored(A, type), stored(B, type)}};
    if (is_one_array(&values))
        values.word[0] = values.word[1] = values.word[0] | values.word[1];
    return values;
}

bool graph__cuda_values_are_known(const struct operand_values *values)
{
    return values->word[0] != 0 && values->word[1] != 0;
}

bool graph__cuda_values_have_place(const struct operand_values *values)
{
    return values->operand[0]->value_facts != NULL && values->operand[1]->value_facts != NULL;
}

static void mark(const struct operand_values *values, uint64_t with)
{
    for (int k = 0; k < 2; k++)
        if (values->word[k] == 0 && values->operand[k]->value_facts != NULL)
            __atomic_fetch_or(values->operand[k]->value_facts, with, __ATOMIC_RELAXED);
}

bool graph__cuda_values_are_repeated(const struct operand_values *values)
{
    bool has_come = true;
    for (int k = 0; k < 2; k++)
        has_come = has_come && (values->word[k] != 0 ||
                                (load(values->operand[k]) & (HAS_COME | IS_GIVEN_UP)) == HAS_COME);
    if (!has_come)
        mark(values, HAS_COME);
    return has_come;
}

void graph__cuda_values_give_up(const struct operand_values *values) { mark(values, IS_GIVEN_UP); }

graph_status graph__cuda_values_find(struct cuda_call *call, const struct operand_values *values,
                                     struct value_findings *found)
{
    graph_status status = GRAPH_OK;
    for (int k = 0; k < 2; k++) {
        const struct graph_csr *A = values->operand[k];
        const struct value_scan_arguments a = {A->value, A->entries, (int32_t)graph_type_size(values->type),
                                               &found[k]};
        if (values->word[k] != 0 || (k == 1 && is_one_array(values)))
            continue;
        GRAPH_TRY(graph__cuda_launch(call, graph__cuda_scan_values,
                                     graph__cuda_blocks(a.n * a.value_bytes / 16 + 1, THREADS), THREADS, 0,
                                     &a));
        graph__cuda_count(call, CUDA_PASSES_OVER_VALUES);
    }
done:
    return status;
}

void graph__cuda_values_take(struct operand_values *values, const struct value_findings *found)
{
    for (int k = 0; k < 2; k++) {
        const struct graph_csr *A = values->operand[k];
        if (values->word[k] == 0 && k == 1 && is_one_array(values))
            values->word[1] = values->word[0];
        else if (values->word[k] == 0)
            values->word[k] = IS_KNOWN | (VALUES_CLAIMS & ~found[k].against) |
                              (uint64_t)values->type << TYPE_AT | (uint64_t)found[k].depth << DEPTH_AT |
                              (uint64_t)found[k].height << HEIGHT_AT;
        if (A->value_facts != NULL)
            __atomic_store_n(A->value_facts, values->word[k], __ATOMIC_RELAXED);
    }
}

graph_status graph__cuda_values_know(struct cuda_call *call, struct operand_values *values)
{
    struct value_findings *there, found[2];
    graph_status status;
    if (graph__cuda_values_are_known(values))
        return GRAPH_OK;
    GRAPH_TRY(CUDA_SCRATCH(call, there, 2));
    GRAPH_TRY(graph__cuda_set_bytes(call, there, 0, sizeof found));
    GRAPH_TRY(graph__cuda_values_find(call, values, there));
    GRAPH_TRY(graph__cuda_read(call, found, there, sizeof found));
    graph__cuda_values_take(values, found);
done:
    return status;
}

/* The smaller one of both operands, of the numbers stored at bit `at`. */
static int32_t least_of(const struct operand_values *values, int at)
{
    const int32_t of_A = (int32_t)(values->word[0] >> at & BITS_MASK),
                  of_B = (int32_t)(values->word[1] >> at & BITS_MASK);
    return VALUE_BITS_FROM - (of_A > of_B ? of_A : of_B);
}

struct values_known graph__cuda_values_of(const struct operand_values *values)
{
    const uint32_t claims = (uint32_t)(values->word[0] & values->word[1]) & VALUES_CLAIMS;
    return (struct values_known){
        .claims = claims,
        .numbers = {.are_finite = (claims & VALUES_FINITE) != 0,
                    .are_ordinary = (claims & VALUES_UNSIGNED) != 0 && (claims & VALUES_NO_NAN) != 0,
                    .least_low = least_of(values, DEPTH_AT),
                    .least_of_minus_high = least_of(values, HEIGHT_AT)}};
}
