/* The tests of the algorithms over MPI: mpirun -n N mpi_algorithms.  Of N ranks the first 1, 2, 3, 4, 6 and 9 make a group one
 * after the other, so that one start of mpirun is enough.  Exit status 1 on every rank if one of them fails. */
#define TEST_DIST_OVER_MPI
#include "tests/dist/test_dist_algorithms.c"

#include "semigraph/mpi.h"

/* On the ranks of one communicator.  Whether all holds. */
static bool run_group(MPI_Comm comm, const graph_matrix *A, uint64_t seed)
{
    struct algorithm a = {.A = A, .seed = seed};
    const graph_group_options options = {.size = sizeof options, .links = GRAPH_LINKS_NEVER};
    graph_group *group = NULL;
    if (graph_group_create_mpi(&group, comm, &options) != GRAPH_OK) {
        fprintf(stderr, "%s\n", graph_last_error());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    run_all(group, &a);
    graph_group_release(&group);
    return !a.is_wrong;
}

int main(int argc, char **argv)
{
    uint64_t seed = 11;
    int wrong = 0, rank, ranks;
    graph_set_threads(1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int k = 0; k < RANK_NUMBERS && rank_numbers[k] <= ranks; k++) {
        const uint64_t chosen = test_random(&seed);
        graph_matrix *A = NULL;
        MPI_Comm comm;
        if (random_matrix(&A, &seed, (enum graph_shape)(k % SHAPE_COUNT), GRAPH_INT32, 30, 30, 90,
                          VALUES_REAL) != GRAPH_OK)
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Comm_split(MPI_COMM_WORLD, rank < rank_numbers[k] ? 0 : MPI_UNDEFINED, rank, &comm);
        if (comm != MPI_COMM_NULL) {
            wrong += !run_group(comm, A, chosen);
            MPI_Comm_free(&comm);
        }
        graph_matrix_release(&A);
    }
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return wrong > 0;
}
