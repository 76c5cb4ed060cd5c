/* plus_times: the ordinary product.  Counts walks, sums of weights over walks, linear algebra. */
GRAPH_OP zero(void) { return 0; }
GRAPH_OP one(void) { return 1; }
GRAPH_OP add(T x, T y) { return plus(x, y); }
GRAPH_OP mul(T x, T y) { return times(x, y); }
GRAPH_TEST absorbs(T x) { return (void)x, 0; }
