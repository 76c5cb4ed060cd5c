/* Faults of CUDA under src/cuda/runtime, without a GPU: fake_cudart.c stands where CUDA would, so that the sanitizers see
 * what is lost.  Call k fails, for every k: alone, every allocation from it on, or every call from it on. */
#define _DEFAULT_SOURCE
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "cuda/runtime/array_cache.h"
#include "cuda/runtime/async_download.h"
#include "cuda/runtime/call.h"
#include "tests/cuda/runtime/cuda_faults.h"

enum { WORDS = 3000, BLOCKS = 18, MANY_BYTES = 600 << 10 };

static const enum fault_mode modes[] = {FAULT_ONE, FAULT_MEMORY, FAULT_GONE};
enum { MODES = sizeof modes / sizeof modes[0] };

/* ---- What runs with faults; each returns GRAPH_OK only with the right answer ---- */

static graph_status blocks_and_copies(void)
{
    static int64_t here[WORDS], back[WORDS];
    void *there[3] = {NULL, NULL, NULL};
    graph_status status = GRAPH_OK;
    for (int k = 0; k < WORDS; k++)
        here[k] = 3 * k;
    memset(back, 0, sizeof back);
    for (int b = 0; b < 3; b++)
        TRY(graph__cuda_allocate(&there[b], WORDS, sizeof *here));
    TRY(graph__cuda_upload(there[1], here, sizeof here));
    TRY(graph__cuda_download(back, there[1], sizeof back));
    TRY(graph__cuda_wait());
    CHECK(memcmp(here, back, sizeof here) == 0);
done:
    for (int b = 0; b < 3; b++)
        graph__cuda_release(there[b]);
    return status;
}

/* A kernel that doubles words. */
struct doubling {
    int64_t *word;
    int64_t n;
};

static void double_words(const void *arguments)
{
    const struct doubling *a = arguments;
    for (int64_t k = 0; k < a->n; k++)
        a->word[k] *= 2;
}

static graph_status launches(struct cuda_call *call, struct doubling *a)
{
    const size_t shared = 100 << 10;
    const void *kernel = (const void *)double_words;
    int64_t blocks = 0;
    graph_status status;
    TRY(graph__cuda_launch(call, kernel, 1, 32, 0, a));
    TRY(graph__cuda_launch_dependent(call, kernel, 1, 32, shared, 50, a));
    TRY(graph__cuda_full_grid(&blocks, kernel, 32, shared));
    TRY(graph__cuda_launch_cooperative(call, kernel, blocks, 32, shared, a));
    if (graph__cuda_runs_cluster(call, kernel, 8, 32, shared))
        TRY(graph__cuda_launch_clusters(call, kernel, 1, 8, 32, shared, a));
    else
        TRY(graph__cuda_launch(call, kernel, 1, 32, 0, a));
    TRY(graph__cuda_fork(call));
    for (int stream = 0; stream < GRAPH_CUDA_STREAMS; stream += 3) {
        TRY(graph__cuda_use_stream(call, stream));
        TRY(graph__cuda_launch(call, kernel, 1, 32, 0, a));
        TRY(graph__cuda_follow_stream(call, 0));
    }
    TRY(graph__cuda_join(call));
done:
    return status;
}

static graph_status one_call(void)
{
    enum { DOUBLINGS = 7, TAGS = 3 };
    struct doubling a = {.n = WORDS};
    struct cuda_lookback_memory memory;
    int64_t *more = NULL, word = 5, read = 0, later = 0;
    void *large = NULL;
    graph_status status;
    struct cuda_call *call = graph__cuda_begin();
    TRY(CUDA_SCRATCH(call, a.word, WORDS));
    TRY(CUDA_SCRATCH(call, more, WORDS));
    TRY(graph__cuda_scratch(call, &large, (size_t)5 << 20, 1)); /* another block */
    TRY(graph__cuda_set_bytes(call, a.word, 0, WORDS * sizeof *a.word));
    TRY(graph__cuda_upload(a.word + 9, &word, sizeof word));
    TRY(launches(call, &a));
    TRY(graph__cuda_copy(call, more, a.word, WORDS * sizeof *more));
    TRY(CUDA_READ(call, read, more + 9));
    TRY(graph__cuda_readback_begin(call, more + 10, sizeof later));
    TRY(graph__cuda_readback_end(call, &later, sizeof later));
    CHECK(read == word << DOUBLINGS && later == 0);
    /* The tags start over: no word holds the next one, also if clearing them has failed. */
    for (int k = 0; k < 2 * TAGS; k++) {
        TRY(graph__cuda_lookback_memory(call, &memory, TAGS));
        CHECK(memory.tag > 0 && memory.tag < TAGS);
    }
done:
    graph__cuda_end(call);
    return status;
}

/* What depends on how much memory there is. */
static graph_status short_memory(void)
{
    void *first = NULL, *second = NULL;
    graph_status status;
    graph__cuda_limit_bytes((size_t)1 << 30);
    (void)graph__cuda_has_bytes(100);
    (void)graph__cuda_bytes_free();
    graph__cuda_limit_bytes(0);
    (void)graph__cuda_has_bytes(100);
    (void)graph__cuda_bytes_peak(true);
    TRY(graph__cuda_allocate_cached(&first, 1000));
    TRY(graph__cuda_allocate_cached(&second, 2000));
done:
    graph__cuda_free_in_order(first);
    graph__cuda_free_in_order(second);
    return status;
}

