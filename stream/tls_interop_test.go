//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// Interoperability with openssl s_client and s_server, curl, and crypto/tls: a table of cases with
// names. Those whose program is missing are skipped.

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// interopMessage is what is sent and echoed: several records, and no line that openssl takes for a
// command.
var interopMessage = bytes.Repeat([]byte("a line of text\n"), 5000)

// files are certificates and keys as the programs want them.
type files struct{ ca, cert, key, clientCert, clientKey string }

func writeFiles(t *testing.T, kind string) files {
	t.Helper()
	dir := t.TempDir()
	put := func(name, what string, der []byte) string {
		path := filepath.Join(dir, name)
		check(t, os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: what, Bytes: der}), 0o600))
		return path
	}
	pair := func(name string, c tls.Certificate) (string, string) {
		der, err := x509.MarshalPKCS8PrivateKey(c.PrivateKey)
		check(t, err)
		return put(name+".pem", "CERTIFICATE", c.Certificate[0]), put(name+".key", "PRIVATE KEY", der)
	}
	var f files
	f.ca = put("ca.pem", "CERTIFICATE", testAuthority().cert.Raw)
	f.cert, f.key = pair("server", certificate(t, kind, 0, "localhost"))
	f.clientCert, f.clientKey = pair("client", certificate(t, kind, 0, "the client"))
	return f
}

// tool returns the path of a program.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("NOT RUN: there is no %s", name)
	}
	return path
}

// interopServer is a server on a loop that echoes until the client ends.
func interopServer(t *testing.T, kind string, change func(*tls.Config)) *stream.Listener {
	t.Helper()
	l := running(t)
	config := &tls.Config{Certificates: []tls.Certificate{certificate(t, kind, 0, "localhost")}, MinVersion: tls.VersionTLS12}
	if change != nil {
		change(config)
	}
	return serveTLS(t, l, config, nil, func(c *stream.Conn) { echo(t, c) })
}

