package main

// WebSockets over TLS that have had one message and are idle: what the server's process holds for each.

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/stream/ws"
)

// idleServers are the servers of the row idle.
var idleServers = []string{"idle-wakeful", "idle-gorilla"}

// releaseMemory returns what the process does not use to the system, again and again.
func releaseMemory() {
	for range time.Tick(500 * time.Millisecond) {
		debug.FreeOSMemory()
	}
}

func wakefulIdle(ready func(net.Addr)) error {
	go releaseMemory()
	return acceptTLS(ready, func(loop *wakeful.Loop, c *stream.Conn) {
		_ = ws.Accept(loop, c, func(w *ws.Conn, err error) {
			if err == nil {
				_ = w.OnMessage(func(kind ws.Kind, p []byte) { _ = w.Send(kind, p) }) // its error ends the connection
			}
		})
	})
}

func gorillaIdle(ready func(net.Addr)) error {
	go releaseMemory()
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
		// wakeful frees buffers after one to two seconds, and Go the memory after that.
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
		return p.resident()
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

// resident returns the memory that the server has from the system, in bytes.
func (p *process) resident() (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmRSS:" {
			kilobytes, err := strconv.ParseFloat(fields[1], 64)
			return kilobytes * 1024, err
		}
	}
	return 0, fmt.Errorf("/proc/PID/status has no VmRSS: %q", status)
}
