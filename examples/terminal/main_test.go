package main

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A screen is what the program has drawn. seen is closed when it has shown the text.
type screen struct {
	mu   sync.Mutex
	all  strings.Builder
	text string
	seen chan struct{}
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := strings.Contains(s.all.String(), s.text)
	s.all.Write(p)
	if !before && strings.Contains(s.all.String(), s.text) {
		close(s.seen)
	}
	return len(p), nil
}

func TestTimersOfTheLoopAreDrawn(t *testing.T) {
	keys, press := io.Pipe()
	s := &screen{text: "3", seen: make(chan struct{})}
	go func() {
		<-s.seen
		_, _ = press.Write([]byte("q"))
	}()
	if err := run(context.Background(), keys, s, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	_ = press.Close()
}
