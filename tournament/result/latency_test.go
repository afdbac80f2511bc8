package result_test

import (
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
)

func TestHistogramHoldsEveryLatency(t *testing.T) {
	h, err := result.HistogramOf([]int64{0, 100, 200, 300, int64(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if h.Count != 5 || h.P50 < 199 || h.P50 > 201 || h.Max < int64(time.Minute)*99/100 {
		t.Errorf("%+v; want five latencies with the median 200", h)
	}
}
