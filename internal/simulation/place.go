package simulation

// A Place is where something of the library was made: on a machine of a simulated world, or, as the
// zero Place, outside of worlds. Its methods are for goroutines that the library starts.
type Place struct {
	driver Driver
	gate   func(number int)
}

// Here returns the place of the calling goroutine.
func Here() Place {
	d := Current()
	if d == nil {
		return Place{}
	}
	return Place{d, d.Gate()}
}

// Enter lets the calling goroutine make things at the place until it calls leave.
func (p Place) Enter() (leave func()) {
	if p.driver == nil {
		return func() {}
	}
	return p.driver.Enter()
}

// Pass returns at once outside of worlds. A goroutine calls it when it was woken and before it
// changes anything. In a world it returns when no callback and no other goroutine runs. Of several
// goroutines that wait at one place, the one with the smallest number comes first.
func (p Place) Pass(number int) {
	if p.gate != nil {
		p.gate(number)
	}
}
