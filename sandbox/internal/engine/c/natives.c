// The functions of the host that scripts call, and the promises that wait for them.
#include "engine.h"
#include "internals.h"
#include <stdlib.h>
#include <string.h>

// host_call calls function id with the arguments at exchange.out. Slot is that of the promise, or
// -1. The answer is a length: the result is at exchange.in. A negative one, -1 - length, is an error
// there. If exchange.in is too small, *needed is the length: reserve it and call host_take.
IMPORT("call") extern int host_call(int id, int slot, uint32_t *needed);
IMPORT("take") extern int host_take(void);

struct pending {
	JSValue promise;
	bool used;
};
static struct pending *table;
static uint32_t table_size, used;
bool ticks_queued;

static int free_slot(void) {
	if (used == table_size) {
		uint32_t size = table_size ? table_size * 2 : 16;
		struct pending *grown = js_realloc(ctx, table, size * sizeof *grown);
		if (!grown) return -1;
		memset(grown + table_size, 0, (size - table_size) * sizeof *grown);
		table = grown;
		table_size = size;
	}
	for (uint32_t i = 0; i < table_size; i++) if (!table[i].used) return i;
	return -1;
}

uint32_t pending_count(void) { return used; }

static void release(struct pending *p) {
	JS_FreeValue(ctx, p->promise);
	p->used = false;
	used--;
}

// settle fulfills or rejects the promise of a slot with the value at exchange.in.
void settle(uint32_t slot, bool ok, uint32_t length) {
	if (slot >= table_size || !table[slot].used) return;
	JSValue v = read_value(length);
	if (JS_IsException(v)) {
		v = JS_GetException(ctx);
		ok = false;
	}
	settle_promise(ctx, table[slot].promise, v, ok);
	JS_FreeValue(ctx, v);
	release(&table[slot]);
}

void forget_pending(void) {
	for (uint32_t i = 0; i < table_size; i++) if (table[i].used) release(&table[i]);
}

static JSValue call_host(int id, int slot, int argc, JSValueConst *argv) {
	struct writer w;
	writer_open(&w);
	bool ok = write_arguments(&w, argc, argv);
	writer_close(&w);
	if (!ok) return JS_EXCEPTION;
	uint32_t needed = 0;
	int answer = host_call(id, slot, &needed);
	if (needed) {
		if (!reserve_in(needed)) return JS_ThrowOutOfMemory(ctx);
		answer = host_take();
	}
	if (answer >= 0) return read_value(answer);
	JSValue error = read_value(-1 - answer);
	return JS_IsException(error) ? error : JS_Throw(ctx, error);
}

static JSValue call_now(JSContext *c, JSValueConst this_value, int argc, JSValueConst *argv, int id) {
	return call_host(id, -1, argc, argv);
}

// call_later returns a promise. Wrong arguments reject it, as an async function would.
static JSValue call_later(JSContext *c, JSValueConst this_value, int argc, JSValueConst *argv, int id) {
	int slot = free_slot();
	if (slot < 0) return JS_EXCEPTION;
	JSValue promise = new_promise(ctx);
	if (JS_IsException(promise)) return promise;
	table[slot] = (struct pending){JS_DupValue(ctx, promise), true};
	used++;
	JSValue r = call_host(id, slot, argc, argv);
	if (!JS_IsException(r)) {
		JS_FreeValue(ctx, r);
		return promise;
	}
	JSValue error = JS_GetException(ctx);
	if (JS_IsUncatchableError(error)) {
		JS_FreeValue(ctx, promise);
		return JS_Throw(ctx, error);
	}
	// A getter of an argument may have called host functions: the slot is still this one's.
	settle_promise(ctx, promise, error, false);
	JS_FreeValue(ctx, error);
	release(&table[slot]);
	return promise;
}

JSValue define_native(const char *name, int id, bool async) {
	JSCFunctionType f = {.generic_magic = async ? call_later : call_now};
	return JS_NewCFunction2(ctx, f.generic, name, 1, JS_CFUNC_generic_magic, id);
}

static JSValue random_number(JSContext *c, JSValueConst this_value, int argc, JSValueConst *argv) {
	// xoshiro128++ of Blackman and Vigna, twice for 53 bits.
	uint32_t *s = exchange.seed, word[2];
	for (int i = 0; i < 2; i++) {
		uint32_t sum = s[0] + s[3], t = s[1] << 9;
		word[i] = ((sum << 7) | (sum >> 25)) + s[0];
		s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t;
		s[3] = (s[3] << 11) | (s[3] >> 21);
	}
	uint64_t bits = ((uint64_t)(word[0] >> 5) << 26) | (word[1] >> 6);
	return JS_NewFloat64(ctx, bits * 0x1p-53);
}

static JSValue queue_ticks(JSContext *c, JSValueConst this_value, int argc, JSValueConst *argv) {
	ticks_queued = true;
	return JS_UNDEFINED;
}

// promise_state returns [state, result] for a promise: 0 pending, 1 fulfilled, 2 rejected.
static JSValue promise_state(JSContext *c, JSValueConst this_value, int argc, JSValueConst *argv) {
	if (argc < 1 || !JS_IsPromise(argv[0])) return JS_UNDEFINED;
	int state = JS_PromiseState(ctx, argv[0]);
	JSValue both[2] = {JS_NewInt32(ctx, state == JS_PROMISE_PENDING ? 0 : state == JS_PROMISE_FULFILLED ? 1 : 2),
		state == JS_PROMISE_PENDING ? JS_UNDEFINED : JS_PromiseResult(ctx, argv[0])};
	return JS_NewArrayFrom(ctx, 2, both);
}

