//go:build linux

package main

// The servers that are compared. They have the same handler and the same time limits.

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

const idleTimeout = 5 * time.Minute

func hello(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "Hello, World!") }

// usage is what a server holds.
type usage struct {
	Resident, Heap, Stacks, Goroutines int
	Processor                          float64 // microseconds since the start
}

// serve is the process of a server. It prints its address, and its usage for each line of input.
func serve(impl string, secure bool) {
	var config *tls.Config
	if secure {
		config = &tls.Config{Certificates: []tls.Certificate{certificate()}, NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12}
	}
	if impl == "net" {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			log.Fatal(err)
		}
		printJSON(l.Addr().String())
		server := &http.Server{Handler: http.HandlerFunc(hello), IdleTimeout: idleTimeout, ReadHeaderTimeout: time.Minute}
		if secure {
			l = tls.NewListener(l, config)
		}
		go func() { log.Fatal(server.Serve(l)) }()
	} else {
		onLoop(impl, config)
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var r syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
			log.Fatal(err)
		}
		runtime.GC()
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		printJSON(usage{resident(), int(m.HeapAlloc), int(m.StackInuse), runtime.NumGoroutine(), float64(r.Utime.Nano()+r.Stime.Nano()) / 1000}) //nolint:gosec // far below 1<<63
	}
}

func onLoop(impl string, config *tls.Config) {
	l, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	go func() { log.Fatal(l.Run(context.Background())) }()
	if impl == "bare" {
		bare(l)
		return
	}
	server := &streamhttp.Server{Handler: http.HandlerFunc(hello), IdleTimeout: idleTimeout, ReadHeaderTimeout: time.Minute}
	if impl == "loop" {
		server.OnLoop = func(*http.Request) bool { return true }
	}
	then := func(listener *stream.Listener, err error) {
		if err == nil {
			err = server.Serve(listener)
		}
		if err != nil {
			log.Fatal(err)
		}
		printJSON(listener.Addr().String())
	}
	if config == nil {
		err = stream.Listen(l, "tcp", "127.0.0.1:0", then)
	} else {
		err = stream.ListenTLS(l, "tcp", "127.0.0.1:0", config, then)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// bare answers whatever arrives with the same bytes. It is no HTTP server: it shows what the rows would
// be if requests and answers cost nothing.
func bare(l *wakeful.Loop) {
	answer := []byte("HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 13\r\n\r\nHello, World!")
	err := stream.Listen(l, "tcp", "127.0.0.1:0", func(listener *stream.Listener, err error) {
		if err == nil {
			err = listener.OnAccept(func(c *stream.Conn) {
				_ = c.OnData(func([]byte) { _, _ = c.Write(answer) }) // its error ends the connection
			})
		}
		if err != nil {
			log.Fatal(err)
		}
		printJSON(listener.Addr().String())
	})
	if err != nil {
		log.Fatal(err)
	}
}

// printJSON writes a line of JSON.
func printJSON(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", text)
}

// resident returns the memory that the process has from the system, in bytes.
func resident() int {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kilobytes, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")))
			if err != nil {
				log.Fatal(err)
			}
			return kilobytes << 10
		}
	}
	log.Fatal("/proc/self/status has no VmRSS")
	return 0
}

func certificate() tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour), DNSNames: []string{"localhost"}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		log.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
