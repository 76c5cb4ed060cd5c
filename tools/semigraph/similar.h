/* The name that a misspelt word may mean. */
#ifndef TOOLS_SIMILAR_H
#define TOOLS_SIMILAR_H

/* Starts as {.word = WORD}.  best is the offered name that differs from it in the fewest letters, at most two, or NULL. */
struct similar {
    const char *word, *best;
    int difference; /* of best */
};

void similar_offer(struct similar *similar, const char *name);

#endif
