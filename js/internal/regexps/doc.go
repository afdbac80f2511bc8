// Package regexps translates regular expressions for the engine. The engine lacks \p{...} of the
// flag u, which it silently takes for the letter p, and the flag v. Both become classes that list
// the characters.
//
// The translation carries the program's own pattern in a group at its beginning. The group is
// repeated zero times, so it matches nothing and costs nothing. So every copy that the engine makes
// of a regular expression has its original source.
package regexps
