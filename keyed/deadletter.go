package keyed

import (
	"iter"
	"strconv"
	"strings"
)

// This file owns what a dead letter says of its record. key.go says when a record becomes one.

// deadLetterText is how many bytes of an error's text a header has at most. A dead letter that is too
// large for its engine could never be written, and its record would block its partition.
const deadLetterText = 1024

// DeadLetterHeaders yields the headers of a dead letter, for a function of WithDeadLetter that writes
// records to a topic. They are in this order: Keyed-Error is the text of err, at most 1,024 bytes
// of it. Keyed-Topic, Keyed-Partition and Keyed-Position say where the record comes from.
// Keyed-Attempts says how often its handler has failed.
func DeadLetterHeaders(r Record, err error) iter.Seq2[string, string] {
	text := "nil"
	if err != nil {
		text = err.Error()
	}
	if len(text) > deadLetterText {
		text = text[:deadLetterText]
	}
	headers := [...][2]string{
		{"Keyed-Error", strings.ToValidUTF8(text, "")},
		{"Keyed-Topic", r.Partition().Topic},
		{"Keyed-Partition", strconv.Itoa(int(r.Partition().Number))},
		{"Keyed-Position", strconv.FormatInt(r.Position(), 10)},
		{"Keyed-Attempts", strconv.Itoa(r.Attempt())},
	}
	return func(yield func(name, value string) bool) {
		for _, h := range headers {
			if !yield(h[0], h[1]) {
				return
			}
		}
	}
}
