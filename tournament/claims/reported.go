package claims

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// This file has the reported figures of the founding documents.

// reportedCSV is the project's copy of the figures. Every row names its source by title and date,
// and every figure that a claim uses is a row. It is a record and is never changed to agree with a
// measurement.
//
//go:embed reported.csv
var reportedCSV string

// Reported is one figure of a founding document, or a value computed from two.
type Reported struct {
	// Platform is "linux", "darwin", or "any".
	Platform string
	// Low and High differ if a range was reported, or if the figure was reported twice.
	Low, High float64
	Unit      string
}

// reportedKey identifies a figure. The statistics low and high of one key are the two ends of a
// range.
type reportedKey struct{ experiment, variant, parameter, statistic string }

// reportedRows returns the figures: experiment, variant, parameter, platform, statistic, value, unit and
// source.
var reportedRows = sync.OnceValue(func() [][]string {
	rows, err := csv.NewReader(strings.NewReader(reportedCSV)).ReadAll()
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return rows[1:]
})

// anyPlatform is the documents' name for a figure without a platform.
const anyPlatform = "any"

// reportedOn returns the figure of a platform, if there is one. It is the range of all its rows.
func reportedOn(key reportedKey, platform string) (r Reported, ok bool) {
	for _, row := range reportedRows() {
		of := reportedKey{row[0], row[1], row[2], row[4]}
		if of.statistic == "low" || of.statistic == "high" {
			of.statistic = "mean" // the two ends of one figure
		}
		value, err := strconv.ParseFloat(row[5], 64)
		if of != key || row[3] != platform || err != nil { // a test reads all of them
			continue
		}
		if !ok {
			r, ok = Reported{Platform: platform, Low: value, High: value, Unit: row[6]}, true
		}
		r.Low, r.High = min(r.Low, value), max(r.High, value)
	}
	return r, ok
}

// closest returns the reported figure for a comparison on the platform: that platform's own,
// otherwise that of any platform, otherwise the first.
func closest(figures []Reported, platform string) (Reported, bool) {
	if len(figures) == 0 {
		return Reported{Low: math.NaN(), High: math.NaN()}, false
	}
	rank := func(r Reported) int { return slices.Index([]string{platform, anyPlatform}, r.Platform) }
	return slices.MinFunc(figures, func(a, b Reported) int {
		return cmp.Compare(uint(rank(a)), uint(rank(b))) // -1, for neither, sorts last
	}), true
}
