package result

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// This file owns the rule that a document says everything that it has to say: to
// the decoder a number that is not there is a 0, and a 0 is a figure.

// absent returns where the text of a document lacks a field, as
// "cells[3].samples[0].value", or nothing. A field may be left out when its tag
// says omitempty; an empty list may be null.
func absent(document []byte) (string, error) {
	var value any
	if err := json.Unmarshal(document, &value); err != nil {
		return "", err
	}
	return absentIn(reflect.TypeFor[Document](), value), nil
}

// absentIn looks into a value that the decoder has accepted as one of type t.
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
