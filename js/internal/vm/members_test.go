package vm

import "testing"

// describeClass shows what a program can see of a class: its properties and those of its prototype,
// in order.
const describeClass = `(Class) => JSON.stringify([Class, Class.prototype].map((o) => Reflect.ownKeys(o).map((key) => {
	const d = Object.getOwnPropertyDescriptor(o, key);
	for (const part of ['value', 'get', 'set']) if (typeof d[part] === 'function') d[part] = part + ' ' + d[part].name + d[part].length;
	return [String(key), d];
})))`

// reference is WebInterface in JavaScript.
const reference = `(Class, name, mixin) => {
	if (mixin) Object.defineProperties(Class.prototype, Object.getOwnPropertyDescriptors(mixin));
	Object.defineProperty(Class, 'name', { value: name, configurable: true });
	for (const key of Object.getOwnPropertyNames(Class.prototype)) {
		if (key === 'constructor') continue;
		Object.defineProperty(Class.prototype, key, { ...Object.getOwnPropertyDescriptor(Class.prototype, key), enumerable: true });
	}
	return Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true }), Class;
}`

// TestWebInterface compares with JavaScript what becomes of classes, among them such whose
// prototypes the fast way does not know.
func TestWebInterface(t *testing.T) {
	const members = `{ get late() { return 1 }, set late(v) {}, async text() {}, plain() { return 7 }, * every() {}, both() { return 'mixin' } }`
	for _, c := range []struct{ class, mixin string }{
		{`class A {}`, `undefined`},
		{`class A { constructor(a, b) {} method(x) { return x } get both() { return 1 } set both(v) {} get one() { return 2 } set other(v) {} static s() {} }`, `undefined`},
		{`class A { #p = 1; get p() { return this.#p } async later() {} * each() {} 'two words'() {} [Symbol.iterator]() {} }`, `undefined`},
		{`class A { get mine() { return 1 } both() { return 'class' } }`, members},
		{`class A extends Map { more() {} }`, members},
		{`function A() {} Object.assign(A.prototype, { open: 1, toString() { return 'A' } })`, members},
		{`function A() {} A.prototype = Object.assign(new Date(0), { exotic() {} })`, members},
		{`class A { method() {} }`, `new Map()`},
		{`class A { method() {} }`, `Object.assign(new Date(0), { exotic() {} })`},
	} {
		source := "(() => { " + c.class + "; return [A, " + c.mixin + "] })()"
		var got, want string
		for _, to := range []*string{&got, &want} {
			rt := New()
			run := runner(t, rt)
			if to == &got {
				if err := rt.Set("webInterface", NewFunction(rt, func(call FunctionCall) Value {
					mixin, _ := call.Argument(2).(*Object)
					if err := WebInterface(rt, call.Argument(0).(*Object), call.Argument(1).String(), mixin); err != nil {
						panic(err)
					}
					return call.Argument(0)
				})); err != nil {
					t.Fatal(err)
				}
			} else {
				run("var webInterface = " + reference + "; 0")
			}
			*to = run("{ const [Class, mixin] = " + source + "; const made = webInterface(Class, 'Named', mixin); var seen = (" + describeClass + ")(made) + ' ' + Object.keys(Class.prototype) }; seen")
		}
		if got != want {
			t.Errorf("%s with %s is\n%s\nwant\n%s", c.class, c.mixin, got, want)
		}
	}
}

// TestWebInterfaceWorks: the members do what they did before.
func TestWebInterfaceWorks(t *testing.T) {
	rt := New()
	run := runner(t, rt)
	run(`class A { #v = 1; get v() { return this.#v } set v(x) { this.#v = x } method() { return this.#v + 1 } }; var made = A, mixin = { twice() { return 2 * this.v } }; 0`)
	class, mixin := rt.Get("made").(*Object), rt.Get("mixin").(*Object)
	if err := WebInterface(rt, class, "B", mixin); err != nil {
		t.Fatal(err)
	}
	const source = `const a = new made(); a.v = 20; made.prototype.extra = 5; delete made.prototype.method;
		made.prototype.twice = () => 'replaced';
		[a.v, a.method, a.twice(), a.extra, String(a), made.name, Object.keys(made.prototype)].join('|')`
	if got, want := run(source), `20||replaced|5|[object B]|B|v,twice,extra`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
