package vm

import (
	"reflect"
	"sync"

	"github.com/wakeful-go/wakeful/js/internal/regexps"
)

// This file owns the way through the syntax tree of a program, on which the faults of
// the engine are corrected that can be corrected there. The tree is changed, not the text,
// so that every place in a stack stays where it was. A look at the source tells most
// programs at once that need nothing. What the engine compiles by itself, eval and new
// Function, is not corrected.

// A corrector walks the tree of one program.
type corrector struct {
	program                          *AST
	finally, regexps, stacks, awaits bool
	err                              error
}

// correctProgram corrects a program that was parsed from a source.
func correctProgram(program *AST, source string) error {
	c := corrector{program: program, finally: hasFinally(source), regexps: regexps.Suspect(source), stacks: hasStack(source), awaits: hasAwait(source)}
	if c.finally || c.regexps || c.stacks || c.awaits {
		c.walk(reflect.ValueOf(program))
	}
	return c.err
}

// walk changes what is under a node. The engines have no walker of their trees;
// reflection finds also what a later version of them adds.
func (c *corrector) walk(node reflect.Value) {
	switch node.Kind() {
	case reflect.Interface:
		if node.IsNil() {
			return
		}
		if literal, ok := reflect.TypeAssert[*RegExpLiteral](node.Elem()); ok && c.regexps {
			c.translate(literal)
			if regexps.ReplacesTooMuch(literal.Flags) && node.CanSet() {
				node.Set(reflect.ValueOf(called(regExpMaker, literal)))
			}
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

func (c *corrector) visit(node any) {
	switch s := node.(type) {
	case *TryStatement:
		if c.finally {
			nestFinally(s)
		}
	case *AwaitExpression:
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
	treePackage  = reflect.TypeFor[AST]().PkgPath()
	declarations = reflect.TypeFor[Declarations]()
	children     sync.Map // of the tree's types: reflect.Type to []int
)

// childrenOf returns the fields of a struct of the tree that lead further down. Not
// so the lists of declarations, which name once more what is found in its place.
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

// called returns the call of a global function with an expression.
func called(name unistring, e Expression) *CallExpression {
	return &CallExpression{
		Callee:          &Identifier{Name: name, Idx: e.Idx0()},
		LeftParenthesis: e.Idx0(), ArgumentList: []Expression{e}, RightParenthesis: e.Idx1(),
	}
}

// correctRuntime corrects the objects of a runtime.
func correctRuntime(rt *Runtime) {
	nesting := newNesting(rt)
	correctRegExp(rt)
	captureIntrinsics(rt)
	correctPromises(rt)
	correctArguments(rt)
	correctStrings(rt)
	shapes := learnShapes(rt)
	replaceArrayMethods(rt, nesting, shapes)
	limitChains(rt, shapes)
	replaceJSON(rt, nesting, shapes)
	limitCalls(rt, nesting)
	SetStackReader(rt, func(call FunctionCall) Value { return call.Argument(0) })
}
