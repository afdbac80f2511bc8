package result_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result"
)

func TestSamplesHaveNoMoreDigitsThanTheyCanTell(t *testing.T) {
	got := result.Sample{Value: 1234.56789, WallSeconds: 0.1174092136, CPUSeconds: 0, AllocsPerOp: 1.0 / 3, BytesPerOp: 123456789, Ops: 123456789}.Rounded()
	want := result.Sample{Value: 1234.57, WallSeconds: 0.117409, CPUSeconds: 0, AllocsPerOp: 0.333333, BytesPerOp: 123457000, Ops: 123456789}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
