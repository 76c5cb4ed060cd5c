/* max_second: the greatest second operand. */
GRAPH_OP zero(void) { return T_MIN; }
GRAPH_OP one(void) { return 1; }
GRAPH_OP add(T x, T y) { return larger(x, y); }
GRAPH_OP mul(T x, T y) { return (void)x, y; }
GRAPH_TEST absorbs(T x) { return x == T_MAX; }
