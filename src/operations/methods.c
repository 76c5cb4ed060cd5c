/* The list of methods of a product, for programs and people. */
#include <string.h>

#include "contract/kernels.h"

#define GUSTAVSON "Gustavson, ACM TOMS 4(3), 1978"
#define MATAM     "Matam, Bharadwaj, Kothapalli, HiPC 2012"
#define STUDY     "Kerr, Gray, Duan, course study, 2023"

static const graph_method_info methods[] = {
    {GRAPH_METHOD_AUTO, "auto", "a method of the library, by cost", "CPU, GPU", "always", "", "mxm"},
    {GRAPH_METHOD_ROW_ROW, "row_row", "adds rows of B into a row of C; the accumulator by cost", "CPU, GPU",
     "always", GUSTAVSON, "mxm"},
    {GRAPH_METHOD_ROW_ROW_DENSE, "row_row_dense", "the same with a dense accumulator", "CPU; GPU as row_row",
     "always", GUSTAVSON, "mxm"},
    {GRAPH_METHOD_ROW_ROW_HASH, "row_row_hash", "the same with a hash table", "CPU; GPU as row_row", "always",
     GUSTAVSON, "mxm"},
    {GRAPH_METHOD_ROW_COLUMN, "row_column", "dot products of rows of A and columns of B", "CPU, GPU",
     "always; quick under a sparse mask", STUDY, "mxm"},
    {GRAPH_METHOD_BITMAP, "bitmap", "blocks of 8 x 8 with bitmaps, a block row at a time", "GPU",
     "without a mask", "after Zhang, Gruenwald, 2018", "mxm"},
    {GRAPH_METHOD_ROW_COLUMN_BY_ROWS, "row_column_by_rows",
     "dot products that look for B's column in its rows", "CPU, GPU", "always; slow", STUDY, "mxm"},
    {GRAPH_METHOD_COLUMN_ROW, "column_row",
     "outer products of columns of A and rows of B, added up in tiles of C", "CPU, GPU", "always", MATAM,
     "mxm"},
    {GRAPH_METHOD_BHSPARSE, "bhsparse",
     "rows by an upper bound of their entries: heap, bitonic sort or merging with progressive allocation",
     "CPU, GPU", "always", "Liu, Vinter, IPDPS 2014 and JPDC 2015", "mxm"},
    {GRAPH_METHOD_DIA, "dia", "products of diagonals: those of C are sums of those of A and B", "CPU, GPU",
     "bands: entries fill half of their diagonals", MATAM, "mxm"},
    {GRAPH_METHOD_BMSPARSE, "bmsparse",
     "blocks of 8 x 8 with bitmaps, multiplied from a sorted list of block products", "CPU, GPU",
     "always; up to 2^32 blocks", "Zhang, Gruenwald, GRADES-NDA 2018", "mxm"},
    {GRAPH_METHOD_HYBRID, "hybrid",
     "a GPU and the CPU at once, each some of the rows; the result on the host", "CPU and GPU together; CPU",
     "always", MATAM, "mxm"},
    {GRAPH_METHOD_HYBRID_DIA, "hybrid_dia", "the same by products of diagonals", "CPU and GPU together; CPU",
     "as dia", MATAM, "mxm"},
    {GRAPH_METHOD_BLSI, "blsi", "a word for each entry, its column above its row, ordered by column",
     "CPU, GPU", "always", "Neelima, Prakash, Reddy, SCPE 13(2), 2012", "mxv, vxm"},
    {GRAPH_METHOD_HALF_WARP, "half_warp", "half a warp to a row of A, 16 columns of B at a time", "CPU, GPU",
     "always", MATAM, "csrmm"},
};

enum { METHODS = sizeof methods / sizeof methods[0] };
_Static_assert((int)METHODS == (int)GRAPH_METHODS, "every method has a row");

const graph_method_info *graph_method_at(size_t k) { return k < METHODS ? &methods[k] : NULL; }

const graph_method_info *graph_method_by_name(const char *name)
{
    for (int k = 0; name != NULL && k < METHODS; k++)
        if (strcmp(methods[k].name, name) == 0)
            return &methods[k];
    return NULL;
}
