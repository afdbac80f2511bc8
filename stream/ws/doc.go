// Package ws is for programs that serve or use WebSockets and keep their state on one goroutine.
// The usual libraries give each connection a goroutine that blocks, so what the connections share
// needs a lock. Here all callbacks run on a wakeful.Loop, one at a time.
//
//	http.HandleFunc("/chat", func(w http.ResponseWriter, r *http.Request) {
//		err := ws.Upgrade(w, r, loop, func(c *ws.Conn, err error) {
//			if err != nil {
//				return
//			}
//			c.OnMessage(func(kind ws.Kind, p []byte) { c.Send(kind, p) })
//		})
//		if err != nil {
//			log.Print(err)
//		}
//	})
//
// Upgrade takes a connection over from net/http. Accept does the handshake on a stream.Conn, and
// Dial is the client. The protocol is RFC 6455 with permessage-deflate of RFC 7692. Frames are
// encoded and checked by github.com/gobwas/ws.
//
// # Which goroutine
//
// Any goroutine may call Upgrade and Dial. Everything else belongs to the loop's callbacks. Called
// elsewhere it returns wakeful.ErrNotOnLoop.
//
// # Messages
//
// OnMessage receives whole messages. Text is checked to be UTF-8. The slice is valid until the
// function returns. A message above the limit of WithMaxMessageSize ends the connection with status
// 1009, before it is received.
//
// SendPrepared sends a message to many WebSockets: it is framed and compressed once for all of them.
//
// A loop decompresses at most 64 KiB before it runs other callbacks, for all its connections
// together, so a small message that becomes a large one does not delay them. Frames behind it wait,
// pings and close frames included. A message that is not complete when the loop ends is dropped.
//
// # Backpressure
//
// Send accepts a message or returns an error that matches stream.ErrQueueFull and sends nothing of
// it. The watermarks are those of the stream.Conn, see Conn.Stream, AboveHighWatermark and OnDrain.
// Pause stops reading.
//
// # The end of a connection
//
// Close sends a close frame and waits for the peer's for at most the time of WithCloseTimeout.
// OnClose is called exactly once, with the peer's status. It is 1006 if the peer has sent none, and
// 1005 if its close frame had none. After a mistake in the protocol the peer gets status 1002, 1007
// or 1009, and OnClose an error. WithKeepAlive finds peers that are gone.
//
// When the loop ends, the delivery of accepted messages is that of package stream: Shutdown sends
// them. If its context ends first, OnClose gets an error that matches stream.ErrUnsent. After
// Upgrade from net/http's TLS the number of bytes in it includes those of TLS.
package ws
