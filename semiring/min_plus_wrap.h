/* min_plus_wrap: min_plus by the sums of C, which wrap: the standard's MIN_PLUS over integers. */
GRAPH_OP zero(void) { return T_MAX; }
GRAPH_OP one(void) { return 0; }
GRAPH_OP add(T x, T y) { return smaller(x, y); }
GRAPH_OP mul(T x, T y) { return plus(x, y); }
GRAPH_TEST absorbs(T x) { return x == T_MIN; }
