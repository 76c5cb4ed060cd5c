/* The objects behind the handles of GraphBLAS.h, and what every function of the library shares.
 *
 * A handle points to a struct that begins with a head.  Predefined objects are static and never freed; the others are
 * counted: what is made of a type or an operator holds it, so that it can be freed in any order.  Types and operators are
 * codes of semigraph.h, a matrix or vector is one of its objects.  Every call runs at once: that is the standard's
 * blocking mode, and its non-blocking mode allows it. */
#ifndef GRAPHBLAS_OBJECTS_H
#define GRAPHBLAS_OBJECTS_H

#include <semigraph.h>
#include <stdatomic.h>

#include "GraphBLAS.h"

/* What an object is; a number that no other memory is likely to hold. */
enum grb_magic {
#define GRB_MAGIC(kind) GRB_MAGIC_##kind,
    GRB_MAGIC_NONE = 0x67724230,
    GRB_OBJECTS(GRB_MAGIC) GRB_MAGIC_Global
#undef GRB_MAGIC
};

struct grb_head {
    int magic;
    bool is_predefined;
    atomic_int users;            /* handle and objects made of it; not counted where predefined */
    const char *name;            /* predefined: static; else NULL or memory of grb__new */
    _Atomic(char *) error;       /* what the last call that failed on this output said, or NULL */
    GrB_Orientation orientation; /* a hint, of collections */
};

struct GrB_Type_opaque {
    struct grb_head head;
    graph_type code;
    GrB_Type_Code standard_code;
    size_t size;
    char *definition;
};

struct GrB_UnaryOp_opaque {
    struct grb_head head;
    GrB_Type z, x;
    graph_unary_op code;
};

/* Which position a multiply gives, if it does: of A(i,k) the row or the column, or of B(k,j). */
enum grb_position { GRB_NO_POSITION, GRB_FIRST_I, GRB_FIRST_J, GRB_SECOND_I, GRB_SECOND_J };

struct GrB_BinaryOp_opaque {
    struct grb_head head;
    GrB_Type z, x, y;
    graph_op code;
    graph_op plain;               /* of semigraph's own operators: the one without a type; else GRAPH_NO_OP */
    GxB_binary_function function; /* of a user operator */
    enum grb_position position;
};

struct GrB_IndexUnaryOp_opaque {
    struct grb_head head;
    GrB_Type z, x, y; /* x NULL: it reads the position alone */
    graph_index_op code;
    graph_select_op test; /* 0: made of the code */
};

struct GrB_Monoid_opaque {
    struct grb_head head;
    GrB_BinaryOp op;
    graph_op code;  /* that of op, or a monoid of its own with this identity */
    void *identity; /* NULL: semigraph's own, or none */
    bool is_code_own;
};

struct GrB_Semiring_opaque {
    struct grb_head head;
    GrB_Monoid add;
    GrB_BinaryOp multiply;
    _Atomic(const graph_semiring *) semiring; /* found or made at the first product */
    bool is_semiring_own;
};

struct GrB_Descriptor_opaque {
    struct grb_head head;
    int value[4]; /* by GrB_Desc_Field */
};

/* A value and its type; room for the largest type that is not the user's. */
struct GrB_Scalar_opaque {
    struct grb_head head;
    GrB_Type type;
    bool has_value;
    _Alignas(16) char small[16];
    void *value; /* small, or memory of grb__new */
};

struct GrB_Vector_opaque {
    struct grb_head head;
    GrB_Type type;
    graph_vector *vector;
};

struct GrB_Matrix_opaque {
    struct grb_head head;
    GrB_Type type;
    graph_matrix *matrix;
};

struct GrB_Global_opaque {
    struct grb_head head;
};

/* ---- Memory (library.c) ---- */

void *grb__new(size_t bytes); /* filled with zeros; NULL when memory runs out */
void grb__delete(void *memory);
char *grb__copy_of(const char *text);

/* A new object of a kind with one user, or NULL. */
void *grb__new_object(size_t bytes, int magic);
#define GRB_NEW(kind) ((GrB_##kind)grb__new_object(sizeof(struct GrB_##kind##_opaque), GRB_MAGIC_##kind))

/* One user more; handles of any kind, NULL is fine.  Returns the object. */
void *grb__hold(void *object);
/* One user less; what nobody uses is freed. */
void grb__drop(void *object);

/* ---- Errors (library.c) ---- */

/* The code of the standard for a status of semigraph's. */
GrB_Info grb__info(graph_status status);
/* The same, and stores the message of a failure with the output, which may be NULL. */
GrB_Info grb__done(void *output, graph_status status);
/* Stores a message of this library with the output, which may be NULL, and returns info. */
GrB_Info grb__fail(void *output, GrB_Info info, const char *message);

static inline bool grb__is(const void *object, int magic)
{
    return object && ((const struct grb_head *)object)->magic == magic;
}

#define GRB_MAGIC_OF(object)                                                                                 \
    _Generic((object), GrB_Type                                                                              \
             : GRB_MAGIC_Type, GrB_UnaryOp                                                                   \
             : GRB_MAGIC_UnaryOp, GrB_BinaryOp                                                               \
             : GRB_MAGIC_BinaryOp, GrB_IndexUnaryOp                                                          \
             : GRB_MAGIC_IndexUnaryOp, GrB_Monoid                                                            \
             : GRB_MAGIC_Monoid, GrB_Semiring                                                                \
             : GRB_MAGIC_Semiring, GrB_Descriptor                                                            \
             : GRB_MAGIC_Descriptor, GrB_Scalar                                                              \
             : GRB_MAGIC_Scalar, GrB_Vector                                                                  \
             : GRB_MAGIC_Vector, GrB_Matrix                                                                  \
             : GRB_MAGIC_Matrix)
