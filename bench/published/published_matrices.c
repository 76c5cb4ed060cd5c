/* The matrices of the papers: real files where the user has them, generated ones of their rows, entries and structure, and
 * graphs of the dataset folders. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/generators.h"
#include "bench/published/published.h"

static uint64_t draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    uint64_t z = *seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    return z ^ (z >> 31);
}

/* Positions in any order, with repetitions, as a pattern. */
struct positions {
    graph_index *row, *column, count, room;
};

static struct positions positions_open(int64_t room)
{
    struct positions p = {.room = (graph_index)room};
    p.row = malloc((size_t)room * sizeof *p.row);
    p.column = malloc((size_t)room * sizeof *p.column);
    bench_check(p.row != NULL && p.column != NULL, "out of memory");
    return p;
}

static void put(struct positions *p, int64_t i, int64_t j)
{
    bench_check(p->count < p->room, "a generated matrix has more entries than expected");
    p->row[p->count] = (graph_index)i;
    p->column[p->count++] = (graph_index)j;
}

static graph_matrix *positions_close(struct positions *p, int64_t rows, int64_t columns)
{
    graph_matrix *A = NULL;
    BENCH_OK(graph_matrix_create(&A, GRAPH_PATTERN, (graph_index)rows, (graph_index)columns));
    BENCH_OK(graph_matrix_build(A, p->row, p->column, NULL, GRAPH_PATTERN, p->count, GRAPH_ANY));
    free(p->row);
    free(p->column);
    return A;
}

/* A four-dimensional torus of `width` points in each dimension with full blocks of 3: a point, its neighbours, and those
 * two steps away in two of the dimensions, 13 in all. */
static graph_matrix *lattice(int64_t width)
{
    int64_t nodes = width * width * width * width;
    struct positions p = positions_open(nodes * 13 * 9);
    for (int64_t n = 0; n < nodes; n++)
        for (int m = 0; m < 13; m++) {
            int64_t each = 1, other = n, dimension = m < 9 ? (m - 1) / 2 : (m - 9) / 2,
                    step = (m < 9 ? 1 : 2) * (m % 2 ? 1 : -1);
            for (int64_t d = 0; d < dimension; d++)
                each *= width;
            int64_t at = n / each % width;
            if (m > 0)
                other = n + ((at + step + width) % width - at) * each;
            for (int b = 0; b < 9; b++)
                put(&p, 3 * n + b / 3, 3 * other + b % 3);
        }
    return positions_close(&p, 3 * nodes, 3 * nodes);
}

/* The neighbours in a grid of width x width, each edge with the probability `share`; without the point itself. */
static graph_matrix *grid(int64_t width, double share)
{
    struct positions p = positions_open(4 * width * width);
    uint64_t seed = 1;
    for (int64_t i = 0; i < width * width; i++)
        for (int d = 0; d < 2; d++) {
            int64_t j = i + (d == 0 ? 1 : width);
            bool is_inside = d == 0 ? i % width + 1 < width : j < width * width;
            if (is_inside && (double)(draw(&seed) >> 11) < share * 9007199254740992.0) {
                put(&p, i, j);
                put(&p, j, i);
            }
        }
    return positions_close(&p, width * width, width * width);
}

/* A cover: each column has `each` entries in rows near each other; the matrix is much wider than high. */
static graph_matrix *cover(int64_t rows, int64_t columns, int64_t each)
{
    struct positions p = positions_open(columns * each);
    uint64_t seed = 1;
    for (int64_t j = 0; j < columns; j++) {
        int64_t at = (int64_t)(draw(&seed) % (uint64_t)rows);
        for (int64_t k = 0; k < each; k++)
            put(&p, (at + k + (int64_t)(draw(&seed) % 3)) % rows, j);
    }
    return positions_close(&p, rows, columns);
}

