package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/tournament/rows"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the figures of first uses: what a script pays for an interface that its runtime
// has not used before. Another runtime of the process has used it, so it is compiled.

// uses are the first uses. One that mentions done takes until it calls it.
var uses = []struct {
	name, of, source string
	atMost           float64
}{
	{"url", "URL", `new URL('https://example.org/a?b=c').searchParams.get('b')`, 0.3e6},
	{"timer", "a timer", `clearTimeout(setTimeout(() => {}, 1))`, 0.3e6},
	{"promise", "a promise", `Promise.resolve('a page').then(done)`, 0.3e6},
	{"fetch", "fetch", `typeof fetch`, 1e6},
	{"fetch-page", "fetch, with the text of a page from a client that has it", `fetch('https://example.org/a').then((r) => r.text()).then(done)`, 1e6},
	{"buffer", "Buffer", `Buffer.from('abc').toString('hex')`, 1e6},
	{"console", "console", `console.log('abc')`, 0.3e6},
}

func firstUses() []rows.Row {
	var all []rows.Row
	for _, use := range uses {
		all = append(all, rows.Row{
			Name: "first-" + use.name, What: "first use of " + use.of + ": " + use.source, AtMost: use.atMost, Expected: 30 * time.Millisecond,
			Prepare: alone(func(ctx context.Context) (float64, error) { return firstUse(ctx, use.source) }),
		})
	}
	return all
}

// firstUse is the time of a script in a runtime that has run nothing before: the median of twenty
// runtimes.
func firstUse(ctx context.Context, source string) (ns float64, err error) {
	const runtimes = 20
	program, err := goja.Compile("first", source, false)
	if err != nil {
		return 0, err
	}
	var times []float64
	err = onLoop(func(loop *wakeful.Loop) error {
		for range runtimes + 1 {
			took, err := firstUseOn(ctx, loop, program, strings.Contains(source, "done"))
			if err != nil {
				return err
			}
			times = append(times, float64(took))
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	times = times[1:] // the first one compiles
	slices.Sort(times)
	return stats.Median(times), nil
}

func firstUseOn(ctx context.Context, loop *wakeful.Loop, program *goja.Program, waits bool) (took time.Duration, err error) {
	rt, err := js.New(loop, js.WithFullAccess(), js.WithStdout(io.Discard), js.WithFetch(&http.Client{Transport: page{}}))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rt.Close()) }()
	ended := make(chan string, 1)
	if waits {
		if err := rt.Set("done", func(call js.FunctionCall) js.Value {
			ended <- call.Argument(0).String()
			return goja.Undefined()
		}); err != nil {
			return 0, err
		}
	}
	var began time.Time
	err = rt.Do(ctx, func(vm *goja.Runtime) error {
		began = time.Now()
		_, err := vm.RunProgram(program)
		took = time.Since(began)
		return err
	})
	if err != nil || !waits {
		return took, err
	}
	select {
	case got := <-ended:
		took = time.Since(began)
		if got != pageText {
			err = fmt.Errorf("the page is %q", got)
		}
	case <-ctx.Done():
		err = ctx.Err()
	}
	return took, err
}

const pageText = "a page"

// page answers every request at once.
type page struct{}

// RoundTrip returns the page.
func (page) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"text/plain"}}, Body: io.NopCloser(strings.NewReader(pageText)), ContentLength: int64(len(pageText)),
	}, nil
}