// TestTLSFromOpenSSL: openssl s_client talks to a server on a loop.
func TestTLSFromOpenSSL(t *testing.T) {
	openssl := tool(t, "openssl")
	type clientCase struct {
		name    string
		kind    string
		options string
		config  func(*tls.Config)
		input   string   // instead of the message; it is typed line by line
		want    []string // what s_client prints
	}
	cases := []clientCase{
		{name: "TLS 1.2", options: "-tls1_2", want: []string{"TLSv1.2"}},
		{name: "TLS 1.3", options: "-tls1_3", want: []string{"TLSv1.3"}},
		{name: "an RSA certificate, TLS 1.2", kind: "RSA", options: "-tls1_2"},
		{name: "an RSA certificate, TLS 1.3", kind: "RSA", options: "-tls1_3"},
		{name: "an Ed25519 certificate, TLS 1.2", kind: "Ed25519", options: "-tls1_2"},
		{name: "an Ed25519 certificate, TLS 1.3", kind: "Ed25519", options: "-tls1_3"},
		{name: "AES-128-GCM, TLS 1.3", options: "-tls1_3 -ciphersuites TLS_AES_128_GCM_SHA256", want: []string{"TLS_AES_128_GCM_SHA256"}},
		{name: "AES-256-GCM, TLS 1.3", options: "-tls1_3 -ciphersuites TLS_AES_256_GCM_SHA384", want: []string{"TLS_AES_256_GCM_SHA384"}},
		{name: "ChaCha20, TLS 1.3", options: "-tls1_3 -ciphersuites TLS_CHACHA20_POLY1305_SHA256", want: []string{"TLS_CHACHA20_POLY1305_SHA256"}},
		{name: "AES-128-GCM, TLS 1.2", options: "-tls1_2 -cipher ECDHE-ECDSA-AES128-GCM-SHA256", want: []string{"ECDHE-ECDSA-AES128-GCM-SHA256"}},
		{name: "AES-256-GCM, TLS 1.2", options: "-tls1_2 -cipher ECDHE-ECDSA-AES256-GCM-SHA384", want: []string{"ECDHE-ECDSA-AES256-GCM-SHA384"}},
		{name: "ChaCha20, TLS 1.2", options: "-tls1_2 -cipher ECDHE-ECDSA-CHACHA20-POLY1305", want: []string{"ECDHE-ECDSA-CHACHA20-POLY1305"}},
		{name: "AES-128-CBC, TLS 1.2", options: "-tls1_2 -cipher ECDHE-ECDSA-AES128-SHA", want: []string{"ECDHE-ECDSA-AES128-SHA"}},
		{name: "AES-256-CBC, TLS 1.2", options: "-tls1_2 -cipher ECDHE-ECDSA-AES256-SHA", want: []string{"ECDHE-ECDSA-AES256-SHA"}},
		{name: "group X25519", options: "-groups X25519"},
		{name: "group P-256", options: "-groups P-256"},
		{name: "group P-384", options: "-groups P-384"},
		{name: "group P-521, a second hello", options: "-groups P-521"},
		{name: "ALPN, TLS 1.2", options: "-tls1_2 -alpn h9,chat", config: func(c *tls.Config) { c.NextProtos = []string{"chat"} }, want: []string{"ALPN protocol: chat"}},
		{name: "ALPN, TLS 1.3", options: "-tls1_3 -alpn h9,chat", config: func(c *tls.Config) { c.NextProtos = []string{"chat"} }, want: []string{"ALPN protocol: chat"}},
		{name: "without a server name", options: "-noservername"},
		{name: "a client certificate, TLS 1.2", options: "-tls1_2 CLIENT", config: wantClient},
		{name: "a client certificate, TLS 1.3", options: "-tls1_3 CLIENT", config: wantClient},
		{name: "an RSA client certificate", kind: "RSA", options: "CLIENT", config: wantClient},
		{name: "an update of its keys", options: "-tls1_3", input: "before\nk\nafter\n", want: []string{"before", "KEYUPDATE", "after"}},
		{name: "an update of both sides' keys", options: "-tls1_3", input: "before\nK\nafter\nK\nK\nlast\n", want: []string{"before", "KEYUPDATE", "after", "last"}}, //nolint:dupword // K is a command
		{name: "a refused renegotiation", options: "-tls1_2", input: "before\nR\n", want: []string{"before", "RENEGOTIATING"}},
		{name: "small records, TLS 1.2", options: "-tls1_2 -max_send_frag 512"},
		{name: "small records, TLS 1.3", options: "-tls1_3 -max_send_frag 512"},
		{name: "padded records", options: "-tls1_3 -record_padding 4096"},
		{name: "a small read buffer", options: "-read_buf 512"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.kind == "" {
				c.kind = "ECDSA"
			}
			f := writeFiles(t, c.kind)
			server := interopServer(t, c.kind, c.config)
			args := []string{"s_client", "-connect", server.Addr().String(), "-servername", "localhost", "-CAfile", f.ca, "-verify_return_error"}
			if strings.Contains(c.options, "-noservername") {
				args = append(args[:3], args[5:]...)
			}
			if c.input == "" {
				args = append(args, "-nocommands")
			}
			for option := range strings.FieldsSeq(c.options) {
				if option == "CLIENT" {
					args = append(args, "-cert", f.clientCert, "-key", f.clientKey)
				} else {
					args = append(args, option)
				}
			}
			if c.input != "" {
				typed(t, openssl, args, c.input, c.want)
				return
			}
			output := piped(t, openssl, args, interopMessage)
			for _, want := range c.want {
				if !strings.Contains(output, want) {
					t.Errorf("s_client has not printed %q", want)
				}
			}
		})
	}
	for _, version := range []string{"-tls1_2", "-tls1_3"} {
		t.Run("a resumed session, "+strings.ReplaceAll(version[1:], "_", "."), func(t *testing.T) {
			f := writeFiles(t, "ECDSA")
			server := interopServer(t, "ECDSA", nil)
			session := filepath.Join(t.TempDir(), "session")
			args := []string{"s_client", "-connect", server.Addr().String(), "-servername", "localhost", "-CAfile", f.ca, "-nocommands", version}
			first := piped(t, openssl, append(args, "-sess_out", session), interopMessage)
			second := piped(t, openssl, append(args, "-sess_in", session), interopMessage)
			if !strings.Contains(first, "New, TLSv1.") || !strings.Contains(second, "Reused, TLSv1.") {
				t.Error("the second session is not the first one")
			}
		})
	}
}

