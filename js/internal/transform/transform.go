// Package transform is the seam between the runtime and the package that translates
// source code which the engine does not parse: TypeScript, JSX, ES modules, async
// generators and for await. Package js/esbuild registers itself here, so that programs
// without it do not link esbuild.
package transform

import (
	"fmt"
	"strings"
	"sync/atomic"
)

// A Transformer translates source code. Any goroutine may call it.
type Transformer interface {
	// Script translates a script for the global scope. The code has a source map.
	Script(name, source string) (code string, err error)
	// Module translates the file of a module. With async, an ES module becomes an
	// async function even if it has no top-level await.
	Module(file, source string, async bool) (Module, error)
	// Link returns an error for the first imported name that is not exported.
	Link(g *Graph) error
}

// A Module is the translated code of one file.
type Module struct {
	// Code is a function expression. Its parameters are Parameters and, for an ES
	// module, ESMParameters.
	Code    string
	ESM     bool
	Async   bool     // its function returns a promise
	Imports []string // specifiers of its static imports
}

// A Graph is an ES module with all modules that it imports statically, directly or indirectly.
type Graph struct {
	Entry   string
	Sources map[string]string            // code of the ES modules, by file
	Imports map[string]map[string]string // by importer: specifier to file
}

// The parameters of the function that a module is translated to.
const (
	Parameters    = "exports, require, module, __filename, __dirname"
	ESMParameters = ", $meta, $toESM, $static, $exports"
)

// BeforeMap inserts text before the source map comment at the end of code.
func BeforeMap(code, text string) string {
	if i := strings.LastIndex(code, "//# sourceMappingURL="); i >= 0 {
		return code[:i] + strings.TrimPrefix(text, "\n") + "\n" + code[i:]
	}
	return code + text
}

// A SyntaxError is the position and the reason of invalid source code.
type SyntaxError struct {
	Message, File, Line string
	Row                 int // from 1
	Column              int // from 0, in characters
}

// Error returns the message with the position.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s (%s:%d:%d)", e.Message, e.File, e.Row, e.Column+1)
}

// Stack returns what Node prints for the error.
func (e *SyntaxError) Stack() string {
	return fmt.Sprintf("%s:%d\n%s\n%s^\n\nSyntaxError: %s", e.File, e.Row, e.Line, strings.Repeat(" ", max(0, e.Column)), e.Message)
}

// registered is written by Register, usually during package initialization.
var registered atomic.Pointer[Transformer]

// Register makes t the transformer of the program.
func Register(t Transformer) { registered.Store(&t) }

// Registered returns the transformer of the program, or nil if there is none.
func Registered() Transformer {
	if t := registered.Load(); t != nil {
		return *t
	}
	return nil
}
