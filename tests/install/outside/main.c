/* A program outside the project: squares the path 0 - 1 - 2 with the installed library. */
#include <semigraph.h>
#include <stdio.h>

int main(void)
{
    const graph_index row[] = {0, 1, 1, 2}, column[] = {1, 0, 2, 1};
    graph_matrix *A = NULL, *C = NULL;
    graph_index entries = 0;
    graph_status status = graph_matrix_create(&A, GRAPH_PATTERN, 3, 3);
    if (status == GRAPH_OK)
        status = graph_matrix_build(A, row, column, NULL, GRAPH_PATTERN, 4, GRAPH_NO_OP);
    if (status == GRAPH_OK)
        status = graph_spgemm(&C, graph_semiring_by_name("plus_pair_int64"), A, A, NULL);
    if (status == GRAPH_OK)
        status = graph_matrix_entries(&entries, C);
    if (status != GRAPH_OK)
        fprintf(stderr, "%s: %s\n", graph_status_name(status), graph_last_error());
    printf("semigraph %s, %llu entries\n", graph_version(), (unsigned long long)entries);
    graph_matrix_release(&C);
    graph_matrix_release(&A);
    return status == GRAPH_OK && entries == 5 ? 0 : 1;
}
