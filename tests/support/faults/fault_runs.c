/* See fault_runs.h. */
#include "tests/support/faults/fault_runs.h"

#include "base/memory.h"
#include "core/backends.h"
#include "tests/support/graphs.h"

enum { BANDS = 3, VECTOR_STEP = 3, MUCH_SMALLER = 6 };

static bool is_small;

void fault_use_small_graphs(void) { is_small = true; }

/* ---- Scenes ---- */

static graph_status make_bands(graph_matrix **A, graph_index n)
{
    graph_index *row = malloc(BANDS * n * sizeof *row), *column = malloc(BANDS * n * sizeof *column),
                count = 0;
    double *value = malloc(BANDS * n * sizeof *value);
    graph_status status;
    for (graph_index i = 0; i < n; i++)
        for (int k = -1; k <= 1; k++)
            if (i + (graph_index)k < n) {
                row[count] = i;
                column[count] = i + (graph_index)k;
                value[count++] = (double)(i % 7) + 1 + k;
            }
    TRY(graph_matrix_create(A, GRAPH_FP64, n, n));
    TRY(graph_matrix_build(*A, row, column, value, GRAPH_FP64, count, GRAPH_NO_OP));
done:
    free(row);
    free(column);
    free(value);
    return status;
}

/* An undirected graph whose edges weigh 1 to 5 both ways. */
static graph_status make_edges(graph_matrix **A, int64_t n, int64_t edges, uint64_t *seed)
{
    graph_matrix *pattern = NULL;
    graph_index count = 0, *row = NULL, *column = NULL;
    double *value = NULL;
    graph_status status;
    TRY(random_undirected(&pattern, seed, SHAPE_UNIFORM, n, edges));
    TRY(graph_matrix_entries(&count, pattern));
    row = malloc(count * sizeof *row);
    column = malloc(count * sizeof *column);
    value = malloc(count * sizeof *value);
    TRY(graph_matrix_extract_tuples(row, column, NULL, GRAPH_PATTERN, &count, pattern));
    for (graph_index k = 0; k < count; k++)
        value[k] = (double)(1 + (row[k] + column[k]) % 5);
    TRY(graph_matrix_create(A, GRAPH_FP64, (graph_index)n, (graph_index)n));
    TRY(graph_matrix_build(*A, row, column, value, GRAPH_FP64, count, GRAPH_NO_OP));
done:
    free(row);
    free(column);
    free(value);
    graph_matrix_release(&pattern);
    return status;
}

static graph_status make_graph(graph_matrix **A, enum scene_graph kind)
{
    static const struct {
        enum graph_shape shape;
        int64_t n, entries;
    } random[SCENE_GRAPHS] = {[GRAPH_OF_SHORT_ROWS] = {SHAPE_UNIFORM, 400, 2000},
                              [GRAPH_OF_MANY_BINS] = {SHAPE_POWER_LAW, 1200, 9000},
                              [GRAPH_OF_LONG_ROWS] = {SHAPE_UNIFORM, 2048, 3 << 14},
                              [GRAPH_WITH_EMPTY_ROWS] = {SHAPE_EMPTY_ROWS, 3000, 2000},
                              [GRAPH_OF_ALL] = {SHAPE_FULL, 96, 96 * 96}};
    uint64_t seed = 31 + (uint64_t)kind;
    const int64_t n = random[kind].n, entries = random[kind].entries,
                  part = is_small && n > 1000 ? MUCH_SMALLER : 1;
    if (kind == GRAPH_OF_BANDS)
        return make_bands(A, is_small ? 300 : 3000);
    if (kind == GRAPH_OF_EDGES)
        return make_edges(A, 300, 1200, &seed);
    if (kind == GRAPH_OF_MANY_EDGES)
        return make_edges(A, is_small ? 250 : 2304, is_small ? 1000 : 8000, &seed);
    return random_matrix(A, &seed, random[kind].shape, GRAPH_FP64, n / part, n / part,
                         entries / (part * part), VALUES_SMALL);
}

/* The arrays of each kind of graph, made once. */
static graph_arrays stored[SCENE_GRAPHS];

static graph_status store_graph(enum scene_graph kind)
{
    graph_arrays arrays = {.size = sizeof arrays};
    graph_matrix *A = NULL;
    graph_status status = GRAPH_OK;
    if (stored[kind].row != NULL)
        return GRAPH_OK;
    TRY(make_graph(&A, kind));
    TRY(graph_matrix_export(&arrays, A, GRAPH_CSR, GRAPH_COPY));
    stored[kind] = arrays;
done:
    graph_matrix_release(&A);
    return status;
}

