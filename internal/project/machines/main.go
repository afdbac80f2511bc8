// Command machines runs Go tests on machines that differ, as far as one machine can imitate them:
// without device files and tools, as another user, with another time zone, and so on. A test must
// not depend on what the machine happens to have, and only a run elsewhere shows that it does.
//
// The command copies the checkout into a directory with a space in its name and runs a command
// there, such as `go test ./...`, with a program for the go command's flag -exec. That program runs
// each test binary once on each machine of a table. So a binary is compiled once, and its tests are
// printed and counted like those of any other run.
//
// The files that the project's code asks the kernel for are hidden, or imitated, by mounting others
// over them in a mount namespace of the test's own. So no code of the product reads a path that
// only tests set, and a test's child processes and dependencies see the same machine. This takes
// root. Tools are hidden by a PATH of links.
//
// The files are main.go (the command line, the copy of the checkout), table.go (the machines),
// tools.go (what a PATH has), run.go (a test binary on all machines), inside_linux.go (how a process
// gets onto its machine) and counts.go (how much ran under which condition).
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/wakeful-go/wakeful/internal/project/modules"
	"github.com/wakeful-go/wakeful/internal/project/programs"
)

const usage = `usage: go run ./internal/project/machines [-all] [-machine NAME] COMMAND ARGUMENTS...

Runs a command, such as go test -short -count=1 ./tournament/latency, in a copy of
the checkout. The test binaries that it builds run on machines that differ.

  -all             run every package on every machine; else the slowest run on one
  -machine NAME    run on this machine only
`

// folderVariable tells the program of -exec where the setting is. Tests do not get it.
const folderVariable = "WAKEFUL_MACHINES"

// setting is what the program of -exec needs to know.
type setting struct {
	Folder   string // for all files of this run
	Checkout string // the copy
	Machines []machine
	All      bool
	// Cannot is why this process cannot do what takes root, or "".
	Cannot  string
	GoRoot  string
	GoCache string
	ModPath string // GOPATH
	Modules string // GOMODCACHE
	GoFlags string // as they were before this command added to them
}

func main() {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "exec": // by the go command, in the directory of the package
			os.Exit(runBinary(os.Args[2:]))
		case "inside":
			inside(os.Args[2], os.Args[3:])
		}
	}
	os.Exit(command(os.Args[1:]))
}

func command(args []string) int {
	flags := flag.NewFlagSet("machines", flag.ContinueOnError)
	flags.Usage = func() { fmt.Fprint(flags.Output(), usage) }
	all := flags.Bool("all", false, "")
	only := flags.String("machine", "", "")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	chosen := choose(*only)
	if flags.NArg() == 0 || len(chosen) == 0 {
		fmt.Fprint(os.Stderr, usage)
		return 2
	}
	status, err := run(setting{All: *all || *only != "", Machines: chosen}, flags.Args(), os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "machines:", err)
		return 1
	}
	return status
}

// run runs the command and prints the counts. The status is the command's.
func run(s setting, args []string, out io.Writer) (status int, err error) {
	openUmask()
	if s.Folder, err = os.MkdirTemp("", "wakeful-machines-"); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(s.Folder)) }()
	if err := s.prepare(); err != nil {
		return 0, err
	}
	for _, m := range s.Machines {
		fmt.Fprintf(out, "machine %q: %s\n", m.Name, strings.Join(m.describe(s.Cannot), "; "))
	}
	program := fmt.Sprintf(`"-exec='%s' exec"`, filepath.Join(s.Folder, "machines"))
	// An interrupt ends the command, and the folder is removed.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Dir = s.Checkout
	cmd.Env = append(os.Environ(), folderVariable+"="+s.Folder, "GOFLAGS="+strings.TrimSpace(s.GoFlags+" "+program))
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	failed := cmd.Run()
	if err := s.printCounts(out); err != nil {
		return 0, err
	}
	if exit, ok := errors.AsType[*exec.ExitError](failed); ok {
		return exit.ExitCode(), nil
	}
	return 0, failed
}

// prepare makes the folder's files: this program, the copy of the checkout, the directories for
// PATH, and the setting.
func (s *setting) prepare() error {
	// Other users must reach the folder.
	if err := os.Chmod(s.Folder, 0o755); err != nil {
		return err
	}
	root, err := modules.Root()
	if err != nil {
		return err
	}
	values, err := programs.Output("", nil, "go", "env", "GOROOT", "GOCACHE", "GOPATH", "GOMODCACHE", "GOFLAGS")
	if err != nil {
		return err
	}
	lines := strings.Split(values, "\n")
	s.GoRoot, s.GoCache, s.ModPath, s.Modules, s.GoFlags = lines[0], lines[1], lines[2], lines[3], lines[4]
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if err := copyFile(filepath.Join(s.Folder, "machines"), self, 0o755); err != nil {
		return err
	}
	s.Cannot = unable(self)
	s.Checkout = filepath.Join(s.Folder, "a checkout", "wakeful")
	if err := copyCheckout(s.Checkout, root); err != nil {
		return fmt.Errorf("copying the checkout: %w", err)
	}
	for _, dir := range []string{"counts", "run", "small", "modules", "goroot", "home"} {
		if err := os.Mkdir(filepath.Join(s.Folder, dir), 0o755); err != nil {
			return err
		}
	}
	// The go command makes the directory of modules when it downloads the first one.
	if err := os.MkdirAll(s.Modules, 0o755); err != nil {
		return err
	}
	for _, m := range s.Machines {
		if err := s.makePath(m); err != nil {
			return fmt.Errorf("the PATH of %q: %w", m.Name, err)
		}
		if m.Nobody && s.Cannot == "" {
			if err := s.giveToNobody(); err != nil {
				return fmt.Errorf("the files of another user: %w", err)
			}
		}
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.Folder, "setting.json"), text, 0o644)
}

// copyCheckout clones the repository and copies what differs from its commit. A checkout without
// git's files is copied as it is.
func copyCheckout(to, from string) error {
	listed, err := programs.Output(from, nil, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return os.CopyFS(to, os.DirFS(from))
	}
	if _, err := programs.Output("", nil, "git", "clone", "--quiet", "--local", from, to); err != nil {
		return err
	}
	for name := range strings.SplitSeq(listed, "\x00") {
		if name == "" {
			continue
		}
		source, target := filepath.Join(from, name), filepath.Join(to, name)
		info, err := os.Lstat(source)
		if errors.Is(err, os.ErrNotExist) { // deleted, and not committed
			if err := os.RemoveAll(target); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			continue // as it was committed
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := copyFile(target, source, info.Mode().Perm()); err != nil {
			return err
		}
	}
	return nil
}

// copyFile copies a file, unless the copy exists with the same content.
func copyFile(to, from string, mode os.FileMode) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if have, err := os.ReadFile(to); err != nil || !bytes.Equal(have, text) {
		if err := os.WriteFile(to, text, mode); err != nil {
			return err
		}
	}
	return os.Chmod(to, mode|0o444) // whatever the umask is: other users read it
}
