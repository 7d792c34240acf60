import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { accessPage } from './access-page.ts';
import { architectureTable } from './architecture-table.ts';
import { reliabilityPage } from '../drills/page.ts';
import { keptResults } from '../drills/results.ts';
import { consolePage } from './console-page.ts';
import { configurationPage } from './configuration-table.ts';
import { liveStreamPage } from './live-stream-page.ts';
import { ROOT } from './source-files.ts';

const BEGIN = '<!-- made from the code: node tools/checks/write.ts -->';
const END = '<!-- end -->';

const withTable = (page: string, table: string): string => {
  const begin = page.indexOf(BEGIN) + BEGIN.length;
  return `${page.slice(0, begin)}\n\n${table}\n\n${page.slice(page.indexOf(END))}`;
};

/** Path → text of each document that is generated from the code. */
export const documentsFromCode = async (): Promise<Map<string, string>> => {
  const architecture = 'docs/architecture.md';
  const style = { parser: 'markdown', printWidth: 110, singleQuote: true };
  return new Map([
    [
      architecture,
      await format(withTable(readFileSync(join(ROOT, architecture), 'utf8'), architectureTable()), style),
    ],
    ['docs/access.md', await format(accessPage(), style)],
    ['docs/console.md', await format(consolePage(), style)],
    ['docs/configuration.md', await format(configurationPage(), style)],
    ['docs/live-stream.md', await format(liveStreamPage(), style)],
    ['docs/reliability.md', await format(reliabilityPage(await keptResults()), style)],
  ]);
};

/** Writes all generated documents. */
export const writeDocuments = async (): Promise<void> => {
  for (const [path, text] of await documentsFromCode()) writeFileSync(join(ROOT, path), text);
};