void fault_close(void)
{
    for (int k = 0; k < SCENE_GRAPHS; k++) {
        graph_free(stored[k].row);
        graph_free(stored[k].column);
        graph_free(stored[k].value);
        stored[k] = (graph_arrays){0};
    }
}

/* Every position, or every third. */
static graph_status make_vector(graph_vector **v, graph_index n, graph_index step)
{
    graph_index *index = malloc(n * sizeof *index), count = 0;
    double *value = malloc(n * sizeof *value);
    graph_status status;
    for (graph_index i = 0; i < n; i += step) {
        index[count] = i;
        value[count++] = (double)(i % 9);
    }
    TRY(graph_vector_create(v, GRAPH_FP64, n));
    TRY(graph_vector_build(*v, index, value, GRAPH_FP64, count, GRAPH_NO_OP));
    if (step == 1)
        TRY(graph_vector_convert(*v, GRAPH_FULL));
done:
    free(index);
    free(value);
    return status;
}

static graph_status scene_open(struct scene *s, const struct scenario *scenario, graph_backend_kind backend)
{
    graph_arrays arrays = stored[scenario->graph], pattern = arrays;
    graph_status status;
    *s = (struct scene){.backend = backend, .size = arrays.rows, .dense = {.size = sizeof s->dense}};
    arrays.ownership = pattern.ownership = GRAPH_COPY;
    pattern.type = GRAPH_PATTERN;
    pattern.value = NULL;
    TRY(graph_matrix_import(&s->A, &arrays));
    TRY(graph_matrix_import(&s->B, &arrays));
    TRY(graph_matrix_import(&s->M, &pattern));
    TRY(make_vector(&s->u, s->size, 1));
    TRY(make_vector(&s->v, s->size, VECTOR_STEP));
    if (scenario->has_old_outputs) {
        TRY(graph_matrix_import(&s->C, &arrays));
        TRY(make_vector(&s->w, s->size, VECTOR_STEP + 1));
    }
done:
    return status;
}

static void scene_close(struct scene *s)
{
    graph_matrix_release(&s->A);
    graph_matrix_release(&s->B);
    graph_matrix_release(&s->M);
    graph_matrix_release(&s->C);
    graph_vector_release(&s->u);
    graph_vector_release(&s->v);
    graph_vector_release(&s->w);
    graph_vector_release(&s->x);
    graph_free(s->dense.value);
    s->dense.value = NULL;
}

/* ---- Digests: a hash of all entries; a zero has no sign, since the order of a sum decides it ---- */

static void mix(uint64_t *digest, const void *array, size_t bytes)
{
    const char *byte = array;
    for (size_t k = 0; k < bytes; k += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, byte + k, bytes - k < sizeof word ? bytes - k : sizeof word);
        *digest = (*digest ^ word) * 0x100000001b3;
        *digest ^= *digest >> 29;
    }
}

static void mix_numbers(uint64_t *digest, double *value, graph_index n)
{
    for (graph_index k = 0; k < n; k++)
        if (value[k] == 0)
            value[k] = 0;
    mix(digest, value, n * sizeof *value);
}

static graph_status digest_matrix(uint64_t *digest, const graph_matrix *A)
{
    graph_index n = 0;
    graph_index *row = NULL, *column = NULL;
    double *value = NULL;
    graph_type type;
    graph_status status = GRAPH_OK;
    if (A == NULL)
        return GRAPH_OK;
    TRY(graph_matrix_type(&type, A));
    TRY(graph_matrix_entries(&n, A));
    row = malloc(n * sizeof *row + 1);
    column = malloc(n * sizeof *column + 1);
    value = malloc(n * sizeof *value + 1);
    TRY(graph_matrix_extract_tuples(row, column, type == GRAPH_PATTERN ? NULL : value,
                                    type == GRAPH_PATTERN ? type : GRAPH_FP64, &n, A));
    mix(digest, row, n * sizeof *row);
    mix(digest, column, n * sizeof *column);
    if (type != GRAPH_PATTERN)
        mix_numbers(digest, value, n);
done:
    free(row);
    free(column);
    free(value);
    return status;
}

