/* methods: what the library knows of the methods of a product. */
#include <stdio.h>

#include "commands.h"

static void print_lines(const graph_method_info *info)
{
    printf("%s\n    of      %s\n    what    %s\n    where   %s\n    when    %s\n", info->name,
           info->operations, info->what, info->where, info->when);
    if (info->source[0] != '\0')
        printf("    source  %s\n", info->source);
}

/* None of the texts has a character that JSON writes in another way. */
static void print_object(const graph_method_info *info)
{
    printf("{\"name\": \"%s\", \"of\": \"%s\", \"what\": \"%s\", \"where\": \"%s\", \"when\": \"%s\", "
           "\"source\": \"%s\"}",
           info->name, info->operations, info->what, info->where, info->when, info->source);
}

graph_status command_methods(const struct arguments *arguments)
{
    const graph_method_info *info;
    if (arguments->is_json)
        fputs("{\"methods\": [", stdout);
    for (size_t k = 0; (info = graph_method_at(k)) != NULL; k++)
        if (arguments->is_json) {
            fputs(k == 0 ? "" : ", ", stdout);
            print_object(info);
        } else
            print_lines(info);
    if (arguments->is_json)
        fputs("]}\n", stdout);
    return GRAPH_OK;
}
