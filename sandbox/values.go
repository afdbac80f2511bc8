package sandbox

// The types of values that Go lacks.

import (
	"fmt"
	"math/big"
	"time"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
)

type (
	// Map is a Map of JavaScript: pairs of key and value, in the order of insertion.
	Map = codec.Map
	// Set is a Set of JavaScript, in the order of insertion.
	Set = codec.Set
	// RegExp is a regular expression of JavaScript.
	RegExp = codec.RegExp
	// ScriptError is an error of JavaScript: what a script has thrown, or a value that is an error. A
	// tool that returns one throws an error with its name and message in the script.
	ScriptError = codec.Error
)

// kindOf names a value in errors.
func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case string:
		return "string"
	case *big.Int:
		return "BigInt"
	case time.Time:
		return "Date"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case *Map:
		return "Map"
	case *Set:
		return "Set"
	case *RegExp:
		return "RegExp"
	case *ScriptError:
		return "error"
	case []byte:
		return "Uint8Array"
	}
	return fmt.Sprintf("%T", v)
}
