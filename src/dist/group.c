/* Groups of ranks: agreement on statuses and on the order of calls, and exchanges that can fail.
 *
 * An agreement is one least value over all ranks of status * 2^20 + rank: it is below 0 if a rank fails, and names the
 * lowest status and its first rank, which then sends its sentence.  The start of a call compares the calls' names in the
 * same exchange, as the least of a hash and of its complement. */
#include "dist/group.h"

#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "core/backends.h"

enum { MOST_RANKS = 4096, RANK_BITS = 20, SENTENCE_BYTES = 640, NAME_BYTES = 64, COUNT_ARRAYS = 6 };

graph_status graph__check_group_options(graph_group_options *all, const graph_group_options *options)
{
    *all = (graph_group_options){.size = sizeof *all};
    if (options == NULL)
        return GRAPH_OK;
    if (options->size != sizeof *options)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.size is %zu, expected %zu", options->size,
                           sizeof *options);
    if (!(options->deadline_seconds >= 0 && options->deadline_seconds < 1e9))
        return graph__fail(GRAPH_E_INVALID_VALUE,
                           "options.deadline_seconds is %g, expected a number from 0 on",
                           options->deadline_seconds);
    if ((int)options->links < GRAPH_LINKS_AUTO || options->links > GRAPH_LINKS_ALWAYS)
        return graph__fail(GRAPH_E_INVALID_VALUE, "options.links is %d, which is no choice of links",
                           (int)options->links);
    *all = *options;
    return GRAPH_OK;
}

static graph_status check_transport(const graph_transport *t)
{
    if (t == NULL)
        return graph__fail(GRAPH_E_NULL, "transport is NULL");
    if (t->size != sizeof *t)
        return graph__fail(GRAPH_E_INVALID_VALUE, "transport.size is %zu, expected %zu", t->size, sizeof *t);
    if (t->ranks < 1 || t->ranks > MOST_RANKS)
        return graph__fail(GRAPH_E_INVALID_VALUE, "transport.ranks is %d, expected 1 .. %d", t->ranks,
                           MOST_RANKS);
    if (t->rank < 0 || t->rank >= t->ranks)
        return graph__fail(GRAPH_E_INVALID_VALUE, "transport.rank is %d of %d ranks", t->rank, t->ranks);
    if (t->broadcast == NULL || t->all_gather == NULL || t->all_to_all == NULL || t->all_reduce == NULL ||
        t->barrier == NULL)
        return graph__fail(GRAPH_E_NULL, "a function of the transport is NULL");
    return GRAPH_OK;
}

graph_status graph__group_open(graph_group **group, const graph_transport *transport,
                               const graph_group_options *options)
{
    graph_group *g = NULL;
    graph_status status = GRAPH_OK;
    GRAPH_TRY(GRAPH_NEW_ZEROED(g, 1));
    GRAPH_TRY(GRAPH_NEW(g->counts, (size_t)transport->ranks * COUNT_ARRAYS));
    g->transport = *transport;
    g->rank = transport->rank;
    g->ranks = transport->ranks;
    g->most_bytes = options->most_bytes;
    g->deadline_seconds = options->deadline_seconds;
    g->links = options->links;
    if (transport->set_deadline != NULL)
        transport->set_deadline(transport->context, options->deadline_seconds);
done:
    if (status != GRAPH_OK && g != NULL) {
        graph__free(g->counts);
        graph__free(g);
        g = NULL;
    }
    *group = g;
    return status;
}

/* ---- Failure ---- */

/* Ends the group: this exchange failed, so nobody knows what the ranks have. */
static graph_status end(graph_group *g, int code)
{
    const graph_transport *t = &g->transport;
    const int rank = t->failed != NULL ? t->failed(t->context) : -1;
    char who[48] = "a rank";
    if (rank >= 0)
        snprintf(who, sizeof who, "rank %d of %d", rank, g->ranks);
    if (code == GRAPH_TRANSPORT_LATE)
        snprintf(g->why, sizeof g->why, "%s did not come before the deadline", who);
    else if (code == GRAPH_TRANSPORT_GONE)
        snprintf(g->why, sizeof g->why, "%s is gone", who);
    else
        snprintf(g->why, sizeof g->why, "the transport failed (%d); the group is over", code);
    g->is_over = true;
    if (t->abort != NULL)
        t->abort(t->context, GRAPH_E_RANK);
    return graph__fail(GRAPH_E_RANK, "%s", g->why);
}

static graph_status check_running(graph_group *g)
{
    return g->is_over ? graph__fail(GRAPH_E_RANK, "the group is over: %s", g->why) : GRAPH_OK;
}

