/* What ranks do where their devices are linked, without devices: the place of the link is host memory, and an exchange goes
 * through the transport.  Results are those of one machine, and of a rank that stops or has no memory the others hear. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "core/backends.h"
#include "core/vector/vector.h"
#include "dist/group.h"
#include "semigraph/centrality.h"
#include "tests/support/graphs.h"
#include "tests/support/ranks.h"

/* ---- The link ---- */

/* Packs what goes out, since a transport takes parts one after the other. */
static graph_status exchange(struct graph_link *link, void *to, const size_t *to_start,
                             const size_t *to_bytes, const void *from, const size_t *from_start,
                             const size_t *from_bytes)
{
    graph_group *const g = (graph_group *)link;
    size_t out = 0, in = 0;
    for (int r = 0; r < g->ranks; r++) {
        out += from_bytes[r];
        in += to_bytes[r];
    }
    char *const sent = malloc(out + 1), *const received = malloc(in + 1);
    out = in = 0;
    for (int r = 0; r < g->ranks; r++) {
        memcpy(sent + out, (const char *)from + from_start[r], from_bytes[r]);
        out += from_bytes[r];
    }
    const int code = g->transport.all_to_all(g->transport.context, received, to_bytes, sent, from_bytes);
    for (int r = 0; r < g->ranks && code == GRAPH_TRANSPORT_OK; r++) {
        memcpy((char *)to + to_start[r], received + in, to_bytes[r]);
        in += to_bytes[r];
    }
    free(sent);
    free(received);
    return code == GRAPH_TRANSPORT_OK ? GRAPH_OK : graph__fail(GRAPH_E_RANK, "the link is broken");
}

static graph_status shift(int64_t *to, const int64_t *from, int64_t n, int64_t more)
{
    for (int64_t k = 0; k < n; k++)
        to[k] = from[k] + more;
    return GRAPH_OK;
}

static void close_link(struct graph_link **link, bool is_broken)
{
    (void)is_broken;
    *link = NULL;
}

/* Sums that stay at the place. */
static graph_status betweenness(struct graph_betweenness_request *r)
{
    const int64_t sizes[2] = {r->out.rows, r->out.entries};
    double **const there[2] = {r->vertex_there, r->edge_there};
    double *sum[2] = {NULL, NULL};
    graph_status status = GRAPH_OK;
    for (int k = 0; k < 2; k++)
        if (there[k] != NULL) {
            GRAPH_TRY(graph__cpu()->allocate((void **)&sum[k], (size_t)sizes[k], sizeof *sum[k]));
            memset(sum[k], 0, (size_t)sizes[k] * sizeof *sum[k]);
        }
    r->vertex = sum[0];
    r->edge = sum[1];
    if (r->sources > 0)
        GRAPH_TRY(graph__cpu()->betweenness(r));
    r->bytes = 1000 + (uint64_t)r->sources; /* to be told from what one machine says */
    r->wide = r->sources;
    for (int k = 0; k < 2; k++)
        if (there[k] != NULL) {
            *there[k] = sum[k];
            sum[k] = NULL;
        }
done:
    graph__cpu()->release(sum[0]);
    graph__cpu()->release(sum[1]);
    return status;
}

static double real_at(const void *array, graph_type type, int64_t k)
{
    return type == GRAPH_FP64 ? ((const double *)array)[k] : (double)((const float *)array)[k];
}

static void set_real(void *array, graph_type type, int64_t k, double x)
{
    if (type == GRAPH_FP64)
        ((double *)array)[k] = x;
    else
        ((float *)array)[k] = (float)x;
}

/* Rounds by the definition, of the rows of A and A' that the request has.  The sums of weights go through the link, as
 * the ranks of the vertices do. */