// proxy_parts returns [target, handler] for a proxy.
static JSValue proxy_parts(JSContext *c, JSValueConst this_value, int argc, JSValueConst *argv) {
	if (argc < 1 || !JS_IsProxy(argv[0])) return JS_UNDEFINED;
	JSValue both[2] = {JS_GetProxyTarget(ctx, argv[0]), JS_GetProxyHandler(ctx, argv[0])};
	return JS_NewArrayFrom(ctx, 2, both);
}

// class_of returns what kind of object a value is, which no script can change.
static JSValue class_of(JSContext *c, JSValueConst this_value, int argc, JSValueConst *argv) {
	if (argc < 1 || !JS_IsObject(argv[0])) return JS_NewString(ctx, "");
	if (JS_IsProxy(argv[0])) return JS_NewString(ctx, "Proxy");
	JSAtom name = JS_GetClassName(JS_GetRuntime(ctx), JS_GetClassID(argv[0]));
	JSValue v = JS_AtomToString(ctx, name);
	JS_FreeAtom(ctx, name);
	return v;
}

static JSValue is_async_function(JSContext *c, JSValueConst this_value, int argc, JSValueConst *argv) {
	return JS_NewBool(ctx, argc > 0 && JS_IsAsyncFunction(argv[0]));
}

static JSValue encode_utf8(JSContext *c, JSValueConst this_value, int argc, JSValueConst *argv) {
	size_t n;
	const char *s = argc < 1 ? NULL : JS_ToCStringLen(ctx, &n, argv[0]);
	if (!s) return JS_EXCEPTION;
	JSValue v = JS_NewUint8ArrayCopy(ctx, (const uint8_t *)s, n);
	JS_FreeCString(ctx, s);
	return v;
}

// is_utf8 reports whether bytes are UTF-8, without surrogates.
static bool is_utf8(const uint8_t *p, size_t n) {
	for (size_t i = 0; i < n;) {
		uint8_t a = p[i];
		int length = a < 0x80 ? 1 : a < 0xc2 ? 0 : a < 0xe0 ? 2 : a < 0xf0 ? 3 : a < 0xf5 ? 4 : 0;
		if (length == 0 || (size_t)length > n - i) return false;
		if (length > 1) {
			uint8_t low = a == 0xe0 ? 0xa0 : a == 0xf0 ? 0x90 : 0x80, high = a == 0xed ? 0x9f : a == 0xf4 ? 0x8f : 0xbf;
			if (p[i + 1] < low || p[i + 1] > high) return false;
		}
		for (int k = 2; k < length; k++) if ((p[i + k] & 0xc0) != 0x80) return false;
		i += length;
	}
	return true;
}

// decode_utf8 returns undefined for bytes that are not UTF-8.
static JSValue decode_utf8(JSContext *c, JSValueConst this_value, int argc, JSValueConst *argv) {
	size_t n;
	if (argc < 1) return JS_UNDEFINED;
	uint8_t *p = JS_GetUint8Array(ctx, &n, argv[0]);
	if (!p && JS_HasException(ctx)) return JS_EXCEPTION;
	return is_utf8(p, n) ? JS_NewStringLen(ctx, (const char *)p, n) : JS_UNDEFINED;
}

static JSValue detach(JSContext *c, JSValueConst this_value, int argc, JSValueConst *argv) {
	if (argc > 0 && JS_IsArrayBuffer(argv[0])) JS_DetachArrayBuffer(ctx, argv[0]);
	return JS_UNDEFINED;
}

// host_function returns function id of the host, with a name. A third argument that is true makes it one
// that returns a promise.
static JSValue host_function(JSContext *c, JSValueConst this_value, int argc, JSValueConst *argv) {
	int32_t id;
	const char *name = argc < 2 ? NULL : JS_ToCString(ctx, argv[0]);
	if (!name || JS_ToInt32(ctx, &id, argv[1]) < 0) return JS_EXCEPTION;
	JSValue f = define_native(name, id, argc > 2 && JS_ToBool(ctx, argv[2]) > 0);
	JS_FreeCString(ctx, name);
	return f;
}

static bool set(JSValueConst object, const char *name, JSCFunction *f, int length) {
	return JS_DefinePropertyValueStr(ctx, object, name, JS_NewCFunction(ctx, f, name, length), JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE) >= 0;
}

bool natives_open(JSValueConst global, JSValueConst natives) {
	JSValue math = JS_GetPropertyStr(ctx, global, "Math");
	bool ok = set(math, "random", random_number, 0);
	JS_FreeValue(ctx, math);
	JSValue json = JS_GetPropertyStr(ctx, global, "JSON");
	ok = ok && json_open(ctx, json);
	JS_FreeValue(ctx, json);
	return ok && set(natives, "queueTicks", queue_ticks, 0) && set(natives, "promiseState", promise_state, 1) &&
		set(natives, "proxyParts", proxy_parts, 1) && set(natives, "classOf", class_of, 1) &&
		set(natives, "isAsyncFunction", is_async_function, 1) && set(natives, "detach", detach, 1) &&
		set(natives, "encodeUTF8", encode_utf8, 1) && set(natives, "decodeUTF8", decode_utf8, 1) &&
		set(natives, "hostFunction", host_function, 2);
}
