/* Modules compiled at run time (modules.h).  A thread compiles each module; the first user of the machine code loads it.
 * The list only grows, so that handles stay valid.  A thread that ends, or ends the process, waits for what it has begun;
 * the results are then on disk for the next process. */
#include "cuda/runtime/modules.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "cuda/runtime/runtime_compile.h"
#include "cuda/runtime/device.h"

enum state { COMPILING, COMPILED, FAILED, LOADED };

enum { MOST_KNOWN = 16 }; /* kernels of a module whose handles are cached */

struct module {
    struct module *next;
    char instance[MODULE_INSTANCE_BYTES];
    const char *content;
    enum state state;
    bool has_thread;
    pthread_t thread;
    int architecture;
    char *text, *image;
    cudaLibrary_t library;
    struct {
        const char *name;
        cudaKernel_t kernel;
    } known[MOST_KNOWN];
};

/* `lock` guards all variables below, and the members of every module but text and architecture while it compiles. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_changed = PTHREAD_COND_INITIALIZER;
static struct module *modules;
static pid_t owner; /* the process that has the threads */

/* The memory of the list lives as long as the process: the count of blocks leaves it out. */
static void keep(void *memory)
{
    if (memory != NULL)
        graph__memory_count_blocks(-1);
}

static void drop(char **memory)
{
    if (*memory != NULL)
        graph__memory_count_blocks(1);
    graph__free(*memory);
    *memory = NULL;
}

/* The functions from here on are called under the lock, except those of modules.h and the one of the thread. */
static struct module *find(const char *instance, const char *content)
{
    struct module *m = modules;
    while (m != NULL && (strcmp(m->instance, instance) != 0 || strcmp(m->content, content) != 0))
        m = m->next;
    return m;
}

static graph_status add(struct module **made, const struct cuda_program *p, enum state state)
{
    struct module *m = NULL;
    const size_t bytes = strlen(p->text) + 1;
    graph_status status;
    GRAPH_TRY(GRAPH_NEW_ZEROED(m, 1));
    GRAPH_TRY(GRAPH_NEW(m->text, bytes));
    memcpy(m->text, p->text, bytes);
    memcpy(m->instance, p->instance, strlen(p->instance) + 1);
    m->content = p->content;
    m->state = state;
    m->architecture = p->architecture;
    m->next = modules;
    modules = *made = m;
    keep(m);
    keep(m->text);
    m = NULL;
done:
    graph__free(m);
    return status;
}

