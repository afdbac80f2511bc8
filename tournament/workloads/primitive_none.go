//go:build !linux

package workloads

import "errors"

const hasEpoll = false

func newEventBell() (bell, error) { return nil, errors.ErrUnsupported }
