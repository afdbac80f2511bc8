package esbuild

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

// This file owns the columns of source maps. A map counts them from 0. The engine counts from
// 1, looks the column of the code up as it counts, and shows the column of the source as the
// map has it: each place would be one column too far to the left, or that of the next token.
// So both columns of the map are moved by one.

// mapComment is the beginning of the comment with the map.
const mapComment = "//# sourceMappingURL=data:application/json;base64,"

// countColumnsFromOne moves the columns in the map at the end of code.
func countColumnsFromOne(code string) string {
	i := strings.LastIndex(code, mapComment)
	if i < 0 {
		return code
	}
	encoded, rest, _ := strings.Cut(code[i+len(mapComment):], "\n")
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
	return code[:i] + mapComment + base64.StdEncoding.EncodeToString(text) + "\n" + rest
}

// moveColumns adds one to each column. A segment has the differences to the one before: the
// column of the code begins anew in each line, that of the source does not.
func moveColumns(mappings string) string {
	lines := strings.Split(mappings, ";")
	moved := false // the column of the source
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

// decodeVLQ reads the numbers of a segment: five bits a digit, the lowest first, with a sixth
// that says that more follow; the lowest bit of a number is its sign.
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

// encodeVLQ writes the numbers of a segment.
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
