package host

// A Reference keeps the loop running while something is in progress, unless JavaScript has called
// unref. Loop goroutine only.
type Reference struct {
	Host    Host
	Unref   bool
	release func()
}

// Hold says whether something is in progress.
func (r *Reference) Hold(busy bool) {
	if wanted := busy && !r.Unref; wanted && r.release == nil {
		r.release = r.Host.KeepAlive()
	} else if !wanted && r.release != nil {
		r.release()
		r.release = nil
	}
}

// Held reports whether it keeps the loop running.
func (r *Reference) Held() bool { return r.release != nil }
