package wakeful_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/turnphase"
)

// TestAtPhaseEnd: the function runs after the last callback of the running phase and its microtasks,
// also if a callback has panicked or called Goexit, and before the next phase.
func TestAtPhaseEnd(t *testing.T) {
	for name, last := range map[string]func(){
		"return": func() {}, "panic": func() { panic("a test") }, "Goexit": runtime.Goexit,
	} {
		t.Run(name, func(t *testing.T) {
			l, err := wakeful.New(wakeful.WithAutoExit(), wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			atEnd := func(what string) {
				if !turnphase.AtEnd(l, func() { got = append(got, "end of "+what) }) {
					t.Errorf("%s: refused", what)
				}
			}
			phase := func(what string, next func()) {
				got = append(got, what)
				atEnd(what)
				if err := l.AfterCallback(func() { got = append(got, "microtask") }); err != nil {
					t.Error(err)
				}
				next()
			}
			fns := []func(){
				func() {
					phase("submitted", func() {
						err := l.AfterSubmitted(func() {
							phase("after submitted", func() {
								if err := l.AtTurnEnd(func() { phase("turn end", last) }); err != nil {
									t.Error(err)
								}
							})
						})
						if err != nil {
							t.Error(err)
						}
					})
				},
				func() {
					got = append(got, "submitted too")
					last()
				},
			}
			if err := l.SubmitBatch(fns); err != nil {
				t.Fatal(err)
			}
			go func() { _ = l.Run(context.Background()) }() // Goexit ends the goroutine
			<-l.Done()
			want := []string{
				"submitted", "microtask", "submitted too", "end of submitted",
				"after submitted", "microtask", "end of after submitted",
				"turn end", "microtask", "end of turn end",
			}
			if !slices.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", fmt.Sprintf("%q", got), fmt.Sprintf("%q", want))
			}
			if turnphase.AtEnd(l, func() {}) {
				t.Error("accepted after the end of the loop")
			}
		})
	}
}
