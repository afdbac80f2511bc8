package otelwakeful_test

import (
	"context"
	"testing"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start runs a loop and returns it and a function that ends it.
func start(t *testing.T, options ...wakeful.Option) (loop *wakeful.Loop, end func()) {
	t.Helper()
	loop, err := wakeful.New(options...)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	l := loop
	go func() { ended <- l.Run(context.Background()) }()
	return loop, func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		<-ended
	}
}

// pass waits until the loop has run the functions that were submitted before.
func pass(t *testing.T, loop *wakeful.Loop) {
	t.Helper()
	if _, err := loop.Call(t.Context(), func() (int, error) { return 0, nil }); err != nil {
		t.Fatal(err)
	}
}
