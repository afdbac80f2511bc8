package js_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/js"
)

// TestHostileScriptsLeaveNothing runs the scripts of testdata/sandbox in runtimes of pools. After
// each, a probe sees what it has seen before the first.
func TestHostileScriptsLeaveNothing(t *testing.T) {
	restores(t)
	t.Setenv("WAKEFUL_SECRET", secret+"-ENV")
	files, err := filepath.Glob("testdata/sandbox/*.js")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no scripts")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".js"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			root, outside := sandbox(t)
			var out output
			p := newPool(t, js.PoolConfig{
				Min: 1, Max: 1, Queue: 1,
				Options: []js.Option{
					js.WithRoot(root), js.WithNode(), js.WithModules(), js.WithStdout(&out), js.WithStderr(&out), js.WithLogger(slog.New(slog.DiscardHandler)),
					js.WithLimits(js.Limits{Timers: 100, PendingPromises: 100, Output: 1 << 20}),
				},
				Setup: func(rt *js.Runtime) error { return errors.Join(rt.Do(t.Context(), host(rt)), setup(prepare)(rt)) },
			})
			want, err := p.Run(t.Context(), probe, false)
			if err != nil {
				t.Fatal(err)
			}
			for i, script := range strings.Split(string(text), "//// ")[1:] {
				if !sampled(i, 4, 4) {
					continue
				}
				name, source, _ := strings.Cut(script, "\n")
				ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond) // some go on for ever
				_, _ = p.Run(ctx, `(source) => (0, eval)(source)`, source)
				cancel()
				if seen, err := p.Run(t.Context(), probe, false); err != nil || seen != want {
					got, _ := seen.(string)
					t.Fatalf("after %q the probe returned %v and sees\n%s", name, err, difference(got, want.(string)))
				}
				if bad := forbidden(outside).FindString(out.String()); bad != "" {
					t.Fatalf("%q has written %q", name, bad)
				}
			}
			t.Logf("%+v", p.Metrics())
		})
	}
}
