//go:build !unix

package main

import "os"

// terminate is another name of Ctrl-C: there is no signal of that meaning here.
var terminate = os.Interrupt
