/* GxB_fprint: an object in words, for people. */
#include "objects.h"

static const char *name_of(const struct grb_head *head)
{
    return head->name && *head->name ? head->name : "(user)";
}

/* 30 entries, or all. */
static graph_index most(int level)
{
    return level >= GxB_COMPLETE && level != GxB_SHORT_VERBOSE ? UINT64_MAX : level == GxB_SUMMARY ? 0 : 30;
}

static graph_status print_Matrix(GrB_Matrix A, int level, FILE *stream)
{
    graph_status status = graph_matrix_check(A->matrix);
    return status != GRAPH_OK || level <= GxB_SILENT ? status
                                                     : graph_matrix_print(A->matrix, stream, most(level));
}

static graph_status print_Vector(GrB_Vector v, int level, FILE *stream)
{
    graph_status status = graph_vector_check(v->vector);
    return status != GRAPH_OK || level <= GxB_SILENT ? status
                                                     : graph_vector_print(v->vector, stream, most(level));
}

static graph_status print_Scalar(GrB_Scalar s, int level, FILE *stream)
{
    double x = 0;
    if (level <= GxB_SILENT)
        return GRAPH_OK;
    if (!s->has_value)
        fprintf(stream, "scalar of %s, empty\n", name_of(&s->type->head));
    else if (grb__store(&x, &grb__type_FP64, grb__scalar(s->value, s->type)) == GRAPH_OK)
        fprintf(stream, "scalar of %s: %.17g\n", name_of(&s->type->head), x);
    else
        fprintf(stream, "scalar of %s: a value of %zu bytes\n", name_of(&s->type->head), s->type->size);
    return GRAPH_OK;
}

static graph_status print_head(const struct grb_head *head, const char *kind, int level, FILE *stream)
{
    if (level > GxB_SILENT)
        fprintf(stream, "%s %s\n", kind, name_of(head));
    return GRAPH_OK;
}
#define print_Type(o, level, stream)         print_head(&(o)->head, "type", level, stream)
#define print_UnaryOp(o, level, stream)      print_head(&(o)->head, "unary operator", level, stream)
#define print_BinaryOp(o, level, stream)     print_head(&(o)->head, "binary operator", level, stream)
#define print_IndexUnaryOp(o, level, stream) print_head(&(o)->head, "operator of positions", level, stream)
#define print_Monoid(o, level, stream)       print_head(&(o)->head, "monoid", level, stream)
#define print_Semiring(o, level, stream)     print_head(&(o)->head, "semiring", level, stream)
#define print_Descriptor(o, level, stream)   print_head(&(o)->head, "descriptor", level, stream)

#define PRINT(kind)                                                                                          \
    GrB_Info GxB_##kind##_fprint(GrB_##kind object, const char *name, int level, FILE *stream)               \
    {                                                                                                        \
        FILE *to = stream ? stream : stdout;                                                                 \
        GRB_OBJECT(object);                                                                                  \
        if (level > GxB_SILENT)                                                                              \
            fprintf(to, "%s: ", name ? name : "");                                                           \
        return grb__done(object, print_##kind(object, level, to));                                           \
    }
GRB_OBJECTS(PRINT)
