/* Which GPU a process sees.
 *
 * The library, as most that use CUDA, works on one device of a process.  What a process sees is read from the environment
 * when CUDA starts, so a rank takes its GPU by hiding the others before that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dist/group.h"

/* The k-th item of a list with commas; its length, or 0. */
static size_t find_item(const char **item, const char *list, int k)
{
    for (; k > 0 && list != NULL; k--) {
        list = strchr(list, ',');
        list = list != NULL ? list + 1 : NULL;
    }
    *item = list;
    return list != NULL ? strcspn(list, ",") : 0;
}

graph_status graph_use_gpu(int k)
{
    enum { MOST_BYTES = 128 };
    char one[MOST_BYTES];
    const char *item = NULL, *const visible = getenv("CUDA_VISIBLE_DEVICES");
    if (k < 0)
        return graph__fail(GRAPH_E_INVALID_VALUE, "k is %d, expected 0 or more", k);
    if (visible == NULL) {
        snprintf(one, sizeof one, "%d", k);
    } else {
        const size_t length = find_item(&item, visible, k);
        if (length == 0 || length >= sizeof one)
            return graph__fail(GRAPH_E_INVALID_VALUE, "CUDA_VISIBLE_DEVICES is \"%.100s\": it has no item %d",
                               visible, k);
        memcpy(one, item, length);
        one[length] = '\0';
    }
    if (setenv("CUDA_VISIBLE_DEVICES", one, 1) != 0)
        return graph__fail(GRAPH_E_MEMORY, "the environment cannot be changed");
    return GRAPH_OK;
}
