// Products of CombBLAS, on its own kernels and with the library's plugged in, and those of the ranks of a group: the same
// entries, over plus_times, min_plus and or_and.
//
//     mpirun -n 9 combblas_oracle [SCALE [EDGES_OF_A_VERTEX [TRIALS]]]
//
// The first 1, 4 and 9 of the ranks, as far as there are so many, compare one after the other.  Prints the seconds of the
// products by all, and exits with 1 if anything differs.
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <vector>

#include <CombBLAS/CombBLAS.h>
#include "semigraph.h"
#include "semigraph/mpi.h"
#include "semigraph/combblas.h"

// or_and: PlusTimesSRing of truth values adds with +, which is `or`.
typedef combblas::PlusTimesSRing<int64_t, int64_t> plus_times;

// As CombBLAS's own MinPlusSRing, which version 1.6.2 does not compile.
struct min_plus {
    static int64_t id() { return INT64_MAX; }
    static bool returnedSAID() { return false; }
    static MPI_Op mpi_op() { return MPI_MIN; }
    static int64_t add(const int64_t &x, const int64_t &y) { return std::min(x, y); }
    static int64_t multiply(const int64_t &x, const int64_t &y) { return x + y; }
    static void axpy(int64_t a, const int64_t &x, int64_t &y) { y = add(y, multiply(a, x)); }
};
typedef combblas::PlusTimesSRing<bool, bool> or_and;

// The same, for which the library's product is plugged in.
struct plugged_plus_times : plus_times {
};
struct plugged_min_plus : min_plus {
};
struct plugged_or_and : or_and {
};
GRAPH_COMBBLAS_PRODUCT(plugged_plus_times, int64_t, int64_t,
                       graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_INT64))
GRAPH_COMBBLAS_PRODUCT(plugged_min_plus, int64_t, int64_t,
                       graph_semiring_builtin(GRAPH_MIN_PLUS, GRAPH_INT64))
GRAPH_COMBBLAS_PRODUCT(plugged_or_and, int64_t, bool, graph_semiring_builtin(GRAPH_OR_AND, GRAPH_BOOL))

static MPI_Comm comm; // of the ranks that take part

static uint64_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// The entries of a matrix, told by their number and a sum that changes with any of them.
struct entries {
    uint64_t count, sum;
    void add(uint64_t i, uint64_t j, uint64_t value)
    {
        count++;
        sum += mix(mix(i * 0x9e3779b97f4a7c15u + j) + value);
    }
};

static entries over_all(entries own)
{
    MPI_Allreduce(MPI_IN_PLACE, &own.count, 1, MPI_UINT64_T, MPI_SUM, comm);
    MPI_Allreduce(MPI_IN_PLACE, &own.sum, 1, MPI_UINT64_T, MPI_SUM, comm);
    return own;
}

// An edge by its number: skewed, without repetitions after the two libraries have joined them.
static void edge(uint64_t k, int scale, uint64_t *i, uint64_t *j, uint64_t *value)
{
    *i = *j = 0;
    for (int b = 0; b < scale; b++) {
        const uint64_t x = mix(k * 64 + (uint64_t)b) % 100;
        *i = 2 * *i + (x >= 76);
        *j = 2 * *j + ((x >= 57 && x < 76) || x >= 95);
    }
    *value = 1 + mix(*i * 1000003 + *j) % 9;
}

static int trials = 1; // of each product, the fastest of which is printed

template <typename T> using block_of = combblas::SpDCCols<int64_t, T>;
template <typename T> using matrix_of = combblas::SpParMat<int64_t, T, block_of<T>>;

// Equal positions have equal values, of which one stays.  Its vectors hold no truth values.
static matrix_of<int64_t> make_matrix(std::shared_ptr<combblas::CommGrid> grid, int scale, uint64_t edges)
{
    const int64_t n = (int64_t)1 << scale;
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    std::vector<int64_t> rows, columns, values;
    // Every rank gives as many: what is missing in the last round is the first edge once more.
    for (uint64_t k = (uint64_t)rank; k < edges + (uint64_t)rank; k += (uint64_t)ranks) {
        uint64_t i, j, v;
        edge(k < edges ? k : 0, scale, &i, &j, &v);
        rows.push_back((int64_t)i);
        columns.push_back((int64_t)j);
        values.push_back((int64_t)v);
    }
    combblas::FullyDistVec<int64_t, int64_t> r(rows, grid), c(columns, grid), v(values, grid);
    return matrix_of<int64_t>(n, n, r, c, v, false);
}

template <typename SR, typename T> entries by_combblas(const matrix_of<T> &A, int scale, double *seconds)
{
    const int64_t n = (int64_t)1 << scale;
    std::shared_ptr<combblas::CommGrid> grid = A.getcommgrid();
    *seconds = 1e9;
    entries found = {0, 0};
    for (int k = 0; k < trials; k++) {
        matrix_of<T> B(A), D(A);
        MPI_Barrier(comm);
        const double start = MPI_Wtime();
        matrix_of<T> C = combblas::Mult_AnXBn_Synch<SR, T, block_of<T>>(B, D);
        MPI_Barrier(comm);
        *seconds = std::min(*seconds, MPI_Wtime() - start);
        const int64_t row_offset = n / grid->GetGridRows() * grid->GetRankInProcCol(),
                      column_offset = n / grid->GetGridCols() * grid->GetRankInProcRow();
        block_of<T> &own = C.seq();
        found.count = found.sum = 0;
        if (!own.isZero())
            for (auto column = own.begcol(); column != own.endcol(); ++column)
                for (auto e = own.begnz(column); e != own.endnz(column); ++e)
                    found.add((uint64_t)(e.rowid() + row_offset), (uint64_t)(column.colid() + column_offset),
                              (uint64_t)e.value());
    }
    return over_all(found);
}

