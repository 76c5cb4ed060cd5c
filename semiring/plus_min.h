/* plus_min: sums of the smaller operand; sizes of intersections of multisets. */
GRAPH_OP zero(void) { return 0; }
GRAPH_OP one(void) { return T_MAX; }
GRAPH_OP add(T x, T y) { return plus(x, y); }
GRAPH_OP mul(T x, T y) { return smaller(x, y); }
GRAPH_TEST absorbs(T x) { return (void)x, 0; }
