package esbuild

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

// This file adjusts the columns of source maps. A map counts from 0. The engine counts from 1,
// looks up the generated column as it counts, and shows the source column as the map has it. So
// without an adjustment, each position would be one column too far to the left, or would be that of
// another token. Both columns of the map are moved by one.

// mapComment is the beginning of the comment with the source map.
const mapComment = "//# sourceMappingURL=data:application/json;base64,"

// countColumnsFromOne moves the columns of the map at the end of code.
func countColumnsFromOne(code string) string {
	before, after, found := strings.CutLast(code, mapComment)
	if !found {
		return code
	}
	encoded, rest, _ := strings.Cut(after, "\n")
	text, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
	if err != nil {
		return code
	}
	var fields map[string]json.RawMessage
	var mappings string
	if json.Unmarshal(text, &fields) != nil || json.Unmarshal(fields["mappings"], &mappings) != nil {
		return code
	}
	if fields["mappings"], err = json.Marshal(moveColumns(mappings)); err != nil {
		return code
	}
	if text, err = json.Marshal(fields); err != nil {
		return code
	}
	return before + mapComment + base64.StdEncoding.EncodeToString(text) + "\n" + rest
}

// moveColumns adds one to each column. A segment contains differences to the previous segment. The
// generated column starts again in each line, and the source column does not.
func moveColumns(mappings string) string {
	lines := strings.Split(mappings, ";")
	moved := false // the source column was moved
	for i, line := range lines {
		if line == "" {
			continue
		}
		segments := strings.Split(line, ",")
		for j, segment := range segments {
			numbers := decodeVLQ(segment)
			if j == 0 {
				numbers[0]++
			}
			if !moved && len(numbers) > 3 {
				numbers[3]++
				moved = true
			}
			segments[j] = encodeVLQ(numbers)
		}
		lines[i] = strings.Join(segments, ",")
	}
	return strings.Join(lines, ";")
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// decodeVLQ decodes the numbers of a segment. Each digit has five bits, the lowest first, and a
// sixth bit that is set if more digits follow. The lowest bit of a number is its sign.
func decodeVLQ(segment string) []int {
	var numbers []int
	value, shift := 0, 0
	for i := range len(segment) {
		digit := strings.IndexByte(base64Digits, segment[i])
		value |= digit & 31 << shift
		if digit&32 != 0 {
			shift += 5
			continue
		}
		if value&1 != 0 {
			value = -value
		}
		numbers = append(numbers, value/2)
		value, shift = 0, 0
	}
	return numbers
}

// encodeVLQ encodes the numbers of a segment.
func encodeVLQ(numbers []int) string {
	var b strings.Builder
	for _, n := range numbers {
		value := n << 1
		if n < 0 {
			value = -n<<1 | 1
		}
		for {
			digit := value & 31
			if value >>= 5; value > 0 {
				digit |= 32
			}
			b.WriteByte(base64Digits[digit])
			if value == 0 {
				break
			}
		}
	}
	return b.String()
}
