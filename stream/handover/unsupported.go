//go:build !unix

package handover

// Systems whose processes cannot pass sockets in this way.

import (
	"context"
	"errors"
	"fmt"
	"runtime"
)

var errUnsupported = fmt.Errorf("handover: processes on %s cannot pass sockets through a Unix socket: %w", runtime.GOOS, errors.ErrUnsupported)

// A Listener waits for new processes, see Listen.
type Listener struct{}

// Listen returns an error here.
func Listen(string) (*Listener, error) { return nil, errUnsupported }

// Accept returns an error here.
func (l *Listener) Accept() (*Successor, error) { return nil, errUnsupported }

// Close returns an error here.
func (l *Listener) Close() error { return errUnsupported }

// A Successor is the new process, as the old one sees it.
type Successor struct{}

// Offer returns an error here.
func (s *Successor) Offer(context.Context, ...Socket) error { return errUnsupported }

// Send returns an error here.
func (s *Successor) Send(Socket) error { return errUnsupported }

// Close returns an error here.
func (s *Successor) Close() error { return errUnsupported }

// A Predecessor is the old process, as the new one sees it.
type Predecessor struct {
	// Sockets are those that the old process has offered.
	Sockets []Socket
}

// Take returns an error here.
func Take(context.Context, string) (*Predecessor, error) { return nil, errUnsupported }

// Ready returns an error here.
func (p *Predecessor) Ready() error { return errUnsupported }

// Next returns an error here.
func (p *Predecessor) Next() (Socket, error) { return Socket{}, errUnsupported }

// Close returns an error here.
func (p *Predecessor) Close() error { return errUnsupported }

// Activated returns no sockets here.
func Activated() ([]Socket, error) { return nil, nil }
