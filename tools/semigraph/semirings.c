/* semirings: the names of the built-in ones. */
#include <stdio.h>

#include "commands.h"

graph_status command_semirings(const struct arguments *arguments)
{
    const graph_semiring *semiring;
    if (arguments->is_json)
        fputs("{\"semirings\": [", stdout);
    for (size_t k = 0; (semiring = graph_semiring_at(k)) != NULL; k++) {
        if (arguments->is_json)
            printf("%s\"%s\"", k == 0 ? "" : ", ", graph_semiring_name(semiring));
        else
            puts(graph_semiring_name(semiring));
    }
    if (arguments->is_json)
        fputs("]}\n", stdout);
    return GRAPH_OK;
}
