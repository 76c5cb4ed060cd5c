/* Every pattern of three and of four vertices, self-loops included: symmetry and
 * other facts, triangles, breadth-first searches, components and closure, against the definitions written here. */
#include "tests/support/test.h"

enum { MOST = 4 };

struct pattern {
    int n;
    bool edge[MOST][MOST];
};

/* Bit u * n + v of the code is the edge u -> v. */
static struct pattern from_code(int n, unsigned code)
{
    struct pattern p = {.n = n};
    for (int u = 0; u < n; u++)
        for (int v = 0; v < n; v++)
            p.edge[u][v] = code >> (u * n + v) & 1;
    return p;
}

static graph_matrix *matrix_of(const struct pattern *p)
{
    graph_index row[MOST * MOST], column[MOST * MOST], entries = 0;
    graph_matrix *A = NULL;
    for (int u = 0; u < p->n; u++)
        for (int v = 0; v < p->n; v++)
            if (p->edge[u][v]) {
                row[entries] = (graph_index)u;
                column[entries++] = (graph_index)v;
            }
    CHECK_OK(graph_matrix_create(&A, GRAPH_PATTERN, (graph_index)p->n, (graph_index)p->n));
    CHECK_OK(graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, entries, GRAPH_NO_OP));
    return A;
}

/* reach(u, v): a walk of one edge or more. */
static void reach_of(bool reach[MOST][MOST], const struct pattern *p, bool is_symmetric)
{
    for (int u = 0; u < p->n; u++)
        for (int v = 0; v < p->n; v++)
            reach[u][v] = p->edge[u][v] || (is_symmetric && p->edge[v][u]);
    for (int k = 0; k < p->n; k++)
        for (int u = 0; u < p->n; u++)
            for (int v = 0; v < p->n; v++)
                reach[u][v] = reach[u][v] || (reach[u][k] && reach[k][v]);
}

static bool triangles_are_right(const struct pattern *p, const graph_matrix *A, graph_form form)
{
    const int n = p->n;
    uint64_t triangles = 0, edges = 0, loops = 0, one_way = 0, got;
    graph_triangles_report report = {.size = sizeof report};
    const graph_triangles_options o = {
        .size = sizeof o, .backend = test_backend(), .form = form, .report = &report};
#define JOINED(u, v) (p->edge[u][v] || p->edge[v][u])
    for (int u = 0; u < n; u++) {
        loops += p->edge[u][u];
        for (int v = u + 1; v < n; v++) {
            edges += JOINED(u, v);
            one_way += p->edge[u][v] != p->edge[v][u];
            for (int w = v + 1; w < n; w++)
                triangles += JOINED(u, v) && JOINED(v, w) && JOINED(u, w);
        }
    }
#undef JOINED
    return graph_triangles(&got, A, &o) == GRAPH_OK && got == triangles && report.edges == edges &&
           report.self_loops == loops && report.one_way == one_way;
}

/* Levels by rounds over all edges; the parent is the smallest vertex of the level before. */
static bool bfs_is_right(const struct pattern *p, const graph_matrix *A, graph_form form)
{
    const int n = p->n;
    for (int s = 0; s < n; s++) {
        int level[MOST] = {-1, -1, -1, -1}, parent[MOST] = {-1, -1, -1, -1};
        const graph_bfs_options o = {.size = sizeof o, .backend = test_backend(), .form = form};
        graph_vector *l = NULL, *q = NULL;
        level[s] = 0;
        parent[s] = s;
        for (int d = 0; d < n; d++)
            for (int u = 0; u < n; u++)
                for (int v = 0; v < n; v++)
                    if (level[u] == d && p->edge[u][v] && level[v] < 0) {
                        level[v] = d + 1;
                        parent[v] = u;
                    }
        bool is_right = graph_bfs(&l, &q, A, (graph_index)s, &o) == GRAPH_OK;
        for (int v = 0; is_right && v < n; v++) {
            graph_scalar x = graph_int64(-1), y = graph_int64(-1);
            bool has_level = graph_vector_get(&x, l, (graph_index)v) == GRAPH_OK;
            bool has_parent = graph_vector_get(&y, q, (graph_index)v) == GRAPH_OK;
            is_right = (has_level ? x.value.i : -1) == level[v] && (has_parent ? y.value.i : -1) == parent[v];
        }
        graph_vector_release(&l);
        graph_vector_release(&q);
        if (!is_right)
            return false;
    }
    return true;
}

static bool components_are_right(const struct pattern *p, const graph_matrix *A, bool is_strong,
                                 graph_form form)
{
    const int n = p->n;
    const graph_components_options o = {.size = sizeof o, .backend = test_backend(), .form = form};
    bool reach[MOST][MOST];
    int64_t label[MOST], labels = 0;
    graph_vector *component = NULL;
    graph_index count = 0;
    reach_of(reach, p, !is_strong);
    for (int u = 0; u < n; u++) {
        int v = 0;
        while (v < u && !(reach[u][v] && reach[v][u]))
            v++;
        label[u] = v < u ? label[v] : labels++;
    }
    bool is_right = (is_strong ? graph_strong_components(&component, &count, A, &o)
                               : graph_weak_components(&component, &count, A, &o)) == GRAPH_OK &&
                    (int64_t)count == labels;
    for (int u = 0; is_right && u < n; u++) {
        graph_scalar x;
        is_right = graph_vector_get(&x, component, (graph_index)u) == GRAPH_OK && x.value.i == label[u];
    }
    graph_vector_release(&component);
    return is_right;
}

