package node

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// folders makes a folder and its missing parents in as many steps as Node: it tries the folder,
// then its parent, and so on, and then makes them in reverse order. As in Node, only the last step
// is a callback of JavaScript. Loop goroutine only.
type folders struct {
	h       host.Host
	missing []string // folders still to make, the first one last
	mode    fs.FileMode
	first   string // the first folder that was made
	done    func(any, error) (vm.Value, []vm.Value)
}

// next makes the next missing folder.
func (m *folders) next() {
	at := len(m.missing) - 1
	path := m.missing[at]
	m.missing = m.missing[:at]
	m.h.QueueWork(
		func() (any, error) { return nil, m.h.Files().Mkdir(path, m.mode) },
		func(_ any, err error) (vm.Value, []vm.Value) { return m.made(path, err) })
}

// made continues after an attempt to make a folder.
func (m *folders) made(path string, err error) (vm.Value, []vm.Value) {
	switch {
	case err == nil:
		if m.first == "" {
			m.first = path
		}
		return m.goOn()
	case errors.Is(err, fs.ErrNotExist):
		above := filepath.Dir(path)
		if above == path || above == "." {
			return m.done(nil, wrap(err, "mkdir", path, ""))
		}
		m.missing = append(m.missing, path, above)
		return m.goOn()
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.ENOTDIR):
		return m.done(nil, wrap(err, "mkdir", path, ""))
	}
	m.h.QueueWork(
		func() (any, error) { return m.h.Files().Stat(path) },
		func(info any, failure error) (vm.Value, []vm.Value) {
			if failure != nil {
				return m.done(nil, wrap(failure, "mkdir", path, ""))
			}
			if !info.(fs.FileInfo).IsDir() {
				return m.done(nil, wrap(err, "mkdir", path, ""))
			}
			return m.goOn()
		})
	return nil, nil
}

// goOn makes the next folder, or ends.
func (m *folders) goOn() (vm.Value, []vm.Value) {
	switch {
	case len(m.missing) > 0:
		m.next()
		return nil, nil
	case m.first == "":
		return m.done(nil, nil)
	}
	return m.done(m.first, nil)
}
