package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"
)

// world makes a directory "inside", with links that lead out of it, and one beside it that nothing
// may reach.
func world(t *testing.T) (inside, outside string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("NOT RUN: symbolic links need a permission on Windows")
	}
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	inside, outside = filepath.Join(base, "inside"), filepath.Join(base, "outside")
	for _, dir := range []string{inside, filepath.Join(inside, "dir"), outside} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{filepath.Join(inside, "a.txt"): "a", filepath.Join(inside, "dir", "b.txt"): "b", filepath.Join(outside, "secret.txt"): "SECRET"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"absolute": filepath.Join(outside, "secret.txt"), "relative": "../outside/secret.txt", "folder": "../outside", "self": ".",
		"good": "dir/b.txt", "chain": "relative", "loop": "loop", "dir/up": "..", "dangling": "missing", "host": "/etc/passwd",
	} {
		if err := os.Symlink(target, filepath.Join(inside, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	return inside, outside
}

// unchanged fails if something outside was changed.
func unchanged(t *testing.T, outside string) {
	t.Helper()
	list, err := os.ReadDir(outside)
	if err != nil || len(list) != 1 {
		t.Errorf("outside are %v, %v", list, err)
	}
	info, err := os.Stat(filepath.Join(outside, "secret.txt"))
	if b, failed := os.ReadFile(filepath.Join(outside, "secret.txt")); string(b) != "SECRET" || failed != nil || err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file outside is %q, %v, %v", b, failed, err)
	}
}

// rootOf opens a directory.
func rootOf(t *testing.T, dir string) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return root
}

// ways are all operations with one name.
var ways = map[string]func(f *Files, name string) error{
	"ReadFile": func(f *Files, name string) error { _, err := f.ReadFile(name); return err },
	"OpenFile": func(f *Files, name string) error {
		file, err := f.OpenFile(name, os.O_RDWR, 0)
		if err == nil {
			err = file.Close()
		}
		return err
	},
	"write": func(f *Files, name string) error {
		file, err := f.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o777)
		if err == nil {
			err = file.Close()
		}
		return err
	},
	"Stat":     func(f *Files, name string) error { _, err := f.Stat(name); return err },
	"ReadDir":  func(f *Files, name string) error { _, err := f.ReadDir(name); return err },
	"Truncate": func(f *Files, name string) error { return f.Truncate(name, 0) },
	"Chmod":    func(f *Files, name string) error { return f.Chmod(name, 0o777) },
	"Chtimes":  func(f *Files, name string) error { return f.Chtimes(name, time.Unix(1, 0), time.Unix(1, 0)) },
	"Mkdir":    func(f *Files, name string) error { return f.Mkdir(name+"/new", 0o777) },
	"Rename":   func(f *Files, name string) error { return f.Rename("/a.txt", name+"/new") },
	"Remove":   func(f *Files, name string) error { return f.Remove(name + "/secret.txt") },
	"Link":     func(f *Files, name string) error { return f.Link("/a.txt", name+"/new") },
	"Symlink":  func(f *Files, name string) error { return f.Symlink("x", name+"/new") },
}

// TestNothingLeadsOutOfARoot: no operation reaches through a link what is outside, and no error shows
// where the directory is.
func TestNothingLeadsOutOfARoot(t *testing.T) {
	inside, outside := world(t)
	f := Rooted(rootOf(t, inside))
	for _, name := range []string{"/absolute", "/relative", "/folder", "/chain", "/host", "/folder/secret.txt", "/self/relative", "/dir/up/relative", "/dir/../relative", "relative", "/self/self/folder/secret.txt"} {
		for way, do := range ways {
			err := do(f, name)
			if err == nil {
				t.Errorf("%s of %s has succeeded", way, name)
				continue
			}
			if strings.Contains(err.Error(), filepath.Dir(inside)) || strings.Contains(err.Error(), "SECRET") {
				t.Errorf("%s of %s shows the real path: %v", way, name, err)
			}
		}
	}
	unchanged(t, outside)
}

