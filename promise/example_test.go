package promise_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// run calls fn on a loop and returns when the loop has nothing left to do.
func run(fn func(*wakeful.Loop)) {
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := loop.Submit(func() { fn(loop) }); err != nil {
		fmt.Println(err)
		return
	}
	if err := loop.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
}

// show returns a function that prints a value.
func show[T any](value T) (struct{}, error) {
	fmt.Println(value)
	return struct{}{}, nil
}

func Example() {
	run(func(loop *wakeful.Loop) {
		words := promise.RunBlocking(context.Background(), loop, func(context.Context) ([]string, error) {
			return []string{"wait", "and", "see"}, nil // a blocking operation
		})
		words.Then(func(w []string) (int, error) { return len(w), nil }).Then(show)
		fmt.Println("waiting")
	})
	// Output:
	// waiting
	// 3
}

// A page needs two slow parts within a time limit. It is shown even if a part fails.
func Example_page() {
	run(func(loop *wakeful.Loop) {
		load := func(what string) *promise.Promise[string] {
			return promise.RunBlocking(context.Background(), loop, func(context.Context) (string, error) {
				if what == "news" {
					return "", errors.New("the server of the news is down")
				}
				return what, nil // from a server
			})
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		news := load("news").Catch(func(err error) (string, error) { return "no news: " + err.Error(), nil })
		promise.All(loop, load("weather"), news).
			WithContext(ctx).
			Then(func(parts []string) (string, error) { return strings.Join(parts, "\n"), nil }).
			Finally(cancel).
			Then(show)
	})
	// Output:
	// weather
	// no news: the server of the news is down
}

func ExampleNew() {
	run(func(loop *wakeful.Loop) {
		p := promise.New(loop, func(resolve func(string), reject func(error)) {
			if _, err := loop.AfterFunc(time.Millisecond, func() { resolve("rang") }); err != nil {
				reject(err)
			}
		})
		p.Then(show)
	})
	// Output: rang
}

func ExampleWithResolvers() {
	run(func(loop *wakeful.Loop) {
		answers := map[int]*promise.Resolvers[string]{}
		ask := func(id int) *promise.Promise[string] {
			answers[id] = promise.WithResolvers[string](loop)
			return answers[id].Promise()
		}
		ask(7).Then(show)
		answers[7].Resolve("the answer to 7") // when the answer has arrived
	})
	// Output: the answer to 7
}

func ExampleResolvers_ResolveWith() {
	run(func(loop *wakeful.Loop) {
		outer := promise.WithResolvers[string](loop)
		outer.ResolveWith(promise.Resolved(loop, "from another promise"))
		outer.Promise().Then(show)
	})
	// Output: from another promise
}

func ExamplePromise_Then() {
	run(func(loop *wakeful.Loop) {
		promise.Resolved(loop, "21").
			Then(strconv.Atoi).
			Then(func(n int) (string, error) { return fmt.Sprint(2 * n), nil }).
			Then(show)
	})
	// Output: 42
}

func ExamplePromise_FlatMap() {
	run(func(loop *wakeful.Loop) {
		// The function chains to itself. It runs in constant memory, however many rounds.
		var countdown func(int) *promise.Promise[string]
		countdown = func(n int) *promise.Promise[string] {
			if n == 0 {
				return promise.Resolved(loop, "lift-off")
			}
			fmt.Println(n)
			return promise.Sleep(context.Background(), loop, time.Millisecond).FlatMap(func(struct{}) *promise.Promise[string] {
				return countdown(n - 1)
			})
		}
		countdown(2).Then(show)
	})
	// Output:
	// 2
	// 1
	// lift-off
}

func ExamplePromise_Handle() {
	run(func(loop *wakeful.Loop) {
		errNone := errors.New("no such thing")
		promise.Rejected[int](loop, errNone).Handle(func(n int, err error) (string, error) {
			if errors.Is(err, errNone) {
				return "nothing", nil
			}
			return fmt.Sprint(n), err
		}).Then(show)
	})
	// Output: nothing
}

func ExamplePromise_Catch() {
	run(func(loop *wakeful.Loop) {
		p := promise.Rejected[int](loop, errors.New("no such thing"))
		p.Catch(func(error) (int, error) { return 0, nil }).Then(show)
	})
	// Output: 0
}

func ExamplePromise_CatchFlatMap() {
	run(func(loop *wakeful.Loop) {
		first := promise.Rejected[string](loop, errors.New("the first server is down"))
		p := first.CatchFlatMap(func(err error) *promise.Promise[string] {
			fmt.Println(err)
			return promise.Resolved(loop, "from the second server")
		})
		p.Then(show)
	})
	// Output:
	// the first server is down
	// from the second server
}

func ExamplePromise_Finally() {
	run(func(loop *wakeful.Loop) {
		promise.Resolved(loop, "done").Finally(func() { fmt.Println("cleaned up") }).Then(show)
	})
	// Output:
	// cleaned up
	// done
}

func ExampleTry() {
	run(func(loop *wakeful.Loop) {
		p := promise.Try(loop, func() (int, error) {
			return len(strings.Repeat("x", -1)), nil
		})
		p.Catch(func(err error) (int, error) {
			fmt.Println(err)
			return 0, nil
		})
	})
	// Output: wakeful: panic in a callback (promise): strings: negative Repeat count
}

func ExampleAll() {
	run(func(loop *wakeful.Loop) {
		all := promise.All(loop, promise.Resolved(loop, 1), promise.Resolved(loop, 2))
		all.Then(show)
	})
	// Output: [1 2]
}

func ExampleAllSettled() {
	run(func(loop *wakeful.Loop) {
		all := promise.AllSettled(loop, promise.Resolved(loop, 1), promise.Rejected[int](loop, errors.New("two is missing")))
		all.Then(func(outcomes []promise.Outcome[int]) (int, error) {
			for _, o := range outcomes {
				fmt.Println(o.Value, o.Err)
			}
			return 0, nil
		})
	})
	// Output:
	// 1 <nil>
	// 0 two is missing
}

func ExampleRace() {
	run(func(loop *wakeful.Loop) {
		after := func(d time.Duration, s string) *promise.Promise[string] {
			return promise.Sleep(context.Background(), loop, d).Then(func(struct{}) (string, error) { return s, nil })
		}
		promise.Race(loop, after(20*time.Millisecond, "slow"), after(0, "fast")).Then(show)
	})
	// Output: fast
}

func ExampleAny() {
	run(func(loop *wakeful.Loop) {
		p := promise.Any(loop, promise.Rejected[string](loop, errors.New("no")), promise.Resolved(loop, "yes"))
		p.Then(show)
	})
	// Output: yes
}

func ExamplePromise_Await() {
	loop, err := wakeful.New()
	if err != nil {
		fmt.Println(err)
		return
	}
	go loop.Run(context.Background())
	p := promise.Try(loop, func() (int, error) { return 42, nil }) // fn runs on the loop
	fmt.Println(p.Await(context.Background()))
	fmt.Println(loop.Shutdown(context.Background()))
	// Output:
	// 42 <nil>
	// <nil>
}

func ExamplePromise_Result() {
	run(func(loop *wakeful.Loop) {
		r := promise.WithResolvers[int](loop)
		fmt.Println(r.Promise().Result())
		r.Resolve(42)
		fmt.Println(r.Promise().Result())
		fmt.Println(r.Promise().State())
	})
	// Output:
	// 0 promise: still pending; use Then, or Await on another goroutine
	// 42 <nil>
	// fulfilled
}

func ExamplePromise_MarkHandled() {
	run(func(loop *wakeful.Loop) {
		saved := promise.Rejected[int](loop, errors.New("the disk is full")).MarkHandled()
		_, err := loop.AfterFunc(time.Millisecond, func() { // several turns later
			_, err := saved.Result()
			fmt.Println("not saved:", err)
		})
		if err != nil {
			fmt.Println(err)
		}
	})
	// Output: not saved: the disk is full
}

func ExampleSleep_background() {
	run(func(loop *wakeful.Loop) {
		began := time.Now()
		promise.Sleep(context.Background(), loop, 5*time.Millisecond).Finally(func() {
			fmt.Println("early:", time.Since(began) < 5*time.Millisecond)
		})
	})
	// Output: early: false
}

func ExampleAggregateError() {
	run(func(loop *wakeful.Loop) {
		errBusy := errors.New("busy")
		p := promise.Any(loop, promise.Rejected[int](loop, errors.New("down")), promise.Rejected[int](loop, errBusy))
		p.Catch(func(err error) (int, error) {
			fmt.Println(err)
			fmt.Println("one was busy:", errors.Is(err, errBusy))
			return 0, nil
		})
	})
	// Output:
	// promise: all 2 promises were rejected; the first: down
	// one was busy: true
}

func ExampleRunBlocking() {
	run(func(loop *wakeful.Loop) {
		p := promise.RunBlocking(context.Background(), loop, func(ctx context.Context) (string, error) {
			return "read on a goroutine", ctx.Err()
		})
		p.Then(show)
	})
	// Output: read on a goroutine
}

func ExamplePromise_WithContext() {
	run(func(loop *wakeful.Loop) {
		ctx, cancel := context.WithTimeoutCause(context.Background(), time.Millisecond, errors.New("gave up after 1ms"))
		keep := loop.KeepAlive()
		never := promise.WithResolvers[int](loop).Promise()
		never.WithContext(ctx).Catch(func(err error) (int, error) {
			fmt.Println(err)
			return 0, nil
		}).Finally(func() {
			cancel()
			keep.Release()
		})
	})
	// Output: gave up after 1ms
}

func ExampleOnContextDone() {
	run(func(loop *wakeful.Loop) {
		ctx, cancel := context.WithCancel(context.Background())
		keep := loop.KeepAlive()
		_, err := promise.OnContextDone(ctx, loop, func() {
			fmt.Println("cancelled, on the loop:", loop.OnLoop())
			keep.Release()
		})
		if err != nil {
			fmt.Println(err)
		}
		cancel()
	})
	// Output: cancelled, on the loop: true
}

func ExampleSleep() {
	run(func(loop *wakeful.Loop) {
		ctx, cancel := context.WithCancel(context.Background())
		promise.Sleep(ctx, loop, time.Hour).Catch(func(err error) (struct{}, error) {
			fmt.Println(err)
			return struct{}{}, nil
		})
		promise.Sleep(context.Background(), loop, time.Millisecond).Finally(cancel)
	})
	// Output: context canceled
}

func ExampleOnUnhandled() {
	run(func(loop *wakeful.Loop) {
		err := promise.OnUnhandled(loop, func(all []promise.Unhandled) {
			for _, u := range all {
				fmt.Println("nobody looks at:", u.Err)
			}
		})
		if err != nil {
			fmt.Println(err)
		}
		promise.Rejected[int](loop, errors.New("a typo")).Then(func(n int) (int, error) { return n, nil })
	})
	// Output: nobody looks at: a typo
}

func ExampleDebug() {
	run(func(loop *wakeful.Loop) {
		promise.Debug(loop, true)
		err := promise.OnUnhandled(loop, func(all []promise.Unhandled) {
			where, _, _ := strings.Cut(all[0].Created, " ") // the rest is file and line
			fmt.Println(where[strings.LastIndex(where, "/")+1:])
		})
		if err != nil {
			fmt.Println(err)
		}
		promise.Rejected[int](loop, errors.New("a typo"))
	})
	// Output: promise_test.ExampleDebug.func1
}
