package js_test

import (
	"crypto/sha1" //nolint:gosec // the protocol demands it
	"encoding/base64"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// acceptOf returns the Sec-WebSocket-Accept for a key.
func acceptOf(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")) //nolint:gosec // see above
	return base64.StdEncoding.EncodeToString(sum[:])
}

// wptSocketPrelude is common to the cases of WebSocket: a function that tries something, and one
// that reports the end of a socket.
const wptSocketPrelude = `const attempt = (fn) => { try { return fn() } catch (e) { return e instanceof DOMException ? e.name + ':' + e.code : e.name } };
const report = (ws, more = () => {}) => { ws.onerror = () => L('error'); ws.onclose = (e) => { L('close', e.wasClean, e.code, e.reason); more(e) } };
const open = (path = '/echo', ...rest) => new WebSocket(SERVER + path, ...rest); `

// wptSocket are cases of websockets. The name of a case is that of its file there. What Node 20
// prints is the same, except where it says so.
//
//nolint:dupword // what programs print repeats itself
var wptSocket = []struct {
	wptCase
	node string // what Node prints if it is something else, and why
}{
	{wptCase{"Create-http-urls", `for (const s of ['http', 'https', 'ws', 'wss']) { const ws = new WebSocket(s + '://127.0.0.1:1/a?b'); L(ws.url); ws.close() }`, "ws://127.0.0.1:1/a?b wss://127.0.0.1:1/a?b ws://127.0.0.1:1/a?b wss://127.0.0.1:1/a?b"}, ""},
	{wptCase{"Create-invalid-urls", `for (const u of ['ws://foo bar.com/', 'wss://foo bar.com/', 'ftp://localhost/', 'mailto:example@example.org', 'about:blank', SERVER + '/#', SERVER + '/#test', '#test']) L(attempt(() => new WebSocket(u)))`,
		"SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12"}, "an empty fragment is accepted"},
	{wptCase{"Create-non-absolute-url", `L(attempt(() => new WebSocket('test')), attempt(() => new WebSocket('?'))) `, "SyntaxError:12:SyntaxError:12"}, ""},
	{wptCase{"Create-wrong-scheme", `L(attempt(() => new WebSocket('data:text/plain,x')))`, "SyntaxError:12"}, ""},
	{wptCase{"Create-asciiSep-protocol-string", `for (const s of '()<>@,;:\\"/[]?={} \t') L(attempt(() => open('/echo', 'a' + s + 'b')))`, "SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12 SyntaxError:12"}, ""},
	{wptCase{"Create-nonAscii-protocol-string", `L(attempt(() => open('/echo', '\u0080abc')), attempt(() => open('/echo', '\0')))`, "SyntaxError:12:SyntaxError:12"}, ""},
	{wptCase{"Create-protocol-with-space", `L(attempt(() => open('/echo', 'ec ho')))`, "SyntaxError:12"}, ""},
	{wptCase{"Create-protocols-repeated", `L(attempt(() => open('/echo', ['echo', 'echo'])))`, "SyntaxError:12"}, ""},
	{wptCase{"Create-protocols-repeated-case-insensitive", `L(attempt(() => open('/echo', ['echo', 'eCho'])))`, "SyntaxError:12"}, ""},
	{wptCase{"Create-valid-url", `const ws = open(); ws.onopen = () => { L('open', ws.readyState); ws.close() }; ws.onclose = (e) => L('close', ws.readyState, e.wasClean)`, "open:1 close:3:true"}, ""},
	{wptCase{"Create-valid-url-array-protocols", `const ws = open('/echo', ['echo', 'chat']); ws.onopen = () => { L(ws.protocol); ws.close() }`, "echo"}, ""},
	{wptCase{"Create-valid-url-protocol", `const ws = open('/echo', 'echo'); L('[' + ws.protocol + ']'); ws.onopen = () => { L(ws.protocol); ws.close() }`, "[] echo"}, ""},
	{wptCase{"Create-valid-url-protocol-empty", `L(attempt(() => open('/echo', '')))`, "SyntaxError:12"}, ""},
	{wptCase{"Create-verify-url-set-default-port", `const ws = new WebSocket('ws://127.0.0.1:80/'); L(ws.url); ws.close(); const s = new WebSocket('wss://127.0.0.1:443'); L(s.url); s.close()`, "ws://127.0.0.1/ wss://127.0.0.1/"}, ""},
	{wptCase{"Create-extensions-empty", `const ws = open(); ws.onopen = () => { L('[' + ws.extensions + ']'); ws.close() }`, "[]"}, ""},
	{wptCase{"interfaces/WebSocket/constants", `L(WebSocket.CONNECTING, WebSocket.OPEN, WebSocket.CLOSING, WebSocket.CLOSED, WebSocket.prototype.CLOSED); WebSocket.prototype.OPEN = 9; delete WebSocket.prototype.OPEN; L(WebSocket.prototype.OPEN, Object.keys(WebSocket).join())`, "0:1:2:3:3 1:CONNECTING,OPEN,CLOSING,CLOSED"}, ""},
	{wptCase{"constructor without arguments, without new, with a symbol", `L(attempt(() => new WebSocket()), attempt(() => WebSocket('ws://localhost')), attempt(() => new WebSocket(Symbol())))`, "TypeError:TypeError:TypeError"}, ""},
	{wptCase{"interfaces/WebSocket/readyState", `const ws = open(); L(ws.readyState); ws.onopen = () => { L(ws.readyState); ws.close(); L(ws.readyState) }; ws.onclose = () => L(ws.readyState); ws.readyState = 5; L(ws.readyState)`, "0 0 1 2 3"}, ""},
	{wptCase{"binaryType-wrong-value", `const ws = open(); L(ws.binaryType); ws.binaryType = 'arraybuffer'; for (const v of ['', 'Blob', 'ArrayBuffer', null, 1]) { ws.binaryType = v; L(ws.binaryType) } ws.binaryType = 'blob'; L(ws.binaryType); ws.close(); ws.onclose = () => {}`, "blob arraybuffer arraybuffer arraybuffer arraybuffer arraybuffer blob"}, "a wrong value becomes blob"},
	{wptCase{"Send-data", `const ws = open(); ws.onopen = () => ws.send('Message to send'); ws.onmessage = (e) => { L(e.data, e.origin === SERVER, e.type); ws.close() }; report(ws)`, "Message to send:true:message close:true:1005:"}, ""},
	{wptCase{"Send-0byte-data", `const ws = open(); ws.onopen = () => ws.send(''); ws.onmessage = (e) => { L(JSON.stringify(e.data)); ws.close(1000) }; report(ws)`, `"" close:true:1000:`}, ""},
	{wptCase{"Send-65K-data", `const ws = open(); const data = 'x'.repeat(65000); ws.onopen = () => ws.send(data); ws.onmessage = (e) => { L(e.data === data); ws.close(1000) }; report(ws)`, "true close:true:1000:"}, ""},
	{wptCase{"Send-null", `const ws = open(); let n = 0; ws.onopen = () => { ws.send(null); ws.send(undefined); ws.send(1); ws.send({ toString: () => 'o' }) }; ws.onmessage = (e) => { L(e.data); if (++n === 4) ws.close() }`, "null undefined 1 o"}, ""},
	{wptCase{"Send-unicode-data", `const ws = open(); ws.onopen = () => ws.send('¥¥¥¥¥¥'); ws.onmessage = (e) => { L(e.data); ws.close() }`, "¥¥¥¥¥¥"}, ""},
	{wptCase{"Send-paired-surrogates", `const ws = open(); ws.onopen = () => ws.send('\uD801\uDC07'); ws.onmessage = (e) => { L(e.data === '\uD801\uDC07'); ws.close() }`, "true"}, ""},
	{wptCase{"Send-Unpaired-surrogates", `const ws = open(); ws.onopen = () => ws.send('\uD807'); ws.onmessage = (e) => { L(e.data === '\uFFFD'); ws.close() }`, "true"}, ""},
	{wptCase{"Send-before-open", `const ws = open(); L(attempt(() => ws.send('x'))); L(attempt(() => ws.send())); ws.close()`, "InvalidStateError:11 TypeError"}, ""},
	{wptCase{"Send-binary-arraybuffer", `const ws = open(); ws.binaryType = 'arraybuffer'; ws.onopen = () => ws.send(new ArrayBuffer(15)); ws.onmessage = (e) => { L(e.data instanceof ArrayBuffer, e.data.byteLength); ws.close() }`, "true:15"}, ""},
	{wptCase{"Send-binary-65K-arraybuffer", `const ws = open(); ws.binaryType = 'arraybuffer'; ws.onopen = () => ws.send(new ArrayBuffer(65000)); ws.onmessage = (e) => { L(e.data.byteLength); ws.close() }`, "65000"}, ""},
	{wptCase{"Send-binary-arraybufferview", `const ws = open(); ws.binaryType = 'arraybuffer'; const b = new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7]).buffer; const views = [new Int16Array(b, 2), new Uint16Array(b, 2, 1), new Int32Array(b, 4, 1), new Float32Array(b), new Float64Array(b), new Uint8Array(b, 3, 0), new DataView(b, 1, 2)];
		ws.onopen = () => { for (const v of views) ws.send(v) }; let n = 0; ws.onmessage = (e) => { L([...new Uint8Array(e.data)].join()); if (++n === views.length) ws.close() }`, "2,3,4,5,6,7 2,3 4,5,6,7 0,1,2,3,4,5,6,7 0,1,2,3,4,5,6,7  1,2"}, ""},
	{wptCase{"Send-binary-blob", `const ws = open(); ws.onopen = () => { ws.send(new Blob(['one', 'two'])); ws.send('after') }; let n = 0; ws.onmessage = async (e) => { const first = ++n === 1; L(first ? e.data.constructor.name + e.data.size : e.data); if (first) L(await e.data.text()); else ws.close() }`, "Blob6 onetwo after"}, "what is sent after a blob overtakes it"},
	{wptCase{"a sent buffer can be changed", `const ws = open(); ws.binaryType = 'arraybuffer'; ws.onopen = () => { const v = new Uint8Array([1, 2]); ws.send(v); v[0] = 9 }; ws.onmessage = (e) => { L(new Uint8Array(e.data).join()); ws.close() }`, "1,2"}, ""},
	{wptCase{"Close-1000", `const ws = open(); ws.onopen = () => ws.close(1000); report(ws)`, "close:true:1000:"}, ""},
	{wptCase{"Close-1000-reason", `const ws = open(); ws.onopen = () => ws.close(1000, 'Clean Close'); report(ws)`, "close:true:1000:Clean Close"}, "no reason comes back"},
	{wptCase{"Close-1005", `const ws = open(); ws.onopen = () => { L(attempt(() => ws.close(1005)), ws.readyState); ws.close(1000) }; ws.onclose = (e) => L(e.code)`, "InvalidAccessError:15:1 1000"}, ""},
	{wptCase{"Close-2999-reason", `const ws = open(); L(attempt(() => ws.close(2999, 'Close not in range 3000-4999'))); ws.close()`, "InvalidAccessError:15"}, ""},
	{wptCase{"Close-3000-verify-code", `const ws = open(); ws.onopen = () => ws.close(3000, 'Clean Close'); report(ws)`, "close:true:3000:Clean Close"}, "no reason comes back"},
	{wptCase{"Close-4999-reason", `const ws = open(); ws.onopen = () => ws.close(4999, 'Clean Close'); report(ws)`, "close:true:4999:Clean Close"}, "no reason comes back"},
	{wptCase{"Close-0, NaN, null, string, undefined", `const ws = open(); ws.onopen = () => { L(attempt(() => ws.close(0)), attempt(() => ws.close(NaN)), attempt(() => ws.close(null)), attempt(() => ws.close('string')), attempt(() => ws.close('onlyReason'))); ws.close(undefined) }; report(ws)`, "InvalidAccessError:15:InvalidAccessError:15:InvalidAccessError:15:InvalidAccessError:15:InvalidAccessError:15 close:true:1005:"}, ""},
	{wptCase{"Close-clamp", `const ws = open(); L([2 ** 16 + 1000, -(2 ** 16) + 1000, 999.5, 1000.5, 1000.6].map((c) => attempt(() => { ws.close(c); return 'ok' })).join(' '))`, "InvalidAccessError:15 InvalidAccessError:15 ok ok InvalidAccessError:15"}, "numbers are not clamped"},
	{wptCase{"Close-Reason-124Bytes", `const ws = open(); ws.onopen = () => { L(attempt(() => ws.close(1000, 'x'.repeat(124))), attempt(() => ws.close(1000, 'ü'.repeat(62)))); ws.close(1000, 'x'.repeat(123)) }; ws.onclose = (e) => L(e.wasClean)`, "SyntaxError:12:SyntaxError:12 true"}, ""},
	{wptCase{"Close-Reason-Unpaired-surrogates", `const ws = open(); ws.onopen = () => ws.close(1000, '\uD807'); ws.onclose = (e) => L(e.reason === '\uFFFD')`, "true"}, "no reason comes back"},
	{wptCase{"Close-readyState-Closing", `const ws = open(); ws.onopen = () => { ws.close(1000); L(ws.readyState); L(attempt(() => ws.close(1001))) }; ws.onclose = () => { L(ws.readyState); L(attempt(() => ws.close(1000))) }`, "2 InvalidAccessError:15 3 undefined"}, ""},
	{wptCase{"Close-server-initiated-close", `const ws = open('/close?code=4001&reason=bye'); report(ws, () => L(ws.readyState))`, "close:true:4001:bye 3"}, ""},
	{wptCase{"a close frame without a code", `const ws = open('/raw?hex=8800'); report(ws)`, "close:true:1005:"}, ""},
	{wptCase{"closing-handshake: no close frame", `const ws = open('/raw?hex=&eof'); ws.onopen = () => L('open'); report(ws)`, "open error close:false:1006:"}, "only close"},
	{wptCase{"opening-handshake: another status", `report(open('/refuse'))`, "error close:false:1006:"}, "no event close"},
	{wptCase{"opening-handshake: a redirect", `report(open('/redirect'))`, "error close:false:1006:"}, "no event close"},
	{wptCase{"opening-handshake: a wrong accept", `report(open('/accept'))`, "error close:false:1006:"}, "no event close"},
	{wptCase{"opening-handshake: a protocol that was not offered", `report(open('/protocol?p=b', 'a'))`, "error close:false:1006:"}, "no event close"},
	{wptCase{"opening-handshake: a protocol although none was offered", `report(open('/protocol?p=b'))`, "error close:false:1006:"}, "accepted"},
	{wptCase{"opening-handshake: a protocol in other letters", `report(open('/protocol?p=A', 'a'))`, "error close:false:1006:"}, "accepted"},
	{wptCase{"opening-handshake: no protocol although some were offered", `report(open('/raw?hex=8800', 'a'))`, "error close:false:1006:"}, "accepted"},
	{wptCase{"opening-handshake: an extension that was not offered", `report(open('/extension'))`, "error close:false:1006:"}, "no event error"},
	{wptCase{"interfaces/WebSocket/close/close-connecting", `const ws = open('/never'); ws.close(); L(ws.readyState); ws.onopen = () => L('open'); report(ws, () => L(ws.readyState))`, "2 error close:false:1006: 3"}, "no error"},
	{wptCase{"interfaces/WebSocket/close/close-multiple", `const ws = open(); let n = 0; ws.onopen = () => { ws.close(); ws.close(); ws.close() }; ws.onclose = () => { n++; ws.close(); setTimeout(() => L(n), 20) }`, "1"}, ""},
	{wptCase{"interfaces/WebSocket/close/close-nested", `const ws = open(); ws.onopen = () => { ws.close(); L('outer', ws.readyState) }; ws.onclose = () => { ws.close(); L('inner', ws.readyState) }`, "outer:2 inner:3"}, ""},
	{wptCase{"interfaces/WebSocket/bufferedAmount", `const ws = open(); L(ws.bufferedAmount); ws.onopen = () => { ws.send('ü'); L(ws.bufferedAmount); ws.send(new Uint8Array(7)); L(ws.bufferedAmount) }; let n = 0; ws.onmessage = () => { if (++n === 2) setTimeout(() => { L(ws.bufferedAmount); ws.close(); ws.send('abc'); L(ws.bufferedAmount) }, 10) }; ws.onclose = () => { ws.send('d'); L(ws.bufferedAmount) }`, "0 2 9 0 3 4"}, "nothing is counted after close"},
	{wptCase{"interfaces/WebSocket/events", `const ws = open(); const h = () => {}; L(['open', 'message', 'error', 'close'].map((t) => 'on' + t in ws && ws['on' + t] === null).join()); ws.onopen = h; L(ws.onopen === h); ws.onopen = 1; L(ws.onopen); ws.addEventListener('open', (e) => { L('listener', e.constructor.name, e.bubbles, e.cancelable, e.target === ws); ws.close() })`, "true,true,true,true true null listener:Event:false:false:true"}, ""},
	{wptCase{"interfaces/WebSocket/events: the order", `const ws = open(); for (const t of ['open', 'message', 'error', 'close']) ws.addEventListener(t, (e) => { L(t); if (t === 'open') ws.send('x'); if (t === 'message') ws.close(1000) })`, "open message close"}, ""},
	{wptCase{"eventhandlers: an exception in a listener", `process.on('uncaughtException', (e) => L('uncaught', e.message)); const ws = open(); ws.onopen = () => { setTimeout(() => ws.close(), 10); throw new Error('mine') }; ws.onclose = () => L('close')`, "uncaught:mine close"}, ""},
	{wptCase{"the order of jobs after an event", `const ws = open(); ws.addEventListener('open', () => { process.nextTick(() => L('tick')); Promise.resolve().then(() => L('job')); L('a') }); ws.addEventListener('open', () => { L('b'); ws.close() })`, "a b tick job"}, "the event comes in a job of a promise"},
	{wptCase{"basic-auth", `const ws = new WebSocket(SERVER.replace('//', '//foo:bar@') + '/headers'); ws.onmessage = (e) => L(JSON.parse(e.data)[0])`, "Basic Zm9vOmJhcg=="}, "no credentials are sent"},
}

// TestWPTWebSocket runs the cases here and in Node.
func TestWPTWebSocket(t *testing.T) {
	for _, c := range wptSocket {
		t.Run(c.name, func(t *testing.T) {
			server := newSocketServer(t, false)
			if got := runWPT(t, wptSocketPrelude+c.source, js.WithGlobal("SERVER", server.address())); got != c.want {
				t.Errorf("ran %q\nwant %q", got, c.want)
			}
		})
	}
	t.Run("node", func(t *testing.T) {
		node := newWPTNode(t)
		for i, c := range wptSocket {
			if c.node != "" || !sampled(i, 12, 4) {
				continue
			}
			t.Run(c.name, func(t *testing.T) {
				server := newSocketServer(t, false)
				source := "const SERVER = process.env.SERVER; " + wptSocketPrelude + c.source
				if got := node.run(t, source, "SERVER="+server.address(), "NODE_OPTIONS=--experimental-websocket"); got != c.want {
					t.Errorf("Node prints %q\nwant %q", got, c.want)
				}
			})
		}
	})
}
