/* What the specs of types, operators and semirings have in common. */
#ifndef CORE_TYPES_SPEC_H
#define CORE_TYPES_SPEC_H

#include "semigraph/types.h"

/* GRAPH_E_INVALID_VALUE unless spec.size is as expected; unless the name is a C identifier. */
graph_status graph__check_spec_size(size_t size, size_t expected);
graph_status graph__check_spec_name(const char *name);

/* A copy of a string, NULL for NULL; of a value of so many bytes. */
graph_status graph__copy_text(char **copy, const char *text);
graph_status graph__copy_value(void **copy, const void *value, size_t bytes);

#endif
