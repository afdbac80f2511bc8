// Command healthy runs examples at the same time under a light load, and prints what the rules of
// `wakeful trace` find in their recordings, as soon as they find it. Each example keeps up, so a finding
// is a fault of the example or a false one.
//
//	go run ./internal/project/healthy -for 5m chat echo service
//
// It builds each example with three changes, which are not in the repository: New reports each loop,
// the program records them and writes a recording now and then, and one more when main returns.
//
// Findings of the rule "no processor" are counted apart: on a loaded machine they are true.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/recording"
)

// A load is what all examples get.
type load struct {
	lasts, every, think, report time.Duration
	clients                     int
	verbose                     bool
	keep                        string
}

func main() {
	var l load
	flag.DurationVar(&l.lasts, "for", time.Minute, "how long the examples run")
	flag.DurationVar(&l.every, "every", 10*time.Second, "how often a recording is written")
	flag.DurationVar(&l.think, "think", 10*time.Millisecond, "for how long a client waits after a request, on average")
	flag.DurationVar(&l.report, "report", 10*time.Minute, "how often the numbers are printed")
	flag.IntVar(&l.clients, "clients", 16, "how many clients each example has")
	flag.BoolVar(&l.verbose, "v", false, "print what the examples log")
	flag.StringVar(&l.keep, "keep", "", "the `directory` for the recordings with findings, empty for none")
	flag.Parse()
	names := flag.Args()
	if len(names) == 0 {
		for _, e := range examples {
			names = append(names, e.name)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var failed atomic.Bool
	var all sync.WaitGroup
	for _, name := range names {
		all.Go(func() {
			if err := check(ctx, name, l); err != nil {
				fmt.Fprintf(os.Stderr, "healthy: %s: %v\n", name, err)
				failed.Store(true)
			}
		})
	}
	all.Wait()
	if failed.Load() {
		os.Exit(1) //nolint:gocritic // stop has nothing to do any more
	}
}

// check runs an example and prints its findings.
func check(ctx context.Context, name string, l load) error {
	var of *example
	for i := range examples {
		if examples[i].name == name {
			of = &examples[i]
		}
	}
	if of == nil {
		return errors.New("there is no load for it; see examples.go")
	}
	dir, err := os.MkdirTemp("", "healthy")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // it is temporary
	program, err := of.build(ctx, dir)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, l.lasts)
	defer cancel()
	r := reader{name: name, dir: dir, keep: l.keep, began: time.Now(), seen: map[seen]bool{}}
	reading := make(chan error, 1)
	go func() { reading <- r.read(ctx, l.report) }()
	err = of.run(ctx, program, append(os.Environ(), "HEALTHY_DIR="+dir, "HEALTHY_EVERY="+l.every.String()), l, &r.requests)
	cancel()
	if err = errors.Join(err, <-reading); err != nil {
		return err
	}
	if err := r.recordings(); err != nil { // those that were written at the end
		return err
	}
	r.print()
	if r.events == 0 {
		return errors.New("it has recorded nothing")
	}
	return nil
}

// A reader reads the recordings of an example.
type reader struct {
	name, dir string
	keep      string // "" for none
	began     time.Time
	requests  atomic.Int64

	files, loops, events, found, starved int
	seen                                 map[seen]bool
}

// seen is a finding that was printed. Later recordings have it again, with other numbers.
type seen struct {
	process    string
	loop       uint64
	rule, text string
}

var numbers = regexp.MustCompile(`[0-9.]+(ns|µs|ms|m|s)*`)

// read reads recordings until ctx ends.
func (r *reader) read(ctx context.Context, report time.Duration) error {
	for printed := time.Now(); ctx.Err() == nil; pause(ctx, time.Second) {
		if err := r.recordings(); err != nil {
			return err
		}
		if time.Since(printed) >= report {
			printed = time.Now()
			r.print()
		}
	}
	return nil
}

// recordings reads the files that are there, and removes them.
func (r *reader) recordings() error {
	files, err := filepath.Glob(filepath.Join(r.dir, "*.rec"))
	if err != nil {
		return err
	}
	for _, file := range files {
		found, err := r.recording(file)
		switch {
		case err != nil:
			return err
		case found && r.keep != "":
			err = os.Link(file, filepath.Join(r.keep, r.name+"-"+filepath.Base(file)))
		}
		if err = errors.Join(err, os.Remove(file)); err != nil {
			return err
		}
	}
	return nil
}

// recording reads a file, and reports whether it has findings that the earlier ones do not have.
func (r *reader) recording(file string) (found bool, err error) {
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close() //nolint:errcheck // it is read only
	all, err := recording.Read(f)
	if err != nil {
		return false, fmt.Errorf("%s: %w", file, err)
	}
	r.files, r.loops = r.files+1, max(r.loops, len(all.Loops))
	for _, l := range all.Loops {
		r.events += len(l.Events)
	}
	process, _, _ := strings.Cut(filepath.Base(file), "-")
	for _, f := range all.Findings() {
		if now := (seen{process, f.ID, f.Rule, numbers.ReplaceAllString(f.Text, "")}); !r.seen[now] {
			r.seen[now], found = true, true
			fmt.Printf("%s %s: %s: %s: %s\n", time.Now().Format(time.TimeOnly), r.name, f.Loop, f.Rule, f.Text)
			if f.Rule == "no processor" {
				r.starved++
			} else {
				r.found++
			}
		}
	}
	return found, nil
}

func (r *reader) print() {
	fmt.Printf("%s %s: %d findings, and %d of no processor, in %v, %d recordings of up to %d loops, %d events, %d requests\n",
		time.Now().Format(time.TimeOnly), r.name, r.found, r.starved, time.Since(r.began).Round(time.Second), r.files, r.loops, r.events, r.requests.Load())
}
