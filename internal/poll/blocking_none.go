//go:build !linux || wakeful_nopoll

package poll

import "errors"

func openBlocking() (backend, error) { return nil, errors.ErrUnsupported }
