package sim

// This file owns the history of operations on something that several clients share, and the check
// that it behaves as if one after the other had used it. The checker is porcupine.

import (
	"fmt"
	"math"

	"github.com/anishathalye/porcupine"
)

// A History records what clients have asked of something that they share, and when they got the
// answer.
type History struct {
	world *World
	all   []porcupine.Operation
}

// History returns a new history.
func (w *World) History() *History { return &History{world: w} }

// Call records that a client, which is a number from 0, begins an operation. It returns the
// function to call with the output when the client gets it. If that is never called, the operation
// may take effect at any later time or not at all, and the model gets nil for its output.
func (h *History) Call(client int, input any) (returned func(output any)) {
	n := len(h.all)
	h.all = append(h.all, porcupine.Operation{
		ClientId: client, Input: input, Call: int64(h.world.Elapsed()), Return: math.MaxInt64,
	})
	return func(output any) { h.all[n].Output, h.all[n].Return = output, int64(h.world.Elapsed()) }
}

// Len returns the number of operations.
func (h *History) Len() int { return len(h.all) }

// Check returns an error if the operations are not linearizable: if no order of them, in which each
// comes after those that had returned before it was called, gives the outputs that the clients got.
// The model says what outputs are right. It must accept every nil output: an operation without an
// answer comes somewhere after its call, or, if it had no effect, last.
//
// Call it after For. Its time grows fast with the number of operations that overlap. A history of
// some hundred operations of three clients takes milliseconds.
func (h *History) Check(model porcupine.Model) error {
	if !porcupine.CheckOperations(model, h.all) {
		return fmt.Errorf("the history of %d operations is not linearizable", len(h.all))
	}
	return nil
}
