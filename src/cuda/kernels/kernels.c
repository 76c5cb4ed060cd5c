/* Finds kernels (kernels.h): in the tables of the pre-built instances, else by compiling a unit, or a kernel of scope
 * ALONE, at run time (modules.h). */
#include "cuda/kernels/kernels.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "cuda/runtime/image_cache.h"
#include "cuda/runtime/modules.h"
#include "cuda/semiring/semiring_host.h"

enum scope { SCOPE_SEMIRING, SCOPE_TYPE, SCOPE_ALONE };

static const struct {
    const char *unit, *name;
    enum scope scope;
} kernels[GRAPH_KERNEL_COUNT] = {
#define KERNEL(scope_, unit_, name_) {#unit_, #name_, SCOPE_##scope_},
#include "cuda/kernels/kernels.def"
#undef KERNEL
};

/* The tables of the pre-built instances, by name: "plus_times_fp64", "fp64". */
#define PREBUILT(instance) extern const void *const graph__cuda_kernels_##instance[];
#include <cuda_prebuilt.def>
#undef PREBUILT

static const struct {
    const char *instance;
    const void *const *kernel;
} prebuilt[] = {
#define PREBUILT(instance) {#instance, graph__cuda_kernels_##instance},
#include <cuda_prebuilt.def>
#undef PREBUILT
};

enum {
    PREBUILT_COUNT = sizeof prebuilt / sizeof prebuilt[0],
    INSTANCE_BYTES = MODULE_INSTANCE_BYTES,
    BUILTIN_MOST = 256,
    TYPE_MOST = 16
};

/* Handles found so far; atomic, so that a kernel found before takes no lock. */
static _Atomic(const void *) known_semiring[BUILTIN_MOST][GRAPH_KERNEL_COUNT + 1];
static _Atomic(const void *) known_type[TYPE_MOST][GRAPH_KERNEL_COUNT + 1];

static bool has_text(const struct graph_semiring *s)
{
    return s->zero_text != NULL && s->one_text != NULL && s->add_text != NULL && s->mul_text != NULL;
}

bool graph__cuda_has_semiring(const struct graph_semiring *semiring)
{
    return graph__cuda_type_macro(semiring->type) != NULL && !semiring->is_of_operators &&
           (semiring->number >= 0 || (has_text(semiring) && graph__cuda_may_reorder(semiring)));
}

bool graph__cuda_is_plus_times(const struct graph_semiring *s)
{
    return graph__cuda_builtin_equivalent(s) == GRAPH_PLUS_TIMES;
}

/* The name of what NVRTC compiles at once: a unit, or a kernel of scope ALONE. */
static const char *content_of(enum graph_cuda_kernel number)
{
    return kernels[number].scope == SCOPE_ALONE ? kernels[number].name : kernels[number].unit;
}

/* Writes the program of a kernel for a semiring, or for a type where s is NULL; returns its length. */
static size_t write_program(char *text, size_t room, enum graph_cuda_kernel number,
                            const struct graph_semiring *s, graph_type type)
{
    const char *unit = kernels[number].unit;
    char choice[3 * INSTANCE_BYTES] = "";
    if (kernels[number].scope == SCOPE_ALONE)
        snprintf(choice, sizeof choice, "#define HAS_ALL_KERNELS 0\n#define WANTS_%s 1\n",
                 kernels[number].name);
    if (s == NULL)
        return (size_t)snprintf(text, room, "#define T_%s\n#include \"cuda/%s.cuh\"\n",
                                graph__cuda_type_macro(type), unit);
    if (s->number >= 0) {
        int name = (int)(strrchr(s->name, '_') - s->name);
        return (size_t)snprintf(
            text, room,
            "%s#define T_%s\n#define SEMIRING_HEADER \"semiring/%.*s.h\"\n"
            "#define SEMIRING_READS %u\n#define SEMIRING_IS_ANY %d\n#define SEMIRING_IS_PLUS_TIMES %d\n"
            "#include \"cuda/%s.cuh\"\n",
            choice, graph__cuda_type_macro(type), name, s->name, s->reads, graph__semiring_is_any(s),
            s->kind == GRAPH_PLUS_TIMES, unit);
    }
    const graph_semiring_kind kind = graph__cuda_builtin_equivalent(s);
    const struct graph_semiring *equivalent = kind != 0 ? graph_semiring_builtin(kind, s->type) : NULL;
    const size_t length = strlen(choice);
    if (equivalent != NULL)
        snprintf(choice + length, sizeof choice - length, "#define SEMIRING_EQUIVALENT \"semiring/%.*s.h\"\n",
                 (int)(strrchr(equivalent->name, '_') - equivalent->name), equivalent->name);
    return (size_t)snprintf(
        text, room,
        "%s#define T_%s\n#define SEMIRING_HEADER \"cuda/semiring/user_semiring.cuh\"\n"
        "#define USER_ZERO %s\n#define USER_ONE %s\n#define USER_ADD %s\n#define USER_MUL %s\n"
        "#define SEMIRING_READS 3\n#define SEMIRING_IS_ANY 0\n"
        "#define SEMIRING_IS_PLUS_TIMES %d\n#include \"cuda/%s.cuh\"\n",
        choice, graph__cuda_type_macro(type), s->zero_text, s->one_text, s->add_text, s->mul_text,
        graph__cuda_is_plus_times(s), unit);
}

