package main

import (
	"bufio"
	"cmp"
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
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// This file chooses the files that results are written to.

// resultsFolder is the folder for files whose names were not given.
const resultsFolder = "results"

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

// resultName is the name of a document that was not given one.
func resultName(kind string) string {
	return filepath.Join(resultsFolder, kind+"-"+time.Now().UTC().Format("20060102-150405")+".json")
}

// runFiles are the files that a run writes.
type runFiles struct {
	json string
	html string // beside the document; "" if that goes to a device
}

// resultFiles chooses the files of a run. Before any time is spent on measuring, it checks that they
// can be written, that no other run writes them, and that they do not replace the document of an
// interrupted run. The caller releases the locks.
func resultFiles(kind, json string, held *locks) (runFiles, error) {
	files := runFiles{json: cmp.Or(json, resultName(kind))}
	if info, err := os.Stat(files.json); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return files, nil
	}
	files.html = strings.TrimSuffix(files.json, filepath.Ext(files.json)) + ".html"
	if files.html == files.json {
		return files, fmt.Errorf("the report would be written over the document %s: give that another name with --json", json)
	}
	for _, file := range []string{files.json, files.html} {
		if err := writable(file); err != nil {
			return files, err
		}
		if err := held.lock(file); err != nil {
			return files, err
		}
	}
	return files, nil
}

// refuseInterrupted fails when the file is the document of an interrupted tournament, because its
// measurements may have taken hours.
func refuseInterrupted(path string) error {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil //nolint:nilerr // writable reports other errors
	}
	doc, err := result.ReadFile(path)
	if err != nil || doc.Complete {
		return nil //nolint:nilerr // not a document, and the user named it
	}
	if lanes, contestants := latency.Split(doc); lanes != nil && contestants == nil {
		return nil // minutes of wakeful latency, which cannot be continued
	}
	return fmt.Errorf("%s holds an interrupted run: continue it with wakeful tournament --resume %s, remove it, or give another name with --json", path, path)
}

// requireDistinct fails when the report and the document that it is made from are the same file. The
// document exists.
func requireDistinct(document, report string) error {
	a, err := os.Stat(document)
	if err != nil {
		return err
	}
	b, err := os.Stat(report)
	if err == nil && a.Mode().IsRegular() && os.SameFile(a, b) { // not a device or a pipe
		return fmt.Errorf("the report would be written over the document %s: give it another name with --html", document)
	}
	return nil // also if there is no such report yet
}

// leave writes the document and the report of a run, and shows its table. err is that of the run. It
// fails too when the run was interrupted or has failed cells. again is the command that continues an
// interrupted run, or "".
func leave(s streams, files runFiles, doc *result.Document, err error, again string) error {
	err = errors.Join(err, result.WriteFile(files.json, doc))
	if files.html != "" {
		err = errors.Join(err, writeReport(files.html, doc))
	}
	if err = errors.Join(err, table(s, doc)); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "\ndocument: %s\n", files.json)
	if files.html != "" {
		fmt.Fprintf(s.out, "report:   %s\n", files.html)
	}
	if claims.AppliesTo(doc) {
		fmt.Fprintf(s.out, "claims:   %s; figures: wakeful findings %s\n", claims.Counts(claims.Judge(doc)), files.json)
	}
	switch failed := runner.Failed(doc); {
	case !doc.Complete && again != "":
		fmt.Fprintf(s.err, "wakeful: interrupted; continue with: %s\n", again)
		return errInterrupted
	case !doc.Complete:
		fmt.Fprintf(s.err, "wakeful: interrupted; what was measured is in %s\n", files.json)
		return errInterrupted
	case failed > 0:
		fmt.Fprintf(s.err, "wakeful: %d cells failed\n", failed)
		return errFailed
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
