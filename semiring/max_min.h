/* max_min: widest paths.  A path is as wide as its narrowest edge; of two paths keep the wider. */
GRAPH_OP zero(void) { return T_MIN; }
GRAPH_OP one(void) { return T_MAX; }
GRAPH_OP add(T x, T y) { return larger(x, y); }
GRAPH_OP mul(T x, T y) { return smaller(x, y); }
GRAPH_TEST absorbs(T x) { return x == T_MAX; }
