// What codec.c does with the structures of QuickJS itself, because its functions for programs ask
// more than is asked here. build.sh appends this file to quickjs.c. Nothing here runs a script.
#include "internals.h"

bool plain_open(JSContext *ctx, JSValueConst v, struct plain *plain) {
	JSObject *p = JS_VALUE_GET_OBJ(v);
	JSShape *shape = p->shape;
	if (p->class_id != JS_CLASS_OBJECT || p->is_exotic || !shape->is_hashed) return false;
	JSShapeProperty *property = get_shape_prop(shape);
	for (int i = 0; i < shape->prop_count; i++) {
		JSAtom atom = property[i].atom;
		if (atom == JS_ATOM_NULL || property[i].flags != JS_PROP_C_W_E || __JS_AtomIsTaggedInt(atom)) return false;
		JSString *name = ctx->rt->atom_array[atom];
		if (name->atom_type != JS_ATOM_TYPE_STRING || name->is_wide_char || name->kind != JS_STRING_KIND_NORMAL) return false;
		uint8_t *s = str8(name), all = 0;
		for (uint32_t k = 0; k < name->len; k++) all |= s[k];
		if (all >= 0x80 || is_digit(s[0])) return false; // an index comes before other names
	}
	// A shape in the table that somebody else has too is never changed.
	plain->shape = js_dup_shape(shape);
	plain->count = shape->prop_count;
	return true;
}

JSValue plain_item(JSContext *ctx, struct plain *plain, JSValueConst v, uint32_t i, const char **name, uint32_t *length) {
	JSObject *p = JS_VALUE_GET_OBJ(v);
	JSAtom atom = get_shape_prop((JSShape *)plain->shape)[i].atom;
	JSString *s = ctx->rt->atom_array[atom];
	*name = (char *)str8(s);
	*length = s->len;
	// A getter of an item may have changed the object.
	return p->shape == plain->shape ? js_dup(p->prop[i].u.value) : JS_GetProperty(ctx, v, atom);
}

void plain_close(JSContext *ctx, struct plain *plain) { js_free_shape(ctx->rt, plain->shape); }

JSAtom new_atom(JSContext *ctx, const char *name, uint32_t length) {
	uint8_t all = 0;
	for (uint32_t i = 0; i < length; i++) all |= name[i];
	if (all < 0x80) return JS_NewAtomLen(ctx, name, length);
	// JS_NewAtomLen would take an atom of characters up to 255 for one with these bytes.
	JSValue v = JS_NewStringLen(ctx, name, length);
	return JS_IsException(v) ? JS_ATOM_NULL : JS_NewAtomStr(ctx, JS_VALUE_GET_STRING(v));
}

// The shapes of objects from the host. Without these references a shape, and those that lead to it,
// would be made for each object and freed with it.
enum { KEPT_SHAPES = 64, KEPT_PROPERTIES = 16 };
static JSShape *kept[KEPT_SHAPES];
static uint32_t next_kept;

static void keep_shape(JSContext *ctx, JSShape *shape) {
	if (JS_REF_COUNT(shape) != 1 || !shape->is_hashed || shape->prop_count > KEPT_PROPERTIES) return;
	JSShape **slot = &kept[next_kept++ % KEPT_SHAPES];
	js_free_shape_null(ctx->rt, *slot);
	*slot = js_dup_shape(shape);
}

int add_value(JSContext *ctx, JSValueConst object, JSAtom atom, JSValue v) {
	JSObject *p = JS_VALUE_GET_OBJ(object);
	if (find_own_property1(p, atom)) return JS_DefinePropertyValue(ctx, object, atom, v, JS_PROP_C_W_E);
	JSProperty *property = add_property(ctx, p, atom, JS_PROP_C_W_E);
	if (!property) {
		JS_FreeValue(ctx, v);
		return -1;
	}
	property->u.value = v;
	keep_shape(ctx, p->shape);
	return 1;
}

int append_value(JSContext *ctx, JSValueConst array, JSValue v) { return add_fast_array_element(ctx, JS_VALUE_GET_OBJ(array), v, JS_PROP_THROW); }

JSValue new_promise(JSContext *ctx) {
	JSValue promise = JS_NewObjectClass(ctx, JS_CLASS_PROMISE);
	if (JS_IsException(promise)) return promise;
	JSPromiseData *s = js_mallocz(ctx, sizeof *s);
	if (!s) {
		JS_FreeValue(ctx, promise);
		return JS_EXCEPTION;
	}
	s->promise_state = JS_PROMISE_PENDING;
	s->promise_result = JS_UNDEFINED;
	for (int i = 0; i < 2; i++) init_list_head(&s->promise_reactions[i]);
	JS_SetOpaqueInternal(promise, s);
	return promise;
}

void settle_promise(JSContext *ctx, JSValueConst promise, JSValueConst v, bool ok) { fulfill_or_reject_promise(ctx, promise, v, !ok); }

// The bytes of the small arenas.
enum { FIRST_ARENA = 768 };

// set_aside keeps an arena from being used for what is allocated from now on. No list leads to it, so
// it has no neighbours that change when another arena ends.
static void set_aside(JSArena *arena) {
	if (arena->n_used_blocks == arena->n_blocks) arena->n_blocks = UINT16_MAX; // it never becomes one with a free block
	else list_del(&arena->free_link);
	list_del(&arena->link);
	init_list_head(&arena->free_link); // both are deleted again when all blocks are free
	init_list_head(&arena->link);
}

// set_arenas_aside sets the arenas of the engine's allocator aside, which have blocks of one size each,
// and makes a small one for each size. So what a clone of this memory allocates is on few pages, beside
// each other, and not in holes all over. One block of each is taken, so that it stays when the others
// are free.
bool set_arenas_aside(JSRuntime *rt) {
	for (int i = 0; i < JS_ARENA_BLOCK_SIZE_COUNT; i++) {
		struct list_head *all = &rt->arena_state.arena_list[i];
		while (all->next != all) set_aside(list_entry(all->next, JSArena, link));
		int size = arena_block_sizes[i], count = FIRST_ARENA / size;
		if (count < 4) count = 4;
		JSArena *arena = rt->mf.js_malloc(rt->malloc_state.opaque, sizeof *arena + count * size);
		if (!arena) return false;
		arena->block_size_idx = i;
		arena->n_blocks = count;
		arena->n_used_blocks = arena->first_free_block = 1;
		for (int k = 0; k < count; k++) {
			JSMallocBlockHeader *block = arena_get_block(arena, k, size);
			block->u.free_next = k + 1 < count ? k + 1 : JS_ARENA_FREE_NIL;
			block->block_size_idx = i;
		}
		list_add(&arena->link, all);
		list_add(&arena->free_link, &rt->arena_state.free_arena_list[i]);
	}
	return true;
}
