package wake

// Tokens returns how many tokens wait for the sleeper.
func (e *EventCount) Tokens() int { return len(e.tokens) }
