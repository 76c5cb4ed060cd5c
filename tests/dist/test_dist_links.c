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
    place.pagerank_slab = NULL;
    place.floyd_warshall_slab = NULL;
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

/* ---- Faults ---- */

enum { RANKS = 3, KINDS = 3 };

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
    const graph_betweenness_options o = {
        .size = sizeof o, .is_normalized = true, .edges = &edges, .threads = 1};
    graph_status status;
    switch (kind) {
    case 0:
        status = graph_dist_betweenness(&v[0], A, NULL, 0, &o);
        break;
    case 1:
        status = graph_dist_bfs(&v[0], &v[1], A, 0, NULL);
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

TEST_MAIN(TEST_ROW(results_of_linked_ranks), TEST_ROW(a_linked_rank_stops),
          TEST_ROW(an_allocation_of_a_linked_rank_fails))
