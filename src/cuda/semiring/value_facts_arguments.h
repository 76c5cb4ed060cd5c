/* Value facts: what a pass over the values of a matrix finds out (value_facts.cuh, value_facts.cu). */
#ifndef CUDA_SEMIRING_VALUE_FACTS_ARGUMENTS_H
#define CUDA_SEMIRING_VALUE_FACTS_ARGUMENTS_H

/* The last three are for fp32; a value x that is not 0 has its lowest bit at 2^low and its highest at 2^high.  All begin as
 * 0x01010101, and only become less. */
struct value_facts {
    int32_t are_finite;   /* 0 if a floating value is infinite or NaN */
    int32_t are_ordinary; /* 0 if one is negative, or -0, or NaN */
    int32_t least_low, least_of_minus_high;
};

/* Claims about all values of a matrix, a bit each.  The last four are for floating types. */
enum value_claim {
    VALUES_TRUE = 1, /* none is 0 */
    VALUES_FINITE = 2,
    VALUES_NO_NAN = 4,
    VALUES_NO_MINUS_ZERO = 8,
    VALUES_UNSIGNED = 16, /* no sign bit is set, of -0 and NaN neither */
    VALUES_CLAIMS = 31
};

/* The result of value_facts.cu; all begin as 0.  depth: the maximum of VALUE_BITS_FROM - low; height: the maximum of
 * VALUE_BITS_FROM + high. */
struct value_findings {
    uint32_t against; /* claims that some value breaks */
    int32_t depth, height;
};
#define VALUE_BITS_FROM 2000

struct value_scan_arguments {
    const void *value;
    int64_t n;
    int32_t value_bytes; /* 1: bool; 4, 8: floating */
    struct value_findings *found;
};

/* Where all values are integers below 2^VALUE_PACKED_BITS times 2^least_low, sums of two fit 16 bits, and so does the
 * value that stands for an absent entry (packed_min_plus.cuh).  Infinities, NaN, -0 and the tiniest numbers have a `low`
 * of VALUE_NOT_PACKED. */
#define VALUE_PACKED_BITS 12
#define VALUE_NOT_PACKED  (-1000)
#define VALUES_HAVE_BITS(facts, bits)                                                                        \
    ((facts).least_low > VALUE_NOT_PACKED &&                                                                 \
     -(int64_t)(facts).least_of_minus_high - (facts).least_low < (bits))
#define VALUES_ARE_PACKED(facts) VALUES_HAVE_BITS(facts, VALUE_PACKED_BITS)
/* Stands for an absent entry: a sum with it is beyond all sums of two values, and the sum of two of it fits. */
#define VALUE_PACKED_BEYOND 0x3fff
/* The same in 32 bits. */
#define VALUE_INTEGER_BITS         28
#define VALUES_ARE_INTEGERS(facts) VALUES_HAVE_BITS(facts, VALUE_INTEGER_BITS)
#define VALUE_INTEGER_BEYOND       0x3fffffff

#ifdef __cplusplus
extern "C" {
#endif
extern const void *const graph__cuda_scan_values;
#ifdef __cplusplus
}
#endif

#endif
