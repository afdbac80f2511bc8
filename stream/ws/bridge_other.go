//go:build !unix

package ws

import (
	"errors"
	"io"
	"net"
)

func bridge(net.Conn) (io.Closer, error) { return nil, errors.ErrUnsupported }
