/* any_first: one first operand; a parent in breadth-first search.  The first in ascending k, for one answer. */
GRAPH_OP zero(void) { return 0; }
GRAPH_OP one(void) { return 1; }
GRAPH_OP add(T x, T y) { return (void)y, x; }
GRAPH_OP mul(T x, T y) { return (void)y, x; }
GRAPH_TEST absorbs(T x) { return (void)x, 1; }