func wantClient(c *tls.Config) {
	c.ClientAuth, c.ClientCAs = tls.RequireAndVerifyClientCert, testAuthority().pool
}

// process runs a program with pipes. Its output is complete when it has ended.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	stdin io.WriteCloser
	lines *bufio.Reader
	seen  strings.Builder
}

func started(t *testing.T, program string, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.CommandContext(t.Context(), program, args...)}
	var err error
	p.stdin, err = p.cmd.StdinPipe()
	check(t, err)
	out, writer, err := os.Pipe()
	check(t, err)
	p.cmd.Stdout, p.cmd.Stderr = writer, writer
	p.lines = bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	check(t, writer.Close())
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill() // it has ended, or is not needed any more
		_ = p.cmd.Wait()
		check(t, out.Close())
	})
	return p
}

// await reads until a line contains text, and reports whether there was one.
func (p *process) await(text string) bool {
	p.t.Helper()
	for {
		line, err := p.lines.ReadString('\n')
		p.seen.WriteString(line)
		if strings.Contains(line, text) {
			return true
		}
		if err != nil {
			p.t.Errorf("%v has not printed %q:\n%s", p.cmd.Args, text, tail(p.seen.String()))
			return false
		}
	}
}

func tail(s string) string { return s[max(0, len(s)-1500):] }

// typed types lines, each after the answer to the one before, and checks what is printed.
func typed(t *testing.T, program string, args []string, input string, want []string) {
	t.Helper()
	p := started(t, program, args...)
	if !p.await("Verify return code: 0") {
		return
	}
	answers := want
	for line := range strings.Lines(input) {
		_, err := io.WriteString(p.stdin, line)
		check(t, err)
		command := map[string]string{"k\n": "KEYUPDATE", "K\n": "KEYUPDATE", "R\n": "RENEGOTIATING"}[line]
		if command == "" {
			command = strings.TrimSpace(line)
		}
		if !p.await(command) {
			return
		}
		if len(answers) > 0 && answers[0] == command {
			answers = answers[1:]
		}
	}
	if len(answers) > 0 {
		t.Errorf("not printed: %q", answers)
	}
}

// piped gives a program the message, and returns what it printed besides it.
func piped(t *testing.T, program string, args []string, message []byte) string {
	t.Helper()
	p := started(t, program, args...)
	go func() { _, _ = p.stdin.Write(message) }() // fails if the program ends, which shows below
	want := bytes.Count(message, []byte("a line of text\n"))
	for want > 0 {
		line, err := p.lines.ReadString('\n')
		if strings.Contains(line, "a line of text") {
			want--
		} else {
			p.seen.WriteString(line)
		}
		if err != nil {
			t.Fatalf("%v has ended with %d lines of the message missing:\n%s", p.cmd.Args, want, tail(p.seen.String()))
		}
	}
	check(t, p.stdin.Close())
	rest, _ := io.ReadAll(p.lines)
	return p.seen.String() + string(rest)
}

