//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package sandbox

func systemLimits(workerSetup) []processLimit { return nil }

func filterCalls() error { return nil }

func closeInherited() {}