// TestDotsStayInARoot: ".." above the root is the root, as in "/..".
func TestDotsStayInARoot(t *testing.T) {
	inside, outside := world(t)
	for kind, f := range map[string]*Files{"Rooted": Rooted(rootOf(t, inside)), "ReadOnly": ReadOnly(rootOf(t, inside).FS())} {
		for _, name := range []string{"/../a.txt", "../a.txt", "/dir/../../a.txt", "//../.././a.txt", "./a.txt"} {
			if b, err := f.ReadFile(name); string(b) != "a" || err != nil {
				t.Errorf("%s: %s is %q, %v", kind, name, b, err)
			}
		}
		for _, name := range []string{"/../outside/secret.txt", "../outside/secret.txt", "/dir/../../outside/secret.txt", outside + "/secret.txt", "/folder/../outside/secret.txt"} {
			if b, err := f.ReadFile(name); err == nil {
				t.Errorf("%s: %s is %q", kind, name, b)
			}
		}
		f.Chdir("/dir")
		if b, err := f.ReadFile("../../a.txt"); string(b) != "a" || err != nil {
			t.Errorf("%s: in a directory ../../a.txt is %q, %v", kind, b, err)
		}
	}
}

// TestLinksWithinARoot work, and those that lead out cannot be made.
func TestLinksWithinARoot(t *testing.T) {
	inside, outside := world(t)
	f := Rooted(rootOf(t, inside))
	for name, want := range map[string]string{"/good": "/dir/b.txt", "/self/good": "/dir/b.txt", "/dir/up/a.txt": "/a.txt", "/dir": "/dir", "/": "/"} {
		if got, err := f.RealPath(name); got != want || err != nil {
			t.Errorf("the real path of %s is %s, %v, want %s", name, got, err, want)
		}
	}
	for _, name := range []string{"/loop", "/dangling", "/absolute", "/relative", "/missing"} {
		if got, err := f.RealPath(name); err == nil {
			t.Errorf("the real path of %s is %s", name, got)
		}
	}
	if _, err := f.Readlink("/absolute"); !errors.Is(err, fs.ErrPermission) || strings.Contains(err.Error(), outside) {
		t.Errorf("reading an absolute link returned %v", err)
	}
	if target, err := f.Readlink("/good"); target != "dir/b.txt" || err != nil {
		t.Errorf("reading a link returned %s, %v", target, err)
	}
	for _, c := range []struct{ target, name string }{
		{"/etc/passwd", "/new"}, {"..", "/new"}, {"../outside", "/new"}, {"dir/../../outside", "/new"}, {"../..", "/dir/new"},
		{"..", "/self/new"}, {"..", "/dir/up/new"}, {"../..", "/self/dir/new"}, {"folder/../..", "/new"},
	} {
		if err := f.Symlink(c.target, c.name); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("a link %s to %s returned %v, want that it is denied", c.name, c.target, err)
		}
	}
	for _, c := range []struct{ target, name string }{{"a.txt", "/new"}, {"../a.txt", "/dir/new"}, {"..b", "/dir/newer"}} {
		if err := f.Symlink(c.target, c.name); err != nil {
			t.Errorf("a link %s to %s: %v", c.name, c.target, err)
		}
	}
	if err := f.RemoveAll("/folder"); err != nil { // the link, not what it leads to
		t.Error(err)
	}
	if err := f.RemoveAll("/"); err != nil {
		t.Error(err)
	}
	if list, err := f.ReadDir("/"); err != nil || len(list) != 0 {
		t.Errorf("after everything was removed there are %v, %v", list, err)
	}
	unchanged(t, outside)
}

