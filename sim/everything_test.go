//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package sim_test

import (
	"context"
	"crypto/ed25519"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"math/rand/v2"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
)

// everything is a scenario with something of all that a world has: connections with and without TLS
// under all faults, work on goroutines, machines that stop and start, a Shutdown that sends a
// queue.
func everything(w *sim.World) {
	w.Net().Faults(
		sim.Delay(time.Millisecond), sim.Jitter(5*time.Millisecond), sim.Bandwidth(1<<20), sim.SplitReads(), sim.SplitWrites(),
		sim.Reset(0.1), sim.HalfOpen(0.05), sim.Refuse(0.05), sim.Unanswered(0.05),
		sim.Pauses(10*time.Second, time.Second), sim.ClockSkew(time.Second),
	)
	server := w.Loop("server")
	serve(w, server)
	clients := []*wakeful.Loop{w.Loop("one"), w.Loop("two"), w.Loop("two")}
	for i, l := range clients {
		talk(w, l, i == 1)
	}
	w.At(20*time.Second, func() { w.Partition(server, clients[0]) })
	w.At(25*time.Second, w.Heal)
	w.At(30*time.Second, func() {
		w.Crash(server)
		w.After(time.Second, func() { server = w.Loop("server"); serve(w, server) })
	})
	w.At(40*time.Second, func() {
		w.Kill(clients[0])
		w.After(time.Second, func() { talk(w, w.Loop("one"), false) })
	})
	w.At(50*time.Second, func() {
		w.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancel()
			err := server.Shutdown(ctx)
			w.After(0, func() { w.Logf("Shutdown: %v", err) })
		})
	})
	w.For(time.Minute)
}

func serve(w *sim.World, l *wakeful.Loop) {
	setUp := func(c *stream.Conn) {
		_ = c.OnData(func(p []byte) {
			size := len(p) * 3
			err := l.RunBlocking(context.Background(), func(context.Context) (int, error) {
				time.Sleep(time.Millisecond) //nolint:forbidigo // simulated time
				return size, nil
			}, func(n int, _ error) {
				if err := c.WriteAll(make([]byte, n)); err != nil {
					_ = c.Abort()
				}
			})
			if err != nil {
				_ = c.Close()
			}
		})
		_ = c.SetIdleTimeout(20 * time.Second)
	}
	listen := func(listener *stream.Listener, err error) {
		if err != nil {
			w.Fail("listen: %w", err)
			return
		}
		_ = listener.OnAccept(setUp)
		_ = listener.OnError(func(error) {})
	}
	if err := stream.Listen(l, "tcp", ":80", listen); err != nil {
		w.Fail("%w", err)
	}
	if err := stream.ListenTLS(l, "tcp", ":443", serverConfig, listen); err != nil {
		w.Fail("%w", err)
	}
}

// talk has a client that sends now and then, and connects again after each end.
func talk(w *sim.World, l *wakeful.Loop, secure bool) {
	again := func() {
		_, _ = l.AfterFunc(time.Duration(w.Rand().IntN(2000))*time.Millisecond, func() { talk(w, l, secure) })
	}
	then := func(c *stream.Conn, err error) {
		if err != nil {
			w.Logf("dial: %v", err)
			again()
			return
		}
		_ = c.OnClose(func(err error) {
			w.Logf("end: %v", err)
			again()
		})
		_ = c.OnData(func([]byte) {})
		for i := range 10 {
			_, _ = l.AfterFunc(time.Duration(i)*time.Second, func() { _, _ = c.Write(make([]byte, w.Rand().IntN(3_000))) })
		}
		_, _ = l.AfterFunc(12*time.Second, func() { _ = c.Close() })
	}
	var err error
	if secure {
		_, err = stream.DialTLS(l, "tcp", "server:443", clientConfig, 3*time.Second, then)
	} else {
		_, err = stream.Dial(l, "tcp", "server:80", 3*time.Second, then)
	}
	if err != nil {
		w.Logf("dial: %v", err)
	}
}

var serverConfig, clientConfig = certificates()

// certificates makes a certificate for the machine named server. Its signatures have a fixed
// length, so that the sizes of messages are the same in each run.
func certificates() (server, client *tls.Config) {
	public, private, err := ed25519.GenerateKey(rand.NewChaCha8([32]byte{}))
	if err != nil {
		panic(err)
	}
	start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) // that of every world
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "server"}, DNSNames: []string{"server"},
		NotBefore: start.Add(-time.Hour), NotAfter: start.Add(10000 * time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(nil, template, template, public, private)
	if err != nil {
		panic(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		panic(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(leaf)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: private}}}, //nolint:gosec // defaults
		&tls.Config{RootCAs: roots, ServerName: "server"} //nolint:gosec // defaults
}
