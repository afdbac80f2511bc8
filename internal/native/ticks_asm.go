//go:build !wakeful_purego && (amd64 || arm64)

package native

func ticks() int64
