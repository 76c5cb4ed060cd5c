/* GxB_POW_...: x to the power of y, which semigraph has no operator for.  Integers by doubles, which saturate. */
#include <math.h>

#include "objects.h"

static void power(void *z, const void *x, const void *y, GrB_Type type)
{
    graph_scalar a, b;
    if (grb__scalar_as(&a, GRAPH_FP64, grb__scalar(x, type)) == GRAPH_OK &&
        grb__scalar_as(&b, GRAPH_FP64, grb__scalar(y, type)) == GRAPH_OK)
        grb__store(z, type, graph_fp64(pow(a.value.f, b.value.f)));
}

#define FUNCTION(prefix, name, type, op)                                                                     \
    static void power_##type(void *z, const void *x, const void *y) { power(z, x, y, &grb__type_##type); }
GRB_POWERS(FUNCTION)

static const struct {
    struct GrB_BinaryOp_opaque *op;
    GxB_binary_function function;
} rows[] = {
#define ROW(prefix, name, type, op) {&grb__power_##type, power_##type},
    GRB_POWERS(ROW)};

graph_status grb__powers_begin(void)
{
    graph_status status = GRAPH_OK;
    for (size_t k = 0; k < sizeof rows / sizeof *rows && status == GRAPH_OK; k++) {
        const graph_op_spec spec = {.size = sizeof spec, .name = "pow", .function = rows[k].function};
        const graph_type type = rows[k].op->z->code;
        if (rows[k].op->code == GRAPH_NO_OP)
            status = graph_op_create(&rows[k].op->code, &spec, type, type, type);
        rows[k].op->function = rows[k].function;
    }
    return status;
}

void grb__powers_end(void)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        graph_op_release(&rows[k].op->code);
}
