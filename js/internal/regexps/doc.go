// Package regexps translates regular expressions to what the engines understand. Of
// the flag u they do not know \p{...}, which they silently take for the letter p, and
// the flag v not at all. Both become classes that spell the characters out.
//
// What a program wrote travels with the translation, in a group at its beginning that
// is repeated no times and so matches nothing and costs nothing; so every copy that an
// engine makes of a regular expression still knows its source.
package regexps
