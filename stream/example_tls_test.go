//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log"
	"math/big"
	"net"
	"os"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// An echo server with TLS and its client are on the same loop.
func ExampleListenTLS() {
	forServer, forClient := selfSigned()
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	stream.ListenTLS(loop, "tcp", "localhost:0", forServer, func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		l.OnAccept(func(c *stream.Conn) { // after the handshake
			c.OnData(func(p []byte) { c.Write(p) })
			l.Close()
		})
		stream.DialTLS(loop, "tcp", l.Addr().String(), forClient, time.Second, func(c *stream.Conn, err error) {
			if err != nil {
				log.Fatal(err)
			}
			state, _ := c.ConnectionState()
			fmt.Println(tls.VersionName(state.Version))
			c.OnData(func(p []byte) {
				fmt.Printf("%s\n", p)
				c.CloseWrite()
			})
			c.Write([]byte("hello"))
		})
	})
	loop.Run(context.Background())
	// Output:
	// TLS 1.3
	// hello
}

// selfSigned returns the configurations of a server with a new certificate, and of its clients.
func selfSigned() (forServer, forClient *tls.Config) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		log.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		log.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(certificate)
	forServer = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MinVersion: tls.VersionTLS12}
	forClient = &tls.Config{RootCAs: roots, ServerName: "localhost", MinVersion: tls.VersionTLS12}
	return forServer, forClient
}

// Both sides agree on TLS in the open, as mail protocols do, and begin it on the same connection.
// The configurations are those of the example of ListenTLS.
func ExampleConn_StartTLS() {
	forServer, forClient := selfSigned()
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	stream.Listen(loop, "tcp", "localhost:0", func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		l.OnAccept(func(c *stream.Conn) {
			l.Close()
			c.OnData(func(p []byte) {
				if string(p) != "STARTTLS\n" {
					c.Close() // also if bytes came behind it: they are not encrypted
					return
				}
				c.Write([]byte("go ahead\n"))
				c.StartTLS(forServer, func(c *stream.Conn, err error) {
					if err != nil {
						log.Fatal(err)
					}
					c.OnData(func(p []byte) { c.Write(p) })
				})
			})
		})
		stream.Dial(loop, "tcp", l.Addr().String(), time.Second, func(c *stream.Conn, err error) {
			if err != nil {
				log.Fatal(err)
			}
			c.Write([]byte("STARTTLS\n"))
			c.OnData(func(p []byte) {
				fmt.Printf("%s", p)
				c.StartTLS(forClient, func(c *stream.Conn, err error) {
					if err != nil {
						log.Fatal(err)
					}
					c.OnData(func(p []byte) {
						fmt.Printf("%s\n", p)
						c.CloseWrite()
					})
					c.Write([]byte("a secret"))
				})
			})
		})
	})
	loop.Run(context.Background())
	// Output:
	// go ahead
	// a secret
}

// A client that connects and is silent does not hold its place for long.
func ExampleTLSOption() {
	forServer, _ := selfSigned()
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	stream.ListenTLS(loop, "tcp", "localhost:0", forServer, func(l *stream.Listener, err error) {
		if err != nil {
			log.Fatal(err)
		}
		l.OnAccept(func(*stream.Conn) { fmt.Println("not reached") })
		silent, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			log.Fatal(err)
		}
		l.OnError(func(err error) {
			fmt.Println(errors.Is(err, os.ErrDeadlineExceeded))
			silent.Close()
			l.Close()
		})
	}, stream.WithHandshakeTimeout(time.Millisecond), stream.WithMaxHandshakes(100))
	loop.Run(context.Background())
	// Output: true
}
