/* The run-time compiler NVRTC, loaded with dlopen when it is first needed: pre-built kernels work without it. */
#include "cuda/runtime/runtime_compile.h"

#include <dlfcn.h>
#include <nvrtc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cuda/runtime/image_cache.h"

enum { LOG_BYTES = 400, OPTIONS = 4, ARCHITECTURE_BYTES = 32 };

/* is_loaded, common_key and `compiler` are written once, under `once`. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;
/* The key of the compiler and of the texts that programs include: the begin of every key. */
static struct graph_image_key common_key;

/* The functions of the library that are used, and members of the same names for their addresses. */
#define NVRTC_FUNCTIONS(X)                                                                                   \
    X(nvrtcVersion)                                                                                          \
    X(nvrtcCreateProgram)                                                                                    \
    X(nvrtcCompileProgram)                                                                                   \
    X(nvrtcGetCUBINSize)                                                                                     \
    X(nvrtcGetCUBIN)                                                                                         \
    X(nvrtcGetPTXSize)                                                                                       \
    X(nvrtcGetPTX)                                                                                           \
    X(nvrtcGetProgramLogSize)                                                                                \
    X(nvrtcGetProgramLog)                                                                                    \
    X(nvrtcDestroyProgram)                                                                                   \
    X(nvrtcGetErrorString)

static struct {
#define DECLARE(name) __typeof__(&(name)) name;
    NVRTC_FUNCTIONS(DECLARE)
#undef DECLARE
} compiler;

static void *open_library(void)
{
    static const char *const folders[] = {"", "/usr/local/cuda/lib64/"};
    static const char *const names[] = {"libnvrtc.so." NVRTC_MAJOR, "libnvrtc.so"};
    char path[256];
    for (size_t f = 0; f < sizeof folders / sizeof folders[0]; f++)
        for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
            snprintf(path, sizeof path, "%s%s", folders[f], names[n]);
            void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
            if (library != NULL)
                return library;
        }
    return NULL;
}

