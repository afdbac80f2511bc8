// The operations that the host calls, and the queues that are drained after each of them.
#include "engine.h"
#include "internals.h"
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

JSContext *ctx;
struct exchange exchange;

static JSRuntime *runtime;
static JSValue current = JS_UNDEFINED; // the promise or value that the call waits for
static JSValue uncaught = JS_UNDEFINED;
static bool failed;                    // uncaught has an error
static JSValue namespace = JS_UNDEFINED; // of the module that was loaded
static void *reserve;                  // freed for the error when memory is exhausted

enum { RESERVE = 128 << 10, FIRST_IN = 16 << 10, MAX_REJECTED = 1000 };

extern int interrupt(JSRuntime *runtime, void *opaque);

// What an operation returns.
enum status { PENDING, FULFILLED, REJECTED, UNCAUGHT };

// exhaust ends the script: the host gives no more memory. The reserve is for the error that says
// where. An allocation that fails after it ends at once.
static void *exhaust(void) {
	if (!reserve) __builtin_trap();
	exchange.exhausted = 1;
	free(reserve);
	reserve = NULL;
	return NULL;
}

static void *allocate(void *opaque, size_t n) {
	void *p = malloc(n);
	return p ? p : exhaust();
}

static void *allocate_zeroed(void *opaque, size_t count, size_t size) {
	void *p = calloc(count, size);
	return p ? p : exhaust();
}

static void *reallocate(void *opaque, void *p, size_t n) {
	if (n == 0) {
		free(p);
		return NULL;
	}
	void *q = realloc(p, n);
	return q ? q : exhaust();
}

// release counts as a copy of some bytes: freeing a script's objects takes long, with few iterations.
static void release(void *opaque, void *p) {
	check_bytes(256);
	free(p);
}

static size_t usable_size(const void *p) { return malloc_usable_size((void *)p); }

bool reserve_in(uint32_t n) {
	if (n <= exchange.in_capacity) return true;
	uint8_t *in = js_realloc(ctx, (void *)exchange.in, n);
	if (!in) return false;
	exchange.in = (uint32_t)in;
	exchange.in_capacity = n;
	return true;
}

// A promise that is rejected while nobody handles it. It is an error if nobody has handled it when
// the microtasks are done.
static JSValue rejected[MAX_REJECTED];
static int rejected_count;

static void track_rejection(JSContext *c, JSValueConst promise, JSValueConst reason, bool handled, void *opaque) {
	if (!handled) {
		if (rejected_count < MAX_REJECTED) rejected[rejected_count++] = JS_DupValue(ctx, promise);
		return;
	}
	for (int i = 0; i < rejected_count; i++) {
		if (JS_VALUE_GET_PTR(rejected[i]) != JS_VALUE_GET_PTR(promise)) continue;
		JS_FreeValue(ctx, rejected[i]);
		rejected[i] = rejected[--rejected_count];
		return;
	}
}

static void fail(JSValue error) {
	if (failed) {
		JS_FreeValue(ctx, error);
		return;
	}
	failed = true;
	uncaught = error;
}

// drain runs ticks and microtasks until there are none.
static void drain(void) {
	while (!failed) {
		if (ticks_queued) {
			ticks_queued = false;
			JSValue v = help(RUN_TICKS, 0, NULL);
			if (JS_IsException(v)) return fail(JS_GetException(ctx));
			JS_FreeValue(ctx, v);
		}
		JSContext *c;
		int ran;
		while ((ran = JS_ExecutePendingJob(runtime, &c)) > 0) {}
		if (ran < 0) return fail(JS_GetException(ctx));
		if (!ticks_queued) break;
	}
	for (int i = 0; i < rejected_count; i++) {
		// The host sees the rejection of what the call waits for.
		bool waited = JS_IsObject(current) && JS_VALUE_GET_PTR(rejected[i]) == JS_VALUE_GET_PTR(current);
		if (!waited) fail(JS_PromiseResult(ctx, rejected[i]));
		JS_FreeValue(ctx, rejected[i]);
	}
	rejected_count = 0;
}

static enum status report(JSValue v, enum status status) {
	struct writer w;
	writer_open(&w);
	if (status == FULFILLED && !write_value(&w, v)) {
		JS_FreeValue(ctx, v);
		v = JS_GetException(ctx);
		writer_restart(&w);
		status = REJECTED;
	}
	if (status != FULFILLED) write_error(&w, v);
	JS_FreeValue(ctx, v);
	writer_close(&w);
	return status;
}

// finish drains the queues and reports how far the call is.
static enum status finish(void) {
	drain();
	if (failed) {
		failed = false;
		JSValue error = uncaught;
		uncaught = JS_UNDEFINED;
		return report(error, UNCAUGHT);
	}
	JSValue v = current;
	if (JS_IsPromise(v)) {
		JSPromiseStateEnum state = JS_PromiseState(ctx, v);
		if (state == JS_PROMISE_PENDING) return PENDING;
		current = JS_UNDEFINED;
		JSValue result = JS_PromiseResult(ctx, v);
		JS_FreeValue(ctx, v);
		return report(result, state == JS_PROMISE_FULFILLED ? FULFILLED : REJECTED);
	}
	current = JS_UNDEFINED;
	return report(v, FULFILLED);
}

