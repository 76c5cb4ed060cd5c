/* What a back end is: a name, memory at its place, and operations.  An operation that is NULL is not there, and the
 * caller falls back to the CPU, whose table is complete. */
#ifndef CONTRACT_BACKEND_H
#define CONTRACT_BACKEND_H

#include "contract/centrality.h"
#include "contract/kernels.h"
#include "contract/link.h"
#include "contract/paths.h"
#include "contract/structure.h"
#include "semigraph/backend.h"

struct graph_async_download;

struct graph_backend {
    const char *name;
    graph_backend_kind kind;
    bool shares_host_memory; /* arrays at its place are host arrays */

    /* True if it can run here; otherwise *why is a static sentence. */
    bool (*available)(const char **why);

    /* Memory at the back end's place; release takes NULL. */
    graph_status (*allocate)(void **memory, size_t count, size_t element_bytes);
    void (*release)(void *memory);
    graph_status (*upload)(void *there, const void *here, size_t bytes);
    graph_status (*download)(void *here, const void *there, size_t bytes);
    graph_status (*wait)(void);

    /* Asynchronous downloads: copies to the host that overlap the work enqueued after them (NULL: there are none).  One
     * thread opens the stream of copies, uses and closes it; one call at a time has one, others wait.  start: after all
     * work enqueued so far, `bytes` bytes behind the first `skipped` of `there` are copied to `here`; the download
     * takes `there` over in every case and releases it.  wait: until at most `pending` copies are not done; the status
     * and sentence of one that has failed.  close: waits for all. */
    graph_status (*download_open)(struct graph_async_download **download, int threads);
    graph_status (*download_start)(struct graph_async_download *download, void *here, void *there,
                                   size_t skipped, size_t bytes);
    graph_status (*download_wait)(struct graph_async_download *download, int pending);
    void (*download_close)(struct graph_async_download *download);
    /* to[k] = from[k] + more for k < n, both at the back end's place, in the order of what is asked for; to may be from. */
    graph_status (*shift)(int64_t *to, const int64_t *from, int64_t n, int64_t more);

    /* Whether an array of the caller's lies at the back end's place already (NULL if shares_host_memory).  What is
     * enqueued comes after what the caller has enqueued in the device's default stream, and before what the caller
     * enqueues there later. */
    bool (*holds)(const void *array);

    /* Links between the devices of the ranks of a group.  find: false, and *why a static sentence, if this device can have
     * none; else its name.  name: a new identity of a link, by one rank for all.  open: all ranks at once.  exchange: the
     * from_bytes[r] bytes at from + from_start[r] go to rank r, those of rank r come to to + to_start[r]; after what is
     * enqueued on this device, and complete on return.  close: is_broken if a rank is gone. */
    bool (*link_find)(struct graph_link_device *device, const char **why);
    graph_status (*link_name)(struct graph_link_id *id);
    graph_status (*link_open)(struct graph_link **link, const struct graph_link_id *id, int rank, int ranks,
                              double deadline_seconds);
    graph_status (*link_exchange)(struct graph_link *link, void *to, const size_t *to_start,
                                  const size_t *to_bytes, const void *from, const size_t *from_start,
                                  const size_t *from_bytes);
    void (*link_close)(struct graph_link **link, bool is_broken);
    void (*limit)(size_t bytes); /* of memory held at its place; 0: none.  NULL: there is no such limit */

    /* The kernels of a semiring, and its published methods; never NULL. */
    const struct graph_kernels *(*kernels)(const struct graph_semiring *semiring);
    const struct graph_published *(*published)(const struct graph_semiring *semiring);

    /* For mxm_reuse. */
    graph_status (*plan)(struct graph_plan_request *);
    void (*plan_release)(void *plan);

