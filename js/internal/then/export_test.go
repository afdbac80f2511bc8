package then

// Allowed says whether this build may have this then.
const Allowed = allowed
