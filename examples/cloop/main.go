//go:build cgo && unix

// Command cloop is a C program's poll loop that also runs a wakeful loop. The C loop waits for its
// own descriptor and for that of PollFD. No goroutine and no thread belong to the wakeful loop.
//
//	go run .
package main

/*
#include <errno.h>
#include <poll.h>
#include <unistd.h>

extern int turn(void);

// run_loop waits for two descriptors: the C program's own, and the loop's. It returns the number of
// bytes that came on the first, when turn says that the loop has ended.
static int run_loop(int own, int loop) {
	struct pollfd fds[2] = {{own, POLLIN, 0}, {loop, POLLIN, 0}};
	int total = 0;
	for (;;) {
		if (poll(fds, 2, -1) < 0) {
			if (errno == EINTR) continue;
			return -1;
		}
		if (fds[0].revents & (POLLIN | POLLHUP)) {
			char buffer[64];
			int n = read(own, buffer, sizeof buffer);
			if (n > 0) total += n;
			else fds[0].fd = -1; // the end: poll ignores it from now on
		}
		if (fds[1].revents && !turn()) return total;
	}
}
*/
import "C"

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/wakeful-go/wakeful"
)

// loop is a variable of the package because C calls turn without arguments.
var loop *wakeful.Loop

// turn runs callbacks for at most 5 ms. It returns 0 when the loop has ended.
//
//export turn
func turn() C.int {
	if _, err := loop.RunUntil(time.Now().Add(5 * time.Millisecond)); err != nil {
		return 0
	}
	return 1
}

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "cloop:", err)
		os.Exit(1)
	}
}

// run counts three ticks of the loop's timer and the bytes that a goroutine writes meanwhile.
func run(out io.Writer) error {
	var err error
	if loop, err = wakeful.New(wakeful.WithHost(nil)); err != nil {
		return err
	}
	if err := loop.Start(context.Background()); err != nil {
		return err
	}
	fd, err := loop.PollFD()
	if err != nil {
		return errors.Join(err, loop.Close())
	}
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer read.Close()

	ticks := 0
	_, err = loop.Every(time.Millisecond, func() {
		if ticks++; ticks == 3 {
			_ = loop.Close() // always nil
		}
	})
	if err != nil {
		return err
	}
	if _, err := write.WriteString("hello"); err != nil {
		return err
	}
	if err := write.Close(); err != nil {
		return err
	}
	total := C.run_loop(C.int(read.Fd()), C.int(fd))
	fmt.Fprintf(out, "%d ticks, %d bytes\n", ticks, int(total))
	return nil
}
