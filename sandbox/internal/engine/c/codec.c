// Values as bytes, in both directions. The other end is package codec, which describes the format.
#include "engine.h"
#include "internals.h"
#include <stdlib.h>
#include <string.h>

enum tag {
	UNDEFINED, NULL_VALUE, FALSE_VALUE, TRUE_VALUE, INT, FLOAT, STRING, BIGINT, DATE, ARRAY, HOLE, OBJECT, END,
	MAP, SET, BUFFER, VIEW, ERROR, REFERENCE, REGEXP, BOXED
};

enum { MAX_DEPTH = 1000 };

static struct {
	uint8_t *data;
	uint32_t capacity;
} spare; // the buffer of the last writer, which the next one takes

void writer_open(struct writer *w) {
	w->data = spare.data;
	w->capacity = spare.capacity;
	w->length = w->seen_count = w->slot_count = 0;
	w->depth = 0;
	w->seen = w->few;
	w->seen_capacity = FEW;
	w->slots = NULL;
	spare.data = NULL;
	spare.capacity = 0;
}

// writer_restart forgets what was written, and the objects in it.
void writer_restart(struct writer *w) {
	for (uint32_t i = 0; i < w->seen_count; i++) JS_FreeValue(ctx, w->seen[i]);
	if (w->seen != w->few) js_free(ctx, w->seen);
	js_free(ctx, w->slots);
	w->length = w->seen_count = w->slot_count = 0;
	w->seen = w->few;
	w->seen_capacity = FEW;
	w->slots = NULL;
}

void writer_close(struct writer *w) {
	uint32_t length = w->length;
	writer_restart(w);
	w->length = length;
	if (spare.data) js_free(ctx, spare.data); // of a writer inside this one
	spare.data = w->data;
	spare.capacity = w->capacity;
	exchange.out = (uint32_t)w->data;
	exchange.out_length = w->length;
}

static bool grow(struct writer *w, uint32_t n) {
	uint64_t capacity = ((uint64_t)w->length + n) * 2 + 256;
	if (capacity > INT32_MAX) {
		JS_ThrowOutOfMemory(ctx);
		return false;
	}
	uint8_t *data = js_realloc(ctx, w->data, capacity);
	if (!data) return false;
	w->data = data;
	w->capacity = capacity;
	return true;
}

static bool put_bytes(struct writer *w, const void *p, uint32_t n) {
	if (w->capacity - w->length < n && !grow(w, n)) return false;
	if (n) memcpy(w->data + w->length, p, n);
	w->length += n;
	return true;
}

static bool put_tag(struct writer *w, enum tag tag) {
	if (w->length == w->capacity && !grow(w, 1)) return false;
	w->data[w->length++] = tag;
	return true;
}

static bool put_length(struct writer *w, uint32_t n) {
	if (n < 0x80) return put_tag(w, n);
	uint8_t text[5];
	int i = 0;
	for (; n >= 0x80; n >>= 7) text[i++] = n | 0x80;
	text[i++] = n;
	return put_bytes(w, text, i);
}

static bool put_text(struct writer *w, const char *s, size_t n) { return put_length(w, n) && put_bytes(w, s, n); }

static bool put_double(struct writer *w, double d) { return put_bytes(w, &d, 8); }

static bool put_string(struct writer *w, JSValueConst v) {
	size_t n;
	const char *s = JS_ToCStringLen(ctx, &n, v);
	if (!s) return false;
	bool ok = put_text(w, s, n);
	JS_FreeCString(ctx, s);
	return ok;
}

// put_result writes the string that a helper returned.
static bool put_result(struct writer *w, JSValue v) {
	bool ok = !JS_IsException(v) && put_string(w, v);
	JS_FreeValue(ctx, v);
	return ok;
}

static void *pointer(JSValueConst v) { return JS_VALUE_GET_PTR(v); }

