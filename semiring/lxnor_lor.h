/* lxnor_lor: whether an even number of products is false. */
GRAPH_OP zero(void) { return 1; }
GRAPH_OP one(void) { return 0; }
GRAPH_OP add(T x, T y) { return x == y; }
GRAPH_OP mul(T x, T y) { return x | y; }
GRAPH_TEST absorbs(T x) { return (void)x, 0; }
