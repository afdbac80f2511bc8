package differential

// This file runs Node as a server of programs.

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var (
	//go:embed testdata/prelude.js
	prelude string
	//go:embed testdata/server.js
	server string
	//go:embed testdata/clock.c
	clock []byte
)

// An outcome is the result of a program.
type outcome struct {
	trace []string
	code  int
}

func (o outcome) equals(other outcome) bool {
	return o.code == other.code && slices.Equal(o.trace, other.trace)
}

func (o outcome) String() string {
	return strings.Join(o.trace, "\n") + fmt.Sprintf("\nexit code %d\n", o.code)
}

// A node runs programs and returns their outcomes. It uses one process at a time, and starts a
// spare one meanwhile.
type node struct {
	env        []string
	using      *process
	spare      chan *process
	spareError error
	started    int
}

// process is one Node process.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errors *bytes.Buffer
}

// startNode returns a Node whose clock stands still while it computes.
func startNode(t *testing.T) *node {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("NOT RUN: there is no node to compare with: " + err.Error())
	}
	return startNodeWith(t, append(os.Environ(), "PRELUDE="+prelude, "NODE_OPTIONS=", "NODE_NO_WARNINGS=1", "UV_THREADPOOL_SIZE=1", "UV_USE_IO_URING=0", "FILES="+t.TempDir()+"/files", "LD_PRELOAD="+buildClock(t)))
}

// startNodeWith returns a Node with an environment.
func startNodeWith(t *testing.T, env []string) *node {
	t.Helper()
	n := &node{env: env, spare: make(chan *process, 1)}
	go n.start()
	t.Cleanup(n.close)
	return n
}

// buildClock compiles testdata/clock.c.
func buildClock(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("NOT RUN: the clock that is preloaded into node is made for Linux, this machine is " + runtime.GOOS)
	}
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("NOT RUN: building the clock that is preloaded into node needs a C compiler: " + err.Error())
	}
	dir := t.TempDir()
	source, library := filepath.Join(dir, "clock.c"), filepath.Join(dir, "clock.so")
	if err := os.WriteFile(source, clock, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("the clock does not compile: %v\n%s", err, out)
	}
	return library
}

// withoutTasks makes V8 collect garbage only inside an allocation of the main thread. The package
// documentation says why.
var withoutTasks = []string{"--no-minor-gc-task", "--no-incremental-marking", "--no-memory-reducer", "--single-threaded-gc"}

// start starts a process and makes it the spare one.
func (n *node) start() {
	p := &process{cmd: exec.Command("node", append(slices.Clone(withoutTasks), "-e", server)...), errors: &bytes.Buffer{}}
	p.cmd.Env, p.cmd.Stderr = n.env, p.errors
	in, err1 := p.cmd.StdinPipe()
	out, err2 := p.cmd.StdoutPipe()
	if err := errors.Join(err1, err2, p.cmd.Start()); err != nil {
		n.spareError = err
		close(n.spare)
		return
	}
	p.in, p.out = in, bufio.NewReader(out)
	n.spare <- p
}

// run runs a program.
func (n *node) run(source string, alone bool) (outcome, error) {
	if n.using == nil {
		p, ok := <-n.spare
		if !ok {
			return outcome{}, n.spareError
		}
		n.using = p
		n.started++
		go n.start()
	}
	p := n.using
	request, err := json.Marshal(map[string]any{"source": source, "alone": alone})
	if err != nil {
		return outcome{}, err
	}
	if _, err := p.in.Write(append(request, '\n')); err != nil {
		return outcome{}, fmt.Errorf("node does not read: %w\n%s", err, p.errors)
	}
	if alone {
		n.using = nil
		return p.last()
	}
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		return outcome{}, fmt.Errorf("node does not answer: %w\n%s", err, p.errors)
	}
	var answer struct {
		Trace []string
		Code  int
		Last  bool
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		return outcome{}, fmt.Errorf("node's answer: %w: %s", err, line)
	}
	if answer.Last {
		n.using = nil
		_, err = p.last()
	}
	return outcome{trace: answer.Trace, code: answer.Code}, err
}

// fresh runs a program in a process of its own.
func (n *node) fresh(source string) (outcome, error) {
	if n.using != nil {
		_, _ = n.using.last()
		n.using = nil
	}
	return n.run(source, true)
}

// last returns the rest of the process's output and waits for its end.
func (p *process) last() (o outcome, err error) {
	p.in.Close()
	for d := json.NewDecoder(p.out); ; {
		var said struct{ Line string }
		if err = d.Decode(&said); err != nil {
			break
		}
		o.trace = append(o.trace, said.Line)
	}
	if !errors.Is(err, io.EOF) {
		_, failure := io.Copy(io.Discard, p.out)
		err = fmt.Errorf("node's last words: %w", errors.Join(err, failure))
	} else {
		err = nil
	}
	ended := p.cmd.Wait()
	var exit *exec.ExitError
	switch {
	case errors.As(ended, &exit) && exit.ExitCode() >= 0:
		o.code = exit.ExitCode()
	case ended != nil:
		err = errors.Join(err, fmt.Errorf("node's end: %w\n%s", ended, p.errors))
	}
	return o, err
}

func (n *node) close() {
	if n.using != nil {
		_, _ = n.using.last()
	}
	if p, ok := <-n.spare; ok {
		_, _ = p.last()
	}
}
