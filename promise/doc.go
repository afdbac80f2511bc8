// Package promise has promises on a wakeful.Loop, for programs whose callbacks wait
// for one thing after the other. Callbacks within callbacks hide what happens in
// which order, and every one of them has to pass on errors; a chain of promises says
// the first in one place and does the second by itself.
//
//	user := promise.FromGo(loop, fetchUser)                 // on a goroutine
//	name := promise.Then(user, func(u User) (string, error) { // on the loop
//		return u.Name, nil
//	})
//	name.Catch(func(err error) (string, error) { return "nobody", nil }).
//		Then(func(s string) (string, error) { return s, show(s) })
//
// A Promise is settled once, with a value or an error. What waits for it, a
// reaction, runs on the loop as a microtask: in order, once, never before the
// function that asked for it has returned. The rules are those of Promises/A+.
//
// # The verbs
//
// To begin: New, WithResolvers, Resolved, Rejected, Try (a function on the loop),
// FromGo (a function on a goroutine), After and Sleep (time). To go on: Then, Chain,
// Transform, and the methods Catch, CatchChain and Finally. Of several: All, AllSettled,
// Race, Any; they take what has settled already at once. To leave the loop: Await,
// for goroutines.
//
// A function that is given to these returns a value and an error, as functions in Go
// do, so most that exist can be used as they are; the error takes the place of
// JavaScript's throw. Go's types decide what JavaScript finds out while it runs: Then
// is for a function that returns a value, and Chain for one that returns a promise,
// so a promise of a promise is possible and nothing is unwrapped by surprise.
//
// Methods in Go cannot have type parameters. So what leads from one type to another
// is a function (Then, Chain, Transform, All), what stays within one type is a method
// (Catch, Finally, and Then once more), and chains of methods read from left to
// right. A builder, or any in place of types, would give chains of methods
// everywhere, at the price of assertions in each link.
//
// # Goroutines
//
// Everything may be called from any goroutine. What a goroutine does takes effect on
// the loop after all that it has submitted before, unless the loop has a queue limit:
// promises are not subject to it, and pass what waits there. State and Result can be
// read at once. Only Await waits, and so it is refused on the loop itself, where it would
// wait for ever.
//
// # Cancellation
//
// There is none built in: a promise is a result, and who does the work is somebody
// else. A context.Context tells that one, AfterFunc calls a function on the loop when
// a context ends, and WithContext gives up waiting then, which with
// context.WithTimeout is a time limit.
//
// # Errors
//
// A panic or runtime.Goexit in a reaction rejects with a *wakeful.PanicError, a
// promise resolved with itself, in however many steps, with ErrSelfResolution. A
// rejection that nobody waits for is reported at the end of the turn, see OnUnhandled
// and Debug; Handled says that somebody will look at it later.
//
// # The end of the loop
//
// A promise that is pending when its loop ends is rejected with ErrAbandoned, which
// matches wakeful.ErrTerminated: nobody waits for ever. After Shutdown its reactions
// run, so that a Finally can put back what it has to; Close, and the end of Run's
// context, run nothing more. What is asked of a loop that has ended is rejected with
// ErrAbandoned at once, and no function is called; what has settled can still be read.
// A pending promise does not keep an auto-exit loop going,
// as in Node; FromGo and timers do.
//
// # Memory
//
// A link is one allocation, which keeps nothing of what is before it once it has run.
// A promise that adopts another becomes one with it, so a function that returns Chain
// of itself can go on for ever; between reactions to the one and to the other there is
// no order. The losers of a Race forget it. The loop keeps a
// promise that was made by New or WithResolvers until it settles or the loop ends.
package promise