static void load(void)
{
    void *library = open_library();
    if (library == NULL)
        return;
    is_loaded = true;
/* POSIX lets a data pointer hold a function's address; ISO C lets only their bytes be copied. */
#define FIND(name)                                                                                           \
    {                                                                                                        \
        void *symbol = dlsym(library, #name);                                                                \
        is_loaded = is_loaded && symbol != NULL;                                                             \
        memcpy(&compiler.name, &symbol, sizeof symbol);                                                      \
    }
    NVRTC_FUNCTIONS(FIND)
#undef FIND
    int major, minor;
    if (is_loaded && compiler.nvrtcVersion(&major, &minor) != NVRTC_SUCCESS)
        is_loaded = false;
    if (!is_loaded)
        return;
    char versions[32];
    snprintf(versions, sizeof versions, "nvrtc %d.%d", major, minor);
    graph__image_key_add(&common_key, versions);
    for (int k = 0; k < graph__cuda_text_count; k++) {
        graph__image_key_add(&common_key, graph__cuda_text_names[k]);
        graph__image_key_add(&common_key, graph__cuda_texts[k]);
    }
}

static graph_status check(nvrtcResult result, const char *what)
{
    if (result == NVRTC_SUCCESS)
        return GRAPH_OK;
    return graph__fail(result == NVRTC_ERROR_OUT_OF_MEMORY ? GRAPH_E_MEMORY : GRAPH_E_DEVICE,
                       "the run-time compiler: %s in %s", compiler.nvrtcGetErrorString(result), what);
}

/* Fails with the first error message of the compiler, as one line. */
static graph_status fail_with_log(nvrtcProgram program)
{
    char *log = NULL;
    size_t bytes = 0;
    graph_status status;
    GRAPH_TRY(check(compiler.nvrtcGetProgramLogSize(program, &bytes), "reading its log"));
    GRAPH_TRY(GRAPH_NEW(log, bytes + 1));
    GRAPH_TRY(check(compiler.nvrtcGetProgramLog(program, log), "reading its log"));
    log[bytes] = '\0';
    char *first = strstr(log, "error");
    first = first != NULL ? first : log;
    for (char *c = first; *c != '\0'; c++)
        if (*c == '\n' || *c == '\t')
            *c = ' ';
    status = graph__fail(GRAPH_E_NOT_SUPPORTED, "the text for the GPU does not compile: %.*s", (int)LOG_BYTES,
                         first);
done:
    graph__free(log);
    return status;
}

/* What a program is compiled to, and the prefix of the architecture's name. */
enum code { MACHINE_CODE, PTX };
static const char *const prefix_of[] = {"sm", "compute"};

static graph_status compile(char **image, size_t *bytes, enum code code, const char *text,
                            const char *const *options, int count)
{
    nvrtcProgram program = NULL;
    graph_status status;
    GRAPH_TRY(check(compiler.nvrtcCreateProgram(&program, text, "semigraph.cu", graph__cuda_text_count,
                                                graph__cuda_texts, graph__cuda_text_names),
                    "making a program"));
    nvrtcResult result = compiler.nvrtcCompileProgram(program, count, options);
    if (result == NVRTC_ERROR_COMPILATION)
        GRAPH_TRY(fail_with_log(program));
    GRAPH_TRY(check(result, "compiling"));
    GRAPH_TRY(check((code == PTX ? compiler.nvrtcGetPTXSize : compiler.nvrtcGetCUBINSize)(program, bytes),
                    "reading the code"));
    GRAPH_TRY(GRAPH_NEW(*image, *bytes));
    GRAPH_TRY(check((code == PTX ? compiler.nvrtcGetPTX : compiler.nvrtcGetCUBIN)(program, *image),
                    "reading the code"));
done:
    if (program != NULL)
        compiler.nvrtcDestroyProgram(&program);
    if (status < 0) {
        graph__free(*image);
        *image = NULL;
    }
    return status;
}

/* Sets the options of a program; returns its key. */
static struct graph_image_key describe(const char *options[OPTIONS], char architecture[ARCHITECTURE_BYTES],
                                       enum code code, const char *text, int sm)
{
    struct graph_image_key key = common_key;
    snprintf(architecture, ARCHITECTURE_BYTES, "-arch=%s_%d", prefix_of[code], sm);
    options[0] = architecture;
    options[1] = "-std=c++17";
    options[2] = "-default-device";
    options[3] = "-minimal";
    for (int k = 0; k < OPTIONS; k++)
        graph__image_key_add(&key, options[k]);
    graph__image_key_add(&key, text);
    return key;
}

bool graph__cuda_has_compiler(void)
{
    pthread_once(&once, load);
    return is_loaded;
}

static bool compiled_before(char **image, size_t *bytes, enum code code, const char *text, int sm)
{
    const char *options[OPTIONS];
    char architecture[ARCHITECTURE_BYTES];
    *image = NULL;
    if (!graph__cuda_has_compiler())
        return false;
    const struct graph_image_key key = describe(options, architecture, code, text, sm);
    return graph__image_cache_read(image, bytes, &key);
}

static graph_status get(char **image, size_t *bytes, bool *was_cached, enum code code, const char *text,
                        int sm)
{
    const char *options[OPTIONS];
    char architecture[ARCHITECTURE_BYTES];
    graph_status status = GRAPH_OK;
    *bytes = 0;
    *was_cached = compiled_before(image, bytes, code, text, sm);
    if (*was_cached)
        return GRAPH_OK;
    if (!is_loaded)
        return graph__fail(
            GRAPH_E_NOT_SUPPORTED,
            "this semiring or type is not pre-built for the GPU, and libnvrtc.so.%s cannot be loaded",
            NVRTC_MAJOR);
    const struct graph_image_key key = describe(options, architecture, code, text, sm);
    GRAPH_TRY(compile(image, bytes, code, text, options, OPTIONS));
    graph__image_cache_write(*image, *bytes, &key);
done:
    return status;
}

bool graph__cuda_compiled_before(char **image, size_t *bytes, const char *text, int sm)
{
    return compiled_before(image, bytes, MACHINE_CODE, text, sm);
}

graph_status graph__cuda_compile(char **image, size_t *bytes, bool *was_cached, const char *text, int sm)
{
    return get(image, bytes, was_cached, MACHINE_CODE, text, sm);
}

graph_status graph__cuda_compile_ptx(char **ptx, const char *text, int architecture)
{
    size_t bytes;
    bool was_cached;
    return get(ptx, &bytes, &was_cached, PTX, text, architecture);
}
