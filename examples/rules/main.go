// Command rules is a rule engine: rules in JavaScript decide about orders. Each rule runs in a
// runtime of a pool, so that rules see neither each other nor what an earlier order has left.
//
//	go run ./examples/rules
package main

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/wakeful-go/wakeful/js"
)

// A Rule is a function of an order. It returns a text when it objects.
type Rule struct{ Name, Source string }

// rules are what a program would read from files or from a database.
var rules = []Rule{
	{"limit", `(order) => order.total > 1000 ? 'more than 1000' : undefined`},
	{"country", `(order) => ['DE', 'FR'].includes(order.country) ? undefined : 'not delivered to ' + order.country`},
	{"weight", `async (order) => sum(order.items.map((item) => item.weight)) > 30 ? 'too heavy' : undefined`},
}

// An Engine decides with rules. Any goroutine may use it.
type Engine struct{ pool *js.Pool }

// NewEngine returns an engine whose rules may use the functions of the script library.
func NewEngine(library string) (*Engine, error) {
	pool, err := js.NewPool(js.PoolConfig{
		Min: 4, Queue: 1000, Fresh: true,
		Options: []js.Option{js.WithLimits(js.Limits{CPU: time.Second})},
		Setup: func(rt *js.Runtime) error {
			_, err := rt.Eval(context.Background(), library)
			return err
		},
	})
	return &Engine{pool}, err
}

// Decide returns the objections to an order, by the name of the rule. A rule that fails objects
// with its error.
func (e *Engine) Decide(ctx context.Context, rules []Rule, order map[string]any) map[string]string {
	objections := map[string]string{}
	for _, rule := range rules {
		switch got, err := e.pool.Run(ctx, rule.Source, order); {
		case err != nil:
			objections[rule.Name] = err.Error()
		case got != nil:
			objections[rule.Name] = fmt.Sprint(got)
		}
	}
	return objections
}

// Close ends the engine.
func (e *Engine) Close() { e.pool.Close() }

// library is what all rules may use.
const library = `function sum(numbers) { return numbers.reduce((a, b) => a + b, 0) }`

func main() {
	engine, err := NewEngine(library)
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	order := map[string]any{"total": 1200, "country": "DE", "items": []any{map[string]any{"weight": 40}}}
	fmt.Println(engine.Decide(context.Background(), rules, order))
}
