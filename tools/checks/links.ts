import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';

const FENCED_CODE = /^ *```[^]*?^ *```$/gm;
const CODE = /`[^`\n]+`/g;

/** Every page for people. */
export const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'charts/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => join('docs', path)),
];

const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8').replace(FENCED_CODE, '');

/** The anchors of a page's headings, made as GitHub makes them. */
export const anchorsIn = (text: string): Set<string> => {
  const anchors = new Set<string>();
  for (const [, heading] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading!.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, '');
    const anchor = plain.replaceAll(' ', '-');
    let different = anchor;
    for (let number = 1; anchors.has(different); number++) different = `${anchor}-${number}`;
    anchors.add(different);
  }
  return anchors;
};

/** The links in a text, except those to other sites. */
export const linksIn = (text: string): string[] =>
  [...text.replace(CODE, '').matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link]) => link!);

const isBroken = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(page, '..', path);
  if (!existsSync(join(ROOT, target))) return true;
  if (anchor === undefined) return false;
  return statSync(join(ROOT, target)).isDirectory() || !anchorsIn(textOf(target)).has(anchor);
};

/** The links of a page to a file or heading that does not exist. */
export const brokenLinksOf = (page: string): string[] =>
  linksIn(textOf(page)).filter((link) => isBroken(page, link));
