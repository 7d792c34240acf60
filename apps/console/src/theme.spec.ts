import { describe, expect, it } from '@jest/globals';
import { TOKENS, type Tokens } from './theme.ts';

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const luminance = (hex: string) => {
  const [red, green, blue] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
};

const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
};

/** Text colours and their backgrounds. */
const READ: [keyof Tokens, keyof Tokens][] = [
  ...(['text', 'textQuiet', 'textFaint', 'accent'] as const).flatMap((ink) =>
    (['surface', 'page'] as const).map((paper): [keyof Tokens, keyof Tokens] => [ink, paper]),
  ),
  ['textQuiet', 'sunken'],
  ['accent', 'accentSoft'],
  ['onAccent', 'accent'],
  ['onAccent', 'accentHover'],
  ['onBrand', 'brand'],
  ['normal', 'normalSoft'],
  ['firing', 'firingSoft'],
  ['firing', 'surface'],
  ['silent', 'silentSoft'],
  ['waiting', 'waitingSoft'],
  ['warn', 'warnSoft'],
  ['onSolid', 'normalSolid'],
  ['onSolid', 'firingSolid'],
  ['onSolid', 'silentSolid'],
  ['onSolid', 'waitingSolid'],
  ['mapLabel', 'mapLand'],
  ['mapLabel', 'mapSea'],
  ['chartSetPoint', 'surface'],
];

/** Colours of lines, marks and input borders, and their backgrounds. */
const SEEN: [keyof Tokens, keyof Tokens][] = [
  ['chartLine', 'surface'],
  ['chartLine', 'chartBand'],
  ['chartSecond', 'chartBand'],
  ['chartThird', 'chartBand'],
  ['chartFourth', 'chartBand'],
  ['firingSolid', 'surface'],
  ['chartAverage', 'chartBand'],
  ['focus', 'surface'],
  ['focus', 'page'],
];

describe.each(['light', 'dark'] as const)('the %s theme', (mode) => {
  const tokens = TOKENS[mode];

  it.each(READ)('has readable text: %s on %s', (ink, paper) => {
    expect(contrast(tokens[ink], tokens[paper])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SEEN)('has visible marks: %s on %s', (mark, paper) => {
    expect(contrast(tokens[mark], tokens[paper])).toBeGreaterThanOrEqual(3);
  });
});
