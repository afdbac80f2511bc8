//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream/ws"
)

// A chat: the server sends each message to everybody in the room. All callbacks run on the loop, so
// the room needs no lock.
func Example() {
	loop, err := wakeful.New(wakeful.WithAutoExit()) // Run returns when the clients have left
	if err != nil {
		log.Fatal(err)
	}
	room := map[*ws.Conn]bool{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := ws.Upgrade(w, r, loop, func(c *ws.Conn, err error) {
			if err != nil {
				log.Print(err)
				return
			}
			room[c] = true
			c.OnClose(func(int, string, error) { delete(room, c) })
			c.OnMessage(func(kind ws.Kind, p []byte) {
				for member := range room {
					if err := member.Send(kind, p); err != nil {
						log.Print(err) // this member does not read, or is leaving
					}
				}
			})
		})
		if err != nil {
			log.Print(err)
		}
	}))
	defer server.Close()
	address := "ws" + strings.TrimPrefix(server.URL, "http")
	err = ws.Dial(loop, address, func(c *ws.Conn, err error) {
		if err != nil {
			log.Fatal(err)
		}
		c.OnMessage(func(_ ws.Kind, p []byte) {
			fmt.Printf("%s\n", p)
			c.Close(ws.StatusNormal, "goodbye")
		})
		c.Send(ws.Text, []byte("Anna: hello"))
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := loop.Run(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output: Anna: hello
}
