/* GRAPH_LOG set to nothing is as GRAPH_LOG unset: the library writes no line.  The variable is read once in a process: each
 * value gets a new one. */
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/test.h"

/* How many bytes a product writes to stderr in a new process with this value. */
static long logged(const char *wish)
{
    FILE *file = tmpfile();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        graph_matrix *A = NULL, *C = NULL;
        dup2(fileno(file), 2);
        setenv("GRAPH_LOG", wish, 1);
        graph_status status = graph_matrix_create(&A, GRAPH_FP64, 1, 1);
        if (status == GRAPH_OK)
            status = graph_spgemm(&C, graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64), A, A, NULL);
        _exit(status == GRAPH_OK ? 0 : 1);
    }
    int status = 1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    fseek(file, 0, SEEK_END);
    long bytes = ftell(file);
    fclose(file);
    return bytes;
}

TEST(only_a_wish_turns_it_on)
{
    CHECK(logged("1") > 0);
    CHECK(logged("0") == 0);
    CHECK(logged("") == 0);
}

TEST_MAIN(TEST_ROW(only_a_wish_turns_it_on))
