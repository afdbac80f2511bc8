package latency

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// This file owns the common parts of the lanes over streams and datagrams: a writer for the sender,
// and a receiver that reads numbers.

// receive runs a receiver: it calls arrive for each message until the end, and then closes its
// source.
type receive func(arrive func(uint64)) error

// endMessage is the message that ends a receiver of datagrams or events, because these do not report
// the end. An eventfd can hold it.
const endMessage = uint64(1) << 63

// streamWire writes numbers.
type streamWire struct {
	to      io.WriteCloser
	message [8]byte
	ended   chan struct{}
	// datagrams: the receiver cannot detect the end, so it gets endMessage. Also set for events.
	datagrams bool
	err       error // belongs to the receiver until ended is closed
}

// start runs the receiver.
func start(b *board, to io.WriteCloser, run receive) *streamWire {
	w := &streamWire{to: to, ended: make(chan struct{})}
	go func() {
		defer close(w.ended)
		if w.err = run(b.arrive); w.err != nil {
			b.fail(w.err)
		}
	}()
	return w
}

func (w *streamWire) send(number uint64) error {
	binary.NativeEndian.PutUint64(w.message[:], number)
	_, err := w.to.Write(w.message[:])
	return err
}

func (w *streamWire) close() error {
	var err error
	if w.datagrams {
		err = w.send(endMessage)
	}
	err = errors.Join(err, w.to.Close())
	<-w.ended
	return errors.Join(err, w.err)
}

// blocking returns a receiver that reads whole messages with blocking reads, and closes the reader.
func blocking(from io.ReadCloser) receive {
	return func(arrive func(uint64)) error {
		defer from.Close()
		var message [8]byte
		for {
			switch n, err := from.Read(message[:]); {
			case errors.Is(err, io.EOF):
				return nil
			case err != nil:
				return fmt.Errorf("reading: %w", err)
			case n < len(message):
				return fmt.Errorf("reading: %d bytes of a message of %d", n, len(message))
			}
			number := binary.NativeEndian.Uint64(message[:])
			if number == endMessage {
				return nil
			}
			arrive(number)
		}
	}
}
