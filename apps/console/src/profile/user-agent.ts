/** A browser's user agent contains names of other browsers: the first match counts. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|\bCriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (userAgent: string, names: readonly [RegExp, string][]): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

/** The program and system in a user agent; null if it is empty. */
export const parseUserAgent = (userAgent: string): { program: string; system: string | null } | null => {
  const program = nameIn(userAgent, BROWSERS) ?? userAgent.split(/[\s/]/, 1)[0];
  return program ? { program, system: nameIn(userAgent, SYSTEMS) } : null;
};
