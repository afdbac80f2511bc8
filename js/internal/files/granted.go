package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// This file owns the file system of the operating system of which only some paths may be read or
// written, as Node's permissions have it. Unlike there, no symbolic link leads out of a path: each
// is an os.Root.

// A grant is a directory, with everything below it, or one file.
type grant struct {
	names []string // as given and without symbolic links, absolute
	root  *os.Root
	file  string // name of the only file in root, or "" for all
}

// granted is the tree. Immutable.
type granted struct {
	read, write       []grant
	readAll, writeAll bool
}

// Granted returns a file system of which the paths of two lists may be read and written. A path is
// a directory, which stands for everything below it, a file, or "*" for everything. A path may end
// with "/*". One that does not exist stands for a file. The directories stay open until release is
// called.
func Granted(read, write []string) (f *Files, release func(), err error) {
	g := &granted{}
	release = func() {
		for _, one := range slices.Concat(g.read, g.write) {
			_ = one.root.Close()
		}
	}
	for _, list := range []struct {
		paths []string
		to    *[]grant
		all   *bool
	}{{read, &g.read, &g.readAll}, {write, &g.write, &g.writeAll}} {
		for _, path := range list.paths {
			if path == "*" {
				*list.all = true
				continue
			}
			one, err := open(path)
			if err != nil {
				release()
				return nil, nil, err
			}
			*list.to = append(*list.to, one)
		}
	}
	return &Files{tree: g}, release, nil
}

// open opens a path of a list.
func open(path string) (g grant, err error) {
	if path, err = filepath.Abs(strings.TrimSuffix(path, "*")); err != nil {
		return g, err
	}
	g.names = []string{path}
	if resolved, err := filepath.EvalSymlinks(path); err == nil && resolved != path {
		g.names = append(g.names, resolved)
	}
	last := g.names[len(g.names)-1]
	if info, err := os.Stat(last); err == nil && info.IsDir() {
		g.root, err = os.OpenRoot(last)
		return g, err
	}
	g.file = filepath.Base(last)
	g.root, err = os.OpenRoot(filepath.Dir(last))
	return g, err
}

// find returns the grant that covers a name, and the name below its root.
func find(list []grant, name string) (g grant, below string, ok bool) {
	for _, g := range list {
		for _, given := range g.names {
			if name == given && g.file != "" {
				return g, g.file, true
			}
			if rest, err := filepath.Rel(given, name); g.file == "" && err == nil && filepath.IsLocal(rest) {
				return g, rest, true
			}
		}
	}
	return g, "", false
}

// branch is the tree below a grant. Unlike a rooted one, its own directory can be removed, and links may
// be read that lead out of it.
type branch struct{ rooted }

func (b branch) RemoveAll(name string) error          { return b.root.RemoveAll(inRoot(name)) }
func (b branch) Readlink(name string) (string, error) { return b.root.Readlink(inRoot(name)) }

// with calls do with a tree and a name in it.
func with[T any](g *granted, access Access, name string, do func(t tree, name string) (T, error)) (result T, err error) {
	list, all, flag := g.read, g.readAll, "--allow-fs-read"
	if access == Write {
		list, all, flag = g.write, g.writeAll, "--allow-fs-write"
	}
	if all {
		return do(system{}, name)
	}
	one, below, ok := find(list, name)
	if !ok {
		return result, denied(access, name, flag+" or js.WithPaths allows it")
	}
	if one.file != "" {
		// The file itself was resolved. A link that has taken its place since leads elsewhere.
		if info, err := one.root.Lstat(below); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return result, denied(access, name, "a symbolic link has taken its place")
		}
	}
	result, err = do(branch{rooted{one.root}}, filepath.ToSlash(below))
	return result, outside(err, name)
}

// then is with for an operation that writes and has no result.
func then(g *granted, name string, do func(t tree, name string) error) error {
	_, err := with(g, Write, name, func(t tree, name string) (struct{}, error) { return struct{}{}, do(t, name) })
	return err
}

func (g *granted) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	access := Read
	if writes(flag) {
		access = Write
		if flag&(os.O_WRONLY|os.O_RDWR) != os.O_WRONLY && !g.May(Read, name) {
			return nil, denied(Read, name, "--allow-fs-read or js.WithPaths allows it")
		}
	}
	file, err := with(g, access, name, func(t tree, name string) (File, error) { return t.OpenFile(name, flag, perm) })
	if err == nil && access == Read {
		file = &readOnlyFile{file}
	}
	return file, err
}

func (g *granted) Stat(name string) (fs.FileInfo, error) { return with(g, Read, name, tree.Stat) }

func (g *granted) Lstat(name string) (fs.FileInfo, error) { return with(g, Read, name, tree.Lstat) }

func (g *granted) ReadDir(name string) ([]fs.DirEntry, error) {
	return with(g, Read, name, tree.ReadDir)
}

func (g *granted) Readlink(name string) (string, error) { return with(g, Read, name, tree.Readlink) }

func (g *granted) Remove(name string) error { return then(g, name, tree.Remove) }

func (g *granted) RemoveAll(name string) error { return then(g, name, tree.RemoveAll) }

func (g *granted) Mkdir(name string, perm fs.FileMode) error {
	return then(g, name, func(t tree, name string) error { return t.Mkdir(name, perm) })
}

func (g *granted) Chmod(name string, mode fs.FileMode) error {
	return then(g, name, func(t tree, name string) error { return t.Chmod(name, mode) })
}

func (g *granted) Chtimes(name string, accessed, modified time.Time) error {
	return then(g, name, func(t tree, name string) error { return t.Chtimes(name, accessed, modified) })
}

// Rename needs both permissions for both names, as in Node. Between two roots it copies nothing:
// the error is that of two devices.
func (g *granted) Rename(from, to string) error {
	if !g.May(Read, from) {
		return denied(Read, from, "--allow-fs-read or js.WithPaths allows it")
	}
	return then(g, from, func(source tree, source2 string) error {
		return then(g, to, func(target tree, target2 string) error {
			if source != target {
				return errors.New("the two names are not below the same path of --allow-fs-write")
			}
			return source.Rename(source2, target2)
		})
	})
}

// Link and Symlink need everything, as in Node: a link makes a file known under another name.
func (g *granted) Link(from, to string) error {
	if !g.readAll || !g.writeAll {
		return denied(Write, to, "links need --allow-fs-read=* and --allow-fs-write=*")
	}
	return os.Link(from, to)
}

func (g *granted) Symlink(target, name string) error {
	if !g.readAll || !g.writeAll {
		return denied(Write, name, "links need --allow-fs-read=* and --allow-fs-write=*")
	}
	return os.Symlink(target, name)
}

// RealPath follows no links out of what may be read: a name that leads there is denied.
func (g *granted) RealPath(name string) (string, error) {
	if g.readAll {
		return system{}.RealPath(name)
	}
	if _, err := g.Stat(name); err != nil {
		return "", err
	}
	resolved, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", outside(err, name)
	}
	if !g.May(Read, resolved) {
		return "", denied(Read, name, "--allow-fs-read or js.WithPaths allows it")
	}
	return resolved, nil
}

func (*granted) Resolve(dir, name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	return filepath.Clean(name)
}

func (*granted) Start() (string, error) { return os.Getwd() }

func (g *granted) May(access Access, name string) bool {
	list, all := g.read, g.readAll
	if access == Write {
		list, all = g.write, g.writeAll
	}
	if all || name == "" {
		return all
	}
	_, _, ok := find(list, name)
	return ok
}
