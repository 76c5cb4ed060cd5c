/* Statuses, types, and the first product. */
#include "tests/test.h"

TEST(statuses_have_names)
{
    CHECK(strcmp(graph_status_name(GRAPH_E_DIMENSION), "GRAPH_E_DIMENSION") == 0);
    CHECK(strcmp(graph_status_name((graph_status)12345), "unknown status") == 0);
    CHECK(graph_status_text(GRAPH_E_MEMORY)[0] != '\0');
}

TEST(types_have_sizes_and_names)
{
    CHECK(graph_type_size(GRAPH_FP64) == 8 && graph_type_size(GRAPH_BOOL) == 1);
    CHECK(graph_type_size(GRAPH_PATTERN) == 0 && graph_type_size((graph_type)99) == 0);
    CHECK(strcmp(graph_type_name(GRAPH_UINT16), "uint16") == 0);
}

TEST_MAIN(TEST_ROW(statuses_have_names), TEST_ROW(types_have_sizes_and_names))
