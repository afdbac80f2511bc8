// Command healthy runs an example under load and prints what the rules of `wakeful trace` find in its
// recordings. The load is such that the example keeps up, so a finding is a fault of the example or a
// false one.
//
//	go run ./internal/project/healthy -for 5m chat echo service
//
// It builds the example with two changes, which are not in the repository: New reports each loop, and
// the program records them and writes a recording every few seconds.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/internal/recording"
)

func main() {
	lasts := flag.Duration("for", time.Minute, "how long each example runs")
	every := flag.Duration("every", 10*time.Second, "how often a recording is written")
	clients := flag.Int("clients", 16, "how many clients there are")
	flag.Parse()
	names := flag.Args()
	if len(names) == 0 {
		for _, e := range examples {
			names = append(names, e.name)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	failed := false
	for _, name := range names {
		if err := check(ctx, name, *lasts, *every, *clients); err != nil {
			fmt.Fprintf(os.Stderr, "healthy: %s: %v\n", name, err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// check runs an example and prints its findings.
func check(ctx context.Context, name string, lasts, every time.Duration, clients int) error {
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
	program, err := build(ctx, dir, name)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, lasts)
	defer cancel()
	began := time.Now()
	requests, err := of.run(ctx, program, append(os.Environ(), "HEALTHY_DIR="+dir, "HEALTHY_EVERY="+every.String()), clients)
	if err != nil {
		return err
	}
	return report(name, dir, time.Since(began), requests)
}

// report reads the recordings.
func report(name, dir string, ran time.Duration, requests int64) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.rec"))
	if err != nil {
		return err
	}
	loops, events, found := 0, 0, 0
	for _, file := range files {
		r, err := read(file)
		if err != nil {
			return err
		}
		loops = max(loops, len(r.Loops))
		for _, l := range r.Loops {
			events += len(l.Events)
		}
		for _, f := range r.Findings() {
			found++
			fmt.Printf("%s: %s: %s: %s\n", name, f.Loop, f.Rule, f.Text)
		}
	}
	if events == 0 {
		return errors.New("it has recorded nothing")
	}
	fmt.Printf("%s: %d findings in %v, %d recordings of up to %d loops, %d events, %d requests\n",
		name, found, ran.Round(time.Second), len(files), loops, events, requests)
	return nil
}

func read(file string) (*recording.Recording, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it is read only
	return recording.Read(f)
}

// run runs the program until ctx ends, and its clients once it listens. A program that serves nobody
// is started again when it has ended.
func (e *example) run(ctx context.Context, program string, environment []string, clients int) (requests int64, err error) {
	for ctx.Err() == nil {
		cmd := exec.CommandContext(ctx, program, e.args...)
		cmd.Env, cmd.Stderr, cmd.WaitDelay = environment, os.Stderr, 10*time.Second
		cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
		var out io.ReadCloser
		if out, err = cmd.StdoutPipe(); err != nil {
			return 0, err
		}
		if err = cmd.Start(); err != nil {
			return 0, err
		}
		address := e.address
		if e.client != nil && address == "" {
			if address, err = listening(out); err != nil {
				return 0, errors.Join(err, cmd.Process.Kill(), cmd.Wait())
			}
		}
		var all sync.WaitGroup
		all.Go(func() { _, _ = io.Copy(io.Discard, out) })
		if e.client != nil {
			requests += load(ctx, e.client, address, clients)
		}
		all.Wait()
		if err = cmd.Wait(); err != nil && ctx.Err() == nil {
			return requests, err
		}
	}
	return requests, nil
}