static graph_status pagerank_slab(struct graph_pagerank_slab_request *r)
{
    const int64_t first = r->start[r->rank], rows = r->start[r->rank + 1] - first;
    const size_t bytes = graph_type_size(r->type);
    void *sum = malloc((size_t)r->n * bytes + 1), *next = malloc((size_t)r->n * bytes + 1);
    graph_status status = GRAPH_OK;
    if (r->out.rows != rows || r->in.rows != rows || r->out.entries != r->out.row_start[rows] ||
        r->in.entries != r->in.row_start[rows] || r->out.row_start[0] != 0 || r->in.row_start[0] != 0)
        status = graph__fail(GRAPH_E_INVALID_OBJECT, "these are not the rows of rank %d", r->rank);
    r->dangling = 0;
    for (int64_t u = 0; status == GRAPH_OK && u < rows; u++) {
        double w = 0;
        for (int64_t k = r->out.row_start[u]; k < r->out.row_start[u + 1]; k++)
            w += r->out.value != NULL ? real_at(r->out.value, r->type, k) : 1;
        set_real(sum, r->type, first + u, w);
        r->dangling += w == 0;
    }
    TRY(r->agree(r->group, status));
    TRY(r->gather(r->group, sum, r->start, bytes, true));
    for (int64_t v = 0; v < r->n; v++)
        set_real(r->x, r->type, v, r->personalization != NULL ? r->personalization[v] : 1 / (double)r->n);
    r->residual = INFINITY;
    for (r->rounds = 0; r->rounds < r->most_rounds && r->residual > r->tolerance; r->rounds++) {
        double lost = 0;
        for (int64_t v = 0; v < r->n; v++)
            lost += real_at(sum, r->type, v) == 0 ? real_at(r->x, r->type, v) : 0;
        for (int64_t v = first; v < first + rows; v++) {
            const double p = r->personalization != NULL ? r->personalization[v] : 1 / (double)r->n;
            double x = 0;
            for (int64_t k = r->in.row_start[v - first]; k < r->in.row_start[v - first + 1]; k++)
                if (real_at(sum, r->type, r->in.column[k]) > 0)
                    x += real_at(r->x, r->type, r->in.column[k]) / real_at(sum, r->type, r->in.column[k]) *
                         (r->in.value != NULL ? real_at(r->in.value, r->type, k) : 1);
            set_real(next, r->type, v, r->damping * (x + lost * p) + (1 - r->damping) * p);
        }
        TRY(r->gather(r->group, next, r->start, bytes, true));
        r->residual = 0;
        for (int64_t v = 0; v < r->n; v++) {
            r->residual += fabs(real_at(next, r->type, v) - real_at(r->x, r->type, v));
            set_real(r->x, r->type, v, real_at(next, r->type, v));
        }
    }
done:
    free(sum);
    free(next);
    return status;
}

static const graph_matrix *slab_graph; /* of the test that asks for slabs of distances */

/* This rank's rows, from the whole graph: only the frame around the kernel is tested. */
static graph_status floyd_warshall_slab(struct graph_floyd_slab_request *r)
{
    graph_dense all = {.size = sizeof all, .type = r->type};
    const graph_status status =
        graph_apsp(&all, NULL, slab_graph,
                   &(const graph_apsp_options){.size = sizeof(graph_apsp_options), .threads = 1});
    const size_t row_bytes = (size_t)r->n * graph_type_size(r->type);
    for (int64_t i = r->start[r->rank]; status == GRAPH_OK && i < r->start[r->rank + 1]; i++)
        memcpy((char *)r->distance + (size_t)(i - r->start[r->rank]) * row_bytes,
               (const char *)all.value + (size_t)i * row_bytes, row_bytes);
    graph_free(all.value);
    return status;
}

/* Triangles u < v < w of a share of the vertices u, or of all. */
static graph_status triangles(struct graph_triangles_request *r)
{
    const struct graph_csr *A = &r->A;
    const int64_t n = A->rows;
    bool *has = calloc((size_t)(n * n) + 1, sizeof *has);
    for (int64_t u = 0; u < n; u++)
        for (int64_t k = A->row_start[u]; k < A->row_start[u + 1]; k++)
            has[u * n + A->column[k]] = has[A->column[k] * n + u] = true;
    r->count = 0;
    for (int64_t u = 0; u < n; u++)
        for (int64_t v = u + 1; v < n && (r->parts == 0 || u % r->parts == r->part); v++)
            for (int64_t w = v + 1; w < n && has[u * n + v]; w++)
                r->count += has[u * n + w] && has[v * n + w];
    free(has);
    return GRAPH_OK;
}

