package engine

// An instance: one runtime of QuickJS in a memory of its own.

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// Action is what the engine does after it has asked the host.
type Action uint64

// The actions.
const (
	Continue  Action = 0
	Interrupt Action = 1 // ends the script where JavaScript can be interrupted
	Trap      Action = 2 // ends it here
)

// Caller is what an instance calls while it runs, on the goroutine that runs it.
type Caller interface {
	// Yield is called every 10,000 steps of the engine, and every 1,000 of a script.
	Yield() Action
	// Call calls function id of the host. Slot is the promise that Settle gets, or -1. The
	// arguments are valid during the call only. Failed means that the result is an error.
	Call(id, slot int, arguments []byte) (result []byte, failed bool)
}

// Status is how far a script is after an operation.
type Status int

// The statuses. After each but Pending there is a value.
const (
	Pending   Status = 0
	Fulfilled Status = 1
	Rejected  Status = 2
	Uncaught  Status = 3 // an error that nothing caught, outside of what the call waits for
)

// Mode is how Evaluate reads a source.
type Mode uint32

// The modes.
const (
	Script  Mode = 0
	Module  Mode = 1
	Prelude Mode = 2

	compilePrelude  Mode = 3
	compiledPrelude Mode = 4
)

// operation is a number of enum operation in c/engine.c.
type operation uint64

const (
	opReserve operation = iota
	opEvaluate
	opDefine
	opCall
	opSettle
	opTimers
	opEnd
	opBeforeSnapshot
)

// Fields of struct exchange in c/engine.h, as offsets.
const (
	exchangeIn         = 0
	exchangeInCapacity = 4
	exchangeOut        = 8
	exchangeOutLength  = 12
	exchangeExhausted  = 16
	exchangeSeed       = 20
)

// ErrTrap is the error of operations that ended inside the engine, and of all later ones.
var ErrTrap = errors.New("the engine was ended")

// ErrStack is the error when the machine's stack was exhausted. It is also ErrTrap.
var ErrStack = fmt.Errorf("%w: its stack is exhausted", ErrTrap)

// Instance is used by one goroutine at a time.
type Instance struct {
	engine   *Engine
	snapshot *Snapshot // that it is a clone of; nil: of none
	caller   Caller
	ctx      context.Context
	module   api.Module
	memory   *memory
	enter    api.Function
	exchange uint32
	in       uint32 // copies of the fields of exchange
	capacity uint32
	stack    [5]uint64
	waiting  []byte // a result that did not fit
	failed   bool   // it is an error
	trapped  bool
}

// New makes an instance whose memory has at most limit bytes. Stack is what JavaScript may use of
// the stack, in bytes.
func (e *Engine) New(limit uint64, stack uint32, caller Caller) (*Instance, error) {
	i, err := e.instantiate(limit, caller)
	if err != nil {
		return nil, err
	}
	opened, err := i.module.ExportedFunction("open").Call(i.ctx, uint64(stack))
	if err == nil && opened[0] == 0 {
		err = errors.New("the memory is too small for the engine")
	}
	if err != nil {
		i.Close()
		return nil, fmt.Errorf("opening the engine: %w", err)
	}
	address, err := i.module.ExportedFunction("exchange").Call(i.ctx)
	if err != nil {
		i.Close()
		return nil, err
	}
	i.exchange = uint32(address[0])
	i.readIn()
	i.seed()
	return i, nil
}

