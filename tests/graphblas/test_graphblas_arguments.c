/* Every entry point of GraphBLAS.h, with one of its arguments wrong at a time.
 *
 * A row names a call and its arguments.  It is made once with all of them good, then with one of them NULL, or no
 * object, or of another size or domain: the Info is the standard's (section 4 of the C API 2.1), the message lies with
 * the output, objects and the caller's memory are as they were, and nothing stays allocated. */
#include "GraphBLAS.h"

#include "base/memory.h"
#include "tests/graphblas/argument_rows.h"
#include "tests/support/test.h"

#define OK(call) test_claim((call) == GrB_SUCCESS, __FILE__, __LINE__, "%s", #call)

/* ---- Objects of a call ---- */

enum { MOST = 9, ROOM = 512 };

struct pair {
    double first, second;
};

static struct {
    GrB_Matrix C, empty, A, mask, wide, user, user_empty; /* user: of a user type */
    GrB_Vector w, short_empty, u, vector_mask, longer, user_vector, user_vector_empty;
    GrB_Scalar s, x, user_scalar;
    GrB_Type type;
    GrB_UnaryOp unary;
    GrB_BinaryOp binary;
    GrB_IndexUnaryOp index;
    GrB_Monoid monoid;
    GrB_Semiring semiring;
    GrB_Descriptor descriptor;
} o;

static void pair_unary(void *z, const void *x) { memcpy(z, x, sizeof(struct pair)); }

static void pair_binary(void *z, const void *x, const void *y)
{
    (void)y;
    memcpy(z, x, sizeof(struct pair));
}

static void pair_index(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    (void)i, (void)j, (void)y;
    memcpy(z, x, sizeof(struct pair));
}

static void make_algebra(void)
{
    struct pair zero = {0, 0};
    OK(GrB_Type_new(&o.type, sizeof(struct pair)));
    OK(GrB_UnaryOp_new(&o.unary, pair_unary, o.type, o.type));
    OK(GrB_BinaryOp_new(&o.binary, pair_binary, o.type, o.type, o.type));
    OK(GrB_IndexUnaryOp_new(&o.index, pair_index, o.type, o.type, o.type));
    OK(GrB_Monoid_new(&o.monoid, o.binary, (void *)&zero));
    OK(GrB_Semiring_new(&o.semiring, o.monoid, o.binary));
}

static void free_algebra(void)
{
    OK(GrB_free(&o.type)), OK(GrB_free(&o.unary)), OK(GrB_free(&o.binary)), OK(GrB_free(&o.index));
    OK(GrB_free(&o.monoid)), OK(GrB_free(&o.semiring));
}

static GrB_Matrix new_matrix(GrB_Type type, GrB_Index rows, GrB_Index columns, bool has_entries)
{
    GrB_Matrix A = NULL;
    struct pair value = {1, 2};
    OK(GrB_Matrix_new(&A, type, rows, columns));
    for (GrB_Index i = 0; has_entries && i < 3; i++)
        OK(type == o.type ? GrB_Matrix_setElement(A, (void *)&value, i, (i + 1) % 3)
                          : GrB_Matrix_setElement(A, (double)i + 1, i, (i + 1) % 3));
    return A;
}

static GrB_Vector new_vector(GrB_Type type, GrB_Index size, bool has_entries)
{
    GrB_Vector v = NULL;
    struct pair value = {1, 2};
    OK(GrB_Vector_new(&v, type, size));
    for (GrB_Index i = 0; has_entries && i < 3; i++)
        OK(type == o.type ? GrB_Vector_setElement(v, (void *)&value, i)
                          : GrB_Vector_setElement(v, (double)i + 1, i));
    return v;
}

static void make_collections(void)
{
    struct pair value = {1, 2};
    o.C = new_matrix(GrB_FP64, 3, 3, true), o.empty = new_matrix(GrB_FP64, 3, 3, false);
    o.A = new_matrix(GrB_FP64, 3, 3, true), o.mask = new_matrix(GrB_BOOL, 3, 3, true);
    o.wide = new_matrix(GrB_FP64, 4, 5, true);
    o.user = new_matrix(o.type, 3, 3, true), o.user_empty = new_matrix(o.type, 3, 3, false);
    o.w = new_vector(GrB_FP64, 3, true), o.short_empty = new_vector(GrB_FP64, 3, false);
    o.u = new_vector(GrB_FP64, 3, true), o.vector_mask = new_vector(GrB_BOOL, 3, true);
    o.longer = new_vector(GrB_FP64, 4, true), o.user_vector = new_vector(o.type, 3, true);
    o.user_vector_empty = new_vector(o.type, 3, false);
    OK(GrB_Scalar_new(&o.s, GrB_FP64)), OK(GrB_Scalar_setElement(o.s, 7.0));
    OK(GrB_Scalar_new(&o.x, GrB_INT32)), OK(GrB_Scalar_setElement(o.x, 1));
    OK(GrB_Scalar_new(&o.user_scalar, o.type)), OK(GrB_Scalar_setElement(o.user_scalar, (void *)&value));
    OK(GrB_Descriptor_new(&o.descriptor));
}