static struct graph_backend place; /* written before ranks start */

static void make_place(void)
{
    place = *graph__cpu();
    place.name = "memory";
    place.link_exchange = exchange;
    place.shift = shift;
    place.link_close = close_link;
    place.betweenness = betweenness;
    /* Kernels that a device has for a share of the work. */
    place.pagerank_slab = pagerank_slab;
    place.floyd_warshall_slab = floyd_warshall_slab;
    place.triangles = triangles;
}

static void link_ranks(graph_group *g)
{
    if (g->ranks == 1)
        return;
    g->link = (struct graph_link *)g;
    g->link_place = &place;
}

/* ---- Results ---- */

struct results {
    const graph_matrix *A;
    uint64_t seed;
    bool is_wrong;
};

static void claim(struct results *x, bool holds, const char *what, const graph_group *g)
{
    if (holds)
        return;
    fprintf(stderr, "seed %llu: %s on rank %d of %d: %s\n", (unsigned long long)x->seed, what,
            graph_group_rank(g), graph_group_ranks(g), graph_last_error());
    __atomic_store_n(&x->is_wrong, true, __ATOMIC_RELAXED);
}
#define HOLDS(condition) claim(x, (condition), #condition, g)

static bool are_near(const graph_vector *u, const graph_vector *v)
{
    struct graph_vector_view a, b;
    bool holds = graph__vector_view(&a, u, graph__cpu()) == GRAPH_OK &&
                 graph__vector_view(&b, v, graph__cpu()) == GRAPH_OK && a.form == GRAPH_FULL &&
                 b.form == GRAPH_FULL && a.length == b.length;
    for (int64_t k = 0; holds && k < a.length; k++) {
        const double p = ((const double *)a.value)[k], q = ((const double *)b.value)[k];
        holds = fabs(p - q) <= 1e-12 * (1 + fabs(p));
    }
    return holds;
}

static bool are_near_entries(const graph_matrix *A, const graph_matrix *B)
{
    graph_vector *u = NULL, *v = NULL;
    graph_index n, a, b;
    graph_matrix_rows(&n, A);
    graph_matrix_entries(&a, A);
    graph_matrix_entries(&b, B);
    graph_vector_create(&u, GRAPH_FP64, n);
    graph_vector_create(&v, GRAPH_FP64, n);
    const bool holds = a == b && graph_reduce_rows(u, NULL, GRAPH_NO_OP, GRAPH_PLUS, A, NULL) == GRAPH_OK &&
                       graph_reduce_rows(v, NULL, GRAPH_NO_OP, GRAPH_PLUS, B, NULL) == GRAPH_OK;
    double *x = calloc(2 * n + 1, sizeof *x);
    graph_index count = n, other = n;
    bool are = holds && graph_vector_extract_tuples(NULL, x, GRAPH_FP64, &count, u) == GRAPH_OK &&
               graph_vector_extract_tuples(NULL, x + n, GRAPH_FP64, &other, v) == GRAPH_OK && count == other;
    for (graph_index k = 0; are && k < count; k++)
        are = fabs(x[k] - x[n + k]) <= 1e-12 * (1 + fabs(x[k]));
    free(x);
    graph_vector_release(&u);
    graph_vector_release(&v);
    return are;
}