static void *compile(void *context)
{
    struct module *m = context;
    char *image;
    size_t bytes;
    bool was_cached;
    graph__memory_stand_apart();
    const graph_status status = graph__cuda_compile(&image, &bytes, &was_cached, m->text, m->architecture);
    pthread_mutex_lock(&lock);
    m->image = image;
    m->state = status == GRAPH_OK ? COMPILED : FAILED;
    pthread_cond_broadcast(&has_changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* Waits until its thread has ended. */
static void wait_for(struct module *m)
{
    while (m->state == COMPILING)
        pthread_cond_wait(&has_changed, &lock);
    if (m->has_thread) {
        m->has_thread = false;
        pthread_join(m->thread, NULL);
    }
}

/* A forked process has no threads to wait for. */
static void wait_at_exit(void)
{
    if (getpid() == owner)
        graph__cuda_modules_finish();
}

/* glibc's way to run a function when the calling thread ends; exit runs those of its thread before anything else. */
extern int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *of_this_library);

static void wait_at_thread_end(void *flag)
{
    *(bool *)flag = false;
    wait_at_exit();
}

/* A process that ends waits for the compiler.  The compiler registers destructors with atexit while it compiles, and
 * those registered last run first, so a handler of atexit may wait too late: it is for a process that another thread
 * than those that compile ends. */
static bool waits_at_the_end(void)
{
    static _Thread_local bool waits;
    if (!waits)
        waits = __cxa_thread_atexit_impl(wait_at_thread_end, &waits, &modules) == 0;
    return atexit(wait_at_exit) == 0 && waits;
}

static graph_status begin(struct module **made, const struct cuda_program *p)
{
    struct module *m = NULL;
    graph_status status;
    GRAPH_TRY(add(&m, p, COMPILING));
    owner = getpid();
    m->has_thread =
        graph__cuda_has_compiler() && waits_at_the_end() && pthread_create(&m->thread, NULL, compile, m) == 0;
    if (!m->has_thread)
        m->state = FAILED;
done:
    *made = m;
    return status;
}

/* A module that failed, or had no thread, is compiled once more here, for the sentence of the error. */
static graph_status load(struct module *m)
{
    size_t bytes;
    bool was_cached;
    graph_status status = GRAPH_OK;
    if (m->state == FAILED) {
        GRAPH_TRY(graph__cuda_compile(&m->image, &bytes, &was_cached, m->text, m->architecture));
        keep(m->image);
        m->state = COMPILED;
    }
    if (m->state == COMPILED) {
        CUDA_TRY(cudaLibraryLoadData(&m->library, m->image, NULL, NULL, 0, NULL, NULL, 0));
        m->state = LOADED;
        drop(&m->image);
        drop(&m->text);
    }
done:
    return status;
}

cudaKernel_t graph__cuda_module_known(const char *instance, const char *content, const char *name)
{
    cudaKernel_t kernel = NULL;
    pthread_mutex_lock(&lock);
    const struct module *m = find(instance, content);
    for (int k = 0; m != NULL && k < MOST_KNOWN && kernel == NULL; k++)
        if (m->known[k].name == name)
            kernel = m->known[k].kernel;
    pthread_mutex_unlock(&lock);
    return kernel;
}

bool graph__cuda_module_is_there(const struct cuda_program *p)
{
    char *image = NULL;
    size_t bytes;
    pthread_mutex_lock(&lock);
    struct module *m = find(p->instance, p->content);
    if (m == NULL && graph__cuda_compiled_before(&image, &bytes, p->text, p->architecture)) {
        if (add(&m, p, COMPILED) == GRAPH_OK) {
            m->image = image;
            keep(image);
        } else
            graph__free(image);
    }
    const bool is_there = m != NULL && m->state != COMPILING;
    pthread_mutex_unlock(&lock);
    return is_there;
}

graph_status graph__cuda_module_begin(const struct cuda_program *p)
{
    struct module *m;
    graph_status status = GRAPH_OK;
    pthread_mutex_lock(&lock);
    if (find(p->instance, p->content) == NULL)
        status = begin(&m, p);
    pthread_mutex_unlock(&lock);
    return status;
}

graph_status graph__cuda_module_kernel(cudaKernel_t *kernel, const struct cuda_program *p, const char *name)
{
    struct module *m;
    int k = 0;
    graph_status status = GRAPH_OK;
    pthread_mutex_lock(&lock);
    m = find(p->instance, p->content);
    if (m == NULL)
        GRAPH_TRY(begin(&m, p));
    wait_for(m);
    GRAPH_TRY(load(m));
    CUDA_TRY(cudaLibraryGetKernel(kernel, m->library, name));
    while (k < MOST_KNOWN && m->known[k].name != NULL && m->known[k].name != name)
        k++;
    if (k < MOST_KNOWN) {
        m->known[k].name = name;
        m->known[k].kernel = *kernel;
    }
done:
    pthread_mutex_unlock(&lock);
    return status;
}

int graph__cuda_modules_compiling(void)
{
    int count = 0;
    pthread_mutex_lock(&lock);
    for (const struct module *m = modules; m != NULL; m = m->next)
        count += m->state == COMPILING;
    pthread_mutex_unlock(&lock);
    return count;
}

void graph__cuda_modules_finish(void)
{
    pthread_mutex_lock(&lock);
    for (struct module *m = modules; m != NULL; m = m->next)
        wait_for(m);
    pthread_mutex_unlock(&lock);
}
