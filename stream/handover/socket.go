//go:build unix

package handover

// How sockets travel: a header of 8 bytes with the descriptor, and then the name and the data.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
)

// What a message is.
const (
	isSocket = 1 + iota // a socket with a name and data
	isOffer             // the offer is complete
	isReady             // the new process accepts
)

const headerSize = 8

// send sends one message.
func send(c *net.UnixConn, kind byte, s Socket) error {
	if len(s.Name) > longestName || len(s.Data) > longestData {
		return fmt.Errorf("handover: %w: a name has at most %d bytes, and Data %d; these have %d and %d",
			os.ErrInvalid, longestName, longestData, len(s.Name), len(s.Data))
	}
	header := make([]byte, headerSize, headerSize+len(s.Name)+len(s.Data))
	header[0], header[1] = kind, byte(len(s.Name))
	binary.BigEndian.PutUint32(header[4:], uint32(len(s.Data)))
	body := append(append(header[headerSize:], s.Name...), s.Data...)
	if kind != isSocket {
		_, err := c.Write(header)
		return wrap("send", err)
	}
	if s.File == nil {
		return fmt.Errorf("handover: %w: socket %q has no file", os.ErrInvalid, s.Name)
	}
	raw, err := s.File.SyscallConn()
	if err != nil {
		return wrap("send", err)
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		// The descriptor goes with the first byte, and the rest of the header may go later.
		var n int
		if n, _, failed = c.WriteMsgUnix(header, syscall.UnixRights(int(fd)), nil); failed == nil {
			_, failed = c.Write(header[n:])
		}
	})
	if err = errors.Join(err, failed); err == nil {
		_, err = c.Write(body)
	}
	return wrap("send", err)
}

// receive receives one message. At the end of the connection it returns io.EOF.
func receive(c *net.UnixConn) (kind byte, s Socket, err error) {
	defer func() {
		if err != nil && s.File != nil {
			_ = s.File.Close()
			s.File = nil
		}
	}()
	header, rights := make([]byte, headerSize), make([]byte, syscall.CmsgSpace(4))
	for got := 0; got < headerSize; {
		n, more, _, _, err := c.ReadMsgUnix(header[got:], rights)
		if err == nil && more > 0 {
			err = s.take(rights[:more])
		}
		switch {
		case err == nil && n > 0:
			got += n
		case got == 0 && (err == nil || errors.Is(err, io.EOF)):
			return 0, s, io.EOF
		case err == nil:
			return 0, s, wrap("receive", io.ErrUnexpectedEOF)
		default:
			return 0, s, wrap("receive", err)
		}
	}
	kind = header[0]
	name, data := int(header[1]), binary.BigEndian.Uint32(header[4:])
	if kind < isSocket || kind > isReady || data > longestData || (kind == isSocket) != (s.File != nil) {
		return 0, s, fmt.Errorf("handover: receive: the message % x is not of this protocol", header)
	}
	body := make([]byte, name+int(data))
	if _, err := io.ReadFull(c, body); err != nil {
		return 0, s, wrap("receive", err)
	}
	s.Name, s.Data = string(body[:name]), body[name:]
	return kind, s, nil
}

// take takes the descriptor of a message.
func (s *Socket) take(rights []byte) error {
	messages, err := syscall.ParseSocketControlMessage(rights)
	if err != nil {
		return err
	}
	for _, m := range messages {
		fds, err := syscall.ParseUnixRights(&m)
		if err != nil {
			return err
		}
		for _, fd := range fds {
			if s.File != nil {
				_ = syscall.Close(fd)
				continue
			}
			s.File = os.NewFile(uintptr(fd), "socket")
		}
	}
	return nil
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("handover: %s: %w", what, err)
}
