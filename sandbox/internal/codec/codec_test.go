package codec

import (
	"bytes"
	"errors"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"
)

type inner struct {
	Name string `json:"name"`
}

type outer struct {
	inner
	Skipped string `json:"-"`
	Empty   string `json:"empty,omitempty"`
	Next    *outer `json:"next"`
	hidden  int
}

func TestRoundTrip(t *testing.T) {
	huge, _ := new(big.Int).SetString("-123456789012345678901234567890", 10)
	for _, test := range []struct{ in, want any }{
		{nil, nil}, {true, true}, {false, false}, {0, 0.0}, {-1, -1.0}, {math.MaxInt32, 2147483647.0}, {math.MinInt32, -2147483648.0},
		{int64(1 << 40), 1099511627776.0}, {1.5, 1.5}, {math.Copysign(0, -1), math.Copysign(0, -1)}, {math.Inf(1), math.Inf(1)}, {uint8(7), 7.0}, {float32(0.5), 0.5},
		{"", ""}, {"ä\x00😀", "ä\x00😀"}, {"a\xffb", "a\ufffdb"}, {huge, huge}, {*huge, huge}, {big.NewInt(5), big.NewInt(5)},
		{time.UnixMilli(1234).UTC(), time.UnixMilli(1234).UTC()},
		{[]int{1, 2}, []any{1.0, 2.0}}, {[]int(nil), nil}, {[]string{}, []any{}}, {[2]bool{true}, []any{true, false}}, {[]byte{1, 2}, []byte{1, 2}},
		{map[string]int{"b": 1, "a": 2}, map[string]any{"a": 2.0, "b": 1.0}}, {map[int]string{7: "x"}, map[string]any{"7": "x"}}, {map[string]any(nil), nil},
		{outer{inner: inner{"n"}, Skipped: "s", hidden: 1}, map[string]any{"name": "n", "next": nil}},
		{&outer{Next: &outer{Empty: "e"}}, map[string]any{"name": "", "next": map[string]any{"name": "", "empty": "e", "next": nil}}},
		{&Map{Entries: [][2]any{{1, "a"}, {"b", nil}}}, &Map{Entries: [][2]any{{1.0, "a"}, {"b", nil}}}},
		{&Set{Values: []any{"x", 1}}, &Set{Values: []any{"x", 1.0}}}, {&RegExp{"a", "g"}, &RegExp{"a", "g"}},
		{errors.New("e"), &Error{Name: "Error", Message: "e"}},
		{&Error{Name: "TypeError", Message: "m", Stack: "s", Cause: "c"}, &Error{Name: "TypeError", Message: "m", Stack: "s", Cause: "c"}},
		{reflect.ValueOf, nil}, {make(chan int), nil}, {1i, nil}, {map[float64]int{1: 1}, nil}, {int64(math.MaxInt64), nil}, {uint64(math.MaxUint64), nil}, {[]any{func() {}}, nil},
	} {
		text, err := Encode(nil, test.in)
		if test.want == nil && err != nil {
			if !strings.Contains(err.Error(), "JavaScript") {
				t.Errorf("%T: %v", test.in, err)
			}
			continue
		}
		got, decodeErr := Decode(text)
		if err != nil || decodeErr != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%#v: %#v, %v, %v; want %#v", test.in, got, err, decodeErr, test.want)
		}
	}
}

func TestCircles(t *testing.T) {
	list := []any{1.0, nil}
	list[1] = list
	object := map[string]any{"list": list}
	object["self"] = object
	node := &outer{}
	node.Next = node
	text, err := Encode(nil, []any{list, object, node, node})
	if err != nil {
		t.Fatal(err)
	}
	v, err := Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	all := v.([]any)
	gotList, gotObject, first, second := all[0].([]any), all[1].(map[string]any), all[2].(map[string]any), all[3].(map[string]any)
	same := func(a, b any) bool { return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer() }
	if !same(gotList[1], gotList) || !same(gotObject["self"], gotObject) || !same(gotObject["list"], gotList) || !same(first["next"], first) || !same(first, second) {
		t.Error("an object is not the same one any more")
	}
}

func TestDepth(t *testing.T) {
	var v any
	for range maxDepth + 10 {
		v = []any{v}
	}
	if _, err := Encode(nil, v); err == nil {
		t.Error("a value that is nested too deeply was written")
	}
	if _, err := Decode(append(bytes.Repeat([]byte{byte(tagArray), 1}, maxDepth+10), byte(tagNull))); !errors.Is(err, ErrMalformed) {
		t.Errorf("a value that is nested too deeply was read: %v", err)
	}
}

func TestCausesInACircle(t *testing.T) {
	a, b := &Error{Name: "Error", Message: "a"}, &Error{Name: "Error", Message: "b"}
	a.Cause, b.Cause = b, a
	if errors.Is(a, errors.ErrUnsupported) {
		t.Error("matches another error")
	}
	c := &Error{Cause: &Error{Message: "inner"}}
	if inner := new(Error); !errors.As(c.Unwrap(), &inner) || inner.Message != "inner" {
		t.Error("the cause is not unwrapped")
	}
}

// FuzzDecode reads any bytes: what can be read can be written, and is then read the same.
func FuzzDecode(f *testing.F) {
	for _, v := range []any{1, "text", []any{1, []byte{1}, map[string]any{"a": nil}}, &Map{Entries: [][2]any{{1, 2}}}, &Error{Name: "E", Cause: 1}, time.UnixMilli(5), big.NewInt(-5)} {
		text, err := Encode(nil, v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte{byte(tagArray), 0xff, 0xff, 0xff, 0xff, 0x0f, byte(tagHole), 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Add([]byte{byte(tagArray), 2, byte(tagReference), 0, byte(tagBoxed), byte(tagString), 1, 'x'})
	f.Add([]byte{byte(tagView), viewFloat16, 4, 0, 0x3c, 0, 0x7c})
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = DecodeArguments(text)
		v, err := Decode(text)
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatalf("%v", err)
			}
			return
		}
		written, err := Encode(nil, v)
		if err != nil {
			return // a slice of int64 with numbers that JavaScript does not have
		}
		again, err := Decode(written)
		if err != nil {
			t.Fatalf("%x was read, and what was written of it was not: %v", text, err)
		}
		third, err := Encode(nil, again)
		if err != nil || !bytes.Equal(third, written) {
			t.Fatalf("%x: written %x, and of that %x, %v", text, written, third, err)
		}
	})
}