/* Runs one function of the transport. */
#define EXCHANGE(g, call)                                                                                    \
    do {                                                                                                     \
        graph_status exchange_status = check_running(g);                                                     \
        if (exchange_status != GRAPH_OK)                                                                     \
            return exchange_status;                                                                          \
        const int exchange_code = (call);                                                                    \
        return exchange_code == GRAPH_TRANSPORT_OK ? GRAPH_OK : end((g), exchange_code);                     \
    } while (0)

/* Counts what comes from other ranks. */
static void count_parts(graph_group *g, const size_t *bytes)
{
    for (int r = 0; r < g->ranks; r++)
        g->received_bytes += r == g->rank ? 0 : bytes[r];
}

graph_status graph__group_broadcast(graph_group *g, void *bytes, size_t n, int root)
{
    g->received_bytes += g->rank == root ? 0 : n;
    EXCHANGE(g, g->transport.broadcast(g->transport.context, bytes, n, root));
}

graph_status graph__group_all_gather(graph_group *g, void *to, const void *from, const size_t *bytes)
{
    count_parts(g, bytes);
    EXCHANGE(g, g->transport.all_gather(g->transport.context, to, from, bytes));
}

graph_status graph__group_all_to_all(graph_group *g, void *to, const size_t *to_bytes, const void *from,
                                     const size_t *from_bytes)
{
    count_parts(g, to_bytes);
    EXCHANGE(g, g->transport.all_to_all(g->transport.context, to, to_bytes, from, from_bytes));
}

graph_status graph__group_all_reduce(graph_group *g, int64_t *x, size_t n, graph_op op)
{
    g->received_bytes += (uint64_t)(g->ranks - 1) * n * sizeof *x;
    EXCHANGE(g, g->transport.all_reduce(g->transport.context, x, n, op));
}

graph_status graph__group_all_gather_same(graph_group *g, void *to, const void *from, size_t bytes)
{
    size_t *const all = g->counts + (COUNT_ARRAYS - 1) * (size_t)g->ranks;
    for (int r = 0; r < g->ranks; r++)
        all[r] = bytes;
    return graph__group_all_gather(g, to, from, all);
}

/* ---- Agreement ---- */

static int64_t key_of(const graph_group *g, graph_status status)
{
    return status < 0 ? (int64_t)status * (1 << RANK_BITS) + g->rank : 0;
}

/* Whether a sentence names a rank, as it does when all have agreed on it before. */
static bool names_rank(const char *sentence, int ranks)
{
    int rank = 0, of = 0, length = 0;
    return sscanf(sentence, "rank %d of %d: %n", &rank, &of, &length) == 2 && length > 0 && of == ranks;
}

/* All ranks take over the status and the sentence of the rank that the key names. */
static graph_status take_over(graph_group *g, int64_t key)
{
    const int root = (int)(key & ((1 << RANK_BITS) - 1));
    const graph_status status = (graph_status)((key - root) / (1 << RANK_BITS));
    char sentence[SENTENCE_BYTES] = "";
    if (g->rank == root)
        snprintf(sentence, sizeof sentence, "%s", graph_last_error());
    graph_status moved = graph__group_broadcast(g, sentence, sizeof sentence, root);
    if (moved != GRAPH_OK)
        return moved;
    sentence[sizeof sentence - 1] = '\0';
    return names_rank(sentence, g->ranks)
               ? graph__fail(status, "%s", sentence)
               : graph__fail(status, "rank %d of %d: %s", root, g->ranks, sentence);
}

graph_status graph__group_agree(graph_group *g, graph_status status)
{
    graph_status moved = check_running(g);
    if (moved != GRAPH_OK)
        return moved;
    int64_t key = g->ranks == 1 ? 0 : key_of(g, status);
    if (g->ranks == 1)
        return status < 0 ? status : GRAPH_OK;
    moved = graph__group_all_reduce(g, &key, 1, GRAPH_MIN);
    if (moved != GRAPH_OK)
        return moved;
    return key < 0 ? take_over(g, key) : GRAPH_OK;
}

