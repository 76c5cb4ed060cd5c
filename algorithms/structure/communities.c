/* Communities by Louvain's and Leiden's methods, and modularity: checks, weights, the choice of the form.  The kernels
 * are in a back end; communities_algebra.c has the definition. */
#include "algorithms/structure/structure.h"
#include "semigraph/communities.h"

__extension__ typedef unsigned __int128 wide;

enum { RESOLUTION = 65536, USUAL_ITERATIONS = 2 };

static const graph_communities_options defaults = {.size = sizeof(graph_communities_options)};

static graph_status check(const graph_matrix *A, const graph_communities_options *o)
{
    graph_status status = graph__check_graph(A, o->size, sizeof *o, o->form);
    if (status < 0)
        return status;
    if (!(o->resolution >= 0 && o->resolution <= 16))
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.resolution is %g; expected 0 .. 16",
                           o->resolution);
    if (o->iterations < 0)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.iterations is %d; expected 0 or more",
                           o->iterations);
    if (o->report != NULL && o->report->size != sizeof *o->report)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.report.size is %zu; expected %zu", o->report->size,
                           sizeof *o->report);
    return GRAPH_OK;
}

static int64_t resolution_of(const graph_communities_options *o)
{
    const int64_t parts = (int64_t)(o->resolution * RESOLUTION + 0.5);
    return o->resolution == 0 ? RESOLUTION : parts > 0 ? parts : 1;
}

/* What Q is made of. */
struct sums {
    int64_t inside, total;
    wide squares;
};

/* Q from integers: the difference of two exact sums, divided once.  Both terms are below 2^(53 + 53 + 20). */
static double modularity_of(const struct sums *sums, int64_t resolution)
{
    const wide gained = (wide)sums->inside * (wide)sums->total * RESOLUTION,
               expected = sums->squares * (wide)resolution;
    const double scale = (double)sums->total * (double)sums->total * RESOLUTION;
    return sums->total == 0     ? 0
           : gained >= expected ? (double)(gained - expected) / scale
                                : -((double)(expected - gained) / scale);
}

static graph_status find_modularity(double *Q, const struct graph_csr *B, const int32_t *community,
                                    int64_t resolution)
{
    const int64_t *weight = B->value;
    struct sums sums = {0};
    int64_t *sum = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(sum, B->rows));
    for (int64_t v = 0; v < B->rows; v++)
        for (int64_t k = B->row_start[v]; k < B->row_start[v + 1]; k++) {
            const int64_t w = weight != NULL ? weight[k] : 1;
            sum[community[v]] += w;
            sums.inside += community[B->column[k]] == community[v] ? w : 0;
        }
    for (int64_t c = 0; c < B->rows; c++) {
        sums.squares += (wide)sum[c] * (wide)sum[c];
        sums.total += sum[c];
    }
    *Q = modularity_of(&sums, resolution);
done:
    graph__free(sum);
    return status;
}

/* Modularity of what was found: from the sums of the back end, or from the communities. */
static graph_status report_modularity(double *Q, const struct graph_communities_request *r,
                                      const graph_matrix *B)
{
    struct sums sums = {r->inside, r->total, 0};
    struct graph_csr b;
    graph_status status = GRAPH_OK;
    for (int d = 0; d < 4; d++)
        sums.squares += (wide)r->squares[d] << 32 * d;
    if (r->has_sums) {
        *Q = modularity_of(&sums, r->resolution);
        return GRAPH_OK;
    }
    GRAPH_TRY(graph__matrix_view(&b, B, graph__cpu()));
    GRAPH_TRY(find_modularity(Q, &b, r->community, r->resolution));
done:
    return status;
}

static graph_status find(graph_vector **community, const graph_matrix *A, bool is_leiden,
                         const graph_communities_options *o)
{
    const graph_descriptor d = graph__plain(o->backend, o->threads);
    struct graph_communities_request request = {.is_leiden = is_leiden,
                                                .resolution = resolution_of(o),
                                                .iterations =
                                                    o->iterations != 0 ? o->iterations : USUAL_ITERATIONS,
                                                .progress = o->progress,
                                                .context = o->context};
    struct graph_place place = {.backend = graph__cpu()};
    const graph_matrix *B;
    graph_matrix *made = NULL;
    double modularity;
    graph_status status;
    if (community != NULL)
        *community = NULL;
    GRAPH_TRY(check(A, o));
    GRAPH_PLACE_FUSED(&place, o, communities, GRAPH_HEAVY, A);
    request.threads = place.threads;
    GRAPH_TRY(graph__community_weights(&B, &made, A, o->is_unweighted, &place));
    GRAPH_TRY(GRAPH_NEW(request.community, A->rows));
    if (o->form == GRAPH_FORM_ALGEBRA)
        GRAPH_TRY(graph__communities_algebra(&request, B, &d));
    else
        GRAPH_RUN_FUSED(communities, &request, B, &place);
    GRAPH_TRY(report_modularity(&modularity, &request, B));
    if (community != NULL)
        GRAPH_TRY(graph__vector_of_values(community, GRAPH_INT32, A->rows, (void **)&request.community));
    if (o->report != NULL) {
        o->report->communities = (graph_index)request.count;
        o->report->levels = (graph_index)request.levels;
        o->report->modularity = modularity;
    }
done:
    graph__place_end(&place, status);
    graph__free(request.community);
    graph_matrix_release(&made);
    return status;
}

graph_status graph_louvain(graph_vector **community, const graph_matrix *A,
                           const graph_communities_options *options)
{
    return find(community, A, false, options != NULL ? options : &defaults);
}

graph_status graph_leiden(graph_vector **community, const graph_matrix *A,
                          const graph_communities_options *options)
{
    return find(community, A, true, options != NULL ? options : &defaults);
}

graph_status graph_modularity(double *modularity, const graph_vector *community, const graph_matrix *A,
                              const graph_communities_options *options)
{
    const graph_communities_options *o = options != NULL ? options : &defaults;
    struct graph_place place = {.backend = graph__cpu()};
    struct graph_csr b;
    const graph_matrix *B;
    graph_matrix *made = NULL;
    int64_t *claimed = NULL;
    int32_t *name = NULL;
    graph_status status;
    if (modularity == NULL)
        return graph__fail(GRAPH_E_NULL, "modularity is NULL");
    GRAPH_TRY(check(A, o));
    GRAPH_TRY(graph__place_algorithm(&place, GRAPH_BACKEND_CPU, o->threads));
    GRAPH_TRY(graph__claimed_values(&claimed, community, A->rows, "community"));
    GRAPH_TRY(GRAPH_NEW(name, A->rows));
    for (int64_t v = 0; v < A->rows; v++) {
        if (claimed[v] < 0 || claimed[v] >= A->rows)
            GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "community(%lld) is %lld; expected 0 .. %lld", (long long)v,
                       (long long)claimed[v], (long long)A->rows - 1);
        name[v] = (int32_t)claimed[v];
    }
    GRAPH_TRY(graph__community_weights(&B, &made, A, o->is_unweighted, &place));
    GRAPH_TRY(graph__matrix_view(&b, B, graph__cpu()));
    GRAPH_TRY(find_modularity(modularity, &b, name, resolution_of(o)));
done:
    graph__free(claimed);
    graph__free(name);
    graph_matrix_release(&made);
    return status;
}
