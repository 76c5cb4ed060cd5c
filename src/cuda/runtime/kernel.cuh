/* The first include of every kernel text: types, the declaration of kernels, and the numbers of threads.
 *
 * Two compilers read a kernel text (.cuh): nvcc, once for each pre-built semiring or type (instance.cu), and the
 * run-time compiler NVRTC for all others.  So it includes no standard header and uses neither CUB nor templates with
 * linkage.  A kernel takes one argument, a struct of an _arguments.h header that the host includes too. */
#ifndef CUDA_RUNTIME_KERNEL_CUH
#define CUDA_RUNTIME_KERNEL_CUH

#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned uint32_t;
typedef unsigned long uint64_t;
/* What a user's expressions may name, as in C. */
#define INT8_MIN           (-128)
#define INT8_MAX           127
#define INT16_MIN          (-32768)
#define INT16_MAX          32767
#define INT32_MIN          (-2147483647 - 1)
#define INT32_MAX          2147483647
#define INT64_MIN          (-9223372036854775807L - 1)
#define INT64_MAX          9223372036854775807L
#define UINT8_MAX          255
#define UINT16_MAX         65535
#define UINT32_MAX         4294967295u
#define UINT64_MAX         18446744073709551615ul
#define FLT_MAX            3.402823466e+38f
#define DBL_MAX            1.7976931348623157e+308
#define INFINITY           __int_as_float(0x7f800000)
#define NAN                __int_as_float(0x7fffffff)
#define HUGE_VAL           __longlong_as_double(0x7ff0000000000000LL)
#define __builtin_inff()   __int_as_float(0x7f800000)
#define __builtin_inf()    __longlong_as_double(0x7ff0000000000000LL)
#define __builtin_fabsf(x) fabsf(x)
#define __builtin_fabs(x)  fabs(x)
#define __builtin_sqrtf(x) sqrtf(x)
#define __builtin_sqrt(x)  sqrt(x)
#define GRAPH_KERNEL       extern "C" __global__
#else
#include <stdint.h>
#define GRAPH_KERNEL static __global__
#endif

#define GRAPH_OP   static __device__ __forceinline__ T
#define GRAPH_TEST static __device__ __forceinline__ int
#define DEVICE     static __device__ __forceinline__

/* Whether this compilation includes a kernel of scope ALONE (kernels.def): NVRTC compiles them one by one. */
#ifndef HAS_ALL_KERNELS
#define HAS_ALL_KERNELS 1
#endif
#define HAS_KERNEL(name) (HAS_ALL_KERNELS + WANTS_##name)

enum { WARP = 32 };
#define ALL_LANES 0xffffffffu

DEVICE int lane_of_warp(void) { return (int)(threadIdx.x & 31); }

/* Programmatic dependent launch (graph__cuda_launch_dependent).  trigger_dependents lets the blocks of the next kernel
 * start as soon as there is room; in the next kernel, grid_dependency_wait returns when this one has ended. */
DEVICE void trigger_dependents(void)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}
DEVICE void grid_dependency_wait(void)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* The number of this thread, and of all threads, in a one-dimensional grid. */
DEVICE int64_t thread_of_grid(void) { return (int64_t)blockIdx.x * blockDim.x + threadIdx.x; }
DEVICE int64_t threads_of_grid(void) { return (int64_t)gridDim.x * blockDim.x; }

#endif