static uint32_t slot_of(struct writer *w, void *p) {
	uint32_t mask = w->slot_count - 1, i = ((uint32_t)p >> 3) * 0x9e3779b1u >> 7 & mask;
	while (w->slots[i] && pointer(w->seen[w->slots[i] - 1]) != p) i = (i + 1) & mask;
	return i;
}

// grow_seen makes the table, or a larger one. Half of its slots are used at most.
static bool grow_seen(struct writer *w) {
	uint32_t count = w->slot_count ? w->slot_count * 2 : 4 * FEW;
	JSValueConst *seen = js_realloc(ctx, w->seen == w->few ? NULL : w->seen, count / 2 * sizeof *seen);
	if (!seen) return false;
	if (w->seen == w->few) memcpy(seen, w->few, sizeof w->few);
	w->seen = seen;
	w->seen_capacity = count / 2;
	uint32_t *slots = js_mallocz(ctx, count * sizeof *slots);
	if (!slots) return false;
	js_free(ctx, w->slots);
	w->slots = slots;
	w->slot_count = count;
	for (uint32_t i = 0; i < w->seen_count; i++) w->slots[slot_of(w, pointer(w->seen[i]))] = i + 1;
	return true;
}

// remember returns the index of an object that was written before, -1 for one that was not and is
// now, -2 for an exception.
static int remember(struct writer *w, JSValueConst v) {
	if (w->seen_count < FEW) {
		for (uint32_t i = 0; i < w->seen_count; i++) if (pointer(w->few[i]) == pointer(v)) return i;
		w->few[w->seen_count++] = JS_DupValue(ctx, v);
		return -1;
	}
	if (w->seen_count == w->seen_capacity && !grow_seen(w)) return -2;
	uint32_t slot = slot_of(w, pointer(v));
	if (w->slots[slot]) return w->slots[slot] - 1;
	w->seen[w->seen_count++] = JS_DupValue(ctx, v);
	w->slots[slot] = w->seen_count;
	return -1;
}

// refuse throws what structuredClone throws for a value that cannot be copied.
static bool refuse(JSValueConst v, const char *why) {
	JSValue arguments[2] = {JS_DupValue(ctx, v), JS_NewString(ctx, why)};
	JSValue error = help(CLONE_ERROR, 2, (JSValueConst *)arguments);
	JS_FreeValue(ctx, arguments[0]);
	JS_FreeValue(ctx, arguments[1]);
	if (!JS_IsException(error)) JS_Throw(ctx, error);
	return false;
}

static bool write_array(struct writer *w, JSValueConst v) {
	int64_t n;
	if (JS_GetLength(ctx, v, &n) < 0) return false;
	if (!put_tag(w, ARRAY) || !put_length(w, n)) return false;
	for (int64_t i = 0; i < n; i++) {
		JSValue item = JS_GetPropertyInt64(ctx, v, i);
		if (JS_IsUndefined(item)) {
			JSAtom atom = JS_NewAtomUInt32(ctx, i);
			int own = JS_GetOwnProperty(ctx, NULL, v, atom);
			JS_FreeAtom(ctx, atom);
			if (own < 0) return false;
			if (!own) {
				// Holes in a row are one tag and their number: an array of a billion holes is short.
				int64_t from = i;
				for (i++; i < n; i++) {
					atom = JS_NewAtomUInt32(ctx, i);
					own = JS_GetOwnProperty(ctx, NULL, v, atom);
					JS_FreeAtom(ctx, atom);
					if (own < 0) return false;
					if (own) break;
				}
				if (!put_tag(w, HOLE) || !put_length(w, i - from)) return false;
				i--;
				continue;
			}
		}
		bool ok = !JS_IsException(item) && write_value(w, item);
		JS_FreeValue(ctx, item);
		if (!ok) return false;
	}
	return true;
}

static bool write_plain(struct writer *w, JSValueConst v, struct plain *plain) {
	bool ok = put_tag(w, OBJECT);
	for (uint32_t i = 0; ok && i < plain->count; i++) {
		const char *name;
		uint32_t n;
		JSValue item = plain_item(ctx, plain, v, i, &name, &n);
		ok = !JS_IsException(item) && put_tag(w, STRING) && put_text(w, name, n) && write_value(w, item);
		JS_FreeValue(ctx, item);
	}
	plain_close(ctx, plain);
	return ok && put_tag(w, END);
}

