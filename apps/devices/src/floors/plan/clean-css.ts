/** Names something beside the document itself: an address anywhere but to a fragment, or a function that takes addresses. */
const OUTSIDE =
  /url\s*\(\s*(?!["']?\s*#)|(?:image|image-set|src|cross-fade|element|paint|expression|attr|env|var)\s*\(/i;
const COMMENT = /\/\*[^]*?(?:\*\/|$)/g;
/** With what it holds, two levels deep: `@import …;`, `@font-face {…}`, `@media … { a {…} }`. */
const AT_RULE = /@[^;{}]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\}|$)/g;

/** Whether a value of an attribute refers to anything but a fragment of the document, or hides what it says. */
export const refersOutside = (value: string): boolean => value.includes('\\') || OUTSIDE.test(value);

/** A rule within a rule: no editor writes them, and a browser goes as deep as they do. */
const NESTED = /\{[^{}]*\{/;
const LONGEST = 1_000_000;

/** Styles without at-rules and comments; none at all where they refer outside or hide what they say. */
export const cleanCss = (styles: string): string => {
  // An escape can spell any of what is looked for.
  if (styles.includes('\\') || styles.length > LONGEST) return '';
  const plain = styles.replace(COMMENT, ' ').replace(AT_RULE, ' ');
  const isUnsafe =
    NESTED.test(plain) || /[@<]|\/\*|behavior|binding|javascript/i.test(plain) || refersOutside(plain);
  return isUnsafe ? '' : plain.trim();
};
