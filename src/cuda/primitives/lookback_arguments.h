/* What the blocks of one launch tell each other, and the host: a word for each tile. */
#ifndef CUDA_PRIMITIVES_LOOKBACK_ARGUMENTS_H
#define CUDA_PRIMITIVES_LOOKBACK_ARGUMENTS_H

/* From the lowest bit on: entries, products, whether a tile cannot be made, and the tag of the call that wrote the word,
 * which is never 0.  The words of calls before have other tags, so that nothing is cleared between them. */
enum {
    LOOKBACK_WORD_BITS = 24,      /* of either number */
    LOOKBACK_WORD_TAG_SHIFT = 49, /* and below it the bit of a tile that cannot be made */
    LOOKBACK_TAGS = 1 << 15
};

struct lookback_words {
    unsigned long long *word;   /* GRAPH_CUDA_LOOKBACK_WORDS of them */
    unsigned long long *answer; /* page-locked memory of the host */
    unsigned long long tag;
};

#endif
