/* The value type T of one compilation and its arithmetic, for semirings and kernels.
 *
 * The build defines one of T_BOOL, T_INT8, ..., T_FP64.  This gives T, its extremes, and functions that are defined
 * for every input: integers wrap (or saturate where the name says so), min and max ignore NaN.  Plain C: it is read
 * by the C compiler, by nvcc and by the run-time compiler, so it includes nothing itself. */
#ifndef SEMIRING_VALUE_H
#define SEMIRING_VALUE_H

#ifndef GRAPH_OP
#define GRAPH_OP   static inline T
#define GRAPH_TEST static inline int
#endif

/* W is an unsigned type that T converts to before arithmetic, wide enough that nothing is promoted to int. */
#if defined(T_BOOL)
typedef bool T;
typedef unsigned W;
#define T_NAME      bool
#define T_CODE      GRAPH_BOOL
#define T_MAX       ((T)1)
#define T_MIN       ((T)0)
#define T_IS_BOOL   1
#define T_IS_FLOAT  0
#define T_IS_SIGNED 0
#elif defined(T_INT8)
typedef int8_t T;
typedef uint32_t W;
#define T_NAME      int8
#define T_CODE      GRAPH_INT8
#define T_MAX       ((T)0x7f)
#define T_MIN       ((T)(-0x7f - 1))
#define T_IS_BOOL   0
#define T_IS_FLOAT  0
#define T_IS_SIGNED 1
#elif defined(T_INT16)
typedef int16_t T;
typedef uint32_t W;
#define T_NAME      int16
#define T_CODE      GRAPH_INT16
#define T_MAX       ((T)0x7fff)
#define T_MIN       ((T)(-0x7fff - 1))
#define T_IS_BOOL   0
#define T_IS_FLOAT  0
#define T_IS_SIGNED 1
#elif defined(T_INT32)
typedef int32_t T;
typedef uint32_t W;
#define T_NAME      int32
#define T_CODE      GRAPH_INT32
#define T_MAX       ((T)0x7fffffff)
#define T_MIN       ((T)(-0x7fffffff - 1))
#define T_IS_BOOL   0
#define T_IS_FLOAT  0
#define T_IS_SIGNED 1
#elif defined(T_INT64)
typedef int64_t T;
typedef uint64_t W;
#define T_NAME      int64
#define T_CODE      GRAPH_INT64
#define T_MAX       ((T)0x7fffffffffffffffLL)
#define T_MIN       ((T)(-0x7fffffffffffffffLL - 1))
#define T_IS_BOOL   0
#define T_IS_FLOAT  0
#define T_IS_SIGNED 1
#elif defined(T_UINT8)
typedef uint8_t T;
typedef uint32_t W;
#define T_NAME      uint8
#define T_CODE      GRAPH_UINT8
#define T_MAX       ((T)0xff)
#define T_MIN       ((T)0)
#define T_IS_BOOL   0
#define T_IS_FLOAT  0
#define T_IS_SIGNED 0
#elif defined(T_UINT16)
typedef uint16_t T;
typedef uint32_t W;
#define T_NAME      uint16
#define T_CODE      GRAPH_UINT16
#define T_MAX       ((T)0xffff)
#define T_MIN       ((T)0)
#define T_IS_BOOL   0
#define T_IS_FLOAT  0
#define T_IS_SIGNED 0
#elif defined(T_UINT32)
typedef uint32_t T;
typedef uint32_t W;
#define T_NAME      uint32
#define T_CODE      GRAPH_UINT32
#define T_MAX       ((T)0xffffffffu)
#define T_MIN       ((T)0)
#define T_IS_BOOL   0
#define T_IS_FLOAT  0
#define T_IS_SIGNED 0
#elif defined(T_UINT64)
typedef uint64_t T;
typedef uint64_t W;
#define T_NAME      uint64
#define T_CODE      GRAPH_UINT64
#define T_MAX       ((T)0xffffffffffffffffULL)
#define T_MIN       ((T)0)
#define T_IS_BOOL   0
#define T_IS_FLOAT  0
#define T_IS_SIGNED 0
#elif defined(T_FP32)
typedef float T;
typedef float W;
#define T_NAME      fp32
#define T_CODE      GRAPH_FP32
#define T_MAX       ((T)__builtin_inff())
#define T_MIN       (-(T)__builtin_inff())
#define T_IS_BOOL   0
#define T_IS_FLOAT  1
#define T_IS_SIGNED 1
#elif defined(T_FP64)
typedef double T;
typedef double W;
#define T_NAME      fp64
#define T_CODE      GRAPH_FP64
#define T_MAX       ((T)__builtin_inf())
#define T_MIN       (-(T)__builtin_inf())
#define T_IS_BOOL   0
#define T_IS_FLOAT  1
#define T_IS_SIGNED 1
#else
#error "define one of T_BOOL, T_INT8, ..., T_FP64"
#endif

/* x + y and x * y; integers wrap, bool takes OR and AND. */
#if T_IS_BOOL
GRAPH_OP plus(T x, T y) { return x | y; }
GRAPH_OP times(T x, T y) { return x & y; }
#else
GRAPH_OP plus(T x, T y) { return (T)((W)x + (W)y); }
GRAPH_OP times(T x, T y) { return (T)((W)x * (W)y); }
#endif

/* The smaller and the larger of two; a number wins over NaN. */
#if T_IS_FLOAT
/* The comparison of the second line is one instruction without a branch; it gives x where y is NaN. */
GRAPH_OP smaller(T x, T y)
{
    T least = y < x ? y : x;
    return x != x ? y : least;
}
GRAPH_OP larger(T x, T y)
{
    T most = y > x ? y : x;
    return x != x ? y : most;
}
#else
GRAPH_OP smaller(T x, T y) { return x < y ? x : y; }
GRAPH_OP larger(T x, T y) { return x > y ? x : y; }
#endif

/* x + y, stopping at the ends of an integer type. */
#if T_IS_FLOAT || T_IS_BOOL
GRAPH_OP plus_saturating(T x, T y) { return plus(x, y); }
#elif T_IS_SIGNED
GRAPH_OP plus_saturating(T x, T y)
{
    T sum = plus(x, y);
    /* The sum overflowed if both operands have a sign that it lacks. */
    return ((x ^ sum) & (y ^ sum)) < 0 ? (x < 0 ? T_MIN : T_MAX) : sum;
}
#else
GRAPH_OP plus_saturating(T x, T y)
{
    T sum = plus(x, y);
    return sum < x ? T_MAX : sum;
}
#endif

#endif