/* Each row cites about four earlier ones: half of them recent, half any. */
static graph_matrix *citations(int64_t rows)
{
    struct positions p = positions_open(9 * rows);
    uint64_t seed = 1;
    for (int64_t i = 1; i < rows; i++)
        for (int64_t k = 0, count = (int64_t)(draw(&seed) % 10); k < count; k++) {
            int64_t most = k % 2 && i > rows / 64 ? rows / 64 : i;
            put(&p, i, i - 1 - (int64_t)(draw(&seed) % (uint64_t)most));
        }
    return positions_close(&p, rows, rows);
}

/* A width whose power is the share of a number of points. */
static int64_t width_of(double points, int dimensions)
{
    return (int64_t)lround(pow(points, 1.0 / dimensions));
}

static graph_matrix *dense(double s) { return bench_dense((int64_t)(2000 * sqrt(s))); }
static graph_matrix *protein(double s) { return bench_fem(width_of(7283 * s, 3), 5); }
static graph_matrix *spheres(double s) { return bench_fem(width_of(27778 * s, 3), 3); }
static graph_matrix *cantilever(double s) { return bench_fem(width_of(20817 * s, 3), 3); }
static graph_matrix *wind_tunnel(double s) { return bench_fem(width_of(108959 * s, 3), 2); }
static graph_matrix *harbor(double s) { return bench_fem(width_of(23417 * s, 3), 2); }
static graph_matrix *qcd(double s) { return lattice(width_of(16384 * s, 4)); }
static graph_matrix *ship(double s) { return bench_fem(width_of(70437 * s, 3), 2); }
static graph_matrix *economics(double s) { return bench_uniform((int64_t)(206500 * s), 6); }
static graph_matrix *epidemiology(double s) { return grid(width_of(525825 * s, 2), 1); }
static graph_matrix *accelerator(double s) { return bench_fem(width_of(121192 * s, 3), 1); }
static graph_matrix *circuit(double s) { return bench_circuit((int64_t)(170998 * s), 20, 350); }
static graph_matrix *webbase(double s) { return bench_web((int64_t)(1000005 * s), 1.8, 1.3); }
static graph_matrix *lp(double s) { return cover((int64_t)(4284 * s), (int64_t)(1096894 * s), 10); }
static graph_matrix *road(double s) { return grid(width_of(1971281 * s, 2), 0.7); }
static graph_matrix *citation(double s) { return citations((int64_t)(3774768 * s)); }
/* Its hubs grow with it, so that a share of its rows has more than that share of its products; and the whole of it has a
 * square that fits no GPU, so it stops at 2^17 rows. */
static graph_matrix *systems(double s)
{
    return bench_rmat((int)fmin(17, round(log2(1696415 * pow(s, 1.5) + 2))), 7);
}

static const struct {
    const char *name, *file; /* of the real matrix, or of the graph */
    graph_matrix *(*make)(double scale);
    unsigned set;
} classes[] = {{"dense", "dense2", dense, SET_WILLIAMS},
               {"protein", "pdb1HYS", protein, SET_WILLIAMS},
               {"spheres", "consph", spheres, SET_WILLIAMS},
               {"cantilever", "cant", cantilever, SET_WILLIAMS},
               {"wind tunnel", "pwtk", wind_tunnel, SET_WILLIAMS},
               {"harbor", "rma10", harbor, SET_WILLIAMS},
               {"QCD", "qcd5_4", qcd, SET_WILLIAMS},
               {"ship", "shipsec1", ship, SET_WILLIAMS},
               {"economics", "mac_econ_fwd500", economics, SET_WILLIAMS},
               {"epidemiology", "mc2depi", epidemiology, SET_WILLIAMS},
               {"accelerator", "cop20k_A", accelerator, SET_WILLIAMS},
               {"circuit", "scircuit", circuit, SET_WILLIAMS},
               {"webbase", "webbase-1M", webbase, SET_WILLIAMS},
               {"LP", "rail4284", lp, SET_WILLIAMS},
               {"road", "roadNet-CA", road, SET_SNAP},
               {"citation", "cit-Patents", citation, SET_SNAP},
               {"autonomous systems", "as-Skitter", systems, SET_SNAP},
               {"email-Enron", "email-Enron", NULL, SET_SNAP | SET_REAL},
               {"ca-CondMat", "ca-CondMat", NULL, SET_SNAP | SET_REAL},
               {"p2p-Gnutella31", "p2p-Gnutella31", NULL, SET_SNAP | SET_REAL},
               {"wiki-Vote", "wiki-Vote", NULL, SET_SNAP | SET_REAL},
               {"web-NotreDame", "web-NotreDame", NULL, SET_REAL},
               {"soc-Epinions1", "soc-Epinions1", NULL, SET_REAL},
               {"delaunay_n16", "delaunay_n16", NULL, SET_REAL},
               {"as20graph", "as20graph", NULL, SET_REAL}};
