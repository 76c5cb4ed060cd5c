/* Scenarios of products; see fault_scenarios.h. */
#include "tests/support/faults/fault_scenarios.h"

#include "core/backends.h"

#define HERE(...) GRAPH_DESCRIPTOR(.backend = s->backend, __VA_ARGS__)

static const graph_semiring *plus_times(void) { return graph_semiring_by_name("plus_times_fp64"); }

static bool is_on_device(const struct scene *s) { return s->backend == GRAPH_BACKEND_CUDA; }

static graph_status spgemm(struct scene *s) { return graph_spgemm(&s->C, plus_times(), s->A, s->B, HERE()); }

static graph_status spgemm_pattern(struct scene *s)
{
    return graph_spgemm(&s->C, graph_semiring_by_name("any_pair_bool"), s->A, s->M, HERE());
}

static graph_status spgemm_transposed(struct scene *s)
{
    return graph_spgemm(&s->C, plus_times(), s->A, s->B,
                        HERE(.flags = GRAPH_TRANSPOSE_A | GRAPH_TRANSPOSE_B));
}

static graph_status mxm_masked(struct scene *s)
{
    return graph_mxm(s->C, s->M, GRAPH_PLUS, plus_times(), s->A, s->B, HERE());
}

static graph_status mxm_complement(struct scene *s)
{
    return graph_mxm(s->C, s->M, GRAPH_NO_OP, plus_times(), s->A, s->B,
                     HERE(.flags = GRAPH_MASK_COMPLEMENT | GRAPH_REPLACE));
}

/* By a method that the CPU may lack. */
static graph_status by_method(struct scene *s, graph_method method, uint32_t flags)
{
    if (!is_on_device(s))
        return spgemm(s);
    return graph_spgemm(&s->C, plus_times(), s->A, s->B, HERE(.method = method, .flags = flags));
}

static graph_status bitmap(struct scene *s) { return by_method(s, GRAPH_METHOD_BITMAP, 0); }
#if TEST_HAS_PUBLISHED
static graph_status dots(struct scene *s) { return by_method(s, GRAPH_METHOD_ROW_COLUMN, 0); }
static graph_status dots_by_rows(struct scene *s) { return by_method(s, GRAPH_METHOD_ROW_COLUMN_BY_ROWS, 0); }
static graph_status column_row(struct scene *s) { return by_method(s, GRAPH_METHOD_COLUMN_ROW, 0); }
static graph_status bhsparse(struct scene *s) { return by_method(s, GRAPH_METHOD_BHSPARSE, 0); }
static graph_status bmsparse(struct scene *s) { return by_method(s, GRAPH_METHOD_BMSPARSE, 0); }
static graph_status diagonals(struct scene *s) { return by_method(s, GRAPH_METHOD_DIA, GRAPH_FORCE); }
#endif

#if TEST_HAS_HYBRID
static graph_status hybrid(struct scene *s)
{
    if (!is_on_device(s))
        return spgemm(s);
    return graph_spgemm(&s->C, plus_times(), s->A, s->B,
                        HERE(.method = GRAPH_METHOD_HYBRID, .split = GRAPH_SPLIT_SHARE, .cpu_share = 30));
}
#endif

/* The operands and no more fit: the result comes in chunks, or the CPU makes it. */
static graph_status chunks(struct scene *s)
{
    if (is_on_device(s))
        graph_set_device_memory(3 * s->size * s->size);
    const graph_status status = spgemm(s);
    if (is_on_device(s))
        graph_set_device_memory(0);
    return status;
}

GRAPH_DEFINE_SEMIRING(fault_lopsided, double, -INFINITY, 1, x > y ? x : y, x * 3 + y)

static graph_status user_semiring(struct scene *s)
{
    graph_semiring *semiring = NULL;
    graph_status status;
    TRY(graph_semiring_create(&semiring, &fault_lopsided));
    TRY(graph_spgemm(&s->C, semiring, s->A, s->B, HERE()));
done:
    graph_semiring_release(&semiring);
    return status;
}

