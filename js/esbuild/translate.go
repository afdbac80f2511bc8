package esbuild

import (
	"fmt"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/wakeful-go/wakeful/js/internal/transform"
)

// maxTranslated is the size of sources that Translate accepts. Esbuild's parser is recursive, and Go
// ends a process whose stack has a gigabyte: a nested parenthesis takes more than four kilobytes.
const maxTranslated = 64 << 10

// Translate returns TypeScript or JSX as JavaScript, with a source map as its last comment. The name's
// extension says what the source is: .ts, .mts, .cts, .tsx or .jsx. Others are returned as they are.
// Imports stay as they are. A script that nobody trusts can be translated: no file is read, and sources
// of more than 64 KB are an error. It is for Config.Translate of module sandbox. Any goroutine may
// call it.
func Translate(name, source string) (string, error) {
	switch filepath.Ext(name) {
	case ".ts", ".mts", ".cts", ".tsx", ".jsx":
	default:
		return source, nil
	}
	if len(source) > maxTranslated {
		return "", fmt.Errorf("%s has %d bytes; at most %d can be translated", name, len(source), maxTranslated)
	}
	result := api.Transform(transform.WithMap(source, nil), api.TransformOptions{
		Sourcefile: filepath.Base(name), Loader: loaderOf(name), Target: api.ESNext, Supported: map[string]bool{"decorators": false},
		Sourcemap: api.SourceMapInline, SourcesContent: api.SourcesContentExclude,
		LogLevel: api.LogLevelSilent, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone,
	})
	if len(result.Errors) > 0 {
		m := result.Errors[0]
		if l := m.Location; l != nil {
			return "", fmt.Errorf("%s:%d:%d: %s", name, l.Line, l.Column+1, m.Text)
		}
		return "", fmt.Errorf("%s: %s", name, m.Text)
	}
	return string(result.Code), nil
}
