package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
		if _, err := telemetry.Record(l, 8<<20); err != nil {
			panic(err)
		}
		if _, err := telemetry.Watch(l, telemetry.WithStallLimit(100*time.Millisecond, nil), telemetry.WithOrigins()); err != nil {
			panic(err)
		}
		promise.Debug(l, true)
	}
	go func() {
		for n := 0; ; n++ {
			time.Sleep(every)
			file, err := os.Create(filepath.Join(os.Getenv("HEALTHY_DIR"), fmt.Sprintf("%d-%d.part", os.Getpid(), n)))
			if err != nil {
				panic(err)
			}
			if err := telemetry.Dump(file); err != nil {
				panic(err)
			}
			_ = file.Close()
			_ = os.Rename(file.Name(), file.Name()+".rec")
		}
	}()
}
`

// build builds the example so that it records all its loops.
func build(ctx context.Context, dir, name string) (program string, err error) {
	root, err := filepath.Abs(".")
	if err != nil {
		return "", err
	}
	source, err := os.ReadFile("new.go")
	if err != nil {
		return "", fmt.Errorf("run it in the root of the repository: %w", err)
	}
	before, after, found := bytes.Cut(source, []byte("	return l, nil\n}\n"))
	if !found {
		return "", errors.New("new.go: New does not end as expected; change build.go")
	}
	replaced := map[string]string{}
	for of, text := range map[string][]byte{
		filepath.Join(root, "new.go"):                                   bytes.Join([][]byte{before, after}, []byte(made)),
		filepath.Join(root, "examples", name, "recorder_of_healthy.go"): []byte(recorder),
	} {
		with := filepath.Join(dir, fmt.Sprint(len(replaced))+".go.txt")
		if err := os.WriteFile(with, text, 0o600); err != nil {
			return "", err
		}
		replaced[of] = with
	}
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return "", err
	}
	program = filepath.Join(dir, name)
	cmd := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "-o", program, "./"+name)
	cmd.Dir, cmd.Stdout, cmd.Stderr = filepath.Join(root, "examples"), os.Stderr, os.Stderr
	return program, cmd.Run()
}
