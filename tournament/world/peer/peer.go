// Package peer lets a loop in Go take part in the comparison with other runtimes, as a separate
// process. [Serve] implements the peer protocol of docs/peer-protocol.md on the standard streams,
// and performs the workloads on a [Loop]. The package imports only the standard library, so that a
// peer in a module of its own can contain a copy.
package peer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// A Loop runs functions one at a time.
type Loop interface {
	// Submit runs task on the loop. Any goroutine.
	Submit(task func()) error
	// Shutdown ends the loop and returns when it has ended.
	Shutdown(context.Context) error
}

// Timers is implemented by loops that have timers. Loop only.
type Timers interface {
	// After runs fn on the loop after d. stop reports whether it prevented the call.
	After(d time.Duration, fn func()) (stop func() bool, err error)
}

// A Server sends back what its connections send.
type Server interface {
	// Address is where it listens: host and port.
	Address() string
	// Close ends the server and returns when it has ended.
	Close() error
}

// A Peer describes the program to Serve.
type Peer struct {
	Name, Version string
	// NewLoop creates a running loop. It is nil if the peer has no loop.
	NewLoop func() (Loop, error)
	// NewSpinning creates a running loop that polls when it is idle and never parks. It is nil if the
	// peer has no such loop.
	NewSpinning func() (Loop, error)
	// Echo starts a server. It is nil if the peer has none.
	Echo func() (Server, error)
}

// request is one line of the runner: a verb and fields.
type request struct {
	verb   string
	fields map[string]string
}

func parse(line string) request {
	words := strings.Fields(line)
	r := request{fields: map[string]string{}}
	for i, word := range words {
		if i == 0 {
			r.verb = word
			continue
		}
		key, value, _ := strings.Cut(word, "=")
		r.fields[key] = value
	}
	return r
}

// number returns a field's value, or the default if the field is missing.
func (r request) number(key string, otherwise int) (int, error) {
	text, ok := r.fields[key]
	if !ok {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%s=%s is not a number", key, text)
	}
	return n, nil
}

// refusal is the reason why a peer does not perform a workload. It is not a failure.
type refusal struct{ reason string }

func (r *refusal) Error() string { return r.reason }

func refuse(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }

// A workload is a started workload.
type workload interface {
	// run performs n operations and returns the fields of the answer.
	run(n int, seed uint32, stamped bool) (string, error)
	// stop ends the loops and returns the total number of tasks that they ran.
	stop() (executed int64, err error)
}

// Serve answers the runner's requests until the runner stops it or in ends. It returns errors of in
// and out. Failures of a workload are answers.
func Serve(in io.Reader, out io.Writer, p Peer) error {
	s := session{peer: p}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		r := parse(lines.Text())
		answer, err := s.answer(r)
		var no *refusal
		switch {
		case errors.As(err, &no):
			answer = "refused " + no.reason
		case err != nil:
			answer = "failed " + strings.ReplaceAll(err.Error(), "\n", "; ")
		default:
			answer = strings.TrimSpace("ok " + answer)
		}
		if _, err := fmt.Fprintln(out, answer); err != nil {
			return fmt.Errorf("peer: answering: %w", err)
		}
		if r.verb == "stop" {
			return nil
		}
	}
	_, err := s.stop()
	return errors.Join(lines.Err(), err)
}

type session struct {
	peer    Peer
	started workload
}

func (s *session) answer(r request) (string, error) {
	switch r.verb {
	case "hello":
		return fmt.Sprintf("protocol=1 peer=%s version=%s", s.peer.Name, s.peer.Version), nil
	case "start":
		return s.start(r)
	case "run", "histogram":
		n, err := r.number("n", 0)
		if err != nil {
			return "", err
		}
		seed, err := strconv.ParseUint(r.fields["seed"], 10, 32)
		if err != nil {
			return "", fmt.Errorf("seed=%s is not a number of 32 bits", r.fields["seed"])
		}
		if s.started == nil || n < 1 {
			return "", errors.New("there is nothing to run: a start comes first, and n is at least 1")
		}
		return s.started.run(n, uint32(seed), r.verb == "histogram")
	case "stop":
		return s.stop()
	}
	return "", fmt.Errorf("the verb %q is not known", r.verb)
}

func (s *session) stop() (string, error) {
	if s.started == nil {
		return "executed=0", nil
	}
	executed, err := s.started.stop()
	s.started = nil
	return "executed=" + strconv.FormatInt(executed, 10), err
}

func (s *session) start(r request) (string, error) {
	if s.started != nil {
		return "", errors.New("a workload has been started already")
	}
	name := r.fields["workload"]
	if s.peer.NewLoop == nil && name != "echo" {
		return "", refuse("%s is no loop that takes functions", s.peer.Name)
	}
	switch name {
	case "submit":
		return "", s.startSubmit(r)
	case "trip":
		return "", s.startTrip(r)
	case "timers":
		return "", s.startTimers()
	case "loops":
		s.started = &idleLoops{newLoop: s.peer.NewLoop}
		return "", nil
	case "echo":
		if s.peer.Echo == nil {
			return "", refuse("%s has no connections", s.peer.Name)
		}
		server, err := s.peer.Echo()
		if err != nil {
			return "", err
		}
		s.started = echoServer{server}
		return "address=" + server.Address(), nil
	}
	return "", refuse("%s does not know the workload %s", s.peer.Name, name)
}

// echoServer is measured from outside.
type echoServer struct{ Server }

func (echoServer) run(int, uint32, bool) (string, error) { return "", nil }
func (e echoServer) stop() (int64, error)                { return 0, e.Close() }
