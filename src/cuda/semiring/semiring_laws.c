/* Tests the laws that kernels need (semiring_host.h) on sample values. */
#include "cuda/semiring/semiring_host.h"

#include <stdint.h>

#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

/* Sample values: far from the limits of the wide types, so that no sum overflows, and no NaN. */
#define DEFINE(name, T, needs_identity, ...)                                                                 \
    static bool name(const struct graph_semiring *s)                                                         \
    {                                                                                                        \
        static const T value[] = {__VA_ARGS__};                                                              \
        T (*add)(T, T) = (T(*)(T, T))s->add;                                                                 \
        T zero = ((T(*)(void))s->zero)();                                                                    \
        bool holds = true;                                                                                   \
        for (int i = 0; i < COUNT(value); i++) {                                                             \
            T x = value[i];                                                                                  \
            holds = holds && (!(needs_identity) || (add(zero, x) == x && add(x, zero) == x));                \
            for (int k = 0; k < i; k++)                                                                      \
                holds = holds && add(x, value[k]) == add(value[k], x);                                       \
        }                                                                                                    \
        return holds;                                                                                        \
    }

DEFINE(of_bool, bool, true, false, true)
DEFINE(of_int8, int8_t, true, 0, 1, 2, 3, 100, -1, -7, INT8_MIN, INT8_MAX)
DEFINE(of_int16, int16_t, true, 0, 1, 2, 3, 1000, -1, -7, INT16_MIN, INT16_MAX)
DEFINE(of_int32, int32_t, true, 0, 1, 2, 3, 1000, -1, -7, -1000000, 1000000)
DEFINE(of_int64, int64_t, true, 0, 1, 2, 3, 1000, -1, -7, -1000000000000, 1000000000000)
DEFINE(of_uint8, uint8_t, true, 0, 1, 2, 3, 100, UINT8_MAX)
DEFINE(of_uint16, uint16_t, true, 0, 1, 2, 3, 1000, UINT16_MAX)
DEFINE(of_uint32, uint32_t, true, 0, 1, 2, 3, 1000, 1000000)
DEFINE(of_uint64, uint64_t, true, 0, 1, 2, 3, 1000, 1000000000000)
DEFINE(of_fp32, float, false, 0, 1, 2, 3, 0.5f, -1, -7, 1e6f)
DEFINE(of_fp64, double, false, 0, 1, 2, 3, 0.5, -1, -7, 1e6)

bool graph__cuda_may_reorder(const struct graph_semiring *user)
{
    switch (user->type) {
    case GRAPH_BOOL:
        return of_bool(user);
    case GRAPH_INT8:
        return of_int8(user);
    case GRAPH_INT16:
        return of_int16(user);
    case GRAPH_INT32:
        return of_int32(user);
    case GRAPH_INT64:
        return of_int64(user);
    case GRAPH_UINT8:
        return of_uint8(user);
    case GRAPH_UINT16:
        return of_uint16(user);
    case GRAPH_UINT32:
        return of_uint32(user);
    case GRAPH_UINT64:
        return of_uint64(user);
    case GRAPH_FP32:
        return of_fp32(user);
    case GRAPH_FP64:
        return of_fp64(user);
    default:
        return false;
    }
}
