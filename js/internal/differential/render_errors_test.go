package differential

// This file renders statements about errors that nobody catches, and about event emitters.

import "fmt"

// thrown are values that are not errors.
var thrown = []string{"undefined", "null", "'text'", "7", "{ then: 1 }", "E(3)"}

// errors renders handlers of errors. A handler may throw, which ends the program.
func (r *renderer) errors(s statement) bool {
	switch s.kind {
	case "onUncaught", "onceUncaught", "monitor", "capture":
		r.alone = true // a handler that throws ends Node without the event exit
	}
	switch s.kind {
	case "onUncaught":
		r.block("process.prependListener('uncaughtException', (e, origin) => {", "e, origin", s.body(0), "});")
	case "onceUncaught":
		r.block("process.once('uncaughtException', (e, origin) => {", "e, origin", s.body(0), "});")
	case "monitor":
		r.block("process.once('uncaughtExceptionMonitor', (e, origin) => {", "e, origin", s.body(0), "});")
	case "capture":
		r.line("if (process.hasUncaughtExceptionCaptureCallback()) process.setUncaughtExceptionCaptureCallback(null); else")
		r.block("process.setUncaughtExceptionCaptureCallback((e) => {", "e", s.body(0), "});")
	case "onUnhandled":
		// It does not throw. Node then forgets the other rejections until the next one.
		r.block("process.once('unhandledRejection', (e) => { try {", "e", s.body(0), "} catch (e) { L('caught', e); } });")
	case "throwValue":
		r.line("if (throwing(%d)) throw %s;", r.next(), thrown[s.b%len(thrown)])
	case "warn":
		r.line("process.emitWarning('w%d', 'TestWarning', 'W%d');", s.a, s.b)
	case "onWarning":
		r.block("process.once('warning', (w) => {", "w.code", s.body(0), "});")
	default:
		return false
	}
	return true
}

// emitters renders uses of EventEmitter. The number of times that they emit has a limit.
func (r *renderer) emitters(s statement) bool {
	emitter, event := fmt.Sprintf("M[%d]", objectIndex(s.a, r.emitted)), eventType(s.b)
	switch s.kind {
	case "emitter":
		r.line("M[%d] = new (require('events'))({ captureRejections: %t });", take(&r.emitted), s.c == 0)
	case "on":
		async := []string{"", "async "}[s.c/2]
		r.block(fmt.Sprintf("%s?.%s('%s', %s(v) => {", emitter, []string{"on", "prependListener"}[s.c%2], event, async), "v", s.body(0), "});")
	case "emitterOnce":
		r.block(fmt.Sprintf("%s?.once('%s', (v) => {", emitter, []string{"a", "b", "error"}[s.b%3]), "v", s.body(0), "});")
	case "emit":
		r.line("if (%s && budget()) L(%d, %s.emit('%s', %d));", emitter, r.next(), emitter, event, s.a)
	case "emitError":
		r.line("if (%s && budget()) L(%d, %s.emit('error', %s));", emitter, r.next(), emitter, []string{"E(4)", "undefined", "'text'"}[s.b%3])
	case "eventsOnce":
		r.line("if (%s) P[%d] = require('events').once(%s, '%s').then((v) => { L(%d, v); }%s);", emitter, take(&r.promises), emitter, event, r.next(), r.rejected(s.c))
	case "eventsOn":
		r.line("if (%s) P[%d] = (async () => { let n = 0; for await (const v of require('events').on(%s, '%s')) { L(%d, v); if (++n > %d) break; } L(%d); })();",
			emitter, take(&r.promises), emitter, event, r.next(), s.c, r.next())
	default:
		return false
	}
	return true
}
