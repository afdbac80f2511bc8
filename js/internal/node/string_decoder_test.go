package node_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

func TestStringDecoder(t *testing.T) {
	libtest.CompareAsync(t, libtest.Lines(t, "testdata/string_decoder.txt"), inspected)
}
