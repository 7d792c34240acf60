import { inHtml } from '../plain-text.ts';

// The colours of the console's light theme: a letter is made for light colours, and clients with a dark theme turn them over.
export const LETTER_COLOURS = {
  text: '#13191e',
  quiet: '#4d5963',
  line: '#dde1e5',
  accent: '#0b6670',
  onAccent: '#ffffff',
  firing: '#b3201d',
  firingSolid: '#c42a26',
} as const;

const { text, quiet, accent, onAccent } = LETTER_COLOURS;

/**
 * The HTML of an e-mail around its parts, each of which is HTML. Mail clients read neither style sheets nor modern layouts: tables and
 * styles at the elements hold in all of them.
 */
export const letterPage = (title: string, parts: readonly string[]): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light">',
    `<title>${inHtml(title)}</title></head>`,
    `<body style="margin:0;padding:20px 16px;background:#ffffff;color:${text};font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5">`,
    '<div style="max-width:680px;margin:0 auto">',
    `<p style="margin:0 0 12px;font-size:13px;font-weight:bold;color:${accent}">Telemon</p>`,
    ...parts,
    '</div></body></html>',
  ].join('\n');

/** Plain text as a paragraph; line breaks stay. */
export const letterParagraph = (words: string): string =>
  `<p dir="auto" style="margin:0 0 12px">${inHtml(words).replaceAll('\n', '<br>')}</p>`;

/** A plain text of less weight. */
export const letterNote = (words: string): string =>
  `<p dir="auto" style="margin:4px 0 8px;color:${quiet}">${inHtml(words)}</p>`;

/** A link. @param label Says where it leads to */
export const letterLink = (label: string, address: string): string =>
  `<a style="color:${accent}" href="${inHtml(address)}">${inHtml(label)}</a>`;

/** The link that a letter is about. */
export const letterButton = (label: string, address: string): string =>
  `<p style="margin:16px 0"><a style="display:inline-block;padding:10px 18px;border-radius:6px;background:${accent};color:${onAccent};text-decoration:none" href="${inHtml(address)}">${inHtml(label)}</a></p>`;
