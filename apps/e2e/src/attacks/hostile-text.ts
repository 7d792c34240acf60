/** Names that a program might interpret instead of showing them: markup, templates, replacement patterns. All are valid. */
export const HOSTILE_NAMES = [
  "$& $` $' $1 $$",
  '{{7*7}} ${7*7} <%=7*7%>',
  '<img src=x onerror=hit()>',
  '<script>hit()</script>',
  '"><svg onload=hit()>',
  "' onfocus=hit() x='",
  '&lt;b&gt; &amp; %0d%0a',
  'abc\u200fdef\u200e ghi',
  '=?utf-8?q?Bcc=3A_a?=',
] as const;

/** A name as a message shows it: without the marks that change the text direction. */
export const shown = (name: string): string => name.replace(/[\u200e\u200f]/g, '');

/** Characters that break lines, colour a terminal or change the text direction. No name may contain them. */
export const CONTROLS = [
  '\n',
  '\r\n',
  '\u0000',
  '\u001b[31m',
  '\u009b31m',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
] as const;
