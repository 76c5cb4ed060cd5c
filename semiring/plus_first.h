/* plus_first: sums of the first operand over the pattern of the second. */
GRAPH_OP zero(void) { return 0; }
GRAPH_OP one(void) { return 1; }
GRAPH_OP add(T x, T y) { return plus(x, y); }
GRAPH_OP mul(T x, T y) { return (void)y, x; }
GRAPH_TEST absorbs(T x) { return (void)x, 0; }
