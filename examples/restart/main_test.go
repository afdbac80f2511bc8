//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestMain runs the command itself in the processes that the tests start.
func TestMain(m *testing.M) {
	if os.Getenv("RESTART_SERVER") != "" {
		if os.Getenv("LISTEN_PID") == "self" { // only this process knows its number
			_ = os.Setenv("LISTEN_PID", fmt.Sprint(os.Getpid()))
		}
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// process is a server process.
type process struct {
	command *exec.Cmd
	address string
	stderr  strings.Builder
	cleanup sync.Once
}

// start starts a server process and waits until it listens.
func start(t *testing.T, files []*os.File, environment []string, arguments ...string) *process {
	t.Helper()
	p := &process{command: exec.Command(os.Args[0], arguments...)}
	p.command.Env = append(append(os.Environ(), "RESTART_SERVER=1"), environment...)
	p.command.ExtraFiles = files
	p.command.Stderr = &p.stderr
	out, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.command.Process.Kill()
		_ = p.wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the server has not begun: %v: %v", err, p.wait())
	}
	p.address = strings.TrimSpace(strings.TrimPrefix(line, "listening on "))
	return p
}

// wait waits for the end of the process.
func (p *process) wait() (err error) {
	p.cleanup.Do(func() {
		if err = p.command.Wait(); err != nil {
			err = fmt.Errorf("%w: %s", err, &p.stderr)
		}
	})
	return err
}

// load is clients that check every answer.
type load struct {
	address string
	stop    chan struct{}
	running sync.WaitGroup
	opened  atomic.Int64 // connections
	answers atomic.Int64
	failed  chan error
}

func (l *load) begin(client func() error) {
	l.running.Go(func() {
		if err := client(); err != nil {
			select {
			case l.failed <- err:
			default:
			}
		}
	})
}

func (l *load) over() bool {
	select {
	case <-l.stop:
		return true
	default:
		return false
	}
}

// talk sends bursts of lines on one connection, and checks that each has its answer, in order.
func (l *load) talk(bursts, lines int) error {
	c, err := net.Dial("tcp", l.address)
	if err != nil {
		return err
	}
	defer c.Close()
	l.opened.Add(1)
	answers := bufio.NewReader(c)
	for next := 1; bursts > 0 && !l.over(); bursts-- {
		var burst strings.Builder
		for i := range lines {
			fmt.Fprintf(&burst, "line %d\n", next+i)
		}
		// In two parts, so that a line is cut at times.
		for _, part := range []string{burst.String()[:burst.Len()-3], burst.String()[burst.Len()-3:]} {
			if _, err := io.WriteString(c, part); err != nil {
				return fmt.Errorf("after %d answers: %w", next-1, err)
			}
		}
		for range lines {
			got, err := answers.ReadString('\n')
			if want := fmt.Sprintf("%d line %d\n", next, next); got != want {
				return fmt.Errorf("answer %q, want %q: %w", got, want, err)
			}
			next++
			l.answers.Add(1)
		}
	}
	return nil
}

// TestHandovers: processes take over from each other under load. No connection is refused, and every
// line gets its answer, once and in order, also on connections that all processes have served.
func TestHandovers(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 10
	}
	path := filepath.Join(t.TempDir(), "handover")
	current := start(t, nil, nil, "-listen", "127.0.0.1:0", "-handover", path)
	l := &load{address: current.address, stop: make(chan struct{}), failed: make(chan error, 1)}
	for i := range 8 {
		l.begin(func() error { return l.talk(1<<30, 1+5*i) })
	}
	for range 4 {
		l.begin(func() error { // a connection for each line
			for !l.over() {
				if err := l.talk(1, 1); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for round := range rounds {
		next := start(t, nil, nil, "-handover", path)
		if next.address != current.address {
			t.Fatalf("round %d: the new process listens on %s", round, next.address)
		}
		if err := current.wait(); err != nil {
			t.Fatalf("round %d: the old process: %v", round, err)
		}
		current = next
		select {
		case err := <-l.failed:
			t.Fatalf("round %d: %v", round, err)
		default:
		}
	}
	close(l.stop)
	l.running.Wait()
	select {
	case err := <-l.failed:
		t.Fatal(err)
	default:
	}
	t.Logf("%d handovers, %d connections, %d answers", rounds, l.opened.Load(), l.answers.Load())
	end(t, current)
}

// end ends a server as a service manager does.
func end(t *testing.T, p *process) {
	t.Helper()
	if err := p.command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := p.wait(); err != nil {
		t.Error(err)
	}
}

// TestSuccessorDies: a new process that ends before it is ready changes nothing.
func TestSuccessorDies(t *testing.T) {
	path := filepath.Join(t.TempDir(), "handover")
	p := start(t, nil, nil, "-listen", "127.0.0.1:0", "-handover", path)
	c, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
	l := &load{address: p.address, stop: make(chan struct{})}
	if err := l.talk(3, 3); err != nil {
		t.Error(err)
	}
	next := start(t, nil, nil, "-handover", path)
	if err := p.wait(); err != nil {
		t.Error(err)
	}
	if err := l.talk(3, 3); err != nil {
		t.Error(err)
	}
	end(t, next)
}

// TestSystemd: the server takes the listener that a service manager has opened. A process of the next
// start finds what came meanwhile.
func TestSystemd(t *testing.T) {
	opened, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	file, err := opened.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	_ = opened.Close()
	environment := []string{"LISTEN_PID=self", "LISTEN_FDS=1", "LISTEN_FDNAMES=lines"}
	l := &load{address: opened.Addr().String(), stop: make(chan struct{})}
	for range 2 {
		early, err := net.DialTimeout("tcp", l.address, time.Minute) // before the process is there
		if err != nil {
			t.Fatal(err)
		}
		p := start(t, []*os.File{file}, environment)
		if p.address != l.address {
			t.Errorf("it listens on %s", p.address)
		}
		if _, err := io.WriteString(early, "hello\n"); err != nil {
			t.Error(err)
		}
		if got, err := bufio.NewReader(early).ReadString('\n'); got != "1 hello\n" {
			t.Errorf("%q, %v", got, err)
		}
		_ = early.Close()
		if err := l.talk(3, 3); err != nil {
			t.Error(err)
		}
		end(t, p)
	}
}
