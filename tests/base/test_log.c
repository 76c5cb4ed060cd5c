/* GRAPH_LOG=1: one line a call. */
#include <unistd.h>

#include "tests/support/test.h"

/* What `run` writes to stderr, in a static buffer. */
static const char *log_of(void (*run)(void))
{
    static char text[4096];
    FILE *file = tmpfile();
    int before = dup(2);
    dup2(fileno(file), 2);
    run();
    dup2(before, 2);
    close(before);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void three_calls(void)
{
    const graph_semiring *s = graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64);
    const graph_descriptor cpu = {.size = sizeof cpu, .backend = GRAPH_BACKEND_CPU, .threads = 2};
    graph_matrix *A = NULL, *C = NULL;
    graph_vector *level = NULL, *u = NULL;
    graph_index entries;
    CHECK_OK(graph_matrix_create(&A, GRAPH_FP64, 100, 100));
    for (graph_index k = 0; k < 300; k++)
        CHECK_OK(graph_matrix_set(A, k / 3, (k / 3 + k % 3 + 1) % 100, graph_fp64(1)));
    CHECK_OK(graph_matrix_check(A));
    CHECK_OK(graph_matrix_entries(&entries, A));
    CHECK_OK(graph_spgemm(&C, s, A, A, &cpu));
    CHECK_OK(graph_bfs(&level, NULL, A, 0, NULL));
    CHECK_OK(graph_vector_create(&u, GRAPH_FP64, 99));
    CHECK(graph_mxv(u, NULL, GRAPH_NO_OP, s, A, u, &cpu) == GRAPH_E_DIMENSION);
    graph_vector_release(&u);
    graph_vector_release(&level);
    graph_matrix_release(&C);
    graph_matrix_release(&A);
}

TEST(one_line_a_call)
{
    const char *log = log_of(three_calls);
    int lines = 0;
    for (const char *c = log; *c != '\0'; c++)
        lines += *c == '\n';
    CHECK_SAY(lines == 3, "the log is\n%s", log);
    CHECK(
        strstr(log,
               "semigraph: mxm on cpu: A 100 x 100 with 300, B 100 x 100 with 300, dense, 900 products, ") ==
        log);
    CHECK(strstr(log, "\nsemigraph: bfs on ") != NULL);
    CHECK(strstr(log, "\nsemigraph: mxv on cpu: A 100 x 100 with 300, u 99 with 0, ") != NULL);
    CHECK(strstr(log, " ms: u has length 99, ") != NULL);
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST_ROW(one_line_a_call)};
    setenv("GRAPH_LOG", "1", 1);
    return test_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
