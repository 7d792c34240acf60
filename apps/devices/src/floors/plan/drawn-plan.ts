import { cleanSvg, noDrawing } from './clean-svg.ts';
import { NoPlan, type Plan } from './plan.ts';

/** Decodes UTF-8 with or without a byte order mark; another declared encoding could hide forbidden content. */
const textOf = (content: Buffer): string => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw noDrawing('The drawing should be in UTF-8');
  }
  const [, encoding = 'utf-8'] = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)["']/i.exec(text) ?? [];
  if (!/^(?:utf-?8|us-ascii)$/i.test(encoding) || text.includes('\0')) {
    throw noDrawing('The drawing should be in UTF-8');
  }
  return text;
};

/** A drawing without scripts, external resources and links. @throws NoPlan if it can't be a plan. */
export const cleanDrawing = (content: Buffer): Plan => {
  try {
    const { text, width, height } = cleanSvg(textOf(content));
    return { bytes: Buffer.from(text), contentType: 'image/svg+xml', extension: 'svg', width, height };
  } catch (error) {
    if (error instanceof NoPlan) throw error;
    // Any other error comes from a fault of the drawing.
    throw noDrawing('The drawing cannot be read');
  }
};
