package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/tournament/rows"
)

// This file owns the rows of a load tool: virtual users, each with an engine of its own, who send
// requests and pause in between. Each sample is a process, whose time of the processors and memory
// are compared. The server is in this process.

const (
	loadUsers = 1000

	loadScript = `async function user(address) {
		for (let i = 0; i < 5; i++) {
			const answer = await fetch(address);
			if (answer.status !== 200 || await answer.text() !== 'a page') throw new Error('another page');
			await new Promise((done) => setTimeout(done, 50 + 10 * i));
		}
		return 5;
	}`
)

func loadRows() []rows.Row {
	load := func(name, what string, atMost float64, unit string) rows.Row {
		return rows.Row{
			Name: name, What: fmt.Sprintf("%d virtual users, each 5 requests with pauses: %s", loadUsers, what), Unit: unit,
			AtMost: atMost, Expected: 750 * time.Millisecond,
			Prepare: against("goja_nodejs", func(context.Context) (pair, error) {
				address, stop, _ := pages()
				memory := unit == rows.Bytes
				return pair{loadProcess("wakeful", address, memory), loadProcess("plain", address, memory), stop}, nil
			}),
		}
	}
	return []rows.Row{load("load-cpu", "time of the processors", 1.2, rows.Nanoseconds), load("load-memory", "memory of the process", 1.5, rows.Bytes)}
}

// loadProcess runs the virtual users in a process of this command.
func loadProcess(of, address string, memory bool) side {
	return func(ctx context.Context) (time.Duration, error) {
		self, err := os.Executable()
		if err != nil {
			return 0, err
		}
		cmd := exec.CommandContext(ctx, self, "-load", of, "-address", address)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		var bytes int64
		if err == nil {
			_, err = fmt.Fscan(strings.NewReader(string(out)), &bytes)
		}
		if err != nil {
			return 0, fmt.Errorf("%d virtual users, %s: %w", loadUsers, of, err)
		}
		if memory {
			return time.Duration(bytes), nil
		}
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
	}
}

// runLoad is what such a process does. It prints the memory that it has from the system.
func runLoad(ctx context.Context, of, address string) error {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: loadUsers}}
	users := map[string]func(context.Context, *http.Client, string) error{"wakeful": loadOnWakeful, "plain": loadOnPlain}[of]
	if users == nil {
		return fmt.Errorf("-load %q: wakeful or plain", of)
	}
	if err := users(ctx, client, address); err != nil {
		return err
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Println(m.Sys)
	return nil
}

// loadOnWakeful runs the users on as many loops as there are processors.
func loadOnWakeful(ctx context.Context, client *http.Client, address string) error {
	ctx, stop := context.WithCancel(ctx)
	var running, active sync.WaitGroup
	defer running.Wait()
	defer stop()
	loops := make([]*wakeful.Loop, runtime.GOMAXPROCS(0))
	for i := range loops {
		loop, err := wakeful.New()
		if err != nil {
			return err
		}
		loops[i] = loop
		running.Go(func() { _ = loop.Run(ctx) })
	}
	errs := make([]error, loadUsers)
	for i := range loadUsers {
		active.Go(func() {
			rt, err := js.New(loops[i%len(loops)], js.WithFetch(client))
			if err != nil {
				errs[i] = err
				return
			}
			defer rt.Close()
			if _, err = rt.RunString(ctx, loadScript); err == nil {
				_, err = rt.Eval(ctx, fmt.Sprintf("user(%q)", address))
			}
			errs[i] = err
		})
	}
	active.Wait()
	return errors.Join(errs...)
}

// loadOnPlain runs each user on a loop of its own.
func loadOnPlain(ctx context.Context, client *http.Client, address string) error {
	var active sync.WaitGroup
	errs := make([]error, loadUsers)
	for i := range loadUsers {
		active.Go(func() {
			p, err := newPlain(loadScript)
			defer p.close()
			if err == nil {
				err = p.giveFetch(client)
			}
			if err == nil {
				_, err = p.call(ctx, func(vm *goja.Runtime) (goja.Value, error) { return vm.RunString(fmt.Sprintf("user(%q)", address)) })
			}
			errs[i] = err
		})
	}
	active.Wait()
	return errors.Join(errs...)
}
