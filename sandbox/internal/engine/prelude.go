package engine

// The prelude, compiled once for all instances.

import (
	"bytes"
	"fmt"
)

// silent answers an instance that only compiles.
type silent struct{}

func (silent) Yield() Action                        { return Continue }
func (silent) Call(int, int, []byte) ([]byte, bool) { return nil, false }

// Code is a prelude that was compiled, for instances of the same engine. It has no source, so its
// functions have none as their text.
type Code []byte

// CompilePrelude compiles a prelude.
func (e *Engine) CompilePrelude(name, source string) (Code, error) {
	i, err := e.New(compilerMemory, compilerStack, silent{})
	if err != nil {
		return nil, err
	}
	defer i.Close()
	status, err := i.Evaluate(name, source, compilePrelude)
	if err == nil && status != Fulfilled {
		err = fmt.Errorf("%s cannot be compiled: %s", name, i.Out())
	}
	if err != nil {
		return nil, err
	}
	return bytes.Clone(i.Out()), nil
}

const (
	compilerMemory = 64 << 20
	compilerStack  = 512 << 10
)

// RunPrelude is Evaluate with a prelude that was compiled.
func (i *Instance) RunPrelude(code Code) (Status, error) {
	n, err := i.put(code)
	if err != nil {
		return 0, err
	}
	status, err := i.status(opEvaluate, n, uint64(compiledPrelude))
	i.readIn()
	return status, err
}
