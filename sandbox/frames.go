package sandbox

// What a host and its worker processes say to each other. Package wire has the form of a frame.

import (
	"errors"
	"time"
)

// Kinds of frames, and their parts. Numbers are eight bytes, least significant first.
const (
	frameSetup   byte = iota // workerSetup as JSON
	frameCompile             // call, also the id of the program: name, code
	frameEval                // name, code
	frameCall                // id of the program, function, arguments
	frameOpen                // call is the id of an instance: id of the program
	frameInvoke              // id of the instance, function, arguments
	frameDrop                // call is the id of a program or an instance
	frameCancel
	frameAnswer // slot, one of the answers, value

	frameReady
	frameRefused // text: the worker cannot be
	frameDone    // one of the outcomes, value, text, cpu, memory, output
	frameHost    // function of the prelude, slot, arguments, how many tools the script waits for
)

// answers.
const (
	answerValue byte = iota
	answerError
	answerLimit // with the index of the limit as value
)

// outcomes of a call.
const (
	outcomeValue  byte = iota
	outcomeThrown      // the value is what was thrown
	outcomeError       // the value is the index of the error, with a text or the stack of a limit
)

// sentinels are the errors that pass between processes, by their index.
var sentinels = []error{ErrMemory, ErrCPU, ErrWall, ErrStack, ErrOutput, ErrPending, ErrToolCalls, ErrNeverSettles, ErrEngine, ErrClosed, ErrBusy, ErrDiscarded}

func sentinelOf(err error) (int, bool) {
	for i, s := range sentinels {
		if errors.Is(err, s) {
			return i, true
		}
	}
	return 0, false
}

// workerSetup is what a worker is told first.
type workerSetup struct {
	Memory       int64
	CPU, Wall    time.Duration
	Stack        int
	Output       int
	Pending      int
	CacheDir     string
	Interpret    bool
	Fetch        bool
	AddressSpace uint64
	Tools        []workerTool
}

type workerTool struct {
	Name   string
	Direct bool
}
