/* Runs one of the example programs of the standard's repository, which tools/test-graphblas-programs names in PROGRAM, on
 * random graphs, and checks its answer by definition.
 *
 * KIND_BFS_LEVELS, KIND_BFS_PARENTS, KIND_BC, KIND_BC_BATCH, KIND_MIS or KIND_TRIANGLES says what it computes. */
#define _GNU_SOURCE
#include PROGRAM

#include <math.h>
#include <string.h>

enum { N = 40, UNREACHED = -1 };

static bool edge[N][N];
static int failed;

static void claim(bool holds, const char *what, int i, double got, double expected)
{
    if (!holds && failed++ < 10)
        printf("%s(%d) is %g and not %g\n", what, i, got, expected);
}

/* An undirected graph without loops, and with isolated vertices. */
static GrB_Matrix random_graph(unsigned seed, GrB_Type type)
{
    GrB_Matrix A = NULL;
    GrB_Matrix_new(&A, type, N, N);
    memset(edge, 0, sizeof edge);
    srand(seed);
    for (int k = 0; k < 3 * N; k++) {
        const int i = rand() % (N - 3), j = rand() % (N - 3);
        edge[i][j] = edge[j][i] = i != j;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (edge[i][j])
                GrB_Matrix_setElement_BOOL(A, true, (GrB_Index)i, (GrB_Index)j);
    return A;
}

/* Distances from s, numbers of shortest paths, and Brandes's dependencies of s. */
static void brandes(int s, int *distance, double *paths, double *dependency)
{
    int order[N], found = 0;
    for (int i = 0; i < N; i++)
        distance[i] = UNREACHED, paths[i] = dependency[i] = 0;
    distance[s] = 0, paths[s] = 1, order[found++] = s;
    for (int k = 0; k < found; k++) {
        for (int j = 0; j < N; j++) {
            if (!edge[order[k]][j])
                continue;
            if (distance[j] == UNREACHED)
                distance[j] = distance[order[k]] + 1, order[found++] = j;
            if (distance[j] == distance[order[k]] + 1)
                paths[j] += paths[order[k]];
        }
    }
    while (found--)
        for (int j = 0; j < N; j++)
            if (edge[order[found]][j] && distance[j] == distance[order[found]] + 1)
                dependency[order[found]] += paths[order[found]] / paths[j] * (1 + dependency[j]);
}

static void check(unsigned seed)
{
    int distance[N];
    double paths[N], dependency[N];
    const int s = (int)(seed % (N - 3));
#if defined(KIND_TRIANGLES)
    GrB_Matrix A = random_graph(seed, GrB_INT64), L = NULL;
    GrB_Matrix_new(&L, GrB_INT64, N, N);
    GrB_Matrix_select_INT64(L, NULL, NULL, GrB_TRIL, A, -1, NULL);
    double count = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                count += edge[i][j] && edge[j][k] && edge[i][k];
    const double got = (double)triangle_count(L);
    claim(got == count, "triangles", 0, got, count);
    GrB_Matrix_free(&L);
#elif defined(KIND_MIS)
    GrB_Matrix A = random_graph(seed, GrB_BOOL);
    GrB_Vector set = NULL;
    bool in[N] = {false};
    claim(MIS(&set, A) == GrB_SUCCESS, "status", 0, 1, 0);
    for (int i = 0; i < N; i++)
        GrB_Vector_extractElement_BOOL(&in[i], set, (GrB_Index)i);
    for (int i = 0; i < N; i++) {
        int neighbours = 0;
        for (int j = 0; j < N; j++)
            neighbours += edge[i][j] && in[j];
        claim(in[i] ? neighbours == 0 : neighbours > 0, "neighbours in the set", i, neighbours, in[i]);
    }
    GrB_Vector_free(&set);
#elif defined(KIND_BFS_LEVELS) || defined(KIND_BFS_PARENTS)
    GrB_Matrix A = random_graph(seed, GrB_BOOL);
    GrB_Vector v = NULL;
    int64_t x[N], first = 0;
    claim(BFS(&v, A, (GrB_Index)s) == GrB_SUCCESS, "status", 0, 1, 0);
    brandes(s, distance, paths, dependency);
    GrB_Vector_extractElement_INT64(&first, v, (GrB_Index)s);
    for (int i = 0; i < N; i++) {
        x[i] = 0;
        const bool is_there = GrB_Vector_extractElement_INT64(&x[i], v, (GrB_Index)i) == GrB_SUCCESS;
#if defined(KIND_BFS_LEVELS)
        claim(distance[i] == UNREACHED ? x[i] == 0 : is_there && x[i] - first == distance[i], "level", i,
              (double)x[i], (double)distance[i]);
#else
        claim(is_there == (distance[i] != UNREACHED), "is reached", i, is_there, distance[i]);
        if (is_there && i != s)
            claim(edge[x[i]][i] && distance[x[i]] == distance[i] - 1, "parent", i, (double)x[i], distance[i]);
#endif
    }
    GrB_Vector_free(&v);
#else
    GrB_Matrix A = random_graph(seed, GrB_INT32);
    GrB_Vector delta = NULL;
    double expected[N] = {0};
    GrB_Index sources[3] = {(GrB_Index)s, (GrB_Index)((s + 7) % (N - 3)), (GrB_Index)((s + 11) % (N - 3))};
#if defined(KIND_BC_BATCH)
    const int count = 3;
    claim(BC_update(&delta, A, sources, 3) == GrB_SUCCESS, "status", 0, 1, 0);
#else
    const int count = 1;
    claim(BC(&delta, A, sources[0]) == GrB_SUCCESS, "status", 0, 1, 0);
#endif
    bool is_source[N] = {false};
    for (int k = 0; k < count; k++) {
        is_source[sources[k]] = true;
        brandes((int)sources[k], distance, paths, dependency);
        for (int i = 0; i < N; i++)
            expected[i] += dependency[i];
    }
    for (int i = 0; i < N; i++) {
        double x = 0;
        GrB_Vector_extractElement_FP64(&x, delta, (GrB_Index)i);
#if defined(EXPECT_ZEROS)
        claim(x == 0, "centrality", i, x, 0); /* a slip of this program: the same on any library */
#else
        if (!is_source[i])
            claim(fabs(x - expected[i]) < 1e-4 * (1 + expected[i]), "centrality", i, x, expected[i]);
#endif
    }
    GrB_Vector_free(&delta);
#endif
    GrB_Matrix_free(&A);
    (void)s, (void)distance, (void)paths, (void)dependency, (void)brandes;
}

int main(void)
{
    GrB_init(GrB_BLOCKING);
    for (unsigned seed = 1; seed <= 20; seed++)
        check(seed);
    GrB_finalize();
    printf("20 graphs, %d claims do not hold\n", failed);
    return failed != 0;
}
