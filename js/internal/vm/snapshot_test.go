package vm

import "testing"

// TestMapsHaveTheKnownLayout: with another layout, comparing a snapshot takes several times as
// long, and no other test would fail.
func TestMapsHaveTheKnownLayout(t *testing.T) {
	if !Repairs() {
		t.Skip("NOT RUN: this build does not use package unsafe")
	}
	if !rawMapsKnown() {
		t.Error("the maps of this version of Go have another layout than rawmap.go describes")
	}
}

// TestTemplatesAreKnown: without them a runtime takes ten times as long to make.
func TestTemplatesAreKnown(t *testing.T) {
	if !Repairs() {
		t.Skip("NOT RUN: this build does not use package unsafe")
	}
	if layoutOf() == nil {
		t.Errorf("the templates of %s have another layout than template.go describes", Name)
	}
}

// runner returns a function that runs a script in a runtime and returns its value or error as text.
func runner(t testing.TB, rt *Runtime) func(source string) string {
	return func(source string) string {
		t.Helper()
		program, err := Compile("test", source, false)
		if err != nil {
			t.Fatal(err)
		}
		v, err := rt.RunProgram(program)
		if err != nil {
			return err.Error()
		}
		return v.String()
	}
}

// TestSnapshotRestores: after a Restore a probe sees what it saw before, whatever ran in between,
// and a second Restore finds nothing to write.
func TestSnapshotRestores(t *testing.T) {
	rt := New()
	run := runner(t, rt)
	run(`var seen = []; const m = new Map([[1, 2]]); let count = 0; function f() { return ++count }
		class A { #x = 1; inc() { return ++this.#x } } const a = new A(), re = /a/g, w = new WeakMap([[m, 'ü']])`)
	s := NewSnapshot(rt, nil)
	if s == nil {
		t.Skip("NOT RUN: the structures of the engine are not known to this build")
	}
	const probe = `[Object.getOwnPropertyNames(globalThis).sort().join(), seen.join(), [...m].join('|'), f(), a.inc(), [].map.call([1], x => x + 1).join(),
		String(Array.prototype.evil), String(Object.keys), typeof Promise.prototype.then, re.test('aa'), re.lastIndex, Math.max.x, typeof JSON.stringify,
		'x'.replace(/x/, 'y'), Object.isFrozen(Array.prototype), Symbol.iterator in Map.prototype, new Date(0).toISOString(), w.get(m), w.has(a),
		String(Object.getPrototypeOf(function* () {}).constructor)].join("\n")`
	want := run(probe)
	s.Restore()
	for _, change := range []string{
		``, probe, `Array.prototype.evil = 1`, `Array.prototype.map = () => 1`, `globalThis.x = 1; var y = 2; let z = 3`,
		`seen.push(1); m.set(2, 3); m.delete(1); count = 100; a.inc()`, `Object.freeze(Array.prototype)`, `Object.keys = 1`, `delete globalThis.JSON`, `Math.max.x = 1`,
		`Object.defineProperty(Array.prototype, 'map', { value: 1, writable: true, enumerable: true, configurable: true })`, `Promise.prototype.then = 1`,
		`Object.setPrototypeOf(Array.prototype, {})`, `globalThis.Promise = 1; Promise`, `RegExp.prototype.exec = () => 1`, `Map.prototype[Symbol.iterator] = 1`,
		`for (let i = 0; i < 1000; i++) globalThis['k' + i] = i`, `Object.prototype.toString = 1; Object.prototype.valueOf.foo = 2`, `w.set(m, 2); w.set(a, 1)`, `w.delete(m)`,
		`m.x = 1; seen[Symbol.for('x')] = 1; Object.defineProperty(seen, 0, { get() { return 1 } })`, `Date.prototype.toISOString = 1`, `String.prototype.replace = 1`,
	} {
		before := s.Same()
		run(change)
		s.Restore()
		if got := run(probe); got != want {
			t.Errorf("after %s\nthe probe sees %s\nwant           %s", change, got, want)
		}
		s.Restore()
		if n := s.Restore(); n != 0 || !before || !s.Same() {
			t.Errorf("%s: a second Restore has written %d blocks", change, n)
		}
	}
}

// TestGlobalsAreOrdinary: a global that is made at its first use looks like one that was made at
// once.
func TestGlobalsAreOrdinary(t *testing.T) {
	if layoutOf() == nil {
		t.Skip("NOT RUN: without the engine's templates such a global is an accessor")
	}
	loaded := 0
	profile := NewProfile(nil, []Global{
		{Name: "late", Load: func(rt *Runtime) Value { loaded++; return rt.ToValue("made") }},
		{Name: "open", Enumerable: true, Load: func(rt *Runtime) Value { return rt.ToValue("made") }},
		{Name: "self", Load: func(rt *Runtime) Value { return rt.ToValue(IsUndefined(rt.GlobalObject().Get("self"))) }},
	}, nil)
	for _, c := range []struct{ source, want string }{
		{`JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'late'))`, `{"value":"made","writable":true,"enumerable":false,"configurable":true}`},
		{`JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'open'))`, `{"value":"made","writable":true,"enumerable":true,"configurable":true}`},
		{`Object.keys(globalThis).join()`, `open`},
		{`'late' in globalThis && Object.hasOwn(globalThis, 'late') && Object.getOwnPropertyNames(globalThis).includes('late')`, `true`},
		{`late = 5; late`, `5`}, {`delete globalThis.late && !('late' in globalThis) && typeof late`, `undefined`},
		{`Object.defineProperty(globalThis, 'late', { value: 7, enumerable: true }); late + JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'late'))`,
			`7{"value":7,"writable":true,"enumerable":true,"configurable":true}`},
		{`function late() {} typeof late`, `function`}, {`var late; late`, `made`}, {`late === globalThis.late`, `true`}, {`self`, `true`},
		{`Object.freeze(globalThis); late`, `made`}, {`[].constructor === Array && Promise.prototype.constructor === Promise && /x/.constructor === RegExp`, `true`},
		{`Object.getOwnPropertyNames(Promise.prototype).join()`, `constructor,catch,finally,then`},
		{`Object.prototype.toString.call([][Symbol.iterator]()) + Object.prototype.toString.call(Promise.resolve())`, `[object Array Iterator][object Promise]`},
		{`Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) === Object.getPrototypeOf(Object.getPrototypeOf(new Map().keys()))`, `true`},
	} {
		if got := runner(t, profile.New(nil))(c.source); got != c.want {
			t.Errorf("%s is %s, want %s", c.source, got, c.want)
		}
	}
	before := loaded
	runner(t, profile.New(nil))(`1 + 1`)
	if loaded != before {
		t.Error("a global was made that no program has touched")
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		New()
	}
}

func BenchmarkRestore(b *testing.B) {
	rt := New()
	s := NewSnapshot(rt, nil)
	b.ReportAllocs()
	for b.Loop() {
		s.Restore()
	}
}
