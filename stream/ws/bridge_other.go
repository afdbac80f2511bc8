//go:build !unix

package ws

import (
	"errors"
	"os"
)

func socketPair() (ours, theirs *os.File, err error) { return nil, nil, errors.ErrUnsupported }
