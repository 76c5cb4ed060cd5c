/* The run-time compiler NVRTC, loaded when it is first needed: without it everything pre-built still works. */
#include "cuda/runtime_compile.h"

#include <dlfcn.h>
#include <nvrtc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cuda/image_cache.h"

enum { LOG_BYTES = 400 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;
static int version_major, version_minor;

/* The functions of the library that are used; the names of the members are theirs. */
#define NVRTC_FUNCTIONS(X)                                                                                   \
    X(nvrtcVersion)                                                                                          \
    X(nvrtcCreateProgram)                                                                                    \
    X(nvrtcCompileProgram)                                                                                   \
    X(nvrtcGetCUBINSize)                                                                                     \
    X(nvrtcGetCUBIN)                                                                                         \
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
    if (is_loaded && compiler.nvrtcVersion(&version_major, &version_minor) != NVRTC_SUCCESS)
        is_loaded = false;
}

static graph_status check(nvrtcResult result, const char *what)
{
    if (result == NVRTC_SUCCESS)
        return GRAPH_OK;
    return graph__fail(result == NVRTC_ERROR_OUT_OF_MEMORY ? GRAPH_E_MEMORY : GRAPH_E_DEVICE,
                       "the run-time compiler: %s in %s", compiler.nvrtcGetErrorString(result), what);
}

/* The first complaint of the compiler, as one line. */
static graph_status complain(nvrtcProgram program)
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

static graph_status compile(char **image, size_t *bytes, const char *text, const char *const *options,
                            int count)
{
    const char **names = NULL, **texts = NULL;
    nvrtcProgram program = NULL;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW(names, (size_t)graph__cuda_text_count));
    GRAPH_TRY(GRAPH_NEW(texts, (size_t)graph__cuda_text_count));
    for (int k = 0; k < graph__cuda_text_count; k++) {
        names[k] = graph__cuda_texts[k].name;
        texts[k] = graph__cuda_texts[k].text;
    }
    GRAPH_TRY(check(
        compiler.nvrtcCreateProgram(&program, text, "semigraph.cu", graph__cuda_text_count, texts, names),
        "making a program"));
    nvrtcResult result = compiler.nvrtcCompileProgram(program, count, options);
    if (result == NVRTC_ERROR_COMPILATION)
        GRAPH_TRY(complain(program));
    GRAPH_TRY(check(result, "compiling"));
    GRAPH_TRY(check(compiler.nvrtcGetCUBINSize(program, bytes), "reading the code"));
    GRAPH_TRY(GRAPH_NEW(*image, *bytes));
    GRAPH_TRY(check(compiler.nvrtcGetCUBIN(program, *image), "reading the code"));
done:
    if (program != NULL)
        compiler.nvrtcDestroyProgram(&program);
    graph__free(names);
    graph__free(texts);
    if (status < 0) {
        graph__free(*image);
        *image = NULL;
    }
    return status;
}

graph_status graph__cuda_compile(char **image, size_t *bytes, bool *was_cached, const char *text, int sm)
{
    struct graph_image_key key = {0};
    char architecture[32], versions[32];
    graph_status status = GRAPH_OK;
    *image = NULL;
    *bytes = 0;
    *was_cached = false;
    pthread_once(&once, load);
    if (!is_loaded)
        return graph__fail(
            GRAPH_E_NOT_SUPPORTED,
            "this semiring or type is not pre-built for the GPU, and libnvrtc.so.%s cannot be loaded",
            NVRTC_MAJOR);
    snprintf(architecture, sizeof architecture, "-arch=sm_%d", sm);
    snprintf(versions, sizeof versions, "nvrtc %d.%d", version_major, version_minor);
    const char *options[] = {architecture, "-std=c++17", "-default-device", "-minimal"};
    graph__image_key_add(&key, versions);
    for (size_t k = 0; k < sizeof options / sizeof options[0]; k++)
        graph__image_key_add(&key, options[k]);
    for (int k = 0; k < graph__cuda_text_count; k++) {
        graph__image_key_add(&key, graph__cuda_texts[k].name);
        graph__image_key_add(&key, graph__cuda_texts[k].text);
    }
    graph__image_key_add(&key, text);
    *was_cached = graph__image_cache_read(image, bytes, &key);
    if (*was_cached)
        return GRAPH_OK;
    GRAPH_TRY(compile(image, bytes, text, options, (int)(sizeof options / sizeof options[0])));
    graph__image_cache_write(*image, *bytes, &key);
done:
    return status;
}
