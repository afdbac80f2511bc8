package echoclient

import (
	"bytes"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server serves each connection with a function until the test ends, and returns the address.
func server(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			serve(conn)
			if err := conn.Close(); err != nil {
				t.Error(err)
			}
		}
	}()
	t.Cleanup(func() {
		if err := listener.Close(); err != nil {
			t.Error(err)
		}
		<-ended
	})
	return listener.Addr().String()
}

func TestEveryByteIsChecked(t *testing.T) {
	for name, test := range map[string]struct {
		serve         func(net.Conn)
		request, part string
	}{
		"an echo":       {func(c net.Conn) { _, _ = io.Copy(c, c) }, "", ""},
		"another byte":  {func(c net.Conn) { _, _ = io.ReadFull(c, make([]byte, 64)); _, _ = c.Write(make([]byte, 64)) }, "not what was sent", ""},
		"an early end":  {func(c net.Conn) { _, _ = io.ReadFull(c, make([]byte, 64)) }, "waiting for an answer", ""},
		"a byte beyond": {func(c net.Conn) { _, _ = io.Copy(c, io.MultiReader(c, bytes.NewReader([]byte{1}))) }, "", "1 bytes came back"},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := Connect(server(t, test.serve), 1, time.Hour)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if err := c.Request(3); !said(err, test.request) {
				t.Fatalf("the requests end with %v, want %q", err, test.request)
			}
			if test.request != "" {
				return
			}
			if err := c.Part(); !said(err, test.part) {
				t.Errorf("the end is %v, want %q", err, test.part)
			}
		})
	}
}

// said reports whether an error has the text, or is nil when there is none.
func said(err error, text string) bool {
	if text == "" {
		return err == nil
	}
	return err != nil && strings.Contains(err.Error(), text)
}
