/* The binary and unary operators over T as plain functions, op_<name>(x, y); include/semigraph/types.h says what
 * each computes.  Comparisons and logic give 0 or 1 in T. */
GRAPH_OP op_plus(T x, T y) { return plus(x, y); }
GRAPH_OP op_times(T x, T y) { return times(x, y); }
GRAPH_OP op_min(T x, T y) { return smaller(x, y); }
GRAPH_OP op_max(T x, T y) { return larger(x, y); }
GRAPH_OP op_first(T x, T y) { return (void)y, x; }
GRAPH_OP op_second(T x, T y) { return (void)x, y; }
GRAPH_OP op_any(T x, T y) { return (void)y, x; }
GRAPH_OP op_pair(T x, T y) { return (void)x, (void)y, (T)1; }
GRAPH_OP op_lor(T x, T y) { return x != 0 || y != 0; }
GRAPH_OP op_land(T x, T y) { return x != 0 && y != 0; }
GRAPH_OP op_lxor(T x, T y) { return (x != 0) != (y != 0); }
GRAPH_OP op_lxnor(T x, T y) { return (x != 0) == (y != 0); }
GRAPH_OP op_eq(T x, T y) { return x == y; }
GRAPH_OP op_ne(T x, T y) { return x != y; }
GRAPH_OP op_lt(T x, T y) { return x < y; }
GRAPH_OP op_le(T x, T y) { return x <= y; }
GRAPH_OP op_gt(T x, T y) { return x > y; }
GRAPH_OP op_ge(T x, T y) { return x >= y; }
GRAPH_OP op_plus_sat(T x, T y) { return plus_saturating(x, y); }

#if T_IS_BOOL
GRAPH_OP op_minus(T x, T y) { return x ^ y; }
GRAPH_OP op_div(T x, T y) { return (void)y, x; }
GRAPH_OP op_ainv(T x) { return x; }
GRAPH_OP op_abs(T x) { return x; }
#elif T_IS_FLOAT
GRAPH_OP op_minus(T x, T y) { return x - y; }
GRAPH_OP op_div(T x, T y) { return x / y; }
GRAPH_OP op_ainv(T x) { return -x; }
GRAPH_OP op_abs(T x) { return sizeof(T) == 4 ? (T)__builtin_fabsf((float)x) : (T)__builtin_fabs((double)x); }
#else
GRAPH_OP op_minus(T x, T y) { return (T)((W)x - (W)y); }
GRAPH_OP op_ainv(T x) { return (T)((W)0 - (W)x); }
#if T_IS_SIGNED
GRAPH_OP op_div(T x, T y)
{
    if (y == 0)
        return x == 0 ? 0 : x > 0 ? T_MAX : T_MIN;
    return y == -1 ? op_ainv(x) : (T)(x / y); /* the smallest value over -1 would trap */
}
GRAPH_OP op_abs(T x) { return x < 0 ? op_ainv(x) : x; }
#else
GRAPH_OP op_div(T x, T y) { return y == 0 ? (x == 0 ? 0 : T_MAX) : (T)(x / y); }
GRAPH_OP op_abs(T x) { return x; }
#endif
#endif

/* Bit by bit; floating types have no such operators. */
#if T_IS_BOOL
GRAPH_OP op_bor(T x, T y) { return x || y; }
GRAPH_OP op_band(T x, T y) { return x && y; }
GRAPH_OP op_bxor(T x, T y) { return x != y; }
GRAPH_OP op_bxnor(T x, T y) { return x == y; }
GRAPH_OP op_bnot(T x) { return !x; }
#elif !T_IS_FLOAT
GRAPH_OP op_bor(T x, T y) { return (T)((W)x | (W)y); }
GRAPH_OP op_band(T x, T y) { return (T)((W)x & (W)y); }
GRAPH_OP op_bxor(T x, T y) { return (T)((W)x ^ (W)y); }
GRAPH_OP op_bxnor(T x, T y) { return (T) ~((W)x ^ (W)y); }
GRAPH_OP op_bnot(T x) { return (T) ~(W)x; }
#endif

GRAPH_OP op_identity(T x) { return x; }
GRAPH_OP op_minv(T x) { return op_div((T)1, x); }
GRAPH_OP op_lnot(T x) { return x == 0; }
GRAPH_OP op_one(T x) { return (void)x, (T)1; }
#if T_IS_FLOAT
GRAPH_OP op_sqrt(T x) { return sizeof(T) == 4 ? (T)__builtin_sqrtf((float)x) : (T)__builtin_sqrt((double)x); }
#else
GRAPH_OP op_sqrt(T x)
{
    /* Bit by bit from the top: exact for 64-bit integers, where a floating root is not. */
    uint64_t rest = x > 0 ? (uint64_t)x : 0, root = 0, bit = (uint64_t)1 << 62;
    for (; bit > rest; bit >>= 2)
        ;
    for (; bit != 0; bit >>= 2)
        if (rest >= root + bit) {
            rest -= root + bit;
            root = (root >> 1) + bit;
        } else
            root >>= 1;
    return (T)root;
}
#endif

/* Identities of the monoids. */
GRAPH_OP identity_plus(void) { return 0; }
GRAPH_OP identity_times(void) { return 1; }
GRAPH_OP identity_min(void) { return T_MAX; }
GRAPH_OP identity_max(void) { return T_MIN; }
GRAPH_OP identity_any(void) { return 0; }
GRAPH_OP identity_lor(void) { return 0; }
GRAPH_OP identity_land(void) { return 1; }
GRAPH_OP identity_lxor(void) { return 0; }
GRAPH_OP identity_lxnor(void) { return 1; }
