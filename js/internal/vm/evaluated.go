package vm

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	engine "github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/dop251/goja/token"

	"github.com/wakeful-go/wakeful/js/internal/regexps"
)

// This file owns source that the engine parses itself: that of eval and new Function. Its regular
// expressions are translated in the text, because the engine does not show the tree to anybody.
//
// The engine has no hook that sees the source. It calls the options of its parser with a pointer
// into the parser, which has the source. The parser is read and written through package unsafe,
// after a check that the source is where it was. Otherwise such regular expressions are the
// engine's. A panic of the parser would end the script, because the engine throws only its own
// values. So source that may cause one is parsed before, where it can be recovered.

// parsing mirrors the engine's type parser._parser.
type parsing struct {
	source                 string
	length, base           int
	char                   rune
	charOffset, offset     int
	index                  file.Idx
	token                  token.Token
	literal                string
	parsedLiteral          unistring
	scope                  unsafe.Pointer
	semicolon, noSemicolon bool
	errors                 parser.ErrorList
	recovery               struct {
		index file.Idx
		count int
	}
	mode    parser.Mode
	options parsingOptions
	file    *file.File
}

// parsingOptions mirrors the engine's type parser.options.
type parsingOptions struct {
	disableSourceMaps bool
	sourceMapLoader   func(path string) ([]byte, error)
}

func init() {
	engineNames[reflect.TypeFor[parsingOptions]()] = []string{"disableSourceMaps", "sourceMapLoader"}
}

// parserOption returns an option of the engine's parser that calls fn.
func parserOption(fn func(options unsafe.Pointer)) parser.Option {
	return reflect.MakeFunc(reflect.TypeFor[parser.Option](), func(arguments []reflect.Value) []reflect.Value {
		fn(arguments[0].UnsafePointer())
		return nil
	}).Interface().(parser.Option)
}

// parsingOf returns the parser that has the options.
func parsingOf(options unsafe.Pointer) *parsing {
	return (*parsing)(unsafe.Add(options, -int(unsafe.Offsetof(parsing{}.options))))
}

// seesSource reports whether parsingOf can be used.
var seesSource = sync.OnceValue(func() bool {
	if machineOffset() < 0 {
		return false
	}
	if !mirrors(reflect.TypeFor[parsingOptions](), reflect.TypeFor[parser.Option]().In(0).Elem()) {
		return false
	}
	const name, source = "name", "'source'"
	seen := false
	_, err := engine.Parse(name, source, parserOption(func(options unsafe.Pointer) {
		p := parsingOf(options)
		seen = p.length == len(source) && p.source == source && p.base == 1 && p.char == ' ' &&
			p.file != nil && p.file.Name() == name && p.file.Source() == source
	}))
	return err == nil && seen
})

// beforeParsing is called before the engine parses source itself.
func (c *corrections) beforeParsing(options unsafe.Pointer) {
	if !seesSource() {
		c.regExps()
		return
	}
	p := parsingOf(options)
	if strings.Contains(p.source, "/") {
		c.regExps()
	}
	if !regexps.Suspect(p.source) && !mayPanic(p.source) && !mayHaveSuchField(p.source) {
		return
	}
	program, source, err := parse(p.file.Name(), p.source, parser.WithDisableSourceMaps)
	switch {
	case errors.Is(err, errFailed):
		panic(NewError(c.rt, "SyntaxError", strings.TrimPrefix(err.Error(), syntaxError)))
	case err != nil:
		return // the engine finds the same
	}
	if source = translateText(program, source); source != p.source {
		p.source, p.length = source, len(source)
		p.file = file.NewFile(p.file.Name(), source, p.base)
	}
}

// mayPanic reports whether a source has what the engine's parser is known to panic on: a list of
// declared variables with a rest, and the last character as an escape.
func mayPanic(source string) bool {
	return strings.Contains(source, "[...") || strings.Contains(source, "10FFFF") || strings.Contains(source, "10ffff")
}

// mayHaveSuchField reports whether a class of a source may have a field of fieldNames.
func mayHaveSuchField(source string) bool {
	return strings.Contains(source, "class") && slices.ContainsFunc(fieldNames, func(name string) bool { return strings.Contains(source, name) })
}

// translateText returns the source of a program with the patterns of its literals translated.
// Patterns that have a fault stay as they are.
func translateText(program *ast.Program, source string) string {
	var b strings.Builder
	end := 0
	for _, literal := range literalsOf(program) {
		pattern, flags, err := regexps.Translate(literal.Pattern, literal.Flags)
		at := int(literal.Idx) - program.File.Base()
		if err != nil || at < end || !strings.HasPrefix(source[at:], literal.Literal) {
			continue
		}
		b.WriteString(source[end:at])
		b.WriteString("/" + pattern + "/" + flags)
		end = at + len(literal.Literal)
	}
	b.WriteString(source[end:])
	return b.String()
}

// literalsOf returns the regular expressions of a program in the order of the text.
func literalsOf(program *ast.Program) []*ast.RegExpLiteral {
	c := corrector{program: program}
	c.walk(reflect.ValueOf(program))
	slices.SortFunc(c.literals, func(a, b *ast.RegExpLiteral) int { return int(a.Idx - b.Idx) })
	return c.literals
}
