package main

// WebSockets over TLS that have had one message and are idle: what the server's process holds for each.

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/gorilla/websocket"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/stream/ws"
)

// idleServers are the servers of the row idle.
var idleServers = []string{"idle-wakeful", "idle-gorilla"}

func wakefulIdle(ready func(net.Addr)) error {
	return acceptTLS(ready, func(loop *wakeful.Loop, c *stream.Conn) {
		_ = ws.Accept(loop, c, func(w *ws.Conn, err error) {
			if err == nil {
				_ = w.OnMessage(func(kind ws.Kind, p []byte) { _ = w.Send(kind, p) }) // its error ends the connection
			}
		})
	})
}

func gorillaIdle(ready func(net.Addr)) error {
	l, err := tls.Listen("tcp", "127.0.0.1:0", certificate())
	if err != nil {
		return err
	}
	ready(l.Addr())
	var upgrader websocket.Upgrader
	return http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		for {
			kind, p, err := c.ReadMessage()
			if err != nil || c.WriteMessage(kind, p) != nil {
				return
			}
		}
	}))
}

// measureIdle prints how much each server holds for each of n idle WebSockets.
func measureIdle(n int) error {
	for _, server := range idleServers {
		// wakeful frees buffers after one to two seconds.
		each, all, err := idleMemory(server, n, 5*time.Second)
		if err != nil {
			return fmt.Errorf("%s: %w", server, err)
		}
		fmt.Printf("%-10s %-13s %9.0f bytes for each of %d, %.1f MB in all\n", "idle", server, each, n, all/1e6)
	}
	return nil
}

// idleMemory returns the resident memory of a server for each of n WebSockets, and with all of them. The
// first hundred make what all share, and are not counted. They are idle for a time when it is read.
func idleMemory(server string, n int, idle time.Duration) (each, all float64, err error) {
	p, err := start(server)
	if err != nil {
		return 0, 0, err
	}
	defer p.end()
	dialer := websocket.Dialer{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ReadBufferSize: 256, WriteBufferSize: 256}
	var clients []*websocket.Conn
	defer func() {
		for _, c := range clients {
			_ = c.Close()
		}
	}()
	open := func(n int) (resident float64, err error) {
		for range n {
			c, response, err := dialer.Dial("wss://"+p.address, nil)
			if err != nil {
				return 0, err
			}
			_ = response.Body.Close()
			clients = append(clients, c)
			if err := c.WriteMessage(websocket.TextMessage, []byte("hello")); err != nil {
				return 0, err
			}
			if _, _, err := c.ReadMessage(); err != nil {
				return 0, err
			}
		}
		time.Sleep(idle)
		u, err := p.usage()
		return float64(u.Resident), err
	}
	before, err := open(100)
	if err != nil {
		return 0, 0, err
	}
	if all, err = open(n); err != nil {
		return 0, 0, err
	}
	return (all - before) / float64(n), all, nil
}
