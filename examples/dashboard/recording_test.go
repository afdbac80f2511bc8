package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/examples/internal/browser"
	"github.com/wakeful-go/wakeful/internal/recording"
	"github.com/wakeful-go/wakeful/telemetry"
)

// This file owns the test of the page of `wakeful trace` in a headless Chromium.

// offers is a service on two loops. A request waits for a timer, for the other loop and for work.
type offers struct {
	front, store *wakeful.Loop
	replied      chan error
}

func (o *offers) handle() { o.pass(o.front.AfterFunc(2*time.Millisecond, o.later)) }
func (o *offers) later()  { o.pass(nil, o.store.Submit(o.lookUp)) }
func (o *offers) lookUp() {
	o.pass(nil, o.store.RunBlocking(context.Background(), o.quote, func(int, error) { o.pass(nil, o.front.Submit(o.reply)) }))
}
func (o *offers) quote(context.Context) (int, error) { return 7, nil }
func (o *offers) reply()                             { o.replied <- nil }

func (o *offers) pass(_ *wakeful.Timer, err error) {
	if err != nil {
		o.replied <- err
	}
}

// record returns the page of a recording of one request.
func (o *offers) record(t *testing.T) string {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	o.replied = make(chan error, 1)
	for name, l := range map[string]**wakeful.Loop{"front": &o.front, "store": &o.store} {
		made, err := wakeful.New(wakeful.WithName(name))
		check(err)
		*l = made
		r, err := telemetry.Record(made, 1<<20)
		check(err)
		t.Cleanup(func() { check(r.Close()) })
		go made.Run(context.Background())
		t.Cleanup(func() { check(made.Shutdown(context.Background())) })
		_, err = made.Call(t.Context(), func() (int, error) { return 0, nil }) // it records now
		check(err)
	}
	check(o.front.Submit(o.handle))
	check(<-o.replied)
	_, err := o.front.Call(t.Context(), func() (int, error) { return 0, nil })
	check(err)
	check(telemetry.Dump(&b))
	all, err := recording.Read(&b)
	check(err)
	file := filepath.Join(t.TempDir(), "offers.html")
	page, err := os.Create(file)
	check(err)
	check(all.Page(page))
	check(page.Close())
	return "file://" + file
}

// path selects the reply and returns the parts of its delay.
const path = `(async () => {
  while (!loops.length) await new Promise((done) => setTimeout(done, 10));
  const l = loops.find((l) => l.name === 'front');
  const i = l.a.findIndex((f, i) => l.kind[i] === CALLBACK && l.functions[f].Name.includes('reply'));
  select(l, i, true);
  render();
  count();
  return [...document.querySelectorAll('#path li')].map((item) => item.innerText.replace(/\s+/g, ' '));
})()`

// TestRecordingInBrowser: the page shows what has led to a reply, in the order of time.
func TestRecordingInBrowser(t *testing.T) {
	chromium := browser.Start(t)
	url := new(offers).record(t)
	for _, on := range browser.Screens() {
		p := browser.Open(chromium, t, url, on)
		parts := p.Evaluate[[]string](path)
		at := 0
		for _, want := range []string{"handle", "until the timer was due", "later", "lookUp", ").quote on a goroutine", "the result waited", "lookUp.func", "reply"} {
			for at < len(parts) && !strings.Contains(parts[at], want) {
				at++
			}
			if at == len(parts) {
				t.Fatalf("%v: there is no %q, or at another place, in\n%s", on, want, strings.Join(parts, "\n"))
			}
		}
		if a := browser.Audited(p); len(a.Wide)+len(a.Faint) > 0 || a.Dark != on.Dark {
			t.Errorf("%v: %+v", on, a)
		}
		p.Picture(*screenshots, "recording-"+on.String())
		if faults, asked := p.Faults(); len(faults)+len(asked) > 0 {
			t.Errorf("%v: went wrong: %q; asked elsewhere: %q", on, faults, asked)
		}
	}
}
