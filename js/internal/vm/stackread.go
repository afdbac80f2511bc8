package vm

import (
	"reflect"
	"strings"
)

// This file owns how a program reads the stack of an error. The engines make that
// property when it is first read, in a form of their own, and have no hook for it. So
// what a program takes the property stack of goes through a function first, which
// puts the stack right in the error itself; from then on everybody sees it. An error
// whose stack nobody reads costs nothing. What is read by another way, as in a
// parameter that takes its argument apart, is the engine's text until then.

// StackReader is the name of that function among the globals. No program can have a
// variable of that name.
const StackReader = "wakeful:stack"

// hasStack reports whether a source may read the property.
func hasStack(source string) bool {
	for rest := source; ; {
		before, after, found := strings.Cut(rest, "stack")
		if !found {
			return false
		}
		if last := strings.TrimRight(before, " \t\r\n"); last != "" && strings.ContainsRune(`.{,'"`+"`", rune(last[len(last)-1])) &&
			(after == "" || !partOfName(after[0])) {
			return true
		}
		rest = after
	}
}

func partOfName(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// readStack changes a node that reads the property.
func readStack(node any) {
	switch n := node.(type) {
	case *DotExpression:
		if n.Identifier.Name == "stack" {
			n.Left = fromReader(n.Left)
		}
	case *BracketExpression:
		if name, ok := n.Member.(*StringLiteral); ok && name.Value == "stack" {
			n.Left = fromReader(n.Left)
		}
	case *Binding:
		if takesStack(n.Target) && n.Initializer != nil {
			n.Initializer = fromReader(n.Initializer)
		}
	case *AssignExpression:
		if takesStack(n.Left) {
			n.Right = fromReader(n.Right)
		}
	}
}

// takesStack reports whether a pattern takes the property.
func takesStack(target any) bool {
	pattern, ok := target.(*ObjectPattern)
	if !ok {
		return false
	}
	for _, property := range pattern.Properties {
		switch p := property.(type) {
		case *PropertyShort:
			if p.Name.Name == "stack" {
				return true
			}
		case *PropertyKeyed:
			if key, ok := p.Key.(*StringLiteral); ok && key.Value == "stack" {
				return true
			}
		}
	}
	return false
}

// fromReader returns the expression as the function gives it back.
func fromReader(e Expression) Expression {
	switch o := e.(type) {
	case *SuperExpression:
		return e
	case *Optional: // e?.stack
		inner := o.Expression
		if optional(inner) {
			inner = &OptionalChain{Expression: inner}
		}
		return &Optional{Expression: fromReader(inner)}
	}
	if optional(e) {
		return e // within a chain that may end before
	}
	return called(StackReader, e)
}

// optional reports whether a chain of members and calls has a question mark in it.
func optional(e Expression) bool {
	for {
		switch o := e.(type) {
		case *Optional:
			return true
		case *CallExpression:
			e = o.Callee
		default:
			left := reflect.Indirect(reflect.ValueOf(e))
			if left.Kind() != reflect.Struct {
				return false
			}
			next, ok := left.FieldByName("Left"), false
			if next.IsValid() {
				e, ok = reflect.TypeAssert[Expression](next)
			}
			if !ok {
				return false
			}
		}
	}
}

// SetStackReader sets the function through which programs read stacks. It returns
// its argument.
func SetStackReader(rt *Runtime, read func(FunctionCall) Value) {
	_ = rt.GlobalObject().DefineDataProperty(StackReader, rt.ToValue(read), FlagFalse, FlagTrue, FlagFalse)
}
