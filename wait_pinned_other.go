//go:build !linux

package wakeful

import "errors"

// affinity is the processors on which a thread may run.
type affinity struct{}

func bind(int) (affinity, error) { return affinity{}, errors.ErrUnsupported }

func unbind(affinity) {}
