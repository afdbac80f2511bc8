package vm

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// This file owns JSON.parse. The engine's errors do not say where the text is wrong.

// correctJSON replaces JSON.parse, and keeps the engine's for ParseJSON.
func (c *corrections) correctJSON(object *Object) {
	c.parseJSON = replaceNative(c.rt, object, "parse", func(engine native) native {
		return func(call FunctionCall) Value {
			v, thrown := protected(engine, call)
			if thrown == nil {
				return v
			}
			if text := call.Argument(0); IsString(text) {
				if message := faultOf(text.String()); message != "" {
					panic(NewError(c.rt, "SyntaxError", message))
				}
			}
			panic(thrown)
		}
	})
}

// faultOf returns what is wrong with a text of JSON, or "" if nothing is found.
func faultOf(text string) string {
	var raw stdjson.RawMessage
	fault, ok := errors.AsType[*stdjson.SyntaxError](stdjson.Unmarshal([]byte(text), &raw))
	if !ok {
		return ""
	}
	at := int(fault.Offset) - 1
	if at < 0 || at >= len(text) || fault.Error() == "unexpected end of JSON input" {
		return fmt.Sprintf("Unexpected end of JSON input at position %d", unitsOf(text))
	}
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	line, begin := 1, 0
	for i := range at {
		if text[i] == '\n' {
			line, begin = line+1, i+1
		}
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	return fmt.Sprintf("Unexpected token '%c' in JSON at position %d (line %d column %d)", r, unitsOf(text[:at]), line, unitsOf(text[begin:at])+1)
}

// unitsOf returns the number of UTF-16 code units of a text.
func unitsOf(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// ParseJSON is JSON.parse, whatever the program has put into its place. Loop goroutine only.
func ParseJSON(rt *Runtime, text Value) (v Value, err error) {
	c := correctionsOf(rt)
	c.intrinsic("JSON")
	err = Try(rt, func() error {
		v = c.parseJSON(FunctionCall{This: Undefined(), Arguments: []Value{text}})
		return nil
	})
	return v, err
}
