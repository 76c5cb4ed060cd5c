/* plus_first: sums of the left operand over a pattern on the right. */
GRAPH_OP zero(void) { return 0; }
GRAPH_OP one(void) { return 1; }
GRAPH_OP add(T x, T y) { return plus(x, y); }
GRAPH_OP mul(T x, T y) { return (void)y, x; }
GRAPH_TEST absorbs(T x) { return (void)x, 0; }
