package main

import (
	"errors"
	"maps"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/js"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestRules(t *testing.T) {
	engine, err := NewEngine(library)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	order := func(total int, country string, weight int) map[string]any {
		return map[string]any{"total": total, "country": country, "items": []any{map[string]any{"weight": weight}}}
	}
	var running sync.WaitGroup
	for _, c := range []struct {
		order map[string]any
		want  map[string]string
	}{
		{order(10, "DE", 1), map[string]string{}},
		{order(1200, "FR", 1), map[string]string{"limit": "more than 1000"}},
		{order(10, "US", 40), map[string]string{"country": "not delivered to US", "weight": "too heavy"}},
	} {
		for range 20 {
			running.Go(func() {
				if got := engine.Decide(t.Context(), rules, c.order); !maps.Equal(got, c.want) {
					t.Errorf("got %v, want %v", got, c.want)
				}
			})
		}
	}
	running.Wait()
}

// TestRulesStayApart: a rule that breaks things breaks nothing for the next one.
func TestRulesStayApart(t *testing.T) {
	engine, err := NewEngine(library)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	hostile := []Rule{
		{"hostile", `() => { globalThis.sum = () => 0; Array.prototype.includes = () => true; setInterval(() => {}, 1) }`},
		{"endless", `() => { for (;;); }`},
	}
	got := engine.Decide(t.Context(), hostile, map[string]any{})
	if _, objects := got["hostile"]; objects || !strings.Contains(got["endless"], js.ErrCPULimit.Error()) {
		t.Errorf("the hostile rules returned %v", got)
	}
	order := map[string]any{"total": 1, "country": "US", "items": []any{map[string]any{"weight": 31}}}
	if got := engine.Decide(t.Context(), rules, order); len(got) != 2 {
		t.Errorf("after hostile rules the others returned %v, want two objections", got)
	}
	if _, err := engine.pool.Run(t.Context(), `() => undefined()`); !errors.As(err, new(*js.Error)) {
		t.Errorf("a rule that throws returned %v", err)
	}
}