static int64_t hash_of(const char *name)
{
    uint64_t h = 14695981039346656037u;
    for (; *name != '\0'; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211u;
    return (int64_t)(h >> 2);
}

/* Ranks made different calls: all of them name the first rank's and the first other one. */
static graph_status name_calls(graph_group *g, const char *name)
{
    char ours[NAME_BYTES] = "", first[NAME_BYTES], other[NAME_BYTES] = "";
    int64_t rank = g->ranks;
    snprintf(ours, sizeof ours, "%s", name);
    memcpy(first, ours, sizeof ours);
    graph_status status = graph__group_broadcast(g, first, sizeof first, 0);
    if (status != GRAPH_OK)
        return status;
    first[sizeof first - 1] = '\0';
    if (strcmp(first, ours) != 0)
        rank = g->rank;
    status = graph__group_all_reduce(g, &rank, 1, GRAPH_MIN);
    if (status != GRAPH_OK)
        return status;
    memcpy(other, ours, sizeof ours);
    status = rank < g->ranks ? graph__group_broadcast(g, other, sizeof other, (int)rank) : GRAPH_OK;
    if (status != GRAPH_OK)
        return status;
    other[sizeof other - 1] = '\0';
    return graph__fail(GRAPH_E_INVALID_VALUE,
                       "ranks make different calls: rank 0 of %d calls %s, rank %lld calls %s", g->ranks,
                       first, (long long)rank, other);
}

graph_status graph__group_enter(graph_group *g, const char *name, graph_status status)
{
    graph_status moved = check_running(g);
    if (moved != GRAPH_OK)
        return moved;
    g->calls++;
    if (g->ranks == 1)
        return status < 0 ? status : GRAPH_OK;
    const int64_t hash = hash_of(name);
    int64_t x[3] = {key_of(g, status), hash, -hash};
    moved = graph__group_all_reduce(g, x, 3, GRAPH_MIN);
    if (moved != GRAPH_OK)
        return moved;
    if (x[1] != -x[2])
        return name_calls(g, name);
    return x[0] < 0 ? take_over(g, x[0]) : GRAPH_OK;
}

graph_status graph_group_agree(graph_group *group, graph_status status)
{
    if (group == NULL)
        return graph__fail(GRAPH_E_NULL, "group is NULL");
    return graph__group_enter(group, __func__, status);
}

graph_status graph_group_broadcast(graph_group *group, void *bytes, size_t n, int root)
{
    int64_t same[4] = {(int64_t)n, -(int64_t)n, root, -root};
    graph_status status = GRAPH_OK;
    if (group == NULL)
        return graph__fail(GRAPH_E_NULL, "group is NULL");
    if (bytes == NULL && n > 0)
        status = graph__fail(GRAPH_E_NULL, "bytes is NULL");
    else if (root < 0 || root >= group->ranks)
        status = graph__fail(GRAPH_E_INVALID_VALUE, "root is %d, expected 0 .. %d", root, group->ranks - 1);
    GRAPH_TRY(graph__group_enter(group, __func__, status));
    GRAPH_TRY(graph__group_all_reduce(group, same, 4, GRAPH_MIN));
    if (same[0] != -same[1] || same[2] != -same[3])
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "ranks give %lld to %lld bytes and roots %lld to %lld",
                   (long long)same[0], (long long)-same[1], (long long)same[2], (long long)-same[3]);
    GRAPH_TRY(graph__group_broadcast(group, bytes, n, root));
done:
    return status;
}

/* ---- Links between devices ---- */

/* Whether the ranks have different devices, all of which are there.  Agreed. */
static graph_status compare_devices(graph_group *g, bool *are_apart, const struct graph_backend *place,
                                    const char **why)
{
    struct graph_link_device ours = {{0}}, other;
    int64_t is_apart = place != NULL && place->link_find != NULL && place->link_find(&ours, why);
    graph_status status = GRAPH_OK;
    *are_apart = false;
    GRAPH_TRY(graph__group_all_reduce(g, &is_apart, 1, GRAPH_MIN));
    for (int r = 0; r < g->ranks && is_apart; r++) {
        other = ours;
        GRAPH_TRY(graph__group_broadcast(g, &other, sizeof other, r));
        int64_t differs = r == g->rank || memcmp(&other, &ours, sizeof ours) != 0;
        GRAPH_TRY(graph__group_all_reduce(g, &differs, 1, GRAPH_MIN));
        if (!differs)
            *why = "two ranks use the same GPU";
        is_apart = differs;
    }
    *are_apart = is_apart;
done:
    return status;
}

