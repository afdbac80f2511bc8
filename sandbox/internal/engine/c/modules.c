// Modules: what an import names, and its source, come from the prelude, which asks the host.
#include "engine.h"
#include <string.h>

// resolve returns the name of the module that a module imports, or NULL with an exception.
static char *resolve(JSContext *c, const char *base, const char *specifier, void *opaque) {
	JSValue arguments[2] = {JS_NewString(ctx, base), JS_NewString(ctx, specifier)};
	JSValue v = help(RESOLVE_MODULE, 2, (JSValueConst *)arguments);
	JS_FreeValue(ctx, arguments[0]);
	JS_FreeValue(ctx, arguments[1]);
	const char *name = JS_IsException(v) ? NULL : JS_ToCString(ctx, v);
	char *copy = name ? js_strdup(ctx, name) : NULL;
	JS_FreeCString(ctx, name);
	JS_FreeValue(ctx, v);
	return copy;
}

// each_export calls f for the members of the object that is a module's exports.
static int each_export(JSModuleDef *m, JSValueConst exports, int f(JSModuleDef *m, const char *name, JSValue v)) {
	JSPropertyEnum *members;
	uint32_t n;
	if (JS_GetOwnPropertyNames(ctx, &members, &n, exports, JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY) < 0) return -1;
	int ok = 0;
	for (uint32_t i = 0; i < n && ok == 0; i++) {
		const char *name = JS_AtomToCString(ctx, members[i].atom);
		JSValue v = name ? JS_GetProperty(ctx, exports, members[i].atom) : JS_EXCEPTION;
		ok = JS_IsException(v) ? -1 : f(m, name, v);
		JS_FreeCString(ctx, name);
	}
	JS_FreePropertyEnum(ctx, members, n);
	return ok;
}

static int declare(JSModuleDef *m, const char *name, JSValue v) {
	JS_FreeValue(ctx, v);
	return JS_AddModuleExport(ctx, m, name);
}

static int assign(JSModuleDef *m, const char *name, JSValue v) { return JS_SetModuleExport(ctx, m, name, v); }

static int assign_all(JSContext *c, JSModuleDef *m) {
	JSValue exports = JS_GetModulePrivateValue(ctx, m);
	int ok = each_export(m, exports, assign);
	JS_FreeValue(ctx, exports);
	return ok;
}

// load returns a module: that of a source, or one whose exports are the members of an object.
static JSModuleDef *load(JSContext *c, const char *name, void *opaque, JSValueConst attributes) {
	JSValue arguments[2] = {JS_NewString(ctx, name), JS_DupValue(ctx, attributes)};
	JSValue v = help(LOAD_MODULE, 2, (JSValueConst *)arguments);
	JS_FreeValue(ctx, arguments[0]);
	JS_FreeValue(ctx, arguments[1]);
	if (JS_IsException(v)) return NULL;
	JSModuleDef *m = NULL;
	if (JS_IsObject(v)) {
		m = JS_NewCModule(ctx, name, assign_all);
		if (m && each_export(m, v, declare) < 0) m = NULL; // the context frees it
		if (m) JS_SetModulePrivateValue(ctx, m, JS_DupValue(ctx, v));
	} else {
		size_t n;
		const char *source = JS_ToCStringLen(ctx, &n, v);
		JSValue compiled = source ? JS_Eval(ctx, source, n, name, JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY) : JS_EXCEPTION;
		JS_FreeCString(ctx, source);
		if (!JS_IsException(compiled)) {
			m = JS_VALUE_GET_PTR(compiled); // the context has a reference of its own
			JS_FreeValue(ctx, compiled);
			if (!describe_module(m)) m = NULL;
		}
	}
	JS_FreeValue(ctx, v);
	return m;
}

// describe_module fills import.meta.
bool describe_module(JSModuleDef *m) {
	JSAtom name = JS_GetModuleName(ctx, m);
	JSValue arguments[2] = {JS_GetImportMeta(ctx, m), JS_AtomToString(ctx, name)};
	JS_FreeAtom(ctx, name);
	JSValue v = help(IMPORT_META, 2, (JSValueConst *)arguments);
	JS_FreeValue(ctx, arguments[0]);
	JS_FreeValue(ctx, arguments[1]);
	bool ok = !JS_IsException(v);
	JS_FreeValue(ctx, v);
	return ok;
}

// check_attributes accepts {type: "json"}, which load_module of the prelude looks at.
static int check_attributes(JSContext *c, void *opaque, JSValueConst attributes) {
	JSPropertyEnum *members;
	uint32_t n;
	if (JS_GetOwnPropertyNames(ctx, &members, &n, attributes, JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY) < 0) return -1;
	int ok = 0;
	for (uint32_t i = 0; i < n && ok == 0; i++) {
		const char *name = JS_AtomToCString(ctx, members[i].atom);
		JSValue v = name ? JS_GetProperty(ctx, attributes, members[i].atom) : JS_EXCEPTION;
		const char *text = JS_IsException(v) ? NULL : JS_ToCString(ctx, v);
		if (!text) ok = -1;
		else if (strcmp(name, "type") || strcmp(text, "json")) {
			JS_ThrowTypeError(ctx, "the import attribute %s: \"%s\" is unknown; there is type: \"json\"", name, text);
			ok = -1;
		}
		JS_FreeCString(ctx, text);
		JS_FreeValue(ctx, v);
		JS_FreeCString(ctx, name);
	}
	JS_FreePropertyEnum(ctx, members, n);
	return ok;
}

void modules_open(JSRuntime *runtime) { JS_SetModuleLoaderFunc2(runtime, resolve, load, check_attributes, NULL); }
