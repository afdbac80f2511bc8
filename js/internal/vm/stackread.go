package vm

import (
	"reflect"
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/wakeful-go/wakeful/js/internal/regexps"
)

// This file intercepts reads of an error's stack. The engine makes this property at the first read,
// in its own format, and has no hook. So an expression that reads a property named stack first
// passes the object through a function, which rewrites the stack in the error itself. From then on
// all readers see the rewritten stack. An error whose stack nobody reads costs nothing. A read in
// another form, such as a destructuring parameter, gets the engine's text if no other read came
// first.

// StackReader is the global name of that function. It is not a valid identifier, so no program can
// have such a variable.
const StackReader = "wakeful:stack"

// hasStack reports whether a source may read the property.
func hasStack(source string) bool {
	for before, after := range regexps.Occurrences(source, "stack") {
		if last := strings.TrimRight(before, " \t\r\n"); last != "" && strings.ContainsRune(`.{,'"`+"`", rune(last[len(last)-1])) &&
			(after == "" || !PartOfName(after[0])) {
			return true
		}
	}
	return false
}

// PartOfName reports whether a byte may be in a name of JavaScript.
func PartOfName(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// readStack rewrites a node that reads the property.
func readStack(node any) {
	switch n := node.(type) {
	case *ast.DotExpression:
		if n.Identifier.Name == "stack" {
			n.Left = fromReader(n.Left)
		}
	case *ast.BracketExpression:
		if name, ok := n.Member.(*ast.StringLiteral); ok && name.Value == "stack" {
			n.Left = fromReader(n.Left)
		}
	case *ast.Binding:
		if takesStack(n.Target) && n.Initializer != nil {
			n.Initializer = fromReader(n.Initializer)
		}
	case *ast.AssignExpression:
		if takesStack(n.Left) {
			n.Right = fromReader(n.Right)
		}
	}
}

// takesStack reports whether a pattern reads the property.
func takesStack(target any) bool {
	pattern, ok := target.(*ast.ObjectPattern)
	if !ok {
		return false
	}
	for _, property := range pattern.Properties {
		switch p := property.(type) {
		case *ast.PropertyShort:
			if p.Name.Name == "stack" {
				return true
			}
		case *ast.PropertyKeyed:
			if key, ok := p.Key.(*ast.StringLiteral); ok && key.Value == "stack" {
				return true
			}
		}
	}
	return false
}

// fromReader returns a call of the function with e as its argument.
func fromReader(e ast.Expression) ast.Expression {
	switch o := e.(type) {
	case *ast.SuperExpression:
		return e
	case *ast.Optional: // e?.stack
		inner := o.Expression
		if optional(inner) {
			inner = &ast.OptionalChain{Expression: inner}
		}
		return &ast.Optional{Expression: fromReader(inner)}
	}
	if optional(e) {
		return e // inside an optional chain, which may end earlier
	}
	return called(StackReader, e)
}

// optional reports whether a chain of members and calls contains ?.
func optional(e ast.Expression) bool {
	for {
		switch o := e.(type) {
		case *ast.Optional:
			return true
		case *ast.CallExpression:
			e = o.Callee
		default:
			left := reflect.Indirect(reflect.ValueOf(e))
			if left.Kind() != reflect.Struct {
				return false
			}
			next, ok := left.FieldByName("Left"), false
			if next.IsValid() {
				e, ok = reflect.TypeAssert[ast.Expression](next)
			}
			if !ok {
				return false
			}
		}
	}
}

// SetStackReader sets the function that rewrites stacks. It must return its argument.
func SetStackReader(rt *Runtime, read func(FunctionCall) Value) { correctionsOf(rt).readStack = read }
