/* min_plus: shortest paths.  A path costs the sum of its edges; of two paths keep the cheaper.  T_MAX is "no path":
 * it absorbs every sum, and integer sums stop there instead of wrapping round to a cheap path. */
GRAPH_OP zero(void) { return T_MAX; }
GRAPH_OP one(void) { return 0; }
GRAPH_OP add(T x, T y) { return smaller(x, y); }
GRAPH_OP mul(T x, T y) { return !T_IS_FLOAT && (x == T_MAX || y == T_MAX) ? T_MAX : plus_saturating(x, y); }
GRAPH_TEST absorbs(T x) { return x == T_MIN; }
