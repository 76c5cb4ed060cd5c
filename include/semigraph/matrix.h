/* Sparse matrices.
 *
 * A matrix is held by rows, each row sorted by column, without duplicates.  Entry (i, j) of an adjacency matrix is
 * the edge i -> j.  An entry whose value is 0 is still an entry.  Rows and columns are at most 2^31 - 1 for now.
 * A matrix with far fewer entries than rows or columns takes memory for its entries alone, and operations on such
 * matrices take time for their entries alone.
 *
 * A matrix handle is opaque.  Several threads may read one matrix at the same time, through any function that
 * takes it as const; a thread that writes it must be alone.  Unless said otherwise every function here returns
 * GRAPH_E_NULL for a NULL argument, GRAPH_E_MEMORY when memory runs out, and changes nothing when it fails. */
#ifndef SEMIGRAPH_MATRIX_H
#define SEMIGRAPH_MATRIX_H

#include <stdio.h>

#include "semigraph/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct graph_matrix graph_matrix;

/* Makes an empty rows x columns matrix; zero rows or columns are fine.  *A is NULL after a failure.
 * GRAPH_E_DOMAIN: unknown type.  GRAPH_E_NOT_SUPPORTED: a dimension above 2^31 - 1. */
GRAPH_API graph_status graph_matrix_create(graph_matrix **A, graph_type type, graph_index rows, graph_index columns);

/* Releases a matrix and sets *A to NULL.  NULL and a pointer to NULL are fine. */
GRAPH_API void graph_matrix_release(graph_matrix **A);

/* Makes an independent copy; the arrays are shared until one of the two is written, so this costs O(1). */
GRAPH_API graph_status graph_matrix_dup(graph_matrix **C, const graph_matrix *A);

/* Removes all entries; dimensions and type stay. */
GRAPH_API graph_status graph_matrix_clear(graph_matrix *A);

/* Changes the dimensions; entries that fall outside are removed.  GRAPH_E_NOT_SUPPORTED: above 2^31 - 1. */
GRAPH_API graph_status graph_matrix_resize(graph_matrix *A, graph_index rows, graph_index columns);

/* *rows = number of rows, *columns = number of columns, *entries = number of entries, *type = type of A. */
GRAPH_API graph_status graph_matrix_rows(graph_index *rows, const graph_matrix *A);
GRAPH_API graph_status graph_matrix_columns(graph_index *columns, const graph_matrix *A);
GRAPH_API graph_status graph_matrix_entries(graph_index *entries, const graph_matrix *A);
GRAPH_API graph_status graph_matrix_type(graph_type *type, const graph_matrix *A);

/* Fills an empty matrix with n entries A(row[k], column[k]) = value[k].
 * value: n values of type value_type, converted to the type of A; NULL when value_type is GRAPH_PATTERN (a valued
 * matrix then gets ones).  Entries at one position are combined in input order by `duplicate`;
 * GRAPH_NO_OP makes duplicates an error.
 * GRAPH_E_NOT_EMPTY: A has entries.  GRAPH_E_INDEX_BOUNDS: an index outside A.
 * GRAPH_E_INVALID_VALUE: duplicates with GRAPH_NO_OP, or an unknown operator.  GRAPH_E_DOMAIN: values that do not convert to
 * the type of A, or an operator that does not combine two values of that type into a third. */
GRAPH_API graph_status graph_matrix_build(graph_matrix *A, const graph_index *row, const graph_index *column,
                                          const void *value, graph_type value_type, graph_index n,
                                          graph_op duplicate);

/* Writes the entries in row-major order into the caller's arrays, each of which may be NULL.
 * *n: on entry the room in the arrays, on return the number of entries.  value: of type value_type.
 * GRAPH_E_NO_SPACE: *n is too small; *n is then the number of entries. */
GRAPH_API graph_status graph_matrix_extract_tuples(graph_index *row, graph_index *column, void *value,
                                                   graph_type value_type, graph_index *n, const graph_matrix *A);

