//go:build !linux

package workloads

import "errors"

const hasEpoll = false

func newEventNotifier() (notifier, error) { return nil, errors.ErrUnsupported }
