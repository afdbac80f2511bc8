package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns the form in which a full run is committed: compressed, with the value of each
// sample, and with the histograms that the pages of docs need. All histograms would be several
// megabytes. What is beside a value has the digits that a page shows.

// compress writes a document in that form. After an error the old file is unchanged.
func compress(file string, doc *result.Document) error {
	if err := result.Replace(file, func(out io.Writer) error { return compressTo(out, doc) }); err != nil {
		return fmt.Errorf("the compressed document was not written: %w", err)
	}
	return nil
}

func compressTo(out io.Writer, doc *result.Document) error {
	small := *doc
	small.Cells = slices.Clone(doc.Cells)
	for i := range small.Cells {
		cell := &small.Cells[i]
		cell.Samples = slices.Clone(cell.Samples)
		for j := range cell.Samples {
			s := &cell.Samples[j]
			if !needsHistogram(cell) {
				s.Latency = nil
			}
			for _, v := range []*float64{&s.WallSeconds, &s.CPUSeconds, &s.AllocsPerOp, &s.BytesPerOp} {
				// Formatted numbers always parse.
				*v, _ = strconv.ParseFloat(strconv.FormatFloat(*v, 'g', 3, 64), 64)
			}
		}
	}
	packed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	return errors.Join(result.Write(packed, &small), packed.Close())
}

// needsHistogram reports whether a page of docs shows a cell's distribution: that of the lanes at
// the founding gap, of the loop's and the channel's lanes everywhere, and of the two contestants
// whose median a claim compares.
func needsHistogram(c *result.Cell) bool {
	switch c.Workload {
	case latency.Arrival:
		founding := len(c.Params) == 1 && c.Params["gap"] == latency.GapText(latency.FoundingGap)
		return founding || strings.HasPrefix(c.Contestant, "wakeful-") || strings.HasPrefix(c.Contestant, "go-channel-s")
	case "ping-pong-latency":
		return c.Params["waiter"] == "blocks" && slices.Contains([]string{"mainlockfree", "goja_nodejs"}, c.Contestant)
	}
	return false
}
