package measure

import (
	"runtime"
	"strings"
	"sync"
	"testing"
)

func TestWhereabouts(t *testing.T) {
	release := make(chan struct{})
	var held sync.WaitGroup
	var standing sync.WaitGroup
	for range 300 {
		standing.Add(1)
		held.Go(func() { stand(&standing, release) })
	}
	standing.Wait()
	const want = "300 in measure.stand, called by measure.TestWhereabouts.func1"
	said := ""
	for looks := 0; looks < 10_000 && !strings.Contains(said, want); looks++ {
		runtime.Gosched() // the last of them may still be in Done
		said = goroutinePlaces()
	}
	close(release)
	held.Wait()
	if !strings.Contains(said, want) {
		t.Errorf("300 goroutines stand still, and it says: %s", said)
	}
}

//go:noinline
func stand(standing *sync.WaitGroup, release chan struct{}) {
	standing.Done()
	<-release
}