/* Sources: more than ranks, fewer than ranks, none, all; scaled and not; of edges too. */
static void check_betweenness(struct results *x, graph_group *g, const graph_dist *D, graph_index n,
                              bool is_symmetric)
{
    graph_index source[40];
    for (int k = 0; k < 40; k++)
        source[k] = (x->seed * 31 + (uint64_t)k * 7) % n;
    static const graph_index counts[] = {40, 2, 0};
    for (int k = 0; k < 8; k++) {
        graph_vector *v[2] = {NULL, NULL};
        graph_matrix *edges[2] = {NULL, NULL};
        graph_betweenness_report report[2] = {{.size = sizeof report[0]}, {.size = sizeof report[0]}};
        const bool has_edges = k % 2 == 1, takes_all = k >= 6;
        for (int m = 0; m < 2; m++) {
            const graph_betweenness_options o = {.size = sizeof o,
                                                 .is_normalized = k % 3 == 1,
                                                 .is_undirected = is_symmetric && k % 4 < 2,
                                                 .edges = has_edges ? &edges[m] : NULL,
                                                 .report = &report[m]};
            const graph_index *const from = takes_all ? NULL : source;
            const graph_index count = takes_all ? 0 : counts[k / 2];
            HOLDS((m == 0 ? graph_betweenness(&v[0], x->A, from, count, &o)
                          : graph_dist_betweenness(&v[1], D, from, count, &o)) == GRAPH_OK);
        }
        HOLDS(are_near(v[0], v[1]));
        HOLDS(!has_edges || are_near_entries(edges[0], edges[1]));
        HOLDS(report[0].sources == report[1].sources);
        if (g->ranks > 1) { /* bytes of the rank that has most, wide sources of all */
            const graph_index ranks = (graph_index)g->ranks, all = report[1].sources;
            HOLDS(report[1].wide == all && report[1].bytes == 1000 + (all + ranks - 1) / ranks);
        }
        for (int m = 0; m < 2; m++) {
            graph_vector_release(&v[m]);
            graph_matrix_release(&edges[m]);
        }
    }
}

static void check_search(struct results *x, graph_group *g, const graph_dist *D, graph_index n)
{
    for (int k = 0; k < 2; k++) {
        graph_vector *level[2] = {NULL, NULL}, *parent[2] = {NULL, NULL};
        const graph_bfs_options o = {.size = sizeof o, .is_reversed = k == 1};
        HOLDS(graph_bfs(&level[0], &parent[0], x->A, x->seed % n, &o) == GRAPH_OK);
        HOLDS(graph_dist_bfs(&level[1], k == 0 ? &parent[1] : NULL, D, x->seed % n, &o) == GRAPH_OK);
        HOLDS(equal_vectors(level[0], level[1]) && (k == 1 || equal_vectors(parent[0], parent[1])));
        for (int m = 0; m < 2; m++) {
            graph_vector_release(&level[m]);
            graph_vector_release(&parent[m]);
        }
    }
}

static void check_square(struct results *x, graph_group *g, const graph_dist *D, graph_index n)
{
    const graph_semiring *const min_plus = graph_semiring_builtin(GRAPH_MIN_PLUS, GRAPH_INT64);
    graph_matrix *C = NULL, *all = NULL;
    graph_dist *E = NULL;
    HOLDS(graph_matrix_create(&C, GRAPH_INT64, n, n) == GRAPH_OK);
    HOLDS(graph_dist_create(&E, g, GRAPH_INT64, n, n) == GRAPH_OK);
    HOLDS(graph_mxm(C, NULL, GRAPH_NO_OP, min_plus, x->A, x->A, NULL) == GRAPH_OK);
    HOLDS(graph_dist_mxm(E, NULL, GRAPH_NO_OP, min_plus, D, D, NULL) == GRAPH_OK);
    HOLDS(graph_dist_gather(&all, E, -1) == GRAPH_OK && equal_matrices(C, all));
    graph_matrix_release(&C);
    graph_matrix_release(&all);
    graph_dist_release(&E);
}

