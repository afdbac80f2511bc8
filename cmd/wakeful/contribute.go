package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns what a stranger gives to the project: the run of another machine.

// mayContribute fails before a run of hours whose document would be refused for its code.
func mayContribute() error {
	switch e := describeMachine(); {
	case e.Commit == "":
		return errors.New("--contribute needs a commit: build the program in a clone, with make build, and run bin/wakeful there")
	case e.Dirty:
		return errors.New("--contribute needs a clone without changes: commit them or remove them, and build again")
	}
	return nil
}

// contribute writes a run as the file that belongs into docs/results, beside its document, and says
// what to do with it.
func contribute(s streams, document string, doc *result.Document) error {
	if err := doc.CheckContribution(); err != nil {
		return fmt.Errorf("%s breaks rules for contributions:\n%w", document, err)
	}
	file := filepath.Join(filepath.Dir(document), contributionName(doc))
	if err := compress(file, doc); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "\ncontribution: %s\nTo give it to the project, move it to docs/results, run make findings, and open a pull request.\n"+
		"docs/benchmarking.md has the rules.\n", file)
	return nil
}

// contributionName is the name of a document in docs/results: the processor, its cores and the day.
func contributionName(doc *result.Document) string {
	e := doc.Environment
	words := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(strings.NewReplacer("(R)", "", "(TM)", "").Replace(e.CPU)), "-")
	return fmt.Sprintf("%s-%d-cores-%s.json.gz", strings.Trim(words, "-"), e.Cores, doc.Started.UTC().Format("2006-01-02"))
}

// checkContributions fails if one of the documents breaks a rule for contributions.
func checkContributions(files []string, docs []*result.Document) error {
	var broken []error
	for i, doc := range docs {
		if err := doc.CheckContribution(); err != nil {
			broken = append(broken, fmt.Errorf("%s:\n%w", files[i], err))
		}
	}
	return errors.Join(broken...)
}
