/* Real files: those that ship, against datasets/catalog.tsv, and all that are plain or gzip in the folder of
 * real graphs, if there is one, against figures counted by other means. */
#include "tests/support/io_text.h"

enum { FIELDS = 12 };

/* Cuts a line of a table into its fields; returns how many. */
static int cut(char *line, char **field)
{
    int n = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *p = line; p != NULL && n < FIELDS;) {
        field[n++] = p;
        p = strchr(p, '\t');
        if (p != NULL)
            *p++ = '\0';
    }
    return n;
}

static const char *find_file(const char *name)
{
    static const char *const suffixes[] = {".txt.gz", ".mtx.gz", ".graph.gz", ".csv.gz", ".gr.gz"};
    static char file[4096 + 16];
    for (size_t k = 0; k < sizeof suffixes / sizeof suffixes[0]; k++) {
        snprintf(file, sizeof file, "%s%s", name, suffixes[k]);
        const char *path = test_find_dataset(file);
        if (path != NULL)
            return path;
    }
    return NULL;
}

/* rows, edges and loops as the catalog has them; pairs by reading the file as undirected without loops. */
static void check_row(char **field)
{
    const char *path = find_file(field[0]);
    if (path == NULL) {
        CHECK_SAY(strcmp(field[2], "yes") != 0, "%s ships and is not there", field[0]);
        return;
    }
    graph_read_report report = {.size = sizeof report};
    graph_read_options options = {.size = sizeof options, .report = &report};
    graph_matrix *A = NULL;
    graph_index rows = 0;
    if (!CHECK_OK(graph_read(&A, path, &options)))
        return;
    CHECK_OK(graph_matrix_check(A));
    CHECK_OK(graph_matrix_rows(&rows, A));
    CHECK_SAY(rows == strtoull(field[4], NULL, 10), "%s: %llu rows, expected %s", field[0],
              (unsigned long long)rows, field[4]);
    CHECK_SAY(report.self_loops == strtoull(field[6], NULL, 10), "%s: %llu loops, expected %s", field[0],
              (unsigned long long)report.self_loops, field[6]);
    graph_matrix_release(&A);
    options.direction = GRAPH_UNDIRECTED;
    options.loops = GRAPH_LOOPS_DROP;
    options.weights = GRAPH_WEIGHTS_DROP;
    CHECK_OK(graph_read(&A, path, &options));
    CHECK_SAY(report.entries == 2 * strtoull(field[7], NULL, 10), "%s: %llu entries, expected twice %s",
              field[0], (unsigned long long)report.entries, field[7]);
    graph_matrix_release(&A);
}

TEST(files_agree_with_the_catalog)
{
    FILE *stream = fopen(test_shipped("catalog.tsv"), "rb");
    REQUIRE(stream != NULL);
    char line[4096], *field[FIELDS];
    int rows = 0;
    for (bool is_first = true; fgets(line, sizeof line, stream) != NULL; is_first = false)
        if (!is_first && cut(line, field) >= 10) {
            check_row(field);
            rows++;
        }
    fclose(stream);
    CHECK(rows > 0);
}