#define GRB_IS_ALIVE(object) grb__is((object), GRB_MAGIC_OF(object))

/* What is wrong with a handle that is no object: it is NULL, or was freed. */
static inline GrB_Info grb__wrong(const void *object)
{
    return object ? GrB_UNINITIALIZED_OBJECT : GrB_NULL_POINTER;
}

/* The first statements of a function: its output, its inputs, its optional inputs, its pointers. */
#define GRB_OBJECT(object)                                                                                   \
    do {                                                                                                     \
        if (!GRB_IS_ALIVE(object))                                                                           \
            return grb__wrong(object);                                                                       \
    } while (0)
#define GRB_INPUT(output, object)                                                                            \
    do {                                                                                                     \
        if (!GRB_IS_ALIVE(object))                                                                           \
            return grb__fail(output, grb__wrong(object), #object " is not an object");                       \
    } while (0)
#define GRB_OPTION(output, object)                                                                           \
    do {                                                                                                     \
        if ((object) && !GRB_IS_ALIVE(object))                                                               \
            return grb__fail(output, GrB_UNINITIALIZED_OBJECT, #object " is neither NULL nor an object");    \
    } while (0)
#define GRB_POINTER(output, pointer)                                                                         \
    do {                                                                                                     \
        if (!(pointer))                                                                                      \
            return grb__fail(output, GrB_NULL_POINTER, #pointer " is NULL");                                 \
    } while (0)
#define GRB_WRITE(output, mask, accum, desc)                                                                 \
    GRB_OBJECT(output);                                                                                      \
    GRB_OPTION(output, mask);                                                                                \
    GRB_OPTION(output, accum);                                                                               \
    GRB_OPTION(output, desc)

/* The form of a function for user types (given NULL) takes objects of such types alone. */
#define GRB_USER_TYPE(output, given, type_)                                                                  \
    do {                                                                                                     \
        if (!(given) && (type_)->head.is_predefined)                                                         \
            return grb__fail(output, GrB_DOMAIN_MISMATCH, "the form for user types has a built-in type");    \
    } while (0)

/* In a function with a `status` and a label `done`. */
#define GRB_TRY(call)                                                                                        \
    do {                                                                                                     \
        status = (call);                                                                                     \
        if (status != GRAPH_OK)                                                                              \
            goto done;                                                                                       \
    } while (0)

/* ---- Arguments of semigraph's operations ---- */

/* The descriptor of a call: those flags of desc that the operation takes. */
graph_descriptor grb__descriptor(const GrB_Descriptor desc, uint32_t taken);
enum { GRB_WRITE_FLAGS = GRAPH_REPLACE | GRAPH_MASK_STRUCTURE | GRAPH_MASK_COMPLEMENT };

static inline graph_op grb__accum(const GrB_BinaryOp accum) { return accum ? accum->code : GRAPH_NO_OP; }
static inline graph_matrix *grb__mask(const GrB_Matrix mask) { return mask ? mask->matrix : NULL; }
static inline graph_vector *grb__vector_mask(const GrB_Vector mask) { return mask ? mask->vector : NULL; }

/* A list of indices for semigraph; the pointer of the caller is not NULL. */
static inline const graph_index *grb__list(const GrB_Index *list)
{
    return list == GrB_ALL ? GRAPH_ALL : list;
}

/* ---- Values (values.c) ---- */

/* The value at x of a type, as semigraph takes it. */
graph_scalar grb__scalar(const void *x, GrB_Type type);
/* *z = that value converted to another type.  A user type converts to itself alone: GRAPH_E_DOMAIN. */
graph_status grb__scalar_as(graph_scalar *z, graph_type type, graph_scalar x);
/* Writes a scalar to the caller's room as a value of the type. */
graph_status grb__store(void *z, GrB_Type type, graph_scalar x);
/* The predefined objects of the types. */
#define GRB_DECLARE_TYPE_OBJECT(suffix, c_type, code) extern struct GrB_Type_opaque grb__type_##suffix;
GRB_TYPES(GRB_DECLARE_TYPE_OBJECT)

/* n indices of semigraph's, which have 32 or 64 bits, to those of the standard (exchange.c). */
void grb__widen(GrB_Index *to, const void *from, GrB_Index n, int bits);

/* ---- Powers (powers.c) ---- */

#define GRB_DECLARE_POWER(prefix, name, type, op) extern struct GrB_BinaryOp_opaque grb__power_##type;
GRB_POWERS(GRB_DECLARE_POWER)
/* Makes and releases the codes of GxB_POW_...; between GrB_init and GrB_finalize. */
graph_status grb__powers_begin(void);
void grb__powers_end(void);

/* ---- Semirings (semirings.c) ---- */

/* *semiring = the one of semigraph's, found at the first call. */
graph_status grb__semiring(const graph_semiring **semiring, GrB_Semiring object);
/* Operands of a product by a multiply that gives positions: *values = a matrix or vector with the positions that it
 * gives as its values, to be released by the caller; the multiply is then FIRST or SECOND.  *values stays NULL where the
 * operand keeps its values.  is_first: the operand is the first of the product. */
graph_status grb__positions(graph_matrix **values, const GrB_BinaryOp multiply, const GrB_Matrix A,
                            bool is_first, bool is_transposed);
graph_status grb__vector_positions(graph_vector **values, const GrB_BinaryOp multiply, const GrB_Vector u,
                                   bool is_first);
/* A code for select. */
graph_select_op grb__test(const GrB_IndexUnaryOp op);
#endif
