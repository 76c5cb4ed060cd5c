/* See outputs.h. */
#include "tests/support/outputs.h"

#include "tests/support/test.h"

static const graph_op accums[] = {GRAPH_NO_OP, GRAPH_PLUS, GRAPH_SECOND, GRAPH_MINUS};
static const graph_type mask_types[] = {GRAPH_BOOL, GRAPH_FP64, GRAPH_PATTERN, GRAPH_INT8};

/* One way of writing. */
struct way {
    bool has_mask;
    uint32_t flags;
    graph_op accum;
    graph_type mask_type;
};

/* In a brief check every eleventh way, other ones each time; in small tests every 55th. */
enum { BRIEF = 11, SMALL = 5 };

/* Way number k, or false when all are done. */
static bool next_way(struct way *way, int k, int offset, const struct output *output)
{
    int count = 2 * 8 * 4, step = output->is_brief ? BRIEF * test_step(SMALL) : test_step(BRIEF);
    k = step * k + offset % step;
    if (k >= count)
        return false;
    way->accum = accums[k % 4];
    way->flags = (k / 4 % 2 ? GRAPH_REPLACE : 0) | (k / 8 % 2 ? GRAPH_MASK_STRUCTURE : 0) |
                 (k / 16 % 2 ? GRAPH_MASK_COMPLEMENT : 0);
    way->has_mask = k / 32 % 2;
    way->mask_type = mask_types[(k + (int)output->type) % 4];
    return true;
}

static bool agrees(bool is_equal, const struct output *output, const struct way *way)
{
    return CHECK_SAY(is_equal, "%s into %s (%lld x %lld): flags 0x%x, accum %d, mask %s", output->name,
                     graph_type_name(output->type), (long long)output->T->rows, (long long)output->T->columns,
                     output->flags | way->flags, (int)way->accum,
                     way->has_mask ? graph_type_name(way->mask_type) : "none");
}

void check_matrix_outputs(const struct output *output, matrix_call *call, const void *context, uint64_t *seed)
{
    int64_t rows = output->T->rows, columns = output->T->columns;
    int offset = (int)(test_random(seed) % (BRIEF * SMALL));
    struct way way;
    for (int k = 0; next_way(&way, k, offset, output); k++) {
        struct dense_matrix expected =
            random_dense(seed, SHAPE_UNIFORM, output->type, rows, columns, rows * columns / 3, VALUES_SMALL);
        struct dense_matrix mask =
            random_dense(seed, SHAPE_UNIFORM, way.mask_type, rows, columns, rows * columns / 2, VALUES_SMALL);
        graph_matrix *C = NULL, *M = NULL;
        graph_descriptor descriptor = {.size = sizeof descriptor,
                                       .backend = test_backend(),
                                       .flags = output->flags | way.flags,
                                       .method = output->method,
                                       .threads = output->threads};
        CHECK_OK(dense_to_matrix(&C, &expected));
        CHECK_OK(dense_to_matrix(&M, &mask));
        CHECK_OK(call(C, way.has_mask ? M : NULL, way.accum, &descriptor, context));
        dense_write(&expected, way.has_mask ? &mask : NULL, way.flags, way.accum, output->T);
        agrees(dense_equals_matrix(&expected, C, output->tolerance, stderr), output, &way);
        graph_matrix_release(&C);
        graph_matrix_release(&M);
        dense_release(&expected);
        dense_release(&mask);
    }
}

graph_status vector_in_form(graph_vector **v, const struct dense_matrix *dense, graph_vector_form form)
{
    graph_status status = dense_to_vector(v, dense);
    if (status == GRAPH_OK && form == GRAPH_FULL && dense_entries(dense) < dense->rows)
        form = GRAPH_BITMAP;
    if (status == GRAPH_OK)
        status = graph_vector_convert(*v, form);
    if (status < 0)
        graph_vector_release(v);
    return status;
}

struct dense_matrix random_dense_vector(uint64_t *seed, graph_type type, int64_t length, int share,
                                        enum value_range range)
{
    struct dense_matrix v = dense_create(type, length, 1);
    for (int64_t i = 0; i < length; i++)
        if ((int)(test_random(seed) % 256) < share)
            dense_set(&v, i, 0, random_value(seed, type, range));
    return v;
}

void check_vector_outputs(const struct output *output, vector_call *call, const void *context, uint64_t *seed)
{
    static const graph_vector_form forms[] = {GRAPH_SPARSE, GRAPH_BITMAP, GRAPH_FULL};
    int64_t length = output->T->rows;
    int offset = (int)(test_random(seed) % (BRIEF * SMALL));
    struct way way;
    for (int k = 0; next_way(&way, k, offset, output); k++) {
        graph_vector_form form = forms[test_random(seed) % 3], mask_form = forms[test_random(seed) % 3];
        int share = form == GRAPH_FULL ? 256 : 100, mask_share = mask_form == GRAPH_FULL ? 256 : 130;
        struct dense_matrix expected = random_dense_vector(seed, output->type, length, share, VALUES_SMALL);
        struct dense_matrix mask = random_dense_vector(seed, way.mask_type, length, mask_share, VALUES_SMALL);
        graph_vector *w = NULL, *m = NULL;
        graph_descriptor descriptor = {.size = sizeof descriptor,
                                       .backend = test_backend(),
                                       .flags = output->flags | way.flags,
                                       .method = output->method,
                                       .threads = output->threads};
        CHECK_OK(vector_in_form(&w, &expected, form));
        CHECK_OK(vector_in_form(&m, &mask, mask_form));
        CHECK_OK(call(w, way.has_mask ? m : NULL, way.accum, &descriptor, context));
        dense_write(&expected, way.has_mask ? &mask : NULL, way.flags, way.accum, output->T);
        agrees(dense_equals_vector(&expected, w, output->tolerance, stderr), output, &way);
        graph_vector_release(&w);
        graph_vector_release(&m);
        dense_release(&expected);
        dense_release(&mask);
    }
}
