/* The words of a look-back (lookback.cuh), one for each tile. */
#ifndef CUDA_PRIMITIVES_LOOKBACK_ARGUMENTS_H
#define CUDA_PRIMITIVES_LOOKBACK_ARGUMENTS_H

/* A word, from the lowest bit on: entries, products, whether a tile is refused (the method cannot make it), and the tag
 * of the launch that wrote it, never 0.  Words of earlier launches have other tags, so that nothing needs to be cleared. */
enum {
    LOOKBACK_WORD_BITS = 24,      /* of either number */
    LOOKBACK_WORD_TAG_SHIFT = 49, /* the bit below it: the tile is refused */
    LOOKBACK_TAGS = 1 << 15
};

struct lookback_words {
    unsigned long long *word;   /* GRAPH_CUDA_LOOKBACK_WORDS of them */
    unsigned long long *answer; /* page-locked memory of the host */
    unsigned long long tag;
};

#endif
