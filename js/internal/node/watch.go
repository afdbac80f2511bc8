package node

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fsnotify/fsnotify"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns what fs.watch watches. fsnotify asks the system for changes.

// watch starts to watch: a path, whether also the folders below it, and a function that gets the
// kind of each change and the name that changed. It returns functions that end it and that say
// whether it keeps the loop running. Only the system's own files can be watched.
func watch(h host.Host) func(vm.FunctionCall) vm.Value {
	return func(call vm.FunctionCall) vm.Value {
		rt, path, deep := h.VM(), call.Argument(0).String(), call.Argument(1).ToBoolean()
		changed, _ := vm.AssertFunction(call.Argument(2))
		fail := func(err error) { panic(h.ToError(&fileError{err: err, call: "watch", path: path})) }
		if !h.Files().IsSystem() {
			fail(fs.ErrPermission)
		}
		root, err := h.Files().Abs(path)
		if err != nil {
			fail(err)
		}
		info, err := os.Stat(root)
		if err != nil {
			fail(err)
		}
		watcher, err := fsnotify.NewWatcher()
		if err != nil {
			fail(err)
		}
		w := &watching{h: h, watcher: watcher, root: root, folder: info.IsDir(), deep: deep && info.IsDir(), changed: changed}
		if err := w.add(root); err != nil {
			_ = watcher.Close()
			fail(err)
		}
		unhook := context.AfterFunc(h.Context(), func() { _ = watcher.Close() })
		release := h.KeepAlive()
		go w.run()
		object := rt.NewObject()
		_ = object.Set("close", vm.NewFunction(rt, func(vm.FunctionCall) vm.Value {
			release()
			unhook()
			_ = watcher.Close()
			return vm.Undefined()
		}))
		_ = object.Set("refer", vm.NewFunction(rt, func(call vm.FunctionCall) vm.Value {
			release()
			if call.Argument(0).ToBoolean() {
				release = h.KeepAlive()
			}
			return vm.Undefined()
		}))
		return object
	}
}

// watching is what one call of watch watches.
type watching struct {
	h            host.Host
	watcher      *fsnotify.Watcher
	root         string
	folder, deep bool
	changed      vm.Callable
}

// add watches a file or a folder, and with deep the folders in it. It reports what it finds in
// folders that have been made meanwhile.
func (w *watching) add(path string) error {
	if !w.deep {
		return w.watcher.Add(path)
	}
	return filepath.WalkDir(path, func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // it is gone
		}
		if at != path && path != w.root {
			w.report("rename", at)
		}
		if entry.IsDir() {
			return w.watcher.Add(at)
		}
		return nil
	})
}

// run reports changes until the watcher is closed. As in Node, errors are not reported: the system's
// queue was full.
func (w *watching) run() {
	go func() {
		for range w.watcher.Errors { // fsnotify waits until they are received
		}
	}()
	for event := range w.watcher.Events {
		kind := "change"
		if event.Has(fsnotify.Create) || event.Has(fsnotify.Remove) || event.Has(fsnotify.Rename) {
			kind = "rename"
		}
		w.report(kind, event.Name)
		if w.deep && event.Has(fsnotify.Create) {
			if info, err := os.Lstat(event.Name); err == nil && info.IsDir() {
				_ = w.add(event.Name)
			}
		}
	}
}

func (w *watching) report(kind, path string) {
	name := filepath.Base(path)
	if w.folder {
		if relative, err := filepath.Rel(w.root, path); err == nil && relative != "." {
			name = relative
		}
	}
	w.h.Submit(func() { w.h.Call(w.changed, vm.Undefined(), w.h.VM().ToValue(kind), w.h.VM().ToValue(name)) })
}
