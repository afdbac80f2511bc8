package main

// This file owns the row of good tenants beside hostile ones.

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

const tenantsSource = `export const good = async o => ({...o, total: o.total + (await later(o)).items.length}),
	hostile = [
		() => { for (;;); }, () => { for (const l = []; ;) l.push({}) }, () => { throw new Error('no') }, () => new Promise(() => {}),
		() => { setInterval(() => {}, 1); return new Promise(() => {}) }, () => { for (let i = 0; i < 5; i++) later({}); return 1 },
		() => 'x'.repeat(1 << 29), function f() { f() }, () => /(a+)+b/.test('a'.repeat(100)), () => { for (;;) console.log('x'.repeat(1000)) },
	], bad = n => hostile[n % hostile.length]();`

// besideHostile has the p99 of calls of good tenants on both sides. One call in a hundred is hostile on ours.
func besideHostile(context.Context) (pair, error) {
	sb, p, err := compiled(sandbox.Config{CPU: 10 * time.Millisecond, Wall: 100 * time.Millisecond, Memory: 16 << 20}, tenantsSource, later)
	if err != nil {
		return pair{}, err
	}
	return pair{
		func(ctx context.Context) (time.Duration, error) { return tenantCalls(ctx, p, true) },
		func(ctx context.Context) (time.Duration, error) { return tenantCalls(ctx, p, false) },
		func() { _ = sb.Close() },
	}, nil
}

// tenantCalls calls from four goroutines. Hostile calls are made beside them, by four others.
func tenantCalls(ctx context.Context, p *sandbox.Program, hostile bool) (time.Duration, error) {
	const calls, share = 8000, 100
	tickets := make(chan int, 16)
	var mu sync.Mutex
	var times []time.Duration
	var failed error
	fail := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		failed = errors.Join(failed, err)
	}
	var callers, attackers sync.WaitGroup
	for range 4 {
		attackers.Go(func() {
			for n := range tickets {
				if _, err := p.Call(ctx, "bad", n); errors.Is(err, sandbox.ErrEngine) {
					fail(err)
				}
			}
		})
	}
	for caller := range 4 {
		callers.Go(func() {
			var own []time.Duration
			for n := caller; n < calls; n += 4 {
				if hostile && n%share == 0 {
					tickets <- n / share
				}
				began := time.Now()
				// A limit that a good call reaches on a busy machine is part of its time.
				if err := isOrder(p.Call(ctx, "good", small)); err != nil && !errors.Is(err, sandbox.ErrWall) && !errors.Is(err, sandbox.ErrCPU) {
					fail(err)
					return
				}
				own = append(own, time.Since(began))
			}
			mu.Lock()
			defer mu.Unlock()
			times = append(times, own...)
		})
	}
	callers.Wait()
	close(tickets)
	attackers.Wait()
	if failed != nil {
		return 0, failed
	}
	return time.Duration(p99(times)), nil
}
