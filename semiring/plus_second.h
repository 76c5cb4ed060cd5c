/* plus_second: sums of the second operand over the pattern of the first; PageRank. */
GRAPH_OP zero(void) { return 0; }
GRAPH_OP one(void) { return 1; }
GRAPH_OP add(T x, T y) { return plus(x, y); }
GRAPH_OP mul(T x, T y) { return (void)x, y; }
GRAPH_TEST absorbs(T x) { return (void)x, 0; }
