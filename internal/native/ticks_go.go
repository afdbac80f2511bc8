//go:build wakeful_purego || !(amd64 || arm64)

package native

import "time"

var start = time.Now()

func ticks() int64 { return int64(time.Since(start)) }
