/* See cuda_faults.h. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#include "tests/cuda/runtime/cuda_faults.h"

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

#include "cuda/runtime/call.h"

enum kind { ALLOCATE, LAUNCH, REFUSE, REPORT };

enum entry {
#define ENTRY(kind, name, parameters, arguments) ENTRY_##name,
#define SPECIAL(name)                            ENTRY_##name,
#include "tests/cuda/runtime/cuda_entries.def"
#undef ENTRY
#undef SPECIAL
    ENTRIES
};

static const char *const names[ENTRIES] = {
#define ENTRY(kind, name, parameters, arguments) [ENTRY_##name] = #name,
#define SPECIAL(name)                            [ENTRY_##name] = #name,
#include "tests/cuda/runtime/cuda_entries.def"
#undef ENTRY
#undef SPECIAL
};

/* Counted since the program began, also in forked processes. */
static struct totals {
    atomic_int calls[ENTRIES], failures[ENTRIES];
    atomic_llong injected;
} * totals;

static atomic_int mode, next_entry = ENTRIES; /* next_entry: its next call fails */
static atomic_llong calls, allocations, failing;

__attribute__((constructor)) static void share_totals(void)
{
    totals = mmap(NULL, sizeof *totals, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (totals == MAP_FAILED)
        abort();
}

/* What cudaGetLastError returns for a failure that CUDA knows nothing of. */
static _Thread_local cudaError_t pending_error;

/* Counts a call; the error that it is to fail with, or cudaSuccess. */
static cudaError_t fault_of(enum entry entry, enum kind kind)
{
    static const cudaError_t errors[] = {[ALLOCATE] = cudaErrorMemoryAllocation,
                                         [LAUNCH] = cudaErrorLaunchFailure,
                                         [REFUSE] = cudaErrorUnknown,
                                         [REPORT] = cudaErrorUnknown};
    atomic_fetch_add(&totals->calls[entry], 1);
    const enum fault_mode now = (enum fault_mode)atomic_load(&mode);
    const long long k = atomic_fetch_add(&calls, 1) + 1, wanted = atomic_load(&failing);
    const long long m = kind == ALLOCATE ? atomic_fetch_add(&allocations, 1) + 1 : 0;
    int one_time = (int)entry;
    const bool fails_next = atomic_compare_exchange_strong(&next_entry, &one_time, ENTRIES);
    const bool fails =
        fails_next || (wanted > 0 && (now == FAULT_ONE      ? k == wanted
                                      : now == FAULT_MEMORY ? m >= wanted
                                                            : now == FAULT_GONE && k >= wanted));
    if (!fails)
        return cudaSuccess;
    atomic_fetch_add(&totals->failures[entry], 1);
    atomic_fetch_add(&totals->injected, 1);
    pending_error = now == FAULT_GONE ? cudaErrorContextIsDestroyed : errors[kind];
    return pending_error;
}

#define ENTRY(kind, name, parameters, arguments)                                                             \
    cudaError_t __real_##name parameters;                                                                    \
    cudaError_t __wrap_##name parameters;                                                                    \
    cudaError_t __wrap_##name parameters                                                                     \
    {                                                                                                        \
        const cudaError_t fault = fault_of(ENTRY_##name, kind);                                              \
        const cudaError_t error = fault == cudaSuccess || kind == REPORT ? __real_##name arguments : fault;  \
        return fault != cudaSuccess ? fault : error;                                                         \
    }
#define SPECIAL(name)
#include "tests/cuda/runtime/cuda_entries.def"
#undef ENTRY
#undef SPECIAL

/* ---- Memory: what is held is counted ---- */

enum { MOST_BLOCKS = 1 << 14 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the blocks */
static struct {
    void *memory;
    size_t bytes;
} block[MOST_BLOCKS];
static int blocks;
static int64_t held_bytes;

static void hold(void *memory, size_t bytes)
{
    pthread_mutex_lock(&lock);
    if (blocks == MOST_BLOCKS)
        abort();
    block[blocks].memory = memory;
    block[blocks++].bytes = bytes;
    held_bytes += (int64_t)bytes;
    pthread_mutex_unlock(&lock);
}

static void let_go(void *memory)
{
    int k;
    pthread_mutex_lock(&lock);
    for (k = blocks - 1; k >= 0 && block[k].memory != memory; k--)
        ;
    if (k < 0) {
        fprintf(stderr, "%p is freed, which is not held\n", memory);
        abort();
    }
    held_bytes -= (int64_t)block[k].bytes;
    block[k] = block[--blocks];
    pthread_mutex_unlock(&lock);
}

cudaError_t __real_cudaMalloc(void **memory, size_t bytes);
cudaError_t __wrap_cudaMalloc(void **memory, size_t bytes);
cudaError_t __wrap_cudaMalloc(void **memory, size_t bytes)
{
    const cudaError_t fault = fault_of(ENTRY_cudaMalloc, ALLOCATE);
    return fault != cudaSuccess ? fault : __real_cudaMalloc(memory, bytes);
}

cudaError_t __real_cudaMallocFromPoolAsync(void **memory, size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream);
cudaError_t __wrap_cudaMallocFromPoolAsync(void **memory, size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream);
cudaError_t __wrap_cudaMallocFromPoolAsync(void **memory, size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream)
{
    const cudaError_t fault = fault_of(ENTRY_cudaMallocFromPoolAsync, ALLOCATE);
    if (fault != cudaSuccess)
        return fault;
    const cudaError_t error = __real_cudaMallocFromPoolAsync(memory, bytes, pool, stream);
    if (error == cudaSuccess)
        hold(*memory, bytes);
    return error;
}

cudaError_t __real_cudaFreeAsync(void *memory, cudaStream_t stream);
cudaError_t __wrap_cudaFreeAsync(void *memory, cudaStream_t stream);
cudaError_t __wrap_cudaFreeAsync(void *memory, cudaStream_t stream)
{
    const cudaError_t fault = fault_of(ENTRY_cudaFreeAsync, REPORT);
    let_go(memory);
    const cudaError_t error = __real_cudaFreeAsync(memory, stream);
    return fault != cudaSuccess ? fault : error;
}

/* ---- The rest ---- */

/* A thread polls: only the last poll counts as a call. */
cudaError_t __real_cudaEventQuery(cudaEvent_t event);
cudaError_t __wrap_cudaEventQuery(cudaEvent_t event);
cudaError_t __wrap_cudaEventQuery(cudaEvent_t event)
{
    const cudaError_t error = __real_cudaEventQuery(event);
    if (error == cudaErrorNotReady)
        return error;
    const cudaError_t fault = fault_of(ENTRY_cudaEventQuery, REPORT);
    return fault != cudaSuccess ? fault : error;
}

static bool is_gone(void)
{
    return atomic_load(&mode) == FAULT_GONE && atomic_load(&failing) > 0 &&
           atomic_load(&calls) >= atomic_load(&failing);
}

/* Asking for the last error is no call that fails.  A device that has gone stays so. */
static cudaError_t last_error(cudaError_t real)
{
    const cudaError_t error = pending_error;
    return is_gone() ? cudaErrorContextIsDestroyed : error != cudaSuccess ? error : real;
}

cudaError_t __real_cudaGetLastError(void);
cudaError_t __wrap_cudaGetLastError(void);
cudaError_t __wrap_cudaGetLastError(void)
{
    atomic_fetch_add(&totals->calls[ENTRY_cudaGetLastError], 1);
    const cudaError_t error = last_error(__real_cudaGetLastError());
    pending_error = cudaSuccess;
    return error;
}

cudaError_t __real_cudaPeekAtLastError(void);
cudaError_t __wrap_cudaPeekAtLastError(void);
cudaError_t __wrap_cudaPeekAtLastError(void)
{
    atomic_fetch_add(&totals->calls[ENTRY_cudaPeekAtLastError], 1);
    return last_error(__real_cudaPeekAtLastError());
}

const char *__real_cudaGetErrorName(cudaError_t error);
const char *__wrap_cudaGetErrorName(cudaError_t error);
const char *__wrap_cudaGetErrorName(cudaError_t error)
{
    atomic_fetch_add(&totals->calls[ENTRY_cudaGetErrorName], 1);
    return __real_cudaGetErrorName(error);
}

const char *__real_cudaGetErrorString(cudaError_t error);
const char *__wrap_cudaGetErrorString(cudaError_t error);
const char *__wrap_cudaGetErrorString(cudaError_t error)
{
    atomic_fetch_add(&totals->calls[ENTRY_cudaGetErrorString], 1);
    return __real_cudaGetErrorString(error);
}

/* ---- The injector ---- */

static void begin(enum fault_mode wish, int64_t k)
{
    pending_error = cudaSuccess;
    atomic_store(&calls, 0);
    atomic_store(&allocations, 0);
    atomic_store(&failing, k);
    atomic_store(&mode, (int)wish);
}

static int64_t end(void)
{
    const enum fault_mode was = (enum fault_mode)atomic_load(&mode);
    const int64_t counted = was == FAULT_MEMORY ? atomic_load(&allocations) : atomic_load(&calls);
    atomic_store(&failing, 0);
    atomic_store(&mode, FAULT_NONE);
    return counted;
}

/* Without what stays for later calls. */
static int64_t held(void)
{
    graph__cuda_limit_bytes((size_t)1 << 40);
    graph__cuda_limit_bytes(0);
    pthread_mutex_lock(&lock);
    const int64_t bytes = held_bytes;
    pthread_mutex_unlock(&lock);
    return bytes;
}

static bool has_pending_error(void)
{
    const bool is_pending = pending_error != cudaSuccess;
    pending_error = cudaSuccess;
    return is_pending;
}

const struct fault_injector cuda_faults = {
    .what = "call of CUDA", .begin = begin, .end = end, .held = held, .has_pending_error = has_pending_error};

/* What gives the last error, its name or its text cannot fail.  cudaSetDevice is called once in a process, by the thread
 * that issues copies of large results: there is no second call to fail. */
static bool can_fail(enum entry entry)
{
    return entry != ENTRY_cudaGetLastError && entry != ENTRY_cudaPeekAtLastError &&
           entry != ENTRY_cudaGetErrorName && entry != ENTRY_cudaGetErrorString &&
           entry != ENTRY_cudaSetDevice;
}

const char *cuda_faults_entry(int number) { return number < ENTRIES ? names[number] : NULL; }

bool cuda_faults_is_untested(int number)
{
    return can_fail((enum entry)number) && atomic_load(&totals->calls[number]) > 0 &&
           atomic_load(&totals->failures[number]) == 0;
}

int cuda_faults_print_unused(void)
{
    int unused = 0;
    for (int k = 0; k < ENTRIES; k++) {
        const bool is_used = atomic_load(&totals->calls[k]) > 0;
        if (k == ENTRY_cudaDeviceGetPCIBusId) /* of links between GPUs, which need a process for each */
            continue;
        if (!is_used || cuda_faults_is_untested(k)) {
            fprintf(stderr, is_used ? "%s is called, and never fails\n" : "no scenario calls %s\n", names[k]);
            unused++;
        }
    }
    return unused;
}

void cuda_faults_fail_next(const char *name)
{
    for (int k = 0; k < ENTRIES; k++)
        if (strcmp(names[k], name) == 0)
            atomic_store(&next_entry, k);
}

int64_t cuda_faults_injected(void) { return atomic_load(&totals->injected); }
