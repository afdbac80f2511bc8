// Package promise provides promises on a wakeful.Loop.
//
// Nested callbacks hide the order of events, and every callback has to pass errors
// on. A chain of promises states the order once and propagates errors by itself.
//
//	promise.RunBlocking(context.Background(), loop, fetchUser). // on a goroutine, the rest on the loop
//		Then(func(u User) (string, error) { return u.Name, nil }).
//		Catch(func(err error) (string, error) { return "nobody", nil }).
//		Then(func(name string) (int, error) { return fmt.Println(name) })
//
// A Promise settles once, with a value or an error. A reaction is a function that
// waits for a promise. It runs on the loop as a microtask, once, and never before the
// call that added it has returned. Reactions of one promise run in the order in which
// they were added. These are the rules of Promises/A+.
//
// # Functions
//
// To create a promise: New, WithResolvers, Resolved, Rejected, Try (a function on the
// loop), RunBlocking (a function on a goroutine) and Sleep (a timer). To continue, the methods
// Then, FlatMap, Catch, CatchFlatMap, Handle (a value or an error) and Finally. To
// combine: All, AllSettled, Race and Any. To wait on another goroutine: Await.
//
// A reaction returns a value and an error, so most Go functions can be used as they
// are. Then takes a function that returns a value. FlatMap takes a function that
// returns a promise. The types say which one is meant, so a promise of a promise is
// possible and nothing is unwrapped implicitly.
//
// An operation on one promise is a method, also if it changes the type: the result of Then
// has the type that fn returns. An operation on several promises, which may belong to
// several loops, is a function of the loop that runs it.
//
// # Goroutines
//
// Any goroutine may call everything in this package. A call from another goroutine
// takes effect on the loop after everything that this goroutine has submitted before. A
// queue limit of the loop does not hold for promises. State and Result never wait. Await
// waits, so it is refused on the promise's own loop, where it would wait for itself.
//
// # Cancellation
//
// A promise is a result; it cannot be canceled. Cancel the work that produces it with a
// context.Context. OnContextDone calls a function on the loop when a context ends.
// WithContext stops waiting when a context ends; with context.WithTimeout it is a time
// limit.
//
// # Errors
//
// A panic or runtime.Goexit in a reaction rejects with a *wakeful.PanicError. Resolving
// a promise with itself, directly or through others, rejects with ErrSelfResolution. If
// such a cycle leads over two loops or more, no loop sees all of it: its promises stay
// pending until one of the loops ends, and then all reject with ErrAbandoned. A
// rejection that nothing waits for is reported at the end of the turn, see OnUnhandled
// and Debug. MarkHandled suppresses that report.
//
// # The end of the loop
//
// A promise that is pending when its loop ends is rejected with ErrAbandoned, which
// matches wakeful.ErrClosed, so nobody waits forever. After Shutdown its reactions
// still run. After Close, and after the end of Run's context, they do not. A call for a
// loop that has ended returns a promise that is rejected with ErrAbandoned, and calls
// no function. A settled promise can still be read. A pending promise does not keep an
// auto-exit loop running, as in Node; RunBlocking and Sleep do.
//
// # Memory
//
// A link in a chain is one allocation. After its reaction has run, it references
// nothing before it. A promise that adopts a pending promise is linked to it, so a
// function that returns FlatMap of itself can go on forever; reactions to the two
// promises have no order between each other. A promise that loses a Race forgets the
// race. The loop references a promise from New or WithResolvers until the promise
// settles or the loop ends.
package promise
