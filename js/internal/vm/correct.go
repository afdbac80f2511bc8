package vm

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"github.com/wakeful-go/wakeful/js/internal/regexps"
)

// This file walks the syntax tree of a program and corrects faults of the engine that can be
// corrected there. It changes the tree and not the text, so all positions in stack traces stay
// correct. A search of the source skips the walk for most programs. The engine itself compiles code
// of eval and new Function, so that code is not corrected.

// corrector walks the tree of one program.
type corrector struct {
	program                          *ast.Program
	finally, regexps, stacks, awaits bool
	late                             bool                 // a regular expression makes the corrections of RegExp itself
	literals                         []*ast.RegExpLiteral // those that were found
	err                              error
}

// correctProgram corrects a program that was parsed from a source. With late, the methods of regular
// expressions are corrected when the first literal is evaluated, and not when the program begins: a
// program that seldom evaluates one begins sooner, and each evaluation takes longer.
func correctProgram(program *ast.Program, source string, late bool) error {
	c := corrector{program: program, late: late, finally: hasFinally(source), regexps: regexps.Suspect(source), stacks: hasStack(source), awaits: hasAwait(source)}
	if strings.Contains(source, "/") || c.finally || c.regexps || c.stacks || c.awaits {
		c.walk(reflect.ValueOf(program))
	}
	// Whatever makes the first regular expression makes the corrections of its methods.
	if len(c.literals) > 0 && !late {
		mentionRegExps(program)
	}
	return c.err
}

// mentionRegExps puts a statement with the global regExpMaker before a program with a regular
// expression. It has the value undefined.
func mentionRegExps(program *ast.Program) {
	at := program.Body[0].Idx0()
	mention := &ast.ExpressionStatement{Expression: &ast.UnaryExpression{
		Operator: token.VOID, Idx: at, Operand: &ast.Identifier{Name: regExpMaker, Idx: at},
	}}
	directives := 0
	for isDirective(program.Body[directives]) { // strings alone have no regular expression
		directives++
	}
	program.Body = slices.Insert(program.Body, directives, ast.Statement(mention))
}

// isDirective reports whether a statement can be a directive such as "use strict".
func isDirective(s ast.Statement) bool {
	expression, ok := s.(*ast.ExpressionStatement)
	if !ok {
		return false
	}
	_, ok = expression.Expression.(*ast.StringLiteral)
	return ok
}

// walk corrects everything below a node. The engine has no walker of its trees. Reflection also
// finds fields that a later version adds.
func (c *corrector) walk(node reflect.Value) {
	switch node.Kind() {
	case reflect.Interface:
		if node.IsNil() {
			return
		}
		if literal, ok := reflect.TypeAssert[*ast.RegExpLiteral](node.Elem()); ok {
			c.regExp(node, literal)
			return
		}
		c.walk(node.Elem())
	case reflect.Pointer:
		if node.IsNil() {
			return
		}
		c.visit(node.Interface())
		c.walk(node.Elem())
	case reflect.Slice:
		for i := range node.Len() {
			c.walk(node.Index(i))
		}
	case reflect.Struct:
		for _, i := range childrenOf(node.Type()) {
			c.walk(node.Field(i))
		}
	}
}

// regExp corrects a regular expression, and node, which holds it.
func (c *corrector) regExp(node reflect.Value, literal *ast.RegExpLiteral) {
	c.literals = append(c.literals, literal)
	own := c.regexps && regexps.NeedsOwnMethods(literal.Flags)
	if c.regexps {
		c.translate(literal)
	}
	switch {
	case own && node.CanSet():
		node.Set(reflect.ValueOf(called(regExpMaker, literal)))
	case c.late && node.CanSet():
		node.Set(reflect.ValueOf(after(regExpMaker, literal)))
	}
}

func (c *corrector) visit(node any) {
	switch s := node.(type) {
	case *ast.TryStatement:
		if c.finally {
			nestFinally(s)
		}
	case *ast.AwaitExpression:
		if c.awaits {
			correctAwait(s)
		}
	default:
		if c.stacks {
			readStack(node)
		}
	}
}

var (
	treePackage  = reflect.TypeFor[ast.Program]().PkgPath()
	declarations = reflect.TypeFor[[]*ast.VariableDeclaration]()
	children     sync.Map // for types of the tree: reflect.Type to []int
)

// childrenOf returns the indices of a struct's fields that have child nodes. It omits the lists of
// declarations, because they repeat nodes that are elsewhere in the tree.
func childrenOf(node reflect.Type) []int {
	if known, ok := children.Load(node); ok {
		return known.([]int)
	}
	var fields []int
	for i := range node.NumField() {
		field := node.Field(i).Type
		if field == declarations {
			continue
		}
		target := field
		for target.Kind() == reflect.Slice || target.Kind() == reflect.Pointer {
			target = target.Elem()
		}
		if kind := target.Kind(); target.PkgPath() == treePackage && (kind == reflect.Struct || kind == reflect.Interface) {
			fields = append(fields, i)
		}
	}
	children.Store(node, fields)
	return fields
}

// called returns a call of a global function with e as its argument.
func called(name unistring, e ast.Expression) *ast.CallExpression {
	return &ast.CallExpression{
		Callee:          &ast.Identifier{Name: name, Idx: e.Idx0()},
		LeftParenthesis: e.Idx0(), ArgumentList: []ast.Expression{e}, RightParenthesis: e.Idx1(),
	}
}

// after returns an expression that reads a global, and has the value of e.
func after(name unistring, e ast.Expression) *ast.SequenceExpression {
	return &ast.SequenceExpression{Sequence: []ast.Expression{&ast.Identifier{Name: name, Idx: e.Idx0()}, e}}
}
