package transform_test

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/js/internal/transform"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// This test binary does not import js/esbuild.

// TestWithoutATransformer: plain JavaScript runs. For other source the error names the package to
// import.
func TestWithoutATransformer(t *testing.T) {
	if transform.Registered() != nil {
		t.Fatal("a transformer is registered")
	}
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	rt, err := js.New(loop, js.WithFullAccess(), js.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	go loop.Run(t.Context())
	defer func() {
		loop.Close()
		<-loop.Done()
	}()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if v, err := rt.RunString(t.Context(), "[1, 2].map((x) => x * 2).join()"); err != nil || v.String() != "2,4" {
		t.Errorf("a plain script gives %v, %v", v, err)
	}
	if _, err := rt.RunFile(t.Context(), file("plain.js", "module.exports = require('path').sep")); err != nil {
		t.Errorf("a plain module: %v", err)
	}
	for _, name := range []string{"types.ts", "module.mjs", "imports.js", "page.jsx"} {
		source := map[string]string{
			"types.ts": "const x: number = 1", "module.mjs": "export default 1",
			"imports.js": "import fs from 'fs'", "page.jsx": "const a = <b/>",
		}[name]
		if _, err := rt.RunFile(t.Context(), file(name, source)); !errors.Is(err, js.ErrNoTransformer) || !strings.Contains(err.Error(), "wakeful/js/esbuild") {
			t.Errorf("%s: %v, want ErrNoTransformer, which names the package to import", name, err)
		}
	}
	for source, want := range map[string]string{
		"1;\nfor await (const x of []) {}":   "[eval]:2:5: the engine does not have for await,",
		"async function* f() { yield 1 }":    "[eval]:1:1: the engine does not have an async generator,",
		"let x: number = 1":                  "[eval]:1:6: the engine does not have a type of TypeScript,",
		"import a from 'b'":                  "[eval]:1:1: the engine does not have import,",
		"const o = await 1;":                 "[eval]:1:17: the engine does not have await outside of an async function,",
		"const a = 1\nconst b = import('x')": "[eval]:2:11: the engine does not have import(),",
		"@dec class B {}":                    "[eval]:1:1: the engine does not have a decorator,",
	} {
		if _, err := rt.RunString(t.Context(), source); !errors.Is(err, js.ErrNoTransformer) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "js/esbuild") {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
	}
	if _, err := rt.RunString(t.Context(), "import('fs')"); !errors.Is(err, js.ErrNoTransformer) {
		t.Errorf("import(): %v, want ErrNoTransformer", err)
	}
	if _, err := rt.RunString(t.Context(), "let y = = 2"); err == nil || !strings.Contains(err.Error(), "Unexpected token") {
		t.Errorf("a mistake: %v, want the engine's reason", err)
	}
}
