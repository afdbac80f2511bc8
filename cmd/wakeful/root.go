package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// This file owns the command line as a whole: the root command, the streams, and the exit statuses.

// Exit statuses are a promise of the command. The help lists them.
const (
	statusDone        = 0
	statusFailed      = 1 // the command ran, and a cell or a bound failed
	statusBadUse      = 2 // the command could not do what was asked
	statusInterrupted = 130
)

// errFailed ends a command whose output already says what failed.
var errFailed = errors.New("something failed")

// errInterrupted ends a command that Ctrl-C interrupted.
var errInterrupted = errors.New("interrupted")

// streams are the program's input and output.
type streams struct {
	in       io.Reader
	out, err io.Writer
	// line is the command line without the program's path. It goes into documents.
	line []string
}

// run runs one command line and returns the exit status.
func run(ctx context.Context, s streams, args []string) int {
	args = asProgram(args)
	s.line = args
	root := newRoot(s)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var program statusError
	switch {
	case err == nil:
		return statusDone
	case errors.As(err, &program):
		return int(program)
	case errors.Is(err, errFailed):
		return statusFailed
	case errors.Is(err, errInterrupted):
		return statusInterrupted
	}
	fmt.Fprintf(s.err, "wakeful: %v\n", err)
	return statusBadUse
}

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "wakeful",
		Short: "Compare event loops on this machine, and run JavaScript on one",
		Long: `wakeful compares event loops on this machine: the project's own, the designs
it grew from, and other people's, under the same workloads in one run. It also
measures what sleeping costs a loop, and runs JavaScript on the project's own.

Exit status, but for run and sandbox: 0 when all went well; 1 when a cell of the
tournament failed or a bound is broken; 2 when the command could not do what was
asked for; 130 when it was interrupted, after leaving what it had.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.Version = version()
	root.SetHelpCommand(newHelp(root))
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; %s --help shows the flags", err, cmd.CommandPath())
	})
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.AddCommand(newTournament(s), newReport(s), newFindings(s), newBenchFormat(s), newCheck(s), newLatency(s), newList(s), newLicenses(s), newRun(s), newSample(s), newSandbox(s), newTrace(s), newArrivals(s), newPeer(s))
	return root
}

// newHelp returns cobra's own help command, except that an unknown topic is an error.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(_ *cobra.Command, args []string) error {
			topic, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("there is no help about %q; wakeful help lists the commands", strings.Join(args, " "))
			}
			return topic.Help()
		},
	}
}

// noArguments is for commands that take only flags.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes flags only; it was given %q", cmd.CommandPath(), args)
	}
	return nil
}

// terminalWidth returns the width of a terminal in columns, or 0 if w is not a terminal.
func terminalWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 1 {
		return 80 // a terminal that does not report its size
	}
	return width
}

// colored reports whether escape sequences may be written to w.
func colored(w io.Writer) bool {
	_, refused := os.LookupEnv("NO_COLOR")
	return !refused && os.Getenv("TERM") != "dumb" && terminalWidth(w) > 0
}
