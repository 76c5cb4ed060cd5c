/* SuiteSparse:GraphBLAS 7.4 in place of this library: its header is version 2.0 of the standard, without the codes of
 * types and the fields, which the programs of this folder need in part. */
#ifndef TESTS_GRAPHBLAS_SUITESPARSE_H
#define TESTS_GRAPHBLAS_SUITESPARSE_H

#include <GraphBLAS.h>

#include "graphblas/include/GraphBLAS_lists.h"

enum {
#define GRB_CODE(suffix, c_type, code) GrB_##suffix##_CODE = code,
    GRB_TYPES(GRB_CODE)
#undef GRB_CODE
};

#define GrB_Type_get_SIZE(type, size, field)     GxB_Type_size(size, type)
#define GrB_BinaryOp_get_String(op, text, field) GxB_BinaryOp_fprint(op, "", GxB_SILENT, NULL)

#define GxB_ANY_MONOID_BOOL   GxB_ANY_BOOL_MONOID
#define GxB_ANY_MONOID_INT8   GxB_ANY_INT8_MONOID
#define GxB_ANY_MONOID_UINT8  GxB_ANY_UINT8_MONOID
#define GxB_ANY_MONOID_INT16  GxB_ANY_INT16_MONOID
#define GxB_ANY_MONOID_UINT16 GxB_ANY_UINT16_MONOID
#define GxB_ANY_MONOID_INT32  GxB_ANY_INT32_MONOID
#define GxB_ANY_MONOID_UINT32 GxB_ANY_UINT32_MONOID
#define GxB_ANY_MONOID_INT64  GxB_ANY_INT64_MONOID
#define GxB_ANY_MONOID_UINT64 GxB_ANY_UINT64_MONOID
#define GxB_ANY_MONOID_FP32   GxB_ANY_FP32_MONOID
#define GxB_ANY_MONOID_FP64   GxB_ANY_FP64_MONOID

#endif
