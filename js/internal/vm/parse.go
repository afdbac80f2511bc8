package vm

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	engine "github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
)

// This file owns parsing and compiling. The engine panics on some source. Here such source is an
// error. Any goroutine may call these functions.

// Compile compiles a script. It ignores comments that name a source map.
func Compile(name, source string, strict bool) (*Program, error) {
	program, err := Parse(name, source, nil)
	if err != nil {
		return nil, err
	}
	return CompileAST(program, strict)
}

// CompileModule compiles a built-in module, whose regular expressions are seldom evaluated. See
// correctProgram.
func CompileModule(name, source string) (*Program, error) {
	program, parsed, err := parse(name, source, parser.WithDisableSourceMaps)
	if err == nil {
		err = correctProgram(program, parsed, true)
	}
	if err != nil {
		return nil, err
	}
	return CompileAST(program, false)
}

// CompileAST compiles a parsed script.
func CompileAST(tree *ast.Program, strict bool) (program *Program, err error) {
	defer func() {
		if x := recover(); x != nil {
			program, err = nil, failure("", "its compiler failed: %v", x)
		}
	}()
	return engine.CompileAST(tree, strict)
}

// Parse parses a script and corrects its tree where the engine would be wrong. readMap reads the
// file of a source map that a comment of the script names. It gets a URL, and a script chooses that
// URL. If readMap is nil, such comments are ignored.
func Parse(name, source string, readMap func(url string) ([]byte, error)) (*ast.Program, error) {
	maps := parser.WithDisableSourceMaps
	if readMap != nil {
		maps = parser.WithSourceMapLoader(readMap) // the engine's own reads any file
	}
	program, parsed, err := parse(name, source, maps)
	if err == nil {
		err = correctProgram(program, parsed, false)
	}
	if err != nil {
		return nil, err
	}
	return program, nil
}

// parse parses a script, in another spelling if the engine panics. It returns the source that it
// has parsed, also with an error, which is errFailed only if the engine has panicked.
func parse(name, source string, maps parser.Option) (program *ast.Program, parsed string, err error) {
	program, err = tryParsing(name, source, maps)
	if errors.Is(err, errFailed) {
		if other := spellLastCharacter(source); other != source {
			source = other
			program, err = tryParsing(name, source, maps)
		}
	}
	for other := source; err != nil; {
		var corrected bool
		if other, corrected = spellField(other); !corrected {
			break
		}
		program, fault := tryParsing(name, other, maps)
		if fault == nil {
			return program, other, nil
		}
		if errors.Is(fault, errFailed) {
			break
		}
	}
	return program, source, err
}

// spellField writes the second letter of a field of a class named get, set or async as an escape, if
// the engine's parser has failed after one: it takes the word for the beginning of a method. Columns
// after it change by five.
func spellField(source string) (corrected string, ok bool) {
	if !mayHaveSuchField(source) {
		return source, false
	}
	faults := faultsOf(source)
	if len(faults) == 0 {
		return source, false
	}
	at := faults[0].Position
	before := 0
	for range at.Line - 1 {
		end := strings.IndexByte(source[before:], '\n')
		if end < 0 {
			return source, false
		}
		before += end + 1
	}
	// The position is that of the character after the token that is not expected.
	before = len(strings.TrimRight(source[:min(before+at.Column-1, len(source))], " \t\r\n")) - 1
	if before < 0 || strings.IndexByte("=;}", source[before]) < 0 {
		return source, false
	}
	head := strings.TrimRight(source[:before], " \t\r\n")
	for _, word := range fieldNames {
		if begin := len(head) - len(word); strings.HasSuffix(head, word) && begin > 0 && !PartOfName(head[begin-1]) && head[begin-1] != '.' {
			return fmt.Sprintf(`%s\u%04x%s`, source[:begin+1], word[1], source[begin+2:]), true
		}
	}
	return source, false
}

// faultsOf returns what the engine's parser finds, or nil if it panics.
func faultsOf(source string) (faults parser.ErrorList) {
	defer func() {
		if recover() != nil {
			faults = nil
		}
	}()
	_, err := parser.ParseFile(nil, "", source, 0, parser.WithDisableSourceMaps)
	faults, _ = errors.AsType[parser.ErrorList](err)
	return faults
}

// fieldNames are the names of fields that the engine's parser does not expect.
var fieldNames = []string{"get", "set", "async"}

func tryParsing(name, source string, maps parser.Option) (program *ast.Program, err error) {
	defer func() {
		if x := recover(); x != nil {
			program, err = nil, failure(name, "its parser failed: %v", x)
		}
	}()
	return engine.Parse(name, source, maps)
}

var errFailed = errors.New(Name + " cannot compile this code")

// failure returns the error for source that the engine cannot compile.
func failure(name, format string, values ...any) error {
	if name != "" {
		name += ": "
	}
	return fmt.Errorf("%s%s%w: %s", syntaxError, name, errFailed, fmt.Sprintf(format, values...))
}

// syntaxError begins the engine's own errors, too.
const syntaxError = "SyntaxError: "

// spellLastCharacter writes the character U+10FFFF as two escapes of four digits. The engine's
// parser does not find the end of \u{10FFFF}, and panics. Columns after it change by two.
func spellLastCharacter(source string) string {
	return escapes.ReplaceAllStringFunc(source, func(escape string) string {
		if len(escape) < len(`\u{10FFFF}`) {
			return escape
		}
		return `\udbff\udfff`
	})
}

// escapes matches the escape \u{10FFFF}, and every other one.
var escapes = regexp.MustCompile(`\\(u\{0*10[fF]{4}\}|[\s\S])`)
