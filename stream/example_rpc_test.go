//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log"
	"net"
	"strings"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

func answer(loop *wakeful.Loop, c *stream.Conn) {
	var partial []byte
	c.OnData(func(p []byte) {
		partial = append(partial, p...)
		for {
			line, rest, complete := bytes.Cut(partial, []byte("\n"))
			if !complete {
				break
			}
			number, word, _ := strings.Cut(string(line), " ")
			partial = rest
			if word != "slow" {
				fmt.Fprintf(c, "%s %s\n", number, strings.ToUpper(word))
				continue
			}
			work := func(context.Context) (string, error) { return "slow work is done", nil }
			err := loop.RunBlocking(context.Background(), work, func(result string, err error) {
				if err == nil {
					fmt.Fprintf(c, "%s %s\n", number, result) // an error if c has ended since
				}
			})
			if err != nil {
				c.Close() // the loop is ending
			}
		}
		if len(partial) > 1000 {
			c.Abort()
		}
	})
}

// A request is a line with a number and a word. Short work is done on the loop. Work that blocks goes
// to RunBlocking, and its answer may come behind later ones.
func Example_rpcServer() {
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	go loop.Run(context.Background())
	addresses := make(chan string)
	err = stream.Listen(loop, "tcp", "localhost:0", func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		l.OnAccept(func(c *stream.Conn) { answer(loop, c) })
		addresses <- l.Addr().String()
	})
	if err != nil {
		log.Fatal(err)
	}

	client, err := net.Dial("tcp", <-addresses)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprint(client, "1 slow\n2 one\n3 two\n")
	for answers := bufio.NewScanner(client); answers.Scan(); {
		fmt.Println(answers.Text())
		if strings.HasPrefix(answers.Text(), "1") {
			break
		}
	}
	loop.Shutdown(context.Background())
	// Output:
	// 2 ONE
	// 3 TWO
	// 1 slow work is done
}
