'use strict';
// The characters of a text, as a reader sees them: the extended grapheme clusters of Unicode Standard
// Annex 29. The rule about conjuncts of Indic scripts (GB9c) is the one that is missing.

const within = (ranges) => (c) => {
  for (let i = 0; i < ranges.length; i += 2) if (c >= ranges[i] && c <= ranges[i + 1]) return true;
  return false;
};
// Marks that do not join the character before them, and others that do.
const apart = within([0x102b, 0x102c, 0x1038, 0x1038, 0x1062, 0x1064, 0x1067, 0x106d, 0x1083, 0x1083, 0x1087, 0x108c, 0x108f, 0x108f,
  0x109a, 0x109c, 0x1a61, 0x1a61, 0x1a63, 0x1a64, 0xaa7b, 0xaa7b, 0xaa7d, 0xaa7d, 0x11720, 0x11721]);
const joining = within([0x200c, 0x200d, 0xe33, 0xe33, 0xeb3, 0xeb3, 0xff9e, 0xff9f, 0x1f3fb, 0x1f3ff, 0xe0020, 0xe007f]);
const prepended = within([0x600, 0x605, 0x6dd, 0x6dd, 0x70f, 0x70f, 0x890, 0x891, 0x8e2, 0x8e2, 0xd4e, 0xd4e, 0x110bd, 0x110bd, 0x110cd, 0x110cd,
  0x111c2, 0x111c3, 0x1193f, 0x1193f, 0x11941, 0x11941, 0x11a3a, 0x11a3a, 0x11a84, 0x11a89, 0x11d46, 0x11d46, 0x11f02, 0x11f02]);
const region = within([0x1f1e6, 0x1f1ff]);
const control = (c) => c < 0x20 || (c >= 0x7f && c < 0xa0) || c === 0xad || (c > 0x300 && !joining(c) && !prepended(c) && /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(String.fromCodePoint(c)));
const joins = (c) => c >= 0x300 && (joining(c) || (!apart(c) && /\p{M}/u.test(String.fromCodePoint(c))));
// pictograph is about Extended_Pictographic: symbols, and code points that are kept free for them.
const pictograph = (c) => c === 0xa9 || c === 0xae || c === 0x203c || c === 0x2049 || (c >= 0x2100 && c < 0x3300 && /[\p{So}\p{Sm}]/u.test(String.fromCodePoint(c))) ||
  (c >= 0x1f000 && c < 0x1fb00 && !region(c) && !joining(c));
const leading = within([0x1100, 0x115f, 0xa960, 0xa97c]), vowel = within([0x1160, 0x11a7, 0xd7b0, 0xd7c6]), trailing = within([0x11a8, 0x11ff, 0xd7cb, 0xd7fb]);
const syllable = within([0xac00, 0xd7a3]);

// hangul reports whether two letters of a syllable belong together.
function hangul(a, b) {
  if (leading(a)) return leading(b) || vowel(b) || syllable(b);
  const open = vowel(a) || (syllable(a) && (a - 0xac00) % 28 === 0);
  return (open && (vowel(b) || trailing(b))) || ((trailing(a) || syllable(a)) && trailing(b));
}

// characters returns the ends of the characters, in code units.
exports.characters = (text) => {
  const ends = [];
  let before, at = 0, regions = 0, picture = false; // picture: a pictograph and what joins it, up to here
  for (const letter of text) {
    const c = letter.codePointAt(0);
    if (before !== undefined) {
      let together = false;
      if (before < 0x300 && c < 0x300) together = before === 13 && c === 10;
      else if (!control(before) && !control(c)) {
        together = joins(c) || prepended(before) || hangul(before, c) || (picture && before === 0x200d && pictograph(c)) || (region(before) && region(c) && regions % 2 === 1);
      }
      if (!together) ends.push(at);
    }
    regions = region(c) ? regions + 1 : 0;
    picture = pictograph(c) || (picture && joins(c));
    before = c;
    at += letter.length;
  }
  if (at > 0) ends.push(at);
  return ends;
};
