/* plus_pair: counts the pairs that meet; common neighbours, triangles. */
GRAPH_OP zero(void) { return 0; }
GRAPH_OP one(void) { return 1; }
GRAPH_OP add(T x, T y) { return plus(x, y); }
GRAPH_OP mul(T x, T y) { return (void)x, (void)y, 1; }
GRAPH_TEST absorbs(T x) { return (void)x, 0; }
