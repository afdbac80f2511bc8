package sandbox

// Tests of how arguments become Go values, against the plain way.

import (
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
)

type embedded struct {
	Deep string `json:"deep"`
}

type argument struct {
	embedded
	Name   string            `json:"name"`
	Sizes  []int8            `json:"sizes"`
	Next   *argument         `json:"next"`
	Inner  struct{ N uint }  `json:"inner"`
	Any    any               `json:"any"`
	List   []any             `json:"list"`
	Labels map[string]string `json:"labels"`
	Rate   float64           `json:"rate"`
	On     bool              `json:"on"`
	At     time.Time         `json:"at"`
	Number big.Int           `json:"number"`
	Wait   textual           `json:"wait"`
}

// textual is a string with a form of its own.
type textual string

func (t *textual) UnmarshalText(text []byte) error {
	*t = textual("<" + string(text) + ">")
	return nil
}

// argumentTypes are those of the tools of FuzzToolArguments.
var argumentTypes = []reflect.Type{reflect.TypeFor[argument](), reflect.TypeFor[string](), reflect.TypeFor[[]argument](), reflect.TypeFor[struct{}](), reflect.TypeFor[any](),
	reflect.TypeFor[[]float64](), reflect.TypeFor[[]byte](), reflect.TypeFor[*argument](), reflect.TypeFor[map[string]int](), reflect.TypeFor[time.Time]()}

// checkDirect compares what is read directly with what the conversion of values gives. It returns how
// many types were read directly.
func checkDirect(t *testing.T, text []byte) (direct int) {
	t.Helper()
	for _, of := range argumentTypes {
		got := reflect.New(of).Elem()
		if codec.DecodeArgument(text, got, convertPrimitive) != nil {
			continue
		}
		direct++
		var want any
		values, err := codec.DecodeArguments(text)
		if err == nil {
			want, err = convertArguments(values, of)
		}
		if err != nil || !equal(got.Interface(), want) {
			t.Errorf("%x as %s: read directly %+v, converted %+v, %v", text, of, got.Interface(), want, err)
		}
	}
	return direct
}

// equal is reflect.DeepEqual for values whose numbers may be NaN.
func equal(a, b any) bool {
	x, errX := codec.Encode(nil, a)
	y, errY := codec.Encode(nil, b)
	return reflect.TypeOf(a) == reflect.TypeOf(b) && (errX == nil) == (errY == nil) && string(x) == string(y)
}

func argumentSeeds(t testing.TB) (all [][]byte) {
	shared := []any{1}
	for _, v := range []any{
		nil, 1, "text", true, []any{}, map[string]any{}, []float64{1, -2, 1e300}, []byte{1}, big.NewInt(7), time.UnixMilli(5),
		map[string]any{"name": "n", "sizes": []int{1, 2}, "rate": 1.5, "on": true, "any": "x", "list": []any{1, "a", nil}, "inner": map[string]any{"N": 3}, "wait": "1"},
		map[string]any{"sizes": []int{1000}}, map[string]any{"name": nil, "sizes": nil, "inner": nil}, map[string]any{"deep": "d"}, map[string]any{"other": 1},
		map[string]any{"next": map[string]any{"name": "m"}}, map[string]any{"labels": map[string]any{"a": "b"}}, map[string]any{"at": time.UnixMilli(7), "number": big.NewInt(9)},
		map[string]any{"at": map[string]any{}}, map[string]any{"any": shared, "list": shared}, []any{shared, shared}, []any{map[string]any{"name": "a"}, map[string]any{"name": "b"}},
	} {
		text, err := codec.Encode(nil, []any{v})
		if err != nil {
			t.Fatal(err)
		}
		// An array of arguments is not counted, so references are one less than Encode's.
		for _, plain := range []bool{true, false} {
			if !plain {
				text = append(text, 0)
			}
			all = append(all, append([]byte{}, text...))
		}
	}
	return all
}

func TestArgumentsReadDirectly(t *testing.T) {
	direct := 0
	for _, text := range argumentSeeds(t) {
		direct += checkDirect(t, text)
	}
	if direct < 20 {
		t.Errorf("%d arguments were read directly", direct)
	}
}

// FuzzToolArguments gives tools any bytes as arguments.
func FuzzToolArguments(f *testing.F) {
	for _, text := range argumentSeeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkDirect(t, text) })
}