func (e *Engine) instantiate(limit uint64, caller Caller) (*Instance, error) {
	i := &Instance{engine: e, caller: caller, memory: &memory{limit: limit}}
	i.ctx = context.WithValue(context.Background(), instanceKey{}, i)
	ctx := experimental.WithMemoryAllocator(i.ctx, experimental.MemoryAllocatorFunc(func(uint64, uint64) experimental.LinearMemory { return i.memory }))
	if err := i.memory.reserve(); err != nil {
		return nil, fmt.Errorf("memory for an instance: %w", err)
	}
	var err error
	i.module, err = e.runtime.InstantiateModule(ctx, e.module, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
	if err != nil {
		i.memory.release()
		return nil, fmt.Errorf("an instance of the engine: %w", err)
	}
	i.enter = i.module.ExportedFunction("enter")
	return i, nil
}

// seed gives Math.random a new state.
func (i *Instance) seed() {
	var seed [16]byte
	_, _ = rand.Read(seed[:]) // never fails
	i.module.Memory().Write(i.exchange+exchangeSeed, seed[:])
}

// SetCaller changes who is called.
func (i *Instance) SetCaller(caller Caller) { i.caller = caller }

func (i *Instance) field(offset uint32) uint32 {
	v, _ := i.module.Memory().ReadUint32Le(i.exchange + offset)
	return v
}

func (i *Instance) readIn() { i.in, i.capacity = i.field(exchangeIn), i.field(exchangeInCapacity) }

// MemorySize returns the bytes of the memory that the engine has asked for.
func (i *Instance) MemorySize() uint32 { return i.module.Memory().Size() }

// Exhausted reports whether an allocation has failed.
func (i *Instance) Exhausted() bool { return i.field(exchangeExhausted) != 0 }

// Out returns what the last operation gave. It is valid until the next one.
func (i *Instance) Out() []byte {
	b, _ := i.module.Memory().Read(i.field(exchangeOut), i.field(exchangeOutLength))
	return b
}

// do enters the engine.
func (i *Instance) do(op operation, parameters ...uint64) (uint64, error) {
	if i.trapped {
		return 0, ErrTrap
	}
	stack := i.stack[:]
	clear(stack)
	stack[0] = uint64(op)
	copy(stack[1:], parameters)
	if err := i.enter.CallWithStack(i.ctx, stack); err != nil {
		i.trapped = true
		if strings.Contains(err.Error(), "stack overflow") {
			return 0, ErrStack
		}
		return 0, fmt.Errorf("%w: %s", ErrTrap, firstLine(err.Error()))
	}
	return stack[0], nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// put writes what an operation takes.
func (i *Instance) put(parts ...[]byte) (length uint64, err error) {
	for _, part := range parts {
		length += uint64(len(part))
	}
	if length > uint64(i.capacity) {
		if length > i.memory.limit {
			return 0, fmt.Errorf("%w: %d bytes do not fit into its memory", ErrTrap, length)
		}
		ok, err := i.do(opReserve, length)
		if err != nil {
			return 0, err
		}
		if ok == 0 {
			i.trapped = true
			return 0, ErrTrap
		}
		i.readIn()
	}
	at := i.in
	for _, part := range parts {
		if !i.module.Memory().Write(at, part) {
			return 0, ErrTrap
		}
		at += uint32(len(part))
	}
	return length, nil
}

func (i *Instance) status(op operation, parameters ...uint64) (Status, error) {
	s, err := i.do(op, parameters...)
	return Status(int32(s)), err
}

// Evaluate runs a source. The names appear in stacks.
func (i *Instance) Evaluate(name, source string, mode Mode) (Status, error) {
	n, err := i.put([]byte(strings.ReplaceAll(name, "\x00", "?")), []byte{0}, []byte(source))
	if err != nil {
		return 0, err
	}
	return i.status(opEvaluate, n, uint64(mode))
}

// Define makes function id of the host a global, or, if the name has dots, a property of global
// objects. A later function returns a promise to scripts.
func (i *Instance) Define(name string, id int, later bool) error {
	n, err := i.put([]byte(name))
	if err != nil {
		return err
	}
	var flag uint64
	if later {
		flag = 1
	}
	ok, err := i.do(opDefine, n, uint64(id), flag)
	if err == nil && ok == 0 {
		err = fmt.Errorf("the function %q cannot be defined", name)
	}
	return err
}

// Call calls an exported function of the module, or a global one. The arguments are an array: the
// name, then those of the function.
func (i *Instance) Call(arguments []byte) (Status, error) {
	n, err := i.put(arguments)
	if err != nil {
		return 0, err
	}
	return i.status(opCall, n)
}

// Settle settles the promise of a slot.
func (i *Instance) Settle(slot int, ok bool, value []byte) (Status, error) {
	n, err := i.put(value)
	if err != nil {
		return 0, err
	}
	var flag uint64
	if ok {
		flag = 1
	}
	return i.status(opSettle, uint64(slot), flag, n)
}

// Timers runs the timers that are due at now, in milliseconds.
func (i *Instance) Timers(now float64) (Status, error) {
	return i.status(opTimers, 0, 0, 0, api.EncodeF64(now))
}

// End forgets timers and promises, so that the instance can be called again. It reports whether it
// can.
func (i *Instance) End() bool {
	ok, err := i.do(opEnd)
	return err == nil && ok != 0
}

// call is the engine's import: the result goes to the exchange if it fits.
func (i *Instance) call(id, slot int, needed uint32) uint64 {
	result, failed := i.caller.Call(id, slot, i.Out())
	if uint64(len(result)) > uint64(i.capacity) {
		i.waiting, i.failed = result, failed
		i.module.Memory().WriteUint32Le(needed, uint32(min(uint64(len(result)), 1<<31)))
		return 0
	}
	return i.answer(result, failed)
}

func (i *Instance) take() uint64 {
	i.readIn()
	result := i.waiting
	i.waiting = nil
	return i.answer(result, i.failed)
}

func (i *Instance) answer(result []byte, failed bool) uint64 {
	i.module.Memory().Write(i.in, result)
	n := int32(len(result))
	if failed {
		n = -1 - n
	}
	return api.EncodeI32(n)
}

// Close frees the memory. The instance must not be running.
func (i *Instance) Close() {
	i.trapped = true
	_ = i.module.Close(context.Background()) // the error is that of a start function's exit
	i.memory.release()
}
