package goroutine

import "testing"

func TestIDTellsGoroutinesApart(t *testing.T) {
	mine := ID()
	if mine == 0 || ID() != mine {
		t.Fatalf("ID() = %d, then %d; want the same number, not 0", mine, ID())
	}
	theirs := make(chan uint64)
	go func() { theirs <- ID() }()
	if other := <-theirs; other == mine || other == 0 {
		t.Errorf("another goroutine has the number %d, this one %d", other, mine)
	}
}
