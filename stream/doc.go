// Package stream is for programs that keep the state of their connections on one
// goroutine. Package net gives each connection a goroutine that blocks, and so a
// lock to whatever they share; here connections live on a wakeful.Loop, and all
// their callbacks run there, one at a time: state that they alone touch needs no
// lock, and a connection that waits costs no stack.
//
//	loop.Submit(func() {
//		stream.Listen(loop, "tcp", "localhost:7000", func(l *stream.Listener, err error) {
//			if err != nil {
//				return
//			}
//			l.OnAccept(func(c *stream.Conn) {
//				c.OnData(func(p []byte) { c.Write(p) })
//			})
//		})
//	})
//
// There are TCP and Unix connections (Listen, Dial, Conn) and UDP sockets (Bind,
// PacketConn).
//
// # Which goroutine
//
// The functions and methods that take part in I/O belong to the loop's callbacks.
// Called from elsewhere they do nothing and return wakeful.ErrNotOnLoop: submit a
// function that calls them. Host names are looked up by Go's resolver on a
// goroutine, so no lookup holds the loop up; literal addresses need none.
//
// # Who owns which bytes
//
// What OnData and OnPacket get is the loop's read buffer, one for all of its
// connections. It is valid until the callback returns, and then overwritten: copy
// what is to be kept. Write copies what the kernel does not take at once, so its
// argument is the caller's again when it returns. The copies are in pooled blocks
// of 16 KiB, and nothing is held for a connection whose queue is empty.
//
// # Backpressure
//
// A peer that does not read makes the write queue grow. Above the high watermark
// Congested is true; the writer had better stop its source then, by Pause on the
// connection that the bytes come from, until OnDrain says that the queue has
// fallen to the low watermark. Nobody is forced to: beyond its limit the queue
// takes nothing more, and Write returns how much it took and ErrQueueFull. A
// connection whose peer stalls holds its limit and two blocks at most. In the
// other direction Pause leaves what arrives to the kernel, whose window then
// stops the peer.
//
// # How a connection ends
//
// Close ends it at once. CloseWrite sends what is queued and then tells the peer
// that nothing more will come; OnEOF says that the peer has done so. A connection
// whose both directions have ended is closed. An error or a timeout closes it.
// OnClose is called exactly once, whatever the reason, in the closings phase of
// the turn; no other callback of the connection comes after it.
//
// When the loop ends, by Shutdown, Close or its context, it has no turns left in
// which the connections could work on: they are closed, what is queued is dropped,
// and OnClose gets an error that matches wakeful.ErrTerminated. So does a connection
// that needs the poller while the loop is still draining what was submitted. To
// part in peace, close the connections first. All this is over, and every
// descriptor closed, before the loop's Done and the return of its Shutdown.
//
// # Where it works
//
// On Linux, with epoll. For kqueue, on macOS and the BSDs, it has been compiled, and
// run nowhere. Elsewhere everything compiles, and Listen, Dial and Bind return an
// error that matches errors.ErrUnsupported.
//
// Urgent data of TCP is skipped, and what was sent right behind it may wait for
// what is sent next.
package stream
