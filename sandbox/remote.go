package sandbox

// Calls in worker processes: what the host does for them.

import (
	"errors"
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful/sandbox/internal/prelude"
	"github.com/wakeful-go/wakeful/sandbox/internal/wire"
)

// beginRemote begins a call in a worker. Loop.
func (c *call) beginRemote(r *remote) {
	c.begun = time.Now()
	if c.runner.ended {
		c.finish(nil, ErrClosed)
		return
	}
	c.place = c.runner.calls.PushBack(c)
	w := r.worker
	if w == nil {
		var err error
		if w, err = c.sandbox.pool.pick(); err != nil {
			c.finish(nil, err)
			return
		}
	}
	if err := w.send(c, r); err != nil {
		if r.worker != nil {
			err = ErrDiscarded
		}
		c.finish(nil, err)
		return
	}
	c.abortWithContext()
	c.watchWorker(w)
}

// watchWorker ends a worker that does not end a call. The time while it compiles the engine does not
// count.
func (c *call) watchWorker(w *worker) {
	ready := w.begun()
	var err error
	if c.wall, err = c.loop.AfterFunc(c.sandbox.config.Wall+overdue, func() {
		if !ready {
			c.watchWorker(w)
			return
		}
		w.end(fmt.Errorf("%w: it did not end a call after its limit of time", ErrWorker))
	}); err != nil {
		c.finish(nil, ErrClosed)
	}
}

// receive handles a frame of a call. It reports false for what no worker sends. Loop.
func (c *call) receive(f wire.Frame) bool {
	switch {
	case f.Kind == frameDone && len(f.Parts) == 6 && len(f.Parts[0]) == 1:
		c.cpu, c.memory, c.output = time.Duration(number(f.Parts[3])), int64(number(f.Parts[4])), int(number(f.Parts[5]))
		return c.settled(f.Parts[0][0], f.Parts[1], string(f.Parts[2]))
	case f.Kind == frameHost && len(f.Parts) == 4:
		id, slot := int(number(f.Parts[0])), int(int64(number(f.Parts[1])))
		if !forwarded(id) {
			return false
		}
		if limit := c.sandbox.config.Pending; slot >= 0 && number(f.Parts[3]) >= uint64(limit) {
			c.pending = limit // the script has not got the results yet that the host has sent
		}
		result, failed := c.Call(id, slot, f.Parts[2])
		switch {
		case c.done:
		case c.limit != nil && id == prelude.Print: // the worker has not ended the call, as it should
			return false
		case c.limit != nil:
			n, _ := sentinelOf(c.limit)
			c.answer(slot, answerLimit, numberPart(uint64(n)))
		case failed:
			c.answer(slot, answerError, result)
		case slot < 0 && id != prelude.Print && id != prelude.Abort:
			c.answer(slot, answerValue, result)
		}
		return true
	}
	return false
}

// answer answers a question of the worker. Loop.
func (c *call) answer(slot int, kind byte, value []byte) {
	c.worker.out.Send(wire.Frame{Kind: frameAnswer, Call: c.id, Parts: [][]byte{numberPart(uint64(int64(slot))), {kind}, value}})
}

// settleInWorker sends the worker the result of a tool. Loop.
func (c *call) settleInWorker(slot int, ok bool, value []byte) {
	c.pending--
	kind := answerValue
	if !ok {
		kind = answerError
	}
	c.answer(slot, kind, value)
}

// settled ends a call with what the worker says.
func (c *call) settled(outcome byte, value []byte, text string) bool {
	c.ended = true
	switch outcome {
	case outcomeValue, outcomeThrown:
		if len(value) > c.sandbox.config.Output+frameOverhead {
			return false // the worker has not ended the call, as it should
		}
		v, err := decoded(value)
		switch {
		case errors.Is(err, ErrEngine):
			return false
		case err != nil:
			c.finish(nil, err)
		case outcome == outcomeValue:
			c.finish(v, nil)
		default:
			script := thrown(v)
			c.modules.locate(script)
			c.finish(nil, script)
		}
		return true
	case outcomeError:
		n := number(value)
		if n >= uint64(len(sentinels)) {
			return false
		}
		err := sentinels[n]
		switch {
		case limits[err]:
			err = &LimitError{Limit: err, Stack: c.modules.original(text)}
		case text != "" && text != err.Error():
			err = fmt.Errorf("%w: %s", err, text)
		}
		c.finish(nil, err)
		return true
	}
	return false
}