static graph_status open_link(graph_group *g, graph_links links)
{
    const char *why = "this rank has no GPU, or is told not to use it";
    const struct graph_backend *place = NULL;
    struct graph_link_id id = {{0}};
    graph_status status = GRAPH_OK, local = GRAPH_OK;
    bool are_apart = false;
    int64_t is_wanted[2] = {links, -(int64_t)links};
    GRAPH_TRY(graph__group_all_reduce(g, is_wanted, 2, GRAPH_MIN));
    if (is_wanted[0] != -is_wanted[1])
        GRAPH_FAIL(GRAPH_E_INVALID_VALUE, "options.links differs between the ranks: %d and %d",
                   (int)is_wanted[0], (int)-is_wanted[1]);
    if (links == GRAPH_LINKS_NEVER)
        goto done;
    if (graph_get_backend() != GRAPH_BACKEND_CPU)
        place = graph__backend(GRAPH_BACKEND_CUDA);
    GRAPH_TRY(compare_devices(g, &are_apart, place, &why));
    if (!are_apart) {
        if (links == GRAPH_LINKS_ALWAYS)
            local = graph__fail(GRAPH_E_DEVICE, "no link between the GPUs of the ranks: %s", why);
        GRAPH_TRY(graph__group_agree(g, local));
        goto done;
    }
    if (g->rank == 0)
        local = place->link_name(&id);
    GRAPH_TRY(graph__group_agree(g, local));
    GRAPH_TRY(graph__group_broadcast(g, &id, sizeof id, 0));
    local = place->link_open(&g->link, &id, g->rank, g->ranks, g->deadline_seconds);
    GRAPH_TRY(graph__group_agree(g, local));
    g->link_place = place;
    graph__log("rank %d of %d: arrays go from device to device", g->rank, g->ranks);
done:
    return status;
}

void graph__group_link_is_over(graph_group *g)
{
    snprintf(g->why, sizeof g->why, "%.300s", graph_last_error());
    g->is_over = true;
    if (g->transport.abort != NULL)
        g->transport.abort(g->transport.context, GRAPH_E_RANK);
}

graph_status graph__group_link_exchange(graph_group *g, void *to, const size_t *to_start,
                                        const size_t *to_bytes, const void *from, const size_t *from_start,
                                        const size_t *from_bytes)
{
    graph_status status = check_running(g);
    if (status != GRAPH_OK)
        return status;
    count_parts(g, to_bytes);
    status = g->link_place->link_exchange(g->link, to, to_start, to_bytes, from, from_start, from_bytes);
    if (status != GRAPH_OK) { /* some ranks may have their arrays: agreement is over */
        graph__group_link_is_over(g);
        return graph__fail(GRAPH_E_RANK, "%s", g->why);
    }
    return GRAPH_OK;
}

/* ---- Making and leaving ---- */

/* Where one rank has a limit for products, all make them in blocks: ranks without a limit in one. */
static graph_status share_limit(graph_group *g)
{
    int64_t has_limit = g->most_bytes > 0;
    const graph_status status = graph__group_all_reduce(g, &has_limit, 1, GRAPH_MAX);
    if (has_limit && g->most_bytes == 0)
        g->most_bytes = UINT64_MAX;
    return status;
}

graph_status graph_group_create(graph_group **group, const graph_transport *transport,
                                const graph_group_options *options)
{
    graph_group_options all;
    graph_group *g = NULL;
    graph_status status = GRAPH_OK;
    if (group == NULL)
        return graph__fail(GRAPH_E_NULL, "group is NULL");
    *group = NULL;
    status = check_transport(transport);
    if (status != GRAPH_OK)
        return status;
    GRAPH_TRY(graph__check_group_options(&all, options));
    GRAPH_TRY(graph__group_open(&g, transport, &all));
    /* A rank that failed before this leaves the transport, and the others see that here. */
    GRAPH_TRY(graph__group_enter(g, __func__, GRAPH_OK));
    if (g->ranks > 1)
        GRAPH_TRY(share_limit(g));
    if (g->ranks > 1)
        GRAPH_TRY(open_link(g, all.links));
    else if (all.links == GRAPH_LINKS_ALWAYS)
        GRAPH_FAIL(GRAPH_E_DEVICE, "a group of one rank has no links");
    *group = g;
    return GRAPH_OK;
done:
    if (g != NULL) {
        graph_group_release(&g);
    } else {
        if (transport->abort != NULL)
            transport->abort(transport->context, status);
        if (transport->release != NULL)
            transport->release(transport->context);
    }
    return status;
}

void graph_group_release(graph_group **group)
{
    if (group == NULL || *group == NULL)
        return;
    graph_group *g = *group;
    if (g->link != NULL)
        g->link_place->link_close(&g->link, g->is_over);
    if (g->transport.abort != NULL)
        g->transport.abort(g->transport.context, GRAPH_OK);
    if (g->transport.release != NULL)
        g->transport.release(g->transport.context);
    graph__free(g->counts);
    graph__free(g);
    *group = NULL;
}

int graph_group_rank(const graph_group *group) { return group != NULL ? group->rank : -1; }
int graph_group_ranks(const graph_group *group) { return group != NULL ? group->ranks : 0; }
bool graph_group_has_links(const graph_group *group) { return group != NULL && group->link != NULL; }
