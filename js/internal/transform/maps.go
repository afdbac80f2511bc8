package transform

import (
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
)

// This file owns which source map a transformer sees. Esbuild reads the file that the last comment
// of a source names, whatever file that is.

// mapComment matches a comment that names a source map.
var mapComment = regexp.MustCompile(`/[/*][#@] sourceMappingURL=([^\s*]+)`)

// WithMap returns source so that translating it reads no file. If a comment names a source map, the
// result ends with a comment that contains the map. read reads a map's file, and may be nil.
func WithMap(source string, read func(url string) ([]byte, error)) string {
	if !strings.Contains(source, "sourceMappingURL=") {
		return source
	}
	address := "none:" // no map, and not the name of a file
	if all := mapComment.FindAllStringSubmatch(source, -1); all != nil {
		if b := sourceMap(all[len(all)-1][1], read); json.Valid(b) { // an invalid one is an error for esbuild
			address = inline + base64.StdEncoding.EncodeToString(b)
		}
	}
	return source + "\n//# sourceMappingURL=" + address
}

const inline = "data:application/json;base64,"

// sourceMap returns the source map at an address, or nil.
func sourceMap(address string, read func(url string) ([]byte, error)) (b []byte) {
	if meta, data, ok := strings.Cut(address, ","); ok && strings.HasPrefix(meta, "data:") {
		if strings.HasSuffix(meta, ";base64") {
			b, _ = base64.StdEncoding.DecodeString(data)
		}
		return b
	}
	if read == nil {
		return nil
	}
	b, err := read(address)
	if err != nil {
		return nil
	}
	return b
}
