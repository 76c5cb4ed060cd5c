/* max_times: most reliable paths, for factors that are not negative.  The zero is the identity of max over the
 * whole type, so negative values are compared rightly although they break the other laws. */
GRAPH_OP zero(void) { return T_MIN; }
GRAPH_OP one(void) { return 1; }
GRAPH_OP add(T x, T y) { return larger(x, y); }
GRAPH_OP mul(T x, T y) { return times(x, y); }
GRAPH_TEST absorbs(T x) { return x == T_MAX; }
