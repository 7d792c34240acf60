import { TOPICS } from '@telemon/contracts/topics';
import { SERVICES, sourcesOf } from './source-files.ts';

const found = (source: string, pattern: RegExp): string[] => [
  ...new Set([...source.matchAll(pattern)].map(([, name]) => name!)),
];

const topicsOf = (keys: string[]): string[] => keys.map((key) => TOPICS[key as keyof typeof TOPICS]);

/** The names of the collections that a source uses. */
export const collectionsOf = (source: string): string[] => [
  ...found(source, /\.(?:collection(?:<[^()]+>)?|model)\(\s*'([\w-]+)'/g),
  ...found(source, /copies\.of\('([\w-]+)'\)/g).map((kind) => `copy_of_${kind.replace('-', '_')}`),
  ...(/\bFactOutbox\b/.test(source) ? ['fact_outbox', 'fact_versions'] : []),
];

/** The row of a service: its topics, calls and collections, as found in its sources. */
const rowOf = (app: string): string => {
  const source = sourcesOf(`apps/${app}/src`);
  const reads = topicsOf(found(source, /topic: TOPICS\.(\w+)/g));
  if (/\bcopies\.of\(/.test(source)) reads.push(TOPICS.facts);
  const writes = topicsOf(found(source, /(?:\.send\(\s*|writesTo: )TOPICS\.(\w+)/g));
  if (/\bFactOutbox\b/.test(source)) writes.push(TOPICS.facts);
  const answers = found(source, /@Answers\((\w+)\.\w+\)/g);
  const cells = [[app], reads, writes, answers, collectionsOf(source)].map(
    (names) => [...names].sort().join(', ') || '–',
  );
  return `| ${cells.join(' | ')} |`;
};

/** The table of docs/architecture.md. */
export const architectureTable = (): string =>
  [
    '| app | reads topics | writes topics | answers calls of | collections |',
    '| --- | --- | --- | --- | --- |',
    ...SERVICES.map(rowOf),
  ].join('\n');
