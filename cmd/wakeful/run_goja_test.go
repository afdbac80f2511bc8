//go:build !wakeful_sobek

package main

// unsupported is empty: the usual engine runs all programs.
var unsupported map[string]string
