package web_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

func TestURL(t *testing.T) {
	libtest.Compare(t, libtest.Lines(t, "testdata/url.txt"), "(v) => String(v)")
}
