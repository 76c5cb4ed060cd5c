/* Every kernel compiles at run time for every built-in semiring.
 *
 *     test_cuda_kernels [all]
 *
 * Without `all` it takes a sample of these some 4,000 programs, to PTX alone, and keeps nothing.  With it they become
 * machine code that stays in the user's cache, where the tests of a GPU find it. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "contract/semiring.h"
#include "cuda/kernels/kernels.h"
#include "cuda/runtime/runtime_compile.h"
#include "tests/support/test.h"

enum { USUAL_ARCHITECTURE = 90, USUAL_STEP = 397 };

struct program {
    enum graph_cuda_kernel kernel;
    const graph_semiring *semiring;
};

static graph_status compile(const struct program *p, int architecture, bool is_machine_code)
{
    char *text = NULL, *image = NULL;
    size_t bytes;
    bool was_cached;
    graph_status status = graph__cuda_program(&text, p->kernel, p->semiring, p->semiring->type);
    if (status == GRAPH_OK)
        status = is_machine_code ? graph__cuda_compile(&image, &bytes, &was_cached, text, architecture)
                                 : graph__cuda_compile_ptx(&image, text, architecture);
    graph__free(image);
    graph__free(text);
    return status;
}

/* The first kernel of each program that needs a semiring. */
static int list_kernels(enum graph_cuda_kernel kernels[GRAPH_KERNEL_COUNT])
{
    const char *last = "";
    int count = 0;
    for (int k = 0; k < GRAPH_KERNEL_COUNT; k++) {
        bool needs_semiring;
        const char *content = graph__cuda_kernel_content(&needs_semiring, (enum graph_cuda_kernel)k);
        if (needs_semiring && strcmp(content, last) != 0)
            kernels[count++] = (enum graph_cuda_kernel)k;
        last = content;
    }
    return count;
}

int main(int argc, char **argv)
{
    bool is_all = argc > 1 && strcmp(argv[1], "all") == 0;
    const struct graph_cuda_device *device = is_all ? graph__cuda_device(NULL) : NULL;
    int architecture = device != NULL ? device->architecture : USUAL_ARCHITECTURE;
    enum graph_cuda_kernel kernels[GRAPH_KERNEL_COUNT];
    int kernel_count = list_kernels(kernels), semirings = 0, failed = 0, made = 0;
    if (!is_all)
        setenv("SEMIGRAPH_CACHE", "", 1);
    while (graph_semiring_at((size_t)semirings) != NULL)
        semirings++;
#pragma omp parallel for schedule(dynamic) num_threads(omp_get_num_procs()) reduction(+ : failed, made)
    for (int k = 0; k < semirings * kernel_count; k++) {
        struct program p = {kernels[k % kernel_count], graph_semiring_at((size_t)(k / kernel_count))};
        if (!is_all && k % USUAL_STEP != 0)
            continue;
        made++;
        if (compile(&p, architecture, is_all) < 0) {
            bool needs_semiring;
            fprintf(stderr, "%s for %s: %s\n", graph__cuda_kernel_content(&needs_semiring, p.kernel),
                    graph_semiring_name(p.semiring), graph_last_error());
            failed++;
        }
    }
    printf("%d programs\n%d passed, %d failed\n", made, failed == 0, failed);
    return failed == 0 ? 0 : 1;
}
