/* See graphs.h. */
#include "bench/graphblas/graphs.h"

#include <string.h>

#include "src/base/mix.h"

static uint64_t state = 1;
static uint64_t draw(void)
{
    const uint64_t number = graph__mix(state);
    state += 0x9e3779b97f4a7c15u;
    return number;
}

static void kronecker_edge(int scale, GrB_Index *i, GrB_Index *j)
{
    *i = *j = 0;
    for (int bit = 0; bit < scale; bit++) {
        const uint64_t r = draw() % 100;
        *i = *i * 2 + (r >= 76);
        *j = *j * 2 + ((r >= 57 && r < 76) || r >= 95);
    }
}

GrB_Matrix bench_graph(const char *name)
{
    const bool is_grid = strncmp(name, "grid-", 5) == 0, is_kron = strncmp(name, "kron-", 5) == 0;
    const char *number = strchr(name, '-');
    const int size = number ? atoi(number + 1) : 0;
    if (size < 1 || (!is_grid && (size > 26 || size < 4))) {
        fprintf(stderr, "%s is no graph; expected kron-SCALE, uniform-SCALE or grid-LENGTH\n", name);
        exit(2);
    }
    const GrB_Index length = (GrB_Index)size, n = is_grid ? length * length : (GrB_Index)1 << size;
    const GrB_Index most = is_grid ? 2 * n : 16 * n;
    GrB_Index *row = malloc(2 * most * sizeof *row), *column = malloc(2 * most * sizeof *column), m = 0;
    bool *value = malloc(2 * most);
    if (!row || !column || !value)
        exit(1);
    for (GrB_Index k = 0; k < most; k++) {
        GrB_Index i, j;
        if (is_grid) {
            i = k / 2;
            if (k % 2 ? i % length + 1 == length : i + length >= n)
                continue;
            j = k % 2 ? i + 1 : i + length;
        } else if (is_kron) {
            kronecker_edge(size, &i, &j);
        } else {
            i = draw() % n, j = draw() % n;
        }
        if (i == j)
            continue;
        row[m] = i, column[m] = j, value[m++] = true;
        row[m] = j, column[m] = i, value[m++] = true;
    }
    GrB_Matrix A = NULL;
    TRY(GrB_Matrix_new(&A, GrB_BOOL, n, n));
    TRY(GrB_Matrix_build_BOOL(A, row, column, value, m, GrB_LOR));
    free(row), free(column), free(value);
    return A;
}
