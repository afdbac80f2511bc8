package native

// Forget forgets the measured rate, as at the start of the program, and returns a
// function that brings it back.
func Forget() (restore func()) {
	bits := measuredRate.Swap(0)
	return func() { measuredRate.Store(bits) }
}

// Measured reports whether the rate is known.
func Measured() bool { return measuredRate.Load() != 0 }

// ForgetPauses does the same with how long a pause takes.
func ForgetPauses() (restore func()) {
	bits := pausing.Swap(0)
	return func() { pausing.Store(bits) }
}
