package main

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// lines collects a log.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// write writes scripts into a directory.
func write(t *testing.T, dir string, scripts map[string]string) {
	t.Helper()
	for name, source := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// open returns the hooks of scripts, the directory, and what they log.
func open(t *testing.T, scripts map[string]string) (*Hooks, string, *lines) {
	t.Helper()
	store, err := OpenStore(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	dir, log := t.TempDir(), &lines{}
	write(t, dir, scripts)
	h, err := OpenHooks(t.Context(), dir, store, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h, dir, log
}

func order(customer string, cents int64) js.Fields {
	return js.Fields{{Name: "customer", Value: customer}, {Name: "cents", Value: cents}, {Name: "note", Value: ""}}
}

func TestHooksChangeRefuseAndFollow(t *testing.T) {
	h, _, log := open(t, map[string]string{
		"1-upper.js":  `onBeforeCreate((order) => { order.customer = order.customer.toUpperCase(); order.note = Object.keys(order).join() })`,
		"2-refuse.js": `onBeforeCreate(async (order) => { await null; if (order.cents < 0) refuse('negative') })`,
		"3-after.js":  `onAfterCreate(async (order) => { const [row] = await query('SELECT * FROM orders WHERE id = ?', order.id); console.log(JSON.stringify(row)) })`,
	})
	row, err := h.Create(t.Context(), order("ada", 5))
	if err != nil || len(row) != 4 || row[0].Name != "id" || row[3].Name != "note" || value(row, "customer") != "ADA" || value(row, "note") != "customer,cents,note" {
		t.Errorf("got %v, %v", row, err)
	}
	if text := log.String(); !strings.Contains(text, `{\"id\":1,\"customer\":\"ADA\",\"cents\":5,\"note\":\"customer,cents,note\"}`) {
		t.Errorf("the hook that runs after has logged %s", text)
	}
	_, err = h.Create(t.Context(), order("ada", -5))
	if refused, ok := errors.AsType[*RefusedError](err); !ok || refused.File != "2-refuse.js" || refused.Reason != "negative" {
		t.Errorf("a negative price returned %v", err)
	}
	if rows, err := h.store.Query(t.Context(), `SELECT id FROM orders`); err != nil || len(rows) != 1 {
		t.Errorf("the table has %v, %v", rows, err)
	}
}

// TestLargeIntegersStayExact: an integer beyond 2^53 is a BigInt in hooks, and comes back.
func TestLargeIntegersStayExact(t *testing.T) {
	const large = 1<<53 + 1
	h, _, log := open(t, map[string]string{"a.js": `
		onBeforeCreate((order) => { order.note = typeof order.cents; order.cents += 2n });
		onAfterCreate(async (order) => { const [row] = await query('SELECT cents FROM orders WHERE cents = ?', order.cents); console.log(typeof row.cents, String(row.cents)) });`})
	row, err := h.Create(t.Context(), order("ada", large))
	if err != nil || value(row, "cents") != int64(large+2) || value(row, "note") != "bigint" {
		t.Errorf("got %v, %v", row, err)
	}
	if !strings.Contains(log.String(), "bigint 9007199254740995") {
		t.Errorf("the hook has logged %s", log)
	}
}

// TestAFailingHookStaysLocal: the others run, and the next call finds its runtimes as they were.
func TestAFailingHookStaysLocal(t *testing.T) {
	h, _, log := open(t, map[string]string{
		"a.js": `onBeforeCreate(() => { throw new TypeError('broken') }); onAfterCreate(() => Promise.reject(new Error('late')))`,
		"b.js": `onBeforeCreate(() => { for (;;); })`,
		"c.js": `onBeforeCreate(() => { syntax error`,
		"d.js": `onBeforeCreate(() => {}); throw new Error('while it is loaded')`,
		"e.js": `let n = 0; onBeforeCreate((order) => { n++; globalThis.leaked = (globalThis.leaked ?? 0) + 1; Array.prototype.leaked = 1; order.note = n + ' ' + leaked })`,
	})
	for range 2 {
		row, err := h.Create(t.Context(), order("ada", 5))
		if err != nil || value(row, "note") != "1 1" {
			t.Errorf("got %v, %v", row, err)
		}
	}
	for _, want := range []string{"broken", "late", "CPU", "file=c.js", "while it is loaded"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log has no %q:\n%s", want, log)
		}
	}
}

// TestReload: a call in progress keeps the scripts with which it began.
func TestReload(t *testing.T) {
	h, dir, _ := open(t, map[string]string{"a.js": `onBeforeCreate((order) => { order.note = 'old' })`})
	note := func(want string) {
		t.Helper()
		if row, err := h.Create(t.Context(), order("ada", 5)); err != nil || value(row, "note") != want {
			t.Errorf("got %v, %v, want the note %q", row, err, want)
		}
	}
	note("old")
	if changed, err := h.Reload(t.Context()); changed || err != nil {
		t.Errorf("without a change Reload returned %v, %v", changed, err)
	}
	write(t, dir, map[string]string{"a.js": `onBeforeCreate((order) => { order.note = 'new' })`})
	var running sync.WaitGroup
	stop := make(chan struct{})
	running.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if row, err := h.Create(t.Context(), order("ada", 5)); err != nil || value(row, "note") != "old" && value(row, "note") != "new" {
				t.Errorf("during a Reload got %v, %v", row, err)
			}
		}
	})
	if changed, err := h.Reload(t.Context()); !changed || err != nil {
		t.Errorf("after a change Reload returned %v, %v", changed, err)
	}
	close(stop)
	running.Wait()
	note("new")
	write(t, dir, map[string]string{"b.js": `onBeforeCreate((order) => { order.note += ' and more' })`})
	if _, err := h.Reload(t.Context()); err != nil {
		t.Error(err)
	}
	note("new and more")
	if err := os.Remove(filepath.Join(dir, "a.js")); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Reload(t.Context()); err != nil {
		t.Error(err)
	}
	note(" and more")
}

