/* What the kernels of mxv_slices.cuh and mxv_slices.cu take. */
#ifndef CUDA_MXV_MXV_SLICES_ARGUMENTS_H
#define CUDA_MXV_MXV_SLICES_ARGUMENTS_H

/* A slice of u has SLICE_BYTES bytes.  A tile has at most SLICES_TILE entries and rows that end in it, and rows of at
 * most SLICES_UNCUT entries are not cut.  Entries come in packs of four.  The packs of a tile in a slice come in units
 * that begin at multiples of 64 bytes of the gathered elements, because a partial write of a sector costs a read too. */
enum {
    SLICE_BYTES = 224 * 1024,
    SLICES_GATHER_THREADS = 1024,
    SLICES_FOLD_THREADS = 512,
    SLICES_UNCUT = 256,
    SLICES_PACK = 4,
    SLICES_UNIT = 4, /* packs */
    MOST_SLICES = 2048
};
/* Of mxv_slices_fold: elements in shared memory for the products of a tile, with gaps as in_bank makes them, and for
 * values. */
#define SLICES_PRODUCTS(tile)    ((tile) + (tile) / 32 + 16)
#define SLICES_VALUES(tile)      ((tile) + 16)
#define SLICES_TILE(value_bytes) ((value_bytes) == 8 ? 4096 : 8192)

/* The columns of a matrix by slices of u and tiles of rows.  A pack holds entries of one tile with columns in one slice;
 * the last unit of a tile in a slice may have unused places. */
struct slices {
    uint16_t *column;    /* in its slice, of each entry; packs ordered by slices */
    int32_t *place;      /* of each unit of these: its first pack's number among those ordered by tiles */
    uint16_t *position;  /* in its tile, of each entry; packs ordered by tiles.  SLICES_TILE: not used */
    int64_t *tile_pack;  /* the first pack of each tile, and the number of all */
    int64_t *slice_pack; /* the same of each slice */
    int64_t packs;
    int32_t slices, columns_of_slice;
};

/* Sectors of u that tiles read, counted once in a tile; and the most rows of a tile. */
enum { SLICES_SECTORS, SLICES_MOST_ROWS, SLICES_FACTS };

struct slices_build_arguments {
    const int32_t *column;
    const int64_t *tile_entry; /* the first entry of each tile, and the number of all */
    int64_t tiles;
    struct slices made;
    int32_t *count;                          /* entries of tile t in slice s, at t * slices + s */
    int32_t *packs_by_tile, *packs_by_slice; /* at t * slices + s, and at s * tiles + t */
    int64_t *first_by_tile, *first_by_slice; /* the packs before these */
    int32_t sector_columns, unused_position;
    const int32_t *tile_row; /* the first row of each tile, and the number of all */
    uint64_t *facts;
};

struct mxv_slices_arguments {
    struct mxv_pull_arguments pull;
    struct slices slices;
    void *gathered; /* elements of u for each entry; packs ordered by tiles */
};

#ifdef __cplusplus
extern "C" {
#endif

extern const void *const graph__cuda_count_slices;
extern const void *const graph__cuda_place_slices;

#ifdef __cplusplus
}
#endif

#endif