static bool closure_is_right(const struct pattern *p, const graph_matrix *A, graph_closure_method method)
{
    const graph_closure_options o = {.size = sizeof o, .backend = test_backend(), .method = method};
    bool reach[MOST][MOST];
    graph_closure *closure = NULL;
    graph_closure_facts facts = {.size = sizeof facts};
    uint64_t pairs = 0;
    reach_of(reach, p, false);
    bool is_right = graph_transitive_closure(&closure, A, &o) == GRAPH_OK;
    for (int u = 0; is_right && u < p->n; u++) {
        graph_index row[MOST], found = MOST, expected = 0;
        is_right = graph_closure_successors(row, &found, closure, (graph_index)u) == GRAPH_OK;
        for (int v = 0; is_right && v < p->n; v++) {
            bool is_reachable = !reach[u][v];
            pairs += reach[u][v];
            is_right = graph_reachable(&is_reachable, closure, (graph_index)u, (graph_index)v) == GRAPH_OK &&
                       is_reachable == reach[u][v] &&
                       (!reach[u][v] || (expected < found && row[expected] == (graph_index)v));
            expected += reach[u][v];
        }
        is_right = is_right && expected == found;
    }
    is_right = is_right && graph_closure_get_facts(&facts, closure) == GRAPH_OK && facts.pairs == pairs &&
               facts.vertices == (graph_index)p->n;
    graph_closure_release(&closure);
    return is_right;
}

static bool properties_are_right(const struct pattern *p, const graph_matrix *A)
{
    graph_properties properties = {.size = sizeof properties};
    graph_index loops = 0, largest = 0;
    bool is_symmetric = true;
    for (int u = 0; u < p->n; u++) {
        graph_index degree = 0;
        loops += p->edge[u][u];
        for (int v = 0; v < p->n; v++) {
            degree += p->edge[u][v];
            is_symmetric = is_symmetric && p->edge[u][v] == p->edge[v][u];
        }
        largest = degree > largest ? degree : largest;
    }
    return graph_matrix_properties(&properties, A) == GRAPH_OK && properties.self_loops == loops &&
           properties.max_degree == largest && properties.has_symmetric_pattern == is_symmetric &&
           properties.is_symmetric == is_symmetric;
}

static bool pattern_is_right(int n, unsigned code)
{
    struct pattern p = from_code(n, code);
    graph_matrix *A = matrix_of(&p), *B = matrix_of(&p); /* B: what is cached in A answers nothing there */
    /* The other form, the definition on operations, for one pattern in eight. */
    bool is_right = CHECK_SAY(properties_are_right(&p, B), "n %d code %u: properties", n, code);
    for (int f = 0; is_right && f < (code % 8 == 3 ? 2 : 1); f++) {
        graph_form form = f == 0 ? GRAPH_FORM_AUTO : GRAPH_FORM_ALGEBRA;
        is_right =
            CHECK_SAY(triangles_are_right(&p, A, form), "n %d code %u form %d: triangles", n, code, f) &&
            CHECK_SAY(bfs_is_right(&p, A, form), "n %d code %u form %d: bfs", n, code, f) &&
            CHECK_SAY(components_are_right(&p, A, true, form), "n %d code %u form %d: strong", n, code, f) &&
            CHECK_SAY(components_are_right(&p, A, false, form), "n %d code %u form %d: weak", n, code, f) &&
            CHECK_SAY(closure_is_right(&p, A, f == 0 ? GRAPH_CLOSURE_AUTO : GRAPH_CLOSURE_SQUARING),
                      "n %d code %u form %d: closure", n, code, f) &&
            (f == 0 || CHECK_SAY(closure_is_right(&p, A, GRAPH_CLOSURE_WARSHALL),
                                 "n %d code %u: closure by Warshall", n, code));
    }
    graph_matrix_release(&A);
    graph_matrix_release(&B);
    return is_right;
}

/* A device takes a millisecond for a graph: there a share of the patterns has to do. */
static unsigned step(int brief, int on_device)
{
    return (unsigned)(test_step(brief) * (test_backend() == GRAPH_BACKEND_CUDA ? on_device : 1));
}

TEST(every_pattern_of_three_vertices)
{
    for (unsigned code = 0; code < 1u << 9; code += step(17, 1))
        if (!pattern_is_right(3, code))
            return;
}

TEST(every_pattern_of_four_vertices_without_loops)
{
    for (unsigned bits = 0; bits < 1u << 12; bits += (unsigned)test_step(97)) {
        unsigned code = 0, at = 0;
        for (unsigned k = 0; k < 16; k++)
            if (k % 5 != 0) /* bits 0, 5, 10 and 15 are loops */
                code |= (bits >> at++ & 1) << k;
        if (!pattern_is_right(4, code))
            return;
    }
}

TEST(every_pattern_of_four_vertices_with_loops)
{
    for (unsigned code = 0; code < 1u << 16; code += step(997, 61))
        if (!pattern_is_right(4, code))
            return;
}

TEST_MAIN(TEST_ROW(every_pattern_of_three_vertices), TEST_ROW(every_pattern_of_four_vertices_without_loops),
          TEST_ROW(every_pattern_of_four_vertices_with_loops))
