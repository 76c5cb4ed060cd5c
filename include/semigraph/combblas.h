/* The library's product as the local product of CombBLAS, for C++ programs that use it: header-only.
 *
 *     #include <CombBLAS/CombBLAS.h>
 *     #include <semigraph/combblas.h>
 *     typedef combblas::PlusTimesSRing<double, double> plus_times;
 *     GRAPH_COMBBLAS_PRODUCT(plus_times, int64_t, double, graph_semiring_builtin(GRAPH_PLUS_TIMES, GRAPH_FP64))
 *
 * at namespace scope, before the first use of the semiring.  From then on CombBLAS's products over it call graph_mxm
 * for each pair of blocks; its grid of processes, its exchanges and its merges stay.  CombBLAS holds matrices by
 * columns, and those of A are the rows of A', so a block of C' = B' A' is made: the semiring named must be that of
 * CombBLAS with the operands of mul exchanged, which is the same where mul commutes.  Dimensions of a block are at most
 * 2^31 - 1; a failure is an exception, std::runtime_error with the library's sentence. */
#ifndef SEMIGRAPH_COMBBLAS_H
#define SEMIGRAPH_COMBBLAS_H

#include <cstdint>
#include <new>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "semigraph/operations.h"

namespace semigraph_combblas {

template <typename T> struct type_of;
#define GRAPH_COMBBLAS_TYPE(code, number, c_type, name)                                                       \
    template <> struct type_of<c_type> {                                                                      \
        static const graph_type value = code;                                                                 \
    };
GRAPH_TYPE_LIST(GRAPH_COMBBLAS_TYPE)
#undef GRAPH_COMBBLAS_TYPE

inline void check(graph_status status)
{
    if (status < 0)
        throw std::runtime_error(graph_last_error());
}

/* Releases a matrix at the end of a scope. */
struct holder {
    graph_matrix *matrix;
    holder() : matrix(NULL) {}
    ~holder() { graph_matrix_release(&matrix); }

  private:
    holder(const holder &);
    holder &operator=(const holder &);
};

/* A block of CombBLAS's, by columns, as the rows of its transpose. */
template <typename IT, typename T, template <typename, typename> class BLOCK>
void read_block(holder &to, const BLOCK<IT, T> &block)
{
    const auto *columns = block.GetDCSC();
    std::vector<int64_t> start((size_t)block.getncol() + 1, 0);
    for (IT k = 0; k < columns->nzc; k++)
        start[(size_t)columns->jc[k] + 1] = (int64_t)(columns->cp[k + 1] - columns->cp[k]);
    for (size_t j = 1; j < start.size(); j++)
        start[j] += start[j - 1];
    graph_arrays arrays = graph_arrays();
    arrays.size = sizeof arrays;
    arrays.format = GRAPH_CSR;
    arrays.type = type_of<T>::value;
    arrays.rows = (graph_index)block.getncol();
    arrays.columns = (graph_index)block.getnrow();
    arrays.entries = (graph_index)columns->nz;
    arrays.row = start.data();
    arrays.column = columns->ir;
    arrays.value = columns->numx;
    arrays.start_bits = 64;
    arrays.index_bits = 8 * (int)sizeof(IT);
    arrays.ownership = GRAPH_COPY;
    arrays.is_trusted = true;
    check(graph_matrix_import(&to.matrix, &arrays));
}

/* tuples[0 .. *entries - 1] = the entries of C, by columns: new memory of operator new. */
template <typename IT, typename T, template <typename, typename> class BLOCK>
std::tuple<IT, IT, T> *multiply(int64_t *entries, const BLOCK<IT, T> &A, const BLOCK<IT, T> &B,
                                const graph_semiring *semiring)
{
    holder a, b, c;
    if (semiring == NULL)
        throw std::runtime_error(graph_last_error());
    read_block(a, A);
    read_block(b, B);
    check(graph_matrix_create(&c.matrix, type_of<T>::value, (graph_index)B.getncol(), (graph_index)A.getnrow()));
    check(graph_mxm(c.matrix, NULL, GRAPH_NO_OP, semiring, b.matrix, a.matrix, NULL));
    graph_arrays arrays = graph_arrays();
    arrays.size = sizeof arrays;
    check(graph_matrix_export(&arrays, c.matrix, GRAPH_CSR, GRAPH_BORROW));
    const int64_t *start = static_cast<const int64_t *>(arrays.row);
    const int32_t *row = static_cast<const int32_t *>(arrays.column);
    const T *value = static_cast<const T *>(arrays.value);
    std::tuple<IT, IT, T> *tuples = static_cast<std::tuple<IT, IT, T> *>(
        ::operator new(sizeof(std::tuple<IT, IT, T>) * ((size_t)arrays.entries + 1)));
    for (graph_index j = 0; j < arrays.rows; j++)
        for (int64_t e = start[j]; e < start[j + 1]; e++)
            tuples[e] = std::make_tuple((IT)row[e], (IT)j, value[e]);
    *entries = (int64_t)arrays.entries;
    return tuples;
}

} // namespace semigraph_combblas

/* Plugs in the product over one semiring of CombBLAS.  A type with a comma in its name needs a typedef first. */
#define GRAPH_COMBBLAS_PRODUCT(SR_, IT_, T_, semiring_)                                                       \
    namespace combblas {                                                                                      \
    template <>                                                                                               \
    inline SpTuples<IT_, T_> *LocalSpGEMM<SR_, T_, IT_, T_, T_>(const SpDCCols<IT_, T_> &A,                   \
                                                                const SpDCCols<IT_, T_> &B, bool clearA,      \
                                                                bool clearB)                                  \
    {                                                                                                         \
        const IT_ rows = A.getnrow(), columns = B.getncol();                                                  \
        if (A.isZero() || B.isZero())                                                                         \
            return new SpTuples<IT_, T_>(0, rows, columns);                                                   \
        int64_t entries = 0;                                                                                  \
        std::tuple<IT_, IT_, T_> *tuples = semigraph_combblas::multiply(&entries, A, B, (semiring_));         \
        if (clearA)                                                                                           \
            delete const_cast<SpDCCols<IT_, T_> *>(&A);                                                       \
        if (clearB)                                                                                           \
            delete const_cast<SpDCCols<IT_, T_> *>(&B);                                                       \
        return new SpTuples<IT_, T_>(entries, rows, columns, tuples, true, true);                             \
    }                                                                                                         \
    }

#endif
