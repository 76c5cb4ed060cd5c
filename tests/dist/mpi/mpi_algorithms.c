/* The tests of the algorithms over MPI: mpirun -n N mpi_algorithms.  Exit status 1 on every rank if one of them fails. */
#define TEST_DIST_OVER_MPI
#include "tests/dist/test_dist_algorithms.c"

#include "semigraph/mpi.h"

int main(int argc, char **argv)
{
    uint64_t seed = 11;
    int wrong = 0;
    graph_set_threads(1);
    MPI_Init(&argc, &argv);
    for (int k = 0; k < 4; k++) {
        struct algorithm a = {.seed = test_random(&seed)};
        const graph_group_options options = {.size = sizeof options, .links = GRAPH_LINKS_NEVER};
        graph_matrix *A = NULL;
        graph_group *group = NULL;
        if (random_matrix(&A, &seed, (enum graph_shape)k, GRAPH_INT32, 30, 30, 90, VALUES_REAL) != GRAPH_OK ||
            graph_group_create_mpi(&group, MPI_COMM_WORLD, &options) != GRAPH_OK) {
            fprintf(stderr, "%s\n", graph_last_error());
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        a.A = A;
        run_all(group, &a);
        wrong += a.is_wrong;
        graph_group_release(&group);
        graph_matrix_release(&A);
    }
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return wrong > 0;
}
