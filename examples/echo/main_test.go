//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
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
	dir, err := os.MkdirTemp("", "echo")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "echo")
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
// When the test ends, it is interrupted, and must end without an error message.
func start(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(binary, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
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
		if err := cmd.Wait(); err != nil || stderr.Len() > 0 {
			t.Errorf("the program ended with %v: %s", err, stderr.String())
		}
	})
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok {
		t.Fatalf("the program prints %q: %v", line, err)
	}
	return address
}

// TestEcho: many clients of another process get their bytes back.
func TestEcho(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	for _, args := range [][]string{{"tcp", "127.0.0.1:0"}, {"tcp", "localhost:0"}, {"unix", path}} {
		t.Run(args[0]+" "+args[1], func(t *testing.T) {
			address := start(t, "-network", args[0], "-listen", args[1])
			var clients sync.WaitGroup
			for i := range 20 {
				clients.Go(func() {
					sent := bytes.Repeat([]byte{byte(i), 1, 2, 3, 4, 5, 6}, 1<<(i%18))
					c, err := net.Dial(args[0], address)
					if err != nil {
						t.Error(err)
						return
					}
					defer c.Close()
					go func() {
						c.Write(sent)
						c.(interface{ CloseWrite() error }).CloseWrite()
					}()
					if got, err := io.ReadAll(c); err != nil || !bytes.Equal(got, sent) {
						t.Errorf("%d bytes came back of %d: %v", len(got), len(sent), err)
					}
				})
			}
			clients.Wait()
		})
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the program has left its socket behind: %v", err)
	}
}

// TestAddressInUse: an address that is in use is reported, and the program ends.
func TestAddressInUse(t *testing.T) {
	address := start(t, "-listen", "127.0.0.1:0")
	out, err := exec.Command(binary, "-listen", address).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "address already in use") {
		t.Errorf("a second server ended with %v and prints %q", err, out)
	}
}
