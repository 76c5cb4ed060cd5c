/* See distances.h. */
#include "distances.h"

#include <inttypes.h>
#include <math.h>

#include "base/memory.h"
#include "plot.h"

graph_status distances_type(graph_type *type, const graph_matrix *A, bool is_weighted)
{
    graph_status status = graph_matrix_type(type, A);
    *type = !is_weighted                                 ? GRAPH_INT32
            : *type == GRAPH_FP32 || *type == GRAPH_FP64 ? GRAPH_FP64
                                                         : GRAPH_INT64;
    return status;
}

/* Counts a distance of 0 or more in its bin; negative ones have none. */
static void count_in_bin(struct distances *d, double distance)
{
    if (d->width == 0 && d->type != GRAPH_FP64)
        d->width = 1;
    else if (d->width == 0 && distance > 0)
        d->width = exp2(floor(log2(distance)) - 6);
    while (distance >= BINS * d->width && d->width > 0) {
        for (int k = 0; k < BINS; k++)
            d->bin[k] = 2 * k < BINS ? d->bin[2 * k] + d->bin[2 * k + 1] : 0;
        d->width *= 2;
    }
    if (distance >= 0)
        d->bin[d->width > 0 ? (int)(distance / d->width) : 0]++;
}

void distances_add_one(struct distances *d, graph_scalar distance)
{
    bool is_real = d->type == GRAPH_FP64;
    double real = is_real ? distance.value.f : (double)distance.value.i;
    if (is_real) {
        d->real_most = d->pairs == 0 || real > d->real_most ? real : d->real_most;
        d->real_sum += real;
    } else {
        d->most = d->pairs == 0 || distance.value.i > d->most ? distance.value.i : d->most;
        d->sum += distance.value.i;
    }
    d->pairs++;
    count_in_bin(d, real);
}

int distances_add(graph_index first, graph_index count, const void *distance, const int32_t *predecessor,
                  void *context)
{
    struct distances *d = context;
    (void)predecessor;
    for (graph_index k = 0; k < count; k++) {
        graph_index source = d->source != NULL ? d->source[first + k] : first + k;
        for (graph_index v = 0; v < d->vertices; v++) {
            graph_index at = k * d->vertices + v;
            if (v == source)
                continue;
            if (d->type == GRAPH_INT32 && ((const int32_t *)distance)[at] != GRAPH_UNREACHED_INT32)
                distances_add_one(d, graph_int64(((const int32_t *)distance)[at]));
            else if (d->type == GRAPH_INT64 && ((const int64_t *)distance)[at] != GRAPH_UNREACHED_INT64)
                distances_add_one(d, graph_int64(((const int64_t *)distance)[at]));
            else if (d->type == GRAPH_FP64 && isfinite(((const double *)distance)[at]))
                distances_add_one(d, graph_fp64(((const double *)distance)[at]));
        }
    }
    return 0;
}

graph_status distances_add_vector(struct distances *d, const struct table *table, const struct graph *graph,
                                  graph_index source, const graph_vector *distance)
{
    graph_index count = graph->vertices, *index = NULL;
    void *value = NULL;
    bool is_real = d->type == GRAPH_FP64;
    graph_status status = GRAPH_NEW(index, count);
    if (status == GRAPH_OK)
        status = graph__allocate_array(&value, count, sizeof(int64_t));
    if (status == GRAPH_OK)
        status =
            graph_vector_extract_tuples(index, value, is_real ? GRAPH_FP64 : GRAPH_INT64, &count, distance);
    for (graph_index k = 0; status == GRAPH_OK && k < count; k++) {
        graph_scalar at = is_real ? graph_fp64(((double *)value)[k]) : graph_int64(((int64_t *)value)[k]);
        if (index[k] != source)
            distances_add_one(d, at);
        if (table->stream == NULL)
            continue;
        graph_write_id(table, graph, index[k]);
        if (is_real)
            fprintf(table->stream, "%c%.17g\n", table->separator, at.value.f);
        else
            fprintf(table->stream, "%c%" PRId64 "\n", table->separator, at.value.i);
    }
    graph_free(index);
    graph_free(value);
    return status;
}

static graph_status sum_vector(int64_t *sum, graph_op op, const graph_vector *v)
{
    graph_scalar x = graph_int64(0);
    const graph_status status = graph_vector_reduce(&x, GRAPH_INT64, op, v, NULL);
    *sum = x.value.i;
    return status;
}

graph_status distances_count(struct distances *d, graph_index sources, const graph_vector *reached,
                             const graph_vector *eccentricity, const graph_vector *distance_sum)
{
    int64_t all = 0, sum = 0;
    graph_status status = GRAPH_OK;
    if (sources == 0)
        return GRAPH_OK;
    status = sum_vector(&all, GRAPH_PLUS, reached);
    if (status == GRAPH_OK)
        status = sum_vector(&d->most, GRAPH_MAX, eccentricity);
    if (status == GRAPH_OK)
        status = sum_vector(&sum, GRAPH_PLUS, distance_sum);
    d->pairs = (uint64_t)all - sources;
    d->sum = sum;
    return status;
}

void distances_join(struct distances *d, const struct distances *other)
{
    if (other->pairs == 0)
        return;
    d->most = d->pairs == 0 || other->most > d->most ? other->most : d->most;
    d->real_most = d->pairs == 0 || other->real_most > d->real_most ? other->real_most : d->real_most;
    d->sum += other->sum;
    d->real_sum += other->real_sum;
    d->pairs += other->pairs;
}

bool distances_are_dense(graph_index vertices, graph_index entries)
{
    enum { POSITIONS = 100, MOST_BYTES = 1 << 30 }; /* of an entry; of the array */
    return vertices > 0 && entries > vertices * vertices / POSITIONS &&
           vertices <= MOST_BYTES / sizeof(double) / vertices;
}

graph_scalar distances_most(const struct distances *d)
{
    return d->type == GRAPH_FP64 ? graph_fp64(d->real_most) : graph_int64(d->most);
}

graph_scalar distances_sum(const struct distances *d)
{
    bool fits = d->sum >= INT64_MIN && d->sum <= INT64_MAX;
    return d->type == GRAPH_FP64 ? graph_fp64(d->real_sum)
           : fits                ? graph_int64((int64_t)d->sum)
                                 : graph_fp64((double)d->sum);
}

void distances_draw(struct plot *plot, double start[BINS], const struct distances *d)
{
    const double width = d->width > 0 ? d->width : 1;
    plot->width = width;
    plot->has_fractions = d->type == GRAPH_FP64;
    plot->series = 1;
    plot->of[0] = (struct plot_series){.form = PLOT_BARS, .x = start, .y = d->bin};
    for (int k = 0; k < BINS; k++) {
        start[k] = k * width - (d->type == GRAPH_FP64 ? 0 : 0.5); /* bars of integers stand over them */
        if (d->bin[k] > 0)
            plot->of[0].count = (size_t)k + 1;
    }
}

graph_status distances_plot(const struct distances *d, const graph_matrix *A,
                            const struct arguments *arguments)
{
    double start[BINS];
    struct plot plot = {.title = "Distances",
                        .x_label = arguments->is_weighted ? "distance (sum of weights)" : "distance (edges)",
                        .y_label = arguments->has_source ? "vertices" : "pairs of vertices"};
    distances_draw(&plot, start, d);
    plot_facts_of(&plot, A, arguments);
    return plot_write(&plot, arguments);
}
