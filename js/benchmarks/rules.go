package main

import (
	"context"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/tournament/rows"
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

func ruleRows() []rows.Row {
	const evaluations = 10_000
	one, _ := ruleText(3)
	evaluate := func(name, what, rule string, atMost float64) rows.Row {
		return rows.Row{Name: name, What: what, AtMost: atMost, Expected: 30 * time.Millisecond,
			Prepare: against("goja_nodejs", func(context.Context) (pair, error) {
				pool, plain, end, err := newRules()
				order := ruleOrder()
				return pair{
					repeat(evaluations, is(true), func(ctx context.Context) (any, error) { return pool.Run(ctx, rule, order) }),
					repeat(evaluations, is(true), func(ctx context.Context) (any, error) { return plain.evaluate(ctx, rule, order) }),
					end,
				}, err
			})}
	}
	return []rows.Row{
		{Name: "rules", What: "prepare 10,000 rules, and evaluate each once", AtMost: 2, Expected: 400 * time.Millisecond,
			Prepare: against("goja_nodejs", func(context.Context) (pair, error) { return pair{prepareOurs, prepareTheirs, func() {}}, nil })},
		evaluate("rule", "evaluate a rule", one, 1.2),
		evaluate("rule-call", "evaluate a rule that calls a function", ruleWithCall, 1.5),
	}
}

// prepareOurs and prepareTheirs prepare the rules in new runtimes.
func prepareOurs(ctx context.Context) (time.Duration, error) {
	pool, _, end, err := newRules()
	if err != nil {
		return 0, err
	}
	defer end()
	order := ruleOrder()
	return prepareRules(func(rule string) (any, error) { return pool.Run(ctx, rule, order) })
}

func prepareTheirs(ctx context.Context) (time.Duration, error) {
	_, plain, end, err := newRules()
	if err != nil {
		return 0, err
	}
	defer end()
	order := ruleOrder()
	return prepareRules(func(rule string) (any, error) { return plain.evaluate(ctx, rule, order) })
}

func prepareRules(run func(rule string) (any, error)) (time.Duration, error) {
	began := time.Now()
	for i := range 10_000 {
		// Each has a text of its own, so that none is known before.
		text, returns := ruleText(i)
		if err := is(returns)(run(fmt.Sprintf("%s && order !== %d", text, i))); err != nil {
			return 0, fmt.Errorf("rule %d: %w", i, err)
		}
	}
	return time.Since(began), nil
}
