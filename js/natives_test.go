package js_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// takesBuffer are expressions with v, an ArrayBuffer or a view of one, that call Go functions or
// functions that call some.
var takesBuffer = []string{
	`new TextDecoder().decode(v)`, `new TextDecoder('latin1').decode(v)`, `new TextDecoder('utf-16le').decode(v)`,
	`new TextEncoder().encodeInto('text', v)`, `crypto.getRandomValues(v)`, `structuredClone(v)`, `new Blob([v]).text()`,
	`new File([v], 'f').arrayBuffer()`, `new Response(v).text()`, `new Request('http://localhost', { method: 'POST', body: v }).text()`,
	`Buffer.from(v)`, `Buffer.from(v.buffer ?? v)`, `Buffer.alloc(8).fill(v)`, `Buffer.concat([v])`, `Buffer.compare(v, v)`, `Buffer.byteLength(v)`, `Buffer.isEncoding(v)`,
	`Buffer.from('text').copy(v)`, `Buffer.prototype.copy.call(v, Buffer.alloc(8))`, `Buffer.alloc(8).equals(v)`, `Buffer.alloc(8).compare(v)`,
	`Buffer.alloc(8).indexOf(v)`, `Buffer.alloc(8).lastIndexOf(v)`, `Buffer.alloc(8).includes(v)`, `Buffer.alloc(8).set(v)`,
	`Buffer.prototype.toString.call(v, 'hex')`, `Buffer.prototype.toString.call(v)`, `Buffer.prototype.write.call(v, 'text', 0, 4)`,
	`Buffer.prototype.fill.call(v, 'text')`, `Buffer.prototype.utf8Slice?.call(v, 0, 4)`, `require('buffer').isUtf8(v)`, `require('buffer').isAscii(v)`,
	`require('buffer').transcode?.(v, 'utf8', 'latin1')`, `new (require('string_decoder').StringDecoder)('utf8').write(v)`,
	`require('util').inspect(v)`, `console.log(v)`, `require('util').isDeepStrictEqual(v, v)`, `require('assert').deepStrictEqual(v, v)`, `JSON.stringify(v)`,
	`new (require('util').TextDecoder)().decode(v)`, `require('fs').writeFileSync('f', v)`, `require('fs').promises.writeFile('f', v)`, `require('fs').appendFileSync('f', v)`,
	`{ const fs = require('fs'), fd = fs.openSync('f', 'w+'); try { fs.writeSync(fd, v) } finally { fs.closeSync(fd) } }`,
	`{ const fs = require('fs'), fd = fs.openSync('f', 'w+'); try { fs.readSync(fd, v) } finally { fs.closeSync(fd) } }`,
	`new Promise((done) => require('fs').open('f', 'w+', (_, fd) => { try { require("fs").read(fd, v, done) } catch (e) { done() } }))`,
	`new Promise((done) => require('fs').open('f', 'w+', (_, fd) => { try { require("fs").write(fd, v, done) } catch (e) { done() } }))`,
	`new Promise((done) => new (require('stream').Writable)({ write(c, e, next) { next() } }).end(v, done))`, `require('stream').Readable.from([v]).toArray().then((a) => a.length)`,
	`process.stdout.write(v)`, `new ReadableStream({ type: 'bytes', start(c) { c.enqueue(v) } }).getReader().read()`,
	`new ReadableStream({ type: 'bytes', pull(c) { c.close() } }).getReader({ mode: 'byob' }).read(v)`,
	`new Response(new ReadableStream({ start(c) { c.enqueue(v); c.close() } })).text()`, `new WritableStream().getWriter().write(v)`, `require('util').types.isUint8Array(v)`,
	`new URLSearchParams(v)`, `btoa(v)`, `atob(v)`, `require('querystring').unescapeBuffer?.(v)`, `async(v)`, `v`, `Promise.resolve(v)`,
}

// TestDetachedBuffers: a function that gets a detached buffer may throw, but must not panic.
func TestDetachedBuffers(t *testing.T) {
	t.Chdir(t.TempDir()) // some of the scripts make files
	var out output
	r := start(t, strict(t), js.WithStdout(&out), js.WithDir(t.TempDir()))
	if err := r.Set("async", r.Async(failNothing)); err != nil {
		t.Fatal(err)
	}
	for _, v := range []string{
		`new Uint8Array(8)`, `new Uint8Array(new ArrayBuffer(8), 2, 4)`, `new Uint8ClampedArray(8)`, `new Float64Array(2)`, `new BigInt64Array(2)`,
		`new DataView(new ArrayBuffer(8), 2)`, `new ArrayBuffer(8)`, `Buffer.from(new ArrayBuffer(8), 2, 4)`,
	} {
		for _, use := range takesBuffer {
			source := `(() => { const v = ` + v + `; structuredClone(v.buffer ?? v, { transfer: [v.buffer ?? v] }); return eval(` + fmt.Sprintf("%q", use) + `) })()`
			_, err := r.Eval(t.Context(), source)
			var panicked *wakeful.PanicError
			if errors.As(err, &panicked) || errors.Is(err, js.ErrEnded) {
				t.Errorf("%s of a detached %s: %v\n%s", use, v, err, stackOf(panicked))
			}
		}
	}
}

// stackOf returns the stack of a panic, or nil if there was none.
func stackOf(e *wakeful.PanicError) []byte {
	if e == nil {
		return nil
	}
	return e.Stack
}
