package engine

import "testing"

// FuzzArguments gives the engine any bytes as a value. They come from the host, but an error in
// reading them must be an error of JavaScript, not the end of the engine.
func FuzzArguments(f *testing.F) {
	e, err := Load(Options{})
	if err != nil {
		f.Fatal(err)
	}
	i, err := e.New(16<<20, 256<<10, quiet{})
	if err != nil {
		f.Fatal(err)
	}
	defer i.Close()
	if status, err := i.Evaluate("prelude", prelude, Prelude); err != nil || status != Fulfilled {
		f.Fatal(status, err)
	}
	s, err := i.Snapshot()
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(s.Close)
	for _, text := range []string{"", "\x00", "\x09\x01\x06\x01x", "\x0b\x06\x01a\x04\x02\x0c", "\x09\xff\xff\xff\xff\x0f\x0a\xff\xff\xff\xff\x0f", "\x0d\x01\x12\x00\x04\x02", "\x11\x01E\x01m\x00\x03\x12\x00", "\x10\x02\x03abc", "\x14\x06\x01x"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		i, err := s.Clone(quiet{})
		if err != nil {
			t.Fatal(err)
		}
		defer i.Release()
		if _, err := i.Call(text); err != nil && !i.Exhausted() {
			t.Errorf("%x: %v", text, err)
		}
	})
}