// TestTLSToOpenSSL: a client on a loop talks to openssl s_server, which sends back each line
// reversed.
func TestTLSToOpenSSL(t *testing.T) {
	openssl := tool(t, "openssl")
	for _, c := range []struct {
		name, kind, options string
		config              func(*tls.Config)
	}{
		{"TLS 1.2", "ECDSA", "-tls1_2", nil},
		{"TLS 1.3", "ECDSA", "-tls1_3", nil},
		{"an RSA certificate, TLS 1.2", "RSA", "-tls1_2", nil},
		{"an RSA certificate, TLS 1.3", "RSA", "-tls1_3", nil},
		{"an Ed25519 certificate", "Ed25519", "-tls1_3", nil},
		{"ChaCha20", "ECDSA", "-tls1_3 -ciphersuites TLS_CHACHA20_POLY1305_SHA256", nil},
		{"AES-256-GCM", "ECDSA", "-tls1_3 -ciphersuites TLS_AES_256_GCM_SHA384", nil},
		{"AES-CBC, TLS 1.2", "ECDSA", "-tls1_2 -cipher ECDHE-ECDSA-AES128-SHA", nil},
		{"ChaCha20, TLS 1.2", "ECDSA", "-tls1_2 -cipher ECDHE-ECDSA-CHACHA20-POLY1305", nil},
		{"group P-384, a second hello", "ECDSA", "-tls1_3 -groups P-384", nil},
		{"ALPN", "ECDSA", "-alpn chat", func(c *tls.Config) { c.NextProtos = []string{"chat"} }},
		{"a client certificate, TLS 1.2", "ECDSA", "-tls1_2 -Verify 1 -CAfile CA -verify_return_error", nil},
		{"a client certificate, TLS 1.3", "ECDSA", "-tls1_3 -Verify 1 -CAfile CA -verify_return_error", nil},
		{"ten session tickets", "ECDSA", "-tls1_3 -num_tickets 10", nil},
		{"no session tickets", "ECDSA", "-tls1_3 -num_tickets 0", nil},
		{"padded records", "ECDSA", "-tls1_3 -record_padding 1000", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := writeFiles(t, c.kind)
			args := []string{"s_server", "-accept", "127.0.0.1:0", "-cert", f.cert, "-key", f.key, "-rev", "-naccept", "1"}
			for option := range strings.FieldsSeq(c.options) {
				if option == "CA" {
					option = f.ca
				}
				args = append(args, option)
			}
			server := started(t, openssl, args...)
			if !server.await("ACCEPT ") {
				return
			}
			address := strings.TrimSpace(server.seen.String()[strings.LastIndex(server.seen.String(), "ACCEPT ")+7:])
			config := clientConfig()
			client, err := tls.LoadX509KeyPair(f.clientCert, f.clientKey)
			check(t, err)
			config.Certificates = []tls.Certificate{client}
			if c.config != nil {
				c.config(config)
			}
			l := running(t)
			answered, answer := make(chan struct{}), ""
			check(t, dialTLS(t, l, address, config, func(conn *stream.Conn) {
				check(t, conn.OnClose(func(error) {}))
				check(t, conn.OnData(func(p []byte) {
					if answer += string(p); strings.Count(answer, "\n") == 2 {
						close(answered)
					}
				}))
				check(t, conn.WriteAll([]byte("stressed\nloop\n")))
			}))
			<-answered
			equal(t, "answer", answer, "desserts\npool\n")
		})
	}
}

// TestTLSFromCurl: curl asks a small HTTPS server on a loop.
func TestTLSFromCurl(t *testing.T) {
	curl := tool(t, "curl")
	for _, c := range []struct{ name, kind, options string }{
		{"TLS 1.2", "ECDSA", "--tls-max 1.2"},
		{"TLS 1.3", "ECDSA", "--tlsv1.3"},
		{"an RSA certificate", "RSA", ""},
		{"a request body", "ECDSA", "--data-binary @BODY"},
		{"a client certificate", "ECDSA", "--cert CERT --key KEY"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := writeFiles(t, c.kind)
			body := filepath.Join(t.TempDir(), "body")
			check(t, os.WriteFile(body, interopMessage, 0o600))
			l := running(t)
			config := &tls.Config{Certificates: []tls.Certificate{certificate(t, c.kind, 0, "localhost")}, MinVersion: tls.VersionTLS12}
			if strings.Contains(c.options, "CERT") {
				wantClient(config)
			}
			listener := serveTLS(t, l, config, nil, func(conn *stream.Conn) { answerHTTP(t, conn) })
			_, port, err := net.SplitHostPort(listener.Addr().String())
			check(t, err)
			args := []string{"--silent", "--show-error", "--cacert", f.ca, "--resolve", "localhost:" + port + ":127.0.0.1", "--noproxy", "*"}
			for option := range strings.FieldsSeq(c.options) {
				option = strings.NewReplacer("BODY", body, "CERT", f.clientCert, "KEY", f.clientKey).Replace(option)
				args = append(args, option)
			}
			cmd := exec.CommandContext(t.Context(), curl, append(args, "https://localhost:"+port+"/")...)
			var complaints strings.Builder
			cmd.Stderr = &complaints
			got, err := cmd.Output()
			if err != nil {
				t.Fatalf("curl: %v: %s", err, complaints.String())
			}
			want := 0
			if strings.Contains(c.options, "BODY") {
				want = len(interopMessage)
			}
			equal(t, "answer", string(got), fmt.Sprintf("%d bytes\n", want))
		})
	}
}