/* A(i, j) = x, which must be a value of the type of A: GRAPH_E_INVALID_VALUE for 2^40, 0.5 or NaN in int32, and for false in
 * a pattern.  Floating types round; bool takes the truth of any number.  New entries are collected and merged at the next
 * read, so that many calls in a row cost O(log) each.  GRAPH_E_INVALID_INDEX: (i, j) is outside A.  GRAPH_E_DOMAIN: x has
 * an unknown type. */
GRAPH_API graph_status graph_matrix_set(graph_matrix *A, graph_index i, graph_index j, graph_scalar x);

/* *x = A(i, j), in the widest type of its kind (GRAPH_BOOL, GRAPH_INT64, GRAPH_UINT64 or GRAPH_FP64; true for a
 * pattern); a value of a type of the user's goes where *x, coming in as graph_own, points to.
 * GRAPH_NO_VALUE: there is no entry, and *x stays.  GRAPH_E_INVALID_INDEX. */
GRAPH_API graph_status graph_matrix_get(graph_scalar *x, const graph_matrix *A, graph_index i, graph_index j);

/* Removes the entry (i, j) if there is one.  GRAPH_E_INVALID_INDEX. */
GRAPH_API graph_status graph_matrix_remove(graph_matrix *A, graph_index i, graph_index j);

/* The forms in which arrays enter and leave. */
typedef enum graph_format {
    GRAPH_CSR = 1, /* row: rows + 1 starts; column: column of each entry, row by row */
    GRAPH_CSC = 2, /* column: columns + 1 starts; row: row of each entry, column by column */
    GRAPH_COO = 3  /* row, column: position of each entry, in any order */
} graph_format;

/* The arrays of a matrix, for import and export. */
typedef struct graph_arrays {
    size_t size;              /* sizeof(graph_arrays) */
    graph_format format;      /* which arrays, see above */
    graph_type type;          /* of the values */
    graph_index rows, columns; /* dimensions of the matrix */
    graph_index entries;      /* number of entries */
    void *row, *column;       /* signed integers of start_bits or index_bits, as format says */
    void *value;              /* one for each entry, of the type; NULL for GRAPH_PATTERN */
    int start_bits;           /* 32 or 64: width of the starts; inside the library 64 */
    int index_bits;           /* 32 or 64: width of the indices; inside the library 32 */
    graph_ownership ownership; /* who owns the arrays afterwards */
    bool is_trusted;          /* import: the arrays are good and sorted; skip the check, which costs O(entries) */
    graph_free_function *release; /* GRAPH_MOVE: frees one array; NULL: the C library's free.  GRAPH_BORROW: below */
    void *context;            /* handed to release */
    graph_backend_kind place; /* where the arrays are: 0 and GRAPH_BACKEND_CPU: on the host; GRAPH_BACKEND_CUDA: below */
} graph_arrays;

/* Makes a matrix of arrays.  Within a row (CSR) or column (CSC) indices must ascend strictly; GRAPH_COPY also takes
 * them in any order; duplicates are an error.  GRAPH_COPY leaves the caller's arrays alone.  GRAPH_MOVE and
 * GRAPH_BORROW copy nothing when the widths are those of the library (64-bit starts, 32-bit indices) and the format is
 * CSR or CSC, and cost O(1) if `is_trusted` is set; other widths and GRAPH_COO are converted at once.  After a
 * successful GRAPH_MOVE the fields row, column and value of *arrays are NULL.  Arrays lent with GRAPH_BORROW must
 * outlive the matrix and every object that shares them, and are never written: a write to the matrix copies them first.
 * With `release` each of them comes back by release(array, context), once, when no object reads it any more; that may be
 * before this function returns (an array that was converted), and is on the thread that releases the last such object.
 * Arrays of GRAPH_BACKEND_CUDA are memory of the device that the library uses.  GRAPH_MOVE and GRAPH_BORROW of CSR and CSC
 * read them there: widths are converted on the device, and without `is_trusted` starts and indices are copied to the host
 * to be checked.  GRAPH_COPY and GRAPH_COO bring the arrays to the host.  GRAPH_MOVE needs a `release`.  What the caller
 * has enqueued in CUDA's default stream comes first; work in other streams has to be complete.
 * GRAPH_E_INVALID_VALUE: starts that do not begin at 0, descend or do not end at `entries`; indices out of order;
 * duplicates; a Boolean value that is not 0 or 1; values for a pattern; an array that is not aligned to its elements;
 * a wrong size field, width, format, ownership or place; an array that is not on the device.  GRAPH_E_INDEX_BOUNDS: an
 * index outside the matrix.  GRAPH_E_DEVICE: there is no device, or it failed.
 * GRAPH_E_DOMAIN, GRAPH_E_NOT_SUPPORTED: as graph_matrix_create. */
