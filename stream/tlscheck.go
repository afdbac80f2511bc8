package stream

// This file owns the self-check: does this crypto/tls continue after a temporary error of the
// net.Conn below it? Its documentation does not promise that.

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"sync"
	"time"
)

// resumes reports whether the loop can call crypto/tls itself. Otherwise each connection has a
// goroutine that blocks in it. The check takes some milliseconds once, so handshakes make it on
// their goroutines. Any goroutine.
var resumes = sync.OnceValue(func() bool {
	err := checkTLS()
	if err != nil {
		slog.Warn("stream: each TLS connection uses a goroutine, because crypto/tls cannot be called from the loop", "error", err)
	}
	return err == nil
})

// checkTLS tries on a pair of connections in memory, for TLS 1.2 and 1.3, whether the crypto/tls
// of this build returns a temporary error of the connection below it and continues afterwards. This
// package depends on that and makes the same check before its first handshake. If the check fails,
// every TLS connection uses a goroutine instead. Any goroutine.
func checkTLS() error {
	certificate, err := temporaryCertificate()
	if err != nil {
		return fmt.Errorf("stream: checking crypto/tls: %w", err)
	}
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		if err := checkVersion(certificate, version); err != nil {
			return fmt.Errorf("stream: checking crypto/tls with %s: %w", tls.VersionName(version), err)
		}
	}
	return nil
}

func temporaryCertificate() (tls.Certificate, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, public, private)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: private}, err
}

// checkVersion connects a client and a server. After the handshake the client gets one byte at a
// time, and a temporary error after each.
func checkVersion(certificate tls.Certificate, version uint16) error {
	below := [2]*wire{}
	for i := range below {
		other := &below[1-i]
		var x *exchange
		x = newExchange(func() { (*other).exchange.feed(x.take()) })
		below[i] = &wire{exchange: x, shared: &tlsLoop{}}
	}
	server := tls.Server(below[0], &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: version, MaxVersion: version})
	client := tls.Client(below[1], &tls.Config{InsecureSkipVerify: true, MinVersion: version, MaxVersion: version}) //nolint:gosec // it is the pair above
	ended := make(chan error, 1)
	go func() {
		err := server.HandshakeContext(context.Background())
		if err != nil {
			below[1].exchange.close(err)
		}
		ended <- err
	}()
	err := client.HandshakeContext(context.Background())
	if err != nil {
		below[0].exchange.close(err)
	}
	if err = errors.Join(err, <-ended); err != nil {
		return err
	}
	for _, w := range below {
		rest, _ := w.exchange.takeInput()
		w.exchange, w.input = nil, bytes.Clone(rest)
	}
	sent := bytes.Repeat([]byte("temporary "), 100)
	if _, err := server.Write(sent); err != nil {
		return err
	}
	if err := server.CloseWrite(); err != nil {
		return err
	}
	arriving := append(below[1].input, below[0].shared.out...)
	below[1].input = nil
	var received []byte
	buffer := make([]byte, 64)
	for i := range arriving {
		below[1].input = arriving[i : i+1]
		for {
			n, err := client.Read(buffer)
			received = append(received, buffer[:n]...)
			if err == nil {
				continue
			}
			last := i == len(arriving)-1
			if errors.Is(err, io.EOF) && last && bytes.Equal(received, sent) {
				return nil
			}
			if !errors.Is(err, errNoInput) {
				return fmt.Errorf("after %d of %d bytes, Read returned %w", i+1, len(arriving), err)
			}
			break
		}
	}
	return fmt.Errorf("Read returned %d of %d bytes and no end", len(received), len(sent))
}