static bool write_properties(struct writer *w, JSValueConst v) {
	struct plain plain;
	if (plain_open(ctx, v, &plain)) return write_plain(w, v, &plain);
	JSPropertyEnum *names;
	uint32_t count;
	if (JS_GetOwnPropertyNames(ctx, &names, &count, v, JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY) < 0) return false;
	bool ok = put_tag(w, OBJECT);
	for (uint32_t i = 0; ok && i < count; i++) {
		JSValue item = JS_GetProperty(ctx, v, names[i].atom);
		size_t n;
		const char *name = JS_AtomToCStringLen(ctx, &n, names[i].atom);
		ok = name && !JS_IsException(item) && put_tag(w, STRING) && put_text(w, name, n) && write_value(w, item);
		JS_FreeCString(ctx, name);
		JS_FreeValue(ctx, item);
	}
	JS_FreePropertyEnum(ctx, names, count);
	return ok && put_tag(w, END);
}

// write_items writes the items of the array that a helper returned.
static bool write_items(struct writer *w, enum tag tag, enum helper which, JSValueConst v, int each) {
	JSValue items = help(which, 1, &v);
	int64_t n = 0;
	bool ok = !JS_IsException(items) && JS_GetLength(ctx, items, &n) >= 0 && put_tag(w, tag) && put_length(w, n / each);
	for (int64_t i = 0; ok && i < n; i++) {
		JSValue item = JS_GetPropertyInt64(ctx, items, i);
		ok = !JS_IsException(item) && write_value(w, item);
		JS_FreeValue(ctx, item);
	}
	JS_FreeValue(ctx, items);
	return ok;
}

static bool write_view(struct writer *w, JSValueConst v, int type) {
	JSValue bytes = help(VIEW_BYTES, 1, &v); // a Uint8Array over the same bytes
	if (JS_IsException(bytes)) return false;
	size_t n;
	uint8_t *p = JS_GetUint8Array(ctx, &n, bytes);
	uint8_t kind = type < 0 ? 0xff : type; // 0xff: a DataView
	bool ok = (p || n == 0) && put_tag(w, VIEW) && put_bytes(w, &kind, 1) && put_text(w, (char *)p, n);
	JS_FreeValue(ctx, bytes);
	return ok;
}

static bool write_regexp(struct writer *w, JSValueConst v) {
	JSValue parts = help(REGEXP_PARTS, 1, &v);
	bool ok = !JS_IsException(parts) && put_tag(w, REGEXP) && put_result(w, JS_GetPropertyUint32(ctx, parts, 0)) &&
		put_result(w, JS_GetPropertyUint32(ctx, parts, 1));
	JS_FreeValue(ctx, parts);
	return ok;
}

// put_property writes a property of an error as text. Whatever goes wrong, it is the fallback.
static bool put_property(struct writer *w, JSValueConst error, const char *name, const char *fallback) {
	JSValue v = JS_GetPropertyStr(ctx, error, name);
	if (JS_IsString(v)) return put_result(w, v);
	if (JS_IsException(v)) JS_FreeValue(ctx, JS_GetException(ctx));
	JS_FreeValue(ctx, v);
	return put_text(w, fallback, strlen(fallback));
}

static bool write_error_object(struct writer *w, JSValueConst v) {
	bool ok = put_tag(w, ERROR) && put_property(w, v, "name", "Error") && put_property(w, v, "message", "") &&
		put_property(w, v, "stack", "");
	JSAtom atom = JS_NewAtom(ctx, "cause");
	int own = ok ? JS_GetOwnProperty(ctx, NULL, v, atom) : -1;
	JSValue cause = own > 0 ? JS_GetProperty(ctx, v, atom) : JS_UNDEFINED;
	JS_FreeAtom(ctx, atom);
	ok = ok && own >= 0 && !JS_IsException(cause) && put_tag(w, own ? TRUE_VALUE : FALSE_VALUE) && (!own || write_value(w, cause));
	JS_FreeValue(ctx, cause);
	return ok;
}