static graph_status digest_vector(uint64_t *digest, const graph_vector *v)
{
    graph_index n = 0, *index = NULL;
    double *value = NULL;
    graph_status status = GRAPH_OK;
    if (v == NULL)
        return GRAPH_OK;
    TRY(graph_vector_entries(&n, v));
    index = malloc(n * sizeof *index + 1);
    value = malloc(n * sizeof *value + 1);
    TRY(graph_vector_extract_tuples(index, value, GRAPH_FP64, &n, v));
    mix(digest, index, n * sizeof *index);
    mix_numbers(digest, value, n);
done:
    free(index);
    free(value);
    return status;
}

/* Of the outputs.  Objects that are not there have none. */
static graph_status digest_outputs(uint64_t *digest, const struct scene *s)
{
    const graph_dense *d = &s->dense;
    graph_status status;
    *digest = 0xcbf29ce484222325;
    mix(digest, &s->number, sizeof s->number);
    if (d->value != NULL)
        mix(digest, d->value, d->rows * d->columns * graph_type_size(d->type));
    TRY(digest_matrix(digest, s->C));
    TRY(digest_vector(digest, s->w));
    TRY(digest_vector(digest, s->x));
done:
    return status;
}

static graph_status digest_inputs(uint64_t *digest, const struct scene *s)
{
    graph_status status;
    *digest = 0xcbf29ce484222325;
    TRY(digest_matrix(digest, s->A));
    TRY(digest_matrix(digest, s->B));
    TRY(digest_matrix(digest, s->M));
    TRY(digest_vector(digest, s->u));
    TRY(digest_vector(digest, s->v));
done:
    return status;
}

/* ---- Runs ---- */

struct expected {
    uint64_t inputs, before, after; /* digests */
};

/* The fault of a run, for messages. */
struct fault {
    const struct scenario *scenario;
    const struct fault_injector *injector;
    enum fault_mode mode;
    int64_t k;
};

static bool claim(bool holds, const struct fault *f, const char *what)
{
    static const char *const modes[] = {"no fault", "fault alone", "no memory", "device gone"};
    return test_claim(holds, f->scenario->name, (int)f->k, "%s: %s from %s %lld on: %s; last error: %s",
                      f->scenario->name, modes[f->mode], f->injector->what, (long long)f->k, what,
                      graph_last_error());
}

static bool is_expected_failure(graph_status status, enum fault_mode mode)
{
    return status == GRAPH_E_DEVICE ||
           (mode != FAULT_GONE && (status == GRAPH_E_DEVICE_MEMORY || status == GRAPH_E_MEMORY));
}

/* What must hold once the fault has gone. */
static void check_outcome(const struct fault *f, const struct scene *s, graph_status status,
                          const struct expected *e)
{
    uint64_t inputs = 0, outputs = 0;
    if (!claim(digest_inputs(&inputs, s) == GRAPH_OK && inputs == e->inputs, f, "an input has changed"))
        return;
    claim(digest_outputs(&outputs, s) == GRAPH_OK, f, "the output cannot be read");
    claim(outputs == (status < 0 ? e->before : e->after), f,
          status < 0 ? "a failed call has changed its output" : "the result is wrong");
    claim(s->C == NULL || graph_matrix_check(s->C) == GRAPH_OK, f, "the output is no valid matrix");
    claim(s->w == NULL || graph_vector_check(s->w) == GRAPH_OK, f, "the output is no valid vector");
}

/* One call with a fault, or without.  *calls: those that were counted. */
static bool run(const struct fault *f, const struct expected *e, int64_t *calls)
{
    const struct fault_injector *injector = f->injector;
    const int64_t blocks = graph__memory_blocks(), bytes = injector->held != NULL ? injector->held() : 0;
    uint64_t digest = 0;
    char old_sentence[128];
    struct scene s;
    if (!claim(scene_open(&s, f->scenario, GRAPH_BACKEND_CUDA) == GRAPH_OK, f, "no scene"))
        return false;
    (void)graph_matrix_rows(NULL, NULL);
    snprintf(old_sentence, sizeof old_sentence, "%s", graph_last_error());
    injector->begin(f->mode, f->k);
    const graph_status status = f->scenario->run(&s);
    const bool has_sentence = status >= 0 || strcmp(graph_last_error(), old_sentence) != 0;
    const graph_status reading = status < 0 ? GRAPH_OK : digest_outputs(&digest, &s);
    if (f->mode == FAULT_GONE) {
        /* What lies on the host is whole, also while nothing works. */
        claim(digest_inputs(&digest, &s) == GRAPH_OK && digest == e->inputs, f, "an input is not at hand");
        if (status < 0)
            claim(digest_outputs(&digest, &s) == GRAPH_OK && digest == e->before, f,
                  "the old output is not at hand");
    }
    *calls = injector->end();
    const bool is_reached = f->k > 0 && *calls >= f->k;
    claim(has_sentence, f, "an error without a sentence");
    claim(status == GRAPH_OK || (is_reached && is_expected_failure(status, f->mode)), f,
          graph_status_name(status));
    claim(reading == GRAPH_OK || (is_reached && is_expected_failure(reading, f->mode)), f,
          graph_status_name(reading));
    if (injector->has_pending_error != NULL)
        claim(!injector->has_pending_error() || f->mode == FAULT_GONE, f,
              "the caller would see an error of CUDA's");
    check_outcome(f, &s, status, e);
    scene_close(&s);
    claim(graph__memory_blocks() == blocks, f, "blocks are held");
    claim(injector->held == NULL || injector->held() == bytes, f, "bytes of the device are held");
    return is_reached;
}

