// User input must not control the output: no control characters, and no marks that change the direction of the text
// around them.
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u2060\ufeff]/gu;

/** Text without control characters and direction marks; line breaks stay. */
export const plainText = (text: string): string =>
  text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS, '');

/** The same on one line, at most `most` characters. */
export const oneLine = (text: string, most: number): string => {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
};

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text escaped for HTML, between tags or in a quoted attribute. */
export const inHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
