/* Reading and writing graphs.
 *
 * No input can crash, hang or take memory beyond a small multiple of the file's size; every error names the file,
 * the line, what was expected and what stood there; results do not depend on the number of threads.  A NULL argument
 * other than options is GRAPH_E_NULL; a wrong size field or an unknown choice is GRAPH_E_INVALID_VALUE. */
#ifndef SEMIGRAPH_IO_H
#define SEMIGRAPH_IO_H

#include "semigraph/matrix.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The formats of files that are read and written. */
typedef enum graph_file_format {
    GRAPH_FILE_AUTO = 0,          /* by content, then by suffix */
    GRAPH_FILE_EDGE_LIST = 1,     /* SNAP: one edge a line, `u v [weight]`, 0-based */
    GRAPH_FILE_MATRIX_MARKET = 2, /* coordinate and array; 1-based */
    GRAPH_FILE_DIMACS = 3,        /* `p sp n m`, `a u v w`; 1-based */
    GRAPH_FILE_METIS = 4,         /* a header, then the neighbours of each vertex; 1-based */
    GRAPH_FILE_BINARY = 5         /* the format of this library: versioned, checksummed */
} graph_file_format;

/* Whether an edge is one entry or two. */
typedef enum graph_direction {
    GRAPH_AS_STORED = 0,  /* what the file says: its header, its format; an edge list is directed */
    GRAPH_DIRECTED = 1,   /* an edge u v is the entry (u, v) and nothing else */
    GRAPH_UNDIRECTED = 2  /* an edge u v is both entries (u, v) and (v, u) */
} graph_direction;

/* What happens to edges from a vertex to itself. */
typedef enum graph_loops { GRAPH_LOOPS_KEEP = 0, GRAPH_LOOPS_DROP = 1 } graph_loops;

/* What happens to several edges at one position. */
typedef enum graph_duplicates {
    GRAPH_DUPLICATES_FIRST = 0, /* the first one counts */
    GRAPH_DUPLICATES_LAST = 1,
    GRAPH_DUPLICATES_SUM = 2,
    GRAPH_DUPLICATES_MIN = 3,
    GRAPH_DUPLICATES_MAX = 4,
    GRAPH_DUPLICATES_ERROR = 5 /* GRAPH_E_FORMAT, with the line of the second one */
} graph_duplicates;

/* Which values are read. */
typedef enum graph_weights {
    GRAPH_WEIGHTS_AUTO = 0, /* formats that declare values give them; of an edge list only the first two columns */
    GRAPH_WEIGHTS_DROP = 1, /* the matrix is a pattern */
    GRAPH_WEIGHTS_READ = 2  /* the third column of an edge list is the weight; missing ones are an error */
} graph_weights;

/* What was seen while reading. */
typedef struct graph_read_report {
    size_t size;                /* sizeof(graph_read_report), set by the caller */
    graph_file_format format;   /* the format read */
    bool is_compressed;         /* gzip */
    bool is_undirected;         /* each edge became two entries */
    bool is_weighted;           /* the matrix has values from the file */
    uint64_t bytes;             /* of text, after decompression */
    uint64_t lines;             /* all lines */
    uint64_t comments;          /* comment and blank lines */
    uint64_t edges;             /* edges as listed */
    uint64_t self_loops;        /* edges from a vertex to itself, as listed */
    uint64_t duplicates;        /* edges as listed that repeat an earlier position */
    uint64_t entries;           /* of the matrix */
    double seconds_read;        /* getting the bytes, decompression included */
    double seconds_parse;       /* text to edges */
    double seconds_build;       /* edges to matrix */
} graph_read_report;

