/* min_first: the least first operand; smallest parent, label spreading. */
GRAPH_OP zero(void) { return T_MAX; }
GRAPH_OP one(void) { return 1; }
GRAPH_OP add(T x, T y) { return smaller(x, y); }
GRAPH_OP mul(T x, T y) { return (void)y, x; }
GRAPH_TEST absorbs(T x) { return x == T_MIN; }
