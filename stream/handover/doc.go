// Package handover lets a new process of a server take over from the old one, so that a new version
// starts without a refused connection and without a broken answer. Whoever replaces a server process
// has a moment with two processes and one port. Here the listening sockets themselves go from one
// process to the other, through a Unix socket, and connections as well.
//
// The old process:
//
//	l, err := handover.Listen("/run/server/handover")
//	successor, err := l.Accept()
//	err = successor.Offer(ctx, handover.Socket{Name: "web", File: file}) // of stream.Listener.File
//	// The new process accepts now: close the listener, and detach the connections.
//	err = successor.Send(handover.Socket{Name: "connection", File: file, Data: state})
//	err = successor.Close()
//
// The new process:
//
//	predecessor, err := handover.Take(ctx, "/run/server/handover")
//	// Give each of predecessor.Sockets to stream.AdoptListener.
//	err = predecessor.Ready()
//	socket, err := predecessor.Next() // until io.EOF; give it to stream.AdoptConn
//
// If the new process ends before Ready, Offer returns an error, and the old one goes on as before. The
// listening sockets are shared, so connections that nobody has accepted yet wait for whoever accepts.
// A connection can move when its state fits into Data: what the program keeps of it, and the unsent
// bytes that stream.Conn.Detach returns. A connection with TLS cannot; the old process serves it until
// it ends. examples/restart is a whole program.
//
// Who can connect to the Unix socket gets the server's sockets. It has mode 0600: processes of the
// same user and of root.
//
// Activated returns the sockets that a service manager has opened, as systemd does.
//
// Functions may be called on any goroutine. They block, so not in a callback of a loop. On Windows
// they return an error that matches errors.ErrUnsupported.
package handover
