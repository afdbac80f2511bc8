package vm

import (
	"reflect"
	"sync"
	"unsafe"
)

// This file repairs the engine's stacks. An interrupt or a panic of Go passes through the engine as
// a panic. Engine frames of generators and async functions do not pop their stack entries then. The
// frames below would run on with the registers of a function that no longer exists, and fail with a
// nil pointer or never run a promise job again. So code that recovers from such a panic takes a
// checkpoint before, and restores it afterwards.
//
// The engine has no method for this. The fields are written through package unsafe, after a check of
// their layout and a probe (features.go). With another layout, or without unsafe, a checkpoint does
// nothing.

// machine mirrors the first fields of the engine's type vm.
type machine struct {
	_         unsafe.Pointer // the runtime
	prg       unsafe.Pointer
	pc        int
	stack     stack
	sp        int
	sb        int
	args      int
	stash     unsafe.Pointer
	privEnv   unsafe.Pointer
	callStack stack
	iterStack stack
	refStack  stack
	tryStack  stack
	newTarget Value
	result    Value
}

// stack is the header of a slice.
type stack struct {
	array    unsafe.Pointer
	len, cap int
}

func init() {
	engineNames[reflect.TypeFor[machine]()] = []string{
		"r", "prg", "pc", "stack", "sp", "sb", "args", "stash", "privEnv",
		"callStack", "iterStack", "refStack", "tryStack", "newTarget", "result", more,
	}
}

// truncate restores the length of a stack. A stack that was empty releases its memory.
func (s *stack) truncate(to stack) {
	s.len = min(s.len, to.len)
	if s.len == 0 {
		*s = stack{}
	}
}

// machineOffset is the offset of a runtime's pointer to its machine, or -1 if the layout differs.
var machineOffset = sync.OnceValue(func() int {
	field, ok := reflect.TypeFor[Runtime]().FieldByName("vm")
	if !ok || !unsafeAllowed || !mirrors(reflect.TypeFor[*machine](), field.Type) {
		return -1
	}
	return int(field.Offset)
})

// repairs reports whether checkpoints work.
var repairs = sync.OnceValue(func() bool { return machineOffset() >= 0 && machineWorks() })

func machineOf(rt *Runtime) *machine {
	offset := machineOffset()
	if offset < 0 {
		return nil
	}
	return *(**machine)(unsafe.Add(unsafe.Pointer(rt), offset))
}

// A Checkpoint is the state of an engine's stacks. Only the loop goroutine may use it, and only
// until the function that took it returns.
type Checkpoint struct {
	machine *machine
	saved   machine
}

// Save takes a checkpoint.
func Save(rt *Runtime) Checkpoint {
	m := machineOf(rt)
	if m == nil {
		return Checkpoint{}
	}
	return Checkpoint{machine: m, saved: *m}
}

// Restore returns the engine to the saved state.
func (c *Checkpoint) Restore() {
	m := c.machine
	if m == nil {
		return
	}
	s := &c.saved
	m.callStack.truncate(s.callStack)
	m.iterStack.truncate(s.iterStack)
	m.refStack.truncate(s.refStack)
	m.tryStack.truncate(s.tryStack)
	m.prg, m.pc, m.sp, m.sb, m.args = s.prg, s.pc, s.sp, s.sb, s.args
	m.stash, m.privEnv, m.newTarget, m.result = s.stash, s.privEnv, s.newTarget, s.result
}

// depth returns the number of exception handlers on the engine's stack.
func depth(m *machine) int {
	if m == nil {
		return 0
	}
	return m.tryStack.len
}

// DropJobs drops all waiting promise jobs, as the engine does when it is interrupted.
func DropJobs(rt *Runtime) {
	if jobs := runtimeField[[]func()](rt, "jobQueue"); jobs != nil {
		*jobs = nil
	}
}

// Repairs reports whether checkpoints have an effect in this build.
func Repairs() bool { return repairs() }
