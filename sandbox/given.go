package sandbox

// The programs and instances that the host has given to a worker process. Any goroutine.

// given is a program of the host. Until it was loaded, what is done with it waits.
type given struct {
	loaded  bool
	program *Program
	err     error
	waiting []func()
}

// close closes the program, if it could be loaded.
func (g *given) close() {
	if g.program != nil {
		_ = g.program.Close() // it returns nil
	}
}

// opened makes an instance, unless the host has dropped it.
func (l *link) opened(id uint64, p *Program) {
	i, err := p.Instance()
	if err != nil {
		return // calls of it find that there is none
	}
	l.mu.Lock()
	_, wanted := l.instances[id]
	if wanted {
		l.instances[id] = i
	}
	l.mu.Unlock()
	if !wanted {
		_ = i.Close() // it returns nil
	}
}

// compile loads a program on a goroutine of its own.
func (l *link) compile(id uint64, name, code string) {
	g := &given{}
	l.mu.Lock()
	l.programs[id] = g
	l.mu.Unlock()
	go func() {
		var used *call
		p, err := l.sandbox.compileCode(name, code, l.sandbox.newModules(nil), job{id: id, observe: func(c *call) { used = c }})
		l.done(id, used, rawValue(null), err)
		l.loaded(g, p, err)
	}()
}

// loaded runs what waits for a program. What comes meanwhile waits too: a call of an instance must not
// overtake the frame that opens the instance.
func (l *link) loaded(g *given, p *Program, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	g.program, g.err = p, err
	for len(g.waiting) > 0 {
		waiting := g.waiting
		g.waiting = nil
		l.mu.Unlock()
		for _, f := range waiting {
			f()
		}
		l.mu.Lock()
	}
	g.loaded = true
}

// whenLoaded calls f with a program, or ends the call with the error of the program. Of one program it keeps
// the order.
func (l *link) whenLoaded(program, call uint64, f func(*Program)) {
	l.mu.Lock()
	g := l.programs[program]
	if g != nil && !g.loaded {
		g.waiting = append(g.waiting, func() { l.useLoaded(g, call, f) })
		l.mu.Unlock()
		return
	}
	l.mu.Unlock()
	if g == nil {
		l.done(call, nil, nil, ErrClosed)
		return
	}
	l.useLoaded(g, call, f)
}

func (l *link) useLoaded(g *given, call uint64, f func(*Program)) {
	if g.err != nil {
		l.done(call, nil, nil, g.err)
		return
	}
	f(g.program)
}

// drop closes a program, after what waits for it, or an instance.
func (l *link) drop(id uint64) {
	l.mu.Lock()
	g, i := l.programs[id], l.instances[id]
	delete(l.programs, id)
	delete(l.instances, id)
	if g != nil && !g.loaded {
		g.waiting = append(g.waiting, g.close)
		g = nil
	}
	l.mu.Unlock()
	if g != nil {
		g.close()
	}
	if i != nil {
		_ = i.Close() // it returns nil
	}
}
