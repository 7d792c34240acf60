import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';

const PAGE = 'docs/unknown-outcomes.md';

/** The first cell of each row of the page's tables, without the heads. */
const places = (): string[] =>
  readFileSync(join(ROOT, PAGE), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (place\b|-)/.test(line))
    .map((line) => line.split(/(?<!\\)\|/)[1]!.trim());

const codeIn = (place: string): string[] => [...place.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

const wordsIn = (text: string): string[] => text.match(/[#$\w]+/g) ?? [];

const isFile = (code: string): boolean => /\.(tsx?|mjs)$/.test(code);

/** The places that name a file that doesn't exist, or a word that is in none of the files beside it. */
export const missingPlaces = (): string[] => {
  const paths = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => isFile(path) && !/\.spec\.tsx?$/.test(path));
  const isComplete = (place: string) => {
    const code = codeIn(place);
    const found = code.filter(isFile).map((name) => paths.filter((path) => `/${path}`.endsWith(`/${name}`)));
    if (found.some((files) => files.length === 0)) return false;
    const texts = found.flat().map((path) => readFileSync(join(ROOT, path), 'utf8'));
    const known = new Set(texts.flatMap(wordsIn));
    const words = code.filter((name) => !isFile(name)).flatMap(wordsIn);
    return words.every((word) => known.has(word));
  };
  return places().filter((place) => !isComplete(place));
};