/* file, edges as listed, rows, duplicates; a status if it is not a graph. */
static const struct {
    const char *file;
    uint64_t edges, rows, duplicates;
    graph_status status;
} known[] = {
    {"karate.mtx.gz", 78, 34, 0, GRAPH_OK},
    {"dolphins.mtx.gz", 159, 62, 0, GRAPH_OK},
    {"polbooks.mtx.gz", 441, 105, 0, GRAPH_OK},
    {"netscience.mtx.gz", 2742, 1589, 0, GRAPH_OK},
    {"delaunay_n13.mtx.gz", 24547, 8192, 0, GRAPH_OK},
    {"Si2.mtx.gz", 9285, 769, 0, GRAPH_OK},
    {"ani4.mtx.gz", 20971, 3081, 0, GRAPH_OK},
    {"jazz.graph.gz", 5484, 198, 0, GRAPH_OK},
    {"lesmis.graph.gz", 508, 77, 0, GRAPH_OK},
    {"PGPgiantcompo.graph.gz", 48632, 10680, 0, GRAPH_OK},
    {"CollegeMsg.txt.gz", 59835, 1900, 39539, GRAPH_OK},
    {"soc-sign-bitcoinotc.csv.gz", 35592, 6006, 0, GRAPH_OK},
    {"musae_git_edges.csv.gz", 289003, 37700, 0, GRAPH_OK},
    {"deezer_HU_edges.csv.gz", 222887, 47538, 0, GRAPH_OK},
    {"twitch_DE_edges.csv.gz", 153138, 9498, 0, GRAPH_OK},
    {"BlogCatalog3-edges.txt.gz", 333983, 10313, 0, GRAPH_OK},
    {"oregon1.txt.gz", 22003, 65536, 0, GRAPH_OK},
    {"cities.mtx.gz", 131243, 1185, 0, GRAPH_OK},
    {"Groebner_id2003_aug.mtx.gz", 173670, 4967, 0, GRAPH_OK},
    {"bayer10.mtx.gz", 94926, 13436, 0, GRAPH_OK},
    {"delaunay_n16.mtx.gz", 196575, 65536, 0, GRAPH_OK},
    {"wing.graph.gz", 243088, 62032, 0, GRAPH_OK},
    {"rgg_n_2_15_s0.graph.gz", 320480, 32768, 0, GRAPH_OK},
    {"awkward/karate_s_loop.csv.gz", 160, 34, 0, GRAPH_OK},
    {"awkward/karate_multi_edge.csv.gz", 160, 34, 4, GRAPH_OK},
    {"awkward/karate-asymmetric.csv.gz", 78, 35, 0, GRAPH_OK},
    {"awkward/karate-disjoint.csv.gz", 312, 134, 0, GRAPH_OK},
    {"awkward/dolphins_multi_edge.csv.gz", 325, 62, 7, GRAPH_OK},
    {"awkward/dolphins_s_loop.csv.gz", 321, 62, 0, GRAPH_OK},
    {"awkward/Hamrle1.mtx.gz", 98, 32, 0, GRAPH_OK},
    {"awkward/LFAT5.mtx.gz", 30, 14, 0, GRAPH_OK},
    {"awkward/GD01_b.mtx.gz", 37, 18, 0, GRAPH_OK},
    {"awkward/Ragusa16.mtx.gz", 81, 24, 0, GRAPH_OK},
    {"awkward/chesapeake.mtx.gz", 170, 39, 0, GRAPH_OK},
    {"awkward/tiny_01.graph.gz", 22, 7, 0, GRAPH_OK},
    {"awkward/tiny_02.graph.gz", 22, 7, 0, GRAPH_OK},
    {"awkward/tiny_03.graph.gz", 22, 7, 0, GRAPH_OK},
    {"awkward/tiny_04.graph.gz", 22, 7, 0, GRAPH_OK},
    {"awkward/celegans_metabolic.graph.gz", 4050, 453, 0, GRAPH_OK},
    {"awkward/foodweb-baydry.konect.gz", 2137, 129, 0, GRAPH_OK},
    {"awkward/comments.edgelist.gz", 20, 11, 0, GRAPH_OK},
    {"awkward/tiny_05.matrixmarket.gz", 11, 5, 0, GRAPH_OK},
    {"awkward/karate_mod.mtx.gz", 0, 0, 0, GRAPH_E_FORMAT},
    {"awkward/karate_str.mtx.gz", 0, 0, 0, GRAPH_E_FORMAT},
    {"awkward/alphabet.edgelist.gz", 0, 0, 0, GRAPH_E_FORMAT},
    {"awkward/looptest1.gml.gz", 0, 0, 0, GRAPH_E_FORMAT},
    {"USA-road-d.NY.gr.xz", 0, 0, 0, GRAPH_E_NOT_SUPPORTED},
    {"twitter-weighted.txt.xz", 0, 0, 0, GRAPH_E_NOT_SUPPORTED},
};

/* Every one of these that is there; the first ten ship. */
TEST(known_files)
{
    int found = 0;
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        const char *path = test_find_dataset(known[k].file);
        graph_read_report report = {.size = sizeof report};
        graph_read_options options = {.size = sizeof options, .report = &report};
        graph_matrix *A = NULL;
        graph_index rows = 0;
        if (path == NULL)
            continue;
        found++;
        graph_status status = graph_read(&A, path, &options);
        CHECK_SAY(status == known[k].status, "%s: %s \"%s\"", known[k].file, graph_status_name(status),
                  status < 0 ? graph_last_error() : "");
        if (status == GRAPH_OK) {
            CHECK_OK(graph_matrix_check(A));
            CHECK_OK(graph_matrix_rows(&rows, A));
            CHECK_SAY(report.edges == known[k].edges && rows == known[k].rows &&
                          report.duplicates == known[k].duplicates,
                      "%s: %llu edges, %llu rows, %llu duplicates", known[k].file,
                      (unsigned long long)report.edges, (unsigned long long)rows,
                      (unsigned long long)report.duplicates);
        }
        graph_matrix_release(&A);
    }
    CHECK(found >= 10);
}

TEST_MAIN(TEST_ROW(files_agree_with_the_catalog), TEST_ROW(known_files))
