//go:build !unix

package main

import "os"

// terminate equals os.Interrupt here, because this system has no signal that asks a program to end.
var terminate = os.Interrupt
