/* Calls of CUB (cub_calls.h) with scratch memory, on the main stream. */
#include "cuda/primitives/primitives.h"

#include "cuda/primitives/cub_calls.h"
#include "cuda/runtime/call.h"

static cudaStream_t stream(void) { return graph__cuda_opened()->stream; }

/* Both phases of a function of CUB: how much memory, then the work. */
#define CUB(function, ...)                                                                                   \
    do {                                                                                                     \
        char *temporary;                                                                                     \
        size_t bytes = 0;                                                                                    \
        CUDA_TRY(function(NULL, &bytes, __VA_ARGS__));                                                       \
        GRAPH_TRY(CUDA_SCRATCH(call, temporary, bytes > 0 ? bytes : 1));                                     \
        CUDA_TRY(function(temporary, &bytes, __VA_ARGS__));                                                  \
    } while (0)

graph_status graph__cuda_scan(struct cuda_call *call, int64_t *data, int64_t n)
{
    graph_status status = GRAPH_OK;
    CUB(graph__cub_scan, data, n, stream());
done:
    return status;
}

graph_status graph__cuda_scan_counts(struct cuda_call *call, int64_t *start, const int32_t *count, int64_t n)
{
    graph_status status = GRAPH_OK;
    CUB(graph__cub_scan_counts, start, count, n, stream());
done:
    return status;
}

graph_status graph__cuda_rank_bits(struct cuda_call *call, int64_t *rank, const uint32_t *bits, int64_t words)
{
    graph_status status = GRAPH_OK;
    CUB(graph__cub_rank_bits, rank, bits, words, stream());
done:
    return status;
}

#define SORT_KEYS(bits_, type)                                                                               \
    graph_status graph__cuda_sort_keys_##bits_(struct cuda_call *call, type **key, type **spare, int64_t n,  \
                                               int bits)                                                     \
    {                                                                                                        \
        graph_status status = GRAPH_OK;                                                                      \
        type *keys[2] = {*key, *spare};                                                                      \
        int which = 0;                                                                                       \
        if (n > 1 && bits > 0)                                                                               \
            CUB(graph__cub_sort_keys_##bits_, keys, &which, n, bits, stream());                              \
        *key = keys[which];                                                                                  \
        *spare = keys[1 - which];                                                                            \
    done:                                                                                                    \
        return status;                                                                                       \
    }
#define SORT_PAIRS(name, key_type, value_type)                                                               \
    graph_status graph__cuda_sort_##name(struct cuda_call *call, key_type **key, key_type **spare,           \
                                         value_type **value, value_type **spare_value, int64_t n, int bits)  \
    {                                                                                                        \
        graph_status status = GRAPH_OK;                                                                      \
        key_type *keys[2] = {*key, *spare};                                                                  \
        value_type *values[2] = {*value, *spare_value};                                                      \
        int which = 0;                                                                                       \
        if (n > 1 && bits > 0)                                                                               \
            CUB(graph__cub_sort_##name, keys, values, &which, n, bits, stream());                            \
        *key = keys[which];                                                                                  \
        *spare = keys[1 - which];                                                                            \
        *value = values[which];                                                                              \
        *spare_value = values[1 - which];                                                                    \
    done:                                                                                                    \
        return status;                                                                                       \
    }
SORT_KEYS(32, uint32_t)
SORT_KEYS(64, uint64_t)
SORT_PAIRS(32_32, uint32_t, uint32_t)
SORT_PAIRS(32_64, uint32_t, uint64_t)
SORT_PAIRS(64_32, uint64_t, uint32_t)
SORT_PAIRS(64_64, uint64_t, uint64_t)
