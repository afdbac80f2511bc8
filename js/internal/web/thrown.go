package web

import (
	"errors"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns what a handler in JavaScript has thrown.

// thrownError is what a handler has thrown. Package js makes its error of it.
type thrownError struct{ value vm.Value }

func (e *thrownError) Error() string { return "js: the handler of a request has thrown" }

// Thrown returns what a handler has thrown.
func Thrown(err error) (vm.Value, bool) {
	if thrown, ok := errors.AsType[*thrownError](err); ok {
		return thrown.value, true
	}
	return nil, false
}
