//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/stream/ws"
)

// A WebSocket without net/http, on a connection of package stream. OnClose gets the status and the
// reason of the side that has closed it.
func ExampleAccept() {
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	stream.Listen(loop, "tcp", "localhost:0", func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		l.OnAccept(func(accepted *stream.Conn) {
			l.Close() // one client is enough here
			ws.Accept(loop, accepted, func(c *ws.Conn, err error) {
				if err != nil {
					log.Fatal(err)
				}
				c.OnMessage(func(_ ws.Kind, p []byte) {
					c.Send(ws.Text, []byte("you said "+string(p)))
					c.Close(ws.StatusGoingAway, "closing time")
				})
			})
		})
		ws.Dial(loop, "ws://"+l.Addr().String(), func(c *ws.Conn, err error) {
			if err != nil {
				log.Fatal(err)
			}
			c.OnMessage(func(_ ws.Kind, p []byte) { fmt.Printf("%s\n", p) })
			c.OnClose(func(status int, reason string, err error) { fmt.Println(status, reason, err) })
			c.Send(ws.Text, []byte("hello"))
		})
	})
	loop.Run(context.Background())
	// Output:
	// you said hello
	// 1001 closing time <nil>
}

// A ping and its pong say how far the peer is: it has handled all messages before them.
func ExampleConn() {
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := ws.Upgrade(w, r, loop, func(c *ws.Conn, err error) {
			if err != nil {
				log.Fatal(err)
			}
			c.OnMessage(func(_ ws.Kind, p []byte) { fmt.Printf("received %s\n", p) })
		})
		if err != nil {
			log.Print(err)
		}
	}))
	defer server.Close()
	ws.Dial(loop, "ws"+strings.TrimPrefix(server.URL, "http"), func(c *ws.Conn, err error) {
		if err != nil {
			log.Fatal(err)
		}
		c.OnMessage(func(ws.Kind, []byte) {}) // starts reading
		c.OnPong(func(p []byte) {
			fmt.Printf("pong %s\n", p)
			c.Close(ws.StatusNormal, "")
		})
		c.Send(ws.Text, []byte("one"))
		c.Send(ws.Text, []byte("two"))
		c.Ping([]byte("after two"))
	})
	loop.Run(context.Background())
	// Output:
	// received one
	// received two
	// pong after two
}

// A server that does not speak WebSocket is an error of the handshake.
func ExampleDial() {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	ws.Dial(loop, "ws"+strings.TrimPrefix(server.URL, "http"), func(c *ws.Conn, err error) {
		fmt.Println(errors.Is(err, ws.ErrHandshake))
		fmt.Println(err)
	}, ws.WithHeader(http.Header{"Authorization": {"Bearer token"}}))
	loop.Run(context.Background())
	// Output:
	// true
	// ws: the opening handshake has failed: the server answers 404 Not Found
}

// A request that is not for a WebSocket is answered like any other of net/http.
func ExampleUpgrade() {
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := ws.Upgrade(w, r, loop, func(c *ws.Conn, err error) { fmt.Println("not reached") })
		fmt.Println(errors.Is(err, ws.ErrHandshake)) // the client has its answer
	}))
	defer server.Close()
	response, err := http.Get(server.URL)
	if err != nil {
		log.Fatal(err)
	}
	response.Body.Close()
	fmt.Println(response.Status)
	// Output:
	// true
	// 426 Upgrade Required
}

// Both sides name the protocols that they speak, and the server chooses. A message above the limit
// ends the connection before it is received.
func ExampleOption() {
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := ws.Upgrade(w, r, loop, func(c *ws.Conn, err error) {
			if err != nil {
				log.Fatal(err)
			}
			c.OnMessage(func(kind ws.Kind, p []byte) { c.Send(kind, p) })
		}, ws.WithSubprotocols("chat.v2", "chat.v1"), ws.WithMaxMessageSize(1000))
		if err != nil {
			log.Print(err)
		}
	}))
	defer server.Close()
	ws.Dial(loop, "ws"+strings.TrimPrefix(server.URL, "http"), func(c *ws.Conn, err error) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(c.Subprotocol())
		c.OnClose(func(status int, _ string, _ error) { fmt.Println(status == ws.StatusTooLarge) })
		c.OnMessage(func(ws.Kind, []byte) {}) // needed to notice the end
		c.Send(ws.Binary, make([]byte, 1001))
	}, ws.WithSubprotocols("chat.v1"))
	loop.Run(context.Background())
	// Output:
	// chat.v1
	// true
}

// A server can accept one kind of messages only.
func ExampleKind() {
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := ws.Upgrade(w, r, loop, func(c *ws.Conn, err error) {
			if err != nil {
				log.Fatal(err)
			}
			c.OnMessage(func(kind ws.Kind, p []byte) {
				if kind != ws.Text {
					c.Close(ws.StatusPolicyViolation, "text only, this is "+kind.String())
					return
				}
				c.Send(kind, p)
			})
		})
		if err != nil {
			log.Print(err)
		}
	}))
	defer server.Close()
	ws.Dial(loop, "ws"+strings.TrimPrefix(server.URL, "http"), func(c *ws.Conn, err error) {
		if err != nil {
			log.Fatal(err)
		}
		c.OnMessage(func(kind ws.Kind, p []byte) {
			fmt.Printf("%v: %s\n", kind, p)
			c.Send(ws.Binary, p)
		})
		c.OnClose(func(status int, reason string, _ error) { fmt.Println(status, reason) })
		c.Send(ws.Text, []byte("hello"))
	})
	loop.Run(context.Background())
	// Output:
	// Text: hello
	// 1008 text only, this is Binary
}

// A prepared message is framed and compressed once for all that get it, here the guests of a room.
func ExampleConn_SendPrepared() {
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	var room []*ws.Conn
	stream.Listen(loop, "tcp", "localhost:0", func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		l.OnAccept(func(accepted *stream.Conn) {
			ws.Accept(loop, accepted, func(guest *ws.Conn, err error) {
				if err != nil {
					log.Fatal(err)
				}
				if room = append(room, guest); len(room) < 2 {
					return
				}
				l.Close() // the room is full
				welcome, err := ws.NewPreparedMessage(ws.Text, []byte("welcome, all"))
				if err != nil {
					log.Fatal(err)
				}
				for _, guest := range room {
					guest.OnMessage(func(ws.Kind, []byte) {}) // starts reading
					guest.SendPrepared(welcome)
					guest.Close(ws.StatusNormal, "")
				}
			}, ws.WithCompression(256))
		})
		for range 2 {
			ws.Dial(loop, "ws://"+l.Addr().String(), func(c *ws.Conn, err error) {
				if err != nil {
					log.Fatal(err)
				}
				c.OnMessage(func(_ ws.Kind, p []byte) { fmt.Printf("%s\n", p) })
			}, ws.WithCompression(256))
		}
	})
	loop.Run(context.Background())
	// Output:
	// welcome, all
	// welcome, all
}