GRAPH_API graph_status graph_matrix_import(graph_matrix **A, graph_arrays *arrays);

/* Hands out the arrays of A in the given format; GRAPH_CSR and GRAPH_CSC cost O(rows) or O(columns), GRAPH_COO does not.
 * The caller sets arrays->size; the rest is overwritten.  Starts have 64 bits; indices 32.
 * GRAPH_COPY: new arrays, each freed by the caller with graph_free.
 * GRAPH_MOVE: the arrays of the matrix where no other object shares them; A is empty afterwards (same dimensions);
 *   the caller frees with arrays->release(array, arrays->context).
 *   Arrays that another matrix shares, that are lent, or that would need different functions to be freed are copied.
 * GRAPH_BORROW: read-only views, valid until A is written or released; nothing to free.  GRAPH_CSC is the cached
 *   transpose, made on first use.  GRAPH_COO has no view: GRAPH_E_NOT_SUPPORTED.
 * GRAPH_E_INVALID_VALUE: a wrong size field, format or ownership. */
GRAPH_API graph_status graph_matrix_export(graph_arrays *arrays, graph_matrix *A, graph_format format,
                                           graph_ownership ownership);

/* The same at a place, which GRAPH_BACKEND_CPU makes graph_matrix_export.  On GRAPH_BACKEND_CUDA there is GRAPH_BORROW
 * alone (else GRAPH_E_NOT_SUPPORTED): the arrays are memory of the device, copied there if they were not, and complete when
 * the call returns.  GRAPH_E_DEVICE: there is no device, or it failed. */
GRAPH_API graph_status graph_matrix_export_at(graph_arrays *arrays, graph_matrix *A, graph_format format,
                                              graph_ownership ownership, graph_backend_kind place);

/* *place = where the entries of A are now: GRAPH_BACKEND_CPU, GRAPH_BACKEND_CUDA, or GRAPH_BACKEND_AUTO for both. */
GRAPH_API graph_status graph_matrix_place(graph_backend_kind *place, const graph_matrix *A);

/* Prints a matrix to a stream: one line of facts, then entries "(i, j) value" (without a value in a pattern), at most
 * `most` of them.  GRAPH_E_IO: writing fails. */
GRAPH_API graph_status graph_matrix_print(const graph_matrix *A, FILE *stream, graph_index most);

/* Checks everything that must hold inside A: starts, order, bounds, caches against a fresh computation.
 * GRAPH_OK or GRAPH_E_INVALID_OBJECT with a sentence.  Costs O(rows + entries). */
GRAPH_API graph_status graph_matrix_check(const graph_matrix *A);

/* What is known of a matrix as a graph.  Computed on first request, cached in the handle, dropped on write. */
typedef struct graph_properties {
    size_t size;                /* sizeof(graph_properties), set by the caller */
    graph_index self_loops;     /* entries (i, i) */
    graph_index max_degree;     /* most entries in one row */
    bool has_symmetric_pattern; /* (i, j) is an entry exactly when (j, i) is; false for non-square */
    bool is_symmetric;          /* and the values agree, NaN with NaN */
} graph_properties;

/* *properties = the properties of A.  GRAPH_E_INVALID_VALUE: wrong size field. */
GRAPH_API graph_status graph_matrix_properties(graph_properties *properties, const graph_matrix *A);

#ifdef __cplusplus
}
#endif
#endif