static void must(graph_status status)
{
    if (status >= 0)
        return;
    fprintf(stderr, "%s\n", graph_last_error());
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static entries by_ranks(graph_group *group, const graph_semiring *semiring, int scale, uint64_t edges,
                        double *seconds)
{
    const graph_index n = (graph_index)1 << scale;
    const graph_type type = graph_semiring_type(semiring);
    std::vector<graph_index> rows(edges), columns(edges);
    std::vector<int64_t> values(edges);
    graph_matrix *A = NULL;
    graph_dist *D = NULL, *C = NULL;
    const graph_matrix *mine = NULL;
    graph_index first = 0, count = 0;
    if (graph_group_rank(group) == 0) {
        for (uint64_t k = 0; k < edges; k++) {
            uint64_t v;
            edge(k, scale, &rows[k], &columns[k], &v);
            values[k] = (int64_t)v;
        }
        must(graph_matrix_create(&A, type, n, n));
        must(graph_matrix_build(A, rows.data(), columns.data(), values.data(), GRAPH_INT64, edges,
                                GRAPH_FIRST));
    }
    must(graph_dist_scatter(&D, group, A, 0, GRAPH_CUT_WORK));
    *seconds = 1e9;
    for (int k = 0; k < trials; k++) {
        graph_dist_release(&C);
        must(graph_dist_create(&C, group, type, n, n));
        MPI_Barrier(comm);
        const double start = MPI_Wtime();
        must(graph_dist_mxm(C, NULL, GRAPH_NO_OP, semiring, D, D, NULL));
        MPI_Barrier(comm);
        *seconds = std::min(*seconds, MPI_Wtime() - start);
    }
    must(graph_dist_rows(&mine, &first, C));
    must(graph_matrix_entries(&count, mine));
    rows.resize(count);
    columns.resize(count);
    values.resize(count);
    must(graph_matrix_extract_tuples(rows.data(), columns.data(), values.data(), GRAPH_INT64, &count, mine));
    entries found = {0, 0};
    for (graph_index k = 0; k < count; k++)
        found.add(rows[k] + first, columns[k], (uint64_t)values[k]);
    graph_matrix_release(&A);
    graph_dist_release(&D);
    graph_dist_release(&C);
    return over_all(found);
}

template <typename SR, typename PLUGGED, typename T>
static bool compare(graph_group *group, graph_semiring_kind kind, graph_type type, const matrix_of<T> &A,
                    int scale, uint64_t edges)
{
    double seconds[3];
    const graph_semiring *semiring = graph_semiring_builtin(kind, type);
    const entries theirs = by_combblas<SR, T>(A, scale, &seconds[0]),
                  plugged = by_combblas<PLUGGED, T>(A, scale, &seconds[1]),
                  ours = by_ranks(group, semiring, scale, edges, &seconds[2]);
    const bool is_equal = theirs.count == ours.count && theirs.sum == ours.sum &&
                          plugged.count == ours.count && plugged.sum == ours.sum;
    if (graph_group_rank(group) == 0)
        printf("%s, %d ranks: %llu entries, CombBLAS %.4f s, with the plug %.4f s, ranks %.4f s, %.2f times, "
               "%s\n",
               graph_semiring_name(semiring), graph_group_ranks(group), (unsigned long long)ours.count,
               seconds[0], seconds[1], seconds[2], seconds[0] / seconds[2], is_equal ? "equal" : "DIFFERENT");
    return is_equal;
}

static bool compare_all(int scale, uint64_t edges)
{
    graph_group *group = NULL;
    must(graph_group_create_mpi(&group, comm, NULL));
    std::shared_ptr<combblas::CommGrid> grid(new combblas::CommGrid(comm, 0, 0));
    const matrix_of<int64_t> A = make_matrix(grid, scale, edges);
    const matrix_of<bool> pattern = A;
    bool is_equal = compare<plus_times, plugged_plus_times, int64_t>(group, GRAPH_PLUS_TIMES, GRAPH_INT64, A,
                                                                     scale, edges);
    is_equal =
        compare<min_plus, plugged_min_plus, int64_t>(group, GRAPH_MIN_PLUS, GRAPH_INT64, A, scale, edges) &&
        is_equal;
    is_equal =
        compare<or_and, plugged_or_and, bool>(group, GRAPH_OR_AND, GRAPH_BOOL, pattern, scale, edges) &&
        is_equal;
    graph_group_release(&group);
    return is_equal;
}

int main(int argc, char **argv)
{
    const int scale = argc > 1 ? atoi(argv[1]) : 10, each = argc > 2 ? atoi(argv[2]) : 8;
    int rank, ranks, wrong = 0;
    trials = argc > 3 ? atoi(argv[3]) : trials;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int across = 1; across <= 3 && across * across <= ranks; across++) {
        MPI_Comm_split(MPI_COMM_WORLD, rank < across * across ? 0 : MPI_UNDEFINED, rank, &comm);
        if (comm != MPI_COMM_NULL) {
            wrong += !compare_all(scale, (uint64_t)each << scale);
            MPI_Comm_free(&comm);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return wrong > 0;
}