graph_status graph__cuda_program(char **text, enum graph_cuda_kernel number,
                                 const struct graph_semiring *semiring, graph_type type)
{
    graph_status status;
    size_t length = write_program(NULL, 0, number, semiring, type) + 1;
    GRAPH_TRY(GRAPH_NEW(*text, length));
    write_program(*text, length, number, semiring, type);
done:
    return status;
}

const char *graph__cuda_kernel_content(bool *needs_semiring, enum graph_cuda_kernel number)
{
    *needs_semiring = kernels[number].scope != SCOPE_TYPE;
    return content_of(number);
}

/* The name of an instance.  For a user's semiring it is a hash of its texts, since the handle may be freed before the
 * instance. */
static void name_instance(char name[INSTANCE_BYTES], const struct graph_semiring *s, graph_type type)
{
    if (s == NULL)
        snprintf(name, INSTANCE_BYTES, "%s", graph_type_name(type));
    else if (s->number >= 0)
        snprintf(name, INSTANCE_BYTES, "%s", s->name);
    else {
        struct graph_image_key key = {0};
        graph__image_key_add(&key, s->zero_text);
        graph__image_key_add(&key, s->one_text);
        graph__image_key_add(&key, s->add_text);
        graph__image_key_add(&key, s->mul_text);
        snprintf(name, INSTANCE_BYTES, "user %s %016llx%016llx", graph_type_name(type),
                 (unsigned long long)key.high, (unsigned long long)key.low);
    }
}

/* Whether CUDA has no code of a kernel for this GPU; other errors are failures of the device. */
static bool lacks_code(cudaError_t error)
{
    static const cudaError_t errors[] = {cudaErrorNoKernelImageForDevice, cudaErrorInvalidDeviceFunction,
                                         cudaErrorInvalidKernelImage,     cudaErrorInvalidPtx,
                                         cudaErrorUnsupportedPtxVersion,  cudaErrorJitCompilerNotFound,
                                         cudaErrorJitCompilationDisabled};
    bool is_found = false;
    for (size_t k = 0; k < sizeof errors / sizeof errors[0]; k++)
        is_found = is_found || error == errors[k];
    return is_found;
}

/* Whether this GPU can run the pre-built kernels; if not, the run-time compiler makes all. */
static bool prebuilt_works(void)
{
    static atomic_int answer; /* 0: unknown; 1: yes; 2: no; atomic, so that it needs no lock */
    if (atomic_load(&answer) == 0) {
        struct cudaFuncAttributes attributes;
        const void *kernel = NULL;
        for (int k = 0; kernel == NULL; k++)
            kernel = prebuilt[0].kernel[k];
        const cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
        if (graph__cuda_succeeds(error) || lacks_code(error))
            atomic_store(&answer, error == cudaSuccess ? 1 : 2);
    }
    return atomic_load(&answer) != 2;
}

/* The pre-built kernels of an instance; NULL if there are none for this GPU. */
static const void *const *find_prebuilt(const char *instance)
{
    for (int k = 0; k < PREBUILT_COUNT; k++)
        if (strcmp(prebuilt[k].instance, instance) == 0 && prebuilt_works())
            return prebuilt[k].kernel;
    return NULL;
}

bool graph__cuda_is_prebuilt(const struct graph_semiring *s) { return find_prebuilt(s->name) != NULL; }

static graph_status find(const void **kernel, enum graph_cuda_kernel number, const struct graph_semiring *s,
                         graph_type type)
{
    char instance[INSTANCE_BYTES], *text = NULL;
    graph_status status = GRAPH_OK;
    name_instance(instance, s, type);
    const void *const *made = find_prebuilt(instance);
    if (made != NULL) {
        *kernel = made[number];
        return GRAPH_OK;
    }
    cudaKernel_t handle = graph__cuda_module_known(instance, content_of(number), kernels[number].name);
    if (handle == NULL) {
        GRAPH_TRY(graph__cuda_program(&text, number, s, type));
        const struct cuda_program program = {instance, content_of(number), text,
                                             graph__cuda_device(NULL)->architecture};
        GRAPH_TRY(graph__cuda_module_kernel(&handle, &program, kernels[number].name));
    }
    *kernel = (const void *)handle;
done:
    graph__free(text);
    return status;
}

