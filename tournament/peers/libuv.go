package peers

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the server on libuv: a program in C, in a process of its own.
// libuv_build.go makes the program.

var libuvEntry = contest.Entry{
	Name:      "libuv",
	Kind:      contest.Peer,
	Summary:   "libuv, the loop under Node.js, in C: one thread that blocks in the system's poller. In a process of its own, whose memory is not counted.",
	Can:       contest.Echoes,
	NewServer: newLibuvServer,
}

// libuvServer talks to the process over its standard streams, see echo.c.
type libuvServer struct {
	command *exec.Cmd
	orders  io.WriteCloser
	answers *bufio.Reader
	errOut  bytes.Buffer
	address string
}

func newLibuvServer() (contest.Server, error) {
	program, err := libuvProgram()
	if err != nil {
		return nil, err
	}
	s := &libuvServer{command: exec.CommandContext(context.Background(), program)}
	s.command.Stderr = &s.errOut
	if s.orders, err = s.command.StdinPipe(); err != nil {
		return nil, fmt.Errorf("peers: %w", err)
	}
	out, err := s.command.StdoutPipe()
	if err == nil {
		err = s.command.Start()
	}
	if err != nil {
		_ = s.orders.Close() // a Start that fails has closed it
		return nil, fmt.Errorf("peers: starting the server on libuv: %w", err)
	}
	s.answers = bufio.NewReader(out)
	if s.address, err = s.answer(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// answer reads a line that the process prints.
func (s *libuvServer) answer() (string, error) {
	line, err := s.answers.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("peers: the server on libuv does not answer: %w", err)
	}
	return strings.TrimSuffix(line, "\n"), nil
}

func (s *libuvServer) Address() string { return s.address }

// CPUTime makes it a contest.SeparateProcess.
func (s *libuvServer) CPUTime() (time.Duration, error) {
	if _, err := io.WriteString(s.orders, "\n"); err != nil {
		return 0, fmt.Errorf("peers: asking the server on libuv for its processor time: %w", err)
	}
	line, err := s.answer()
	if err != nil {
		return 0, err
	}
	ns, err := strconv.ParseInt(line, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("peers: the server on libuv calls %q a processor time", line)
	}
	return time.Duration(ns), nil
}

// Close ends the process's input, upon which it closes its connections and ends.
func (s *libuvServer) Close() error {
	err := s.orders.Close()
	if errors.Is(err, os.ErrClosed) {
		err = nil
	}
	if ended := s.command.Wait(); ended != nil {
		said := cmp.Or(strings.TrimSpace(s.errOut.String()), "nothing")
		err = errors.Join(err, fmt.Errorf("peers: the server on libuv ended with %w; it said: %s", ended, said))
	}
	return err
}