/* Both types, weighted and not, from everywhere and from some vertices; twice, since cuts and transposes are cached. */
static void check_pagerank(struct results *x, graph_group *g, const graph_dist *D, graph_index n)
{
    graph_vector *p = NULL;
    HOLDS(graph_vector_create(&p, GRAPH_FP64, n) == GRAPH_OK);
    HOLDS(graph_vector_set(p, 0, graph_fp64(3)) == GRAPH_OK &&
          graph_vector_set(p, n - 1, graph_fp64(1)) == GRAPH_OK);
    for (int k = 0; k < 8; k++) {
        graph_vector *rank[2] = {NULL, NULL};
        graph_pagerank_report report[2] = {{.size = sizeof report[0]}, {.size = sizeof report[0]}};
        for (int m = 0; m < 2; m++) {
            const graph_pagerank_options o = {.size = sizeof o,
                                              .type = k % 2 == 0 ? GRAPH_FP64 : GRAPH_FP32,
                                              .tolerance = -1,
                                              .most_rounds = 5,
                                              .is_weighted = k % 4 >= 2,
                                              .personalization = k >= 4 ? p : NULL,
                                              .report = &report[m]};
            HOLDS((m == 0 ? graph_pagerank(&rank[0], x->A, &o) : graph_dist_pagerank(&rank[1], D, &o)) ==
                  GRAPH_OK);
        }
        struct graph_vector_view a, b;
        bool holds = graph__vector_view(&a, rank[0], graph__cpu()) == GRAPH_OK &&
                     graph__vector_view(&b, rank[1], graph__cpu()) == GRAPH_OK && a.type == b.type &&
                     a.length == b.length && b.form == GRAPH_FULL;
        for (int64_t v = 0; holds && v < a.length; v++)
            holds = fabs(real_at(a.value, a.type, v) - real_at(b.value, b.type, v)) <=
                    (a.type == GRAPH_FP64 ? 1e-14 : 1e-6);
        HOLDS(holds);
        HOLDS(report[0].dangling == report[1].dangling && report[0].rounds == 5 && report[1].rounds == 5 &&
              fabs(report[0].residual - report[1].residual) <= 1e-6);
        graph_vector_release(&rank[0]);
        graph_vector_release(&rank[1]);
    }
    graph_vector_release(&p);
}

static void check_triangles(struct results *x, graph_group *g, const graph_dist *D)
{
    uint64_t count[2] = {0, 0};
    for (int links = GRAPH_LINKS_AUTO; links <= GRAPH_LINKS_ALWAYS; links++) { /* not shared, and shared */
        g->links = (graph_links)links;
        HOLDS(graph_triangles(&count[0], x->A, NULL) == GRAPH_OK);
        HOLDS(graph_dist_triangles(&count[1], D, NULL) == GRAPH_OK && count[0] == count[1]);
    }
}

static void check_rank(graph_group *g, void *context)
{
    struct results *const x = context;
    graph_dist *D = NULL;
    graph_index n;
    bool is_symmetric = false;
    link_ranks(g);
    HOLDS(graph_matrix_rows(&n, x->A) == GRAPH_OK);
    HOLDS(graph__matrix_symmetry(&is_symmetric, x->A) == GRAPH_OK);
    HOLDS(scatter_anyhow(&D, g, x->A, x->seed) == GRAPH_OK);
    check_betweenness(x, g, D, n, is_symmetric);
    check_search(x, g, D, n);
    check_square(x, g, D, n);
    check_pagerank(x, g, D, n);
    check_triangles(x, g, D);
    graph_dist_release(&D);
}

TEST(results_of_linked_ranks)
{
    make_place();
    for (int k = 0; k < RANK_NUMBERS; k++)
        for (uint64_t seed = 1; seed <= 4; seed++) {
            uint64_t random = seed;
            graph_matrix *A = NULL, *B = NULL;
            const int n = seed == 4 ? 2 : 30;
            REQUIRE_OK(random_matrix(&A, &random, SHAPE_UNIFORM, GRAPH_INT64, n, n, 3 * n, VALUES_REAL));
            if (seed % 2 == 0) { /* symmetric */
                REQUIRE_OK(graph_matrix_create(&B, GRAPH_INT64, (graph_index)n, (graph_index)n));
                REQUIRE_OK(graph_transpose(B, NULL, GRAPH_NO_OP, A, NULL));
                REQUIRE_OK(graph_ewise_add(A, NULL, GRAPH_NO_OP, GRAPH_MIN, A, B, NULL));
            }
            struct results x = {.A = A, .seed = seed};
            REQUIRE(run_ranks(rank_numbers[k], NULL, check_rank, &x));
            CHECK(!x.is_wrong);
            graph_matrix_release(&A);
            graph_matrix_release(&B);
        }
}

