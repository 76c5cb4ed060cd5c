/* What a pass over the values of matrices finds out (value_facts.cuh). */
#ifndef CUDA_VALUE_FACTS_ARGUMENTS_H
#define CUDA_VALUE_FACTS_ARGUMENTS_H

/* The last three are for fp32; a value x that is not 0 has its lowest bit at 2^low and its highest at 2^high.  All begin as
 * 0x01010101, and only become less. */
struct value_facts {
    int32_t are_finite;   /* 0 if a floating value is infinite or NaN */
    int32_t are_ordinary; /* 0 if one is negative, or -0, or NaN */
    int32_t least_low, least_of_minus_high;
};

/* Where all values are integers below 2^HALF_BITS times 2^least_low, sums of two have room in 16 bits, and so has what
 * stands for an absent entry (halves.cuh).  Infinities, NaN, -0 and the tiniest numbers have a `low` of NOT_HALF. */
#define VALUE_HALF_BITS 12
#define VALUE_NOT_HALF  (-1000)
#define VALUES_HAVE_BITS(facts, bits)                                                                        \
    ((facts).least_low > VALUE_NOT_HALF &&                                                                   \
     -(int64_t)(facts).least_of_minus_high - (facts).least_low < (bits))
#define VALUES_ARE_HALVES(facts) VALUES_HAVE_BITS(facts, VALUE_HALF_BITS)
/* A product with it, or less it, is beyond those of two values, and two of it have room. */
#define VALUE_HALF_BEYOND 0x3fff
/* The same in 32 bits. */
#define VALUE_INTEGER_BITS         28
#define VALUES_ARE_INTEGERS(facts) VALUES_HAVE_BITS(facts, VALUE_INTEGER_BITS)
#define VALUE_INTEGER_BEYOND       0x3fffffff

#endif
