/* max_plus: longest (critical) paths.  T_MIN is "no path": it absorbs every sum, and integer sums saturate. */
GRAPH_OP zero(void) { return T_MIN; }
GRAPH_OP one(void) { return 0; }
GRAPH_OP add(T x, T y) { return larger(x, y); }
GRAPH_OP mul(T x, T y) { return !T_IS_FLOAT && (x == T_MIN || y == T_MIN) ? T_MIN : plus_saturating(x, y); }
GRAPH_TEST absorbs(T x) { return x == T_MAX; }
