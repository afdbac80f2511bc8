package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// This file owns the program that records itself.

// made is what New gets.
const made = `	if Made != nil {
		Made(l)
	}
	return l, nil
}

// Made is called with each loop.
var Made func(*Loop)
`

// recorder is what the example gets.
const recorder = `package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
	"github.com/wakeful-go/wakeful/telemetry"
)

func init() {
	every, err := time.ParseDuration(os.Getenv("HEALTHY_EVERY"))
	if err != nil {
		panic(err)
	}
	wakeful.Made = func(l *wakeful.Loop) {
		r, err := telemetry.Record(l, 1<<20)
		if err != nil {
			panic(err)
		}
		go func() {
			<-l.Done()
			time.Sleep(2 * every) // it is in a recording after its end
			r.Close()
		}()
		if _, err := telemetry.Watch(l, telemetry.WithStallLimit(100*time.Millisecond, nil), telemetry.WithOrigins()); err != nil {
			panic(err)
		}
		promise.Debug(l, true)
	}
	go func() {
		for {
			time.Sleep(every)
			write()
		}
	}()
}

var (
	writing sync.Mutex
	written int
)

func write() {
	writing.Lock()
	defer writing.Unlock()
	written++
	file, err := os.Create(filepath.Join(os.Getenv("HEALTHY_DIR"), fmt.Sprintf("%d-%d.part", os.Getpid(), written)))
	if err != nil {
		panic(err)
	}
	if err := telemetry.Dump(file); err != nil {
		panic(err)
	}
	_ = file.Close()
	_ = os.Rename(file.Name(), file.Name()+".rec")
}

func main() {
	example()
	write()
}
`

// build builds the example so that it records all its loops.
func (e *example) build(ctx context.Context, dir string) (program string, err error) {
	root, err := filepath.Abs(".")
	if err != nil {
		return "", err
	}
	made, err := changed("new.go", "	return l, nil\n}\n", made)
	if err != nil {
		return "", err
	}
	source := filepath.Join("examples", e.name)
	example, err := changed(filepath.Join(source, "main.go"), "\nfunc main() {\n", "\nfunc example() {\n")
	if err != nil {
		return "", err
	}
	replaced := map[string]string{}
	for of, text := range map[string][]byte{
		"new.go":                         made,
		filepath.Join(source, "main.go"): example,
		filepath.Join(source, "recorder_of_healthy.go"): []byte(recorder),
	} {
		with := filepath.Join(dir, fmt.Sprint(len(replaced))+".go.txt")
		if err := os.WriteFile(with, text, 0o600); err != nil {
			return "", err
		}
		replaced[filepath.Join(root, of)] = with
	}
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return "", err
	}
	program = filepath.Join(dir, e.name)
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "-o", program, ".")
	cmd.Dir, cmd.Stdout, cmd.Stderr = filepath.Join(root, source), os.Stderr, os.Stderr
	if e.module {
		cmd.Env = append(os.Environ(), "GOWORK=off")
	}
	return program, cmd.Run()
}

// changed returns a file in which a text was replaced.
func changed(file, text, by string) ([]byte, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("run it in the root of the repository: %w", err)
	}
	before, after, found := bytes.Cut(source, []byte(text))
	if !found {
		return nil, fmt.Errorf("%s does not contain %q; change build.go", file, text)
	}
	return bytes.Join([][]byte{before, after}, []byte(by)), nil
}