/* With the device gone objects are released while it is. */
static void run_until_released(const struct fault *f)
{
    const struct fault_injector *injector = f->injector;
    const int64_t blocks = graph__memory_blocks(), bytes = injector->held != NULL ? injector->held() : 0;
    struct scene s;
    if (!claim(scene_open(&s, f->scenario, GRAPH_BACKEND_CUDA) == GRAPH_OK, f, "no scene"))
        return;
    injector->begin(f->mode, f->k);
    (void)f->scenario->run(&s);
    scene_close(&s);
    injector->end();
    if (injector->has_pending_error != NULL)
        (void)injector->has_pending_error();
    claim(graph__memory_blocks() == blocks, f, "blocks are held by a device that has gone");
    claim(injector->held == NULL || injector->held() == bytes, f, "bytes are held on a device that has gone");
}

/* The right answers: those of the CPU. */
static bool find_expected(const struct fault *f, struct expected *e)
{
    struct scene s;
    bool is_found = claim(store_graph(f->scenario->graph) == GRAPH_OK, f, "no graph") &&
                    claim(scene_open(&s, f->scenario, GRAPH_BACKEND_CPU) == GRAPH_OK, f, "no scene") &&
                    claim(digest_inputs(&e->inputs, &s) == GRAPH_OK, f, "no inputs") &&
                    claim(digest_outputs(&e->before, &s) == GRAPH_OK, f, "no old outputs") &&
                    claim(f->scenario->run(&s) == GRAPH_OK, f, "the CPU fails") &&
                    claim(digest_outputs(&e->after, &s) == GRAPH_OK, f, "no result");
    claim(e->before != e->after, f, "the call does nothing");
    scene_close(&s);
    return is_found;
}

bool fault_check_one(const struct scenario *scenario, const struct fault_injector *injector,
                     enum fault_mode mode, int64_t k)
{
    struct fault f = {.scenario = scenario, .injector = injector, .mode = mode, .k = k};
    struct expected e = {0};
    int64_t calls;
    return find_expected(&f, &e) && run(&f, &e, &calls);
}

/* The number of the next call that fails: all, or half of `most` and then an even sample. */
static int64_t next(int64_t k, int64_t calls, int64_t most)
{
    const int64_t first = most / 2, step = calls <= most ? 1 : (calls - first) / (most - first) + 1;
    return k < first ? k + 1 : k + step;
}

int64_t fault_check(const struct scenario *scenario, const struct fault_injector *injector, int64_t most)
{
    static const enum fault_mode modes[] = {FAULT_ONE, FAULT_MEMORY, FAULT_GONE};
    struct fault f = {.scenario = scenario, .injector = injector};
    struct expected e = {0};
    int64_t calls, runs = 0;
    if (!find_expected(&f, &e))
        return 0;
    /* Twice, since the first call of all makes what stays for later ones. */
    run(&f, &e, &calls);
    run(&f, &e, &calls);
    for (int m = 0; m < 3; m++) {
        f.mode = modes[m];
        f.k = 0;
        run(&f, &e, &calls);
        for (int64_t k = 1; k <= calls; k = next(k, calls, most), runs++) {
            int64_t ignored;
            f.mode = modes[m];
            f.k = k;
            run(&f, &e, &ignored);
            if (f.mode == FAULT_GONE)
                run_until_released(&f);
            f.mode = FAULT_NONE;
            f.k = 0;
            run(&f, &e, &ignored);
        }
    }
    return runs;
}
