import { cleanSvg, noDrawing } from './clean-svg.ts';
import { NoPlan, type Plan } from './plan.ts';

/** UTF-8 with or without a mark, as an XML declaration may say; another encoding could hide what is looked for. */
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

/** A drawing without anything that runs, loads or leads anywhere. @throws NoPlan where it can't be a plan. */
export const cleanDrawing = (content: Buffer): Plan => {
  try {
    const { text, width, height } = cleanSvg(textOf(content));
    return { bytes: Buffer.from(text), contentType: 'image/svg+xml', extension: 'svg', width, height };
  } catch (error) {
    if (error instanceof NoPlan) throw error;
    // Whatever the reader stumbles over, it is in the drawing.
    throw noDrawing('The drawing cannot be read');
  }
};
