package differential

// This file renders programs as JavaScript.

import (
	"fmt"
	"strconv"
	"strings"
)

// delays are delays of timers: short ones, equal ones, and values that Node turns into 1.
var delays = []string{"0", "1", "2", "3", "5", "10", "20", "1.7", "-4", "'7'", "undefined", "2147483648"}

// A renderer numbers the objects that a program makes, in the order of its text.
type renderer struct {
	out                                                                 strings.Builder
	indent                                                              int
	label                                                               int
	handles, promises, deferreds, aborts, targets, generations, emitted int
	alone                                                               bool // must be the last program of its process
	usesFiles                                                           bool // needs a folder with files
}

// rendered returns the program's text. alone is true if the program needs its own process, because
// it changes how the process ends or leaves something behind that cannot be removed.
func (p program) rendered() (text string, alone bool) {
	r := &renderer{}
	if p.uncaught {
		r.line("process.on('uncaughtException', (e, origin) => { L('uncaught', e, origin); });")
	}
	if p.unhandled {
		r.line("process.on('unhandledRejection', (e, p) => { L('unhandled', e, p); });")
	}
	if p.handled {
		r.line("process.on('rejectionHandled', (p) => { L('handled', p); });")
	}
	r.body(p.body)
	r.line("L('end of script');")
	if r.usesFiles {
		return "const fs = files();\n" + r.out.String(), r.alone
	}
	return r.out.String(), r.alone
}

func (r *renderer) line(format string, args ...any) {
	r.out.WriteString(strings.Repeat("\t", r.indent))
	fmt.Fprintf(&r.out, format, args...)
	r.out.WriteByte('\n')
}

func (r *renderer) next() int { r.label++; return r.label }

// block writes head, the body of a callback, and tail. A callback first logs that it was called.
func (r *renderer) block(head, seen string, body []statement, tail string) {
	r.line("%s", head)
	r.indent++
	if seen != "" {
		r.line("L(%d, %s);", r.next(), seen)
	} else {
		r.line("L(%d);", r.next())
	}
	r.body(body)
	r.indent--
	r.line("%s", tail)
}

func (r *renderer) body(body []statement) {
	for _, s := range body {
		r.statement(s)
	}
}

// objectIndex returns an index among the n objects made so far, or the index of the next one.
func objectIndex(i, n int) int { return i % (n + 1) }

func take(n *int) int { *n++; return *n - 1 }

// body returns a statement's i-th body. Statements on the deepest level have none.
func (s statement) body(i int) []statement {
	if i < len(s.bodies) {
		return s.bodies[i]
	}
	return nil
}

func (s statement) value(i int) value {
	if i < len(s.values) {
		return s.values[i]
	}
	return value{kind: "number"}
}

func (r *renderer) statement(s statement) {
	switch s.kind {
	case "nothing":
	case "log":
		r.line("L(%d);", r.next())
	case "burn":
		if s.c > 1 {
			r.line("burn(%v);", float64(1+s.a)/4)
		} else {
			r.line("burn(%d);", 1+s.a)
		}
	case "throw":
		// The condition keeps the code after it from being dead code for the parser. It also lets
		// the same callback throw one time and not the next.
		r.line("if (throwing(%d)) throw E(%d);", r.next(), s.a)
	case "try":
		r.block("try {", "", s.body(0), "} catch (e) {")
		r.indent++
		r.line("L(%d, e);", r.next())
		r.body(s.body(1))
		r.indent--
		r.block("} finally {", "", s.body(2), "}")
	default:
		if !r.timer(s) && !r.promise(s) && !r.async(s) && !r.platform(s) && !r.files(s) && !r.errors(s) && !r.emitters(s) {
			panic("no such statement: " + s.kind)
		}
	}
}

