package node_test

import (
	"fmt"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

// Every reader and writer of Buffer gets every kind of argument. Results, written bytes and
// exceptions are Node's.
func TestBufferNumbers(t *testing.T) {
	var expressions []string
	add := func(format string, args ...any) { expressions = append(expressions, fmt.Sprintf(format, args...)) }
	offsets := []string{"null", "undefined", "''", "'1'", "true", "{}", "NaN", "1.5", "-1", "-0", "Infinity", "2 ** 33", "3", "8", "9", "10", "99", "1n", "Symbol('s')", "[1]"}
	values := []string{
		"null", "undefined", "'1'", "'x'", "true", "{}", "NaN", "1.5", "-1.5", "-0.5", "-1", "255", "255.5", "256", "127", "128", "-128", "-129", "32767", "32768", "65535", "65536",
		"-32769", "2147483647", "2147483648", "4294967295", "4294967296", "-2147483649", "549755813888", "140737488355328", "281474976710656", "Infinity", "1n",
		"[5]", "({ valueOf() { return 3 } })", "Symbol('s')",
	}
	const read, write = `Buffer.from('abcdefghijklmnop').subarray(0, 10)`, `Buffer.alloc(10)`

	sizes := []string{"UInt8", "Int8", "Uint8"}
	for _, name := range []string{"UInt16", "Int16", "UInt32", "Int32", "Float", "Double", "Uint16", "Uint32"} {
		sizes = append(sizes, name+"LE", name+"BE")
	}
	bigs := []string{"BigInt64LE", "BigInt64BE", "BigUInt64LE", "BigUInt64BE", "BigUint64LE", "BigUint64BE"}
	for _, size := range append(bigs, sizes...) {
		add("%s.read%s()", read, size)
		add("Buffer.alloc(0).read%s()", size)
		add("Buffer.alloc(0).read%s(null)", size)
		for _, offset := range offsets {
			add("%s.read%s(%s)", read, size, offset)
		}
	}
	for _, size := range sizes {
		for _, value := range values {
			add("((b) => [b.write%s(%s, 1), b])(%s)", size, value, write)
		}
		for _, offset := range offsets {
			add("((b) => [b.write%s(1, %s), b])(%s)", size, offset, write)
		}
	}
	for _, size := range bigs {
		for _, value := range []string{"null", "undefined", "'1'", "true", "1", "-1n", "0n", "2n ** 63n", "2n ** 63n - 1n", "-(2n ** 63n)", "-(2n ** 63n) - 1n", "2n ** 64n - 1n", "2n ** 64n"} {
			add("((b) => [b.write%s(%s, 1), b])(%s)", size, value, write)
		}
		for _, offset := range offsets {
			add("((b) => [b.write%s(1n, %s), b])(%s)", size, offset, write)
		}
	}
	lengths := []string{"null", "undefined", "0", "1", "2", "3", "4", "5", "6", "7", "1.5", "'2'", "NaN", "-1"}
	for _, size := range []string{"UIntLE", "UIntBE", "IntLE", "IntBE", "UintLE", "UintBE"} {
		for _, length := range lengths {
			for _, offset := range []string{"null", "undefined", "'1'", "NaN", "1.5", "-1", "0", "4", "5", "9", "99"} {
				add("%s.read%s(%s, %s)", read, size, offset, length)
				add("((b) => [b.write%s(1, %s, %s), b])(%s)", size, offset, length, write)
			}
		}
		for _, length := range []int{1, 2, 3, 4, 5, 6} {
			for _, value := range values {
				if value == "-0.5" && length > 4 {
					continue // Node rounds the upper half down separately, and writes -2^32
				}
				add("((b) => [b.write%s(%s, 1, %d), b])(%s)", size, value, length, write)
			}
		}
	}
	libtest.Compare(t, expressions, inspected)
}
