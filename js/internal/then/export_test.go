package then

// Allowed reports whether this build may replace then.
const Allowed = allowed
