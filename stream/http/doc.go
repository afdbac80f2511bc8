// Package streamhttp is for HTTP services with many connections that are idle most of the time, and for
// those that keep their state on a loop. Package net/http gives each connection a goroutine with its
// stack and buffers. Here a connection that waits for a request belongs to a wakeful.Loop and costs no
// goroutine, also with TLS. The handlers are those of net/http.
//
//	server := &streamhttp.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
//	err := stream.Listen(loop, "tcp", "localhost:8080", func(l *stream.Listener, err error) {
//		if err == nil {
//			err = server.Serve(l)
//		}
//		if err != nil {
//			log.Fatal(err)
//		}
//	})
//
// For TLS use stream.ListenTLS, and for several loops stream.ListenGroup with server.ServeConn. With
// TLS and several loops, call StartTLS in the function of ListenGroup, and then ServeConn.
//
// The import path ends with http, and the package is called streamhttp: its users import net/http in
// the same files, and a package called http would need another name there.
//
// # Where handlers run
//
// A handler runs on a goroutine of Loop.RunBlocking. It may block. WithMaxWorkers of the loop limits how
// many run at the same time, by default 256; further requests wait without a goroutine. Raise it for
// handlers that wait for long, such as streams of events.
//
// A handler for whose request Server.OnLoop is true is a callback of the loop. It needs no lock for
// state that only callbacks use, and must not block. Its body has arrived before it is called. Conn has
// the connection of a request, and so its loop.
//
// # What is served
//
// HTTP/1.0 and HTTP/1.1 with keep-alive, pipelining, chunked bodies, trailers and 100-continue.
// http.ResponseController works: Flush, SetReadDeadline, SetWriteDeadline, EnableFullDuplex and Hijack.
// Requests of a connection are handled one after the other. During one, 64 KiB of further bytes are
// read at most. A handler whose client does not read waits when 256 KiB wait to be sent, besides the
// write queue of the connection. The context of a request ends when its client goes away, and when the
// handler returns.
//
// Package net/http parses heads and decodes bodies. What its server refuses is refused, with the same
// status, and answers are framed as it frames them. Tests compare both, with a table of requests and
// with random changes of them. What differs:
//
//   - HTTP/2 is not served. A client that uses ALPN must not be offered h2: set tls.Config.NextProtos to
//     nothing or to http/1.1. The preface of HTTP/2 is refused with status 505.
//   - After http.MaxBytesReader has refused a body whose rest is short, the rest is dropped and the
//     connection goes on. Package net/http ends it.
//   - With OnLoop the client is not asked for a body that has arrived already, and a body that cannot be
//     decoded is refused with status 400 before the handler is called.
//   - http.ServerContextKey has no value, because it would have to be an http.Server.
//
// # WebSockets
//
// Upgrade of module stream/ws takes a connection over in a handler. It then lives on a loop, with TLS
// too, and needs no goroutine. Hijack does the same for other protocols.
//
// # The end
//
// Server.Shutdown lets requests finish and closes idle connections. Call it before Shutdown of the loop,
// which ends the contexts of requests and waits for the handlers. Their answers are still sent.
//
// # Platforms
//
// Those of package stream.
package streamhttp
