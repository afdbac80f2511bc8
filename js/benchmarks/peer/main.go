// Command peer runs a script on goja_nodejs's loop, like a program that embeds it. The benchmarks
// compare the command wakeful with it.
package main

import (
	"fmt"
	"os"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/eventloop"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: peer FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

func run(file string) error {
	source, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	program, err := goja.Compile(file, string(source), false)
	if err != nil {
		return err
	}
	eventloop.NewEventLoop().Run(func(vm *goja.Runtime) {
		_, err = vm.RunProgram(program)
	})
	return err
}