// answerHTTP answers one request with the length of its body.
func answerHTTP(t *testing.T, c *stream.Conn) {
	var request []byte
	check(t, c.OnData(func(p []byte) {
		request = append(request, p...)
		head, body, complete := bytes.Cut(request, []byte("\r\n\r\n"))
		if !complete {
			return
		}
		length := 0
		for line := range strings.Lines(string(head)) {
			if value, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				_, err := fmt.Sscan(value, &length)
				check(t, err)
			}
		}
		if len(body) == length {
			answer := fmt.Sprintf("%d bytes\n", length)
			check(t, c.WriteAll(fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", len(answer), answer)))
			check(t, c.CloseWrite())
		}
	}))
}

// TestTLSWithGo: clients of crypto/tls against servers on a loop and the other way round, for every
// cipher suite and group, both ways of reading.
func TestTLSWithGo(t *testing.T) {
	bothWays(t, func(t *testing.T) {
		l := running(t)
		for _, suite := range tls.CipherSuites() {
			if suite.SupportedVersions[0] > tls.VersionTLS12 {
				continue // not a choice of the configuration
			}
			kind := "RSA"
			if strings.Contains(suite.Name, "ECDSA") {
				kind = "ECDSA"
			}
			change := func(c *tls.Config) { c.MaxVersion, c.CipherSuites = tls.VersionTLS12, []uint16{suite.ID} }
			t.Run(suite.Name, func(t *testing.T) { goBothSides(t, l, kind, change) })
		}
		for _, group := range []tls.CurveID{tls.X25519MLKEM768, tls.X25519, tls.CurveP256, tls.CurveP384, tls.CurveP521} {
			change := func(c *tls.Config) { c.CurvePreferences = []tls.CurveID{group} }
			t.Run(group.String(), func(t *testing.T) { goBothSides(t, l, "ECDSA", change) })
		}
		t.Run("records of one size", func(t *testing.T) {
			goBothSides(t, l, "ECDSA", func(c *tls.Config) { c.DynamicRecordSizingDisabled = true })
		})
		t.Run("no session tickets", func(t *testing.T) {
			goBothSides(t, l, "ECDSA", func(c *tls.Config) { c.SessionTicketsDisabled = true })
		})
	})
}

func goBothSides(t *testing.T, l *wakeful.Loop, kind string, change func(*tls.Config)) {
	t.Helper()
	server := &tls.Config{Certificates: []tls.Certificate{certificate(t, kind, 0, "localhost")}, MinVersion: tls.VersionTLS12}
	change(server)
	listener := serveTLS(t, l, server, nil, func(c *stream.Conn) { echo(t, c) })
	peer := connectTLS(t, listener, clientConfig())
	var writing sync.WaitGroup
	writing.Go(func() {
		_, err := peer.Write(interopMessage)
		check(t, err)
		check(t, peer.CloseWrite())
	})
	got, err := io.ReadAll(peer)
	check(t, err)
	equal(t, "came back to crypto/tls", bytes.Equal(got, interopMessage), true)
	writing.Wait()
	address := acceptTLS(t, server, func(c *tls.Conn) {
		_, err := io.Copy(c, c)
		check(t, err)
		check(t, c.Close())
	})
	end := make(chan error, 1)
	got = nil
	check(t, dialTLS(t, l, address, clientConfig(), func(c *stream.Conn) {
		check(t, c.OnClose(func(err error) { end <- err }))
		check(t, c.OnData(func(p []byte) { got = append(got, p...) }))
		check(t, c.WriteAll(interopMessage))
		check(t, c.CloseWrite())
	}))
	check(t, <-end)
	equal(t, "came back to the loop", bytes.Equal(got, interopMessage), true)
}
