package claims

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"fmt"
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
	// Source is the document.
	Source string
}

// reportedKey identifies a figure. The statistics low and high of one key are the two ends of a
// range.
type reportedKey struct{ experiment, variant, parameter, statistic string }

func (k reportedKey) String() string {
	return strings.Join([]string{k.experiment, k.variant, k.parameter, k.statistic}, "/")
}

// reportedFigures returns every figure, by key.
var reportedFigures = sync.OnceValue(func() map[reportedKey][]Reported {
	figures, err := parseReported(reportedCSV)
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return figures
})

func parseReported(text string) (map[reportedKey][]Reported, error) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("claims: reading the reported figures: %w", err)
	}
	figures := map[reportedKey][]Reported{}
	for i, row := range rows[1:] {
		value, err := strconv.ParseFloat(row[5], 64)
		if err != nil {
			return nil, fmt.Errorf("claims: reported figure %d: %w", i+1, err)
		}
		key := reportedKey{row[0], row[1], row[2], row[4]}
		if key.statistic == "low" || key.statistic == "high" {
			key.statistic = "mean" // the two ends of one figure
		}
		add(figures, key, Reported{Platform: row[3], Low: value, High: value, Unit: row[6], Source: row[7]})
	}
	return figures, nil
}

// add widens the figure of the same key and platform, if there is one.
func add(figures map[reportedKey][]Reported, key reportedKey, r Reported) {
	for i := range figures[key] {
		if have := &figures[key][i]; have.Platform == r.Platform {
			have.Low, have.High = min(have.Low, r.Low), max(have.High, r.High)
			if have.Source != r.Source {
				have.Source += "; " + r.Source
			}
			return
		}
	}
	figures[key] = append(figures[key], r)
}

// anyPlatform is the documents' name for a figure without a platform.
const anyPlatform = "any"

// reportedOn returns the figure for a platform: its own, or that of any platform.
func reportedOn(key reportedKey, platform string) (Reported, bool) {
	r, _ := closest(reportedFigures()[key], platform)
	return r, r.Platform == platform || r.Platform == anyPlatform
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
