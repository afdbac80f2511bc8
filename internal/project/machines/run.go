package main

// A test binary on all machines. The go command runs this program in the directory of the package,
// in place of the binary.

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// runBinary runs the test binary with its arguments on each machine, and returns 1 if it fails on
// one.
func runBinary(args []string) int {
	status, err := runOnAll(args)
	if err != nil {
		fmt.Fprintln(os.Stderr, "machines:", err)
		return 1
	}
	return status
}

func runOnAll(args []string) (status int, err error) {
	openUmask()
	var s setting
	text, err := os.ReadFile(filepath.Join(os.Getenv(folderVariable), "setting.json"))
	if err != nil {
		return 0, err
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return 0, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	pkg, err := filepath.Rel(s.Checkout, dir)
	if err != nil {
		return 0, err
	}
	// The go command's directories are closed to other users, so the binary gets a place of its own.
	own, err := os.MkdirTemp(filepath.Join(s.Folder, "run"), "")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(own)) }()
	binary := filepath.Join(own, filepath.Base(args[0]))
	if err := errors.Join(os.Chmod(own, 0o755), copyFile(binary, args[0], 0o755)); err != nil {
		return 0, err
	}
	// The log of what a test reads is for the cache of results, and other users cannot write it.
	flags := slices.DeleteFunc(slices.Clone(args[1:]), func(arg string) bool { return strings.HasPrefix(arg, "-test.testlogfile") })
	for i, m := range s.Machines {
		if !s.All && !runs(filepath.ToSlash(pkg), i) {
			continue
		}
		if s.Cannot != "" && slices.ContainsFunc(m.conditions(), func(c condition) bool { return c.root }) {
			fmt.Printf("NOT RUN: conditions of machines that take root: %s\n", s.Cannot)
		}
		n := count{Machine: m.Name, Package: filepath.ToSlash(pkg)}
		failed := s.start(m, binary, flags, &n)
		if failed != nil {
			status = 1
			fmt.Printf("this was on the machine %q: %v\n", m.Name, failed)
			n.Failed = append(n.Failed, fmt.Sprint(failed))
		}
		if err := n.write(s.Folder); err != nil {
			return 0, err
		}
	}
	return status, nil
}

// start runs the binary on one machine, copies its output, and counts its tests.
func (s *setting) start(m machine, binary string, flags []string, n *count) error {
	how, err := json.Marshal(struct {
		Setting *setting
		Machine machine
	}{s, m})
	if err != nil {
		return err
	}
	cmd := exec.Command(filepath.Join(s.Folder, "machines"), append([]string{"inside", string(how), binary}, flags...)...)
	cmd.Env = s.environment(m)
	if m.GoMaxProcs > 0 {
		cmd.Env = append(cmd.Env, fmt.Sprint("GOMAXPROCS=", m.GoMaxProcs))
	}
	out, wait, err := launch(cmd, s, m)
	if err != nil {
		return err
	}
	results := resultLine
	if slices.Contains(flags, "-test.v=test2json") {
		results = markedLine
	}
	n.read(out, os.Stdout, results)
	err = wait()
	if state := cmd.ProcessState; state != nil {
		n.Processor = state.UserTime() + state.SystemTime()
	}
	return err
}

// resultLine matches a line about the result of a test. The go command asks for a mark (Ctrl-V)
// before such lines when it makes JSON of them, because what a test prints can look like them.
var (
	resultLine = regexp.MustCompile(`^\s*--- (PASS|FAIL|SKIP): (\S+)`)
	markedLine = regexp.MustCompile(`^\x16\s*--- (PASS|FAIL|SKIP): (\S+)`)
)

// endMark is the end of what a terminal shows, where no end of the file says so.
const endMark = "\x00the end\n"

// read copies the lines of a test binary and counts its tests.
func (n *count) read(from io.Reader, to io.Writer, results *regexp.Regexp) {
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadString('\n')
		line, ended := strings.CutSuffix(line, endMark)
		if m := results.FindStringSubmatch(line); m != nil {
			n.Tests++
			switch m[1] {
			case "FAIL":
				n.Failed = append(n.Failed, m[2])
			case "SKIP":
				n.Skipped++
			}
		}
		_, _ = io.WriteString(to, line)
		if ended || err != nil {
			return
		}
	}
}