// TestWatch: a change is noticed on the loop.
func TestWatch(t *testing.T) {
	h, dir, _ := open(t, map[string]string{"a.js": `onBeforeCreate((order) => { order.note = 'old' })`})
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Watch(loop, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() { _ = loop.Run(t.Context()) })
	write(t, dir, map[string]string{"a.js": `onBeforeCreate((order) => { order.note = 'new' })`})
	for {
		row, err := h.Create(t.Context(), order("ada", 5))
		if err != nil {
			t.Fatal(err)
		}
		if value(row, "note") == "new" {
			break
		}
	}
	if err := loop.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	running.Wait()
}

// TestServer: the scripts of this directory over HTTP.
func TestServer(t *testing.T) {
	store, err := OpenStore(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	h, err := OpenHooks(t.Context(), "scripts", store, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	post := func(body string) (int, string) {
		w := httptest.NewRecorder()
		handler(h).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/orders", strings.NewReader(body)))
		return w.Code, strings.TrimSpace(w.Body.String())
	}
	for _, c := range []struct {
		body string
		code int
		want string
	}{
		{`{"customer":"Ada","cents":100}`, 200, `{"cents":100,"customer":"Ada","id":1,"note":""}`},
		{`{"customer":"Ada","cents":100}`, 200, `{"cents":100,"customer":"Ada","id":2,"note":""}`},
		{`{"customer":"Ada","cents":100}`, 200, `{"cents":50,"customer":"Ada","id":3,"note":"half the price"}`},
		{`{"customer":"Ada","cents":-1}`, 422, `limits.js refuses the order: the price is negative`},
		{`{"cents":1}`, 422, `limits.js refuses the order: an order needs a customer`},
		{`{`, 400, `unexpected EOF`},
	} {
		if code, got := post(c.body); code != c.code || got != c.want {
			t.Errorf("%s: got %d %s, want %d %s", c.body, code, got, c.code, c.want)
		}
	}
}
