// The functions of internals.c.
#ifndef INTERNALS_H
#define INTERNALS_H

#include <stdbool.h>
#include <stdint.h>
#include "quickjs.h"

// A plain object: its class is Object, and its properties are values that are enumerable, with names
// of ASCII that are no indexes.
struct plain {
	void *shape;
	uint32_t count;
};

// plain_open reports false for an object that is not plain. Otherwise plain_close must follow.
bool plain_open(JSContext *ctx, JSValueConst v, struct plain *plain);
// plain_item returns the value of property i, or an exception. It may run a getter if a script has
// changed the object since plain_open.
JSValue plain_item(JSContext *ctx, struct plain *plain, JSValueConst v, uint32_t i, const char **name, uint32_t *length);
void plain_close(JSContext *ctx, struct plain *plain);

// new_atom returns the atom of a name in UTF-8, or JS_ATOM_NULL and an exception.
JSAtom new_atom(JSContext *ctx, const char *name, uint32_t length);
// add_value defines a property of an object that no script has seen. It takes v.
int add_value(JSContext *ctx, JSValueConst object, JSAtom atom, JSValue v);
// append_value adds an element to an array that no script has seen, and that has no holes. It takes v.
int append_value(JSContext *ctx, JSValueConst array, JSValue v);

// new_promise returns a pending promise without the functions that resolve it.
JSValue new_promise(JSContext *ctx);
// settle_promise fulfills or rejects a pending promise. As the value is the host's, it is no thenable.
void settle_promise(JSContext *ctx, JSValueConst promise, JSValueConst v, bool ok);

// set_arenas_aside is for memory that clones start from. It reports false if there is no memory.
bool set_arenas_aside(JSRuntime *rt);

// json_open replaces functions of the object JSON by those of json.c.
bool json_open(JSContext *ctx, JSValueConst json);

#endif
