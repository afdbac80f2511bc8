package vm

import "unsafe"

// This file settles promises and runs the resulting jobs.

// linked is the kind of reactions that are links. The engine's kinds are 0 and 1. It uses them only
// for reactions without a handler.
const linked = 0x11ec

// A link is a reaction that settles the promise returned by then. It is in both reaction lists of
// its source promise.
type link struct {
	reaction           // must be first: a reaction of kind linked is a link
	handler   callback // the reaction's handler: the engine calls it when the source promise settles
	list      [1]*reaction
	argument  [1]Value // the value or reason of the source promise
	method    *thenMethod
	from, to  *promiseMemory
	fulfilled func(FunctionCall) Value // or nil
	rejected  func(FunctionCall) Value // or nil
}

// queue adds the job of a link.
func (m *thenMethod) queue(l *link, argument Value) {
	l.argument[0] = argument
	*m.jobs = append(*m.jobs, l.job)
}

func (l *link) job() { l.settled(FunctionCall{This: Undefined(), Arguments: l.argument[:]}) }

// settled runs in a job after the source promise was settled.
func (l *link) settled(c FunctionCall) Value {
	m, value := l.method, c.Argument(0)
	handler, ok := l.fulfilled, l.from.state == PromiseFulfilled
	if !ok {
		handler = l.rejected
	}
	if handler != nil {
		var result Value
		exception := m.runtime.Try(func() { result = handler(c) })
		if ok = exception == nil; ok {
			value = result
		} else {
			value = exception.Value()
		}
	}
	if ok {
		m.resolve(l.to, value)
	} else {
		m.reject(l.to, value)
	}
	return Undefined()
}

// resolve settles a promise with a value. If the value is a thenable, the promise follows it.
func (m *thenMethod) resolve(p *promiseMemory, value Value) {
	o, ok := value.(*Object)
	if !ok {
		if value == nil { // returned by a Go function
			value = Undefined()
		}
		m.fulfill(p, value)
		return
	}
	if o == p.val {
		m.reject(p, m.runtime.NewTypeError("Promise self-resolution"))
		return
	}
	var then Value
	if exception := m.runtime.Try(func() { then = o.Get("then") }); exception != nil {
		m.reject(p, exception.Value())
		return
	}
	if _, callable := AssertFunction(then); !callable {
		m.fulfill(p, value)
		return
	}
	*m.jobs = append(*m.jobs, func() { m.follow(p, o, then.(*Object)) })
}

// follow makes a promise follow a thenable. It is a job.
func (m *thenMethod) follow(p *promiseMemory, thenable, then *Object) {
	settled := false
	once := func(settle func(*promiseMemory, Value)) func(FunctionCall) Value {
		return func(c FunctionCall) Value {
			if !settled {
				settled = true
				settle(p, c.Argument(0))
			}
			return Undefined()
		}
	}
	reject := once(m.reject)
	exception := m.runtime.Try(func() {
		if then == m.function {
			// No code could observe the promise that this then would return, or the functions that
			// it would get.
			if from := m.plain(thenable); from != nil {
				m.await(from, &link{method: m, to: p})
				return
			}
		}
		m.call(then, thenable, m.anonymous(once(m.resolve)), m.anonymous(reject))
	})
	if exception != nil {
		reject(FunctionCall{Arguments: []Value{exception.Value()}})
	}
}

// anonymous makes one of the functions that a thenable's then gets.
func (m *thenMethod) anonymous(fn func(FunctionCall) Value) Value {
	return Named(m.runtime, m.runtime.ToValue(fn).(*Object), "", 1)
}

// call calls a callable object. The engine's own call function runs all waiting jobs afterwards,
// which is too early inside a job.
func (m *thenMethod) call(fn *Object, this Value, arguments ...Value) {
	if call, ok := callableOf(fn); ok {
		call(FunctionCall{This: this, Arguments: arguments})
		return
	}
	m.apply(FunctionCall{This: Undefined(), Arguments: append([]Value{fn, this}, arguments...)})
}

func (m *thenMethod) fulfill(p *promiseMemory, value Value) {
	reactions := p.fulfilled
	p.result, p.state = value, PromiseFulfilled
	p.fulfilled, p.rejected = nil, nil
	m.trigger(reactions, value)
}

func (m *thenMethod) reject(p *promiseMemory, reason Value) {
	reactions := p.rejected
	p.result, p.state = reason, PromiseRejected
	p.fulfilled, p.rejected = nil, nil
	if !p.handled {
		m.track(p, PromiseRejectionReject)
	}
	m.trigger(reactions, reason)
}

// trigger adds the jobs of reactions.
func (m *thenMethod) trigger(reactions []*reaction, argument Value) {
	for _, r := range reactions {
		if r.kind == linked {
			m.queue((*link)(unsafe.Pointer(r)), argument)
		} else {
			*m.jobs = append(*m.jobs, func() { m.react(r, argument) })
		}
	}
}

// react is the job of one of the engine's own reactions: of an await, or of a promise of another
// kind. It does the same as the engine.
func (m *thenMethod) react(r *reaction, argument Value) {
	result, ok := argument, r.kind == 0
	if r.handler != nil {
		if tracker := *m.context; tracker != nil {
			tracker.Resumed(r.context)
		}
		exception := m.runtime.Try(func() {
			result = r.handler.call(FunctionCall{This: Undefined(), Arguments: []Value{argument}})
		})
		if ok = exception == nil; !ok {
			result = exception.Value()
		}
		if tracker := *m.context; tracker != nil {
			tracker.Exited()
		}
	}
	if r.capability == nil {
		return
	}
	settle := r.capability.reject
	if ok {
		settle = r.capability.resolve
	}
	m.call(settle, Undefined(), result)
}
