package vm

import (
	"github.com/dop251/goja/ast"

	"github.com/wakeful-go/wakeful/js/internal/regexps"
)

// This file corrects a fault of the engine: an exception thrown in a finally block is caught by the
// catch of the same statement. Two nested statements mean the same and do not have the fault:
//
//	try { try { } catch { } } finally { }
//
// The tree is changed and not the text, so all positions in stack traces stay correct.

// nestFinally splits a try statement that has both catch and finally.
func nestFinally(s *ast.TryStatement) {
	if s.Catch == nil || s.Finally == nil {
		return
	}
	inner := &ast.TryStatement{Try: s.Try, Body: s.Body, Catch: s.Catch}
	s.Body = &ast.BlockStatement{LeftBrace: s.Body.LeftBrace, List: []ast.Statement{inner}, RightBrace: s.Body.RightBrace}
	s.Catch = nil
}

// hasFinally reports whether a source may have a finally block. After a dot, finally is the method
// of promises. Keywords cannot contain escapes, so a search of the text is enough.
func hasFinally(source string) bool {
	for before := range regexps.Occurrences(source, "finally") {
		if before == "" || before[len(before)-1] != '.' {
			return true
		}
	}
	return false
}