static void check_slab(graph_group *g, void *context)
{
    struct results *const x = context;
    const int64_t start = 256 * (int64_t)graph_group_rank(g);
    graph_dist *D = NULL;
    graph_dense all = {.size = sizeof all}, mine = {.size = sizeof mine};
    graph_index first = 99, n;
    link_ranks(g);
    HOLDS(graph_matrix_rows(&n, x->A) == GRAPH_OK);
    HOLDS(scatter_anyhow(&D, g, x->A, x->seed) == GRAPH_OK);
    const graph_apsp_options o = {.size = sizeof o, .method = GRAPH_APSP_FLOYD_WARSHALL, .threads = 1};
    HOLDS(graph_apsp(&all, NULL, x->A, &o) == GRAPH_OK);
    HOLDS(graph_dist_apsp(&mine, NULL, &first, D, &o) == GRAPH_OK);
    const graph_index rows = graph_group_rank(g) == 0 ? 256 : n - 256;
    HOLDS(first == (graph_index)start && mine.rows == rows && mine.columns == n && mine.type == all.type);
    HOLDS(mine.value != NULL &&
          memcmp(mine.value, (const char *)all.value + (size_t)start * n * graph_type_size(all.type),
                 rows * n * graph_type_size(all.type)) == 0);
    graph_free(all.value);
    graph_free(mine.value);
    graph_dist_release(&D);
}

/* Slabs of 256 rows, as devices take them; the last one is longer. */
TEST(distances_of_linked_ranks)
{
    make_place();
    for (uint64_t seed = 1; seed <= 2; seed++) { /* without a weight below 0, and with some */
        uint64_t random = seed;
        graph_matrix *A = NULL;
        REQUIRE_OK(random_matrix(&A, &random, SHAPE_UNIFORM, GRAPH_INT64, 515, 515, 1500, VALUES_REAL));
        REQUIRE_OK(graph_apply_second(A, NULL, GRAPH_NO_OP, GRAPH_MAX, A, graph_int64(1), NULL));
        if (seed == 2)
            REQUIRE_OK(graph_matrix_set(A, 7, 8, graph_int64(-1)));
        slab_graph = A;
        struct results x = {.A = A, .seed = seed};
        REQUIRE(run_ranks(2, NULL, check_slab, &x));
        CHECK(!x.is_wrong);
        graph_matrix_release(&A);
    }
}

/* ---- Faults ---- */

enum { RANKS = 3, KINDS = 5 };

struct fault {
    const graph_matrix *all;
    int kind, victim;
    bool stops;
    int64_t k, calls, lost;
    graph_status status[RANKS];
};

static graph_status make_calls(int kind, graph_group *g, const graph_dist *A)
{
    graph_vector *v[2] = {NULL, NULL};
    graph_matrix *edges = NULL;
    graph_dist *C = NULL;
    uint64_t count;
    const graph_betweenness_options o = {
        .size = sizeof o, .is_normalized = true, .edges = &edges, .threads = 1};
    const graph_pagerank_options ranks = {
        .size = sizeof ranks, .type = GRAPH_FP32, .is_weighted = true, .most_rounds = 2, .threads = 1};
    graph_status status;
    switch (kind) {
    case 0:
        status = graph_dist_betweenness(&v[0], A, NULL, 0, &o);
        break;
    case 1:
        status = graph_dist_bfs(&v[0], &v[1], A, 0, NULL);
        break;
    case 2:
        status = graph_dist_pagerank(&v[0], A, &ranks);
        break;
    case 3:
        status = graph_dist_triangles(&count, A, NULL);
        break;
    default:
        status = graph_dist_create(&C, g, GRAPH_INT64, 24, 24);
        if (status == GRAPH_OK)
            status = graph_dist_mxm(C, NULL, GRAPH_NO_OP, graph_semiring_builtin(GRAPH_MIN_PLUS, GRAPH_INT64),
                                    A, A, NULL);
        break;
    }
    graph_vector_release(&v[0]);
    graph_vector_release(&v[1]);
    graph_matrix_release(&edges);
    graph_dist_release(&C);
    return status;
}

