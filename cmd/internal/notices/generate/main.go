// Command generate writes THIRD_PARTY_NOTICES. Run it in the folder of package notices.
package main

import (
	"fmt"
	"os"

	"github.com/wakeful-go/wakeful/cmd/internal/notices"
)

func main() {
	if err := generate(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate() error {
	parts, err := notices.Fixed("../../..")
	if err != nil {
		return err
	}
	for _, goos := range notices.Platforms {
		modules, err := notices.Modules(goos)
		if err != nil {
			return err
		}
		parts = append(parts, modules...)
	}
	return os.WriteFile("THIRD_PARTY_NOTICES", []byte(notices.Make(parts)), 0o644)
}
