//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/stream"
)

var benchReply = []byte("$11\r\nhello world\r\n")

// BenchmarkReplies answers lines: with a Write for each reply, and with one Write for all replies to
// what arrived together. commands is the number of lines that a client sends at once.
func BenchmarkReplies(b *testing.B) {
	answer := map[string]func(*stream.Conn, []byte){
		"each": func(c *stream.Conn, p []byte) {
			for range bytes.Count(p, []byte("\n")) {
				_, _ = c.Write(benchReply)
			}
		},
	}
	var out []byte
	answer["by-hand"] = func(c *stream.Conn, p []byte) {
		out = out[:0]
		for range bytes.Count(p, []byte("\n")) {
			out = append(out, benchReply...)
		}
		_, _ = c.Write(out)
	}
	for _, commands := range []int{1, 16} {
		for _, conns := range []int{1, 50} {
			for _, write := range []string{"each", "by-hand"} {
				b.Run(fmt.Sprintf("write=%s/commands=%d/conns=%d", write, commands, conns), func(b *testing.B) {
					l := running(b)
					listener := serve(b, l, "tcp", func(c *stream.Conn) {
						check(b, c.OnData(func(p []byte) { answer[write](c, p) }))
					})
					request := bytes.Repeat([]byte("GET a-key\r\n"), commands)
					var clients sync.WaitGroup
					var peers []net.Conn
					for range conns {
						peers = append(peers, connect(b, listener))
					}
					b.ResetTimer()
					for i, peer := range peers {
						rounds := b.N / conns
						if i < b.N%conns {
							rounds++
						}
						clients.Go(func() {
							replies := make([]byte, commands*len(benchReply))
							for range rounds {
								if _, err := peer.Write(request); err != nil {
									b.Error(err)
									return
								}
								if _, err := io.ReadFull(peer, replies); err != nil {
									b.Error(err)
									return
								}
							}
						})
					}
					clients.Wait()
				})
			}
		}
	}
}
