//go:build ((linux && !wakeful_portable) || freebsd || netbsd || dragonfly) && !wakeful_nopoll

package stream

import "golang.org/x/sys/unix"

const keepAliveIdle = unix.TCP_KEEPIDLE
