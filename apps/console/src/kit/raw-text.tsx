/**
 * Invisible characters, among them those that change the direction of the text after them. Tabs, line breaks and variation
 * selectors are left out.
 */
const UNSEEN =
  /((?:(?![\t\n\r]|\p{Variation_Selector})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])+)/u;

const escapeOf = (character: string): string => {
  const code = character.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};

/** A text of a device, which may be any: unseen characters show as escapes such as \u202e, and are copied and found as they are. */
export const RawText = ({ children }: { children: string }) =>
  children.split(UNSEEN).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="unseen" data-escape={Array.from(part, escapeOf).join('')}>
        <span>{part}</span>
      </span>
    ),
  );
