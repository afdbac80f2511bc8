package js_test

import (
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/js"
)

// httpProgram prints the same under Node.
const httpProgram = `
const http = require('http'), net = require('net');
const lines = [];
const server = http.createServer((req, res) => {
  let body = '';
  req.setEncoding('utf8');
  req.on('data', (part) => { body += part; });
  req.on('end', () => {
    res.setHeader('X-Url', req.url);
    res.setHeader('Set-Cookie', ['a=1', 'b=2']);
    if (req.url === '/parts') {
      res.writeHead(201, { 'Content-Type': 'text/plain' });
      res.write('one ');
      setTimeout(() => res.end('two'), 1);
    } else if (req.url === '/gone') res.destroy();
    else res.end(req.method + ' ' + body);
  });
});
server.on('upgrade', (req, socket, head) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n');
  socket.pipe(socket);
});
function ask(options, body) {
  return new Promise((resolve) => {
    const req = http.request({ port: server.address().port, ...options }, (res) => {
      let text = '';
      res.on('data', (part) => { text += part; });
      res.on('end', () => resolve([res.statusCode, res.statusMessage, res.headers['x-url'], res.headers['set-cookie'].join('+'), res.headers['content-length'] ?? res.headers['transfer-encoding'], text].join(' ')));
    });
    req.on('error', (error) => resolve(error.code));
    req.end(body);
  });
}
function upgrade() {
  return new Promise((resolve) => {
    const req = http.request({ port: server.address().port, headers: { Connection: 'Upgrade', Upgrade: 'echo' } });
    req.on('upgrade', (res, socket) => {
      socket.end('ping');
      socket.on('data', (data) => { lines.push(res.statusCode + ' ' + data); });
      socket.on('end', resolve);
    });
    req.end();
  });
}
server.listen(0, '127.0.0.1', async () => {
  lines.push(await ask({ path: '/a', method: 'POST' }, 'text'));
  lines.push(await ask({ path: '/parts' }));
  lines.push(await ask({ path: '/head', method: 'HEAD' }));
  lines.push(await ask({ path: '/gone' }));
  lines.push(await ask({ port: 1 }));
  await upgrade();
  const raw = net.connect(server.address().port, '127.0.0.1', () => raw.write('GET /raw HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'));
  let answer = '';
  raw.on('data', (data) => { answer += data; }).on('end', () => {
    lines.push(answer.split('\r\n')[0], answer.slice(-4));
    server.close(() => {
      lines.push('closed ' + server.listening);
      for (const [name, make] of Object.entries({
        name: () => http.validateHeaderName('a b'), value: () => http.validateHeaderValue('a', undefined),
        protocol: () => http.get('ftp://a/'), path: () => http.get({ path: 'a b' }), port: () => net.connect(65536),
      })) try { make(); } catch (error) { lines.push(name + ' ' + error.code); }
      for (const line of lines) L(line);
      done();
    });
  });
});
`