// TestClosedRoots: the operations of a closed root fail, and those of open files do not.
func TestClosedRoots(t *testing.T) {
	inside, _ := world(t)
	root := rootOf(t, inside)
	f := Rooted(root)
	file, err := f.OpenFile("/a.txt", os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := root.Close(); err != nil {
		t.Fatal(err)
	}
	for way, do := range ways {
		if err := do(f, "/dir"); !errors.Is(err, fs.ErrClosed) || strings.Contains(err.Error(), inside) {
			t.Errorf("%s of a closed root returned %v, want fs.ErrClosed without the real path", way, err)
		}
	}
	if b, err := io.ReadAll(file); string(b) != "a" || err != nil {
		t.Errorf("the open file has %q, %v", b, err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	if _, err := file.Stat(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("a closed file returned %v", err)
	}
}

// bareFS is an fs.FS without optional interfaces, with files that can only be read.
type bareFS struct{ files fstest.MapFS }

func (b bareFS) Open(name string) (fs.File, error) {
	file, err := b.files.Open(name)
	if err != nil {
		return nil, err
	}
	if dir, ok := file.(fs.ReadDirFile); ok {
		if info, err := file.Stat(); err == nil && info.IsDir() {
			return dir, nil
		}
	}
	return struct{ fs.File }{file}, nil
}

// TestPlainFS: an fs.FS needs no optional interface.
func TestPlainFS(t *testing.T) {
	f := ReadOnly(bareFS{fstest.MapFS{"dir/a.txt": {Data: []byte("text")}}})
	if b, err := f.ReadFile("/dir/a.txt"); string(b) != "text" || err != nil {
		t.Errorf("ReadFile returned %q, %v", b, err)
	}
	if info, err := f.Stat("/dir"); err != nil || !info.IsDir() {
		t.Errorf("Stat returned %v, %v", info, err)
	}
	if info, err := f.Lstat("/dir/a.txt"); err != nil || info.Size() != 4 {
		t.Errorf("Lstat returned %v, %v", info, err)
	}
	if list, err := f.ReadDir("/"); err != nil || len(list) != 1 || list[0].Name() != "dir" {
		t.Errorf("ReadDir returned %v, %v", list, err)
	}
	if got, err := f.RealPath("/dir/../dir/a.txt"); got != "/dir/a.txt" || err != nil {
		t.Errorf("RealPath returned %s, %v", got, err)
	}
	if _, err := f.RealPath("/missing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("RealPath of what is missing returned %v", err)
	}
	if _, err := f.Readlink("/dir/a.txt"); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("Readlink returned %v", err)
	}
	file, err := f.OpenFile("/dir/a.txt", os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.ReadAt(make([]byte, 2), 1); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("ReadAt of a file that can only be read returned %v", err)
	}
	_, written := file.Write([]byte("x"))
	_, writtenAt := file.WriteAt([]byte("x"), 0)
	if !errors.Is(written, syscall.EBADF) || !errors.Is(writtenAt, syscall.EBADF) || !errors.Is(file.Truncate(0), syscall.EINVAL) || file.Sync() != nil {
		t.Errorf("writing returned %v, %v", written, writtenAt)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	for way, do := range ways {
		switch way {
		case "ReadFile", "Stat", "ReadDir":
		default:
			if err := do(f, "/dir"); !errors.Is(err, syscall.EROFS) {
				t.Errorf("%s returned %v, want EROFS", way, err)
			}
		}
	}
}

// TestReadAtOfFS: files of a MapFS can be read anywhere, and give what a read of the whole gives.
func TestReadAtOfFS(t *testing.T) {
	f := ReadOnly(fstest.MapFS{"a": {Data: []byte("0123456789")}})
	file, err := f.OpenFile("/a", os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	b := make([]byte, 4)
	for offset := range int64(12) {
		n, err := file.ReadAt(b, offset)
		want := "0123456789"[min(offset, 10):min(offset+4, 10)]
		if string(b[:n]) != want || n < 4 && err == nil {
			t.Errorf("at %d are %q, %v, want %q", offset, b[:n], err, want)
		}
	}
}

// TestGrantedPaths: what is not below a path is denied, also through a link.
func TestGrantedPaths(t *testing.T) {
	inside, outside := world(t)
	f, release, err := Granted([]string{inside}, []string{filepath.Join(inside, "dir"), filepath.Join(inside, "a.txt")})
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if b, err := f.ReadFile(filepath.Join(inside, "dir", "..", "a.txt")); string(b) != "a" || err != nil {
		t.Errorf("a file below a path is %q, %v", b, err)
	}
	for _, name := range []string{"absolute", "relative", "folder/secret.txt", "chain", "../outside/secret.txt", "dir/up/relative"} {
		name = inside + "/" + name
		for way, do := range ways {
			if way == "Rename" || way == "Link" {
				continue // from "/a.txt", which is denied anyway
			}
			if err := do(f, name); err == nil {
				t.Errorf("%s of %s has succeeded", way, name)
			}
		}
	}
	for name, want := range map[string]bool{filepath.Join(inside, "a.txt"): true, filepath.Join(inside, "dir", "new"): true, filepath.Join(inside, "new"): false} {
		file, err := f.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
		if (err == nil) != want {
			t.Errorf("writing %s returned %v, want success: %v", name, err, want)
		}
		if err == nil {
			_ = file.Close()
		}
		if f.May(Write, name) != want {
			t.Errorf("May says of writing %s %v", name, !want)
		}
	}
	// A link takes the place of a file that was granted.
	if err := errors.Join(os.Remove(filepath.Join(inside, "a.txt")), os.Symlink(filepath.Join(outside, "secret.txt"), filepath.Join(inside, "a.txt"))); err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(filepath.Join(inside, "a.txt"), 0); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("writing through a link in the place of a file returned %v", err)
	}
	unchanged(t, outside)
}

// TestNone: without files everything is denied.
func TestNone(t *testing.T) {
	f := None()
	for way, do := range ways {
		if err := do(f, "/a.txt"); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s returned %v, want that it is denied", way, err)
		}
	}
	if f.May(Read, "/a.txt") || f.May(Write, "") {
		t.Error("something is allowed")
	}
}

// onlyFiles is a file system that has files and no folders.
type onlyFiles struct{ fs.FS }

func (o onlyFiles) Open(name string) (fs.File, error) {
	if info, err := fs.Stat(o.FS, name); err != nil || info.IsDir() {
		return nil, fs.ErrNotExist
	}
	return o.FS.Open(name)
}

// TestRealPathWithoutFolders: without links a path is the real one, whatever is above it.
func TestRealPathWithoutFolders(t *testing.T) {
	f := ReadOnly(onlyFiles{fstest.MapFS{"a/b.txt": {}}})
	if got, err := f.RealPath("/a/./b.txt"); got != "/a/b.txt" || err != nil {
		t.Errorf("the path is %q, %v", got, err)
	}
	if got, err := f.RealPath("/a/c.txt"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the path of a missing file is %q, %v", got, err)
	}
}

// TestNameLikeAnError: a name that has the text of os.Root's error is no access that is denied.
func TestNameLikeAnError(t *testing.T) {
	for kind, f := range map[string]*Files{"System": System(), "Rooted": Rooted(rootOf(t, t.TempDir()))} {
		if _, err := f.Stat("/path escapes from parent"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// TestFirstDenial: as in Node, what may neither be read nor written is denied for the reading.
func TestFirstDenial(t *testing.T) {
	for flag, want := range map[int]Access{os.O_RDWR: Read, os.O_CREATE: Read, os.O_WRONLY | os.O_CREATE: Write} {
		_, err := None().OpenFile("/a", flag, 0)
		if refused, ok := errors.AsType[*DeniedError](err); !ok || refused.Permission != string(want) {
			t.Errorf("flags %#x: %v, want one of %s", flag, err, want)
		}
	}
}
