package vm

import "strings"

// This file owns the correction of a fault of the engine: an exception of a
// finally block is caught by the catch of the same statement. Two statements, one
// in the other, do not have it, and mean the same:
//
//	try { try { } catch { } } finally { }
//
// The tree is changed, not the text, so that every place in a stack stays where it
// was.

// nestFinally parts a try statement that has both catch and finally.
func nestFinally(s *TryStatement) {
	if s.Catch == nil || s.Finally == nil {
		return
	}
	inner := &TryStatement{Try: s.Try, Body: s.Body, Catch: s.Catch}
	s.Body = &BlockStatement{LeftBrace: s.Body.LeftBrace, List: []Statement{inner}, RightBrace: s.Body.RightBrace}
	s.Catch = nil
}

// hasFinally reports whether a source may have a finally block. What follows a dot
// is the method of promises. An escape is none: keywords cannot be written so.
func hasFinally(source string) bool {
	for rest := source; ; {
		before, after, found := strings.Cut(rest, "finally")
		if !found {
			return false
		}
		if before == "" || before[len(before)-1] != '.' {
			return true
		}
		rest = after
	}
}
