package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// This file owns the rule that a document must have all its fields. The decoder turns a missing
// number into 0, and 0 is a valid figure.
//
// The text is read token by token, before anything is decoded. A list of empty objects takes two
// bytes for each in the text, and fifty times that when it is decoded.

// absent returns the position at which the text of a document lacks a field, such as
// "cells[3].samples[0].value", or "". A field may be missing if its tag says omitempty. An empty
// list may be null. It fails if the text has an unknown field.
func absent(document []byte) (string, error) {
	d := json.NewDecoder(bytes.NewReader(document))
	d.UseNumber() // the decoder judges numbers
	where, _, err := absentIn(d, reflect.TypeFor[Document]())
	return where, err
}

// absentIn reads the next value, which should be one of type t, and reports whether it is null. A
// value of another type lacks nothing: the decoder refuses it.
func absentIn(d *json.Decoder, t reflect.Type) (where string, null bool, err error) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	list := t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct
	object := t.Kind() == reflect.Struct && t != reflect.TypeFor[time.Time]()
	if !list && !object {
		var value json.RawMessage
		err := d.Decode(&value)
		return "", string(value) == "null", err
	}
	token, err := d.Token()
	switch {
	case err != nil:
		return "", false, err
	case token == nil && object:
		return "." + required(t, nil), true, nil
	case token == nil:
		return "", true, nil
	case list && token == json.Delim('['):
		where, err = absentInList(d, t.Elem())
	case object && token == json.Delim('{'):
		where, err = absentInObject(d, t)
	default:
		err = fmt.Errorf("there is %v where an object or a list belongs", token)
	}
	return where, false, err
}

func absentInList(d *json.Decoder, t reflect.Type) (string, error) {
	for i := 0; d.More(); i++ {
		if where, _, err := absentIn(d, t); where != "" || err != nil {
			return fmt.Sprintf("[%d]%s", i, where), err
		}
	}
	_, err := d.Token()
	return "", err
}

func absentInObject(d *json.Decoder, t reflect.Type) (string, error) {
	there := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return "", err
		}
		name, _ := token.(string) // the syntax of the document was checked
		field, ok := fieldOf(t, name)
		if !ok {
			return "", fmt.Errorf("unknown field %q", name)
		}
		where, null, err := absentIn(d, field.Type)
		if err != nil {
			return "", err
		}
		if where != "" && !null {
			return "." + name + where, nil
		}
		there[name] = !null || field.Type.Kind() == reflect.Slice
	}
	if _, err := d.Token(); err != nil {
		return "", err
	}
	if name := required(t, there); name != "" {
		return "." + name, nil
	}
	return "", nil
}

// required returns the first field that is not there and must be, or "".
func required(t reflect.Type, there map[string]bool) string {
	for field := range t.Fields() {
		name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
		if option != "omitempty" && !there[name] {
			return name
		}
	}
	return ""
}

// fieldOf returns the field into which the decoder puts a name. It ignores the case of letters.
func fieldOf(t reflect.Type, name string) (reflect.StructField, bool) {
	for field := range t.Fields() {
		if tag, _, _ := strings.Cut(field.Tag.Get("json"), ","); strings.EqualFold(tag, name) {
			return field, true
		}
	}
	return reflect.StructField{}, false
}
