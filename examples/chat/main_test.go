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

// start starts the program and returns the address that it prints.
// When the test ends, it is interrupted, and must end without a complaint.
func start(t *testing.T) string {
	t.Helper()
	cmd := exec.Command(binary, "-listen", "127.0.0.1:0")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil || complaints.Len() > 0 {
			t.Errorf("the program ended with %v: %s", err, complaints.String())
		}
	})
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok {
		t.Fatalf("the program says %q: %v", line, err)
	}
	return address
}

// client is one of those who talk.
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

func (c client) say(text string) {
	c.t.Helper()
	if _, err := fmt.Fprint(c, text); err != nil {
		c.t.Error(err)
	}
}

func (c client) hears(want ...string) {
	c.t.Helper()
	for _, w := range want {
		if got, err := c.lines.ReadString('\n'); got != w+"\n" {
			c.t.Errorf("heard %q, want %q: %v", got, w, err)
		}
	}
}

// TestChat: names are taken once, what one says all others hear, in the same
// order, and those who leave are missed.
func TestChat(t *testing.T) {
	address := start(t)
	ann, bob, cid := join(t, address), join(t, address), join(t, address)
	ann.say("ann\n")
	ann.hears("your name?", "* 1 here")
	bob.say("ann\nbob\n")
	bob.hears("your name?", "another name?", "* 2 here")
	ann.hears("* bob is here")
	cid.say("c")
	cid.say("id\r\n")
	cid.hears("your name?", "* 3 here")
	ann.hears("* cid is here")
	bob.hears("* cid is here")

	const lines = 500
	go ann.say(strings.Repeat("one\n", lines))
	go bob.say(strings.Repeat("two\n", lines))
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
		t.Errorf("%d lines were said of each, and heard: %q", lines, all)
	}
	for range lines {
		ann.hears("bob: two")
		bob.hears("ann: one")
	}
	ann.Close()
	bob.hears("* ann has left")
	cid.hears("* ann has left")
}

// TestRude: a guest who does not read, and one who never ends a line, are shown
// out, and the others do not wait for them.
func TestRude(t *testing.T) {
	address := start(t)
	polite, deaf, endless := join(t, address), join(t, address), join(t, address)
	polite.say("polite\n")
	polite.hears("your name?", "* 1 here")
	deaf.say("deaf\n")
	polite.hears("* deaf is here")
	endless.say("endless\n")
	polite.hears("* endless is here")
	endless.say(strings.Repeat("x", 2*longestLine))
	polite.hears("* endless has left")
	// More than the kernel and the server keep for somebody.
	text := strings.Repeat("x", longestLine-100) + "\n"
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		polite.hears("* deaf has left")
	}()
	for {
		select {
		case <-gone:
			return
		default:
			polite.say(text)
		}
	}
}