static void free_collections(void)
{
    GrB_Matrix *matrices[] = {&o.C, &o.empty, &o.A, &o.mask, &o.wide, &o.user, &o.user_empty};
    GrB_Vector *vectors[] = {&o.w,           &o.short_empty,      &o.u, &o.vector_mask, &o.longer,
                             &o.user_vector, &o.user_vector_empty};
    for (size_t k = 0; k < sizeof matrices / sizeof *matrices; k++)
        OK(GrB_free(matrices[k]));
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        OK(GrB_free(vectors[k]));
    OK(GrB_free(&o.s)), OK(GrB_free(&o.x)), OK(GrB_free(&o.user_scalar)), OK(GrB_free(&o.descriptor));
}

/* ---- Calls ---- */

#define RUN(name, expected, arguments, given)                                                                \
    static GrB_Info run_##name(void **a) { return name given; }
CALLS(RUN)

static const struct row {
    const char *name, *arguments;
    GrB_Info expected; /* of good arguments */
    GrB_Info (*run)(void **arguments);
} rows[] = {
#define ROW(name, expected, arguments, given) {#name, arguments, expected, run_##name},
    CALLS(ROW)};

/* ---- Arguments ---- */

/* Memory of the caller's, one piece for each argument; `before` has what they held. */
static _Alignas(16) unsigned char memory[MOST][ROOM], before[MOST][ROOM];
static _Alignas(16) unsigned char nothing[ROOM]; /* no object */

struct argument {
    char letter;
    bool is_needed, is_optional, has_size, has_domain;
};

/* The arguments of a row, in words of a letter and marks; returns how many. */
static int read_arguments(struct argument *argument, const char *text)
{
    int n = 0;
    for (; *text; text += strspn(text, " ")) {
        const char *end = text + strcspn(text, " ");
        argument[n] = (struct argument){.letter = *text};
        for (text++; text < end; text++) {
            argument[n].is_needed |= *text == '!';
            argument[n].is_optional |= *text == '?';
            argument[n].has_size |= *text == '+';
            argument[n].has_domain |= *text == ':';
        }
        n++;
    }
    return n;
}

static bool is_pointer(char letter) { return strchr("#nphivo", letter) != NULL; }
static bool is_output(char letter) { return strchr("CwsEe", letter) != NULL; }

static void *counted_malloc(size_t bytes)
{
    void *made = NULL;
    return graph__allocate_array(&made, bytes, 1) == GRAPH_OK ? made : NULL;
}

/* Puts there the address of an array of the library's memory: of indices, or of values of a half. */
static void put_array(unsigned char *place, char letter)
{
    GrB_Index *index = counted_malloc(4 * sizeof *index);
    double *value = (double *)(void *)index;
    for (int k = 0; index && k < 4; k++)
        if (letter == 'i')
            index[k] = (GrB_Index)k;
        else
            value[k] = 0.5;
    memcpy(place, &index, sizeof index);
}

static void *good(char letter, unsigned char *mine)
{
    static GrB_Index list[3] = {0, 1, 2};
    switch (letter) {
    case 'C':
        return o.C;
    case 'w':
        return o.w;
    case 's':
        return o.s;
    case 'E':
        return o.empty;
    case 'e':
        return o.short_empty;
    case 'A':
        return o.A;
    case 'u':
        return o.u;
    case 'x':
        return o.x;
    case 'M':
        return o.mask;
    case 'm':
        return o.vector_mask;
    case 'b':
    case 'B':
        return GrB_PLUS_FP64;
    case 'U':
        return GrB_AINV_FP64;
    case 'I':
        return GrB_VALUEGT_FP64;
    case 'N':
        return GrB_PLUS_MONOID_FP64;
    case 'R':
        return GrB_PLUS_TIMES_SEMIRING_FP64;
    case 'D':
    case 'd':
        return o.descriptor;
    case 'T':
        return GrB_FP64;
    case 'g':
        return (void *)(uintptr_t)GrB_GLOBAL;
    case '#':
        return list;
    case 'n':
        *(GrB_Index *)(void *)mine = 3;
        return mine;
    case 'i':
    case 'v':
        put_array(mine, letter);
        return mine;
    case 'o':
        memset(mine, 0, sizeof(void *));
        return mine;
    default:
        return mine;
    }
}

