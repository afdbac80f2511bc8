package result

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// This file owns reading a document. An invalid document is never returned, not even in part,
// because its readers compute with it without checks of their own.

// Errors of Read and Validate. Match them with errors.Is. The message says what was wrong and what
// to do.
var (
	// ErrForeign: the input is not a tournament document.
	ErrForeign = errors.New("not a tournament document")
	// ErrVersion: the input is a tournament document of another version.
	ErrVersion = errors.New("a tournament document of another version")
	// ErrTruncated: the input ends in the middle of the document.
	ErrTruncated = errors.New("a tournament document that was cut off")
	// ErrInvalid: the document contradicts itself or the rules of its format.
	ErrInvalid = errors.New("an invalid tournament document")
)

// maxBytes is the largest size of a document, decompressed. It bounds the memory that a small file
// can take. A full run of fifteen contestants leaves some ten megabytes.
const maxBytes = 64 << 20

// Every document may have mostObjects objects and nulls, and one more for each leastObject bytes. The
// objects of a run take a hundred bytes each. Those of cells without a figure take less, but a run has
// at most some thousand of them.
const (
	leastObject = 64
	mostObjects = 10_000
)

// Read reads one document, which may be compressed with gzip, and validates it (see
// [Document.Validate]).
func Read(r io.Reader) (*Document, error) {
	data, err := Contents(r)
	if err != nil {
		return nil, err
	}
	if err := checkHeader(data); err != nil {
		return nil, err
	}
	// Empty objects and nulls take fifty times their text when they are decoded.
	if n := bytes.Count(data, []byte("{")) + bytes.Count(data, []byte("null")); n > mostObjects+len(data)/leastObject {
		return nil, fmt.Errorf("%w: it has %d objects and nulls in %d bytes, and those of a run take more; "+
			"run the tournament again, or undo what was changed by hand", ErrInvalid, n, len(data))
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	// An unknown field was not written by this version. Ignoring it could hide a figure.
	decoder.DisallowUnknownFields()
	var doc Document
	if err := decoder.Decode(&doc); err != nil {
		return nil, fmt.Errorf("%w: %s; run the tournament again, or undo what was changed by hand", ErrInvalid, strings.TrimPrefix(err.Error(), "json: "))
	}
	if err := doc.Validate(); err != nil {
		return nil, err
	}
	return &doc, nil
}

// Contents returns all of r, decompressed if its first bytes say that it is compressed with gzip. It
// stops at 64 MiB, with an error that matches ErrForeign.
func Contents(r io.Reader) ([]byte, error) {
	plain, err := decompressed(r)
	if err != nil {
		return nil, fmt.Errorf("reading the document: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(plain, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading the document: %w", err)
	}
	if len(data) > maxBytes {
		what := "it is larger"
		if _, ok := plain.(*gzip.Reader); ok {
			what = "decompressed, it is larger"
		}
		return nil, fmt.Errorf("%w: %s than %d MiB; give the JSON file that a tournament run wrote", ErrForeign, what, maxBytes>>20)
	}
	return data, nil
}

// decompressed returns the contents of r, decompressed if its first bytes say that it is
// compressed.
func decompressed(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(r)
	if magic, _ := buffered.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return buffered, nil
	}
	return gzip.NewReader(buffered)
}

// ReadFile reads the document in a file. Errors name the file.
func ReadFile(path string) (*Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; give the JSON file that a tournament run wrote", path)
	}
	doc, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return doc, nil
}

// checkHeader detects foreign, truncated and other-version input before any other part of it is
// used.
func checkHeader(data []byte) error {
	trimmed := bytes.TrimSpace(data)
	if len(trimmed) == 0 {
		return fmt.Errorf("%w: it is empty; give the JSON file that a tournament run wrote", ErrTruncated)
	}
	if trimmed[0] != '{' {
		return fmt.Errorf("%w: it does not begin with a JSON object; give the JSON file that a tournament run wrote, not its HTML report or its text", ErrForeign)
	}
	var header struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	err := json.Unmarshal(data, &header)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax) && syntax.Offset >= int64(len(data)):
		return fmt.Errorf("%w after %d bytes: copy the file again, or run the tournament again", ErrTruncated, len(data))
	case syntax != nil:
		line := 1 + bytes.Count(data[:syntax.Offset], []byte("\n"))
		return fmt.Errorf("%w: line %d is not JSON: %w; run the tournament again, or undo what was changed by hand", ErrInvalid, line, err)
	case header.Format != Format:
		return fmt.Errorf("%w: its \"format\" is %.40q instead of %q; give the JSON file that a tournament run wrote", ErrForeign, header.Format, Format)
	case err != nil:
		return fmt.Errorf("%w: %s", ErrInvalid, strings.TrimPrefix(err.Error(), "json: "))
	}
	return checkVersion(header.Version)
}

func checkVersion(version int) error {
	switch {
	case version > Version:
		return fmt.Errorf("%w: it has version %d and this program reads version %d; update wakeful", ErrVersion, version, Version)
	case version < Version:
		return fmt.Errorf("%w: it has version %d and this program reads version %d; run the tournament again, or read it with the release that wrote it", ErrVersion, version, Version)
	}
	return nil
}
