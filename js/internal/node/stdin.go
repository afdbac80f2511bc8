package node

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"golang.org/x/term"
)

// input reads the standard input: one piece at a time, when the program wants it, on
// another goroutine, since nothing on the loop may wait for a person at a terminal.
// It belongs to the loop.
//
// A read that has begun cannot be taken back, in general. When the program does not
// want it any more it does not keep the loop running, and what it brings is kept for
// the next time. What a program that ends has not taken is lost.
type input struct {
	h       host.Host
	from    io.Reader
	wanted  vm.Callable // whom to give the next piece; nil: nobody wants it
	reading bool
	kept    *piece
	ref     bool
	release func() // of the keep-alive, while a piece is wanted
	cooked  *term.State
}

// piece is what one read has brought.
type piece struct {
	data []byte
	err  error
}

// pieceSize is what Node reads at once.
const pieceSize = 64 << 10

// start has the next piece given to a function: of an error or null, and of bytes,
// or null at the end.
func (in *input) start(to vm.Value) {
	in.wanted, _ = vm.AssertFunction(to)
	in.hold()
	switch {
	case in.kept != nil:
		in.h.NextTick(func() { in.give(in.kept) })
	case !in.reading:
		in.reading = true
		go in.read(in.h.Context())
	}
}

// stop says that nobody wants the next piece.
func (in *input) stop() {
	in.wanted = nil
	in.hold()
}

// refer says whether a wanted piece keeps the loop running.
func (in *input) refer(ref bool) {
	in.ref = ref
	in.hold()
}

func (in *input) hold() {
	if hold := in.ref && in.wanted != nil; hold && in.release == nil {
		in.release = in.h.KeepAlive()
	} else if !hold && in.release != nil {
		in.release()
		in.release = nil
	}
}

// read reads a piece. Off the loop. Where the input can be told to stop waiting, as
// some pipes and all connections can, it is when the runtime ends.
func (in *input) read(ctx context.Context) {
	stop := func() bool { return true }
	if limited, ok := in.from.(interface{ SetReadDeadline(time.Time) error }); ok {
		stop = context.AfterFunc(ctx, func() { _ = limited.SetReadDeadline(time.Unix(1, 0)) })
		defer func() {
			if !stop() {
				_ = limited.SetReadDeadline(time.Time{})
			}
		}()
	}
	p := &piece{data: make([]byte, pieceSize)}
	n := 0
	for n == 0 && p.err == nil {
		n, p.err = in.from.Read(p.data)
	}
	p.data = p.data[:n:n]
	if n > 0 {
		p.err = nil // the next read brings it again
	}
	in.h.Submit(func() {
		in.reading = false
		in.kept = p
		in.give(p)
	})
}

// give gives a piece to who wants it.
func (in *input) give(p *piece) {
	to := in.wanted
	if to == nil || in.kept != p {
		return
	}
	in.wanted = nil
	if p.err == nil {
		in.kept = nil // an end stays
	}
	in.hold()
	args := []vm.Value{vm.Null(), vm.Null()}
	switch {
	case p.err == nil:
		args[1] = lib.Uint8Array(in.h.VM(), p.data)
	case !errors.Is(p.err, io.EOF):
		args[0] = in.h.ToError(wrap(p.err, "read", "", ""))
	}
	if _, err := to(vm.Undefined(), args...); err != nil {
		panic(err)
	}
}

// raw switches a terminal between lines, with echo, and single keys.
func (in *input) raw(on bool) error {
	file, ok := in.from.(*os.File)
	switch {
	case !ok:
		return os.ErrInvalid
	case on && in.cooked == nil:
		state, err := term.MakeRaw(int(file.Fd()))
		in.cooked = state
		return err
	case !on && in.cooked != nil:
		state := in.cooked
		in.cooked = nil
		return term.Restore(int(file.Fd()), state)
	}
	return nil
}
