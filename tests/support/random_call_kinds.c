/* What each operation needs; see random_call.h. */
#include "tests/support/random_call.h"

#include <string.h>

enum { NONE = 0, A_ONLY = GRAPH_TRANSPOSE_A, B_ONLY = GRAPH_TRANSPOSE_B, BOTH = A_ONLY | B_ONLY };

const struct call_traits call_traits[CALL_KIND_COUNT] = {
    [CALL_MXM] = {"graph_mxm", "CABM", 's', BOTH},
    [CALL_SPGEMM] = {"graph_spgemm", "AB", 's', BOTH},
    [CALL_CSRMM] = {"graph_csrmm", "CAB", 's', A_ONLY},
    [CALL_MXV] = {"graph_mxv", "cAbm", 's', A_ONLY},
    [CALL_VXM] = {"graph_vxm", "cAbm", 's', B_ONLY},
    [CALL_TRANSPOSE] = {"graph_transpose", "CAM", '-', A_ONLY},
    [CALL_EWISE_ADD] = {"graph_ewise_add", "CABM", 'o', BOTH},
    [CALL_EWISE_MULT] = {"graph_ewise_mult", "CABM", 'o', BOTH},
    [CALL_EWISE_UNION] = {"graph_ewise_union", "CABM", 'o', BOTH},
    [CALL_APPLY] = {"graph_apply", "CAM", 'u', A_ONLY},
    [CALL_APPLY_FIRST] = {"graph_apply_first", "CAM", 'o', A_ONLY},
    [CALL_APPLY_SECOND] = {"graph_apply_second", "CAM", 'o', A_ONLY},
    [CALL_APPLY_INDEX] = {"graph_apply_index", "CAM", 'i', A_ONLY},
    [CALL_SELECT] = {"graph_select", "CAM", 't', A_ONLY},
    [CALL_REDUCE_ROWS] = {"graph_reduce_rows", "cAm", 'm', A_ONLY},
    [CALL_REDUCE] = {"graph_reduce", "A", 'm', NONE},
    [CALL_KRONECKER] = {"graph_kronecker", "CABM", 'o', BOTH},
    [CALL_EXTRACT] = {"graph_extract", "CAM", '-', A_ONLY},
    [CALL_EXTRACT_COLUMN] = {"graph_extract_column", "cAm", '-', A_ONLY},
    [CALL_ASSIGN] = {"graph_assign", "CAM", '-', A_ONLY},
    [CALL_ASSIGN_SCALAR] = {"graph_assign_scalar", "CM", '-', NONE},
    [CALL_ASSIGN_ROW] = {"graph_assign_row", "Cam", '-', NONE},
    [CALL_ASSIGN_COLUMN] = {"graph_assign_column", "Cam", '-', NONE},
    [CALL_MATRIX_GET] = {"graph_matrix_get", "A", '-', NONE},
    [CALL_VECTOR_EWISE_ADD] = {"graph_vector_ewise_add", "cabm", 'o', NONE},
    [CALL_VECTOR_EWISE_MULT] = {"graph_vector_ewise_mult", "cabm", 'o', NONE},
    [CALL_VECTOR_EWISE_UNION] = {"graph_vector_ewise_union", "cabm", 'o', NONE},
    [CALL_VECTOR_APPLY] = {"graph_vector_apply", "cam", 'u', NONE},
    [CALL_VECTOR_APPLY_FIRST] = {"graph_vector_apply_first", "cam", 'o', NONE},
    [CALL_VECTOR_APPLY_SECOND] = {"graph_vector_apply_second", "cam", 'o', NONE},
    [CALL_VECTOR_APPLY_INDEX] = {"graph_vector_apply_index", "cam", 'i', NONE},
    [CALL_VECTOR_SELECT] = {"graph_vector_select", "cam", 't', NONE},
    [CALL_VECTOR_REDUCE] = {"graph_vector_reduce", "a", 'm', NONE},
    [CALL_VECTOR_EXTRACT] = {"graph_vector_extract", "cam", '-', NONE},
    [CALL_VECTOR_ASSIGN] = {"graph_vector_assign", "cam", '-', NONE},
    [CALL_VECTOR_ASSIGN_SCALAR] = {"graph_vector_assign_scalar", "cm", '-', NONE},
    [CALL_VECTOR_GET] = {"graph_vector_get", "a", '-', NONE},
};

bool call_has_write_rule(const struct call *call)
{
    return strpbrk(call_traits[call->kind].operands, "Mm") != NULL;
}

int64_t index_at(const struct index_choice *list, int64_t k)
{
    return list->index != NULL ? (int64_t)list->index[k] : k;
}
