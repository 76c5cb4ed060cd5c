/* Random calls of every operation against the oracle.
 *
 *     test_random_calls [calls [seed [kind]]]
 *
 * Without arguments: a fixed seed, then one from the clock.  A failure prints the seed and the call made smaller; the
 * seed gives the same call again: test_random_calls 1 SEED. */
#include <time.h>

#include "tests/random_call.h"
#include "tests/test.h"

enum { FAILURES_SHOWN = 5 };

/* Runs calls of consecutive seeds; returns how many failed. */
static int run(uint64_t calls, uint64_t seed, enum call_kind only, bool is_loud)
{
    int failed = 0;
    for (uint64_t k = 0; k < calls && failed < FAILURES_SHOWN; k++) {
        struct call call = call_of_seed(seed + k, only);
        if (is_loud)
            call_print(&call, stderr);
        if (!call_holds(&call, NULL)) {
            failed++;
            call = call_shrink(call);
            call_print(&call, stderr);
            call_holds(&call, stderr);
        }
        call_release(&call);
    }
    return failed;
}

int main(int argc, char **argv)
{
    uint64_t calls = argc > 1 ? strtoull(argv[1], NULL, 10) : 1500;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    enum call_kind only = argc > 3 ? (enum call_kind)atoi(argv[3]) : CALL_KIND_COUNT;
    int failed = run(calls, seed, only, getenv("SEMIGRAPH_LOUD") != NULL);
    printf("%llu calls from seed %llu, %d failed\n", (unsigned long long)calls, (unsigned long long)seed,
           failed);
    if (argc <= 2) {
        uint64_t clock_seed = (uint64_t)time(NULL) * 1000000;
        printf("%llu calls from seed %llu of the clock", (unsigned long long)calls,
               (unsigned long long)clock_seed);
        fflush(stdout);
        int more = run(calls, clock_seed, only, false);
        printf(", %d failed\n", more);
        failed += more;
    }
    printf("%d passed, %d failed\n", failed == 0, failed);
    return failed == 0 ? 0 : 1;
}
