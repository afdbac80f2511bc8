package promise_test

import (
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// One of two requests fails, and both outcomes count.
func ExampleOutcome() {
	run(func(loop *wakeful.Loop) {
		promise.AllSettled(loop,
			promise.Resolved(loop, 7),
			promise.Rejected[int](loop, errors.New("no answer")),
		).Then(func(all []promise.Outcome[int]) (int, error) {
			for _, o := range all {
				fmt.Println(o.Value, o.Err)
			}
			return len(all), nil
		})
	})
	// Output:
	// 7 <nil>
	// 0 no answer
}

// On the loop, Resolve takes effect at once. Reactions run later.
func ExampleState() {
	run(func(loop *wakeful.Loop) {
		r := promise.WithResolvers[int](loop)
		fmt.Println(r.Promise().State() == promise.StatePending)
		r.Resolve(7)
		fmt.Println(r.Promise().State())
	})
	// Output:
	// true
	// fulfilled
}

// Each rejection that nothing waits for is reported at the end of the turn.
func ExampleUnhandled() {
	run(func(loop *wakeful.Loop) {
		promise.OnUnhandled(loop, func(all []promise.Unhandled) {
			for _, u := range all {
				fmt.Printf("%v, made at %q\n", u.Err, u.Created) // Debug turns places on
			}
		})
		promise.Rejected[int](loop, errors.New("no stock"))
		promise.Rejected[int](loop, errors.New("no money"))
		promise.Rejected[int](loop, errors.New("handled")).Catch(func(error) (int, error) { return 0, nil })
	})
	// Output:
	// no stock, made at ""
	// no money, made at ""
}
