/*
 * How the models state what must hold. Included by every model; owns nothing.
 *
 * MUST(c, name) is an assertion that carries the name of the property: spin
 * prints the text of an assertion that fails, and `name` is the part of it
 * that the test reads. The names are variables that stay false and are no part
 * of a state. NEVER(c, name) is a witness: it is compiled in to show that a
 * rare situation is reached by the search, so there it is expected to fail.
 */
#define MUST(c, name) assert((c) || name)
#define NEVER(c, name) assert(!(c) || name)

/* A bound of the model itself was too small: the search proved nothing. */
hidden byte the_model_is_too_small;
