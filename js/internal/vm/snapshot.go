package vm

import (
	"bytes"
	"reflect"
	"unsafe"
)

// This file owns snapshots of a runtime. A snapshot has a copy of all memory that a program can
// change: the objects that it reaches, their properties, the variables of its functions, and what
// this package keeps for it. Restore compares the memory with the copies and writes back what
// differs. So everything is again as it was when the snapshot was taken, also what the engine has
// made since: it makes it again when a program touches it.
//
// Comparing takes a few nanoseconds per object, because an object is a few blocks of memory. What
// was made since the snapshot is not looked at: nothing refers to it any more.
//
// Functions of Go may keep state of their own, which is not in a snapshot. Values of Go that a host
// has given to a runtime are not either.
//
// Rejected: to compare what a program could see, property by property, which takes milliseconds; to
// freeze the built-in objects, which breaks programs that extend them; to note each write, for
// which the engine has no hook.

// A Snapshot is the state of a runtime at some time. Loop goroutine only.
type Snapshot struct {
	rt     *Runtime
	blocks []block
	maps   []mapping
	weak   []weakCopy
	seen   map[place]bool
	types  map[reflect.Type]bool // further types whose memory belongs to the runtime
}

// A block is memory of one type with a copy of it.
type block struct {
	at, saved unsafe.Pointer
	size      uintptr
	kind      reflect.Type
}

// A mapping is a map with a copy of its entries, and of the memory that holds them.
type mapping struct {
	at           unsafe.Pointer // the map
	kind         reflect.Type
	keys, values []reflect.Value
	raw          []rawBlock // nil if the layout of maps is not known
}

type place struct {
	at   unsafe.Pointer
	kind reflect.Type
}

// NewSnapshot takes a snapshot of a runtime in which no script runs. roots are pointers to further
// variables that belong to it, and types are those of structures that these refer to. It returns
// nil if the structures of the engine are not known.
func NewSnapshot(rt *Runtime, roots []any, types ...reflect.Type) *Snapshot {
	c := correctionsOf(rt)
	if !c.lazy {
		return nil
	}
	s := &Snapshot{rt: rt, seen: map[place]bool{}, types: map[reflect.Type]bool{}}
	for _, t := range append(types, ownTypes...) {
		s.types[t] = true
	}
	engine := reflect.ValueOf(rt).Elem()
	for _, name := range runtimeFields {
		f := engine.FieldByName(name)
		if !f.IsValid() {
			return nil
		}
		s.add(unsafe.Pointer(f.UnsafeAddr()), f.Type())
	}
	s.add(unsafe.Pointer(c), reflect.TypeFor[corrections]())
	for _, root := range roots {
		v := reflect.ValueOf(root)
		s.add(v.UnsafePointer(), v.Type().Elem())
	}
	return s
}

// runtimeFields are the engine's fields of a runtime that a program can change. The others are
// caches, the stacks of the engine, and the queue of jobs.
var runtimeFields = []string{"global", "globalObject", "symbolRegistry"}

// ownTypes are the types of this package that belong to a runtime.
var ownTypes = []reflect.Type{
	reflect.TypeFor[regExps](), reflect.TypeFor[promises](), reflect.TypeFor[arrays](), reflect.TypeFor[chains](),
}

// Add adds what a value refers to. The runtime must be as it was when the snapshot was taken.
func (s *Snapshot) Add(v Value) { s.visit(unsafe.Pointer(&v), reflect.TypeFor[Value]()) }

// Size returns how many blocks of memory the snapshot compares.
func (s *Snapshot) Size() int { return len(s.blocks) + len(s.maps) }

// add adds memory of a type, and what it refers to.
func (s *Snapshot) add(at unsafe.Pointer, kind reflect.Type) {
	p := place{at, kind}
	if s.seen[p] || kind.Size() == 0 {
		return
	}
	s.seen[p] = true
	if kind.Kind() == reflect.Struct && hasWeak(kind) {
		s.addFields(at, kind)
		return
	}
	saved := reflect.New(kind)
	saved.Elem().Set(reflect.NewAt(kind, at).Elem())
	s.blocks = append(s.blocks, block{at, saved.UnsafePointer(), kind.Size(), kind})
	s.visit(at, kind)
}

// addFields adds a structure field by field.
func (s *Snapshot) addFields(at unsafe.Pointer, kind reflect.Type) {
	for f := range kind.Fields() {
		if isWeak(f.Type) {
			s.addWeak(unsafe.Add(at, f.Offset))
		} else {
			s.add(unsafe.Add(at, f.Offset), f.Type)
		}
	}
}

