package chaos

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
)

// Logged has the lines that package slog's default logger has written.
type Logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Log has slog's default logger write to the result until the end of the test, without times and
// durations.
func Log(t *testing.T) *Logged {
	t.Helper()
	l := new(Logged)
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "duration" {
			return slog.Attr{}
		}
		return a
	}})))
	t.Cleanup(func() { slog.SetDefault(before) })
	return l
}

// Write implements io.Writer.
func (l *Logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// Text returns what was written.
func (l *Logged) Text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimSpace(l.text.String())
}
