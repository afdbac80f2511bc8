//go:build !cgo || !unix

// Command cloop needs cgo and a Unix system.
package main

import "fmt"

func main() { fmt.Println("cloop needs cgo and a Unix system") }
