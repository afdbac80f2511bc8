//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/netip"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// A server of UDP answers the sender of each packet.
func ExamplePacketConn() {
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	stream.ListenPacket(loop, "udp", "localhost:0", func(server *stream.PacketConn, err error) {
		if err != nil {
			log.Fatal(err)
		}
		server.OnPacket(func(packet []byte, from netip.AddrPort) {
			server.SendTo(fmt.Appendf(nil, "%s to you too", packet), from)
		})
		go func() { // a client, which ends the server
			c, err := net.Dial("udp", server.LocalAddr().String())
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