// start makes a value what the call waits for.
static enum status start(JSValue v) {
	JS_FreeValue(ctx, current);
	current = JS_UNDEFINED;
	if (JS_IsException(v)) fail(JS_GetException(ctx));
	else current = v;
	return finish();
}

EXPORT("exchange") void *exchange_address(void) { return &exchange; }

// open makes the runtime. Stack is the number of bytes that JavaScript may use of the stack.
EXPORT("open") bool open_engine(uint32_t stack) {
	static const JSMallocFunctions functions = {allocate_zeroed, allocate, release, reallocate, usable_size};
	reserve = malloc(RESERVE);
	if (!reserve) return false;
	runtime = JS_NewRuntime2(&functions, NULL);
	if (!runtime) return false;
	JS_SetMaxStackSize(runtime, stack);
	JS_SetInterruptHandler(runtime, interrupt, NULL);
	JS_SetHostPromiseRejectionTracker(runtime, track_rejection, NULL);
	modules_open(runtime);
	ctx = JS_NewContext(runtime);
	return ctx && reserve_in(FIRST_IN);
}

// Evaluation. At exchange.in: the name, a zero, the source.
enum mode { SCRIPT, MODULE, PRELUDE, COMPILE, COMPILED };

static JSValue evaluate(const char *name, const char *source, uint32_t n, int flags) { return JS_Eval(ctx, source, n, name, flags); }

// run_prelude calls a function with the natives and the global object. The helpers are what it returns.
static bool run_prelude(JSValue f) {
	JSValue arguments[2] = {JS_NewObject(ctx), JS_GetGlobalObject(ctx)};
	bool ok = !JS_IsException(f) && natives_open(arguments[1], arguments[0]);
	JSValue result = ok ? JS_Call(ctx, f, JS_UNDEFINED, 2, (JSValueConst *)arguments) : JS_EXCEPTION;
	ok = !JS_IsException(result) && helpers_open(result);
	JS_FreeValue(ctx, result);
	JS_FreeValue(ctx, arguments[0]);
	JS_FreeValue(ctx, arguments[1]);
	JS_FreeValue(ctx, f);
	return ok;
}

// compile makes the prelude's code, without its source, what exchange.out has.
static enum status compile(const char *name, const char *source, uint32_t n) {
	JSValue f = evaluate(name, source, n, JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_COMPILE_ONLY);
	if (JS_IsException(f)) return start(f);
	size_t length;
	uint8_t *code = JS_WriteObject(ctx, &length, f, JS_WRITE_OBJ_BYTECODE | JS_WRITE_OBJ_STRIP_SOURCE);
	JS_FreeValue(ctx, f);
	if (!code) return start(JS_EXCEPTION);
	exchange.out = (uint32_t)code;
	exchange.out_length = length;
	return FULFILLED;
}

// run_compiled runs what compile has made, at exchange.in, and frees it.
static enum status run_compiled(uint32_t length) {
	JSValue f = JS_ReadObject(ctx, (uint8_t *)exchange.in, length, JS_READ_OBJ_BYTECODE);
	js_free(ctx, (void *)exchange.in);
	exchange.in = exchange.in_capacity = 0;
	if (!JS_IsException(f)) f = JS_EvalFunction(ctx, f);
	bool ok = run_prelude(f) && reserve_in(FIRST_IN);
	return start(ok ? JS_UNDEFINED : JS_EXCEPTION);
}

static enum status evaluate_in(uint32_t length, enum mode mode) {
	JS_UpdateStackTop(runtime);
	if (mode == COMPILED) return run_compiled(length);
	char *text = js_malloc(ctx, length + 1);
	if (!text) return start(JS_EXCEPTION);
	memcpy(text, (void *)exchange.in, length);
	text[length] = 0;
	uint32_t name = strlen(text) + 1;
	const char *source = text + name;
	uint32_t n = length - name;
	JSValue v;
	if (mode == COMPILE) return compile(text, source, n);
	if (mode == PRELUDE) {
		v = run_prelude(evaluate(text, source, n, JS_EVAL_TYPE_GLOBAL)) ? JS_UNDEFINED : JS_EXCEPTION;
	} else if (mode == SCRIPT) {
		// The promise of an asynchronous script is fulfilled with {value}.
		JSValue completion = evaluate(text, source, n, JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_ASYNC);
		v = JS_IsException(completion) ? completion : help(COMPLETION, 1, (JSValueConst *)&completion);
		JS_FreeValue(ctx, completion);
	} else {
		JSValue compiled = evaluate(text, source, n, JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY);
		if (!JS_IsException(compiled)) {
			JSModuleDef *module = JS_VALUE_GET_PTR(compiled);
			compiled = describe_module(module) ? JS_EvalFunction(ctx, compiled) : JS_EXCEPTION;
			JS_FreeValue(ctx, namespace);
			namespace = JS_GetModuleNamespace(ctx, module);
		}
		v = compiled;
	}
	js_free(ctx, text);
	return start(v);
}

