package js_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/js"
)

// evilPrototypes changes what operators and property reads of objects call, so that a handler which
// was wrongly taken for one that only computes leaves a trace.
const evilPrototypes = `
var calls = 0;
for (const name of ['missing', 'length', 'x']) {
	for (const type of [Object, Array, String, Number, Boolean, Function]) {
		if (type === String && name === 'length') continue;
		try { Object.defineProperty(type.prototype, name, { get() { calls++; return 'got ' + name }, configurable: true }) } catch { }
	}
}
Object.prototype.valueOf = function () { calls++; return 7 };
Array.prototype.toString = function () { calls++; return 'array' };
Date.prototype[Symbol.toPrimitive] = function () { calls++; return 8 };
String.prototype.concat = Number.prototype.valueOf = String.prototype.valueOf = () => { calls++; return 9 };
`

// text writes a result so that NaN and types can be compared.
func text(value any, err error) string { return fmt.Sprintf("%T %v, %v", value, value, err) }

type stringer struct{ N int }

func (s stringer) String() string { return "stringer" }

// TestPoolComputes: a handler that only computes returns what it returns elsewhere, and calls
// nothing, whatever Setup has changed. If its arguments may call something, it runs as others do.
func TestPoolComputes(t *testing.T) {
	computes := newPool(t, js.PoolConfig{Min: 1, Max: 1, Setup: setup(evilPrototypes)})
	other := newPool(t, js.PoolConfig{Min: 1, Max: 1, Loops: 1, Setup: setup(evilPrototypes)})
	order := map[string]any{"total": 120, "name": "x", "customer": map[string]any{"country": "DE", "tags": []any{1}}, "nothing": nil, "self": stringer{1}, "f": func() {}}
	for _, c := range []struct {
		handler  string
		args     []any
		computed bool
	}{
		{`() => {}`, nil, true}, {`() => {}`, []any{order, func() {}, struct{}{}}, true}, {`(a) => a`, nil, true}, {`(a, b) => b`, []any{order, 1}, true}, {`(a) => a + 1`, []any{1}, true},
		{`(o) => o.total > 100 && o.customer.country === 'DE'`, []any{order}, true}, {`(o) => o.nothing`, []any{order}, true}, {`(o, limit) => o.total / limit`, []any{order, 7}, true},
		{"(a, b) => `${a}-${b}` + typeof a", []any{"ü", true}, true}, {`(a) => -a`, []any{math.NaN()}, true}, {`(a) => a`, []any{int64(1<<53 - 1)}, true}, {`(a) => a`, []any{math.Copysign(0, -1)}, true},
		{`(a) => a === null ? 'none' : a`, []any{nil}, true}, {`(a) => a == null`, nil, true}, {`(a) => a === undefined ? undefined + 'x' : undefined`, nil, true}, {`(undefined) => undefined + 1`, []any{1}, true}, {`(a) => a`, []any{"\xff\x00"}, true},

		{`(a) => a`, []any{int64(1 << 53)}, false}, {`(a) => a`, []any{big.NewInt(5)}, false}, {`(o) => o`, []any{order}, false}, {`(o) => o + 1`, []any{order}, false}, {`(o) => o.customer == 7`, []any{order}, false},
		{`(o) => o.missing`, []any{order}, false}, {`(o) => o.customer.missing`, []any{order}, false}, {`(o) => o.name.length`, []any{order}, false}, {`(o) => o.name.missing`, []any{order}, false},
		{`(o) => o.self + ''`, []any{order}, false}, {`(o) => o.self.N`, []any{order}, false}, {`(o) => typeof o.f`, []any{order}, false}, {`(o) => o.customer.tags + ''`, []any{order}, false}, {`(o) => o.total.missing`, []any{order}, false},
		{`(o) => o.x`, []any{map[string]int{"x": 1}}, false}, {`(o) => o.x`, []any{map[string]any(nil)}, false}, {`(o) => o.x`, []any{nil}, false}, {`(o) => o.x`, nil, false}, {`(o) => o.N`, []any{&stringer{1}}, false},
		{`(d) => d + 1`, []any{time.UnixMilli(5)}, false}, {`(o) => o.x`, []any{js.Fields{{Name: "x", Value: 1}}}, false}, {`(o) => o.__proto__`, []any{order}, false}, {`(b) => b.x`, []any{[]byte("x")}, false},
	} {
		_, _ = computes.Run(t.Context(), c.handler, c.args...) // the first use makes the function
		for js.Driven(computes) {
			runtime.Gosched() // otherwise another goroutine runs the loop
		}
		before := computes.Metrics().Computed
		got := text(computes.Run(t.Context(), c.handler, c.args...))
		if computed := computes.Metrics().Computed > before; computed != c.computed && js.Repairs() {
			t.Errorf("%s of %v was computed: %v", c.handler, c.args, computed)
		}
		if want := text(other.Run(t.Context(), c.handler, c.args...)); got != want {
			t.Errorf("%s of %v returned %s, want %s", c.handler, c.args, got, want)
		}
		if calls := text(computes.Run(t.Context(), `() => calls`)); calls != "int64 0, <nil>" {
			t.Fatalf("after %s of %v calls is %s", c.handler, c.args, calls)
		}
	}
}

