package lib

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// callSites makes the array of call sites that Error.prepareStackTrace gets. What the engine does
// not know, such as the receiver, is undefined.
const callSites = `(function () {
	'use strict';
	class CallSite {
		#site;
		constructor(site) { this.#site = site; }
		getFileName() { return this.#site[1]; }
		getScriptNameOrSourceURL() { return this.#site[1]; }
		getLineNumber() { return this.#site[2]; }
		getColumnNumber() { return this.#site[3]; }
		getFunctionName() { return this.#site[0]; }
		getMethodName() { return null; }
		getTypeName() { return 'Object'; }
		getThis() { return undefined; }
		getFunction() { return undefined; }
		getEvalOrigin() { return undefined; }
		getPromiseIndex() { return null; }
		isNative() { return false; }
		isToplevel() { return true; }
		isEval() { return false; }
		isConstructor() { return false; }
		isAsync() { return false; }
		isPromiseAll() { return false; }
		toString() { return this.#site[4]; }
	}
	return (sites) => sites.map((site) => new CallSite(site));
})()`

// position matches the end of a frame: the file, the line and the column.
var position = regexp.MustCompile(`^(?:(.*) \()?(.*):(\d+):(\d+)\)?$`)

// Prepare calls Error.prepareStackTrace of a program with an error and the frames of its stack, in
// Node's format. ok is false if the program has not set it. Inside JavaScript.
func Prepare(rt *vm.Runtime, object *vm.Object, stack string) (result vm.Value, ok bool) {
	class := vm.Intrinsic(rt, "Error")
	prepare, ok := vm.AssertFunction(class.Get("prepareStackTrace"))
	if !ok {
		return nil, false
	}
	var sites []any
	for line := range strings.SplitSeq(stack, "\n") {
		frame, isFrame := strings.CutPrefix(line, "    at ")
		if !isFrame {
			continue
		}
		site := []any{vm.Null(), vm.Null(), vm.Null(), vm.Null(), frame}
		if m := position.FindStringSubmatch(frame); m != nil {
			if m[1] != "" {
				site[0] = m[1]
			}
			site[1] = m[2]
			for i, digits := range m[3:] {
				n, _ := strconv.Atoi(digits)
				site[2+i] = n
			}
		}
		sites = append(sites, rt.NewArray(site...))
	}
	return vm.Must(prepare(class, object, vm.Built(rt, callSites, rt.NewArray(sites...)))), true
}
