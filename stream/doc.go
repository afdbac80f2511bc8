// Package stream is for programs that keep the state of their connections on one
// goroutine. Package net gives each connection a goroutine that blocks, so what the
// connections share needs a lock. Here connections belong to a wakeful.Loop, and all
// their callbacks run there, one at a time. So state that only these callbacks use
// needs no lock, and an idle connection needs no stack.
//
//	err := stream.Listen(loop, "tcp", "localhost:7000", func(l *stream.Listener, err error) {
//		if err != nil {
//			log.Print(err)
//			return
//		}
//		l.OnAccept(func(c *stream.Conn) {
//			c.OnData(func(p []byte) { c.Write(p) })
//		})
//	})
//
// TCP and Unix connections use Listen, Dial and Conn. UDP sockets use ListenPacket and PacketConn,
// and Unix sockets for packets ListenUnixgram and UnixgramConn. ListenTLS, DialTLS and Conn.StartTLS
// add TLS. Module stream/ws has WebSockets. AdoptConn, AdoptListener, AdoptPacketConn and
// AdoptUnixgramConn give the loop a socket that package net, a service manager or a hijacked request
// has opened.
//
// A server with many busy connections in a process of its own makes its loop with
// wakeful.WithBlockingPoll.
//
// # Which goroutine
//
// Any goroutine may call the functions that create something: Listen, Dial, ListenPacket and the
// Adopt functions. Their result arrives in a callback on the loop. Methods belong to the loop's
// callbacks. Called from elsewhere they do nothing and return wakeful.ErrNotOnLoop. Conn.Do is for
// any goroutine: it has a function called where the connection can be used, also if the connection
// moves to another loop meanwhile. Go's resolver
// looks up host names on a goroutine, so a lookup does not block the loop. Literal addresses need
// no lookup.
//
// # Ownership of buffers
//
// OnData and OnPacket receive a slice of the loop's read buffer, which all connections share. It is
// valid until the callback returns: copy the bytes that you keep. Write copies the bytes that it does
// not send at once, so the caller may reuse its slice when Write returns. Between events a
// connection with an empty queue holds no memory for writing.
//
// # Joined writes
//
// A Write is cheap: it copies the bytes. What callbacks write to a connection goes out together,
// with one system call: when the callback of the connection's own event has returned, or at the end
// of the turn's phase for what other callbacks have written. So a server can answer each of 16
// pipelined commands with a Write of its own. Call Flush in a callback that goes on computing after
// it has written. SetJoinWrites(false) brings back a system call for each Write.
//
// # Backpressure
//
// If a peer does not read, the write queue grows. Above the high watermark, AboveHighWatermark is
// true. The writer should then stop its source, for example with Pause on the connection that the
// bytes come from, until OnDrain reports that the queue has fallen to the low watermark. Watermarks
// are advice, the limit is not: at the limit Write returns how much it accepted and ErrQueueFull.
// WriteAll does not split a message: it accepts all of it or nothing. A connection whose peer
// stalls holds at most its limit, two blocks, and with WriteAll the largest message. In the other
// direction, Pause leaves incoming bytes in the kernel, whose window then stops the peer.
//
// # The end of a connection
//
// Close ends a connection when what was written is sent, and Abort ends it at once. CloseWrite sends
// the queue and then ends the write direction. OnEOF is called when the peer has ended its direction. A connection closes when both directions
// have ended, and after an error or a timeout. OnClose is called exactly once, as a close callback
// of the turn. No other callback of the connection comes after it.
//
// If a function that gets a new connection, listener or socket panics or calls runtime.Goexit, that
// is closed, because nobody has finished setting it up. After a panic in another callback the
// connection stays open.
//
// # Delivery
//
// Bytes count as accepted when Write has included them in its n, or WriteAll has returned nil. The
// peer receives them in order, and it sees a clean end (FIN) only after all of them. Abort, an
// error, a timeout and the end of the loop may drop accepted bytes. Then TCP is reset, and the peer's
// read fails with ECONNRESET after some of the bytes. Unix sockets have no reset: the peer sees an
// end in both cases. Only a length or an end mark in the protocol tells it whether it has everything.
// The same holds for bytes that Write refused.
//
// # The end of the loop
//
// Shutdown first runs the submitted functions. Then it closes the listeners, and each connection
// sends its queue. Work of Loop.RunBlocking continues during that time, and bytes that its results
// write are sent as well. Shutdown returns nil when everything is sent. On Linux, the systems of
// TCP peers have then acknowledged it as well. Elsewhere, only this system has taken it. Shutdown
// does not wait for a connection that has nothing to send, whatever its peer does. It cancels a
// connection that is still being dialed.
//
// After Shutdown has begun, no input is delivered, and no callback but OnClose is called. A source
// that waits for OnDrain does not finish; finish it before Shutdown. Timeouts do not count.
// Shutdown waits for a peer that does not read until the context of a Shutdown ends, and then drops
// the queue. Close and the end of Run's context drop it at once, and so does an auto-exit loop that
// ends with unreferenced connections.
//
// OnClose of a connection that was open gets an error that matches wakeful.ErrClosed, and also
// ErrUnsent if accepted bytes were dropped. On Linux, bytes that the system of a TCP peer has not
// acknowledged count as well. If nothing was dropped, the connection is not reset, so the system
// may still deliver them. All descriptors are closed before the loop's Done. In a program, pass
// Shutdown a context with a time limit.
//
// # Platforms
//
// On Linux, the package uses epoll. On macOS and the BSDs it uses kqueue; that code has been
// compiled and not run. Elsewhere everything compiles, and the constructors return an error that
// matches errors.ErrUnsupported.
//
// Urgent data of TCP is skipped. Data that was sent directly after it may be delivered only with
// the next data.
package stream
