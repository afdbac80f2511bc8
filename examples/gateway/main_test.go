package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// lockedBuffer is the audit of several programs.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func TestGateway(t *testing.T) {
	var audit lockedBuffer
	sb, err := newGateway(slog.New(slog.NewTextHandler(&audit, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer sb.Close()
	h := handler(sb)
	get := func(method, path, body string) (int, string) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
		return w.Code, w.Body.String()
	}
	status, declarations := get("GET", "/tools", "")
	if status != http.StatusOK || strings.Count(declarations, "function ") != 10 || !strings.Contains(declarations, "/** Words that the name has, in any case. */") {
		t.Error(status, declarations)
	}
	for _, test := range []struct {
		program string
		status  int
		want    any // value, or the error's text
	}{
		{`const [ada] = await customers.find({text: "ada"})
			const list = await orders.list({customer: ada.id})
			await customers.note({customer: ada.id, text: "asked for her orders"})
			;({name: ada.name, open: list.filter(o => o.state === "open").map(o => o.id), days: (today() - list[0].at) / 864e5})`, 200,
			map[string]any{"name": "Ada Byron", "open": []any{"o2"}, "days": 1.0}},
		{`(await Promise.all((await products.find({text: "lamp"})).map(p => products.stock({id: p.id})))).reduce((a, b) => a + b)`, 200, 4.0},
		{`(await customers.get({id: "c1"})).notes`, 200, []any{"asked for her orders"}},
		{`await orders.cancel({id: "o1"})`, 422, "Error: the order is sent"},
		{`(await orders.cancel({id: "o3"})).state`, 200, "cancelled"},
		{`await orders.get({id: 7})`, 422, "TypeError: orders.get: id: got a number, want a string"},
		{`await orders.refund({order: "o1", amount: 100})`, 422, "Error: an amount between 0 and 12.5 can be paid back"},
		{`for (;;) try { await orders.refund({order: "o1", amount: 1}) } catch {}`, 429, "the script called a tool too often"},
		{`0 / 0`, 422, "json: unsupported value: NaN"},
		{`const o = {}; o.self = o; o`, 422, "json: unsupported value: encountered a cycle"},
		{`for (;;);`, 429, "the script ran for too long"},
		{`await fetch("http://localhost:8080/")`, 422, "ReferenceError: fetch is not defined"},
	} {
		status, body := get("POST", "/run", test.program)
		var answer struct {
			Value any
			Error string
		}
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Fatal(err, body)
		}
		text, _ := test.want.(string)
		right := reflect.DeepEqual(answer.Value, test.want)
		if test.status != http.StatusOK {
			right = strings.HasPrefix(answer.Error, text)
		}
		if status != test.status || !right {
			t.Errorf("%s: %d %s; want %d %v", test.program, status, body, test.status, test.want)
		}
	}
	if n := strings.Count(audit.String(), "msg=customers.note"); n != 1 || !strings.Contains(audit.String(), "asked for her orders") {
		t.Errorf("%d\n%s", n, &audit)
	}
}
