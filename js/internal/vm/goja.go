// Package vm is the seam between this module and its JavaScript engine, goja. It has the names of
// the engine's types and functions, with corrections of its faults. goja is used as published, not
// forked. Package js has goja's types in its interface. Nothing else in the module imports the
// engine.
package vm

import (
	engine "github.com/dop251/goja"
	engineStrings "github.com/dop251/goja/unistring"
)

const (
	// Name is the engine's name.
	Name = "goja"
	// Path is the engine's import path.
	Path = "github.com/dop251/goja"
)

// The engine's types. Its documentation describes them.
type (
	Runtime                   = engine.Runtime
	Value                     = engine.Value
	Object                    = engine.Object
	String                    = engine.String
	StringBuilder             = engine.StringBuilder
	Symbol                    = engine.Symbol
	Promise                   = engine.Promise
	PromiseState              = engine.PromiseState
	PromiseRejectionOperation = engine.PromiseRejectionOperation
	PromiseRejectionTracker   = engine.PromiseRejectionTracker
	AsyncContextTracker       = engine.AsyncContextTracker
	Proxy                     = engine.Proxy
	ArrayBuffer               = engine.ArrayBuffer
	DynamicObject             = engine.DynamicObject
	Flag                      = engine.Flag

	Callable        = engine.Callable
	Constructor     = engine.Constructor
	FunctionCall    = engine.FunctionCall
	ConstructorCall = engine.ConstructorCall

	Program            = engine.Program
	StackFrame         = engine.StackFrame
	Exception          = engine.Exception //nolint:errname // the name is the engine's
	InterruptedError   = engine.InterruptedError
	StackOverflowError = engine.StackOverflowError

	unistring = engineStrings.String
)

// The engine's constants.
const (
	FlagFalse = engine.FLAG_FALSE
	FlagTrue  = engine.FLAG_TRUE

	PromisePending   = engine.PromiseStatePending
	PromiseFulfilled = engine.PromiseStateFulfilled
	PromiseRejected  = engine.PromiseStateRejected

	PromiseRejectionReject = engine.PromiseRejectionReject
	PromiseRejectionHandle = engine.PromiseRejectionHandle
)

// The engine's well-known symbols.
var (
	SymToPrimitive = engine.SymToPrimitive
	SymToStringTag = engine.SymToStringTag
	SymSpecies     = engine.SymSpecies
	SymMatch       = engine.SymMatch
	SymMatchAll    = engine.SymMatchAll
	SymReplace     = engine.SymReplace
	SymSplit       = engine.SymSplit
)

// AssertFunction returns v as a function, if it is one.
func AssertFunction(v Value) (Callable, bool) { return engine.AssertFunction(v) }

// AssertConstructor returns v as a constructor, if it is one.
func AssertConstructor(v Value) (Constructor, bool) { return engine.AssertConstructor(v) }

// Undefined returns the value undefined.
func Undefined() Value { return engine.Undefined() }

// Null returns the value null.
func Null() Value { return engine.Null() }

// IsUndefined reports whether v is undefined. A nil Value is not.
func IsUndefined(v Value) bool { return engine.IsUndefined(v) }

// IsNull reports whether v is null.
func IsNull(v Value) bool { return engine.IsNull(v) }

// IsNullish reports whether v is undefined, null, or a nil Value.
func IsNullish(v Value) bool { return v == nil || engine.IsUndefined(v) || engine.IsNull(v) }

// IsNaN reports whether v is the number NaN.
func IsNaN(v Value) bool { return engine.IsNaN(v) }

// IsString reports whether v is a string.
func IsString(v Value) bool { return engine.IsString(v) }

// IsNumber reports whether v is a number.
func IsNumber(v Value) bool { return engine.IsNumber(v) }

// IsBigInt reports whether v is a bigint.
func IsBigInt(v Value) bool { return engine.IsBigInt(v) }

// NewSymbol returns a new symbol.
func NewSymbol(description string) *Symbol { return engine.NewSymbol(description) }

// StringFromUTF16 returns a string of the given code units.
func StringFromUTF16(units []uint16) String { return engine.StringFromUTF16(units) }

// ToFlag returns the flag of a boolean.
func ToFlag(b bool) Flag { return engine.ToFlag(b) }
