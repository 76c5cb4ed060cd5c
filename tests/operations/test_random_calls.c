/* Random calls of every operation against the oracle; on the back end $SEMIGRAPH_TEST_BACKEND, if that is not the CPU,
 * also against the CPU.
 *
 *     test_random_calls [calls [seed [kind]]]
 *
 * Without arguments: a fixed seed, then one from the clock.  A failure prints the seed and the call made smaller; the
 * seed reproduces the call: test_random_calls 1 SEED. */
#include <time.h>

#include "tests/support/random_call.h"
#include "tests/support/test.h"

int main(int argc, char **argv)
{
    uint64_t calls = argc > 1 ? strtoull(argv[1], NULL, 10) : 1500 / (uint64_t)test_step(3);
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    enum call_kind only = argc > 3 ? (enum call_kind)atoi(argv[3]) : CALL_KIND_COUNT;
    int failed = check_random_calls(calls, seed, only);
    printf("%llu calls from seed %llu, %d failed\n", (unsigned long long)calls, (unsigned long long)seed,
           failed);
    if (argc <= 2) {
        uint64_t clock_seed = (uint64_t)time(NULL) * 1000000;
        printf("%llu calls from seed %llu of the clock", (unsigned long long)calls,
               (unsigned long long)clock_seed);
        fflush(stdout);
        int more = check_random_calls(calls, clock_seed, only);
        printf(", %d failed\n", more);
        failed += more;
    }
    if (test_backend() != GRAPH_BACKEND_CPU)
        call_print_places(stdout);
    printf("%d passed, %d failed\n", failed == 0, failed);
    return failed == 0 ? 0 : 1;
}
