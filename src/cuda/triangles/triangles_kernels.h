/* The kernels of triangles*.cu for their host code. */
#ifndef CUDA_TRIANGLES_TRIANGLES_KERNELS_H
#define CUDA_TRIANGLES_TRIANGLES_KERNELS_H

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_triangles_degrees,
    *const graph__cuda_triangles_numbers, *const graph__cuda_triangles_divide_short,
                                              *const graph__cuda_triangles_divide_long,
                                                  *const graph__cuda_triangles_to_vertices,
                                                      *const graph__cuda_triangles_union_keys,
                                                          *const graph__cuda_triangles_union_mark,
                                                              *const graph__cuda_triangles_union_rows;
extern const void *const graph__cuda_triangles_count_few,
    *const graph__cuda_triangles_count_many, *const graph__cuda_triangles_count_near,
                                                 *const graph__cuda_triangles_corners_near,
                                                     *const graph__cuda_triangles_corners_few,
                                                         *const graph__cuda_triangles_corners_many;
extern const void *const graph__cuda_even_records, *const graph__cuda_even_count,
                                                       *const graph__cuda_even_corners;
extern const void *const graph__cuda_core_rows, *const graph__cuda_core_count;
extern const int graph__cuda_core_count_bytes; /* of shared memory */

#ifdef __cplusplus
}
#endif

#endif
