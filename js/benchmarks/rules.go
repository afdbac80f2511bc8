package main

import (
	"context"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
)

// This file owns the rows of rule engines: a program has many functions of JavaScript as text, and
// calls one of them with an order.

// ruleSetup is what all rules may use.
const ruleSetup = `function total(order) { let sum = 0; for (const item of order.items) sum += item.price * item.count; return sum }`

// ruleText returns the text of the i-th rule, and what it returns for ruleOrder.
func ruleText(i int) (text string, returns bool) {
	return fmt.Sprintf(`(order) => order.country === 'DE' && order.weight < 30 && order.customer.orders > %d`, i%10), i%10 < 5
}

// ruleWithCall is a rule that calls a function of ruleSetup.
const ruleWithCall = `(order) => order.country === 'DE' && total(order) > 100`

func ruleOrder() map[string]any {
	return map[string]any{
		"country": "DE", "weight": 12.5, "customer": map[string]any{"name": "A", "orders": 5},
		"items": []any{map[string]any{"price": 30, "count": 2}, map[string]any{"price": 50, "count": 1}},
	}
}

// plainRules is what a program would write by hand: a loop with an engine, and the functions by
// their text.
type plainRules struct {
	plain
	prepared map[string]goja.Callable
}

func (p plainRules) evaluate(ctx context.Context, rule string, order map[string]any) (any, error) {
	return p.call(ctx, func(vm *goja.Runtime) (goja.Value, error) {
		fn := p.prepared[rule]
		if fn == nil {
			v, err := vm.RunString("(" + rule + ")")
			if err != nil {
				return nil, err
			}
			fn, _ = goja.AssertFunction(v)
			p.prepared[rule] = fn
		}
		return fn(goja.Undefined(), vm.ToValue(order))
	})
}

func newRules() (ours *js.Pool, theirs plainRules, end func(), err error) {
	ours, err = js.NewPool(js.PoolConfig{Min: 1, Max: 1, Setup: func(rt *js.Runtime) error {
		_, err := rt.Eval(context.Background(), ruleSetup)
		return err
	}})
	if err != nil {
		return nil, plainRules{}, nil, err
	}
	loop, err := newPlain(ruleSetup)
	return ours, plainRules{loop, map[string]goja.Callable{}}, func() { ours.Close(); loop.close() }, err
}

func ruleRows() []row {
	const rules, evaluations = 10_000, 10_000
	one, _ := ruleText(3)
	evaluate := func(name, what, rule string, atMost float64, missed string) row {
		return row{name: name, what: what, against: "goja_nodejs", atMost: atMost, missed: missed, each: 60 * time.Millisecond,
			prepare: func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
				pool, plain, end, err := newRules()
				if err != nil {
					return nil, nil, nil, err
				}
				order := ruleOrder()
				return repeat(evaluations, true, func(ctx context.Context) (any, error) { return pool.Run(ctx, rule, order) }),
					repeat(evaluations, true, func(ctx context.Context) (any, error) { return plain.evaluate(ctx, rule, order) }), end, nil
			}}
	}
	prepare := func(run func(ctx context.Context, rule string) (any, error)) (time.Duration, error) {
		began := time.Now()
		for i := range rules {
			// Each has a text of its own, so that none is known before.
			text, returns := ruleText(i)
			if got, err := run(context.Background(), fmt.Sprintf("%s && order !== %d", text, i)); err != nil {
				return 0, err
			} else if got != returns {
				return 0, fmt.Errorf("rule %d returned %v", i, got)
			}
		}
		return time.Since(began), nil
	}
	return []row{
		{name: "rules", what: "prepare 10,000 rules, and evaluate each once", against: "goja_nodejs", atMost: 2, each: 800 * time.Millisecond,
			prepare: func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
				order := ruleOrder()
				ours = func(context.Context) (time.Duration, error) {
					pool, _, end, err := newRules()
					if err != nil {
						return 0, err
					}
					defer end()
					return prepare(func(ctx context.Context, rule string) (any, error) { return pool.Run(ctx, rule, order) })
				}
				theirs = func(context.Context) (time.Duration, error) {
					_, plain, end, err := newRules()
					if err != nil {
						return 0, err
					}
					defer end()
					return prepare(func(ctx context.Context, rule string) (any, error) { return plain.evaluate(ctx, rule, order) })
				}
				return ours, theirs, func() {}, nil
			}},
		evaluate("rule", "evaluate a rule", one, 1.2, ""),
		evaluate("rule-call", "evaluate a rule that calls a function", ruleWithCall, 1.5, ""),
	}
}
