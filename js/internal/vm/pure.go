package vm

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// This file owns the question whether a function only computes: whether it can change nothing, call
// nothing and run only for a bounded time, whatever a program has changed before. A host need not
// look for changes after such a call.
//
// The answer is a list of what such a function may be made of, and everything else is refused. The
// list has no call, no assignment, no loop, no variable, no object, and no global but undefined.
// What is left are operators on strings, numbers, booleans and null. The engine calls nothing for
// these: a getter, a proxy, valueOf and toString belong to objects. Objects are only in the
// arguments, so the host checks what the function reads of them before the call (Pure.Reads).

// A Pure is a function that only computes, if its arguments are as Reads says.
type Pure struct {
	// Reads has the arguments that the function uses, and their properties.
	Reads []Read
}

// A Read is a value that a Pure function uses: an argument, or with Names a property of it, of a
// property of it, and so on. The function only computes if each value is a string, a number, a
// boolean, null or undefined, and if each property is an own data property of an object that is not
// a proxy.
type Read struct {
	Argument int
	Names    []string
}

// CompileHandler compiles an expression whose value is a function. pure is nil if the function may
// do more than compute.
func CompileHandler(name, source string) (program *Program, pure *Pure, err error) {
	// The parentheses are on lines of their own, because the expression may end with a comment.
	tree, err := Parse(name, "(\n"+source+"\n)", nil)
	if err != nil {
		return nil, nil, err
	}
	if n := len(tree.Body); n > 0 { // the value of the last statement is that of the program
		if last, ok := tree.Body[n-1].(*ExpressionStatement); ok {
			pure = pureFunction(last.Expression)
		}
	}
	program, err = CompileAST(tree, false)
	return program, pure, err
}

// pureFunction returns nil if the value of an expression may be anything but a function that only
// computes.
func pureFunction(e ast.Expression) *Pure {
	p := purity{arguments: map[string]int{}}
	ok := false
	switch fn := e.(type) {
	case *ast.ArrowFunctionLiteral:
		if fn.Async || !p.parameters(fn.ParameterList) {
			return nil
		}
		switch body := fn.Body.(type) {
		case *ast.ExpressionBody:
			ok = p.value(body.Expression)
		case *ast.BlockStatement:
			ok = p.statement(body)
		}
	case *ast.FunctionLiteral:
		ok = !fn.Async && !fn.Generator && p.parameters(fn.ParameterList) && p.statement(fn.Body)
	}
	if !ok {
		return nil
	}
	return &Pure{Reads: p.reads}
}

// purity looks at one function.
type purity struct {
	arguments map[string]int // by name
	reads     []Read
	depth     int
}

// deepestPure is how deeply the parts of a function may be nested.
const deepestPure = 100

// parameters accepts plain names: a default value is code, and a pattern reads properties.
func (p *purity) parameters(list *ast.ParameterList) bool {
	if list.Rest != nil {
		return false
	}
	for i, binding := range list.List {
		name, ok := binding.Target.(*ast.Identifier)
		if !ok || binding.Initializer != nil {
			return false
		}
		p.arguments[name.Name.String()] = i
	}
	return true
}

func (p *purity) statement(s ast.Statement) bool {
	if p.depth++; p.depth > deepestPure {
		return false
	}
	defer func() { p.depth-- }()
	switch s := s.(type) {
	case *ast.EmptyStatement:
		return true
	case *ast.BlockStatement:
		return !slices.ContainsFunc(s.List, func(s ast.Statement) bool { return !p.statement(s) })
	case *ast.ExpressionStatement:
		return p.value(s.Expression)
	case *ast.ReturnStatement:
		return s.Argument == nil || p.value(s.Argument)
	case *ast.IfStatement:
		return p.value(s.Test) && p.statement(s.Consequent) && (s.Alternate == nil || p.statement(s.Alternate))
	}
	return false
}

// pureOperators are the operators of two operands that call nothing if these are no objects. The
// operators in and instanceof throw then.
var pureOperators = map[token.Token]bool{
	token.PLUS: true, token.MINUS: true, token.MULTIPLY: true, token.SLASH: true, token.REMAINDER: true, token.EXPONENT: true,
	token.AND: true, token.OR: true, token.EXCLUSIVE_OR: true, token.SHIFT_LEFT: true, token.SHIFT_RIGHT: true, token.UNSIGNED_SHIFT_RIGHT: true,
	token.EQUAL: true, token.NOT_EQUAL: true, token.STRICT_EQUAL: true, token.STRICT_NOT_EQUAL: true,
	token.LESS: true, token.LESS_OR_EQUAL: true, token.GREATER: true, token.GREATER_OR_EQUAL: true,
	token.LOGICAL_AND: true, token.LOGICAL_OR: true, token.COALESCE: true,
}

// value accepts an expression whose value is no object.
func (p *purity) value(e ast.Expression) bool {
	if p.depth++; p.depth > deepestPure {
		return false
	}
	defer func() { p.depth-- }()
	switch e := e.(type) {
	case *ast.NullLiteral, *ast.BooleanLiteral, *ast.StringLiteral:
		return true
	case *ast.NumberLiteral: // or a BigInt, whose operators throw and can make huge values
		switch e.Value.(type) {
		case int64, float64:
			return true
		}
	case *ast.TemplateLiteral:
		return e.Tag == nil && !slices.ContainsFunc(e.Expressions, func(e ast.Expression) bool { return !p.value(e) })
	case *ast.UnaryExpression:
		switch e.Operator {
		case token.NOT, token.PLUS, token.MINUS, token.BITWISE_NOT, token.TYPEOF, token.VOID:
			return !e.Postfix && p.value(e.Operand)
		}
	case *ast.BinaryExpression:
		return pureOperators[e.Operator] && p.value(e.Left) && p.value(e.Right)
	case *ast.ConditionalExpression:
		return p.value(e.Test) && p.value(e.Consequent) && p.value(e.Alternate)
	case *ast.Identifier, *ast.DotExpression, *ast.BracketExpression:
		if p.isUndefined(e) {
			return true
		}
		read, ok := p.read(e)
		if ok && !slices.ContainsFunc(p.reads, read.same) {
			p.reads = append(p.reads, read)
		}
		return ok
	}
	return false
}

// isUndefined reports whether an expression is the global undefined, which nobody can change: its
// property is not writable, and no variable of the global scope may have its name.
func (p *purity) isUndefined(e ast.Expression) bool {
	id, ok := e.(*ast.Identifier)
	if !ok || id.Name != "undefined" {
		return false
	}
	_, argument := p.arguments["undefined"]
	return !argument
}

// read returns the argument or property that an expression reads.
func (p *purity) read(e ast.Expression) (Read, bool) {
	var name string
	var of ast.Expression
	switch e := e.(type) {
	case *ast.Identifier:
		argument, ok := p.arguments[e.Name.String()]
		return Read{Argument: argument}, ok
	case *ast.DotExpression:
		name, of = e.Identifier.Name.String(), e.Left
	case *ast.BracketExpression:
		literal, ok := e.Member.(*ast.StringLiteral)
		if !ok {
			return Read{}, false
		}
		name, of = literal.Value.String(), e.Left
	default:
		return Read{}, false
	}
	read, ok := p.read(of)
	read.Names = append(read.Names, name)
	return read, ok && len(read.Names) <= deepestPure
}

func (r Read) same(other Read) bool {
	return r.Argument == other.Argument && slices.Equal(r.Names, other.Names)
}
