/** A reference outside the document: an address other than a fragment, or a function that takes addresses. */
const OUTSIDE =
  /url\s*\(\s*(?!["']?\s*#)|(?:image|image-set|src|cross-fade|element|paint|expression|attr|env|var)\s*\(/i;
const COMMENT = /\/\*[^]*?(?:\*\/|$)/g;
/** With its block, up to two levels deep: `@import …;`, `@font-face {…}`, `@media … { a {…} }`. */
const AT_RULE = /@[^;{}]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\}|$)/g;

/** Whether an attribute's value refers to anything but a fragment of the document, or contains an escape. */
export const refersOutside = (value: string): boolean => value.includes('\\') || OUTSIDE.test(value);

/** A nested rule: no editor writes them, and a browser follows them to any depth. */
const NESTED = /\{[^{}]*\{/;
const LONGEST = 1_000_000;

/** Styles without at-rules and comments; empty if they refer outside or contain escapes. */
export const cleanCss = (styles: string): string => {
  // An escape can spell any forbidden word.
  if (styles.includes('\\') || styles.length > LONGEST) return '';
  const plain = styles.replace(COMMENT, ' ').replace(AT_RULE, ' ');
  const isUnsafe =
    NESTED.test(plain) || /[@<]|\/\*|behavior|binding|javascript/i.test(plain) || refersOutside(plain);
  return isUnsafe ? '' : plain.trim();
};