static bool write_object(struct writer *w, JSValueConst v) {
	int before = remember(w, v);
	if (before == -2) return false;
	if (before >= 0) return put_tag(w, REFERENCE) && put_length(w, before);
	if (w->depth == MAX_DEPTH) return refuse(v, "is nested too deeply");
	if (JS_IsProxy(v)) return refuse(v, NULL);
	w->depth++;
	bool ok;
	int type;
	size_t n;
	uint8_t *bytes;
	if (JS_GetClassID(v) == 1) ok = write_properties(w, v);
	else if (JS_IsArray(v)) ok = write_array(w, v);
	else if (JS_IsFunction(ctx, v)) ok = refuse(v, NULL);
	else if (JS_IsError(v)) ok = write_error_object(w, v);
	else if ((type = JS_GetTypedArrayType(v)) >= 0 || JS_IsDataView(v)) ok = write_view(w, v, type);
	else if (JS_IsArrayBuffer(v)) {
		bytes = JS_GetArrayBuffer(ctx, &n, v);
		ok = !JS_HasException(ctx) && put_tag(w, BUFFER) && put_text(w, (char *)bytes, bytes ? n : 0);
	} else if (JS_IsDate(v)) {
		JSValue time = help(DATE_VALUE, 1, &v);
		double ms;
		ok = JS_ToFloat64(ctx, &ms, time) >= 0 && put_tag(w, DATE) && put_double(w, ms);
		JS_FreeValue(ctx, time);
	} else if (JS_IsMap(v)) ok = write_items(w, MAP, MAP_ENTRIES, v, 2);
	else if (JS_IsSet(v)) ok = write_items(w, SET, SET_VALUES, v, 1);
	else if (JS_IsRegExp(v)) ok = write_regexp(w, v);
	else {
		JSValue inside = help(UNBOX, 1, &v); // the primitive of new Number(1), or undefined
		if (JS_IsException(inside)) ok = false;
		else if (JS_IsUndefined(inside)) ok = refuse(v, NULL);
		else ok = put_tag(w, BOXED) && write_value(w, inside);
		JS_FreeValue(ctx, inside);
	}
	w->depth--;
	return ok;
}

bool write_value(struct writer *w, JSValueConst v) {
	switch (JS_VALUE_GET_NORM_TAG(v)) {
	case JS_TAG_UNDEFINED: return put_tag(w, UNDEFINED);
	case JS_TAG_NULL: return put_tag(w, NULL_VALUE);
	case JS_TAG_BOOL: return put_tag(w, JS_VALUE_GET_BOOL(v) ? TRUE_VALUE : FALSE_VALUE);
	case JS_TAG_INT: {
		int32_t n = JS_VALUE_GET_INT(v);
		return put_tag(w, INT) && put_length(w, ((uint32_t)n << 1) ^ (n >> 31));
	}
	case JS_TAG_FLOAT64: return put_tag(w, FLOAT) && put_double(w, JS_VALUE_GET_FLOAT64(v));
	case JS_TAG_STRING:
	case JS_TAG_STRING_ROPE: return put_tag(w, STRING) && put_string(w, v);
	case JS_TAG_BIG_INT:
	case JS_TAG_SHORT_BIG_INT: return put_tag(w, BIGINT) && put_result(w, help(BIGINT_HEX, 1, &v));
	case JS_TAG_OBJECT: return write_object(w, v);
	}
	return refuse(v, NULL);
}

bool write_arguments(struct writer *w, int argc, JSValueConst *argv) {
	if (!put_tag(w, ARRAY) || !put_length(w, argc)) return false;
	for (int i = 0; i < argc; i++) if (!write_value(w, argv[i])) return false;
	return true;
}

