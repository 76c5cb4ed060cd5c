/* Variables of the environment that are switches.  Each is read once in a process, so that each value gets a new one. */
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/test.h"

static bool is_strict_with(const char *value)
{
    int status = -1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (value != NULL)
            setenv("GRAPH_STRICT", value, 1);
        else
            unsetenv("GRAPH_STRICT");
        _exit(graph_get_strict() ? 1 : 0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status) == 1;
}

TEST(zero_and_nothing_are_off)
{
    CHECK(is_strict_with("1"));
    CHECK(is_strict_with("yes"));
    CHECK(!is_strict_with("0"));
    CHECK(!is_strict_with(""));
    CHECK(!is_strict_with(NULL));
}

TEST_MAIN(TEST_ROW(zero_and_nothing_are_off))
