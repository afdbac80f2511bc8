package wakeful_test

import (
	"context"
	"fmt"
	"runtime"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

// Run runs the loop on the calling goroutine. To give the loop a thread and a processor of its own,
// lock that goroutine to its thread and pin the thread to a processor. This helps a spinning loop
// on a processor that is reserved for it. A loop that parks becomes slower. A callback that calls
// runtime.Goexit moves the loop to another goroutine, which is not locked.
func ExampleLoop_Run_lockedThread() {
	loop, err := wakeful.New(wakeful.WithWaitStrategy(wakeful.Spin()))
	if err != nil {
		fmt.Println(err)
		return
	}
	var allowed unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		fmt.Println(err)
		return
	}
	cpu := 0 // the first processor that the process may use
	for !allowed.IsSet(cpu) {
		cpu++
	}
	ended := make(chan error)
	go func() {
		// No UnlockOSThread, so the thread ends with this goroutine.
		runtime.LockOSThread()
		var one unix.CPUSet
		one.Set(cpu)
		if err := unix.SchedSetaffinity(0, &one); err != nil {
			ended <- err
			return
		}
		ended <- loop.Run(context.Background())
	}()
	processors, err := loop.Call(context.Background(), func() (int, error) {
		var set unix.CPUSet
		err := unix.SchedGetaffinity(0, &set)
		return set.Count(), err
	})
	fmt.Println("processors of the loop:", processors, err)
	fmt.Println(loop.Close(), <-ended)
	// Output:
	// processors of the loop: 1 <nil>
	// <nil> <nil>
}
