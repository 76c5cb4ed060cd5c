/* The memo of match_memo.h, a ring. */
#include "cuda/runtime/match_memo.h"

#include <pthread.h>

enum { MOST_ANSWERS = 64 };

/* `lock` guards both variables below. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    struct graph_image_key key;
    uint16_t answer;
} memo[MOST_ANSWERS];
static unsigned answers;

bool graph__cuda_memo_find(uint16_t *answer, const struct graph_image_key *key)
{
    bool is_found = false;
    pthread_mutex_lock(&lock);
    for (unsigned k = 0; k < MOST_ANSWERS && k < answers && !is_found; k++)
        if (memo[k].key.low == key->low && memo[k].key.high == key->high) {
            *answer = memo[k].answer;
            is_found = true;
        }
    pthread_mutex_unlock(&lock);
    return is_found;
}

void graph__cuda_memo_add(const struct graph_image_key *key, uint16_t answer)
{
    pthread_mutex_lock(&lock);
    memo[answers % MOST_ANSWERS].key = *key;
    memo[answers % MOST_ANSWERS].answer = answer;
    answers++;
    pthread_mutex_unlock(&lock);
}
