/* plus_second: sums of the right operand over a pattern on the left; PageRank. */
GRAPH_OP zero(void) { return 0; }
GRAPH_OP one(void) { return 1; }
GRAPH_OP add(T x, T y) { return plus(x, y); }
GRAPH_OP mul(T x, T y) { return (void)x, y; }
GRAPH_TEST absorbs(T x) { return (void)x, 0; }