// write_error writes an error, or another value that was thrown. What cannot be written of it is
// left out.
void write_error(struct writer *w, JSValueConst error) {
	if (write_value(w, error)) return;
	JS_FreeValue(ctx, JS_GetException(ctx));
	writer_restart(w);
	if (!put_tag(w, ERROR)) return;
	if (JS_IsObject(error)) {
		put_property(w, error, "name", "Error");
		put_property(w, error, "message", "a value was thrown that cannot be copied");
		put_property(w, error, "stack", "");
	} else {
		put_text(w, "Error", 5);
		put_text(w, "a value was thrown that cannot be copied", 40);
		put_text(w, "", 0);
	}
	put_tag(w, FALSE_VALUE);
	if (JS_HasException(ctx)) JS_FreeValue(ctx, JS_GetException(ctx));
}

struct reader {
	const uint8_t *p, *end;
	JSValue *seen; // borrowed from what was read
	uint32_t seen_count, seen_capacity;
	int depth;
	JSValue few[FEW]; // what seen is at first
};

static void reader_open(struct reader *r, uint32_t length) {
	r->p = (const uint8_t *)exchange.in;
	r->end = r->p + length;
	r->seen = r->few;
	r->seen_count = 0;
	r->seen_capacity = FEW;
	r->depth = 0;
}

static void reader_close(struct reader *r) {
	if (r->seen != r->few) js_free(ctx, r->seen);
}

static JSValue malformed(void) { return JS_ThrowInternalError(ctx, "the host sent a value that cannot be read"); }

static bool get_length(struct reader *r, uint32_t *n) {
	*n = 0;
	for (int shift = 0; shift < 35; shift += 7) {
		if (r->p == r->end) return false;
		uint8_t c = *r->p++;
		*n |= (uint32_t)(c & 0x7f) << shift;
		if (c < 0x80) return true;
	}
	return false;
}

static bool get_text(struct reader *r, const char **s, uint32_t *n) {
	if (!get_length(r, n) || *n > (uint32_t)(r->end - r->p)) return false;
	*s = (const char *)r->p;
	r->p += *n;
	return true;
}

static JSValue read_text(struct reader *r) {
	const char *s;
	uint32_t n;
	return get_text(r, &s, &n) ? JS_NewStringLen(ctx, s, n) : malformed();
}

static bool see(struct reader *r, JSValueConst v) {
	if (r->seen_count == r->seen_capacity) {
		uint32_t capacity = r->seen_capacity * 2;
		JSValue *seen = js_realloc(ctx, r->seen == r->few ? NULL : r->seen, capacity * sizeof *seen);
		if (!seen) return false;
		if (r->seen == r->few) memcpy(seen, r->few, sizeof r->few);
		r->seen = seen;
		r->seen_capacity = capacity;
	}
	r->seen[r->seen_count++] = v;
	return true;
}

static JSValue read_one(struct reader *r);

// made registers a new object, or frees it.
static bool made(struct reader *r, JSValue *v) {
	if (JS_IsException(*v)) return false;
	if (see(r, *v)) return true;
	JS_FreeValue(ctx, *v);
	*v = JS_EXCEPTION;
	return false;
}

static JSValue failed(JSValue v) {
	JS_FreeValue(ctx, v);
	return JS_EXCEPTION;
}

static JSValue read_array(struct reader *r) {
	uint32_t n, holes;
	bool sparse = false;
	JSValue v = JS_NewArray(ctx);
	if (!made(r, &v)) return v;
	if (!get_length(r, &n)) return failed(malformed()), failed(v);
	for (uint32_t i = 0; i < n;) {
		if (r->p < r->end && *r->p == HOLE) {
			r->p++;
			if (!get_length(r, &holes) || holes == 0 || holes > n - i) return malformed(), failed(v);
			i += holes;
			sparse = true;
			continue;
		}
		JSValue item = read_one(r);
		if (JS_IsException(item)) return failed(v);
		int ok = sparse ? JS_DefinePropertyValueUint32(ctx, v, i, item, JS_PROP_C_W_E) : append_value(ctx, v, item);
		if (ok < 0) return failed(v);
		i++;
	}
	return sparse && JS_SetLength(ctx, v, n) < 0 ? failed(v) : v;
}

