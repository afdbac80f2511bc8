package codec

// The fields of structures, by the names that scripts see.

import (
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Field is an exported field of a structure.
type Field struct {
	Name      string // the name of its json tag, or its own
	Index     []int
	Type      reflect.Type
	OmitEmpty bool   // its json tag says omitempty or omitzero
	Text      string // its tag doc: what it is for
}

var fields sync.Map // reflect.Type: []Field

// FieldsOf returns the exported fields of a structure, with those of embedded structures in their
// place. Fields with the json tag "-" are left out. If two have the same name, the outer one counts.
func FieldsOf(t reflect.Type) []Field {
	if all, ok := fields.Load(t); ok {
		return all.([]Field)
	}
	var all []Field
	at := map[string]int{}
	var named [][]int // embedded structures with a name of their own, whose fields are not promoted
	for _, f := range reflect.VisibleFields(t) {
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		if slices.ContainsFunc(named, func(outer []int) bool { return len(f.Index) > len(outer) && slices.Equal(f.Index[:len(outer)], outer) }) {
			continue
		}
		if f.Anonymous && (name != "" || tag == "-") {
			named = append(named, f.Index)
		}
		if !f.IsExported() || tag == "-" || f.Anonymous && name == "" && structure(f.Type) {
			continue
		}
		if name == "" {
			name = f.Name
		}
		field := Field{name, f.Index, f.Type, strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero"), f.Tag.Get("doc")}
		if i, twice := at[name]; twice {
			if len(f.Index) < len(all[i].Index) {
				all[i] = field
			}
			continue
		}
		at[name] = len(all)
		all = append(all, field)
	}
	fields.Store(t, all)
	return all
}

func structure(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct
}
