package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"
)

func TestFrames(t *testing.T) {
	frames := []Frame{{Kind: 1, Call: 1 << 60, Parts: [][]byte{{}, []byte("ab"), bytes.Repeat([]byte{7}, 70_000)}}, {Kind: 2}}
	r, w := io.Pipe()
	out := NewOutbox()
	written := make(chan error, 1)
	go func() {
		_, err := out.WriteTo(w)
		written <- err
	}()
	for _, f := range frames {
		out.Send(f)
	}
	in := bufio.NewReader(r)
	for _, want := range frames {
		got, err := Read(in, 100_000)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d %d, %v", got.Kind, got.Call, err)
		}
	}
	out.Close()
	if err := <-written; err != nil {
		t.Error(err)
	}
	out.Send(frames[0]) // does nothing
}

func FuzzRead(f *testing.F) {
	f.Add(Append(nil, Frame{Kind: 1, Call: 2, Parts: [][]byte{[]byte("x"), {}}}))
	f.Add([]byte{255, 255, 255, 255})
	f.Add([]byte{11, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 9})
	f.Fuzz(func(t *testing.T, text []byte) {
		frame, err := Read(bufio.NewReader(bytes.NewReader(text)), 1000)
		if err != nil {
			if !errors.Is(err, ErrMalformed) && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Error(err)
			}
			return
		}
		if again := Append(nil, frame); !bytes.HasPrefix(text, again) {
			t.Errorf("%x, %x", text, again)
		}
	})
}