func (r *renderer) timer(s statement) bool {
	delay := delays[s.a%len(delays)]
	handle := "H[" + strconv.Itoa(objectIndex(s.a, r.handles)) + "]"
	switch s.kind {
	case "timeout":
		h := take(&r.handles)
		if s.c == 0 {
			r.block(fmt.Sprintf("H[%d] = setTimeout((a, b) => {", h), "a, b", s.body(0), "}, "+delay+", 'x', 7);")
		} else {
			r.block(fmt.Sprintf("H[%d] = setTimeout(() => {", h), "", s.body(0), "}, "+delay+");")
		}
	case "interval":
		h := take(&r.handles)
		// It refers to itself by its own name, because another one may replace it in H.
		r.line("{")
		r.line("let n = 0;")
		r.block(fmt.Sprintf("const h = H[%d] = setInterval(function () {", h), "++n, this === h",
			append([]statement{{kind: "stopAfter", a: 1 + s.b%4}}, s.body(0)...), "}, "+delay+");")
		r.line("}")
	case "stopAfter":
		r.line("if (n >= %d) clearInterval(h);", s.a)
	case "immediate":
		r.block(fmt.Sprintf("G[%d] = setImmediate((a) => {", take(&r.generations)), "a", s.body(0), "}, 3);")
	case "clear":
		if s.b < 2 {
			r.line("clearImmediate(G[%d]);", objectIndex(s.a, r.generations))
		} else if s.b == 2 {
			r.line("clearInterval(%s);", handle)
		} else {
			r.line("clearTimeout(%s);", handle)
		}
	case "ref", "unref", "close":
		r.line("%s?.%s();", handle, s.kind)
	case "clearImmediates":
		r.line("clearImmediate(G[%d]);", objectIndex(s.a, r.generations))
	case "clearNumber":
		r.line("clearTimeout(%s && +%s);", handle, handle)
	case "hasRef":
		r.line("L(%d, %s?.hasRef());", r.next(), handle)
	case "refresh":
		r.line("refresh(%s);", handle)
	case "immediateRef":
		r.line("G[%d]?.%s();", objectIndex(s.a, r.generations), []string{"ref", "unref"}[s.b%2])
	default:
		return false
	}
	return true
}

func (r *renderer) promise(s statement) bool {
	switch s.kind {
	case "tick":
		r.block("process.nextTick((a) => {", "a", s.body(0), "}, 5);")
	case "microtask":
		r.block("queueMicrotask(() => {", "", s.body(0), "});")
	case "then", "catch":
		v := r.value(s.value(0))
		p := take(&r.promises)
		r.block(fmt.Sprintf("P[%d] = Promise.resolve(%s).%s((v) => {", p, v, s.kind), "v", r.returning(s), "});")
	case "finally":
		v := r.value(s.value(0))
		p := take(&r.promises)
		r.block(fmt.Sprintf("P[%d] = Promise.resolve(%s).finally(() => {", p, v), "", r.returning(s), "});")
	case "then2":
		v := r.value(s.value(0))
		p := take(&r.promises)
		r.block(fmt.Sprintf("P[%d] = Promise.resolve(%s).then((v) => {", p, v), "v", s.body(0), "}, (e) => {")
		r.indent++
		r.line("L(%d, e);", r.next())
		r.body(s.body(1))
		r.indent--
		r.line("});")
	case "return":
		r.line("return %s;", r.value(s.value(0)))
	case "executor":
		v := r.value(s.value(0))
		p := take(&r.promises)
		how := []string{"resolve", "reject", "resolve"}[s.c%3]
		r.block(fmt.Sprintf("P[%d] = new Promise((resolve, reject) => {", p), "",
			append(s.body(0), statement{kind: "call", values: []value{{kind: how + "(" + v + ")"}}}), "});")
	case "call":
		r.line("%s;", s.value(0).kind)
	case "deferred":
		d, p := take(&r.deferreds), take(&r.promises)
		r.line("D[%d] = deferred(); P[%d] = D[%d].promise;", d, p, d)
	case "settle":
		r.line("D[%d]?.%s(%s);", objectIndex(s.a, r.deferreds), []string{"resolve", "resolve", "reject"}[s.b%3], r.value(s.value(0)))
	case "all", "race", "any", "allSettled":
		list := r.list(s.values)
		p := take(&r.promises)
		r.line("P[%d] = Promise.%s([%s]).then((v) => { L(%d, v); return v; }%s);", p, s.kind, list, r.next(), r.rejected(s.b))
	case "reject":
		r.line("P[%d] = Promise.reject(E(%d));", take(&r.promises), s.a)
	case "lateCatch":
		r.block(fmt.Sprintf("setTimeout(() => { P[%d]?.catch?.((e) => {", objectIndex(s.a, r.promises)), "e", s.body(0), "}); }, 2);")
	default:
		return false
	}
	return true
}

// rejected returns the second argument of then, in half of the cases.
func (r *renderer) rejected(b int) string {
	if b%2 == 0 {
		return ""
	}
	return fmt.Sprintf(", (e) => { L(%d, e); }", r.next())
}

