/* A GraphBLAS program as a user writes it: the square of a path of three vertices. */
#include <GraphBLAS.h>

int main(void)
{
    GrB_Matrix A = NULL, C = NULL;
    GrB_Index n = 0;
    bool x = false;
    if (GrB_init(GrB_NONBLOCKING) != GrB_SUCCESS || GrB_Matrix_new(&A, GrB_BOOL, 3, 3) != GrB_SUCCESS ||
        GrB_Matrix_new(&C, GrB_BOOL, 3, 3) != GrB_SUCCESS)
        return 1;
    GrB_Matrix_setElement(A, true, 0, 1);
    GrB_Matrix_setElement(A, true, 1, 2);
    if (GrB_mxm(C, NULL, NULL, GrB_LOR_LAND_SEMIRING_BOOL, A, A, NULL) != GrB_SUCCESS ||
        GrB_Matrix_nvals(&n, C) != GrB_SUCCESS || GrB_Matrix_extractElement(&x, C, 0, 2) != GrB_SUCCESS)
        return 1;
    GrB_free(&A);
    GrB_free(&C);
    return n == 1 && x && GrB_finalize() == GrB_SUCCESS ? 0 : 1;
}