static JSValue read_object(struct reader *r) {
	JSValue v = JS_NewObject(ctx);
	if (!made(r, &v)) return v;
	for (;;) {
		const char *name;
		uint32_t n;
		if (r->p == r->end) return malformed(), failed(v);
		uint8_t tag = *r->p++;
		if (tag == END) return v;
		if (tag != STRING || !get_text(r, &name, &n)) return malformed(), failed(v);
		JSAtom atom = new_atom(ctx, name, n);
		if (atom == JS_ATOM_NULL) return failed(v);
		JSValue item = read_one(r);
		int ok = JS_IsException(item) ? -1 : add_value(ctx, v, atom, item);
		JS_FreeAtom(ctx, atom);
		if (ok < 0) return failed(v);
	}
}

static JSValue read_collection(struct reader *r, enum helper new, enum helper add, int each) {
	uint32_t n;
	JSValue v = help(new, 0, NULL);
	if (!made(r, &v)) return v;
	if (!get_length(r, &n)) return malformed(), failed(v);
	for (; n > 0; n--) {
		JSValue arguments[3] = {v, JS_UNDEFINED, JS_UNDEFINED};
		for (int i = 1; i <= each; i++) {
			arguments[i] = read_one(r);
			if (!JS_IsException(arguments[i])) continue;
			if (i == 2) JS_FreeValue(ctx, arguments[1]);
			return failed(v);
		}
		JSValue result = help(add, each + 1, (JSValueConst *)arguments);
		JS_FreeValue(ctx, arguments[1]);
		JS_FreeValue(ctx, arguments[2]);
		if (JS_IsException(result)) return failed(v);
		JS_FreeValue(ctx, result);
	}
	return v;
}

static JSValue read_error(struct reader *r) {
	JSValue parts[4] = {read_text(r), read_text(r), read_text(r), JS_UNDEFINED};
	JSValue v = JS_EXCEPTION;
	bool ok = r->p < r->end && !JS_IsException(parts[0]) && !JS_IsException(parts[1]) && !JS_IsException(parts[2]);
	if (ok) {
		int count = *r->p++ == TRUE_VALUE ? 4 : 3;
		v = help(NEW_ERROR, 3, (JSValueConst *)parts);
		if (made(r, &v) && count == 4) {
			parts[3] = read_one(r);
			if (JS_IsException(parts[3]) || JS_DefinePropertyValueStr(ctx, v, "cause", JS_DupValue(ctx, parts[3]), JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE) < 0) v = failed(v);
		}
	} else if (!JS_HasException(ctx)) {
		malformed();
	}
	for (int i = 0; i < 4; i++) JS_FreeValue(ctx, parts[i]);
	return v;
}

// read_with makes an object from the texts or values that follow.
static JSValue read_with(struct reader *r, enum helper which, int texts) {
	JSValue parts[2] = {JS_UNDEFINED, JS_UNDEFINED};
	bool ok = true;
	for (int i = 0; i < texts; i++) ok = ok && !JS_IsException(parts[i] = read_text(r));
	JSValue v = ok ? help(which, texts, (JSValueConst *)parts) : JS_EXCEPTION;
	for (int i = 0; i < 2; i++) JS_FreeValue(ctx, parts[i]);
	return v;
}

static JSValue read_view(struct reader *r) {
	const char *s;
	uint32_t n;
	if (r->p == r->end) return malformed();
	JSValue arguments[2];
	arguments[0] = JS_NewInt32(ctx, *r->p++);
	if (!get_text(r, &s, &n)) return malformed();
	arguments[1] = JS_NewArrayBufferCopy(ctx, (const uint8_t *)s, n);
	if (JS_IsException(arguments[1])) return JS_EXCEPTION;
	JSValue v = help(NEW_VIEW, 2, (JSValueConst *)arguments);
	JS_FreeValue(ctx, arguments[1]);
	made(r, &v);
	return v;
}

