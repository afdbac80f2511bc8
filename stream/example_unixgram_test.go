//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"fmt"
	"log"
	"net"
	"os"
	"path/filepath"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// A server of Unix packets answers the sender of each packet.
func ExampleUnixgramConn() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	path := filepath.Join(dir, "server")
	stream.ListenUnixgram(loop, path, func(server *stream.UnixgramConn, err error) {
		if err != nil {
			log.Fatal(err)
		}
		server.OnPacket(func(packet []byte, from string) {
			server.SendTo(fmt.Appendf(nil, "%s to you too", packet), from)
		})
		go func() { // a client, which ends the server
			local, remote := &net.UnixAddr{Name: path + "-client"}, &net.UnixAddr{Name: path}
			c, err := net.DialUnix("unixgram", local, remote)
			if err != nil {
				log.Fatal(err)
			}
			defer c.Close()
			c.Write([]byte("hello"))
			answer := make([]byte, 100)
			n, _ := c.Read(answer)
			fmt.Printf("%s\n", answer[:n])
			loop.Shutdown(context.Background())
		}()
	})
	loop.Run(context.Background())
	// Output: hello to you too
}
