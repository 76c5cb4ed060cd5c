/* Results of operator matching that took the run-time compiler (semiring/operator_match.c), by the hash of the texts.  The
 * oldest of 64 makes room for a new one. */
#ifndef CUDA_RUNTIME_MATCH_MEMO_H
#define CUDA_RUNTIME_MATCH_MEMO_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda/runtime/image_cache.h"

bool graph__cuda_memo_find(uint16_t *answer, const struct graph_image_key *key);
void graph__cuda_memo_add(const struct graph_image_key *key, uint16_t answer);

#endif