static JSValue read_tagged(struct reader *r) {
	const char *s;
	uint32_t n;
	double d;
	JSValue v, inside;
	switch ((enum tag)*r->p++) {
	case UNDEFINED: return JS_UNDEFINED;
	case NULL_VALUE: return JS_NULL;
	case FALSE_VALUE: return JS_FALSE;
	case TRUE_VALUE: return JS_TRUE;
	case INT: return get_length(r, &n) ? JS_NewInt32(ctx, (int32_t)(n >> 1) ^ -(int32_t)(n & 1)) : malformed();
	case FLOAT:
	case DATE:
		if (r->end - r->p < 8) return malformed();
		memcpy(&d, r->p, 8);
		r->p += 8;
		if (r->p[-9] == FLOAT) return JS_NewFloat64(ctx, d);
		v = JS_NewDate(ctx, d);
		made(r, &v);
		return v;
	case STRING: return read_text(r);
	case BIGINT: return read_with(r, NEW_BIGINT, 1);
	case ARRAY: return read_array(r);
	case OBJECT: return read_object(r);
	case MAP: return read_collection(r, NEW_MAP, MAP_SET, 2);
	case SET: return read_collection(r, NEW_SET, SET_ADD, 1);
	case BUFFER:
		if (!get_text(r, &s, &n)) return malformed();
		v = JS_NewArrayBufferCopy(ctx, (const uint8_t *)s, n);
		made(r, &v);
		return v;
	case VIEW: return read_view(r);
	case ERROR: return read_error(r);
	case REFERENCE: return get_length(r, &n) && n < r->seen_count ? JS_DupValue(ctx, r->seen[n]) : malformed();
	case REGEXP:
		v = read_with(r, NEW_REGEXP, 2);
		made(r, &v);
		return v;
	case BOXED:
		inside = read_one(r);
		if (JS_IsException(inside)) return inside;
		v = help(BOX, 1, (JSValueConst *)&inside);
		JS_FreeValue(ctx, inside);
		made(r, &v);
		return v;
	default: return malformed();
	}
}

static JSValue read_one(struct reader *r) {
	if (r->p == r->end || r->depth == MAX_DEPTH + 2) return malformed();
	r->depth++;
	JSValue v = read_tagged(r);
	r->depth--;
	return v;
}

JSValue read_value(uint32_t length) {
	if (length > exchange.in_capacity) return malformed();
	struct reader r;
	reader_open(&r, length);
	JSValue v = read_one(&r);
	reader_close(&r);
	return v;
}

// read_call reads the array of a function's name and its arguments. False: an exception is pending.
bool read_call(uint32_t length, struct arguments *a) {
	*a = (struct arguments){.values = a->few};
	struct reader r;
	reader_open(&r, length <= exchange.in_capacity ? length : 0);
	see(&r, JS_UNDEFINED); // the array, to which nothing can refer
	const char *name;
	uint32_t n, count;
	if (r.p == r.end || *r.p++ != ARRAY || !get_length(&r, &count) || count == 0 || count > length || r.p == r.end || *r.p++ != STRING || !get_text(&r, &name, &n)) {
		malformed();
		return false;
	}
	if (count - 1 > FEW && !(a->values = js_malloc(ctx, (count - 1) * sizeof *a->values))) {
		a->values = a->few;
		return false;
	}
	a->name = new_atom(ctx, name, n);
	bool ok = a->name != JS_ATOM_NULL;
	while (ok && a->count < count - 1) {
		JSValue v = read_one(&r);
		ok = !JS_IsException(v);
		if (ok) a->values[a->count++] = v;
	}
	reader_close(&r);
	return ok;
}

void arguments_close(struct arguments *a) {
	for (uint32_t i = 0; i < a->count; i++) JS_FreeValue(ctx, a->values[i]);
	JS_FreeAtom(ctx, a->name);
	if (a->values != a->few) js_free(ctx, a->values);
}
