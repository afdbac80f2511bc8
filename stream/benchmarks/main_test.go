//go:build linux

package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestMain lets the test's program be the servers that the tests start.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "-serve" {
		if err := serve(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestRESP: each server answers commands that come whole, many at once, and cut at every place.
func TestRESP(t *testing.T) {
	const (
		commands = "*1\r\n$4\r\nPING\r\n*2\r\n$3\r\nGET\r\n$1\r\nx\r\n*3\r\n$3\r\nSET\r\n$1\r\nx\r\n$4\r\n\r\n$1\r\n*2\r\n$3\r\nGET\r\n$1\r\nx\r\n"
		answers  = "+PONG\r\n$-1\r\n+OK\r\n$4\r\n\r\n$1\r\n"
		again    = "*3\r\n$3\r\nSET\r\n$1\r\nx\r\n$0\r\n\r\n*2\r\n$3\r\nGET\r\n$1\r\nx\r\n"
		empty    = "+OK\r\n$0\r\n\r\n"
	)
	for _, server := range all[1].servers {
		t.Run(server, func(t *testing.T) {
			if _, err := exec.LookPath("redis-server"); server == "resp-redis" && err != nil {
				t.Skip("NOT RUN: there is no redis-server")
			}
			p, err := start(server)
			if err != nil {
				t.Fatal(err)
			}
			defer p.end()
			if err := reachable(p.address); err != nil {
				t.Fatal(err)
			}
			c, err := net.Dial("tcp", p.address)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			exchange := func(commands, want string) {
				if _, err := io.WriteString(c, commands); err != nil {
					t.Fatal(err)
				}
				got := make([]byte, len(want))
				if _, err := io.ReadFull(c, got); err != nil || string(got) != want {
					t.Fatalf("%q: %q, %v, want %q", commands, got, err, want)
				}
			}
			exchange(commands, answers)
			exchange(again, empty)
		})
	}
	for cut := range commands {
		s := store{}
		out, rest := s.serve(nil, []byte(commands[:cut]))
		out, rest = s.serve(out, append(rest, commands[cut:]...))
		if string(out) != answers || len(rest) != 0 {
			t.Fatalf("cut at %d: %q, rest %q", cut, out, rest)
		}
	}
}

// TestPrepared: both servers deliver every message.
func TestPrepared(t *testing.T) {
	for _, server := range all[0].servers {
		if f, err := samplePrepared(20, 10)(server); err != nil || f.rate <= 0 {
			t.Errorf("%s: %v, %v", server, f, err)
		}
	}
}

// TestIdle: both servers answer, and hold memory.
func TestIdle(t *testing.T) {
	for _, server := range idleServers {
		if _, all, err := idleMemory(server, 20, 0); err != nil || all <= 0 {
			t.Errorf("%s: %v, %v", server, all, err)
		}
	}
}

// TestHTTP: each server answers, without TLS and with it, and says what it holds.
func TestHTTP(t *testing.T) {
	for server := range servers {
		switch {
		case strings.HasPrefix(server, "https-"):
			if err := idleHTTP(server, 20, 0); err != nil {
				t.Errorf("%s: %v", server, err)
			}
		case strings.HasPrefix(server, "http-"):
			p, err := start(server)
			if err != nil {
				t.Fatal(err)
			}
			response, err := http.Get("http://" + p.address + "/hello")
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(response.Body)
			if err != nil || string(body) != "Hello, World!" {
				t.Errorf("%s: %q, %v", server, body, err)
			}
			_ = response.Body.Close()
			p.end()
		}
	}
}
