/* Random draws: good matrices within their limits, of all families, the same alone and with any number of threads. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/bench.h"
#include "bench/support/random_draws.h"
#include "bench/support/random_families.h"

enum { DRAWS = 300 };

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    for (size_t k = 0; k < count; k++)
        hash = (hash ^ ((const unsigned char *)bytes)[k]) * 0x100000001b3u;
    return hash;
}

static uint64_t hash_matrix(uint64_t hash, graph_matrix *A, int64_t most_entries)
{
    graph_arrays a = {.size = sizeof a};
    BENCH_OK(graph_matrix_check(A));
    BENCH_OK(graph_matrix_export(&a, A, GRAPH_CSR, GRAPH_BORROW));
    bench_check((int64_t)a.entries <= most_entries, "%llu entries, %lld at most",
                (unsigned long long)a.entries, (long long)most_entries);
    hash = hash_bytes(hash, &a.columns, sizeof a.columns);
    hash = hash_bytes(hash, a.row, (size_t)(a.rows + 1) * sizeof(int64_t));
    hash = hash_bytes(hash, a.column, (size_t)a.entries * sizeof(int32_t));
    return hash_bytes(hash, a.value, (size_t)a.entries * graph_type_size(a.type));
}

static uint64_t hash_draw(const struct bench_random *random, int64_t k, graph_type type, int64_t most_rows)
{
    struct bench_draw draw =
        most_rows > 0 ? bench_draw_operand(random, k, type, most_rows) : bench_draw_product(random, k, type);
    graph_index inner, other, rows;
    /* Galerkin products have more: A P of an operand that has as many as asked for; neighbours come in whole stencils. */
    const int64_t most = 8 * random->most_entries;
    const uint64_t hash = hash_matrix(hash_matrix(14695981039346656037u, draw.A, most), draw.B, most);
    BENCH_OK(graph_matrix_rows(&rows, draw.A));
    BENCH_OK(graph_matrix_columns(&inner, draw.A));
    BENCH_OK(graph_matrix_rows(&other, draw.B));
    if (most_rows > 0)
        bench_check((int64_t)(rows + inner) <= most_rows && draw.products == 0, "draw %lld: %llu rows",
                    (long long)k, (unsigned long long)rows);
    else
        bench_check(inner == other && draw.products <= random->most_products,
                    "draw %lld: %llu columns, %llu rows, %lld products", (long long)k,
                    (unsigned long long)inner, (unsigned long long)other, (long long)draw.products);
    bench_check(draw.number == k && draw.name[0] != '\0', "draw %lld has number %lld", (long long)k,
                (long long)draw.number);
    bench_draw_close(&draw);
    return hash;
}

static struct bench_random options(const char *text)
{
    struct bench_random random;
    char copy[256], *argv[32] = {copy};
    int argc = 1;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
        argv[argc++] = word;
    bench_check(bench_random_options(&random, &argc, argv), "no draws in '%s'", text);
    bench_check(argc == 2 && strcmp(argv[1], "other") == 0 && argv[2] == NULL, "'%s' retains %d words", text,
                argc);
    return random;
}

int main(void)
{
    struct bench_random random = options("--random 300 other --seed 7 --most 20000 --products 200000"),
                        single = options("other --seed 7 --draw 33 --most 20000 --products 200000");
    uint64_t one[DRAWS], seven = 0;
    char seen[1 << 14] = "";
    int64_t k, made = 0;
    omp_set_num_threads(1);
    while (bench_random_more(&k, &random)) {
        struct bench_draw draw = bench_draw_product(&random, k, GRAPH_FP64);
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), " %s", draw.name);
        bench_draw_close(&draw);
        one[k] = hash_draw(&random, k, GRAPH_FP64, 0);
        made++;
    }
    bench_check(made == DRAWS, "%lld draws", (long long)made);
    for (int f = 0; f < BENCH_FAMILIES; f++)
        bench_check(strstr(seen, bench_family_name(f)) != NULL, "no draw of %s", bench_family_name(f));
    bench_check(strstr(seen, "rectangular") != NULL && strstr(seen, "with-transpose") != NULL &&
                    strstr(seen, "galerkin-AP") != NULL && strstr(seen, "galerkin-RA-") != NULL &&
                    strstr(seen, "galerkin-RAP") != NULL,
                "a kind of product was not drawn");
    omp_set_num_threads(5);
    for (k = 0; k < DRAWS; k++)
        seven += hash_draw(&random, k, GRAPH_FP64, 0) != one[k];
    bench_check(seven == 0, "%llu draws depend on threads", (unsigned long long)seven);
    bench_check(bench_random_more(&k, &single) && k == 33 && hash_draw(&single, k, GRAPH_FP64, 0) == one[33],
                "draw 33 alone differs");
    bench_check(!bench_random_more(&k, &single), "a second draw after --draw");
    for (k = 1; k < DRAWS; k++)
        bench_check(one[k] != one[k - 1], "draws %lld and %lld are the same", (long long)k - 1, (long long)k);
    for (k = 0; k < DRAWS; k++)
        hash_draw(&random, k, k % 2 == 0 ? GRAPH_FP32 : GRAPH_PATTERN, 5000);
    random.seed++;
    bench_check(hash_draw(&random, 0, GRAPH_FP64, 0) != one[0], "seeds 7 and 8 draw the same");
    return 0;
}
