package result

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// This file owns the rule that a document must have all its fields. The decoder turns a missing
// number into 0, and 0 is a valid figure.

// absent returns the position at which the text of a document lacks a field, such as
// "cells[3].samples[0].value", or "". A field may be missing if its tag says omitempty. An empty
// list may be null.
func absent(document []byte) (string, error) {
	var value any
	if err := json.Unmarshal(document, &value); err != nil {
		return "", err
	}
	return absentIn(reflect.TypeFor[Document](), value), nil
}

// absentIn checks a value that the decoder has accepted as one of type t.
func absentIn(t reflect.Type, value any) string {
	switch t.Kind() {
	case reflect.Pointer:
		if value != nil {
			return absentIn(t.Elem(), value)
		}
	case reflect.Slice:
		items, _ := value.([]any)
		for i, item := range items {
			if where := absentIn(t.Elem(), item); where != "" {
				return fmt.Sprintf("[%d]%s", i, where)
			}
		}
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return ""
		}
		object, _ := value.(map[string]any)
		for field := range t.Fields() {
			name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
			inside, there := object[name]
			optional := option == "omitempty"
			nothing := !there || inside == nil && field.Type.Kind() != reflect.Slice
			if nothing && !optional {
				return "." + name
			}
			if where := absentIn(field.Type, inside); !nothing && where != "" {
				return "." + name + where
			}
		}
	}
	return ""
}
