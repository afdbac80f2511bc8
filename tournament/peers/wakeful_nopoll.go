//go:build !(linux || darwin || dragonfly || freebsd || netbsd || openbsd) || wakeful_nopoll

package peers

const hasDescriptors = false
