package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// granted is the view. Immutable.
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
	return &Files{view: g}, release, nil
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

func (b branch) RemoveAll(name string) error          { return b.Root.RemoveAll(name) }
func (b branch) Readlink(name string) (string, error) { return b.Root.Readlink(name) }

// sealed is a tree whose files can only be read.
type sealed struct{ reader }

func (s sealed) Open(name string) (File, error) {
	file, err := s.reader.Open(name)
	if err != nil {
		return nil, err
	}
	return &readOnlyFile{file}, nil
}

func (g *granted) reader(name string) (reader, string, error) {
	if g.readAll {
		return sealed{system{}}, name, nil
	}
	tree, below, err := below(g.read, name, Read, "--allow-fs-read or js.WithPaths allows it")
	return sealed{tree}, below, err
}

func (g *granted) writer(name string) (writer, string, error) {
	if g.writeAll {
		return system{}, name, nil
	}
	return below(g.write, name, Write, "--allow-fs-write or js.WithPaths allows it")
}

// below returns the tree of the grant that covers a name, and the name in it.
func below(list []grant, name string, access Access, option string) (b branch, local string, err error) {
	one, local, ok := find(list, name)
	if !ok {
		return b, "", denied(access, name, option)
	}
	if one.file != "" {
		// The file itself was resolved. A link that has taken its place since leads elsewhere.
		if info, err := one.root.Lstat(local); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return b, "", denied(access, name, "a symbolic link has taken its place")
		}
	}
	return branch{rooted{one.root}}, filepath.ToSlash(local), nil
}

// realPath follows no links out of what may be read: a name that leads there is denied.
func (g *granted) realPath(name string) (string, error) {
	if g.readAll {
		return system{}.realPath(name)
	}
	tree, local, err := g.reader(name)
	if err != nil {
		return "", err
	}
	if _, err := tree.Stat(local); err != nil {
		return "", err
	}
	resolved, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", err
	}
	if _, _, err := g.reader(resolved); err != nil {
		return "", err
	}
	return resolved, nil
}

func (*granted) resolve(dir, name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	return filepath.Clean(name)
}

func (*granted) start() (string, error) { return os.Getwd() }

func (g *granted) may(access Access, name string) bool {
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
