package telemetry

// Named returns a function that calls fn, and that samples and stalls show by the given name
// instead of the name of fn. It costs an allocation here, and some nanoseconds in each call. The
// loop it runs on need not be watched. A nil fn returns nil, which Submit refuses as it does nil.
func Named(name string, fn func()) func() {
	if fn == nil {
		return nil
	}
	return fn
}
