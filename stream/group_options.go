package stream

// The options of ListenGroup.

// A GroupOption changes how ListenGroup accepts. The functions of this package make options. For an
// invalid value, and for the zero GroupOption, ListenGroup returns an error that matches
// wakeful.ErrInvalidOption.
type GroupOption struct{ apply func(*groupSettings) error }

// groupSettings are the values that options set.
type groupSettings struct {
	perLoop bool
	onError func(error)
}

// WithAcceptorPerLoop opens a socket per loop with SO_REUSEPORT. The kernel chooses the socket of
// each connection by a hash of its addresses. So each loop accepts its own connections, and none is
// handed to another goroutine. There are two disadvantages: the choice ignores how busy a loop is,
// and when a Resize removes a loop, the connections that its socket has not accepted yet are reset.
// Only Linux distributes connections in this way. Elsewhere, and for Unix sockets, ListenGroup
// returns an error that matches errors.ErrUnsupported.
func WithAcceptorPerLoop() GroupOption {
	return GroupOption{func(s *groupSettings) error {
		s.perLoop = true
		return nil
	}}
}

// WithErrorHandler sets the function that gets the errors of accepting, see Listener.OnError. It is
// called on the loop that accepts. The default logs them with slog.Error.
func WithErrorHandler(handler func(error)) GroupOption {
	return GroupOption{func(s *groupSettings) error {
		if handler == nil {
			return invalid("WithErrorHandler", "nil", "leave the option out to have errors logged")
		}
		s.onError = handler
		return nil
	}}
}
