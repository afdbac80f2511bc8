package measure

import (
	"context"
	"os/signal"
	"syscall"
)

// interruptible is the context of a sample's process: it ends when the process is
// asked to give up.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), syscall.SIGTERM)
}