// define makes a function of the host a global, or a property of the global object before the last
// dot. At exchange.in: its name.
static bool define_function(uint32_t length, int id, bool async) {
	char name[256];
	if (length >= sizeof name) return false;
	memcpy(name, (void *)exchange.in, length);
	name[length] = 0;
	JSValue object = JS_GetGlobalObject(ctx);
	char *last = name;
	for (char *dot; (dot = strchr(last, '.')); last = dot + 1) {
		*dot = 0;
		JSValue inner = JS_GetPropertyStr(ctx, object, last);
		if (!JS_IsObject(inner)) {
			JS_FreeValue(ctx, inner);
			inner = JS_NewObject(ctx);
			if (JS_DefinePropertyValueStr(ctx, object, last, JS_DupValue(ctx, inner), JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE | JS_PROP_ENUMERABLE) < 0) return false;
		}
		JS_FreeValue(ctx, object);
		object = inner;
	}
	int ok = JS_DefinePropertyValueStr(ctx, object, last, define_native(last, id, async), JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE | JS_PROP_ENUMERABLE);
	JS_FreeValue(ctx, object);
	return ok >= 0;
}

static JSValue call_function(struct arguments *a) {
	JSValue owner = JS_IsUndefined(namespace) ? JS_GetGlobalObject(ctx) : JS_DupValue(ctx, namespace);
	JSValue f = JS_GetProperty(ctx, owner, a->name);
	JS_FreeValue(ctx, owner);
	JSValue v = JS_EXCEPTION;
	if (JS_IsFunction(ctx, f)) {
		v = JS_Call(ctx, f, JS_UNDEFINED, a->count, (JSValueConst *)a->values);
	} else if (!JS_IsException(f)) {
		JSValue parameters[2] = {JS_DupValue(ctx, namespace), JS_AtomToString(ctx, a->name)};
		v = help(NO_EXPORT, 2, (JSValueConst *)parameters);
		JS_FreeValue(ctx, parameters[0]);
		JS_FreeValue(ctx, parameters[1]);
	}
	JS_FreeValue(ctx, f);
	return v;
}

// call calls an exported function of the module, or a global one without a module. At exchange.in:
// [name, ...arguments].
static enum status call(uint32_t length) {
	JS_UpdateStackTop(runtime);
	struct arguments a;
	JSValue v = read_call(length, &a) ? call_function(&a) : JS_EXCEPTION;
	arguments_close(&a);
	return start(v);
}

static enum status settle_in(uint32_t slot, bool ok, uint32_t length) {
	JS_UpdateStackTop(runtime);
	settle(slot, ok, length);
	return finish();
}

// timers runs the timers that are due, with the queues drained after each.
static enum status run_timers(double now) {
	JS_UpdateStackTop(runtime);
	JSValue time = JS_NewFloat64(ctx, now);
	for (bool more = true; more && !failed;) {
		JSValue v = help(RUN_TIMER, 1, (JSValueConst *)&time);
		if (JS_IsException(v)) {
			fail(JS_GetException(ctx));
			break;
		}
		more = JS_ToBool(ctx, v) > 0;
		JS_FreeValue(ctx, v);
		if (!more) break;
		drain();
		if (JS_IsPromise(current) && JS_PromiseState(ctx, current) != JS_PROMISE_PENDING) break;
	}
	return finish();
}

// end forgets timers and promises of the host, for an instance that is called again.
static bool end_call(void) {
	JS_UpdateStackTop(runtime);
	forget_pending();
	JS_FreeValue(ctx, current);
	current = JS_UNDEFINED;
	JSValue v = help(END_CALL, 0, NULL);
	bool ok = !JS_IsException(v);
	JS_FreeValue(ctx, v);
	return ok && !JS_IsJobPending(runtime);
}

// The operations. One function of the host's side enters the engine, so that an instance has one
// stack.
enum operation { RESERVE_IN, EVALUATE, DEFINE, CALL, SETTLE, TIMERS, END_OF_CALL, BEFORE_SNAPSHOT };

EXPORT("enter") int enter(enum operation operation, uint32_t a, uint32_t b, uint32_t c, double now) {
	switch (operation) {
	case RESERVE_IN: return reserve_in(a);
	case EVALUATE: return evaluate_in(a, b);
	case DEFINE: return define_function(a, b, c);
	case CALL: return call(a);
	case SETTLE: return settle_in(a, b, c);
	case TIMERS: return run_timers(now);
	case END_OF_CALL: return end_call();
	case BEFORE_SNAPSHOT: return set_arenas_aside(runtime);
	}
	return -1;
}
