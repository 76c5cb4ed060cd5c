/* Ranks of one process: see ranks.h. */
#include "tests/support/ranks.h"

#include <pthread.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dist/group.h"

const int rank_numbers[RANK_NUMBERS] = {1, 2, 3, 4, 6, 9};

enum { MOST_RANKS = 16 };

struct rank_thread {
    graph_group *group;
    rank_function *work;
    void *context;
};

static void *run_rank(void *argument)
{
    struct rank_thread *t = argument;
    t->work(t->group, t->context);
    graph_group_release(&t->group);
    return NULL;
}

bool run_ranks(int ranks, const graph_group_options *options, rank_function *work, void *context)
{
    graph_group *group[MOST_RANKS];
    pthread_t thread[MOST_RANKS];
    struct rank_thread of[MOST_RANKS];
    if (ranks > MOST_RANKS || !CHECK_OK(graph_group_threads(group, ranks, options)))
        return false;
    int started = 0;
    for (; started < ranks; started++) {
        of[started] = (struct rank_thread){group[started], work, context};
        if (pthread_create(&thread[started], NULL, run_rank, &of[started]) != 0)
            break;
    }
    for (int r = started; r < ranks; r++)
        graph_group_release(&group[r]);
    for (int r = 0; r < started; r++)
        pthread_join(thread[r], NULL);
    return CHECK(started == ranks);
}

/* ---- Processes ---- */

enum { MOST_PROCESSES = 9 };

bool run_processes(int ranks, process_function *work, void *context, int *state)
{
    int fd[MOST_PROCESSES][MOST_PROCESSES];
    pid_t process[MOST_PROCESSES];
    bool holds = true;
    for (int r = 0; r < ranks; r++)
        for (int s = r + 1; s < ranks; s++) {
            int ends[2] = {-1, -1};
            holds = holds && CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
            fd[r][s] = ends[0];
            fd[s][r] = ends[1];
        }
    fflush(NULL);
    for (int r = 0; r < ranks; r++) {
        process[r] = fork();
        if (process[r] == 0) {
            for (int p = 0; p < ranks; p++)
                for (int s = 0; s < ranks; s++)
                    if (p != r && p != s)
                        close(fd[p][s]);
            fd[r][r] = -1;
            _exit(work(r, ranks, fd[r], context));
        }
    }
    for (int r = 0; r < ranks; r++)
        for (int s = 0; s < ranks; s++)
            if (r != s)
                close(fd[r][s]);
    for (int r = 0; r < ranks; r++)
        holds = CHECK(process[r] > 0 && waitpid(process[r], &state[r], 0) == process[r]) && holds;
    return holds;
}

/* ---- A rank that stops ---- */

struct stopping {
    graph_transport inner;
    int64_t k, *calls;
    bool has_stopped;
};

/* Whether this call is the one; from then on nobody hears of this rank. */
static bool stops(struct stopping *s)
{
    if (s->has_stopped || ++*s->calls == s->k) {
        if (!s->has_stopped)
            s->inner.abort(s->inner.context, GRAPH_E_RANK);
        s->has_stopped = true;
    }
    return s->has_stopped;
}

#define OR_STOP(call) (stops(s) ? GRAPH_TRANSPORT_GONE : (call))

static int stop_broadcast(void *context, void *bytes, size_t n, int root)
{
    struct stopping *s = context;
    return OR_STOP(s->inner.broadcast(s->inner.context, bytes, n, root));
}

static int stop_all_gather(void *context, void *to, const void *from, const size_t *bytes)
{
    struct stopping *s = context;
    return OR_STOP(s->inner.all_gather(s->inner.context, to, from, bytes));
}

static int stop_all_to_all(void *context, void *to, const size_t *to_bytes, const void *from,
                           const size_t *from_bytes)
{
    struct stopping *s = context;
    return OR_STOP(s->inner.all_to_all(s->inner.context, to, to_bytes, from, from_bytes));
}

static int stop_all_reduce(void *context, int64_t *x, size_t n, graph_op op)
{
    struct stopping *s = context;
    return OR_STOP(s->inner.all_reduce(s->inner.context, x, n, op));
}

static int stop_barrier(void *context)
{
    struct stopping *s = context;
    return OR_STOP(s->inner.barrier(s->inner.context));
}

static int stop_failed(void *context)
{
    struct stopping *s = context;
    return s->inner.failed(s->inner.context);
}

static void stop_abort(void *context, graph_status status)
{
    struct stopping *s = context;
    s->inner.abort(s->inner.context, status);
}

static void stop_release(void *context)
{
    struct stopping *s = context;
    s->inner.release(s->inner.context);
    free(s);
}

graph_status stop_at(graph_group **stopping, graph_group *group, int64_t k, int64_t *calls)
{
    struct stopping *s = malloc(sizeof *s);
    *s = (struct stopping){.inner = group->transport, .k = k, .calls = calls};
    const graph_transport transport = {.size = sizeof transport,
                                       .context = s,
                                       .rank = s->inner.rank,
                                       .ranks = s->inner.ranks,
                                       .broadcast = stop_broadcast,
                                       .all_gather = stop_all_gather,
                                       .all_to_all = stop_all_to_all,
                                       .all_reduce = stop_all_reduce,
                                       .barrier = stop_barrier,
                                       .failed = stop_failed,
                                       .abort = stop_abort,
                                       .release = stop_release};
    const graph_group_options options = {
        .size = sizeof options, .links = GRAPH_LINKS_NEVER, .most_bytes = group->most_bytes};
    graph_status status = graph__group_open(stopping, &transport, &options);
    if (status != GRAPH_OK)
        free(s);
    else
        group->transport.release = NULL, group->transport.abort = NULL;
    return status;
}