// returning returns the body of a reaction, which may return a value.
func (r *renderer) returning(s statement) []statement {
	if s.b > 2 {
		return append(s.body(0), statement{kind: "return", values: []value{{kind: valueKinds[(s.a+s.c)%8], a: s.a}}})
	}
	return s.body(0)
}

func (r *renderer) list(values []value) string {
	var list []string
	for _, v := range values {
		list = append(list, r.value(v))
	}
	return strings.Join(list, ", ")
}

// value returns an expression. A value that needs statements becomes a call of a function
// expression.
func (r *renderer) value(v value) string {
	switch v.kind {
	case "number":
		return strconv.Itoa(v.a)
	case "undefined":
		return "undefined"
	case "promise":
		return fmt.Sprintf("P[%d]", objectIndex(v.a, r.promises))
	case "resolved":
		return fmt.Sprintf("Promise.resolve(%d)", v.a)
	case "rejected":
		return fmt.Sprintf("Promise.reject(E(%d))", v.a)
	case "deferred":
		return fmt.Sprintf("D[%d]?.promise", objectIndex(v.a, r.deferreds))
	case "thenable":
		return fmt.Sprintf("{ then(resolve) { L(%d); %s resolve(%d); } }", r.next(), r.inline(v.body), v.a)
	case "throwingThenable":
		return fmt.Sprintf("{ then() { L(%d); throw E(%d); } }", r.next(), v.a)
	case "rejectingThenable":
		return fmt.Sprintf("{ then(resolve, reject) { L(%d); reject(E(%d)); resolve(1); } }", r.next(), v.a)
	case "laterThenable":
		return fmt.Sprintf("{ then(resolve) { L(%d); %s queueMicrotask(() => resolve(Promise.resolve(%d))); } }", r.next(), r.inline(v.body), v.a)
	case "asyncCall":
		return fmt.Sprintf("(async () => { L(%d); %s return %d; })()", r.next(), r.inline(v.body), v.a)
	}
	panic("no such value: " + v.kind)
}

// inline renders a body inside an expression.
func (r *renderer) inline(body []statement) string {
	outer := r.out
	r.out = strings.Builder{}
	r.line("")
	r.indent += 2
	r.body(body)
	r.indent -= 2
	text := r.out.String()
	r.out = outer
	return strings.TrimRight(text, "\n")
}

func (r *renderer) async(s statement) bool {
	switch s.kind {
	case "async":
		p := take(&r.promises)
		r.block(fmt.Sprintf("P[%d] = (async () => {", p), "", r.returning(s), "})();")
		if s.c == 0 {
			r.line("P[%d].catch((e) => { L(%d, e); });", p, r.next())
		}
	case "await":
		r.line("L(%d, await %s);", r.next(), r.value(s.value(0)))
	case "asyncAwait":
		v := r.value(s.value(0))
		r.line("P[%d] = (async () => { const v = await %s; L(%d, v); return v; })();", take(&r.promises), v, r.next())
	case "asyncGenerator":
		p := take(&r.promises)
		r.block("{ const it = (async function* () {", "", append(s.body(0), statement{kind: "yield", values: []value{{kind: "number", a: s.a}}}), "})();")
		switch s.c {
		case 0:
			r.line("P[%d] = (async () => { for await (const v of it) { L(%d, v); } L(%d); })();", p, r.next(), r.next())
		case 1:
			r.line("P[%d] = it.next().then((v) => { L(%d, v); return it.next(); }).then((v) => { L(%d, v); });", p, r.next(), r.next())
		case 2:
			r.line("P[%d] = it.next().then((v) => { L(%d, v); }); it.next().then((v) => { L(%d, v); }); it.return(4).then((v) => { L(%d, v); });",
				p, r.next(), r.next(), r.next())
		default:
			r.line("P[%d] = (async () => { for await (const v of it) { L(%d, v); break; } L(%d); })();", p, r.next(), r.next())
		}
		r.line("}")
	case "yield":
		r.line("L(%d, yield %s);", r.next(), r.value(s.value(0)))
	case "pull":
		r.line("{ const it = (async function* () { try { L(%d, yield 1); yield 2; } finally { L(%d); } })();", r.next(), r.next())
		r.line("it.next().then((v) => { L(%d, v); }); it.%s.then((v) => { L(%d, v); }, (e) => { L(%d, e); }); }",
			r.next(), []string{"next(8)", "return(9)", "throw(E(3))"}[s.b%3], r.next(), r.next())
	case "forAwait":
		r.block("for await (const v of (async function* () { yield 1; yield Promise.resolve(2); })()) {", "v", s.body(0), "}")
	case "forAwaitList":
		list := r.list(s.values)
		r.block("for await (const v of ["+list+"]) {", "v", s.body(0), "}")
	default:
		return false
	}
	return true
}

