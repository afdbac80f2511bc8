package main

// One message to 1,000 WebSockets over TLS, with compression. Four messages are on their way: when all
// clients have got one, the first client asks for the next.

import (
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/stream/ws"
)

// outstanding is how many messages are on their way.
const outstanding = 4

// message returns message number n: its number, and 1 KB of words.
func message(n int) []byte {
	words := [...]string{"order", "price", "quantity", "symbol", "exchange", "trade", "bid", "ask"}
	r := rand.New(rand.NewPCG(1, uint64(n)))
	p := binary.BigEndian.AppendUint64(nil, uint64(n))
	for len(p) < 1024 {
		p = fmt.Appendf(p, "%s:%d ", words[r.IntN(len(words))], r.IntN(10_000))
	}
	return p[:1024]
}

// certificate is one for 127.0.0.1 that the clients do not check.
func certificate() *tls.Config {
	s := httptest.NewUnstartedServer(nil)
	s.StartTLS()
	defer s.Close()
	return &tls.Config{Certificates: s.TLS.Certificates}
}

func wakefulWebSockets(ready func(net.Addr)) error {
	clients, next := map[*ws.Conn]bool{}, 0
	send := func() {
		m, err := ws.NewPreparedMessage(ws.Binary, message(next))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		next++
		for c := range clients {
			_ = c.SendPrepared(m) // its error is the end of the connection
		}
	}
	return acceptTLS(ready, func(loop *wakeful.Loop, c *stream.Conn) {
		_ = ws.Accept(loop, c, func(w *ws.Conn, err error) {
			if err != nil {
				return
			}
			clients[w] = true
			_ = w.OnClose(func(int, string, error) { delete(clients, w) })
			_ = w.OnMessage(func(ws.Kind, []byte) { send() })
		}, ws.WithCompression(0))
	})
}

// acceptTLS calls accept with each connection of a listener with TLS.
func acceptTLS(ready func(net.Addr), accept func(*wakeful.Loop, *stream.Conn)) error {
	return onLoop(func(loop *wakeful.Loop) error {
		return stream.ListenTLS(loop, "tcp", "127.0.0.1:0", certificate(), accepting(ready, func(c *stream.Conn) { accept(loop, c) }))
	})
}

// acceptTCP calls accept with each connection of a listener without TLS.
func acceptTCP(ready func(net.Addr), accept func(*stream.Conn), options ...wakeful.Option) error {
	return onLoop(func(loop *wakeful.Loop) error {
		return stream.Listen(loop, "tcp", "127.0.0.1:0", accepting(ready, accept))
	}, options...)
}

// accepting is the function for a listener.
func accepting(ready func(net.Addr), accept func(*stream.Conn)) func(*stream.Listener, error) {
	return func(l *stream.Listener, err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		_ = l.OnAccept(accept)
		ready(l.Addr())
	}
}

func gorillaWebSockets(ready func(net.Addr)) error {
	var mu sync.Mutex
	clients, next := map[chan *websocket.PreparedMessage]bool{}, 0
	send := func() {
		mu.Lock()
		defer mu.Unlock()
		m, err := websocket.NewPreparedMessage(websocket.BinaryMessage, message(next))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		next++
		for c := range clients {
			c <- m
		}
	}
	upgrader := websocket.Upgrader{EnableCompression: true}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Before the client can know that it is connected, or it would miss what is sent then.
		queue := make(chan *websocket.PreparedMessage, 2*outstanding)
		mu.Lock()
		clients[queue] = true
		mu.Unlock()
		defer func() {
			mu.Lock()
			delete(clients, queue)
			mu.Unlock()
			close(queue)
		}()
		c, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		go func() {
			for m := range queue {
				_ = c.WritePreparedMessage(m) // its error is the end of the connection
			}
		}()
		for {
			if _, _, err := c.ReadMessage(); err != nil {
				return
			}
			send()
		}
	})
	l, err := tls.Listen("tcp", "127.0.0.1:0", certificate())
	if err != nil {
		return err
	}
	ready(l.Addr())
	return http.Serve(l, handler)
}

// samplePrepared has a server send so many messages to so many clients.
func samplePrepared(receivers, messages int) func(string) (figures, error) {
	return func(server string) (figures, error) { return deliver(server, receivers, messages) }
}

// deliver connects the clients and counts what they get. Each message must arrive whole.
func deliver(server string, receivers, messages int) (f figures, err error) {
	p, err := start(server)
	if err != nil {
		return f, err
	}
	defer p.end()
	dialer := websocket.Dialer{EnableCompression: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	clients := make([]*websocket.Conn, receivers)
	defer func() {
		for _, c := range clients {
			if c != nil {
				_ = c.Close()
			}
		}
	}()
	for i := range clients {
		c, response, err := dialer.Dial("wss://"+p.address, nil)
		if err != nil {
			return f, err
		}
		_ = response.Body.Close()
		clients[i] = c
	}
	expected := make([]string, messages+outstanding)
	for n := range expected {
		expected[n] = string(message(n))
	}
	got := make([]atomic.Int64, len(expected))
	var failed atomic.Pointer[error]
	var asking sync.Mutex
	done := make(chan struct{})
	finish := sync.OnceFunc(func() { close(done) })
	ask := func() error {
		asking.Lock()
		defer asking.Unlock()
		return clients[0].WriteMessage(websocket.BinaryMessage, []byte("next"))
	}
	receive := func(c *websocket.Conn) error {
		for n := 0; ; n++ {
			_, m, err := c.ReadMessage()
			if err != nil {
				return err
			}
			if n >= len(expected) || string(m) != expected[n] {
				return errors.New("a message is wrong")
			}
			if got[n].Add(1) < int64(receivers) {
				continue
			}
			if n == messages-1 {
				finish()
			} else if n < messages {
				if err := ask(); err != nil {
					return err
				}
			}
		}
	}
	before, err := p.cpu()
	if err != nil {
		return f, err
	}
	began := time.Now()
	for _, c := range clients {
		go func() {
			if err := receive(c); err != nil {
				failed.CompareAndSwap(nil, &err)
				finish()
			}
		}()
	}
	for range outstanding {
		if err := ask(); err != nil {
			return f, err
		}
	}
	<-done
	took := time.Since(began)
	if err := failed.Load(); err != nil {
		return f, *err
	}
	after, err := p.cpu()
	deliveries := float64(messages * receivers)
	return figures{rate: deliveries / took.Seconds(), cpu: float64((after - before).Microseconds()) / deliveries}, err
}