enum { CLASSES = sizeof classes / sizeof classes[0] };

/* Whether a folder has the file of that name, which may lie in a folder of the same name. */
static bool is_in(char path[4096], const char *folder, const char *name)
{
    static const char *const suffixes[] = {".mtx", ".mtx.gz", ".txt.gz", ".txt", ".graph.gz"};
    for (size_t s = 0; folder != NULL && s < sizeof suffixes / sizeof suffixes[0]; s++)
        for (int is_nested = 0; is_nested < 2; is_nested++) {
            if (is_nested)
                snprintf(path, 4096, "%s/%s/%s%s", folder, name, name, suffixes[s]);
            else
                snprintf(path, 4096, "%s/%s%s", folder, name, suffixes[s]);
            FILE *stream = fopen(path, "rb");
            if (stream == NULL)
                continue;
            fclose(stream);
            return true;
        }
    return false;
}

bool published_has_class(const char *name, size_t length)
{
    for (int k = 0; k < CLASSES; k++)
        if (strlen(classes[k].name) == length && strncmp(classes[k].name, name, length) == 0)
            return true;
    return false;
}

/* A matrix with values, and what is known of it. */
static void describe(struct published_matrix *m, graph_matrix *pattern)
{
    m->A = bench_with_values(pattern, GRAPH_FP64);
    graph_matrix_release(&pattern);
    BENCH_OK(graph_matrix_rows(&m->rows, m->A));
    BENCH_OK(graph_matrix_columns(&m->columns, m->A));
    BENCH_OK(graph_matrix_entries(&m->entries, m->A));
    m->is_with_transpose = m->rows != m->columns;
    BENCH_OK(graph_spgemm_products(&m->products, m->A, m->A,
                                   GRAPH_DESCRIPTOR(.backend = GRAPH_BACKEND_CPU,
                                                    .flags = m->is_with_transpose ? GRAPH_TRANSPOSE_B : 0)));
}

struct published_matrix published_matrix_of(graph_matrix *pattern)
{
    struct published_matrix m = {.name = "matrix"};
    describe(&m, pattern);
    return m;
}

/* Where the file of the k-th class lies, if it has one: the user's matrix, or a graph. */
static bool find_file(char path[4096], const struct published_options *options, int k)
{
    const char *name = classes[k].file;
    return is_in(path, options->files, name) ||
           (classes[k].make == NULL &&
            (is_in(path, getenv("SEMIGRAPH_DATASETS"), name) || is_in(path, PUBLISHED_DATASETS, name)));
}

bool published_class_at(struct published_matrix *m, const struct published_options *options, int k)
{
    char path[4096];
    if (k >= CLASSES)
        return false;
    *m = (struct published_matrix){.name = classes[k].name, .sets = classes[k].set};
    snprintf(m->label, sizeof m->label, "%s%s", m->name,
             classes[k].make == NULL || find_file(path, options, k) ? " (file)" : "");
    return true;
}

bool published_open(struct published_matrix *m, const struct published_options *options, int k)
{
    char path[4096];
    graph_matrix *pattern = NULL;
    if (find_file(path, options, k))
        BENCH_OK(graph_read(
            &pattern, path,
            &(const graph_read_options){.size = sizeof(graph_read_options), .weights = GRAPH_WEIGHTS_DROP}));
    else if (classes[k].make != NULL)
        pattern = classes[k].make(options->scale);
    else
        return false;
    describe(m, pattern);
    return true;
}