// visit adds what memory of a type refers to.
func (s *Snapshot) visit(at unsafe.Pointer, kind reflect.Type) {
	switch kind.Kind() {
	case reflect.Pointer:
		if to := *(*unsafe.Pointer)(at); to != nil && s.belongs(kind.Elem()) {
			s.add(to, kind.Elem())
		}
	case reflect.Interface:
		if held := reflect.NewAt(kind, at).Elem().Elem(); held.IsValid() && held.Kind() == reflect.Pointer && !held.IsNil() && s.belongs(held.Type().Elem()) {
			s.add(held.UnsafePointer(), held.Type().Elem())
		}
	case reflect.Struct:
		for f := range kind.Fields() {
			s.visit(unsafe.Add(at, f.Offset), f.Type)
		}
	case reflect.Array:
		for i := range kind.Len() {
			s.visit(unsafe.Add(at, uintptr(i)*kind.Elem().Size()), kind.Elem())
		}
	case reflect.Slice:
		if v := reflect.NewAt(kind, at).Elem(); v.Len() > 0 {
			s.add(v.UnsafePointer(), reflect.ArrayOf(v.Len(), kind.Elem()))
		}
	case reflect.Map:
		s.addMap(*(*unsafe.Pointer)(at), kind)
	}
}

// belongs reports whether memory of a type belongs to a runtime alone.
func (s *Snapshot) belongs(kind reflect.Type) bool {
	if kind.PkgPath() != Path {
		return s.types[kind]
	}
	return kind.Kind() == reflect.Struct && !shared[kind.Name()]
}

// shared are the engine's types that programs cannot change, or that are not a part of the heap.
var shared = map[string]bool{"Runtime": true, "vm": true, "Program": true, "Symbol": true, "objectTemplate": true, "regexpPattern": true}

func (s *Snapshot) addMap(at unsafe.Pointer, kind reflect.Type) {
	p := place{at, kind}
	if at == nil || s.seen[p] {
		return
	}
	s.seen[p] = true
	m := mapping{at: at, kind: kind}
	for entries := m.value().MapRange(); entries.Next(); {
		key, value := reflect.New(kind.Key()).Elem(), reflect.New(kind.Elem()).Elem()
		key.Set(entries.Key())
		value.Set(entries.Value())
		m.keys, m.values = append(m.keys, key), append(m.values, value)
	}
	m.raw = rawMap(at, kind)
	s.maps = append(s.maps, m)
	for i := range m.keys {
		s.visit(m.keys[i].Addr().UnsafePointer(), kind.Key())
		s.visit(m.values[i].Addr().UnsafePointer(), kind.Elem())
	}
}

// value returns the map.
func (m *mapping) value() reflect.Value { return reflect.NewAt(m.kind, unsafe.Pointer(&m.at)).Elem() }

// same reports whether the map has the same entries.
func (m *mapping) same() bool {
	if m.raw != nil {
		for i := range m.raw {
			if !m.raw[i].same() {
				return m.equal()
			}
		}
		return true
	}
	return m.equal()
}

// equal is same for an unknown layout.
func (m *mapping) equal() bool {
	v := m.value()
	if v.Len() != len(m.keys) {
		return false
	}
	for i, key := range m.keys {
		value := v.MapIndex(key)
		if !value.IsValid() {
			return false
		}
		now := reflect.New(m.kind.Elem())
		now.Elem().Set(value)
		size := m.kind.Elem().Size()
		if !sameMemory(now.UnsafePointer(), m.values[i].Addr().UnsafePointer(), size) {
			return false
		}
	}
	return true
}

// restore writes the entries back.
func (m *mapping) restore() {
	v := m.value()
	v.Clear()
	for i, key := range m.keys {
		v.SetMapIndex(key, m.values[i])
	}
	m.raw = rawMap(m.at, m.kind) // the entries may be in other places
}

func sameMemory(a, b unsafe.Pointer, size uintptr) bool {
	return bytes.Equal(unsafe.Slice((*byte)(a), size), unsafe.Slice((*byte)(b), size))
}

// Restore makes the runtime as it was when the snapshot was taken. It returns how many blocks of
// memory it has written. No script may run.
func (s *Snapshot) Restore() (written int) {
	for i := range s.blocks {
		if b := &s.blocks[i]; !sameMemory(b.at, b.saved, b.size) {
			reflect.NewAt(b.kind, b.at).Elem().Set(reflect.NewAt(b.kind, b.saved).Elem())
			written++
		}
	}
	for i := range s.maps {
		if m := &s.maps[i]; !m.same() {
			m.restore()
			written++
		}
	}
	for i := range s.weak {
		if s.weak[i].restore(true) {
			written++
		}
	}
	return written
}

// Same reports whether the runtime is as it was when the snapshot was taken.
func (s *Snapshot) Same() bool {
	for i := range s.blocks {
		if b := &s.blocks[i]; !sameMemory(b.at, b.saved, b.size) {
			return false
		}
	}
	for i := range s.maps {
		if !s.maps[i].same() {
			return false
		}
	}
	for i := range s.weak {
		if s.weak[i].restore(false) {
			return false
		}
	}
	return true
}