func TestHTTP(t *testing.T) {
	want := strings.Join([]string{
		"200 OK /a a=1+b=2 9 POST text", "201 Created /parts a=1+b=2 chunked one two", "200 OK /head a=1+b=2  ", "ECONNRESET", "ECONNREFUSED", "101 ping",
		"HTTP/1.1 200 OK", "GET ", "closed false",
		"name ERR_INVALID_HTTP_TOKEN", "value ERR_HTTP_INVALID_HEADER_VALUE", "protocol ERR_INVALID_PROTOCOL", "path ERR_UNESCAPED_CHARACTERS", "port ERR_SOCKET_BAD_PORT",
	}, "|")
	if got := untilEnd(t, httpProgram); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// untilEnd runs a program that uses the network until it calls done, and returns what it has passed
// to L.
func untilEnd(t *testing.T, source string) string {
	t.Helper()
	var mu sync.Mutex
	var lines []string
	rt := bare(t, js.WithFullAccess(), js.WithGlobal("L", func(c js.FunctionCall) js.Value {
		mu.Lock()
		defer mu.Unlock()
		var words []string
		for _, a := range c.Arguments {
			words = append(words, a.String())
		}
		lines = append(lines, strings.Join(words, " "))
		return nil
	}))
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	if _, err := rt.Eval(ctx, "new Promise((done) => {"+source+"})"); err != nil {
		t.Fatalf("%v after %q", err, lines)
	}
	mu.Lock()
	defer mu.Unlock()
	return strings.Join(lines, "|")
}

// A program ends while connections and a listener are open: nothing is left.
func TestHTTPEnds(t *testing.T) {
	got := untilEnd(t, `
		const server = require('http').createServer((req, res) => res.write('x'));
		server.listen(0, '127.0.0.1', () => {
			require('http').get({ port: server.address().port }, (res) => res.once('data', () => { L('data'); done(); }));
		});`)
	if got != "data" {
		t.Errorf("%q", got)
	}
}

// An assertion's stack begins at the assertion, and its message has its text.
func TestAssertionPlace(t *testing.T) {
	dir := files(t, map[string]string{"main.js": "const assert = require('assert');\n[1].forEach((x) => {\n  try { assert.ok(x === 2); } catch (e) { module.exports = e.message.split('\\n')[2] + '|' + e.stack.includes('main.js:3:'); }\n});"})
	rt := bare(t, js.WithFullAccess())
	got, err := rt.EvalFile(t.Context(), filepath.Join(dir, "main.js"))
	if want := "  assert.ok(x === 2)|true"; err != nil || got != want {
		t.Errorf("%v, %v; want %q", got, err, want)
	}
}

func TestWatch(t *testing.T) {
	got := untilEnd(t, `
		const fs = require('fs'), path = require('path');
		const dir = fs.mkdtempSync(path.join(require('os').tmpdir(), 'watch-'));
		const seen = new Set();
		const watcher = fs.watch(dir, { recursive: true }, (kind, name) => {
			seen.add(kind + ' ' + name);
			if (name === 'in') fs.writeFileSync(path.join(dir, 'in', 'b'), '');
			if (name === path.join('in', 'b')) watcher.close();
		});
		watcher.on('close', () => {
			L([...seen].filter((s) => /^rename/.test(s)).join());
			fs.watchFile(path.join(dir, 'c'), { interval: 2 }, (now, before) => {
				if (now.size === 0) return void fs.writeFileSync(path.join(dir, 'c'), 'abc'); // there is no file yet
				if (now.size !== 3) return;
				L(now.size);
				fs.unwatchFile(path.join(dir, 'c'));
				fs.rmSync(dir, { recursive: true });
				done();
			});
		});
		fs.mkdirSync(path.join(dir, 'in'));`)
	if want := "rename in,rename in/b|3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A tellingConn tells when its owner has closed it.
type tellingConn struct {
	net.Conn
	closed func()
}

func (c tellingConn) Close() error {
	err := c.Conn.Close()
	c.closed()
	return err
}

// A listenerFunc is a listener with another Accept.
type listenerFunc struct {
	net.Listener
	accept func() (net.Conn, error)
}

func (l listenerFunc) Accept() (net.Conn, error) { return l.accept() }

// TestUpgradeOfAClientThatHasGone: the loop comes to a request that switches the protocol only after
// its client has gone and net/http has ended the request. The program gets a socket that has ended.
func TestUpgradeOfAClientThatHasGone(t *testing.T) {
	addresses, events, closed := make(chan string, 1), make(chan string, 10), make(chan struct{})
	r := bare(t, js.WithFullAccess(), js.WithUncaught(func(e *js.Error) bool {
		events <- "uncaught " + e.Error()
		return true
	}), js.WithListen(func(network, address string) (net.Listener, error) {
		l, err := net.Listen(network, address)
		return listenerFunc{l, func() (net.Conn, error) {
			conn, err := l.Accept()
			return tellingConn{conn, sync.OnceFunc(func() { close(closed) })}, err
		}}, err
	}), js.WithGlobal("address", func(a string) { addresses <- a }), js.WithGlobal("event", func(e string) { events <- e }))
	if _, err := r.RunString(t.Context(), `const server = require('http').createServer().on('upgrade', (req, socket) => {
		socket.on('error', () => {}).on('close', () => event('closed')).resume();
		socket.write('late');
	}).listen(0, '127.0.0.1', () => address('127.0.0.1:' + server.address().port))`); err != nil {
		t.Fatal(err)
	}
	address := <-addresses
	blocked, release := make(chan struct{}), make(chan struct{})
	if err := r.Loop().Submit(func() { close(blocked); <-release }); err != nil {
		t.Fatal(err)
	}
	<-blocked
	conn, err := net.Dial("tcp", address)
	if err == nil {
		_, err = conn.Write([]byte("GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"))
		err = errors.Join(err, conn.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	<-closed // by net/http, after its handler
	close(release)
	if got := <-events; got != "closed" {
		t.Errorf("got %q, want that the socket has ended", got)
	}
}

// TestListenersThatFail: after an error that passes, such as too many open files, a listener goes on.
// After another one it has ended, and keeps no program running.
func TestListenersThatFail(t *testing.T) {
	calls := make(chan int, 100)
	next := 0
	r := bare(t, js.WithFullAccess(), js.WithListen(func(network, address string) (net.Listener, error) {
		l, err := net.Listen(network, address)
		return listenerFunc{l, func() (net.Conn, error) {
			next++
			calls <- next
			switch next {
			case 1, 2:
				return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
			case 3:
				return l.Accept()
			}
			return nil, errors.Join(io.ErrUnexpectedEOF, l.Close())
		}}, err
	}))
	if _, err := r.RunString(t.Context(), `const net = require('net'); const server = net.createServer((c) => c.end()).listen(0, '127.0.0.1', () => net.connect(server.address().port).resume())`); err != nil {
		t.Fatal(err)
	}
	if code, err := r.Wait(t.Context()); code != 0 || err != nil {
		t.Errorf("the program ended with %d, %v", code, err)
	}
	if len(calls) != 4 {
		t.Errorf("Accept was called %d times, want 4", len(calls))
	}
}
