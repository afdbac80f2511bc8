//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package wakeful_test

import (
	"context"
	"fmt"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

// The loop reads from a pipe when there is data, until the end.
func ExampleLoop_RegisterFD() {
	var pipe [2]int
	if err := unix.Pipe(pipe[:]); err != nil {
		panic(err)
	}
	unix.SetNonblock(pipe[0], true)

	loop, _ := wakeful.New(wakeful.WithAutoExit())
	var registration *wakeful.FDRegistration
	registration, err := loop.RegisterFD(pipe[0], wakeful.Readable, func(wakeful.Events) {
		buffer := make([]byte, 16)
		n, err := unix.Read(pipe[0], buffer)
		switch {
		case n > 0:
			fmt.Printf("read %q\n", buffer[:n])
		case err == nil:
			fmt.Println("the end")
			registration.Close() // the registration first
			unix.Close(pipe[0])  // then the descriptor
		}
	})
	if err != nil {
		panic(err)
	}
	go func() {
		unix.Write(pipe[1], []byte("hello"))
		unix.Close(pipe[1])
	}()
	loop.Run(context.Background())
	// Output:
	// read "hello"
	// the end
}

// A writer requests Writable only while it has data to write, because a descriptor with room is
// ready in each turn.
func ExampleFDRegistration_Modify() {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		panic(err)
	}
	unix.SetNonblock(ends[0], true)

	loop, _ := wakeful.New(wakeful.WithAutoExit())
	var queue []string
	var registration *wakeful.FDRegistration
	registration, err = loop.RegisterFD(ends[0], 0, func(events wakeful.Events) {
		unix.Write(ends[0], []byte(queue[0]))
		if queue = queue[1:]; len(queue) == 0 {
			registration.Modify(0)
			registration.Unref() // does not keep the loop running while nothing is to be written
		}
	})
	if err != nil {
		panic(err)
	}
	loop.Submit(func() {
		queue = append(queue, "one", "two")
		registration.Modify(wakeful.Writable)
	})
	loop.Run(context.Background())

	buffer := make([]byte, 16)
	n, _ := unix.Read(ends[1], buffer)
	fmt.Printf("%s\n", buffer[:n])
	unix.Close(ends[0])
	unix.Close(ends[1])
	// Output: onetwo
}

// A one-shot registration is armed again for each event that is wanted.
func ExampleFDOption() {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		panic(err)
	}
	unix.SetNonblock(ends[0], true)
	unix.Write(ends[1], []byte("ab"))

	loop, _ := wakeful.New(wakeful.WithAutoExit())
	var registration *wakeful.FDRegistration
	registration, err = loop.RegisterFD(ends[0], wakeful.Readable, func(wakeful.Events) {
		letter := make([]byte, 1)
		unix.Read(ends[0], letter)
		fmt.Printf("%s\n", letter)
		if letter[0] == 'b' {
			registration.Close()
			return
		}
		registration.Modify(wakeful.Readable) // without it, the function is not called again
	}, wakeful.WithOneShot())
	if err != nil {
		panic(err)
	}
	loop.Run(context.Background())
	unix.Close(ends[0])
	unix.Close(ends[1])
	// Output:
	// a
	// b
}
