package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file chooses the files that results are written to.

// resultsFolder is the folder for files whose names were not given.
const resultsFolder = "results"

func withExtension(path, extension string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + extension
}

// writable creates the folder of path. It fails when no file can be written there.
func writable(path string) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s cannot be written: it is a folder", path)
	case err == nil && !info.Mode().IsRegular():
		return nil // a device or a pipe
	}
	probe, err := os.CreateTemp(folder, ".wakeful.*.tmp")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// resultFiles chooses the names of a run's files that were not given. Before any time is spent on
// measuring, it checks that both files can be written, that no other run writes them, and that
// neither replaces the document of an interrupted run. The caller releases the locks.
func resultFiles(kind, resume string, json, html *string, now time.Time, held *locks) error {
	switch {
	case resume != "":
		*json = resume
	case *json == "":
		*json = filepath.Join(resultsFolder, kind+"-"+now.UTC().Format("20060102-150405")+".json")
	}
	if *html == "" {
		*html = withExtension(*json, ".html")
	}
	if err := requireDistinct(*json, *html); err != nil {
		return err
	}
	if err := errors.Join(writable(*json), writable(*html)); err != nil {
		return err
	}
	if err := held.lock("--json and --html", *json, *html); err != nil {
		return err
	}
	if resume != "" {
		return nil
	}
	return refuseInterrupted(kind, *json)
}

// refuseInterrupted fails when the file is the document of an interrupted run, because its
// measurements may have taken hours.
func refuseInterrupted(kind, path string) error {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil //nolint:nilerr // writable reports other errors
	}
	if doc, err := result.ReadFile(path); err != nil || doc.Complete {
		return nil //nolint:nilerr // not a document, and the user named it
	}
	return fmt.Errorf("%s holds an interrupted run: continue it with wakeful %s --resume %s, remove it, or give another name with --json", path, kind, path)
}

// requireDistinct fails when the report and the document that it is made from are the same file.
func requireDistinct(document, report string) error {
	a, err := filepath.Abs(document)
	if err != nil {
		return err
	}
	b, err := filepath.Abs(report)
	if err != nil {
		return err
	}
	same := a == b
	if info, err := os.Stat(a); err == nil {
		if !info.Mode().IsRegular() {
			return nil // a device or a pipe
		}
		other, err := os.Stat(b)
		same = err == nil && os.SameFile(info, other)
	}
	if same {
		return fmt.Errorf("the report would be written over the document %s: give it another name with --html", document)
	}
	return nil
}

// writeReport writes the HTML report.
func writeReport(path string, doc *result.Document) error {
	err := result.Replace(path, func(out io.Writer) error {
		w := bufio.NewWriter(out)
		if err := report.HTML(w, doc, claims.Found(doc)); err != nil {
			return err
		}
		return w.Flush()
	})
	if err != nil {
		return fmt.Errorf("the report %s was not written: %w", path, err)
	}
	return nil
}

// writePictures writes the picture of the main figures, a file for each theme.
func writePictures(prefix string, doc *result.Document) error {
	for _, theme := range report.Themes {
		path := prefix + "-" + string(theme) + ".svg"
		err := writable(path)
		if err == nil {
			err = result.Replace(path, func(out io.Writer) error { return report.Picture(out, doc, theme) })
		}
		if err != nil {
			return fmt.Errorf("the picture %s was not written: %w", path, err)
		}
	}
	return nil
}

// table writes the terminal table to standard output: the contestants, and the lanes if the
// document has any.
func table(s streams, doc *result.Document) error {
	lanes, rest := latency.Split(doc)
	if lanes == nil && rest == nil { // the document has no cells, and the empty table says so
		rest = doc
	}
	if rest != nil {
		if err := contestantsTable(s, rest); err != nil {
			return err
		}
	}
	if lanes == nil {
		return nil
	}
	if rest != nil {
		fmt.Fprintln(s.out)
	}
	return report.Lanes(s.out, lanes)
}

func contestantsTable(s streams, doc *result.Document) error {
	width := terminalWidth(s.out)
	if width == 0 {
		width = widthOfPipes
	}
	return report.Table(s.out, doc, width, colored(s.out))
}

// widthOfPipes is the width of the table when the output is not a terminal.
const widthOfPipes = 120
