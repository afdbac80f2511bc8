package quota

// Forget has the next CPUs read anew.
func Forget() { last.Store(nil) }

var Read = read
