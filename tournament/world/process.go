package world

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/runner"
)

// This file owns a peer's process and the lines that go to it and come from it. See
// docs/peer-protocol.md.

// Protocol is the version of the peer protocol that this package speaks.
const Protocol = 1

// killAfter is how long a peer that was asked to stop has to end.
const killAfter = 10 * time.Second

// keptWords bounds what is kept of a peer's standard error for the reason of a failure.
const keptWords = 2000

// Answer is what a peer answers to one request.
type Answer map[string]string

// Number is a field that is a whole number.
func (a Answer) Number(key string) (int64, error) {
	text, ok := a[key]
	if !ok {
		return 0, fmt.Errorf("the answer has no %s", key)
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("the answer has %s=%s, which is no whole number", key, text)
	}
	return n, nil
}

// numbers is a field that is a list of whole numbers.
func (a Answer) numbers(key string) ([]int64, error) {
	text, ok := a[key]
	if !ok {
		return nil, fmt.Errorf("the answer has no %s", key)
	}
	var all []int64
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("the answer has %s=%s, which is no list of whole numbers", key, text)
		}
		all = append(all, n)
	}
	return all, nil
}

// Process is a peer that runs.
type Process struct {
	command *exec.Cmd
	in      io.WriteCloser
	lines   *bufio.Reader
	words   lastWords
	ctx     context.Context
	cancel  context.CancelFunc
	limit   time.Duration
	ended   bool
}

// Start starts a peer and greets it. Limit is how long the peer may take for one answer;
// then, or when ctx ends, it is killed.
func Start(ctx context.Context, argv []string, limit time.Duration) (*Process, error) {
	p := &Process{limit: limit}
	p.ctx, p.cancel = context.WithCancel(ctx)
	p.command = exec.CommandContext(p.ctx, argv[0], argv[1:]...)
	p.command.WaitDelay = killAfter
	p.command.Stderr = &p.words
	var err error
	if p.in, err = p.command.StdinPipe(); err != nil {
		p.cancel()
		return nil, fmt.Errorf("world: %w", err)
	}
	out, err := p.command.StdoutPipe()
	if err == nil {
		err = p.command.Start()
	}
	if err != nil {
		p.cancel()
		_ = p.in.Close() // a Start that fails has closed it
		return nil, fmt.Errorf("world: starting a peer: %w", err)
	}
	p.lines = bufio.NewReaderSize(out, 1<<16)
	hello, err := p.Ask("hello")
	if err == nil {
		var version int64
		if version, err = hello.Number("protocol"); err == nil && version != Protocol {
			err = fmt.Errorf("it speaks version %d of the protocol, the runner version %d", version, Protocol)
		}
	}
	if err != nil {
		p.Kill()
		return nil, fmt.Errorf("the peer does not answer the greeting: %w", err)
	}
	return p, nil
}

// Ask sends a request and reads the answer. The error is a *runner.MissingError when the peer
// refuses.
func (p *Process) Ask(request string) (Answer, error) {
	late := time.AfterFunc(p.limit, p.cancel)
	defer late.Stop()
	if _, err := io.WriteString(p.in, request+"\n"); err != nil {
		return nil, p.died(request, err)
	}
	line, err := p.lines.ReadString('\n')
	if err != nil {
		return nil, p.died(request, err)
	}
	status, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch status {
	case "refused":
		return nil, &runner.MissingError{Reason: rest}
	case "failed":
		return nil, fmt.Errorf("%s: the peer says: %s", request, rest)
	case "ok":
		a := Answer{}
		for field := range strings.FieldsSeq(rest) {
			key, value, _ := strings.Cut(field, "=")
			a[key] = value
		}
		return a, nil
	}
	return nil, fmt.Errorf("%s: the answer begins with none of ok, refused and failed: %.200q", request, line)
}

// died says why there is no answer.
func (p *Process) died(request string, err error) error {
	late := p.ctx.Err() != nil
	p.Kill()
	words := strings.TrimSpace(p.words.String())
	if words != "" {
		words = "; it wrote: " + words
	}
	if late {
		return fmt.Errorf("%s: no answer within %v: a task or a wake-up was lost, or the peer is far too slow%s", request, p.limit, words)
	}
	return fmt.Errorf("%s: the peer ended (%v): %w%s", request, p.command.ProcessState, err, words)
}

// Stop asks the peer to stop, waits for its end, and returns how many tasks it ran.
func (p *Process) Stop() (executed int64, err error) {
	if p.ended {
		return 0, errors.New("the peer has ended already")
	}
	a, err := p.Ask("stop")
	if err != nil {
		p.Kill()
		return 0, err
	}
	late := time.AfterFunc(killAfter, p.cancel)
	defer late.Stop()
	err = p.in.Close()
	p.ended = true
	if ended := p.command.Wait(); ended != nil {
		err = errors.Join(err, fmt.Errorf("the peer does not end well: %w; it wrote: %s", ended, strings.TrimSpace(p.words.String())))
	}
	p.cancel()
	executed, missing := a.Number("executed")
	return executed, errors.Join(err, missing)
}

// Kill ends the process if it runs, and waits for its end.
func (p *Process) Kill() {
	if p.ended {
		return
	}
	p.ended = true
	p.cancel()
	_ = p.in.Close()
	_ = p.command.Wait() // it was killed
}

// lastWords keeps the end of what is written to it. The process's end comes before it is
// read.
type lastWords struct{ bytes.Buffer }

func (w *lastWords) Write(b []byte) (int, error) {
	w.Buffer.Write(b)
	if surplus := w.Len() - keptWords; surplus > 0 {
		w.Next(surplus)
	}
	return len(b), nil
}
