package result_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

func TestWriteOrdersByMeaningAndNotByMeasurement(t *testing.T) {
	want := written(t, resulttest.Example())
	random := rand.New(rand.NewPCG(1, 2))
	shuffled := resulttest.Example()
	random.Shuffle(len(shuffled.Cells), func(i, j int) {
		shuffled.Cells[i], shuffled.Cells[j] = shuffled.Cells[j], shuffled.Cells[i]
	})
	for i := range shuffled.Cells {
		s := shuffled.Cells[i].Samples
		random.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		slices.Reverse(shuffled.Cells[i].Failures)
	}
	first := shuffled.Cells[0].Key()
	if !bytes.Equal(want, written(t, shuffled)) {
		t.Error("the order of measurement shows in the written document")
	}
	if shuffled.Cells[0].Key() != first {
		t.Error("Write changed the caller's document")
	}
}

func TestWriteFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "run.json")
	doc := resulttest.Sparse()
	for range 2 { // once as a new file, once as a replacement
		if err := result.WriteFile(path, doc); err != nil {
			t.Fatal(err)
		}
		read, err := result.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(read.Cells) != len(doc.Cells) {
			t.Errorf("read %d cells, want %d", len(read.Cells), len(doc.Cells))
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder has %d entries (%v), want the document alone", len(entries), err)
	}
}

func TestWriteFileKeepsTheOldFileWhenItFails(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "run.json")
	if err := result.WriteFile(path, resulttest.Sparse()); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	broken := resulttest.Sparse()
	broken.Rounds = 0
	if err := result.WriteFile(path, broken); !errors.Is(err, result.ErrInvalid) || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v, want an invalid document and the name of the file", err)
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the old document was changed (%v)", err)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("%d files are left, want one", len(entries))
	}
}

func TestWriteFileFollowsALinkAndKeepsTheMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege on Windows")
	}
	folder := t.TempDir()
	target, link := filepath.Join(folder, "real.json"), filepath.Join(folder, "link.json")
	if err := errors.Join(os.WriteFile(target, nil, 0o600), os.Symlink(target, link)); err != nil {
		t.Fatal(err)
	}
	if err := result.WriteFile(link, resulttest.Sparse()); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced by a file (%v)", err)
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o600 || info.Size() == 0 {
		t.Errorf("the target is %v (%v), want it written with its mode kept", info, err)
	}
}

func TestWriteFileIntoSomethingThatIsNotAFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no null device in the file system")
	}
	if err := result.WriteFile(os.DevNull, resulttest.Sparse()); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s was replaced by a file (%v)", os.DevNull, err)
	}
}

func TestWriteFileNamesAFolderThatIsNotThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "absent", "run.json")
	if err := result.WriteFile(path, resulttest.Sparse()); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "absent") {
		t.Errorf("got %v, want an error that names the folder", err)
	}
	if _, err := result.ReadFile(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want that the file does not exist", err)
	}
	if _, err := result.ReadFile(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("got %v, want that it is a folder", err)
	}
}
