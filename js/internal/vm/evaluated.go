package vm

import (
	"errors"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"unsafe"

	engine "github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/dop251/goja/token"
)

// This file owns source that the engine parses itself: that of eval and new Function. A panic of
// its parser would end the script, because the engine throws only its own values. So such source is
// parsed before, where a panic can be recovered, and the script gets a SyntaxError. It is parsed
// twice then.
//
// The engine has no hook that sees the source. It calls the options of its parser with a pointer
// into the parser, which has the source. The parser is read through package unsafe, after a check
// that the engine's version was tested and that the source is where it was. With another version,
// or without unsafe, such a panic ends the script, and its caller gets it as an error.

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
	errors                 ParserErrors
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
	ours, engines := reflect.TypeFor[parsingOptions](), reflect.TypeFor[parser.Option]().In(0).Elem()
	if engines.Kind() != reflect.Struct || engines.NumField() != ours.NumField() {
		return false
	}
	for i := range ours.NumField() {
		if a, b := ours.Field(i), engines.Field(i); a.Name != b.Name || a.Type != b.Type || a.Offset != b.Offset {
			return false
		}
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

// madeByFunction matches the text that the engine makes of the arguments of new Function and of its
// relatives. The engine evaluates the text, and with it what follows a body that closes the function.
var madeByFunction = regexp.MustCompile(`^\((async )?function\*? anonymous\((?s:.*)\n\}\)$`)

// isFunctionLiteral reports whether a function is all of the program.
func isFunctionLiteral(program *AST) bool {
	if len(program.Body) != 1 {
		return false
	}
	statement, ok := program.Body[0].(*ast.ExpressionStatement)
	if !ok {
		return false
	}
	_, ok = statement.Expression.(*ast.FunctionLiteral)
	return ok
}

// beforeParsing is called before the engine parses source itself. It throws a SyntaxError if the
// engine would panic, and if the arguments of new Function are more than parameters and a body.
func (c *corrections) beforeParsing(options unsafe.Pointer) {
	if c.lazy {
		c.regExps()
	}
	if !seesSource() {
		return
	}
	p := parsingOf(options)
	program, source, err := parse(p.file.Name(), p.source, parser.WithDisableSourceMaps)
	switch {
	case errors.Is(err, errFailed):
		panic(NewError(c.rt, "SyntaxError", strings.TrimPrefix(err.Error(), syntaxError)))
	case err == nil && !isFunctionLiteral(program) && madeByFunction.MatchString(source):
		panic(NewError(c.rt, "SyntaxError", "Unexpected token '}'"))
	}
	if source != p.source {
		p.source, p.length = source, len(source)
		p.file = file.NewFile(p.file.Name(), source, p.base)
	}
}
