package web

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"strings"
	"uuid"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// bytesNatives tell what is an ArrayBuffer.
func bytesNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{"isArrayBuffer": func(call vm.FunctionCall) vm.Value {
		return rt.ToValue(isArrayBuffer(call.Argument(0)))
	}}
}

// bodyNatives are the Go functions of Blob, Request, Response and FormData for reading and writing
// bytes.
func bodyNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"encode": encode(rt),
		"scalar": scalar(rt),
		"decodeUTF8": func(call vm.FunctionCall) vm.Value {
			input, _ := lib.Bytes(call.Argument(0))
			return rt.ToValue(utf8Text(input))
		},
		"boundary": func(vm.FunctionCall) vm.Value { return rt.ToValue(strings.ReplaceAll(uuid.NewV4().String(), "-", "")) },
		// mediaType returns a content type and its boundary, or undefined if it is invalid.
		"mediaType": func(call vm.FunctionCall) vm.Value {
			kind, parameters, err := mime.ParseMediaType(call.Argument(0).String())
			if err != nil || !strings.Contains(kind, "/") {
				return vm.Undefined()
			}
			if boundary, ok := parameters["boundary"]; ok {
				return rt.NewArray(kind, boundary)
			}
			return rt.NewArray(kind)
		},
		"parseMultipart": func(call vm.FunctionCall) vm.Value {
			input, _ := lib.Bytes(call.Argument(0))
			return parseMultipart(rt, input, call.Argument(1).String())
		},
		"dataBytes": func(call vm.FunctionCall) vm.Value {
			raw := lib.PercentDecode(call.Argument(0).String(), false)
			if call.Argument(1).ToBoolean() {
				var ok bool
				if raw, ok = forgiving(string(raw)); !ok {
					return vm.Undefined()
				}
			}
			return lib.Uint8Array(rt, raw)
		},
	}
}

// parseMultipart returns [name, filename or undefined, type, bytes] for each part, or undefined if
// the input is not a form.
func parseMultipart(rt *vm.Runtime, input []byte, boundary string) vm.Value {
	reader := multipart.NewReader(bytes.NewReader(input), boundary)
	var parts []any
	for {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			return rt.NewArray(parts...)
		}
		if err != nil || part.FormName() == "" && !strings.Contains(part.Header.Get("Content-Disposition"), "name=") {
			return vm.Undefined()
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return vm.Undefined()
		}
		filename := vm.Undefined()
		if name := part.FileName(); name != "" || strings.Contains(part.Header.Get("Content-Disposition"), "filename=") {
			filename = rt.ToValue(unescapeName(name))
		}
		kind := part.Header.Get("Content-Type")
		if kind == "" {
			kind = "text/plain"
		}
		parts = append(parts, rt.NewArray(unescapeName(part.FormName()), filename, kind, lib.Uint8Array(rt, content)))
	}
}

// unescapeName reverses the encoding of names in a form.
func unescapeName(name string) string {
	return strings.NewReplacer("%0D%0A", "\r\n", "%22", `"`).Replace(name)
}
