package decide

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns the bounds that the project promises to keep. Each is a ratio of two medians of one
// run, or a number of allocations, because absolute times differ between machines. Goals are judged in
// the same way, but a goal that is not reached is not a failure.

//go:embed bounds.txt
var boundsTable string

// A Bound is one promise.
type Bound struct {
	// Part is what it is about: loops, watching, groups, connections or waiting.
	Part string
	// Contestant is the contestant whose cell in the row of Workload and Params is judged.
	Contestant string
	Workload   string
	Params     map[string]string
	// Against is the contestant to compare with, in the same row unless AgainstParams is set. It is empty
	// for Allocations, and if the limit applies to the figure itself.
	Against string
	// AgainstParams, when not nil, are the parameters of Against's row, which is another row of
	// Workload. Against may then be Contestant itself.
	AgainstParams map[string]string
	// AtMost is the largest ratio of the medians that is allowed, or the largest median.
	AtMost float64
	// Allocations: the bound applies to the cell's allocations per operation, not to its value.
	Allocations bool
	// CPU: the bound applies to the processor time per operation, not to the value. The verdict
	// also has the processor time per second.
	CPU bool
	// Goal: the project has not yet reached this bound on its own machine. Goals are reported
	// separately and never fail a check.
	Goal bool
}

// Bounds returns the bounds about some parts, or all of them, in the order in which they are shown.
func Bounds(parts ...string) []Bound {
	var bounds []Bound
	part := ""
	for line := range strings.Lines(boundsTable) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
		case strings.HasPrefix(line, "["):
			part = strings.Trim(fields[0], "[]")
		case len(parts) == 0 || slices.Contains(parts, part):
			bounds = append(bounds, parseBound(part, fields))
		}
	}
	return bounds
}

// parseBound parses a line of the table. A test reads all of them.
func parseBound(part string, fields []string) Bound {
	workload, params, _ := strings.Cut(fields[1], "/")
	atMost, _ := strconv.ParseFloat(fields[3], 64)
	rival, otherRow, hasRow := strings.Cut(fields[4], "@")
	b := Bound{
		Part: part, Contestant: fields[0], Workload: workload, Params: paramsOf(params), AtMost: atMost,
		Against: rival, Allocations: fields[2] == "allocations", CPU: fields[2] == "cpu", Goal: len(fields) > 5,
	}
	if rival == "-" {
		b.Against = ""
	}
	if hasRow {
		b.AgainstParams = paramsOf(otherRow)
	}
	return b
}

// paramsOf is the reverse of [result.FormatParams].
func paramsOf(text string) map[string]string {
	if text == "" {
		return nil
	}
	params := map[string]string{}
	for param := range strings.SplitSeq(text, "/") {
		name, value, _ := strings.Cut(param, "=")
		params[name] = value
	}
	return params
}

// againstParams are those of the rival's row.
func (b Bound) againstParams() map[string]string {
	if b.AgainstParams != nil {
		return b.AgainstParams
	}
	return b.Params
}

// Row names the row of the matrix in which the bound is judged.
func (b Bound) Row() string {
	return (&result.Cell{Workload: b.Workload, Params: b.Params}).Row()
}

// Limit writes the bound's limit: "at most 0.2".
func (b Bound) Limit() string { return fmt.Sprintf("at most %g", b.AtMost) }

// Needs reports whether the bound needs a cell.
func (b Bound) Needs(contestant, workload string, params map[string]string) bool {
	own := contestant == b.Contestant && maps.Equal(params, b.Params)
	rival := contestant == b.Against && maps.Equal(params, b.againstParams())
	return workload == b.Workload && (own || rival)
}

// Lanes returns the contestants whose cells the bound needs, if these are lanes.
func (b Bound) Lanes() []string {
	if b.Against == "" {
		return []string{b.Contestant}
	}
	return []string{b.Contestant, b.Against}
}