/* One of another domain: of a user type. */
static void *of_another_domain(char letter)
{
    switch (letter) {
    case 'C':
    case 'A':
    case 'M':
        return o.user;
    case 'E':
        return o.user_empty;
    case 's':
    case 'x':
        return o.user_scalar;
    case 'b':
    case 'B':
        return o.binary;
    case 'U':
        return o.unary;
    case 'I':
        return o.index;
    case 'N':
        return o.monoid;
    case 'R':
        return o.semiring;
    case 'T':
        return o.type;
    case 'e':
        return o.user_vector_empty;
    default:
        return o.user_vector;
    }
}

static void *of_another_size(char letter)
{
    return strchr("CAM", letter) ? (void *)o.wide : (void *)o.longer;
}

/* An object of another kind. */
static void *of_another_kind(char letter)
{
    return letter == 'D' || letter == 'd' ? (void *)o.x : (void *)o.descriptor;
}

/* ---- What objects hold ---- */

static uint64_t mixed(uint64_t hash, const void *bytes, size_t n)
{
    for (size_t k = 0; k < n; k++)
        hash = (hash ^ ((const unsigned char *)bytes)[k]) * 1099511628211u;
    return hash;
}

static uint64_t content(void)
{
    const GrB_Matrix matrices[] = {o.C, o.empty, o.A, o.mask, o.wide, o.user, o.user_empty};
    const GrB_Vector vectors[] = {o.w,           o.short_empty,      o.u, o.vector_mask, o.longer,
                                  o.user_vector, o.user_vector_empty};
    const GrB_Scalar scalars[] = {o.s, o.x, o.user_scalar};
    uint64_t hash = 14695981039346656037u;
    GrB_Index facts[4], I[16], J[16];
    struct pair values[16];
    for (size_t k = 0; k < sizeof matrices / sizeof *matrices; k++) {
        const GrB_Matrix A = matrices[k];
        facts[3] = 16;
        memset(values, 0, sizeof values);
        OK(GrB_Matrix_nrows(&facts[0], A)), OK(GrB_Matrix_ncols(&facts[1], A)),
            OK(GrB_Matrix_nvals(&facts[2], A));
        OK(A == o.user || A == o.user_empty
               ? GrB_Matrix_extractTuples_UDT(I, J, values, &facts[3], A)
               : GrB_Matrix_extractTuples_FP64(I, J, (double *)(void *)values, &facts[3], A));
        hash = mixed(hash, facts, sizeof facts);
        hash = mixed(mixed(hash, I, facts[3] * sizeof *I), J, facts[3] * sizeof *J);
        hash = mixed(hash, values, sizeof values);
    }
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
        const GrB_Vector v = vectors[k];
        facts[2] = 16;
        memset(values, 0, sizeof values);
        OK(GrB_Vector_size(&facts[0], v)), OK(GrB_Vector_nvals(&facts[1], v));
        OK(v == o.user_vector || v == o.user_vector_empty
               ? GrB_Vector_extractTuples_UDT(I, values, &facts[2], v)
               : GrB_Vector_extractTuples_FP64(I, (double *)(void *)values, &facts[2], v));
        hash = mixed(mixed(hash, facts, 3 * sizeof *facts), I, facts[2] * sizeof *I);
        hash = mixed(hash, values, sizeof values);
    }
    for (size_t k = 0; k < sizeof scalars / sizeof *scalars; k++) {
        memset(values, 0, sizeof values);
        OK(GrB_Scalar_nvals(&facts[0], scalars[k]));
        OK(k == 2 ? GrB_Scalar_extractElement_UDT(values, scalars[k])
                  : GrB_Scalar_extractElement_FP64((double *)(void *)values, scalars[k]));
        hash = mixed(mixed(hash, facts, sizeof *facts), values, sizeof values);
    }
    return hash;
}

static const char *message_of(char letter, void *output)
{
    const char *text = "";
    if (strchr("CE", letter))
        OK(GrB_Matrix_error(&text, output));
    else if (strchr("we", letter))
        OK(GrB_Vector_error(&text, output));
    else
        OK(GrB_Scalar_error(&text, output));
    return text;
}

