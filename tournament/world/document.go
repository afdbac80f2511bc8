package world

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the document of a run: every sample, and the reasons for cells without samples.

// Format names the document, and its version.
const Format = "wakeful-world-1"

// Document is one run, or several runs in one file.
type Document struct {
	Format      string             `json:"format"`
	Started     time.Time          `json:"started"`
	Environment result.Environment `json:"environment"`
	Peers       []PeerInfo         `json:"peers"`
	Cells       []*Cell            `json:"cells"`
}

// PeerInfo describes a peer.
type PeerInfo struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	// Missing is the reason why the peer could not be measured on this machine.
	Missing string `json:"missing,omitempty"`
}

// Cell is one peer under one workload.
type Cell struct {
	Peer     string   `json:"peer"`
	Workload string   `json:"workload"`
	Samples  []Sample `json:"samples,omitempty"`
	// Missing is the reason why there are no samples, if the peer refuses the workload.
	Missing string `json:"missing,omitempty"`
	// Failure is the error of a failed cell. A failed cell is not measured again.
	Failure string `json:"failure,omitempty"`
}

// Sample is one measurement. Samples with the same round belong together.
type Sample struct {
	Round   int     `json:"round"`
	Figures Figures `json:"figures"`
}

// ReadDocument reads a document of at most 64 MiB, which may be compressed with gzip.
func ReadDocument(path string) (*Document, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := result.Contents(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	d := &Document{}
	if err := json.Unmarshal(text, d); err != nil {
		return nil, fmt.Errorf("%s is not a document: %w", path, err)
	}
	if d.Format != Format {
		return nil, fmt.Errorf("%s has the format %q, not %q: it is not of wakeful tournament --world", path, d.Format, Format)
	}
	return d, nil
}

// Write writes the document. After an error the old file is unchanged.
func (d *Document) Write(path string) error {
	return result.Replace(path, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", " ")
		return encoder.Encode(d)
	})
}

// cell returns the cell with that name, or nil.
func (d *Document) cell(peer, workload string) *Cell {
	for _, c := range d.Cells {
		if c.Peer == peer && c.Workload == workload {
			return c
		}
	}
	return nil
}

// setPeer replaces the description of a peer.
func (d *Document) setPeer(p PeerInfo) {
	at := slices.IndexFunc(d.Peers, func(q PeerInfo) bool { return q.Name == p.Name })
	if at < 0 {
		d.Peers = append(d.Peers, p)
		return
	}
	d.Peers[at] = p
}

// Values returns the values of a figure by round.
func (c *Cell) Values(figure string) map[int]float64 {
	values := map[int]float64{}
	for _, s := range c.Samples {
		if v, ok := s.Figures[figure]; ok {
			values[s.Round] = v
		}
	}
	return values
}

// Median returns the median of a figure with its interval.
func (c *Cell) Median(figure string) stats.Estimate {
	var values []float64
	for _, v := range c.Values(figure) {
		values = append(values, v)
	}
	return stats.Interval(values, stats.Confidence)
}

// Ratio returns the ratio of a figure, ours to theirs, from the rounds that both have.
func Ratio(ours, theirs *Cell, figure string) stats.Estimate {
	var num, den []float64
	others := theirs.Values(figure)
	for _, s := range ours.Samples {
		if other, ok := others[s.Round]; ok {
			num, den = append(num, s.Figures[figure]), append(den, other)
		}
	}
	return paired(num, den)
}

// paired computes a ratio with an interval from pairs of the same round.
var paired = stats.Ratio
