package node

import (
	"errors"
	"testing"

	"github.com/fsnotify/fsnotify"
)

// TestWatchGoesOnAfterAnError: fsnotify sends an error, as of a queue of the system that was full, and
// waits until it is received.
func TestWatchGoesOnAfterAnError(t *testing.T) {
	w := &watching{watcher: &fsnotify.Watcher{Events: make(chan fsnotify.Event), Errors: make(chan error)}}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.run()
	}()
	for range 3 {
		w.watcher.Errors <- errors.ErrUnsupported
	}
	close(w.watcher.Errors)
	close(w.watcher.Events)
	<-ended
}
