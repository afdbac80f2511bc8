// Package differential compares this project's JavaScript with the installed Node. Random programs
// run in both, and their traces, which include times, must be equal line by line.
//
// Both run on a clock that stands still while a program computes. In Node the clock is a small
// preloaded library (testdata/clock.c, built with the machine's C compiler), and here it is
// testing/synctest. So ties between deadlines, late timers, and timers against immediates at the
// top level have a single outcome in Node too. Ten thousand programs take only the time of their
// computation. A test checks, with programs in which time does not matter, that Node behaves the
// same with the preloaded clock and with the real one.
//
// In Node the order of file operations is random, because a pool of threads performs them. Here
// Node gets a pool of one thread, and the preloaded library delays each poll until the pool is
// idle. So a poll finds everything that was started before, in the order of the starts. This
// project's runtime works without a pool (see js.WithFileWorkers), which has the same effect.
//
// Left out is what Node does not determine: whether a synchronous operation on a file sees one that
// was started before, the order of a folder's entries, numbers of descriptors. Also left out are
// some peculiarities of Node: after a listener of unhandledRejection has thrown, it forgets the
// other rejections until the next one, and it calls the callback of Dir.read again with what that
// throws. A program whose handlers of errors make errors without an end is not compared.
//
// After an uncaught exception Node leaves nextTicks in their queue. They run when it has called the
// next callback of any kind. V8's garbage collector posts tasks to the main thread, and for Node
// each one is such a callback. So these nextTicks run earlier when the young generation is nearly
// full, and their order depends on what was allocated: one program of 1,885 lines had five orders
// with six values of --minor-gc-task-trigger, and its order here whenever the task was switched
// off. Here Node runs with options that switch these tasks off. Such a program is
// TestGarbageCollection's.
//
// The generator uses few kinds of statements in many combinations, because a wrong order shows
// between two of them.
package differential
