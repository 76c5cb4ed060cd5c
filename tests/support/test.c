/* See test.h. */
#include "tests/support/test.h"

#include <dirent.h>
#include <omp.h>
#include <stdarg.h>

#include "base/memory.h"

static int failed_claims;
static bool is_skipped;

void test_skip(const char *format, ...)
{
    va_list arguments;
    is_skipped = true;
    printf("skipped: ");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

bool test_claim(bool holds, const char *file, int line, const char *format, ...)
{
    if (holds)
        return true;
    failed_claims++;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: does not hold: ", file, line);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    return false;
}

bool test_status(graph_status got, graph_status expected, const char *piece, const char *call,
                 const char *file, int line)
{
    bool holds = got == expected && (got >= 0 || strstr(graph_last_error(), piece) != NULL);
    return test_claim(holds, file, line, "%s\n    gives %s \"%s\"\n    expected %s \"...%s...\"", call,
                      graph_status_name(got), got < 0 ? graph_last_error() : "", graph_status_name(expected),
                      piece);
}

uint64_t test_random(uint64_t *seed)
{
    uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

bool test_is_out_of_memory(graph_status status)
{
    return status == GRAPH_E_MEMORY ||
           (test_backend() != GRAPH_BACKEND_CPU && status == GRAPH_E_DEVICE_MEMORY);
}

/* One run of the scenario with allocation k refused, alone or with all after it.  Whether the run behaved as required. */
static bool refuse(const char *name, graph_status (*scenario)(void), int64_t k, bool is_alone,
                   graph_status *status)
{
    int64_t blocks = graph__memory_blocks();
    if (is_alone)
        graph__memory_fail_only(k);
    else
        graph__memory_fail_at(k);
    *status = scenario();
    bool is_refused = graph__memory_allocations() >= k;
    graph__memory_fail_at(0);
    int64_t leaked = graph__memory_blocks() - blocks;
    /* A function may do without an allocation that fails alone. */
    bool is_expected = test_is_out_of_memory(*status) || (*status >= 0 && (is_alone || !is_refused));
    return test_claim(leaked == 0, name, (int)k, "%s with allocation %lld failing leaves %lld blocks", name,
                      (long long)k, (long long)leaked) &&
           test_claim(is_expected, name, (int)k, "%s with allocation %lld failing gives %s \"%s\"", name,
                      (long long)k, graph_status_name(*status), graph_last_error()) &&
           is_refused;
}

void test_every_allocation(const char *name, graph_status (*scenario)(void))
{
    test_sampled_allocations(name, scenario, 1);
}

void test_sampled_allocations(const char *name, graph_status (*scenario)(void), int step)
{
    enum { FIRST = 16 };
    graph_status status = GRAPH_OK;
    /* On a device inputs get a copy there, and what is made there one here for the fallback, which stay with them. */
    if (test_backend() != GRAPH_BACKEND_CPU) {
        test_claim(scenario() >= 0, name, 0, "%s: %s", name, graph_last_error());
        graph_set_device_memory(1);
        scenario();
        graph_set_device_memory(0);
    }
    for (int alone = 0; alone < 2; alone++) {
        for (int64_t k = 1; refuse(name, scenario, k, alone != 0, &status);)
            k += k < FIRST ? 1 : test_device_step(step);
        test_claim(status >= 0, name, 0, "%s ends with %s \"%s\"", name, graph_status_name(status),
                   graph_last_error());
    }
}

const char *test_datasets(void)
{
    const char *folder = getenv("SEMIGRAPH_DATASETS");
    return folder != NULL && folder[0] != '\0' ? folder : NULL;
}

const char *test_shipped_folder(void) { return TEST_SHIPPED_DATASETS; }

int test_each_file(const char *folder, int (*visit)(const char *path, const char *name))
{
    int sum = 0;
    DIR *files = opendir(folder);
    for (struct dirent *file; files != NULL && (file = readdir(files)) != NULL;) {
        char path[4096];
        if (file->d_name[0] == '.' || strstr(file->d_name, ".tsv") != NULL ||
            strstr(file->d_name, ".md") != NULL)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        sum += visit(path, file->d_name);
    }
    if (files != NULL)
        closedir(files);
    return sum;
}

const char *test_shipped(const char *file)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", TEST_SHIPPED_DATASETS, file);
    return path;
}

const char *test_find_dataset(const char *file)
{
    static char path[4096];
    const char *folders[] = {test_datasets(), TEST_SHIPPED_DATASETS};
    for (int k = 0; k < 2; k++) {
        if (folders[k] == NULL)
            continue;
        snprintf(path, sizeof path, "%s/%s", folders[k], file);
        FILE *stream = fopen(path, "rb");
        if (stream != NULL) {
            fclose(stream);
            return path;
        }
    }
    test_skip("%s is neither in $SEMIGRAPH_DATASETS nor in datasets/; the rest of the test runs", file);
    return NULL;
}

int test_real_graphs(void (*compare)(const char *file, graph_direction direction))
{
    static const char *const files[] = {
        "wiki-Vote.txt.gz",      "ca-CondMat.txt.gz",    "ca-GrQc.txt.gz",           "ca-HepPh.txt.gz",
        "email-Enron.txt.gz",    "email-Eu-core.txt.gz", "facebook_combined.txt.gz", "soc-Epinions1.txt.gz",
        "p2p-Gnutella31.txt.gz", "web-NotreDame.txt.gz", "as20graph.txt.gz",         "delaunay_n13.mtx.gz",
        "karate.mtx.gz",         "CollegeMsg.txt.gz",
    };
    int found = 0;
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
        if (test_find_dataset(files[k]) == NULL)
            continue;
        found++;
        compare(files[k], GRAPH_AS_STORED);
        compare(files[k], GRAPH_UNDIRECTED);
    }
    return found;
}