void set_stop(graph_group *stopping, int64_t k, int64_t *calls)
{
    struct stopping *s = stopping->transport.context;
    *calls = 0;
    s->k = k;
    s->calls = calls;
}

/* ---- Comparison ---- */

void rank_claim(struct rank_claims *claims, const graph_group *group, bool holds, const char *claim, int line,
                int number)
{
    if (holds)
        return;
    fprintf(stderr, "%s, line %d, case %d, rank %d of %d: %s (%s)\n", claims->what, line, number,
            graph_group_rank(group), graph_group_ranks(group), claim, graph_last_error());
    __atomic_add_fetch(&claims->wrong, 1, __ATOMIC_RELAXED);
}

bool equal_matrices(const graph_matrix *A, const graph_matrix *B)
{
    graph_arrays a = {.size = sizeof a}, b = {.size = sizeof b};
    if ((A == NULL) != (B == NULL))
        return false;
    if (A == NULL)
        return true;
    if (graph_matrix_export(&a, (graph_matrix *)(uintptr_t)A, GRAPH_CSR, GRAPH_BORROW) != GRAPH_OK ||
        graph_matrix_export(&b, (graph_matrix *)(uintptr_t)B, GRAPH_CSR, GRAPH_BORROW) != GRAPH_OK)
        return false;
    const size_t n = (size_t)a.entries;
    bool is_same = a.type == b.type && a.rows == b.rows && a.columns == b.columns && a.entries == b.entries;
    is_same = is_same && memcmp(a.row, b.row, ((size_t)a.rows + 1) * 8) == 0;
    is_same = is_same && (n == 0 || memcmp(a.column, b.column, n * 4) == 0);
    return is_same &&
           (n == 0 || a.value == NULL || memcmp(a.value, b.value, n * graph_type_size(a.type)) == 0);
}

bool equal_vectors(const graph_vector *u, const graph_vector *v)
{
    graph_index length[2] = {0}, n[2] = {0};
    graph_type type[2];
    const graph_vector *const x[2] = {u, v};
    graph_index *index[2] = {NULL, NULL};
    char *value[2] = {NULL, NULL};
    bool is_same = (u == NULL) == (v == NULL);
    if (u == NULL || v == NULL)
        return is_same;
    for (int k = 0; k < 2; k++) {
        graph_vector_length(&length[k], x[k]);
        graph_vector_entries(&n[k], x[k]);
        graph_vector_type(&type[k], x[k]);
        index[k] = malloc(((size_t)n[k] + 1) * sizeof **index);
        value[k] = calloc((size_t)n[k] + 1, 8);
        is_same = is_same && graph_vector_extract_tuples(index[k], type[k] == GRAPH_PATTERN ? NULL : value[k],
                                                         type[k], &n[k], x[k]) == GRAPH_OK;
    }
    is_same = is_same && length[0] == length[1] && n[0] == n[1] && type[0] == type[1];
    is_same = is_same && memcmp(index[0], index[1], (size_t)n[0] * sizeof **index) == 0 &&
              memcmp(value[0], value[1], (size_t)n[0] * graph_type_size(type[0])) == 0;
    for (int k = 0; k < 2; k++) {
        free(index[k]);
        free(value[k]);
    }
    return is_same;
}

graph_status rows_of(graph_matrix **R, const graph_matrix *A, graph_index first, graph_index end)
{
    graph_index columns, *list = malloc((size_t)(end - first + 1) * sizeof *list);
    graph_type type;
    graph_status status = GRAPH_OK;
    *R = NULL;
    for (graph_index i = first; i < end; i++)
        list[i - first] = i;
    graph_matrix_columns(&columns, A);
    graph_matrix_type(&type, A);
    TRY(graph_matrix_create(R, type, end - first, columns));
    TRY(graph_extract(*R, NULL, GRAPH_NO_OP, A, list, end - first, GRAPH_ALL, 0, NULL));
done:
    free(list);
    return status;
}

graph_status scatter_anyhow(graph_dist **D, graph_group *group, const graph_matrix *A, uint64_t seed)
{
    const int ranks = graph_group_ranks(group), rank = graph_group_rank(group);
    graph_index cut[MOST_RANKS + 1], rows;
    graph_matrix *mine = NULL;
    graph_status status = GRAPH_OK;
    *D = NULL;
    graph_matrix_rows(&rows, A);
    cut[0] = 0;
    for (int r = 1; r < ranks; r++)
        cut[r] = test_random(&seed) % (rows + 1);
    cut[ranks] = rows;
    for (int r = 1; r < ranks; r++) /* sorts */
        for (int k = r; k > 1 && cut[k] < cut[k - 1]; k--) {
            graph_index x = cut[k];
            cut[k] = cut[k - 1];
            cut[k - 1] = x;
        }
    TRY(rows_of(&mine, A, cut[rank], cut[rank + 1]));
    TRY(graph_dist_from_rows(D, group, mine));
done:
    graph_matrix_release(&mine);
    return status;
}
