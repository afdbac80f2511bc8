//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// What the tests of TLS share: certificates, listeners, and peers made with crypto/tls.

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// authority signs the certificates of the tests.
type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
	pool *x509.CertPool
}

var testAuthority = sync.OnceValue(func() *authority {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority of a test"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		panic(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		panic(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return &authority{key: key, cert: cert, pool: pool}
})

// keys are the kinds of keys of the tests' certificates.
var keys = map[string]func() crypto.Signer{
	"ECDSA": sync.OnceValue(func() crypto.Signer {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			panic(err)
		}
		return key
	}),
	"RSA": sync.OnceValue(func() crypto.Signer {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			panic(err)
		}
		return key
	}),
	"Ed25519": sync.OnceValue(func() crypto.Signer {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			panic(err)
		}
		return key
	}),
}

// certificate returns one for names. Padding makes it larger by about so many bytes.
func certificate(t testing.TB, kind string, padding int, names ...string) tls.Certificate {
	t.Helper()
	a, key := testAuthority(), keys[kind]()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: names[0]},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), DNSNames: names,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	if padding > 0 {
		template.ExtraExtensions = []pkix.Extension{{Id: []int{1, 3, 6, 1, 4, 1, 99999, 1}, Value: make([]byte, padding)}}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// serverConfig returns a configuration with a certificate for "localhost".
func serverConfig(t testing.TB) *tls.Config {
	t.Helper()
	return &tls.Config{Certificates: []tls.Certificate{certificate(t, "ECDSA", 0, "localhost")}, MinVersion: tls.VersionTLS12}
}

// clientConfig returns a configuration that trusts the tests' authority.
func clientConfig() *tls.Config {
	return &tls.Config{RootCAs: testAuthority().pool, ServerName: "localhost", MinVersion: tls.VersionTLS12}
}

// withVersion returns a copy of a configuration for one version of TLS.
func withVersion(config *tls.Config, version uint16) *tls.Config {
	config = config.Clone()
	config.MinVersion, config.MaxVersion = version, version
	return config
}

// versions are those that the package supports.
var versions = []uint16{tls.VersionTLS12, tls.VersionTLS13}

// bothWays runs a test with loops that call crypto/tls themselves, and with goroutines that read.
func bothWays(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	t.Run("loop", test)
	t.Run("goroutines", func(t *testing.T) {
		undo := stream.ForceTLSReaders()
		t.Cleanup(undo) // after the cleanup of the test in it, which ends the loops
		t.Run("", test)
	})
}

// everyTLS runs a test both ways with every version.
func everyTLS(t *testing.T, test func(t *testing.T, version uint16)) {
	t.Helper()
	bothWays(t, func(t *testing.T) {
		for _, version := range versions {
			t.Run(tls.VersionName(version), func(t *testing.T) { test(t, version) })
		}
	})
}

// patient is a limit of handshakes that a busy machine does not reach. An option of a test replaces it.
func patient(options []stream.TLSOption) []stream.TLSOption {
	return append([]stream.TLSOption{stream.WithHandshakeTimeout(time.Hour)}, options...)
}

// serveTLS listens for TLS on a free address. Failed handshakes go to failed; nil means that there
// are none.
func serveTLS(t testing.TB, l *wakeful.Loop, config *tls.Config, failed func(error), accept func(*stream.Conn), options ...stream.TLSOption) *stream.Listener {
	t.Helper()
	if failed == nil {
		failed = func(err error) { t.Errorf("a handshake has failed: %v", err) }
	}
	got := make(chan *stream.Listener, 1)
	on(t, l, func() {
		check(t, stream.ListenTLS(l, "tcp", "127.0.0.1:0", config, func(listener *stream.Listener, err error) {
			check(t, err)
			check(t, listener.OnError(failed))
			check(t, listener.OnAccept(accept))
			got <- listener
		}, patient(options)...))
	})
	return <-got
}

// dialTLS calls DialTLS and waits for its result. set is called with the connection, on the loop.
func dialTLS(t testing.TB, l *wakeful.Loop, address string, config *tls.Config, set func(*stream.Conn), options ...stream.TLSOption) error {
	t.Helper()
	done := make(chan error, 1)
	on(t, l, func() {
		_, err := stream.DialTLS(l, "tcp", address, config, 0, func(c *stream.Conn, err error) {
			if err == nil {
				set(c)
			}
			done <- err
		}, patient(options)...)
		if err != nil {
			done <- err
		}
	})
	return <-done
}

// connectTLS connects to a listener with crypto/tls.
func connectTLS(t testing.TB, listener *stream.Listener, config *tls.Config) *tls.Conn {
	t.Helper()
	c := tls.Client(connect(t, listener), config)
	if err := c.HandshakeContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c
}

// acceptTLS listens with crypto/tls, and calls serve with each connection on a goroutine.
func acceptTLS(t testing.TB, config *tls.Config, serve func(*tls.Conn)) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() {
				defer c.Close()
				serve(tls.Server(c, config))
			})
		}
	})
	t.Cleanup(func() {
		check(t, listener.Close())
		serving.Wait()
	})
	return listener.Addr().String()
}
