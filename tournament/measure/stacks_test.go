package measure

import "testing"

func TestStacksAreTold(t *testing.T) {
	const quit = `SIGQUIT: quit
PC=0x497261 m=0 sigcode=0

goroutine 0 gp=0x20064e0 m=0 mp=0x20076c0 [idle]:
runtime.futex(0x2007818, 0x80, 0x0, 0x0, 0x0, 0x0)
	/usr/local/go/src/runtime/sys_linux_amd64.s:569 +0x21

goroutine 19 gp=0x3c127c7021e0 m=5 mp=0x3c127c50e008 [stopping the world]:
runtime.stopTheWorld(0x7)
	/usr/local/go/src/runtime/proc.go:1536 +0xaf
runtime.ReadMemStats(0x3c127c6a6230)
	/usr/local/go/src/runtime/mstats.go:358 +0x1f
example.org/it/workloads.(*watch).readMemory(0x3c127c788068)
	/src/watch.go:38 +0x3e
example.org/it/workloads.(*session).take(...)
	/src/sample.go:57
created by main.main in goroutine 1

goroutine 21 gp=0x3c127c51ba40 m=3 mp=0x3c127c4dd008 [syscall]:
syscall.Syscall6(0x119, 0x5, 0x3c127c792010)
	/usr/local/go/src/syscall/syscall_linux.go:96 +0x39

goroutine 22 gp=0x3c127c51ba41 m=4 mp=0x3c127c4dd009 [syscall]:
syscall.Syscall6(0x119, 0x6, 0x3c127c792020)
	/usr/local/go/src/syscall/syscall_linux.go:96 +0x39

rax    0xca
`
	const want = "SIGQUIT: goroutines: 1 [stopping the world] in workloads.(*watch).readMemory, called by workloads.(*session).take; 2 [syscall] in syscall.Syscall6"
	if got := stacks(quit); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, other := range []string{"", "panic: no", "SIGQUIT: quit"} {
		if got := stacks(other); got != other {
			t.Errorf("of %q it made %q", other, got)
		}
	}
}