static void run_fault(graph_group *g, void *context)
{
    struct fault *const f = context;
    const int rank = graph_group_rank(g);
    const bool is_victim = rank == f->victim;
    graph_group *used = g, *stopping = NULL;
    graph_dist *A = NULL;
    int64_t calls = 0;
    const int64_t blocks = graph__memory_blocks();
    bool holds = true;
    if (!f->stops && !is_victim)
        graph__memory_stand_apart();
    if (f->stops && is_victim) {
        holds = stop_at(&stopping, g, 1000000000, &calls) == GRAPH_OK;
        used = stopping;
    }
    link_ranks(used);
    holds = holds && scatter_anyhow(&A, used, f->all, 7) == GRAPH_OK;
    if (f->stops && is_victim)
        set_stop(used, f->k, &calls);
    if (!f->stops && is_victim)
        graph__memory_fail_at(f->k);
    f->status[rank] = holds ? make_calls(f->kind, used, A) : GRAPH_E_INVALID_OBJECT;
    if (!f->stops && is_victim) {
        f->calls = graph__memory_allocations();
        graph__memory_fail_at(0);
    }
    if (f->stops && is_victim)
        f->calls = calls;
    graph_dist_release(&A);
    graph_group_release(&stopping);
    if (is_victim)
        f->lost = graph__memory_blocks() - blocks;
}

/* Each exchange, or each allocation, of a rank, one after the other: all ranks say the same. */
static void try_faults(bool stops)
{
    graph_matrix *all = NULL;
    uint64_t seed = 3;
    make_place();
    REQUIRE_OK(random_matrix(&all, &seed, SHAPE_UNIFORM, GRAPH_INT64, 24, 24, 60, VALUES_REAL));
    struct fault none = {.all = all, .victim = -1};
    for (; none.kind < KINDS; none.kind++) /* what stays for later calls */
        REQUIRE(run_ranks(RANKS, NULL, run_fault, &none));
    for (int kind = 0; kind < KINDS; kind++)
        for (int victim = 0; victim < RANKS; victim += 2)
            for (int64_t k = 1;; k++) {
                struct fault f = {.all = all, .kind = kind, .victim = victim, .stops = stops, .k = k};
                REQUIRE(run_ranks(RANKS, NULL, run_fault, &f));
                const bool is_over = f.calls < k;
                const graph_status expected = stops ? GRAPH_E_RANK : GRAPH_E_MEMORY;
                CHECK_SAY(f.lost == 0 || stops, "kind %d, %lld: %lld blocks are lost", kind, (long long)k,
                          (long long)f.lost);
                for (int r = 0; r < RANKS; r++)
                    if (!CHECK_SAY(
                            f.status[r] == f.status[0] &&
                                (f.status[r] == GRAPH_OK ? is_over || !stops : f.status[r] == expected),
                            "kind %d, %lld of rank %d: rank %d returns %d, not %d", kind, (long long)k,
                            victim, r, f.status[r], f.status[0]))
                        return;
                if (is_over)
                    break;
            }
    graph_matrix_release(&all);
}

TEST(a_linked_rank_stops) { try_faults(true); }
TEST(an_allocation_of_a_linked_rank_fails) { try_faults(false); }

TEST_MAIN(TEST_ROW(results_of_linked_ranks), TEST_ROW(distances_of_linked_ranks),
          TEST_ROW(a_linked_rank_stops), TEST_ROW(an_allocation_of_a_linked_rank_fails))
