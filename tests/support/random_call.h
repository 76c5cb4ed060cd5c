/* A random call of an operation: made from a seed, run on the library and on the oracle, made smaller when it fails.
 *
 * The operands are C (the output), A, B and the mask M, each either a matrix or a vector, which the oracle sees as one
 * column.  Several operands may be one object.  Values are such that every result has one right answer, whatever the
 * order of a sum, unless `tolerance` says otherwise. */
#ifndef TESTS_SUPPORT_RANDOM_CALL_H
#define TESTS_SUPPORT_RANDOM_CALL_H

#include "tests/support/graphs.h"

enum call_kind {
    CALL_MXM,
    CALL_SPGEMM,
    CALL_CSRMM,
    CALL_MXV,
    CALL_VXM,
    CALL_TRANSPOSE,
    CALL_EWISE_ADD,
    CALL_EWISE_MULT,
    CALL_EWISE_UNION,
    CALL_APPLY,
    CALL_APPLY_FIRST,
    CALL_APPLY_SECOND,
    CALL_APPLY_INDEX,
    CALL_SELECT,
    CALL_REDUCE_ROWS,
    CALL_REDUCE,
    CALL_KRONECKER,
    CALL_EXTRACT,
    CALL_EXTRACT_COLUMN,
    CALL_ASSIGN,
    CALL_ASSIGN_SCALAR,
    CALL_ASSIGN_ROW,
    CALL_ASSIGN_COLUMN,
    CALL_MATRIX_GET,
    CALL_VECTOR_EWISE_ADD,
    CALL_VECTOR_EWISE_MULT,
    CALL_VECTOR_EWISE_UNION,
    CALL_VECTOR_APPLY,
    CALL_VECTOR_APPLY_FIRST,
    CALL_VECTOR_APPLY_SECOND,
    CALL_VECTOR_APPLY_INDEX,
    CALL_VECTOR_SELECT,
    CALL_VECTOR_REDUCE,
    CALL_VECTOR_EXTRACT,
    CALL_VECTOR_ASSIGN,
    CALL_VECTOR_ASSIGN_SCALAR,
    CALL_VECTOR_GET,
    CALL_KIND_COUNT
};

/* What an operation needs. */
struct call_traits {
    const char *name;
    const char *operands; /* which of C, A, B and M: matrices in capitals, vectors in small letters */
    char with;            /* 's': a semiring, 'o': a binary operator, 'm': a monoid, 'u', 't', 'i', or '-' */
    uint32_t flags;       /* those of the inputs */
};
extern const struct call_traits call_traits[CALL_KIND_COUNT];

enum operand { OPERAND_C, OPERAND_A, OPERAND_B, OPERAND_M, OPERAND_COUNT };

/* How an object comes to its entries before the call. */
enum preparation {
    PREPARED_BY_BUILD,
    PREPARED_BY_SET,        /* entry by entry in random order, updates still waiting */
    PREPARED_BY_REMOVE,     /* more entries than wanted, the others removed, updates still waiting */
    PREPARED_BY_DUP,        /* shares its arrays with another matrix, which must not change */
    PREPARED_WITH_CACHES,   /* transpose and properties known; for a vector: bitmap */
    PREPARED_BY_IMPORT_CSR, /* arrays lent; for a vector: full where it can be */
    PREPARED_BY_IMPORT_CSC, /* arrays moved */
    PREPARED_BY_IMPORT_COO, /* arrays copied, in any order */
    PREPARATION_COUNT
};

/* A list of indices, or GRAPH_ALL if `index` is NULL; `count` is right for both. */
struct index_choice {
    graph_index *index;
    int64_t count;
};

