//go:build !linux

package js

import "time"

// threadTime is the clock of the time that has passed, where the system does not tell that of one
// thread to others.
type threadTime struct{}

var processBegan = time.Now()

func currentThread() threadTime { return threadTime{} }

func (threadTime) used() (used time.Duration, ok bool) { return time.Since(processBegan), true }