/* How to read.  NULL stands for all zeros but the size. */
typedef struct graph_read_options {
    size_t size;                 /* sizeof(graph_read_options) */
    graph_file_format format;
    graph_direction direction;
    graph_loops loops;
    graph_duplicates duplicates;
    graph_weights weights;
    graph_type type;             /* of the values; GRAPH_PATTERN: as the file suggests (int64 or fp64) */
    bool is_compact;             /* number the vertices that occur 0, 1, ... in ascending order of their ids; the
                                    default keeps ids: row i is vertex i */
    uint64_t **ids;              /* is_compact: gets a new array, id of each row; freed with graph_free.  May be NULL */
    graph_index rows, columns;   /* edge lists: the least dimensions; 0: the largest id + 1.  All formats: so many
                                    rows are wanted however short the text is */
    uint64_t most_bytes;         /* stop with GRAPH_E_MEMORY when the text is longer; 0: 2^40 */
    bool is_trusted;             /* binary: skip the checksum and the check of the arrays.  A file that is not gzip is
                                    then mapped for as long as the matrix or a copy of it uses its arrays: who cuts it
                                    shorter in that time ends the process by SIGBUS at the next touch, and what is
                                    written into it may show in the matrix.  Replacing it by rename, as graph_write
                                    does, is safe */
    int threads;                 /* 0: as graph_set_threads says */
    graph_progress_function *progress;
    void *context;               /* for progress */
    graph_read_report *report;   /* filled in if not NULL, also on GRAPH_E_FORMAT as far as known */
    bool is_compact_list;        /* is_compact for edge lists that do not state their dimensions; other files state
                                    which vertices they have.  *ids is NULL where ids are kept */
    uint64_t skip_lines;         /* texts: pass over so many lines first, such as a header without comment signs; with a
                                    binary file GRAPH_E_INVALID_VALUE.  Messages count lines from the file's first */
    uint64_t most_memory;        /* bytes that edges, tables of ids and binary arrays may take while the graph is loaded,
                                    and twice so much with the matrix made of them; GRAPH_E_MEMORY beyond.  0: a quarter
                                    of the machine's memory, or of the process's limit of address space if that is less */
    char ***labels;              /* edge lists whose ids are texts, such as names: gets a new array, the text of each row,
                                    ascending by bytes; freed, with its texts, by one graph_free.  A text ends at a
                                    separator, or stands between double quotes and then holds blanks and separators, too;
                                    at most 4096 bytes.  A line of words is an edge: see skip_lines for headers.  One
                                    thread parses.  NULL: ids are numbers */
} graph_read_options;

/* Reads a graph from a file.  *A is a new square matrix for graphs, rows x columns for Matrix Market; A(u, v) is the
 * edge u -> v; in formats that count from 1, vertex 1 is row 0.  path: plain or gzip; "-" is the standard input.  An
 * edge list may separate by tabs, blanks, commas or semicolons, end lines with LF, CRLF or CR, begin with a byte order
 * mark, have comment lines that start with # or % or //, and one header line of words before the first edge.  Lines
 * with more than the columns used are fine.
 * Values: integers that do not fit the type are an error; in floating types 1e400 is infinity.
 * GRAPH_E_MEMORY: also for more than 2^26 rows that are more than 16 times the bytes of the text, unless options.rows
 * asks for them: one line with a large id must not take gigabytes.
 * GRAPH_E_IO: the file cannot be read.  GRAPH_E_FORMAT: it does not follow its format.  GRAPH_E_CANCELLED.
 * GRAPH_E_NOT_SUPPORTED: labels of another format, complex values, a vertex id above 2^31 - 2 without `is_compact`, a
 * foreign binary version.
 * Sources: snap.stanford.edu; math.nist.gov/MatrixMarket/formats.html; DIMACS challenge 9; the METIS manual. */
GRAPH_API graph_status graph_read(graph_matrix **A, const char *path, const graph_read_options *options);

/* Reads a graph from `length` bytes in memory, as graph_read does from a file; `name` stands for the file in
 * messages. */
GRAPH_API graph_status graph_read_memory(graph_matrix **A, const void *bytes, size_t length, const char *name,
                                         const graph_read_options *options);

/* How to write.  NULL stands for all zeros but the size. */
typedef struct graph_write_options {
    size_t size;              /* sizeof(graph_write_options) */
    graph_file_format format; /* GRAPH_FILE_AUTO: by suffix (.mtx .gr .graph .sgb, else edge list; .csv has commas) */
    int gzip;                 /* 0: by suffix .gz; 1: yes; -1: no */
} graph_write_options;

/* Writes A to a file, so that graph_read gives it back (METIS takes a symmetric pattern without self-loops, else
 * GRAPH_E_NOT_SUPPORTED).  The file appears under its name only when it is complete: until then it has none, or
 * one that begins with .semigraph-.  A symbolic link is followed; mode and owner of a file that is replaced stay, its
 * other hard links keep the old content.  "-" is the standard output; it, /dev/stdout, /dev/fd/N, devices and pipes are
 * written in place.
 * GRAPH_E_IO: the sentence has the system's reason. */
GRAPH_API graph_status graph_write(const graph_matrix *A, const char *path, const graph_write_options *options);

#ifdef __cplusplus
}
#endif
#endif
