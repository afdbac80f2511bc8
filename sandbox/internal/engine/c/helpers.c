// The functions of the prelude that C calls. The prelude takes the originals of what it uses before
// a script can replace them.
#include "engine.h"

static const char *const names[HELPER_COUNT] = {
	"newMap", "mapSet", "mapEntries", "newSet", "setAdd", "setValues", "dateValue", "bigIntHex", "newBigInt",
	"newError", "regExpParts", "newRegExp", "unbox", "box", "viewBytes", "newView", "cloneError", "runTimer", "runTicks", "noExport", "completion", "endCall",
	"resolveModule", "loadModule", "importMeta",
};
static JSValue functions[HELPER_COUNT];

bool helpers_open(JSValueConst object) {
	for (int i = 0; i < HELPER_COUNT; i++) {
		functions[i] = JS_GetPropertyStr(ctx, object, names[i]);
		if (!JS_IsFunction(ctx, functions[i])) return false;
	}
	return true;
}

JSValue help(enum helper which, int argc, JSValueConst *argv) {
	return JS_Call(ctx, functions[which], JS_UNDEFINED, argc, argv);
}