func (r *renderer) platform(s statement) bool {
	signal := fmt.Sprintf("A[%d]", objectIndex(s.a, r.aborts))
	target := fmt.Sprintf("T[%d]", objectIndex(s.a, r.targets))
	switch s.kind {
	case "beforeExit":
		r.block("process.once('beforeExit', (code) => {", "code", s.body(0), "});")
	case "onExit":
		r.alone = true
		r.block("process.on('exit', (code) => {", "code, process.exitCode", s.body(0), "});")
	case "exitCode":
		r.line("process.exitCode = %d;", s.a)
	case "exit":
		r.alone = true
		r.line("if (L(%d) === undefined && %d > 3) process.exit(%s);", r.next(), s.a, []string{"", "3"}[s.b%2])
	case "controller":
		r.line("A[%d] = new AbortController();", take(&r.aborts))
	case "onAbort":
		r.block(signal+"?.signal.addEventListener('abort', function (e) {", "e.type, this.aborted, this.reason", s.body(0), "});")
	case "abort":
		r.line("%s?.abort?.(%s);", signal, []string{"", "7", "E(5)"}[s.b%3])
	case "abortAny":
		a, b := objectIndex(s.a, r.aborts), objectIndex(s.b, r.aborts)
		r.line("A[%d] = { signal: AbortSignal.any([A[%d], A[%d]].filter(Boolean).map((c) => c.signal)) };", take(&r.aborts), a, b)
	case "abortTimeout":
		r.alone = true
		r.line("A[%d] = { signal: AbortSignal.timeout(%d) };", take(&r.aborts), s.a)
	case "throwIfAborted":
		r.line("try { %s?.signal.throwIfAborted(); L(%d); } catch (e) { L(%d, e); }", signal, r.next(), r.next())
	case "target":
		r.line("T[%d] = new EventTarget();", take(&r.targets))
	case "listen", "listenOnce":
		t := objectIndex(s.a, r.targets)
		r.line("if (T[%d]) {", t)
		r.block("const f = (e) => {", "e.type, e.defaultPrevented", append([]statement{{kind: "prevent", a: s.c}}, s.body(0)...), "};")
		r.line("T[%d].f = f; T[%d].addEventListener('%s', f%s);", t, t, eventType(s.b), map[string]string{"listen": "", "listenOnce": ", { once: true }"}[s.kind])
		r.line("}")
	case "prevent":
		switch s.a {
		case 0:
			r.line("e.preventDefault();")
		case 1:
			r.line("e.stopImmediatePropagation();")
		}
	case "unlisten":
		r.line("if (%s?.f) %s.removeEventListener('%s', %s.f);", target, target, eventType(s.b), target)
	case "dispatch":
		r.line("dispatch(%s, new Event('%s', { cancelable: %t }));", target, eventType(s.b), s.c%2 == 0)
	case "sleep":
		r.line("P[%d] = require('timers/promises').setTimeout(%d, %d).then((v) => { L(%d, v); });", take(&r.promises), s.a, s.b, r.next())
	case "sleepImmediate":
		r.line("P[%d] = require('timers/promises').setImmediate(%d).then((v) => { L(%d, v); });", take(&r.promises), s.b, r.next())
	case "sleepSignal":
		r.line("P[%d] = require('timers/promises').setTimeout(%d, %d, { signal: %s?.signal }).then((v) => { L(%d, v); }%s);",
			take(&r.promises), 2*s.a, s.b, signal, r.next(), r.rejected(s.c))
	case "ticking":
		r.line("P[%d] = (async () => { let n = 0; for await (const v of require('timers/promises').setInterval(%d, 6)) { L(%d, v); if (++n > %d) break; } L(%d); })();",
			take(&r.promises), 1+s.a, r.next(), s.b%3, r.next())
	default:
		return false
	}
	return true
}

// eventType returns one of two names.
func eventType(n int) string { return []string{"a", "b"}[n%2] }
