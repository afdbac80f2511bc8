// Command generate writes the files of package lib's dist. go generate runs it in that package's
// folder.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/wakeful-go/wakeful/js/internal/lib/bundle"
)

func main() {
	log.SetFlags(0)
	files, err := bundle.Files(".")
	if err != nil {
		log.Fatal(err)
	}
	old, err := filepath.Glob("dist/*")
	if err != nil {
		log.Fatal(err)
	}
	for _, path := range old {
		if _, ok := files[filepath.Base(path)]; !ok {
			if err := os.Remove(path); err != nil {
				log.Fatal(err)
			}
		}
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join("dist", name), content, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
