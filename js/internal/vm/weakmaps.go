package vm

import (
	"maps"
	"reflect"
	"sync"
	"unsafe"
	"weak"
)

// This file owns the weak maps and sets of a snapshot. The garbage collector has their entries
// removed on a goroutine of its own, under a lock.

// weakEntries mirrors the engine's type weakMap.
type weakEntries struct {
	entries map[weak.Pointer[Object]]Value
	sync.Mutex
}

// weakCopy is a weak map with a copy of its entries.
type weakCopy struct {
	at    *weakEntries
	saved map[weak.Pointer[Object]]Value
}

// isWeak reports whether a type of the engine is that of weak maps.
func isWeak(kind reflect.Type) bool {
	ours := reflect.TypeFor[weakEntries]()
	return kind.Kind() == reflect.Struct && kind.PkgPath() == Path && kind.NumField() == 2 && kind.Size() == ours.Size() &&
		kind.Field(0).Type == ours.Field(0).Type && kind.Field(1).Type == ours.Field(1).Type
}

// hasWeak reports whether a structure contains a weak map.
func hasWeak(kind reflect.Type) bool {
	for f := range kind.Fields() {
		if isWeak(f.Type) {
			return true
		}
	}
	return false
}

// addWeak adds a weak map and what its entries refer to.
func (s *Snapshot) addWeak(at unsafe.Pointer) {
	w := weakCopy{at: (*weakEntries)(at)}
	w.at.Lock()
	w.saved = maps.Clone(w.at.entries)
	w.at.Unlock()
	s.weak = append(s.weak, w)
	for _, v := range w.saved {
		s.visit(unsafe.Pointer(&v), reflect.TypeFor[Value]())
	}
}

// restore writes the entries back whose keys still exist, and reports whether any differed. Entries
// that the garbage collector has removed do not count.
func (w *weakCopy) restore(write bool) (differed bool) {
	w.at.Lock()
	defer w.at.Unlock()
	for key, v := range w.at.entries {
		if was, ok := w.saved[key]; ok && sameMemory(unsafe.Pointer(&was), unsafe.Pointer(&v), unsafe.Sizeof(v)) || key.Value() == nil {
			continue
		}
		differed = true
		if write {
			delete(w.at.entries, key)
		}
	}
	for key, v := range w.saved {
		if _, ok := w.at.entries[key]; ok || key.Value() == nil {
			continue
		}
		differed = true
		if write {
			w.at.entries[key] = v
		}
	}
	return differed
}
