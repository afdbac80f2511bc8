package ws

import (
	"errors"
	"fmt"
	"io"

	"github.com/gobwas/ws"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// How a WebSocket ends.

// Close begins the end: it sends a close frame behind the messages, and OnClose is called when the
// peer has answered, or after the time of WithCloseTimeout. status is 1000 to 4999, without those
// that must not be sent; 0 sends none. reason has at most 123 bytes of UTF-8. Messages that arrive
// until then are delivered. Closing again returns an error that matches ErrClosed.
func (w *Conn) Close(status int, reason string) error {
	if err := w.usable(); err != nil {
		return err
	}
	if status == 0 && reason == "" {
		return w.close(nil)
	}
	if status < 1000 || status > 4999 || len(reason) > 123 || checkClose(ws.StatusCode(status), reason) != nil { //nolint:gosec // the range is checked
		return fmt.Errorf("ws: Close: status %d with a reason of %d bytes cannot be sent; want 0, a status of IANA's list that may be sent, or 3000 to 4999, and at most 123 bytes of UTF-8", status, len(reason))
	}
	return w.close(ws.NewCloseFrameBody(ws.StatusCode(status), reason)) //nolint:gosec // the range is checked
}

// checkClose checks the contents of a close frame.
func checkClose(status ws.StatusCode, reason string) error {
	switch status {
	case 1012, 1013, 1014: // registered with IANA since RFC 6455, whose list CheckCloseFrameData has
		status = ws.StatusInternalServerError
	}
	return ws.CheckCloseFrameData(status, reason)
}

// Abort ends the WebSocket at once, without a close frame. The peer sees an abnormal end.
func (w *Conn) Abort() error {
	return w.set(func() {
		w.discard = true
		_ = w.stream.Abort()
	})
}

// close sends a close frame, once.
func (w *Conn) close(body []byte) error {
	if w.sentClose {
		return nil
	}
	w.sentClose = true
	if err := w.send(ws.OpClose, body, 0); errors.Is(err, stream.ErrQueueFull) {
		_ = w.stream.Abort() // a peer that does not read does not learn why
		return err
	} else if err != nil {
		return err
	}
	timer, err := w.loop.AfterFunc(w.settings.closeTimeout, func() { _ = w.stream.Abort() })
	if err == nil {
		timer.Unref()
		w.closing = timer
	}
	w.onlyEnd()
	return nil
}

// onlyEnd ends our direction when both close frames were exchanged, or nothing more is wanted from
// the peer. A server ends first (RFC 6455, 7.1.1); a client waits for that.
func (w *Conn) onlyEnd() {
	if w.paused && w.sentClose {
		w.paused = false // the peer's close frame has to be read
	}
	w.resume()
	if w.sentClose && (w.gotClose || w.err != nil) && !w.client {
		_ = w.stream.CloseWrite()
	}
}

// fail ends the WebSocket because of a mistake of the peer.
func (w *Conn) fail(status ws.StatusCode, err error) {
	if w.err == nil {
		w.err = err
	}
	w.discard = true
	if w.sentClose {
		_ = w.stream.Close()
		return
	}
	_ = w.close(ws.NewCloseFrameBody(status, ""))
	if w.client {
		_ = w.stream.CloseWrite()
	}
}

// peerEnded is called at the end of TCP.
func (w *Conn) peerEnded() {
	w.sentClose = true // nothing more is sent
	if w.settings.keepAlive > 0 {
		// Nothing can arrive any more. The peer shows that it is there by reading what is queued.
		_ = w.stream.SetWriteTimeout(2 * w.settings.keepAlive)
	}
	_ = w.stream.CloseWrite()
}

// ended is called once, when the stream has ended.
func (w *Conn) ended(err error) {
	w.gone = true
	for _, timer := range []*wakeful.Timer{w.closing, w.alive} {
		if timer != nil {
			timer.Stop()
		}
	}
	if w.bridge != nil {
		w.bridge.connectionEnded(w.loop, w.settings.closeTimeout, err, w.report)
		return
	}
	w.report(err)
}

// report calls OnClose, once.
func (w *Conn) report(err error) {
	switch {
	case w.err != nil:
		err = w.err
	case w.gotClose && !errors.Is(err, stream.ErrUnsent):
		err = nil // whatever happened after the close frames
	case err == nil:
		err = fmt.Errorf("ws: the connection has ended without a close frame: %w", io.ErrUnexpectedEOF)
	}
	if w.onClose != nil {
		w.onClose(w.status, w.reason, err)
	}
}

// watch finds out whether the peer is still there.
func (w *Conn) watch() {
	every := w.settings.keepAlive
	_ = w.stream.SetReadTimeout(2 * every)
	timer, err := w.loop.AfterFunc(every, func() {
		if w.gone || w.sentClose {
			return
		}
		_ = w.Ping(nil) // a full queue is a sign of life, or the write timeout's matter
		_ = w.alive.Reset(every)
	})
	if err == nil {
		timer.Unref() // the connection keeps an auto-exit loop running
		w.alive = timer
	}
}