static graph_status plan(struct scene *s)
{
    graph_spgemm_plan *made = NULL;
    graph_status status;
    TRY(graph_spgemm_plan_create(&made, plus_times(), s->A, s->B, HERE()));
    TRY(graph_spgemm_plan_run(&s->C, made, s->A, s->B));
done:
    graph_spgemm_plan_release(&made);
    return status;
}

static graph_status products(struct scene *s)
{
    return graph_spgemm_products(&s->number, s->A, s->B, HERE());
}

/* ---- Vectors ---- */

static graph_status mxv(struct scene *s)
{
    return graph_mxv(s->w, NULL, GRAPH_NO_OP, plus_times(), s->A, s->u, HERE());
}

static graph_status mxv_masked(struct scene *s)
{
    return graph_mxv(s->w, s->v, GRAPH_PLUS, plus_times(), s->A, s->u, HERE());
}

static graph_status mxv_sparse(struct scene *s)
{
    return graph_mxv(s->w, s->u, GRAPH_NO_OP, plus_times(), s->A, s->v,
                     HERE(.flags = GRAPH_MASK_COMPLEMENT | GRAPH_TRANSPOSE_A));
}

/* From the fourth product on slices are worth their while. */
static graph_status mxv_often(struct scene *s)
{
    graph_status status = GRAPH_OK;
    for (int k = 0; k < 6; k++) {
        graph_vector *w = NULL;
        status = graph_vector_create(&w, GRAPH_FP64, s->size);
        if (status == GRAPH_OK)
            status = graph_mxv(w, NULL, GRAPH_NO_OP, plus_times(), s->A, s->u, HERE());
        if (status < 0) {
            graph_vector_release(&w);
            graph_vector_release(&s->x);
            break;
        }
        graph_vector_release(&s->x);
        s->x = w;
    }
    return status;
}

static graph_status vxm(struct scene *s)
{
    return graph_vxm(s->w, NULL, GRAPH_NO_OP, plus_times(), s->u, s->A, HERE());
}

static graph_status vxm_sparse(struct scene *s)
{
    return graph_vxm(s->w, s->u, GRAPH_NO_OP, plus_times(), s->v, s->A, HERE(.flags = GRAPH_REPLACE));
}

#if TEST_HAS_PUBLISHED
static graph_status mxv_blsi(struct scene *s)
{
    return graph_mxv(s->w, NULL, GRAPH_NO_OP, plus_times(), s->A, s->u,
                     HERE(.method = is_on_device(s) ? GRAPH_METHOD_BLSI : GRAPH_METHOD_AUTO));
}
#endif

/* ---- Dense matrices ---- */

enum { WIDTH = 20 };

/* B of small numbers, and C full of -1: arrays of the caller's on the host. */
static graph_status sparse_times_dense(struct scene *s, graph_method method, uint32_t flags,
                                       graph_layout layout)
{
    const size_t count = s->size * WIDTH;
    double *b = malloc(count * sizeof *b), *c = malloc(count * sizeof *c);
    graph_dense B = {sizeof B, GRAPH_FP64, GRAPH_ROW_MAJOR, s->size, WIDTH, 0, b};
    graph_dense C = {sizeof C, GRAPH_FP64, layout, s->size, WIDTH, 0, c};
    bool is_changed = false;
    for (size_t k = 0; k < count; k++) {
        b[k] = (double)(k % 11);
        c[k] = -1;
    }
    const graph_status status =
        graph_csrmm(&C, plus_times(), s->A, &B, HERE(.method = method, .flags = flags));
    for (size_t k = 0; k < count; k++) {
        is_changed = is_changed || c[k] != -1;
        s->number = s->number * 31 + (uint64_t)(int64_t)(4 * c[k]);
    }
    if (status < 0) {
        CHECK(!is_changed || status == GRAPH_E_DEVICE); /* the copy into C may be what failed */
        s->number = 0;
    }
    free(b);
    free(c);
    return status;
}

static graph_status csrmm(struct scene *s)
{
    return sparse_times_dense(s, GRAPH_METHOD_AUTO, 0, GRAPH_ROW_MAJOR);
}

static graph_status csrmm_transposed(struct scene *s)
{
    return sparse_times_dense(s, GRAPH_METHOD_AUTO, GRAPH_TRANSPOSE_A | GRAPH_ACCUMULATE, GRAPH_COLUMN_MAJOR);
}