/* Small arrays go through the ring, and so do large ones that cannot be locked. */
static graph_status downloads(void)
{
    struct graph_async_download *download = NULL;
    char *here[BLOCKS] = {NULL};
    graph_status status;
    TRY(graph__cuda_download_open(&download, 2));
    for (int b = 0; b < BLOCKS && status >= 0; b++) {
        const size_t bytes = b % 6 == 5 ? MANY_BYTES : WORDS;
        void *there = NULL;
        here[b] = malloc(bytes);
        memset(here[b], 0, bytes);
        status = graph__cuda_allocate(&there, bytes, 1);
        if (status < 0)
            break;
        memset(there, b + 1, bytes);
        status = graph__cuda_download_start(download, here[b], there, 5, bytes - 5);
    }
    graph_status waited = graph__cuda_download_wait(download, 0);
    status = status < 0 ? status : waited;
    for (int b = 0; b < BLOCKS && status >= 0; b++) {
        const size_t bytes = b % 6 == 5 ? MANY_BYTES : WORDS;
        CHECK(here[b][0] == b + 1 && here[b][bytes - 6] == b + 1 && here[b][bytes - 5] == 0);
    }
done:
    if (download != NULL)
        graph__cuda_download_close(download);
    for (int b = 0; b < BLOCKS; b++)
        free(here[b]);
    return status;
}

static graph_status callers_arrays(void)
{
    int x = 0;
    CHECK(!graph__cuda_holds(&x)); /* also when CUDA does not tell */
    return GRAPH_OK;
}

typedef graph_status scenario(void);
static const struct {
    const char *name;
    scenario *run;
    int step; /* between the calls that fail: threads wait for each other, which is slow on a busy machine */
} rows[] = {{"blocks_and_copies", blocks_and_copies, 1},
            {"one_call", one_call, 1},
            {"short_memory", short_memory, 1},
            {"downloads", downloads, 5},
            {"callers_arrays", callers_arrays, 1}};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- Opening ---- */

/* The process opens the device and downloads, with call k failing.  0: it is open and works, or there is a sentence. */
static int open_with(enum fault_mode mode, int64_t k)
{
    const char *why = NULL;
    cuda_faults.begin(mode, k);
    const bool is_open = graph__cuda_device(&why) != NULL;
    const graph_status status = is_open ? downloads() : GRAPH_OK;
    const bool is_reached = cuda_faults.end() >= k;
    bool is_right = CHECK(!cuda_faults.has_pending_error() || mode == FAULT_GONE) &&
                    CHECK(status == GRAPH_OK || is_reached);
    if (is_open)
        is_right = CHECK_OK(blocks_and_copies()) && CHECK_OK(one_call()) && CHECK_OK(downloads()) && is_right;
    else
        is_right = CHECK(why != NULL && strlen(why) > 20) && CHECK(!graph__cuda_is_open()) && is_right;
    return is_right ? 0 : 1;
}

static int in_child(enum fault_mode mode, int64_t k)
{
    int state = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        _exit(open_with(mode, k));
    return child > 0 && waitpid(child, &state, 0) == child && WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

/* Before this process opens it.  The asynchronous downloads make their slots after some forty calls. */
TEST(opening)
{
    enum { MOST_CALLS = 60, WITH_SLOTS = 160 };
    for (int m = 0; m < MODES; m++)
        for (int64_t k = 1; k <= WITH_SLOTS; k += k < MOST_CALLS ? 1 : 7)
            CHECK_SAY(in_child(modes[m], k) == 0, "mode %d, call %lld", (int)modes[m], (long long)k);
    cuda_faults.begin(FAULT_NONE, 0);
    REQUIRE(graph__cuda_device(NULL) != NULL);
    const int64_t calls = cuda_faults.end();
    CHECK_SAY(calls > 30 && calls < MOST_CALLS, "%lld calls", (long long)calls);
}

/* ---- The rest ---- */

static bool is_reached(int row, enum fault_mode mode, int64_t k)
{
    const int64_t blocks = graph__memory_blocks(), held = cuda_faults.held();
    cuda_faults.begin(mode, k);
    const graph_status status = rows[row].run();
    const bool is_reached = cuda_faults.end() >= k;
    const char *name = rows[row].name;
    CHECK_SAY(status == GRAPH_OK || (is_reached && (status == GRAPH_E_DEVICE ||
                                                    (mode != FAULT_GONE && status == GRAPH_E_DEVICE_MEMORY))),
              "%s, mode %d, call %lld: %s", name, (int)mode, (long long)k, graph_status_name(status));
    CHECK_SAY(!cuda_faults.has_pending_error() || mode == FAULT_GONE,
              "%s, mode %d, call %lld: the caller would see an error", name, (int)mode, (long long)k);
    CHECK_SAY(cuda_faults.held() == held && graph__memory_blocks() == blocks,
              "%s, mode %d, call %lld: %lld bytes and %lld blocks more", name, (int)mode, (long long)k,
              (long long)(cuda_faults.held() - held), (long long)(graph__memory_blocks() - blocks));
    return is_reached;
}

TEST(every_call)
{
    int64_t runs = 0;
    REQUIRE(graph__cuda_device(NULL) != NULL);
    for (int row = 0; row < ROWS; row++) {
        is_reached(row, FAULT_NONE, 0);
        for (int m = 0; m < MODES; m++)
            for (int64_t k = 1; is_reached(row, modes[m], k); k += rows[row].step, runs++)
                is_reached(row, FAULT_NONE, 0);
    }
    printf("       %lld runs with a fault\n", (long long)runs);
}

TEST_MAIN(TEST_ROW(opening), TEST_ROW(every_call))
