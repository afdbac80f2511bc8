//go:build unix

package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// A program that listens for a signal gets it, and the command ignores that signal. Without a
// listener, or after the last one is removed, the signal ends the program.
func TestRunSignals(t *testing.T) {
	const idle = "; setInterval(() => {}, 1e6); console.log('ready')"
	for _, c := range []struct {
		name, source string
		send         []os.Signal
		status       int
		out          string
	}{
		{"SIGINT", "process.on('SIGINT', (...a) => { console.log(...a); process.exit(3) })" + idle, []os.Signal{os.Interrupt}, 3, "SIGINT 2\n"},
		{"SIGTERM", "process.on('SIGTERM', (...a) => { console.log(...a); process.exit(4) })" + idle, []os.Signal{syscall.SIGTERM}, 4, "SIGTERM 15\n"},
		{"SIGUSR2", "process.on('SIGUSR2', (...a) => { console.log(...a); process.exit(5) })" + idle, []os.Signal{syscall.SIGUSR2}, 5, "SIGUSR2 12\n"},
		{"the other", "process.on('SIGTERM', () => console.log('not'))" + idle, []os.Signal{os.Interrupt}, statusInterrupted, ""},
		{"none", "1" + idle, []os.Signal{os.Interrupt}, statusInterrupted, ""},
		{"once", "process.once('SIGINT', (s) => console.log(s))" + idle, []os.Signal{os.Interrupt, os.Interrupt}, statusInterrupted, "SIGINT\n"},
		{"removed", "const f = () => console.log('not'); process.on('SIGINT', f); process.off('SIGINT', f)" + idle, []os.Signal{os.Interrupt}, statusInterrupted, ""},
		{"all removed", "process.on('SIGINT', () => console.log('not')); process.removeAllListeners()" + idle, []os.Signal{os.Interrupt}, statusInterrupted, ""},
		{"keeps nothing", "process.on('SIGINT', () => {}); console.log('ready')", nil, 0, ""},
		{"cannot be caught", "try { process.on('SIGKILL', () => {}) } catch (e) { console.log('ready'); console.log(e.code) }", nil, 0, "EINVAL\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			command := exec.CommandContext(t.Context(), os.Args[0], "run", "-e", c.source)
			out, err := command.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			var stderr strings.Builder
			command.Stderr = &stderr
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(out)
			if line, err := lines.ReadString('\n'); line != "ready\n" {
				t.Errorf("%q, %v", line, err)
			}
			var got string
			for i, sig := range c.send {
				if err := command.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
				if i < len(c.send)-1 { // the program reports that it has handled the signal
					line, err := lines.ReadString('\n')
					if err != nil {
						t.Error(err)
					}
					got += line
				}
			}
			rest, err := io.ReadAll(lines)
			if err != nil {
				t.Error(err)
			}
			got += string(rest)
			status := 0
			var exit *exec.ExitError
			if err := command.Wait(); errors.As(err, &exit) {
				status = exit.ExitCode()
			} else if err != nil {
				t.Error(err)
			}
			if status != c.status || got != c.out {
				t.Errorf("status %d, output %q, errors %q; want %d and %q", status, got, &stderr, c.status, c.out)
			}
		})
	}
}

// A signal that arrived while the program listened does not end the command, even when
// the program has ceased to listen before the command looks at the signal.
func TestASignalBeforeTheProgramLetsGoOfIt(t *testing.T) {
	defer present.Store(nil)
	for range 100 {
		w := &watch{arrived: make(chan os.Signal, 8), takings: make(chan taking), ended: make(chan struct{})}
		present.Store(w)
		ctx, cancel := context.WithCancel(t.Context())
		go w.run(ctx, cancel)
		setSignalHandled(os.Interrupt, true)
		w.arrived <- os.Interrupt
		setSignalHandled(os.Interrupt, false)
		if ctx.Err() != nil {
			t.Fatal("the program's signal ended the command")
		}
		w.arrived <- os.Interrupt
		<-ctx.Done()
		<-w.ended
		setSignalHandled(os.Interrupt, true) // nobody decides any more, and nobody waits
	}
}
