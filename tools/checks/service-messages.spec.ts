import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { FRENCH } from '../../apps/console/src/texts/fr.ts';
import { serviceMessagesIn } from '../../apps/console/src/texts/service-messages.ts';
import { CHECKOUT } from '../start/options.ts';

/** Texts between quotation marks or backticks, where a `DomainError` or a fault of a field begins. */
const MESSAGES = [
  /defineError\([^;]*?=>\s*(?<text>'[^']+'|"[^"]+"|`[^`]+`)/gs,
  /fields: \{ \S+: (?<text>'[^']+'|"[^"]+"|`[^`]+`) \}/g,
  /new SheetRefused\(\s*(?<text>'[^']+'|"[^"]+"|`[^`]+`)/gs,
];
/** Messages that only developers see, about requests that the console never sends. */
const FOR_DEVELOPERS =
  /Should be as in the path|Should be in the body|Given more than once|Only services|inbox/;

const sources = globSync(
  ['apps/{alerting,auth,devices,gateway,logs,outbox,reporting,udp-router}/src/**/*.ts', 'libs/*/src/**/*.ts'],
  {
    cwd: CHECKOUT,
    exclude: (path) => path.endsWith('.spec.ts'),
  },
);
/** A message as a user gets it, with some value for each variable: at its beginning the place of a cell. */
const sample = (text: string): string =>
  text
    .slice(1, -1)
    .replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '7')
    .replace(/^7 (?=[a-z7])/, 'Row 3, column B (raw) ');
const messages = new Set(
  sources.flatMap((source) => {
    const code = readFileSync(`${CHECKOUT}/${source}`, 'utf8').replace(/[`']\s*\+\s*[`']/g, '');
    return MESSAGES.flatMap((pattern) =>
      [...code.matchAll(pattern)].map(({ groups }) => sample(groups!['text']!)),
    );
  }),
);

describe('the messages of services', () => {
  it('are all in French, too', () => {
    const inFrench = serviceMessagesIn(FRENCH.serviceMessages);
    const untranslated = [...messages].filter(
      (message) => inFrench(message) === message && !FOR_DEVELOPERS.test(message),
    );
    expect(messages.size).toBeGreaterThan(80);
    expect(untranslated).toEqual([]);
  });
});
