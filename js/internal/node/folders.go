package node

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// folders makes a folder and its missing parents in as many steps as Node: it tries the folder,
// then its parent, and so on, and then makes them in reverse order. One goroutine at a time may use
// it.
type folders struct {
	missing []string // folders still to make, the first one last
	mode    fs.FileMode
	first   string // the first folder that was made
	there   string // the last folder that was made or found
	failed  error  // why the last one of missing was not made, while it may be there
}

func newFolders(path string, mode fs.FileMode) *folders {
	return &folders{missing: []string{path}, mode: mode}
}

// step does the next step, and reports whether there are more.
func (m *folders) step(f *files.Files) (more bool, err error) {
	path := m.missing[len(m.missing)-1]
	if m.failed != nil {
		info, err := f.Stat(path)
		if err == nil && !info.IsDir() || err != nil && errors.Is(m.failed, syscall.EROFS) {
			err = m.failed
		}
		return m.made(path, err)
	}
	err = f.Mkdir(path, m.mode)
	above := path[:max(strings.LastIndexFunc(path, func(r rune) bool { return r == '/' || r == filepath.Separator }), 0)]
	switch {
	case err == nil:
		m.first = cmp.Or(m.first, path)
	case errors.Is(err, fs.ErrNotExist) && above != "" && above != m.there:
		m.missing = append(m.missing, above)
		return true, nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.ENOTDIR):
	default:
		m.failed = err
		return true, nil
	}
	return m.made(path, err)
}

// made ends the steps of one folder.
func (m *folders) made(path string, err error) (more bool, failure error) {
	m.missing, m.there, m.failed = m.missing[:len(m.missing)-1], path, nil
	return len(m.missing) > 0 && err == nil, wrap(err, "mkdir", path, "")
}

// result is the first folder that was made, or nil if all were there.
func (m *folders) result() any {
	if m.first == "" {
		return nil
	}
	return m.first
}

// atOnce does all steps.
func (m *folders) atOnce(f *files.Files) (any, error) {
	for {
		if more, err := m.step(f); err != nil || !more {
			return m.result(), err
		}
	}
}

// later does each step on a worker. As in Node, only the last one ends in a callback of JavaScript.
func (m *folders) later(h host.Host, done func(any, error) (vm.Value, []vm.Value)) {
	h.QueueWork(func() (any, error) { return m.step(h.Files()) }, func(more any, err error) (vm.Value, []vm.Value) {
		if err == nil && more == true {
			m.later(h, done)
			return nil, nil
		}
		return done(m.result(), err)
	})
}
