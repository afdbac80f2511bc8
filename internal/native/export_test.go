package native

// Forget forgets the measured rate, as at the start of the program, and returns a
// function that brings it back.
func Forget() (restore func()) {
	bits := known.Swap(0)
	return func() { known.Store(bits) }
}

// Measured reports whether the rate is known.
func Measured() bool { return known.Load() != 0 }
