// Package turnphase lets package stream run a function between two phases of a loop's turn, so that
// what the callbacks of a phase have written goes out together. Package wakeful sets AtEnd. The
// package knows nothing of loops.
package turnphase

// AtEnd has fn called once when the last callback of the running phase has returned, and before
// RunUntil pauses within the phase. It returns false, and fn is not called, if no phase of a turn is
// running. fn must not call functions of the user, and is not counted as a callback. If the loop is
// closed meanwhile, fn may not be called. loop is a *wakeful.Loop. Loop goroutine only.
var AtEnd func(loop any, fn func()) bool
