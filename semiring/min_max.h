/* min_max: paths whose highest edge is lowest (minimum bottleneck). */
GRAPH_OP zero(void) { return T_MAX; }
GRAPH_OP one(void) { return T_MIN; }
GRAPH_OP add(T x, T y) { return smaller(x, y); }
GRAPH_OP mul(T x, T y) { return larger(x, y); }
GRAPH_TEST absorbs(T x) { return x == T_MIN; }
