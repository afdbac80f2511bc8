//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// binary is the program, built for these tests.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "chat")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "chat")
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", binary, ".").CombinedOutput()
	code := 1
	if err == nil {
		code = m.Run()
	} else {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
	}
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// program is the running program.
type program struct {
	lines, page string // addresses
	stop        func() // interrupts it and waits for its end
}

// start starts the program. At the end of the test it is stopped, unless it was. It must end
// without an error message.
func start(t *testing.T) *program {
	t.Helper()
	cmd := exec.Command(binary, "-listen", "127.0.0.1:0", "-web", "127.0.0.1:0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &program{stop: sync.OnceFunc(func() {
		cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil || stderr.Len() > 0 {
			t.Errorf("the program ended with %v: %s", err, stderr.String())
		}
	})}
	t.Cleanup(p.stop)
	printed := bufio.NewReader(out)
	for _, want := range []struct {
		begins  string
		address *string
	}{{"page on ", &p.page}, {"listening on ", &p.lines}} {
		line, err := printed.ReadString('\n')
		address, ok := strings.CutPrefix(strings.TrimSpace(line), want.begins)
		if !ok {
			t.Fatalf("the program prints %q: %v", line, err)
		}
		*want.address = address
	}
	return p
}

// client is a connected guest.
type client struct {
	t *testing.T
	net.Conn
	lines *bufio.Reader
}

func join(t *testing.T, address string) client {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return client{t, c, bufio.NewReader(c)}
}

func (c client) send(text string) {
	c.t.Helper()
	if _, err := fmt.Fprint(c, text); err != nil {
		c.t.Error(err)
	}
}

func (c client) expect(want ...string) {
	c.t.Helper()
	for _, w := range want {
		if got, err := c.lines.ReadString('\n'); got != w+"\n" {
			c.t.Errorf("got %q, want %q: %v", got, w, err)
		}
	}
}

// TestChat: a name is given once. All other guests get a message, in the same order, and are told
// when a guest leaves.
func TestChat(t *testing.T) {
	address := start(t).lines
	ann, bob, cid := join(t, address), join(t, address), join(t, address)
	ann.send("ann\n")
	ann.expect("your name?", "* 1 here")
	bob.send("ann\nbob\n")
	bob.expect("your name?", "another name?", "* 2 here")
	ann.expect("* bob is here")
	cid.send("c")
	cid.send("id\r\n")
	cid.expect("your name?", "* 3 here")
	ann.expect("* cid is here")
	bob.expect("* cid is here")

	const lines = 500
	go ann.send(strings.Repeat("one\n", lines))
	go bob.send(strings.Repeat("two\n", lines))
	var order []string
	for range 2 * lines {
		line, err := cid.lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		order = append(order, line)
	}
	all := strings.Join(order, "")
	if strings.Count(all, "ann: one\n") != lines || strings.Count(all, "bob: two\n") != lines {
		t.Errorf("each has sent %d lines, and these arrived: %q", lines, all)
	}
	for range lines {
		ann.expect("bob: two")
		bob.expect("ann: one")
	}
	ann.Close()
	bob.expect("* ann has left")
	cid.expect("* ann has left")
}

// TestMisbehaving: a guest that does not read and a guest that never ends a line are disconnected.
// The others do not wait for them.
func TestMisbehaving(t *testing.T) {
	address := start(t).lines
	reader, stalled, endless := join(t, address), join(t, address), join(t, address)
	reader.send("reader\n")
	reader.expect("your name?", "* 1 here")
	stalled.send("stalled\n")
	reader.expect("* stalled is here")
	endless.send("endless\n")
	reader.expect("* endless is here")
	endless.send(strings.Repeat("x", 2*longestLine))
	reader.expect("* endless has left")
	// More than the kernel and the server hold for one guest.
	text := strings.Repeat("x", longestLine-100) + "\n"
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		reader.expect("* stalled has left")
	}()
	for {
		select {
		case <-gone:
			return
		default:
			reader.send(text)
		}
	}
}
