//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/tls"
	"encoding/binary"
	"encoding/hex"
	"net"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/stream"
)

// recordWriter makes records of TLS 1.3 as a client that does what crypto/tls does not. It goes on
// after a handshake of crypto/tls, whose secret it takes from the key log.
type recordWriter struct {
	t      *testing.T
	secret []byte
	aead   cipher.AEAD
	iv     []byte
	number uint64 // of the next record with this secret
	out    bytes.Buffer
}

// The types of records and messages.
const (
	handshakeRecord   = 22
	applicationRecord = 23
	keyUpdateMessage  = 24
)

func newRecordWriter(t *testing.T, keyLog string) *recordWriter {
	t.Helper()
	w := &recordWriter{t: t}
	for line := range strings.Lines(keyLog) {
		if words := strings.Fields(line); words[0] == "CLIENT_TRAFFIC_SECRET_0" {
			secret, err := hex.DecodeString(words[2])
			check(t, err)
			w.use(secret)
		}
	}
	return w
}

// use begins with a secret.
func (w *recordWriter) use(secret []byte) {
	block, err := aes.NewCipher(w.derive(secret, "key", 16))
	check(w.t, err)
	w.aead, err = cipher.NewGCM(block)
	check(w.t, err)
	w.secret, w.iv, w.number = secret, w.derive(secret, "iv", 12), 0
}

// derive is HKDF-Expand-Label of RFC 8446, 7.1, without a context.
func (w *recordWriter) derive(secret []byte, label string, length int) []byte {
	label = "tls13 " + label
	info := append([]byte{byte(length >> 8), byte(length), byte(len(label))}, label...)
	out, err := hkdf.Expand(sha256.New, secret, string(append(info, 0)), length)
	check(w.t, err)
	return out
}

// record adds a record.
func (w *recordWriter) record(kind byte, content ...byte) {
	inner := append(content, kind)
	header := []byte{applicationRecord, 3, 3, 0, 0}
	binary.BigEndian.PutUint16(header[3:], uint16(len(inner)+w.aead.Overhead())) //nolint:gosec // it is short
	nonce := bytes.Clone(w.iv)
	for i := range 8 {
		nonce[4+i] ^= byte(w.number >> (56 - 8*i))
	}
	w.number++
	w.out.Write(w.aead.Seal(header, nonce, inner, header))
}

// updateKeys adds a message that the keys are updated, and that the peer shall do the same.
func (w *recordWriter) updateKeys() {
	w.record(handshakeRecord, keyUpdateMessage, 0, 0, 1, 1)
	w.use(w.derive(w.secret, "traffic upd", sha256.Size))
}

// TestTLSFloods: records that make the server work and bring nothing end the connection. Requests
// to update the keys are answered until 64 KiB of answers wait because the peer does not read.
func TestTLSFloods(t *testing.T) {
	for name, flood := range map[string]struct {
		send   func(*recordWriter)
		unread int // bytes that the peer does not read, more than the kernel holds
		want   string
	}{
		"key updates": {func(w *recordWriter) {
			for range 4000 { // more than 64 KiB of answers, each of 27 bytes
				w.updateKeys()
				w.record(applicationRecord, 'x') // crypto/tls counts the messages between two of data
			}
		}, 32 << 20, "asks for answers and does not read them"},
		"key updates without data": {func(w *recordWriter) {
			for range 100 {
				w.updateKeys()
			}
		}, 0, "too many non-advancing records"},
		"empty records": {func(w *recordWriter) {
			for range 100 {
				w.record(applicationRecord)
			}
		}, 0, "too many ignored records"},
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T) {
				l := running(t)
				end, written := make(chan error, 1), make(chan struct{})
				listener := serveTLS(t, l, withVersion(serverConfig(t), tls.VersionTLS13), nil, func(c *stream.Conn) {
					check(t, c.OnClose(func(err error) { end <- err }))
					check(t, c.OnData(func([]byte) {}))
					check(t, c.WriteAll(make([]byte, flood.unread)))
					close(written)
				})
				var keyLog bytes.Buffer
				config := withVersion(clientConfig(), tls.VersionTLS13)
				config.KeyLogWriter = &keyLog
				peer := connectTLS(t, listener, config)
				if peer.ConnectionState().CipherSuite != tls.TLS_AES_128_GCM_SHA256 {
					t.Skip("NOT RUN: crypto/tls has chosen another cipher suite, as it does on processors without AES")
				}
				w := newRecordWriter(t, keyLog.String())
				flood.send(w)
				<-written // an alert ends the writing, too
				raw := peer.NetConn().(*net.TCPConn)
				go func() {
					write(t, raw, w.out.Bytes())
					_ = raw.CloseWrite() // the server may have reset it
				}()
				if err := <-end; err == nil || !strings.Contains(err.Error(), flood.want) {
					t.Errorf("error %v, want %q", err, flood.want)
				}
			})
		})
	}
}