    /* Operations without a semiring. */
    graph_status (*transpose)(struct graph_transpose_request *);
    graph_status (*build)(struct graph_build_request *);
    graph_status (*ewise)(struct graph_ewise_request *);
    graph_status (*select)(struct graph_select_request *);
    graph_status (*reduce_rows)(struct graph_reduce_rows_request *);
    graph_status (*merge)(struct graph_merge_request *);
    graph_status (*remap)(struct graph_remap_request *);
    graph_status (*region)(struct graph_region_request *);
    graph_status (*kronecker)(struct graph_kronecker_request *);
    graph_status (*blsi)(struct graph_blsi_request *);
    /* Caches in A which diagonals it has.  Only the CPU has it. */
    graph_status (*find_diagonals)(const struct graph_csr *A, int threads);
    graph_status (*vector_ewise)(struct graph_vector_ewise_request *);
    graph_status (*vector_select)(struct graph_vector_select_request *);
    graph_status (*vector_merge)(struct graph_vector_merge_request *);
    graph_status (*vector_update)(struct graph_vector_update_request *); /* NULL: not there */
    /* *packed = the values of the entries of a bitmap, in order: a new array for the caller. */
    graph_status (*vector_pack)(void **packed, const struct graph_vector_view *v);
    /* *index = the positions of the entries of a bitmap or full vector, ascending: a new array for the caller. */
    graph_status (*vector_list)(int32_t **index, const struct graph_vector_view *v);
    /* *gathered = the values of a full vector at n positions: a new array for the caller. */
    graph_status (*vector_gather)(void **gathered, const struct graph_vector_view *v, const int32_t *index,
                                  int64_t n, int threads);
    /* present[i] = 1 for the true entries of a vector of type GRAPH_BOOL (value NULL: all its entries), else 0. */
    graph_status (*vector_mask)(uint8_t *present, const struct graph_vector_view *v, int threads);

    /* Element by element over n values. */
    graph_status (*fill)(void *z, graph_type type, graph_scalar x, int64_t n, int threads);
    /* Only the CPU has it. */
    graph_status (*entry_values)(struct graph_entry_values_request *);
    /* z[e] = the position of entry e of A under op, as int64. */
    graph_status (*positions)(void *z, const struct graph_csr *A, graph_index_op op, int64_t k, int threads);
    graph_status (*convert)(void *to, graph_type to_type, const void *from, graph_type from_type, int64_t n,
                            int threads);
    /* z has `type`; so have the operands unless a user operator, or a typed comparison (for the CPU alone), says
     * otherwise. */
    graph_status (*unary)(void *z, const void *x, graph_unary_op op, graph_type type, int64_t n, int threads);
    graph_status (*binary)(void *z, const void *x, const void *y, graph_op op, graph_type type, int64_t n,
                           int threads);
    /* *z = fold of n values in a fixed order; the identity if n is 0. */
    graph_status (*reduce)(void *z, const void *x, graph_op monoid, graph_type type, int64_t n, int threads);

    /* Fused algorithms. */
    graph_status (*bfs)(struct graph_bfs_request *);
    graph_status (*triangles)(struct graph_triangles_request *);
    graph_status (*components)(struct graph_components_request *);
    graph_status (*closure)(struct graph_closure_request *);
    graph_status (*bit_closure)(struct graph_bit_closure_request *);
    graph_status (*bfs_multi)(struct graph_bfs_multi_request *);
    graph_status (*sssp)(struct graph_sssp_request *);
    graph_status (*predecessors)(struct graph_predecessors_request *);
    graph_status (*floyd_warshall)(struct graph_floyd_warshall_request *);
    /* The same on rows in the host's memory, for a device that has no room for all of them; no predecessors. */
    graph_status (*floyd_warshall_out_of_core)(struct graph_floyd_warshall_request *);
    graph_status (*floyd_warshall_slab)(struct graph_floyd_slab_request *);

    /* Cores, trusses, forests, sets, communities, similarity and walks. */
    graph_status (*cores)(struct graph_cores_request *);
    graph_status (*trusses)(struct graph_trusses_request *);
    graph_status (*forest)(struct graph_forest_request *);
    graph_status (*independent_set)(struct graph_independent_set_request *);
    graph_status (*coloring)(struct graph_coloring_request *);
    graph_status (*matching)(struct graph_matching_request *);
    graph_status (*labels)(struct graph_labels_request *);
    graph_status (*communities)(struct graph_communities_request *);
    graph_status (*similarity)(struct graph_similarity_request *);
    graph_status (*walks)(struct graph_walks_request *);
    graph_status (*pagerank)(struct graph_pagerank_request *);
    graph_status (*pagerank_slab)(struct graph_pagerank_slab_request *);
    graph_status (*eigenvector)(struct graph_eigenvector_request *);
    graph_status (*betweenness)(struct graph_betweenness_request *);
};

#endif
