package sandbox

// The declarations of tools, as TypeScript: for the prompt of a model that writes scripts, and for
// editors.

import (
	"encoding"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
)

// Declarations returns the text of a .d.ts file with all tools in the order of New. Descriptions are
// those of WithDescription, and of the tags `doc:"..."` of fields. A field with omitempty, omitzero or
// a pointer may be left out.
func (s *Sandbox) Declarations() string {
	w := &declarations{names: map[reflect.Type]string{}, taken: map[string]bool{}}
	var tools strings.Builder
	for _, t := range s.tools {
		w.tool(&tools, t)
	}
	return strings.Join(w.interfaces, "") + tools.String()
}

type declarations struct {
	interfaces []string
	names      map[reflect.Type]string
	taken      map[string]bool
}

func (w *declarations) tool(out *strings.Builder, t *tool) {
	path := strings.Split(t.name, ".")
	indent := ""
	for i, name := range path[:len(path)-1] {
		out.WriteString(indent)
		if i == 0 {
			out.WriteString("declare ")
		}
		out.WriteString("namespace " + name + " {\n")
		indent += "\t"
	}
	comment(out, indent, t.description)
	out.WriteString(indent)
	if len(path) == 1 {
		out.WriteString("declare ")
	}
	out.WriteString("function " + path[len(path)-1] + "(")
	if t.input.Kind() != reflect.Struct || t.input.NumField() > 0 {
		out.WriteString("input: " + w.typeOf(t.input, true))
	}
	result := w.typeOf(t.output, false)
	if !t.direct {
		result = "Promise<" + result + ">"
	}
	out.WriteString("): " + result + ";\n")
	for range len(path) - 1 {
		indent = indent[1:]
		out.WriteString(indent + "}\n")
	}
}

func comment(out *strings.Builder, indent, text string) {
	if text == "" {
		return
	}
	text = strings.ReplaceAll(text, "*/", "* /")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) == 1 {
		out.WriteString(indent + "/** " + lines[0] + " */\n")
		return
	}
	out.WriteString(indent + "/**\n")
	for _, line := range lines {
		out.WriteString(strings.TrimRight(indent+" * "+strings.TrimSpace(line), " ") + "\n")
	}
	out.WriteString(indent + " */\n")
}

var textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()

// typeOf returns the type of values of t in scripts. In an input some kinds of values are accepted
// that an output never has.
func (w *declarations) typeOf(t reflect.Type, input bool) string {
	switch t {
	case reflect.TypeFor[time.Time]():
		return "Date"
	case reflect.TypeFor[big.Int](), reflect.TypeFor[*big.Int]():
		return "bigint"
	case reflect.TypeFor[[]byte]():
		return "Uint8Array"
	case reflect.TypeFor[*Map]():
		return "Map<unknown, unknown>"
	case reflect.TypeFor[*Set]():
		return "Set<unknown>"
	case reflect.TypeFor[*RegExp]():
		return "RegExp"
	case reflect.TypeFor[*ScriptError](), reflect.TypeFor[error]():
		return "Error"
	}
	if t.Kind() == reflect.Pointer {
		return w.typeOf(t.Elem(), input) + " | null"
	}
	if t.Implements(textMarshaler) {
		return "string"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64:
		return "number"
	case reflect.Slice:
		if input {
			return array(w.typeOf(t.Elem(), input))
		}
		return array(w.typeOf(t.Elem(), input)) + " | null" // a nil slice
	case reflect.Array:
		return array(w.typeOf(t.Elem(), input))
	case reflect.Map:
		return "Record<string, " + w.typeOf(t.Elem(), input) + ">"
	case reflect.Struct:
		return w.structure(t, input)
	}
	return "unknown"
}

func array(element string) string {
	if strings.Contains(element, " | ") {
		element = "(" + element + ")"
	}
	return element + "[]"
}

// structure declares an interface for a named structure, and writes others where they are.
func (w *declarations) structure(t reflect.Type, input bool) string {
	if name, ok := w.names[t]; ok {
		return name
	}
	if t.Name() == "" {
		return "{ " + strings.TrimSpace(strings.ReplaceAll(w.fields(t, "", input), "\n", " ")) + " }"
	}
	name, _, _ := strings.Cut(t.Name(), "[") // of a generic type
	first, size := utf8.DecodeRuneInString(name)
	base := string(unicode.ToUpper(first)) + name[size:]
	name = base
	for n := 2; w.taken[name]; n++ {
		name = base + strconv.Itoa(n)
	}
	w.taken[name] = true
	w.names[t] = name // before its fields, which may have the type
	at := len(w.interfaces)
	w.interfaces = append(w.interfaces, "")
	w.interfaces[at] = "interface " + name + " {\n" + w.fields(t, "\t", input) + "}\n"
	return name
}

func (w *declarations) fields(t reflect.Type, indent string, input bool) string {
	var out strings.Builder
	for _, f := range codec.FieldsOf(t) {
		comment(&out, indent, f.Text)
		name := f.Name
		if !toolName.MatchString(name) || strings.Contains(name, ".") {
			name = strconv.Quote(name)
		}
		if f.OmitEmpty || input && slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Interface}, f.Type.Kind()) {
			name += "?"
		}
		out.WriteString(indent + name + ": " + w.typeOf(f.Type, input) + ";\n")
	}
	return out.String()
}
