/* min_times: least products, for factors that are not negative.  See max_times for the zero. */
GRAPH_OP zero(void) { return T_MAX; }
GRAPH_OP one(void) { return 1; }
GRAPH_OP add(T x, T y) { return smaller(x, y); }
GRAPH_OP mul(T x, T y) { return times(x, y); }
GRAPH_TEST absorbs(T x) { return x == T_MIN; }
