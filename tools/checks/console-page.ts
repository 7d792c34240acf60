import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';

const SOURCES = 'apps/console/src';

/** `<!-- code: FILE -->` or `<!-- code: FILE, from TEXT -->`, and the code block behind it. */
const QUOTE = /<!-- code: ([\w./-]+)(?:, from (.+?))? -->\n(?:\n```\w+\n[\s\S]*?\n```\n)?/g;

/** The lines from the one that begins with the text to the first that closes it at the same depth. */
const partFrom = (code: string, start: string): string => {
  const lines = code.split('\n');
  const first = lines.findIndex((line) => line.trimStart().startsWith(start));
  if (first < 0) throw new Error(`No line begins with ${start}`);
  const indent = /^ */.exec(lines[first]!)![0];
  const last = lines.findIndex(
    (line, at) => at > first && line.startsWith(indent) && /^[\])}]/.test(line.trim()),
  );
  return lines.slice(first, last + 1).join('\n');
};

/** docs/console.md with the present code in its code blocks. */
export const consolePage = (): string =>
  readFileSync(join(ROOT, 'docs/console.md'), 'utf8').replace(QUOTE, (_, file: string, start?: string) => {
    const code = readFileSync(join(ROOT, SOURCES, file), 'utf8').trimEnd();
    const language = file.slice(file.lastIndexOf('.') + 1);
    const mark = `<!-- code: ${file}${start === undefined ? '' : `, from ${start}`} -->`;
    return `${mark}\n\n\`\`\`${language}\n${start === undefined ? code : partFrom(code, start)}\n\`\`\`\n`;
  });
