/* min_second: the least right operand; connected components by least label. */
GRAPH_OP zero(void) { return T_MAX; }
GRAPH_OP one(void) { return 1; }
GRAPH_OP add(T x, T y) { return smaller(x, y); }
GRAPH_OP mul(T x, T y) { return (void)x, y; }
GRAPH_TEST absorbs(T x) { return x == T_MIN; }