struct call {
    uint64_t seed;
    enum call_kind kind;
    const graph_semiring *semiring;
    graph_semiring *user_semiring; /* the same one if it was created */
    graph_op op, accum;
    graph_unary_op unary;
    graph_select_op test;
    graph_index_op position;
    graph_scalar x, y;
    graph_type sum_type;         /* of a result that is a scalar */
    struct index_choice list[2]; /* rows or positions, columns */
    graph_index at[2];           /* a single row and a single column or position */
    graph_layout B_layout, C_layout;
    int stride_more; /* of dense operands: elements between rows that belong to nobody */
    graph_descriptor descriptor;
    double tolerance;
    bool is_used[OPERAND_COUNT];
    bool is_vector[OPERAND_COUNT];
    int object[OPERAND_COUNT]; /* operands with one number are one object */
    int64_t stretch;           /* not 0: indices are this many apart, so that the objects are hypersparse */
    int share; /* not 0: what has no entry in one of so many rows or columns becomes hypersparse, however small */
    struct dense_matrix dense[OPERAND_COUNT];
    enum preparation preparation[OPERAND_COUNT];
};

/* The call of a seed.  `only` is a kind, or CALL_KIND_COUNT for any. */
struct call call_of_seed(uint64_t seed, enum call_kind only);
void call_release(struct call *call);

/* The same call with indices so far apart that dimensions come near `most`, where that changes nothing else; false
 * where it would (random_call_stretch.c). */
bool call_stretch(struct call *call, int64_t most);

/* Whether the answer on the small shapes is that on the stretched ones: without a mask the gaps may be filled. */
bool call_can_be_stretched(const struct call *call);

/* The call with the indices among its arguments stretched; its lists are to be freed. */
struct call call_arguments(const struct call *call);

/* User types and operators (random_call_user.c): a semiring of two operators, false if it cannot be made; operators in the
 * place of some; then types and scalars that the operators ask for, mostly ones with which the call is right. */
bool call_take_semiring_of(struct call *call, uint64_t *seed);
void call_take_user_operators(struct call *call, uint64_t *seed);

/* Makes some of its built-in operators typed. */
void call_take_typed_operators(struct call *call, uint64_t *seed);
void call_take_user_types(struct call *call, uint64_t *seed, graph_type *type);

/* Whether the call writes C<M> accum= T, and element k of a list of a call. */
bool call_has_write_rule(const struct call *call);
int64_t index_at(const struct index_choice *list, int64_t k);

/* What the definition says (random_call_expected.c): the status; the output afterwards, or *sum for a result that is a
 * scalar (then C is empty). */
graph_status call_expected_status(const struct call *call);
/* Makes each scalar a value of the type that it is used in; others are refused. */
void call_fit_scalars(struct call *call);

struct dense_matrix call_expected(const struct call *call, long double *sum);

/* Runs the call on the library, on the back end that its descriptor names.  Whether the output is as expected, the other
 * operands are as they were and all objects are sound, and if that is not the CPU, whether the CPU gives the same; tells
 * a stream what is not, if it is not NULL. */
bool call_holds(const struct call *call, FILE *stream);

/* How many calls of each kind ran on the back end of the tests, and not elsewhere because it lacks something. */
void call_print_places(FILE *stream);

/* Whether the call, with its k-th allocation failing for k = 1, 2, ..., gives GRAPH_E_MEMORY and changes nothing until it
 * holds, and whether no memory leaks.  Not for graph_csrmm. */
bool call_survives(const struct call *call, FILE *stream);

/* A smaller call that fails as well; releases the larger one. */
struct call call_shrink(struct call call);
void call_print(const struct call *call, FILE *stream);

/* Makes and runs the calls of consecutive seeds; returns how many failed, and prints each of those made smaller.  Stops
 * after the fifth.  With $SEMIGRAPH_LOUD set it prints every call before it runs. */
int check_random_calls(uint64_t calls, uint64_t seed, enum call_kind only);

/* The objects of a call (random_objects.c). */
struct made_object {
    graph_matrix *matrix;
    graph_vector *vector;
    graph_matrix *sharer; /* shares arrays with the matrix */
    void *lent[3];
};
graph_status make_object(struct made_object *made, const struct dense_matrix *dense, bool is_vector,
                         enum preparation preparation, uint64_t seed);
void release_object(struct made_object *made);

#endif
