/* Files that are written: their mode, and what else lies in the folder; sentences with names that a terminal would obey. */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/test.h"

static int files_in(const char *folder)
{
    int count = 0;
    DIR *open = opendir(folder);
    for (struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;)
        count += entry->d_name[0] != '.';
    if (open != NULL)
        closedir(open);
    return count;
}

TEST(a_new_file_has_the_mode_of_any_other)
{
    char folder[] = "/tmp/semigraph-XXXXXX", path[64];
    struct stat facts;
    graph_matrix *A = NULL;
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/graph.txt", folder);
    REQUIRE_OK(graph_matrix_create(&A, GRAPH_PATTERN, 2, 2));
    mode_t before = umask(022);
    CHECK_OK(graph_write(A, path, NULL));
    umask(before);
    CHECK_SAY(stat(path, &facts) == 0 && (facts.st_mode & 07777) == 0644, "the mode is %o",
              (unsigned)(facts.st_mode & 07777));
    CHECK(files_in(folder) == 1);
    graph_matrix_release(&A);
    unlink(path);
    rmdir(folder);
}

TEST(no_sentence_has_a_control_character)
{
    graph_matrix *A = NULL;
    CHECK_STATUS(graph_read(&A, "none\n\033[2J\x7f.txt", NULL), GRAPH_E_IO, "none??[2J?.txt");
    CHECK(A == NULL);
}

TEST_MAIN(TEST_ROW(a_new_file_has_the_mode_of_any_other), TEST_ROW(no_sentence_has_a_control_character))
