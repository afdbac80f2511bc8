//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

import (
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"

	"github.com/gobwas/ws"
	"github.com/wakeful-go/wakeful"
	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

// leavings are the ways in which a function does not return.
var leavings = map[string]func(){"panic": func() { panic("on purpose") }, "Goexit": runtime.Goexit}

// TestClosedAfterPanic: a WebSocket whose function panics or calls Goexit is closed. The peer gets
// the status of an internal error.
func TestClosedAfterPanic(t *testing.T) {
	for leaving, leave := range leavings {
		t.Run("Accept/"+leaving, func(t *testing.T) {
			l := running(t, wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
			ends := make(chan ending, 1)
			address := serve(t, l, func(c *wakews.Conn, err error) {
				check(t, err)
				check(t, c.OnClose(func(status int, reason string, err error) { ends <- ending{status, reason, err} }))
				leave()
			})
			p, _ := connect(t, address, "")
			f, err := ws.ReadFrame(p.in) //nolint:staticcheck // the peer is this test
			check(t, err)
			equal(t, "opcode", f.Header.OpCode, ws.OpClose)
			status, _ := ws.ParseCloseFrameData(f.Payload)
			equal(t, "status", int(status), wakews.StatusInternalError)
			check(t, p.Close())
			if e := <-ends; e.err == nil {
				t.Error("OnClose got no error")
			}
		})
		t.Run("Dial/"+leaving, func(t *testing.T) {
			l := running(t, wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
			ends := make(chan ending, 1)
			address := serve(t, l, echo(t, ends))
			check(t, wakews.Dial(l, "ws://"+address, func(_ *wakews.Conn, err error) {
				check(t, err)
				leave()
			}))
			equal(t, "status", (<-ends).status, wakews.StatusInternalError)
		})
	}
}

// TestClosedAfterPanicOnError: a connection whose handshake fails is closed even if the function
// that gets the error does not return.
func TestClosedAfterPanicOnError(t *testing.T) {
	for leaving, leave := range leavings {
		for name, request := range map[string]string{
			"no HTTP":    "hello\r\n\r\n",
			"a long one": strings.Repeat("x", 20<<10),
		} {
			t.Run(name+"/"+leaving, func(t *testing.T) {
				l := running(t, wakeful.WithPanicHandler(func(*wakeful.PanicError) {}))
				address := serve(t, l, func(_ *wakews.Conn, err error) {
					matches(t, err, wakews.ErrHandshake)
					leave()
				})
				c, err := net.Dial("tcp", address)
				check(t, err)
				defer c.Close()
				_, _ = io.WriteString(c, request) // the connection may be closed before the end
				if _, err := c.Read(make([]byte, 1)); err == nil || errors.Is(err, net.ErrClosed) {
					t.Errorf("the peer sees %v, want the end", err)
				}
			})
		}
	}
}
