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

// input reads the standard input, one piece at a time and only when the program wants it. It reads
// on another goroutine, because the loop must not wait for a terminal. All other methods belong to
// the loop.
//
// In general a started read cannot be cancelled. If the program no longer wants its result, the
// read does not keep the loop running, and the result is kept for the next time. When a program
// ends, a result that it has not taken is lost.
type input struct {
	h       host.Host
	from    io.Reader
	wanted  vm.Callable // receives the next piece; nil if none is wanted
	reading bool
	kept    *piece
	alive   host.Reference // while a piece is wanted
	cooked  *term.State
}

// piece is the result of one read.
type piece struct {
	data []byte
	err  error
}

// pieceSize is the size of Node's reads.
const pieceSize = 64 << 10

// start requests the next piece. to gets an error or null, and bytes, or null at the end.
func (in *input) start(to vm.Value) {
	in.wanted, _ = vm.AssertFunction(to)
	in.alive.Hold(in.wanted != nil)
	switch {
	case in.kept != nil:
		in.h.NextTick(func() { in.give(in.kept) })
	case !in.reading:
		in.reading = true
		go in.read(in.h.Context())
	}
}

// stop withdraws the request.
func (in *input) stop() {
	in.wanted = nil
	in.alive.Hold(in.wanted != nil)
}

// refer sets whether a requested piece keeps the loop running.
func (in *input) refer(ref bool) {
	in.alive.Unref = !ref
	in.alive.Hold(in.wanted != nil)
}

// read reads a piece, off the loop. If the reader supports deadlines, as some pipes and all
// connections do, the end of the runtime cancels the read.
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
		p.err = nil // the next read returns it again
	}
	in.h.Submit(func() {
		in.reading = false
		in.kept = p
		in.give(p)
	})
}

// give passes a piece to the function that waits for it.
func (in *input) give(p *piece) {
	to := in.wanted
	if to == nil || in.kept != p {
		return
	}
	in.wanted = nil
	if p.err == nil {
		in.kept = nil // keep the end of the input
	}
	in.alive.Hold(in.wanted != nil)
	args := []vm.Value{vm.Null(), vm.Null()}
	switch {
	case p.err == nil:
		args[1] = lib.Uint8Array(in.h.VM(), p.data)
	case !errors.Is(p.err, io.EOF):
		args[0] = in.h.ToError(wrap(p.err, "read", "", ""))
	}
	vm.Must(to(vm.Undefined(), args...))
}

// raw switches a terminal between line mode with echo and single keys.
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
