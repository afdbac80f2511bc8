// Package differential compares this project's JavaScript with the installed
// Node: random programs run in both, and their traces, which include the time,
// must be equal line by line.
//
// Both run on a clock that stands still while a program computes. Node gets one
// by a small library that is preloaded (testdata/clock.c, built with the machine's
// C compiler), ours by testing/synctest. So ties between deadlines, timers that
// are late and timers against immediates at the top level have one outcome in
// Node too, ten thousand programs take no longer than they compute, and nothing
// needs to be left out for being a matter of luck. That Node behaves under the
// preloaded clock as it does under the real one is checked where that can be: with
// programs in which time does not matter.
//
// Files are a matter of luck in Node, where a pool of threads works on them. Here Node has
// a pool of one thread, and the preloaded library has each poll wait until the pool is idle:
// so a poll finds everything that was begun before it, in the order in which it was begun.
// Ours works without a pool, see js.WithFileWorkers, which comes to the same.
//
// The generator prefers few kinds of statements in many combinations: an order
// that is wrong shows between two of them.
package differential
