//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package peers

// hasDescriptors: the library says for which systems it has a poller.
const hasDescriptors = true