// TestPoolComputesAtRandom: random handlers that only compute, with random arguments.
func TestPoolComputesAtRandom(t *testing.T) {
	handlers := 400
	if testing.Short() {
		handlers = 60
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a test
	values := []any{nil, true, false, 0, 1, -1, 2.5, math.NaN(), math.Inf(-1), 1e21, int32(7), "", "a", "12", " 3 ", "ü😀", stringer{2}, []any{1, "x"}}
	// A BigInt to the power of another can take all memory; SECURITY.md has the limits.
	makesHuge := regexp.MustCompile(`\*\*|<<|>>`)
	pick := func(handler string) any {
		if random.IntN(19) == 0 && !makesHuge.MatchString(handler) {
			return int64(1) << 53
		}
		return values[random.IntN(len(values))]
	}
	operators := strings.Fields("+ - * / % ** & | ^ << >> >>> == != === !== < <= > >= && ||")
	operands := []string{"a", "b", "o.x", "o.y.z", "o['x']", "1", "0", "'s'", "null", "true", "2.5", "o.missing", "undefined"}
	var expression func(depth int) string
	expression = func(depth int) string {
		if depth == 0 || random.IntN(4) == 0 {
			return operands[random.IntN(len(operands))]
		}
		switch x, y := expression(depth-1), expression(depth-1); random.IntN(6) {
		case 0:
			return []string{"!", "-", "+", "~", "typeof ", "void "}[random.IntN(6)] + "(" + x + ")"
		case 1:
			return "(" + x + " ? " + y + " : " + expression(depth-1) + ")"
		case 2:
			return "`${" + x + "}|${" + y + "}`"
		case 3:
			return "(" + x + " ?? " + y + ")"
		default:
			return "((" + x + ") " + operators[random.IntN(len(operators))] + " (" + y + "))"
		}
	}
	computes := newPool(t, js.PoolConfig{Min: 1, Max: 1, Setup: setup(evilPrototypes)})
	other := newPool(t, js.PoolConfig{Min: 1, Max: 1, Loops: 1, Setup: setup(evilPrototypes)})
	for range handlers {
		handler := "(a, o, b) => " + expression(4)
		if random.IntN(2) == 0 {
			handler = "function (a, o, b) { if (" + expression(2) + ") return " + expression(3) + "; return " + expression(3) + " }"
		}
		_, _ = computes.Run(context.Background(), handler)
		for range 3 {
			args := []any{pick(handler), map[string]any{"x": pick(handler), "y": map[string]any{"z": pick(handler)}}, pick(handler)}
			got, want := text(computes.Run(t.Context(), handler, args...)), text(other.Run(t.Context(), handler, args...))
			if got != want {
				t.Fatalf("%s of %v returned %s, want %s", handler, args, got, want)
			}
		}
	}
	m := computes.Metrics()
	if m.Computed < m.Uses/20 && js.Repairs() {
		t.Errorf("of %d uses only %d were computed", m.Uses, m.Computed)
	}
	if m.Discarded > 0 && js.Repairs() {
		t.Errorf("%d runtimes were discarded", m.Discarded)
	}
	if calls := text(computes.Run(t.Context(), `() => calls`)); calls != "int64 0, <nil>" {
		t.Errorf("calls is %s", calls)
	}
}
