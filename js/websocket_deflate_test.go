package js_test

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// This file owns the tests of compressed messages of WebSocket: against another library, against
// Node, and against frames of RFC 7692.

// deflateScript sends texts and bytes of many lengths, of which the long ones are compressed, and
// compares what comes back. Its result begins with the extensions.
func deflateScript(address string) string {
	return `new Promise((done) => { const ws = new WebSocket('` + address + `'); ws.binaryType = 'arraybuffer';
		const sent = []; for (const n of [0, 1, 125, 126, 1023, 1024, 5000, 70000]) {
			sent.push('ü'.repeat(n), new Uint8Array(n).fill(n), Uint8Array.from({ length: n }, (_, i) => (i * i * 31 + (i >> 3)) % 251));
		}
		const same = (a, b) => typeof a === 'string' ? a === b : a.length === b.byteLength && new Uint8Array(b).every((v, i) => v === a[i]);
		let next = 0, wrong = 0;
		ws.onopen = () => { for (const m of sent) ws.send(m) };
		ws.onmessage = (e) => { if (!same(sent[next], e.data)) wrong++; if (++next === sent.length) ws.close(1000) };
		ws.onerror = (e) => done(e.message);
		ws.onclose = (e) => done([ws.extensions, e.code, next, wrong].join()) })`
}

// TestWebSocketDeflate: long messages go compressed in both directions, and come back as they were.
func TestWebSocketDeflate(t *testing.T) {
	const extensions = "permessage-deflate; client_no_context_takeover; server_no_context_takeover"
	server := newSocketServer(t, false)
	for _, c := range []struct{ name, address, extensions string }{
		{"a server without", server.address() + "/echo", ""},
		{"coder/websocket", server.address() + "/deflate", extensions},
		{"coder/websocket with context takeover", server.address() + "/takeover", extensions},
		{"node", "", "permessage-deflate; server_no_context_takeover"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.address == "" {
				c.address = nodeDeflateServer(t)
			}
			got, err := bare(t, js.WithWebSocket(server.Client())).Eval(t.Context(), deflateScript(c.address))
			if want := c.extensions + ",1000,24,0"; err != nil || got != want {
				t.Errorf("got %v, %v; want %s", got, err, want)
			}
		})
	}
}

// nodeDeflate is an echo server with Node's zlib. It refuses a long message that is not compressed,
// unless it would not become shorter, and compresses each of its own.
const nodeDeflate = `const http = require('http'), zlib = require('zlib'), crypto = require('crypto');
const server = http.createServer().on('upgrade', (request, socket) => {
	const accept = crypto.createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
	socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ' + accept + '\r\nSec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n\r\n');
	const frame = (first, payload) => {
		const n = payload.length, head = n < 126 ? Buffer.from([first, n]) : n < 65536 ? Buffer.from([first, 126, n >> 8, n & 255]) : Buffer.from([first, 127, 0, 0, 0, 0, n >> 24, n >> 16 & 255, n >> 8 & 255, n & 255]);
		socket.write(Buffer.concat([head, payload]));
	};
	const deflate = (p) => { const d = zlib.deflateRawSync(p, { finishFlush: zlib.constants.Z_SYNC_FLUSH }); return d.subarray(0, d.length - 4); };
	let input = Buffer.alloc(0);
	socket.on('error', () => {}).on('data', (part) => {
		for (input = Buffer.concat([input, part]); ;) {
			let n = input[1] & 127, at = 2;
			if (input.length < 14 && input.length < (n === 126 ? 8 : n === 127 ? 14 : 6)) return;
			if (n === 126) { n = input.readUInt16BE(2); at = 4; } else if (n === 127) { n = Number(input.readBigUInt64BE(2)); at = 10; }
			if (input.length < at + 4 + n) return;
			const mask = input.subarray(at, at + 4), first = input[0];
			let payload = Buffer.from(input.subarray(at + 4, at + 4 + n).map((b, i) => b ^ mask[i & 3]));
			input = input.subarray(at + 4 + n);
			if ((first & 15) === 8) { frame(first, payload); socket.end(); return; }
			if (first & 64) payload = zlib.inflateRawSync(Buffer.concat([payload, Buffer.from([0, 0, 255, 255])]), { finishFlush: zlib.constants.Z_SYNC_FLUSH });
			else if (n >= 1024 && deflate(payload).length < n / 2) { socket.destroy(); return; }
			frame(first | 64, deflate(payload));
		}
	});
}).listen(0, '127.0.0.1', () => console.log('ws://127.0.0.1:' + server.address().port));
process.stdin.on('end', () => process.exit()).resume();`

// nodeDeflateServer starts the server, and returns its address.
func nodeDeflateServer(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT RUN: there is no node for the server: " + err.Error())
	}
	cmd := exec.CommandContext(t.Context(), path, "-e", nodeDeflate)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close() // ends it
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("node says %q, %v", address, err)
	}
	return strings.TrimSpace(address)
}

// TestWebSocketDeflateFrames: the frames of RFC 7692, section 7.2.3, and frames that are not
// allowed.
func TestWebSocketDeflateFrames(t *testing.T) {
	for _, c := range []struct{ name, hex, script, wire string }{
		{"7.2.3.1 a message", "c107 f248cdc9c90700 8802 03e8", "1000 [Hello]", "1000"},
		{"7.2.3.1 in fragments", "4103 f248cd 8004 c9c90700 8802 03e8", "1000 [Hello]", "1000"},
		{"7.2.3.2 a message that needs the one before", "c107 f248cdc9c90700 c105 f200110000", "1006 [Hello]", "1007"},
		{"7.2.3.3 a block without compression", "c10b 000500faff48656c6c6f00 8802 03e8", "1000 [Hello]", "1000"},
		{"7.2.3.4 a last block", "c108 f348cdc9c9070000 8802 03e8", "1000 [Hello]", "1000"},
		{"7.2.3.5 two blocks", "c10d f2480500 0000ffff cac9c90700 8802 03e8", "1000 [Hello]", "1000"},
		{"not compressed", "8105 48656c6c6f 8802 03e8", "1000 [Hello]", "1000"},
		{"an empty message", "c101 00 8802 03e8", "1000 []", "1000"},
		{"the bit on the second fragment", "4103 f248cd c004 c9c90700", "1006 []", "1002"},
		{"the bit on a control frame", "c900", "1006 []", "1002"},
		{"another bit", "e107 f248cdc9c90700", "1006 []", "1002"},
		{"what is not deflate", "c102 ffff", "1006 []", "1007"},
		{"a text that is not UTF-8", "c107 0001 00fe ff ff00", "1006 []", "1007"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newSocketServer(t, false)
			address := server.address() + "/raw?deflate&hex=" + strings.ReplaceAll(c.hex, " ", "")
			got, err := bare(t, js.WithWebSocket(server.Client())).Eval(t.Context(), `new Promise((done) => { const got = []; const ws = new WebSocket('`+address+`');
				ws.onmessage = (e) => got.push(e.data); ws.onclose = (e) => done(e.code + ' [' + got.join() + ']') })`)
			if err != nil || got != c.script {
				t.Errorf("the script saw %v, %v; want %s", got, err, c.script)
			}
			if wire := <-server.ended; wire != c.wire && !strings.HasPrefix(wire, c.wire+" ") {
				t.Errorf("the server got %s, want %s", wire, c.wire)
			}
		})
	}
}
