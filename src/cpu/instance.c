/* All CPU kernels over one semiring and one type.  The build compiles this file once for each row and type of
 * semirings.def, and once for each type over the functions of a user's semiring.
 *
 * Kernels use T, zero(), one(), add(x, y), mul(x, y) and absorbs(x); a function that does has a parameter or variable
 * `semiring`, which only the user instance reads.  X_VALUE and Y_VALUE load an operand of mul only if the semiring
 * reads it: the array may be NULL otherwise. */
#include "cpu/common/semiring.inc"

extern const struct graph_kernels JOIN(graph__cpu_kernels_, INSTANCE);

#include "cpu/mxm/mxm.inc"

#include "cpu/mxm/mxm_reuse.inc"

#include "cpu/csrmm/csrmm.inc"

#include "cpu/mxv/mxv.inc"

#ifdef INSTANCE_HAS_BAND /* diagonals_instance.c is compiled for this pair */
graph_status JOIN(graph__cpu_mxm_band_, INSTANCE)(struct graph_mxm_request *, bool *is_made);
#define MXM_BAND JOIN(graph__cpu_mxm_band_, INSTANCE)
#else
#define MXM_BAND NULL /* calls through pointers are not faster, and other pairs are not worth their code */
#endif

const struct graph_kernels JOIN(graph__cpu_kernels_, INSTANCE) = {
    .mxm = mxm_any,
    .mxm_band = MXM_BAND,
    .mxv = mxv,
    .csrmm = csrmm,
    .mxm_reuse = mxm_reuse,
};
