// Package stream is for programs that keep the state of their connections on one
// goroutine. Package net gives each connection a goroutine that blocks, so what the
// connections share needs a lock. Here connections live on a wakeful.Loop, and all
// their callbacks run there, one at a time: state that only they touch needs no lock,
// and an idle connection needs no stack.
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
// There are TCP and Unix connections (Listen, Dial, Conn) and UDP sockets
// (ListenPacket, PacketConn). AdoptConn, AdoptListener and AdoptPacketConn move sockets
// to the loop that package net, a service manager or a hijacked request has opened.
//
// # Which goroutine
//
// Any goroutine may call the functions that make something: Listen, Dial, ListenPacket
// and the Adopt functions. Their result arrives in a callback on the loop. Methods belong
// to the loop's callbacks: called from elsewhere they do nothing and return
// wakeful.ErrNotOnLoop. Host names are looked up by Go's resolver on a goroutine, so a
// lookup does not block the loop; literal addresses need none.
//
// # Who owns which bytes
//
// What OnData and OnPacket get is the loop's read buffer, one for all connections. It is
// valid until the callback returns: copy what you keep. Write copies what the kernel does
// not take at once, so its argument is the caller's again when it returns. The copies are
// in pooled blocks of 16 KiB; a connection with an empty queue holds none.
//
// # Backpressure
//
// A peer that does not read makes the write queue grow. Above the high watermark
// AboveHighWatermark is true. The writer should then stop its source, for example with
// Pause on the connection that the bytes come from, until OnDrain says that the queue has
// fallen to the low watermark. That is advice: beyond its limit the queue takes nothing
// more, and Write returns how much it accepted and ErrQueueFull. WriteAll does not split
// a message: it accepts all of it or nothing. A connection whose peer stalls holds its
// limit, two blocks, and with WriteAll the largest message. In the other direction, Pause
// leaves what arrives in the kernel, whose window then stops the peer.
//
// # How a connection ends
//
// Close ends it at once. CloseWrite sends what is queued and then tells the peer that
// nothing more will come; OnEOF says that the peer has done so. A connection whose both
// directions have ended is closed. An error or a timeout closes it. OnClose is called
// exactly once, as a close callback of the turn; no other callback of the connection
// comes after it.
//
// # Which bytes arrive
//
// Bytes count as accepted when Write has returned them in its n, or WriteAll nil. The peer
// receives them in order, and it sees a clean end (FIN) only behind all of them. When
// accepted bytes have to be dropped, because of Close, an error, a timeout or the end of
// the loop, TCP is reset, and the peer's read fails with ECONNRESET after some of them.
// Unix sockets have no reset: there a peer sees an end in both cases, and only a length or
// an end mark in the protocol tells it whether it has everything. The same holds for what
// Write refused.
//
// # How the loop ends
//
// Shutdown first runs what was submitted. Then listeners are closed, and each connection
// sends what it has queued, while the work of wakeful.Go still goes on; what its results
// write is sent as well. Shutdown returns nil when all of it is sent, on Linux also
// acknowledged by the systems of TCP peers. It does not wait for a connection that has
// nothing to send, whatever its peer does. A connection that is still being dialed is
// given up.
//
// From Shutdown on nothing that arrives is delivered, and no callback but OnClose is
// called. A source that waits for OnDrain is not finished; finish it before Shutdown.
// Timeouts do not count; a peer that does not read is waited for until the context of a
// Shutdown ends. What is queued then is dropped. Close and the end of Run's context drop
// it at once, and so does an auto-exit loop that ends with unreferenced connections.
//
// OnClose of a connection that was open gets an error that matches wakeful.ErrClosed, and
// also ErrUnsent if accepted bytes were dropped. All descriptors are closed before the
// loop's Done. In a program, pass Shutdown a context with a time limit.
//
// # Where it works
//
// On Linux, with epoll. For kqueue, on macOS and the BSDs, it has been compiled, and not
// run. Elsewhere everything compiles, and what makes connections returns an error that
// matches errors.ErrUnsupported.
//
// Urgent data of TCP is skipped, and what was sent right behind it may wait for what is
// sent next.
package stream
