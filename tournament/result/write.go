package result

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// This file owns writing a document: always valid, always in the same order, and never a partial
// file under the requested name.

// Write writes the document as JSON in one line. Cells are ordered by workload, then parameters, then
// contestant, and samples by round. So equal documents are equal bytes, whatever the order of
// measurement. An invalid document is not written. The document is not changed.
func Write(w io.Writer, doc *Document) error {
	if err := doc.Validate(); err != nil {
		return err
	}
	if err := json.NewEncoder(w).Encode(doc.sorted()); err != nil {
		return fmt.Errorf("writing the document: %w", err)
	}
	return nil
}

// WriteFile writes the document to path. A reader finds either the old file or the complete new
// one.
func WriteFile(path string, doc *Document) error {
	if err := Replace(path, func(w io.Writer) error { return Write(w, doc) }); err != nil {
		return fmt.Errorf("%s was not written: %w", path, err)
	}
	return nil
}

// Replace writes the file path so that a reader finds either the old file or the complete new one,
// even if write fails. It writes a temporary file in the same folder, flushes it to the disk, and
// renames it. If path exists and is not a regular file (a terminal, a pipe), Replace writes
// directly into it.
func Replace(path string, write func(io.Writer) error) error {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return writeInto(path, write)
		}
		mode = info.Mode().Perm()
	}
	// Keep a symbolic link and replace its target.
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	folder := filepath.Dir(path)
	temp, err := os.CreateTemp(folder, "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	err = errors.Join(write(temp), temp.Chmod(mode), temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	syncFolder(folder)
	return nil
}

func writeInto(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// syncFolder makes the rename durable. Not every system can flush a folder, and the file is
// complete in any case, so a failure is not an error.
func syncFolder(folder string) {
	if f, err := os.Open(folder); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}

// sorted returns a copy of the document in its written order. It shares the parts that are not
// reordered.
func (d *Document) sorted() *Document {
	workload := make(map[string]int, len(d.Workloads))
	for i, w := range d.Workloads {
		workload[w.Name] = i
	}
	contestant := make(map[string]int, len(d.Contestants))
	for i, c := range d.Contestants {
		contestant[c.Name] = i
	}
	out := *d
	out.Cells = slices.Clone(d.Cells)
	for i := range out.Cells {
		cell := &out.Cells[i]
		cell.Samples = slices.Clone(cell.Samples)
		slices.SortStableFunc(cell.Samples, func(a, b Sample) int { return cmp.Compare(a.Round, b.Round) })
		cell.Failures = slices.Clone(cell.Failures)
		slices.SortStableFunc(cell.Failures, func(a, b Failure) int { return cmp.Compare(a.Round, b.Round) })
	}
	slices.SortStableFunc(out.Cells, func(a, b Cell) int {
		return cmp.Or(
			cmp.Compare(workload[a.Workload], workload[b.Workload]),
			CompareParams(a.Params, b.Params),
			cmp.Compare(contestant[a.Contestant], contestant[b.Contestant]),
		)
	})
	return &out
}
