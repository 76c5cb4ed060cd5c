/* See spec.h. */
#include "core/types/spec.h"

#include <ctype.h>
#include <string.h>

#include "base/memory.h"
#include "base/registry.h"

graph_status graph__check_spec_size(size_t size, size_t expected)
{
    return size == expected
               ? GRAPH_OK
               : graph__fail(GRAPH_E_INVALID_VALUE, "spec.size is %zu; expected %zu", size, expected);
}

static bool is_identifier(const char *name)
{
    if (!isalpha((unsigned char)name[0]) && name[0] != '_')
        return false;
    for (const char *c = name; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return false;
    return true;
}

graph_status graph__check_spec_name(const char *name)
{
    if (name == NULL)
        return graph__fail(GRAPH_E_INVALID_VALUE, "the name is NULL; expected a C identifier");
    if (!is_identifier(name) || strlen(name) >= GRAPH_NAME_BYTES)
        return graph__fail(GRAPH_E_INVALID_VALUE,
                           "the name is \"%.80s\"; expected a C identifier of at most %d characters", name,
                           GRAPH_NAME_BYTES - 1);
    return GRAPH_OK;
}

graph_status graph__copy_text(char **copy, const char *text)
{
    return graph__copy_value((void **)copy, text, text != NULL ? strlen(text) + 1 : 0);
}

graph_status graph__copy_value(void **copy, const void *value, size_t bytes)
{
    *copy = NULL;
    if (value == NULL)
        return GRAPH_OK;
    graph_status status = graph__allocate_array(copy, bytes, 1);
    if (status == GRAPH_OK)
        memcpy(*copy, value, bytes);
    return status;
}
