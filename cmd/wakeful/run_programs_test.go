package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The programs of testdata/programs are like those that users write. Node and `wakeful run` both
// run each one, and must print the same output, report the same errors, and end with the same
// status. For programs that Node 20 cannot run (TypeScript), and where the outcome differs on
// purpose, a file NAME.want has the outcome. -update writes it.
//
// Comments in the first lines say what a program is given: "// stdin:" with Go's escape sequences,
// and "// args:" with arguments that follow the addresses of the test server and of a port that
// refuses connections.

// outcome is the part of a program's result that is compared.
type outcome struct {
	stdout, complaint string
	status            int
}

func (o outcome) String() string {
	return fmt.Sprintf("status %d\n--- output\n%s\n--- complaint\n%s\n", o.status, o.stdout, o.complaint)
}

func TestPrograms(t *testing.T) {
	node := nodeCommand()
	server := httptest.NewServer(programServer())
	defer server.Close()
	addresses := []string{server.URL, "http://" + refusing(t)}
	all, err := filepath.Glob("testdata/programs/*.*s*")
	if err != nil {
		t.Fatal(err)
	}
	programs := 0
	for _, path := range all {
		if filepath.Ext(path) == ".want" {
			continue
		}
		programs++
		t.Run(filepath.Base(path), func(t *testing.T) {
			path, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			stdin, args := given(t, path, addresses)
			var out, errs bytes.Buffer
			status := run(t.Context(), streams{in: strings.NewReader(stdin), out: &out, err: &errs}, append([]string{"run", path}, args...))
			got := newOutcome(out.String(), errs.String(), status, server.URL)
			want := path + ".want"
			if text, err := os.ReadFile(want); err == nil {
				if *update {
					if err := os.WriteFile(want, []byte(got.String()), 0o600); err != nil {
						t.Fatal(err)
					}
				} else if got.String() != string(text) {
					t.Errorf("not as in %s:\n%s", want, difference(got.String(), string(text)))
				}
				return
			}
			if node == "" {
				t.Skip("NOT RUN: the outcome is compared with that of Node 20, which is not installed")
			}
			if theirs := byNode(t, node, path, stdin, args, server.URL); got != theirs {
				t.Errorf("not as in Node:\n%s\nall that is said here:\n%s", difference(got.String(), theirs.String()), &errs)
			}
		})
	}
	if programs < 40 {
		t.Errorf("only %d programs", programs)
	}
}

// nodeCommand returns the path of Node 20, or "" if it is not installed.
func nodeCommand() string {
	path, err := exec.LookPath("node")
	if err != nil {
		return ""
	}
	version, err := exec.Command(path, "--version").Output()
	if err != nil || !strings.HasPrefix(string(version), "v20.") {
		return ""
	}
	return path
}

func byNode(t *testing.T, node, path, stdin string, args []string, server string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	command := exec.CommandContext(t.Context(), node, append([]string{path}, args...)...)
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(stdin), &out, &errs
	command.Env = append(os.Environ(), "NO_COLOR=1")
	if err := command.Run(); err != nil && command.ProcessState == nil {
		t.Fatal(err)
	}
	return newOutcome(out.String(), errs.String(), command.ProcessState.ExitCode(), server)
}

// header matches a line that says what a program is given.
var header = regexp.MustCompile(`(?m)^// (stdin|args): (.*)$`)

func given(t *testing.T, path string, addresses []string) (stdin string, args []string) {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	args = addresses
	for _, m := range header.FindAllStringSubmatch(string(source), -1) {
		if m[1] == "stdin" {
			stdin = strings.ReplaceAll(m[2], `\n`, "\n")
		} else {
			args = strings.Fields(m[2])
		}
	}
	return stdin, args
}

var (
	frame   = regexp.MustCompile(`(?m)^ +at .*\n`)
	caret   = regexp.MustCompile(`(?m)^ *\^+ *$`)
	process = regexp.MustCompile(`\((node|wakeful):\d+\)|\(Use .*\)`)
	port    = regexp.MustCompile(`127\.0\.0\.1:\d+`)
)

// newOutcome removes what is not compared: stack frames, since each engine has its own; the
// server's port; and text around an error that only one of the two prints.
func newOutcome(stdout, stderr string, status int, server string) outcome {
	place := strings.NewReplacer(server, "SERVER", "file://", "")
	dir, err := filepath.Abs("testdata/programs")
	if err != nil {
		dir = "testdata/programs"
	}
	stderr = strings.ReplaceAll(frame.ReplaceAllString(stderr, ""), dir, "")
	stderr = caret.ReplaceAllString(process.ReplaceAllString(stderr, ""), "^")
	var complaint []string
	for line := range strings.Lines(stderr) {
		line = strings.TrimRight(place.Replace(line), " {\n")
		if line == "" || strings.HasPrefix(line, "Node.js v") || strings.HasPrefix(line, "wakeful: uncaught") || strings.HasPrefix(line, "Emitted 'error' event") {
			continue
		}
		complaint = append(complaint, line)
	}
	return outcome{port.ReplaceAllString(place.Replace(stdout), "SERVER"), strings.Join(complaint, "\n"), status}
}

// difference shows the lines in which two texts differ, starting with the first one.
func difference(got, want string) string {
	here, there := strings.Split(got, "\n"), strings.Split(want, "\n")
	for len(here) > 0 && len(there) > 0 && here[0] == there[0] {
		here, there = here[1:], there[1:]
	}
	for len(here) > 0 && len(there) > 0 && here[len(here)-1] == there[len(there)-1] {
		here, there = here[:len(here)-1], there[:len(there)-1]
	}
	return "here:\n" + strings.Join(here, "\n") + "\nwanted:\n" + strings.Join(there, "\n")
}

// refusing returns an address that refuses connections. Its port cannot be reused meanwhile,
// because it is the local end of an open connection.
func refusing(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	connection, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(connection.Close(), listener.Close()); err != nil {
			t.Error(err)
		}
	})
	return connection.LocalAddr().String()
}

// programServer is the server that the programs fetch from.
func programServer() http.Handler {
	mux := http.NewServeMux()
	reply := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v) // a client that has gone needs no answer
	}
	mux.HandleFunc("/json", func(w http.ResponseWriter, r *http.Request) {
		reply(w, map[string]any{"path": r.URL.Path, "query": r.URL.RawQuery, "test": r.Header.Get("X-Test"), "list": []int{1, 2}})
	})
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		reply(w, map[string]any{"method": r.Method, "type": r.Header.Get("Content-Type"), "body": string(body)})
	})
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/json", http.StatusFound) })
	mux.HandleFunc("/lines", func(w http.ResponseWriter, _ *http.Request) {
		for i := range 1000 {
			fmt.Fprintf(w, "line %d with some text\n", i)
			if i%100 == 0 {
				_ = http.NewResponseController(w).Flush()
			}
		}
	})
	mux.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/endless", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1024)); err != nil || http.NewResponseController(w).Flush() != nil {
				return
			}
		}
	})
	return mux
}
