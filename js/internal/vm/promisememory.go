package vm

import (
	"reflect"
	"unsafe"
)

// This file mirrors the engine's structures of promises.

// promiseMemory is the engine's Promise structure.
type promiseMemory struct {
	baseObject
	state     PromiseState
	result    Value
	fulfilled []*reaction
	rejected  []*reaction
	handled   bool
}

// reaction is an entry in a promise's list of reactions, and callback is its handler. capability is
// the promise to settle afterwards, or nil.
type reaction struct {
	capability *capability
	kind       int
	handler    *callback
	async      unsafe.Pointer
	context    any
}

type callback struct {
	call func(FunctionCall) Value
}

type capability struct{ _, resolve, reject *Object }

func init() {
	engineNames[reflect.TypeFor[promiseMemory]()] = []string{"baseObject", "state", "result", "fulfillReactions", "rejectReactions", "handled"}
	engineNames[reflect.TypeFor[reaction]()] = []string{"capability", "typ", "handler", "asyncRunner", "asyncCtx"}
	engineNames[reflect.TypeFor[callback]()] = []string{"callback"}
	engineNames[reflect.TypeFor[capability]()] = []string{"promise", "resolveObj", "rejectObj"}
}

// fieldsOf returns the fields of a promise.
func fieldsOf(p *Promise) *promiseMemory { return (*promiseMemory)(unsafe.Pointer(p)) }

// runtimeField returns a pointer to a field of a runtime, or nil if it has no field with that name and
// type, or without package unsafe.
func runtimeField[T any](runtime *Runtime, name string) *T {
	v := reflect.ValueOf(runtime).Elem().FieldByName(name)
	if !unsafeAllowed || !v.IsValid() || v.Type() != reflect.TypeFor[T]() {
		return nil
	}
	return (*T)(unsafe.Pointer(v.UnsafeAddr()))
}