static bool is_loaded(const char *instance, enum graph_cuda_kernel number)
{
    return find_prebuilt(instance) != NULL ||
           graph__cuda_module_known(instance, content_of(number), kernels[number].name) != NULL;
}

bool graph__cuda_is_loaded(enum graph_cuda_kernel number, const struct graph_semiring *s)
{
    char instance[INSTANCE_BYTES];
    name_instance(instance, s, s->type);
    return is_loaded(instance, number);
}

bool graph__cuda_has_kernels(const enum graph_cuda_kernel *numbers, int count, const struct graph_semiring *s)
{
    char instance[INSTANCE_BYTES];
    const int architecture = graph__cuda_device(NULL)->architecture;
    bool has_all = true;
    name_instance(instance, s, s->type);
    for (int k = 0; k < count && has_all; k++) {
        char *text = NULL;
        if (is_loaded(instance, numbers[k]))
            continue;
        has_all = graph__cuda_program(&text, numbers[k], s, s->type) == GRAPH_OK &&
                  graph__cuda_module_is_there(
                      &(struct cuda_program){instance, content_of(numbers[k]), text, architecture});
        graph__free(text);
    }
    return has_all;
}

void graph__cuda_compile_ahead(const enum graph_cuda_kernel *numbers, int count,
                               const struct graph_semiring *s)
{
    const int architecture = graph__cuda_device(NULL)->architecture;
    char instance[INSTANCE_BYTES];
    name_instance(instance, s, s->type);
    if (find_prebuilt(instance) != NULL || !graph__cuda_has_semiring(s))
        return;
    for (int k = 0; k < count; k++) {
        const char *content = content_of(numbers[k]);
        char *text = NULL;
        if (graph__cuda_module_known(instance, content, kernels[numbers[k]].name) != NULL)
            continue;
        if (graph__cuda_program(&text, numbers[k], s, s->type) == GRAPH_OK)
            (void)graph__cuda_module_begin(&(struct cuda_program){instance, content, text, architecture});
        graph__free(text);
    }
}

graph_status graph__cuda_semiring_kernel(const void **kernel, enum graph_cuda_kernel number,
                                         const struct graph_semiring *semiring)
{
    bool is_builtin = semiring->number >= 0 && semiring->number < BUILTIN_MOST;
    GRAPH_ASSERT(kernels[number].scope != SCOPE_TYPE);
    *kernel = is_builtin ? atomic_load(&known_semiring[semiring->number][number]) : NULL;
    if (*kernel != NULL)
        return GRAPH_OK;
    if (!graph__cuda_has_semiring(semiring))
        return graph__fail(GRAPH_E_NOT_SUPPORTED,
                           "the semiring '%.64s' has no text for the GPU, or its add does not commute or has "
                           "another identity",
                           semiring->name);
    graph_status status = find(kernel, number, semiring, semiring->type);
    if (status == GRAPH_OK && is_builtin)
        atomic_store(&known_semiring[semiring->number][number], *kernel);
    return status;
}

graph_status graph__cuda_launch_over(struct cuda_call *call, const struct graph_semiring *semiring,
                                     enum graph_cuda_kernel number, int64_t blocks, int threads,
                                     size_t shared_bytes, const void *arguments)
{
    const void *kernel;
    graph_status status = GRAPH_OK;
    if (blocks <= 0)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, number, semiring));
    GRAPH_TRY(graph__cuda_launch(call, kernel, blocks, threads, shared_bytes, arguments));
done:
    return status;
}

graph_status graph__cuda_launch_over_dependent(struct cuda_call *call, const struct graph_semiring *semiring,
                                               enum graph_cuda_kernel number, int64_t blocks, int threads,
                                               size_t shared_bytes, int shared_percent, const void *arguments)
{
    const void *kernel;
    graph_status status = GRAPH_OK;
    if (blocks <= 0)
        return GRAPH_OK;
    GRAPH_TRY(graph__cuda_semiring_kernel(&kernel, number, semiring));
    GRAPH_TRY(
        graph__cuda_launch_dependent(call, kernel, blocks, threads, shared_bytes, shared_percent, arguments));
done:
    return status;
}

graph_status graph__cuda_type_kernel(const void **kernel, enum graph_cuda_kernel number, graph_type type)
{
    GRAPH_ASSERT(kernels[number].scope == SCOPE_TYPE && (int)type < TYPE_MOST);
    *kernel = atomic_load(&known_type[type][number]);
    if (*kernel != NULL)
        return GRAPH_OK;
    graph_status status = find(kernel, number, NULL, type);
    if (status == GRAPH_OK)
        atomic_store(&known_type[type][number], *kernel);
    return status;
}
