package node

import (
	"os"
	"runtime"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// ExtendProcess adds to the object process values of the system, and behind its prototype another
// one with what few programs use.
func ExtendProcess(h host.Host, process *vm.Object) {
	rt := h.VM()
	if runtime.GOOS != "windows" && h.Open() {
		for _, id := range []struct {
			name string
			get  func() int
		}{{"getuid", os.Getuid}, {"geteuid", os.Geteuid}, {"getgid", os.Getgid}, {"getegid", os.Getegid}} {
			_ = process.Set(id.name, lib.Function(rt, id.name, 0, func(vm.FunctionCall) vm.Value { return rt.ToValue(id.get()) }))
		}
	}
	more := rt.NewDynamicObject(&processMore{h: h})
	first := process.Prototype()
	_ = more.SetPrototype(first.Prototype())
	_ = first.SetPrototype(more)
}

// processMore is a prototype of process. It makes a member when it is used first, because a
// runtime that uses none must not pay for them. src/node/process_more.js has them. A program that
// assigns one sets a property of process itself. Loop goroutine only.
type processMore struct {
	vm.NoProperties // the members are not enumerable, and an assignment makes a property of process
	h               host.Host
	members         *vm.Object
}

// processMembers are the names of the members.
var processMembers = map[string]bool{
	"config": true, "umask": true, "cpuUsage": true, "resourceUsage": true, "assert": true, "allowedNodeEnvironmentFlags": true,
	"setUncaughtExceptionCaptureCallback": true, "hasUncaughtExceptionCaptureCallback": true, "setSourceMapsEnabled": true,
	"features": true, "getBuiltinModule": true, "getActiveResourcesInfo": true, "_getActiveRequests": true, "_getActiveHandles": true, "constrainedMemory": true, "availableMemory": true,
	"abort": true, "kill": true, "dlopen": true, "getgroups": true, "_rawDebug": true, "debugPort": true, "report": true, "binding": true,
}

// Get returns a member.
func (p *processMore) Get(name string) vm.Value {
	if !processMembers[name] {
		return nil
	}
	if p.members == nil {
		p.members = p.h.Require("internal/process_more").ToObject(p.h.VM())
	}
	return p.members.Get(name)
}

// Has reports whether there is a member.
func (p *processMore) Has(name string) bool { return processMembers[name] }

// Delete does nothing.
func (p *processMore) Delete(string) bool { return true }

// processNatives are the Go functions of process_more.js.
func processNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"capture": func(call vm.FunctionCall) vm.Value {
			fn, _ := vm.AssertFunction(call.Argument(0))
			h.CaptureUncaught(fn)
			return vm.Undefined()
		},
		// times returns the processor time of the Go program in microseconds: user,
		// system. A sandbox does not tell.
		"times": func(vm.FunctionCall) vm.Value {
			var user, system int64
			if h.Open() {
				user, system = processorTime()
			}
			return rt.NewArray(user, system)
		},
		// kill sends a signal to a process. 0 only asks whether it exists.
		"kill": func(call vm.FunctionCall) vm.Value {
			if !h.Open() {
				host.Deny(rt, "Process", call.Argument(0).String(), "the Go program allows signals with js.WithFullAccess")
			}
			if err := kill(int(call.Argument(0).ToInteger()), int(call.Argument(1).ToInteger())); err != nil {
				panic(h.ToError(&fileError{err: err, call: "kill", short: true}))
			}
			return vm.Undefined()
		},
		// active names what keeps the program running and comes from its timers.
		"active": func(vm.FunctionCall) vm.Value {
			timeouts, immediates := h.Timers()
			var names []any
			for range timeouts {
				names = append(names, "Timeout")
			}
			for range immediates {
				names = append(names, "Immediate")
			}
			return rt.NewArray(names...)
		},
		"require": func(call vm.FunctionCall) vm.Value { return h.Require(call.Argument(0).String()) },
		"raw": func(call vm.FunctionCall) vm.Value {
			_, _ = h.Stderr().Write([]byte(call.Argument(0).String() + "\n"))
			return vm.Undefined()
		},
	}
}
