// Package guest makes a loop of another project a contestant of the tournament, without a
// change of this project: a program whose main function calls [Main] is built and measured
// by `wakeful tournament --with FOLDER`. docs/add-a-contestant.md shows one.
package guest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/measure"
)

// The commands of a contestant's program.
const (
	describe = "describe"
	sample   = "sample"
)

// description is what a program says about its contestant.
type description struct {
	Name    string             `json:"name"`
	Summary string             `json:"summary"`
	Can     contest.Capability `json:"can"`
	Bound   int                `json:"bound,omitempty"`
	Blocks  int                `json:"blocks,omitempty"`
}

// Main is the program of a contestant: it describes the entry or takes one sample of it,
// as the command line asks, and ends the process. The entry's Kind is set by the
// tournament.
func Main(entry contest.Entry) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	err := run(ctx, entry, os.Args[1:], os.Stdin, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(0)
}

func run(ctx context.Context, entry contest.Entry, args []string, in io.Reader, out io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == describe:
		return json.NewEncoder(out).Encode(description{entry.Name, entry.Summary, entry.Can, entry.Bound, entry.Blocks})
	case len(args) == 1 && args[0] == sample:
		entry.Kind = contest.Peer
		return measure.Serve(ctx, []contest.Entry{entry}, in, out)
	}
	return fmt.Errorf("this program is a contestant: measure it with wakeful tournament --with FOLDER, FOLDER being that of its source")
}

// A Guest is a contestant whose program has been built.
type Guest struct {
	// Entry describes it; it cannot make loops in this process.
	Entry contest.Entry
	// Process is the command of the process that takes one sample.
	Process []string
}

// validName is how contestants may be called: a file and a pattern must be able to name
// them.
var validName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

// Build builds the program in folder, into the folder into, and asks what it is. Ctx's end
// ends the build.
func Build(ctx context.Context, folder, into string) (Guest, error) {
	info, err := os.Stat(folder)
	if err != nil {
		return Guest{}, fmt.Errorf("the contestant's folder cannot be read: %w", err)
	}
	if !info.IsDir() {
		return Guest{}, fmt.Errorf("%s is not a folder: give the folder of the contestant's package main", folder)
	}
	program := filepath.Join(into, "contestant")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", program, ".")
	build.Dir = folder
	if said, err := build.CombinedOutput(); err != nil {
		return Guest{}, fmt.Errorf("building the contestant in %s: %w: %s", folder, err, bytes.TrimSpace(said))
	}
	if info, err := os.Stat(program); err != nil || info.Mode().IsRegular() && info.Mode()&0o111 == 0 && runtime.GOOS != "windows" {
		return Guest{}, fmt.Errorf("%s has no program: its package must be main", folder)
	}
	g, err := ask(ctx, program)
	if err != nil {
		return Guest{}, fmt.Errorf("the program in %s is not a contestant: %w; its main function has to call guest.Main", folder, err)
	}
	return g, nil
}

func ask(ctx context.Context, program string) (Guest, error) {
	out, err := exec.CommandContext(ctx, program, describe).Output()
	if err != nil {
		return Guest{}, err
	}
	var d description
	if err := json.Unmarshal(out, &d); err != nil {
		return Guest{}, fmt.Errorf("its description cannot be read: %w", err)
	}
	if !validName.MatchString(d.Name) {
		return Guest{}, fmt.Errorf("its name is %q; a name has lower-case letters, digits and hyphens", d.Name)
	}
	if _, err := lineup.Find(lineup.All(), d.Name); err == nil {
		return Guest{}, fmt.Errorf("its name %q is taken", d.Name)
	}
	if !d.Can.Has(contest.Loops) {
		return Guest{}, errors.New("it is no loop: its entry does not have the capability contest.Loops")
	}
	summary := strings.TrimSpace(d.Summary)
	if summary == "" {
		summary = "A contestant of the user's own."
	}
	return Guest{
		Entry:   contest.Entry{Name: d.Name, Kind: contest.Peer, Summary: summary, Can: d.Can, Bound: d.Bound, Blocks: d.Blocks},
		Process: []string{program, sample},
	}, nil
}