graph_backend_kind test_backend(void)
{
    static const graph_backend_kind kinds[] = {GRAPH_BACKEND_CPU, GRAPH_BACKEND_CUDA};
    const char *name = getenv("SEMIGRAPH_TEST_BACKEND"), *why = "no such back end";
    if (name == NULL || name[0] == '\0')
        return GRAPH_BACKEND_CPU;
    for (int k = 0; k < 2; k++)
        if (strcmp(name, graph_backend_name(kinds[k])) == 0 && graph_backend_available(kinds[k], &why))
            return kinds[k];
    fprintf(stderr, "SEMIGRAPH_TEST_BACKEND=%s: %s\n", name, why);
    exit(1);
}

static bool is_small(void)
{
    const char *wish = getenv("SEMIGRAPH_TEST_SMALL");
    return wish != NULL && wish[0] != '\0';
}

int test_step(int step) { return is_small() ? step : 1; }

int test_device_step(int step) { return test_backend() == GRAPH_BACKEND_CPU ? 1 : step; }

graph_backend_kind test_backend_of(graph_form form)
{
    enum { EACH = 8 };
    static int asked;
    return form == GRAPH_FORM_ALGEBRA && asked++ % EACH != 0 ? GRAPH_BACKEND_CPU : test_backend();
}

static bool is_wanted(int argc, char **argv, const struct test *test)
{
    for (int k = 1; k < argc; k++)
        if (strcmp(argv[k], test->name) == 0)
            return true;
    return argc <= 1 && !(test->is_large && is_small());
}

int test_main(int argc, char **argv, const struct test *tests, size_t count)
{
    int passed = 0, failed = 0, skipped = 0;
    for (size_t k = 0; k < count; k++) {
        if (!is_wanted(argc, argv, &tests[k]))
            continue;
        if (tests[k].needs_device && test_backend() == GRAPH_BACKEND_CPU) {
            printf("skipped %s: it says nothing without a device\n", tests[k].name);
            skipped++;
            continue;
        }
        int before = failed_claims;
        is_skipped = false;
        double begin = omp_get_wtime();
        tests[k].run();
        printf("%6.1f s %s\n", omp_get_wtime() - begin, tests[k].name);
        fflush(stdout); /* so that a program which is stopped has said how far it came */
        if (failed_claims == before) {
            passed += !is_skipped;
            skipped += is_skipped;
        } else {
            failed++;
            fprintf(stderr, "FAILED %s\n", tests[k].name);
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    if (skipped > 0)
        printf("%d skipped\n", skipped);
    return failed > 0 ? 1 : passed > 0 ? 0 : skipped > 0 ? TEST_SKIPPED : 1;
}
