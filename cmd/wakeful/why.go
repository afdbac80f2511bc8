package main

import (
	"context"
	"fmt"
	"strings"

	loops "github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// This file owns `wakeful run --why`: what keeps a program alive that does not end.

// explainAtInterrupt returns a context that ends when ctx does, after it was printed what keeps the
// loop alive at that moment: once the loop ends, nothing does. stop is called at the end of the
// program.
func (p program) explainAtInterrupt(ctx context.Context, loop *loops.Loop) (explained context.Context, stop func(), err error) {
	w, err := telemetry.Watch(loop, telemetry.WithOrigins(), telemetry.WithSampling(0), telemetry.WithLogger(nil))
	if err != nil {
		return nil, nil, err
	}
	explained, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	forget := context.AfterFunc(ctx, func() {
		fmt.Fprint(p.err, explanation(w.Snapshot()))
		cancel(context.Cause(ctx))
	})
	return explained, func() {
		forget()
		cancel(context.Canceled)
		_ = w.Close() // which returns no error
	}, nil
}

// module is the prefix of the functions of module js.
const module = "github.com/wakeful-go/wakeful/js."

// internal reports whether module js keeps the loop alive with k for purposes of its own: with its
// timer, with the workers of fs, whose work is listed, and while it waits for the end.
func internal(k telemetry.AliveEntry) bool {
	if len(k.Script) == 0 {
		return strings.Contains(k.Detail, module) || len(k.Origin) > 0 && strings.HasPrefix(k.Origin[0].Function, module+"(*Runtime).Wait")
	}
	return strings.HasPrefix(k.Detail, module+"(*Runtime).worker")
}

// explanation says what keeps a loop alive. The loop's timer that stands for those of scripts is
// left out, and so is what the runtime holds to stay there.
func explanation(s telemetry.Snapshot) string {
	var text strings.Builder
	for _, k := range s.AliveEntries {
		if internal(k) {
			continue
		}
		fmt.Fprintf(&text, "  %s", k.Kind)
		if k.Detail != "" && !strings.HasPrefix(k.Detail, module) {
			fmt.Fprintf(&text, " %s", k.Detail)
		}
		if k.Count > 1 {
			fmt.Fprintf(&text, " (%d times)", k.Count)
		}
		text.WriteByte('\n')
		for _, place := range k.Script {
			fmt.Fprintf(&text, "      at %s\n", place)
		}
		if len(k.Script) > 0 {
			continue
		}
		for _, f := range k.Origin {
			fmt.Fprintf(&text, "      at %s (%s:%d)\n", f.Function, f.File, f.Line)
		}
	}
	if text.Len() == 0 {
		return "wakeful: nothing keeps the program alive: it was running\n"
	}
	return "wakeful: what keeps the program alive:\n" + text.String()
}
