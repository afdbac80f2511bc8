package js_test

import (
	"errors"
	"io"
	"testing"
	"testing/synctest"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// What a full queue refuses or drops are calls, never the results of work that was accepted.
func TestResultsPassAFullQueue(t *testing.T) {
	for _, policy := range []wakeful.OverflowPolicy{wakeful.OverflowReject, wakeful.OverflowDropOldest} {
		t.Run(policy.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { resultsPassAFullQueue(t, policy) })
		})
	}
}

func resultsPassAFullQueue(t *testing.T, policy wakeful.OverflowPolicy) {
	loop, err := wakeful.New(wakeful.WithQueueLimit(1, policy))
	if err != nil {
		t.Fatal(err)
	}
	stdin, typed := io.Pipe()
	r, err := js.New(loop, quiet, js.WithFullAccess(), js.WithSignals(nil), js.WithStdin(stdin))
	if err != nil {
		t.Fatal(err)
	}
	ran := make(chan error, 1)
	go func() { ran <- loop.Run(t.Context()) }()
	var later *js.Deferred
	if err := r.Do(t.Context(), func(vm *goja.Runtime) (err error) {
		if later, err = r.NewPromise(); err != nil {
			return err
		}
		return vm.Set("later", later.Promise())
	}); err != nil {
		t.Fatal(err)
	}
	got, failed := make(chan any, 1), make(chan error, 1)
	go func() {
		value, err := r.Eval(t.Context(), `Promise.all([later, new Promise((done) => process.stdin.once('data', (d) => done(String(d))))])
			.then((all) => all.join())`)
		got <- value
		failed <- err
	}()
	synctest.Wait() // the script waits
	select {
	case <-got:
		t.Fatal(<-failed)
	default:
	}

	release := make(chan struct{})
	if err := loop.Submit(func() { <-release }); err != nil {
		t.Fatal(err)
	}
	synctest.Wait() // the loop is busy
	for range 2 {
		_ = loop.Submit(func() {})
	}
	if err := loop.Submit(func() {}); policy == wakeful.OverflowReject && !errors.Is(err, wakeful.ErrQueueFull) {
		t.Errorf("the queue is not full: %v", err)
	}
	if !later.Resolve("settled") {
		t.Error("the promise was not settled")
	}
	if _, err := io.WriteString(typed, "typed"); err != nil {
		t.Error(err)
	}
	synctest.Wait()            // what was typed was read
	_ = loop.Submit(func() {}) // refused, or drops what can be dropped
	close(release)
	synctest.Wait()
	select {
	case value := <-got:
		if err := <-failed; err != nil || value != "settled,typed" {
			t.Errorf("got %v, %v", value, err)
		}
	default:
		t.Error("the script still waits")
	}
	_ = typed.Close()
	if err := loop.Close(); err != nil {
		t.Error(err)
	}
	<-ran
}
