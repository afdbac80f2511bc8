package vm

import (
	"reflect"
	"sync"
	"unsafe"
)

// This file compares maps by their memory, which takes a tenth of the time of looking up their
// entries. Nothing is written this way. If Go's maps have another layout than the known one,
// entries are looked up.
//
// The layout is that of Go 1.24 to 1.27, internal/runtime/maps: a map refers to one group of eight
// entries, or to a directory of tables, each of which refers to an array of groups.

// A rawBlock is a part of the memory of a map with a copy of it. The copy keeps nothing alive; the
// entries of the mapping do.
type rawBlock struct {
	at    unsafe.Pointer
	saved []byte
}

func newRawBlock(at unsafe.Pointer, size uintptr) rawBlock {
	return rawBlock{at, append([]byte(nil), unsafe.Slice((*byte)(at), size)...)}
}

func (b *rawBlock) same() bool {
	return string(unsafe.Slice((*byte)(b.at), len(b.saved))) == string(b.saved)
}

// swissMap mirrors the beginning of Go's type Map.
type swissMap struct {
	used      uint64
	seed      uintptr
	directory unsafe.Pointer
	length    int // of the directory; 0 if it is one group
}

// swissTable mirrors Go's type table.
type swissTable struct {
	used, capacity, growthLeft uint16
	depth                      uint8
	index                      int
	groups                     unsafe.Pointer
	mask                       uint64
}

// slotsPerGroup is the number of entries of a group, which begins with a control byte for each.
const slotsPerGroup = 8

func groupSize(kind reflect.Type) uintptr {
	key, value := kind.Key(), kind.Elem()
	align := uintptr(max(key.Align(), value.Align()))
	offset := (key.Size() + uintptr(value.Align()) - 1) &^ (uintptr(value.Align()) - 1)
	slot := (offset + value.Size() + align - 1) &^ (align - 1)
	return 8 + slotsPerGroup*slot
}

// rawMap copies the memory of a map, or returns nil if its layout is not known.
func rawMap(at unsafe.Pointer, kind reflect.Type) []rawBlock {
	if !rawMapsKnown() || kind.Key().Size() > 128 || kind.Elem().Size() > 128 || kind.Key().Align() > 8 {
		return nil // large entries are elsewhere
	}
	return copyMap(at, kind)
}

func copyMap(at unsafe.Pointer, kind reflect.Type) []rawBlock {
	m := (*swissMap)(at)
	all := []rawBlock{newRawBlock(at, unsafe.Sizeof(swissMap{}))}
	if m.directory == nil {
		return all
	}
	if m.length == 0 {
		return append(all, newRawBlock(m.directory, groupSize(kind)))
	}
	tables := unsafe.Slice((**swissTable)(m.directory), m.length)
	all = append(all, newRawBlock(m.directory, uintptr(m.length)*unsafe.Sizeof(m.directory)))
	var last *swissTable
	for _, t := range tables {
		if t == last {
			continue // the directory has several entries for a table
		}
		last = t
		all = append(all, newRawBlock(unsafe.Pointer(t), unsafe.Sizeof(swissTable{})),
			newRawBlock(t.groups, uintptr(t.mask+1)*groupSize(kind)))
	}
	return all
}

// rawMapsKnown reports whether the layout of maps is the known one: that each kind of change to a
// map of each size is noticed, and that nothing else is.
var rawMapsKnown = sync.OnceValue(func() bool {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		return false
	}
	// In a group, each key is followed by its value. With GOEXPERIMENT=mapsplitgroup all keys come
	// before all values, and groups of other sizes than those below are smaller.
	one := map[uint64]uint8{1: 0xa5}
	if *(*uint8)(unsafe.Add((*(**swissMap)(unsafe.Pointer(&one))).directory, 8+8)) != 0xa5 {
		return false
	}
	kind := reflect.TypeFor[map[string]any]()
	for _, size := range []int{0, 1, 8, 9, 100, 5000} {
		m := map[string]any{}
		for i := range size {
			m[key(i)] = i
		}
		at := *(*unsafe.Pointer)(unsafe.Pointer(&m))
		if head := (*swissMap)(at); head.used != uint64(size) || (head.length == 0) != (size <= slotsPerGroup) {
			return false
		}
		for _, change := range []func(){
			func() {},
			func() { _ = m["0"]; _ = len(m) },
			func() { m["new"] = 1 },
			func() { m["0"] = "other" },
			func() { delete(m, key(size-1)) },
		} {
			before, entries := copyMap(at, kind), len(m)
			was, had := m["0"], m["new"]
			change()
			changed := len(m) != entries || m["0"] != was || m["new"] != had
			noticed := false
			for i := range before {
				noticed = noticed || !before[i].same()
			}
			if noticed != changed {
				return false
			}
		}
	}
	return true
})

func key(i int) string { return string(rune('0' + i)) }