/* Frees a new object, of whatever kind it is; false if of none. */
static bool is_freed(void *handle)
{
#define FREE(kind)                                                                                           \
    {                                                                                                        \
        GrB_##kind made = handle;                                                                            \
        if (GrB_##kind##_wait(made, GrB_COMPLETE) == GrB_SUCCESS)                                            \
            return GrB_##kind##_free(&made) == GrB_SUCCESS && !made;                                         \
    }
    GRB_OBJECTS(FREE)
    return false;
}

/* ---- The claims ---- */

/* Makes the call with `wrong` as argument k, or with all of them good if k is -1. */
static void call(const struct row *row, const struct argument *argument, int n, int k,
                 void *(*wrong)(char letter), GrB_Info expected, const char *fault)
{
    void *a[MOST] = {NULL};
    make_collections();
    memset(memory, 0x5a, sizeof memory);
    for (int m = 0; m < n; m++)
        a[m] = m == k ? wrong(argument[m].letter) : good(argument[m].letter, memory[m]);
    memcpy(before, memory, sizeof memory);
    const uint64_t held = content();
    const GrB_Info info = row->run(a);
    CHECK_SAY(info == expected, "%s, argument %d %s: %d; expected %d", row->name, k + 1, fault, (int)info,
              (int)expected);
    for (int m = 0; m < n; m++)
        if (argument[m].letter == 'h' && m != k) {
            void *made;
            memcpy(&made, memory[m], sizeof made);
            CHECK_SAY((made != NULL) == (info == GrB_SUCCESS), "%s, argument %d %s: its new object",
                      row->name, k + 1, fault);
            CHECK_SAY(info != GrB_SUCCESS || is_freed(made), "%s: its object is of no kind", row->name);
            memcpy(memory[m], before[m], sizeof made);
        }
    if (info < 0) {
        CHECK_SAY(content() == held, "%s, argument %d %s: an object changed", row->name, k + 1, fault);
        CHECK_SAY(memcmp(memory, before, sizeof memory) == 0, "%s, argument %d %s: memory changed", row->name,
                  k + 1, fault);
    }
    for (int m = 0; m < n; m++)
        if (m != k && strchr("ivo", argument[m].letter)) {
            void *array;
            memcpy(&array, memory[m], sizeof array);
            CHECK_SAY((array != NULL) == ((argument[m].letter == 'o') == (info == GrB_SUCCESS)),
                      "%s, argument %d %s: the array of argument %d", row->name, k + 1, fault, m + 1);
            graph__free(array);
        }
    if (is_output(argument[0].letter) && k != 0)
        CHECK_SAY((*message_of(argument[0].letter, a[0]) != 0) == (info < 0),
                  "%s, argument %d %s: its message", row->name, k + 1, fault);
    free_collections();
}

static void *absent(char letter)
{
    (void)letter;
    return NULL;
}

static void *no_object(char letter)
{
    (void)letter;
    return nothing;
}

TEST(arguments)
{
    OK(GxB_init(GrB_BLOCKING, counted_malloc, NULL, NULL, graph__free));
    make_algebra();
    make_collections();
    OK(GrB_mxm(o.user, NULL, NULL, o.semiring, o.user, o.user, NULL)); /* makes what the semiring stores */
    free_collections();
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const struct row *row = &rows[r];
        struct argument argument[MOST];
        const int n = read_arguments(argument, row->arguments);
        const int64_t blocks = graph__memory_blocks();
        call(row, argument, n, -1, NULL, row->expected, "all good");
        for (int k = 0; k < n; k++) {
            const struct argument *it = &argument[k];
            if (it->is_needed)
                call(row, argument, n, k, absent, GrB_NULL_POINTER, "NULL");
            if (it->is_optional)
                call(row, argument, n, k, absent, row->expected, "NULL");
            if (it->letter == 'i' || it->letter == 'v')
                call(row, argument, n, k, no_object, GrB_NULL_POINTER, "without an array");
            if (!is_pointer(it->letter)) {
                call(row, argument, n, k, no_object, GrB_UNINITIALIZED_OBJECT, "no object");
                call(row, argument, n, k, of_another_kind, GrB_UNINITIALIZED_OBJECT, "of another kind");
            }
            if (it->has_size && row->expected == GrB_SUCCESS)
                call(row, argument, n, k, of_another_size, GrB_DIMENSION_MISMATCH, "of another size");
            if (it->has_domain && row->expected == GrB_SUCCESS)
                call(row, argument, n, k, of_another_domain, GrB_DOMAIN_MISMATCH, "of another domain");
        }
        CHECK_SAY(graph__memory_blocks() == blocks, "%s leaves %lld blocks", row->name,
                  (long long)(graph__memory_blocks() - blocks));
    }
    free_algebra();
    OK(GrB_finalize());
}

TEST_MAIN(TEST_ROW(arguments))
