package vm

import (
	"reflect"
	"strings"
	"sync"
)

// This file owns the cure of a fault that both engines have: an exception of a
// finally block is caught by the catch of the same statement. Two statements, one
// in the other, do not have it, and mean the same:
//
//	try { try { } catch { } } finally { }
//
// The tree is changed, not the text, so that every place in a stack stays where it
// was. What the engine compiles by itself, eval and new Function, is not cured.

// nestFinally parts every try statement of a program that has both catch and
// finally. The source, which the tree was parsed from, tells most programs that
// have none at once.
func nestFinally(program *AST, source string) {
	if hasFinally(source) {
		nest(reflect.ValueOf(program))
	}
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

// nest changes what is under a node. The engines have no walker of their trees;
// reflection finds also what a later version of them adds.
func nest(node reflect.Value) {
	switch node.Kind() {
	case reflect.Interface, reflect.Pointer:
		if node.IsNil() {
			return
		}
		if s, ok := reflect.TypeAssert[*TryStatement](node); ok && s.Catch != nil && s.Finally != nil {
			inner := &TryStatement{Try: s.Try, Body: s.Body, Catch: s.Catch}
			s.Body = &BlockStatement{LeftBrace: s.Body.LeftBrace, List: []Statement{inner}, RightBrace: s.Body.RightBrace}
			s.Catch = nil
		}
		nest(node.Elem())
	case reflect.Slice:
		for i := range node.Len() {
			nest(node.Index(i))
		}
	case reflect.Struct:
		for _, i := range childrenOf(node.Type()) {
			nest(node.Field(i))
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
