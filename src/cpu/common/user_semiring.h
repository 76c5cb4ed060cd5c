/* The five names over a user's semiring: calls through the pointers of `semiring`, which must be in scope.
 * Built-in semirings that were not pre-built come here too, so what mul reads is known at run time only. */
#undef SEMIRING_READS
#define SEMIRING_READS semiring->reads
#define zero()         (((T(*)(void))semiring->zero)())
#define one()          (((T(*)(void))semiring->one)())
#define add(x, y)      (((T(*)(T, T))semiring->add)((x), (y)))
#define mul(x, y)      (((T(*)(T, T))semiring->mul)((x), (y)))
#define absorbs(x)     ((void)(x), 0)
