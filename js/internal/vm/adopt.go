package vm

import (
	"errors"
	"fmt"
	"reflect"
)

// This file owns what a runtime of the engine gets that the host has made and goes on using. Nothing
// of the host's and of the engine's is replaced, so the corrections of the engine's own functions are
// missing. Globals that the host lacks are accessors that replace themselves.

// Adopt gives a runtime the globals of a profile that it does not have, and what translated code
// needs. Its error is for a runtime that has them already, or that lacks a global of the language.
func (p *Profile) Adopt(rt *Runtime, host any) error {
	global := rt.GlobalObject()
	if global.Get(intrinsicsName) != nil {
		return errors.New("it has a runtime of package js already, or had one")
	}
	c := &corrections{rt: rt, profile: p, host: host, adopted: true, originals: map[string]*Object{}}
	for _, name := range IntrinsicNames {
		o, ok := global.Get(name).(*Object)
		if !ok {
			return fmt.Errorf("its global %s is missing: adopt the runtime before removing it", name)
		}
		c.originals[name] = o
	}
	c.parseJSON, _ = c.originals["JSON"].Get("parse").ToObject(rt).Export().(native)
	if c.parseJSON == nil {
		return errors.New("its global JSON has no function parse: adopt the runtime before removing it")
	}
	_ = global.DefineDataProperty(intrinsicsName, rt.NewDynamicObject(c), FlagFalse, FlagFalse, FlagFalse)
	c.addHidden()
	for _, a := range p.additions {
		a.To(rt, c.originals[a.Name])
	}
	c.own = rt.CreateObject(global)
	for _, g := range p.globals {
		if IsUndefined(c.describe(global, g.Name)) {
			c.access(global, g)
		} else {
			c.access(c.own, g) // the host has its own
		}
	}
	return nil
}

// OwnGlobals returns an object with the globals of the runtime's profile, also those in whose place
// the host of an adopted runtime has its own.
func OwnGlobals(rt *Runtime) *Object {
	if c := correctionsOf(rt); c.own != nil {
		return c.own
	}
	return rt.GlobalObject()
}

// TracksRejections reports whether a host has set the engine's tracker of rejections, and
// TracksContexts that of asynchronous contexts. The engine has no methods for this.
func TracksRejections(rt *Runtime) bool { return isSet(rt, "promiseRejectionTracker") }

// TracksContexts is described with TracksRejections.
func TracksContexts(rt *Runtime) bool { return isSet(rt, "asyncContextTracker") }

func isSet(rt *Runtime, name string) bool {
	field := reflect.ValueOf(rt).Elem().FieldByName(name)
	return field.IsValid() && (field.Kind() == reflect.Func || field.Kind() == reflect.Interface) && !field.IsNil()
}
