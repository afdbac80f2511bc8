package js_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/js"
)

// This file owns the tests of what scripts may do with a file that they have opened.

// TestReadOnlyDescriptors: a script that may read a file cannot change it through its descriptor,
// which is the system's and could.
func TestReadOnlyDescriptors(t *testing.T) {
	const mode = 0o600
	dir, begin := t.TempDir(), time.Unix(1_000_000, 0)
	path := filepath.Join(dir, "file")
	if err := os.WriteFile(path, []byte("content"), mode); err != nil {
		t.Fatal(err)
	}
	opened, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close() })
	const read = `fs.openSync(PATH, 'r')`
	for _, c := range []struct {
		name, path, fd string
		options        []js.Option
	}{
		{"WithFS", "/file", read, []js.Option{js.WithFS(os.DirFS(dir))}},
		{"WithPaths", path, read, []js.Option{js.WithPaths([]string{dir}, nil)}},
		{"WithPaths: a file", path, read, []js.Option{js.WithPaths([]string{path}, nil)}},
		{"WithPaths: everything", path, read, []js.Option{js.WithPaths([]string{"*"}, nil)}},
		{"WithStdin", path, "0", []js.Option{js.WithStdin(opened)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := os.Chtimes(path, begin, begin); err != nil {
				t.Fatal(err)
			}
			r := bare(t, append(c.options, js.WithNode())...)
			got, err := r.Eval(t.Context(), fmt.Sprintf(`const fs = require('fs'), PATH = %q, fd = %s;
				[() => fs.fchmodSync(fd, 0o777), () => fs.fchownSync(fd, %d, %d), () => fs.futimesSync(fd, 1, 1),
					() => fs.ftruncateSync(fd), () => fs.writeSync(fd, 'x'), () => fs.writeSync(fd, 'x', 0)].map((f) => {
					try { f(); return 'done' } catch (e) { return typeof e.code }
				}).join()`, c.path, c.fd, os.Getuid(), os.Getgid()))
			if want := "string,string,string,string,string,string"; err != nil || got != want {
				t.Errorf("got %v, %v; want %s", got, err, want)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if info.Mode() != mode || !info.ModTime().Equal(begin) || info.Size() != int64(len("content")) {
				t.Errorf("the file has changed: %v, %v, %d bytes", info.Mode(), info.ModTime(), info.Size())
			}
		})
	}
}

// TestPositions: as in Node, what is no position means where the last operation ended.
func TestPositions(t *testing.T) {
	r := bare(t, js.WithFullAccess())
	got, err := r.Eval(t.Context(), fmt.Sprintf(`const fs = require('fs'), file = %q; fs.writeFileSync(file, '0123456789');
		const fd = fs.openSync(file, 'r+'); fs.readSync(fd, Buffer.alloc(2));
		fs.writeSync(fd, 'A', 'utf8'); fs.writeSync(fd, 'B', NaN); fs.writeSync(fd, 'C', {}); fs.writeSync(fd, 'D', 8); fs.closeSync(fd);
		fs.readFileSync(file, 'utf8')`, filepath.Join(t.TempDir(), "file")))
	if want := "01ABC567D9"; err != nil || got != want {
		t.Errorf("got %v, %v; want %s", got, err, want)
	}
}

// TestFutimes: the times are those of the open file, whatever its name is in the file system of the
// script and by now.
func TestFutimes(t *testing.T) {
	for name, with := range map[string]func(dir string) (at string, options []js.Option){
		"WithFullAccess": func(dir string) (string, []js.Option) { return dir, []js.Option{js.WithFullAccess()} },
		"WithPaths": func(dir string) (string, []js.Option) {
			return dir, []js.Option{js.WithPaths([]string{dir}, []string{dir}), js.WithNode()}
		},
		"WithRoot": func(dir string) (string, []js.Option) {
			root, err := os.OpenRoot(dir)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = root.Close() })
			return "", []js.Option{js.WithRoot(root), js.WithNode()}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			at, options := with(dir)
			got, err := bare(t, options...).Eval(t.Context(), fmt.Sprintf(`const fs = require('fs'), AT = %q;
				const fd = fs.openSync(AT + '/old', 'w');
				fs.renameSync(AT + '/old', AT + '/new'); fs.writeFileSync(AT + '/old', '');
				fs.futimesSync(fd, 3, 4.5);
				const { atimeMs, mtimeMs } = fs.statSync(AT + '/new'); fs.closeSync(fd);
				[atimeMs, mtimeMs, fs.statSync(AT + '/old').mtimeMs > 4500].join()`, at))
			if want := "3000,4500,true"; err != nil || got != want {
				t.Errorf("got %v, %v; want %s", got, err, want)
			}
		})
	}
}
