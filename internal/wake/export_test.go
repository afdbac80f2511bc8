package wake

// Tokens returns how many tokens wait for the sleeper.
func (e *EventCount) Tokens() int { return len(e.tokens) }

// Sleeping reports whether the sleeper has announced a sleep.
func (e *EventCount) Sleeping() bool { return e.word.Load() != awake }