/* B and C are the caller's arrays at the back end's place. */
static graph_status csrmm_there(struct scene *s)
{
    const struct graph_backend *place = graph__backend(s->backend);
    const size_t count = s->size * WIDTH, bytes = count * sizeof(double);
    double *here = malloc(bytes);
    void *b = NULL, *c = NULL;
    graph_status status;
    for (size_t k = 0; k < count; k++)
        here[k] = (double)(k % 11);
    TRY(place->allocate(&b, bytes, 1));
    TRY(place->allocate(&c, bytes, 1));
    TRY(place->upload(b, here, bytes));
    graph_dense B = {sizeof B, GRAPH_FP64, GRAPH_ROW_MAJOR, s->size, WIDTH, 0, b};
    graph_dense C = {sizeof C, GRAPH_FP64, GRAPH_ROW_MAJOR, s->size, WIDTH, 0, c};
    TRY(graph_csrmm(&C, plus_times(), s->A, &B, HERE()));
    TRY(place->wait());
    TRY(place->download(here, c, bytes));
    for (size_t k = 0; k < count; k++)
        s->number = s->number * 31 + (uint64_t)(int64_t)(4 * here[k]);
done:
    place->release(b);
    place->release(c);
    free(here);
    return status;
}

#if TEST_HAS_PUBLISHED
static graph_status csrmm_half_warp(struct scene *s)
{
    return sparse_times_dense(s, is_on_device(s) ? GRAPH_METHOD_HALF_WARP : GRAPH_METHOD_AUTO, 0,
                              GRAPH_ROW_MAJOR);
}
#endif

/* clang-format off */
const struct scenario fault_products[] = {
    NEW_OUTPUTS(spgemm, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(spgemm, GRAPH_OF_MANY_BINS),
    NEW_OUTPUTS(spgemm, GRAPH_OF_LONG_ROWS),
    NEW_OUTPUTS(spgemm, GRAPH_OF_BANDS),
    NEW_OUTPUTS(spgemm, GRAPH_WITH_EMPTY_ROWS),
    NEW_OUTPUTS(spgemm, GRAPH_OF_ALL),
    NEW_OUTPUTS(spgemm_pattern, GRAPH_OF_MANY_BINS),
    NEW_OUTPUTS(spgemm_transposed, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(mxm_masked, GRAPH_OF_MANY_BINS),
    OLD_OUTPUTS(mxm_complement, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(bitmap, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(bitmap, GRAPH_OF_ALL),
    NEW_OUTPUTS(chunks, GRAPH_OF_LONG_ROWS),
    NEW_OUTPUTS(user_semiring, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(plan, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(plan, GRAPH_OF_MANY_BINS),
    NEW_OUTPUTS(products, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(mxv, GRAPH_OF_MANY_BINS),
    OLD_OUTPUTS(mxv_masked, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(mxv_sparse, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(mxv_often, GRAPH_OF_LONG_ROWS),
    OLD_OUTPUTS(vxm, GRAPH_OF_SHORT_ROWS),
    OLD_OUTPUTS(vxm_sparse, GRAPH_OF_MANY_BINS),
    NEW_OUTPUTS(csrmm, GRAPH_OF_MANY_BINS),
    NEW_OUTPUTS(csrmm, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(csrmm_transposed, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(csrmm_there, GRAPH_OF_SHORT_ROWS),
#if TEST_HAS_HYBRID
    NEW_OUTPUTS(hybrid, GRAPH_OF_LONG_ROWS),
#endif
#if TEST_HAS_PUBLISHED
    NEW_OUTPUTS(dots, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(dots_by_rows, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(column_row, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(bhsparse, GRAPH_OF_MANY_BINS),
    NEW_OUTPUTS(bmsparse, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(diagonals, GRAPH_OF_BANDS),
    OLD_OUTPUTS(mxv_blsi, GRAPH_OF_SHORT_ROWS),
    NEW_OUTPUTS(csrmm_half_warp, GRAPH_OF_SHORT_ROWS),
#endif
};
/* clang-format on */
const size_t fault_product_count = sizeof fault_products / sizeof fault_products[0];
