/* The five names over a user's semiring: calls through the pointers of `semiring`, which must be in scope. */
#define zero()    (((T(*)(void))semiring->zero)())
#define one()     (((T(*)(void))semiring->one)())
#define add(x, y) (((T(*)(T, T))semiring->add)((x), (y)))
#define mul(x, y) (((T(*)(T, T))semiring->mul)((x), (y)))
#define absorbs(x) ((void)(x), 0)
