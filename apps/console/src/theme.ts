import { makeListeners } from './data/listeners.ts';

/**
 * All colours, lengths and fonts of the console. Style sheets use them as CSS variables (`pageEdge` is `--page-edge`); code that
 * needs plain values (MUI, map canvases) reads them from here.
 */

/** Each colour in the light and the dark theme. */
const COLOURS = {
  page: ['#f5f6f7', '#0f1316'],
  surface: ['#ffffff', '#161b1f'],
  sunken: ['#eef0f2', '#1d2328'],
  hover: ['#f3f5f6', '#1b2126'],
  border: ['#dde1e5', '#2a3137'],
  borderStrong: ['#bfc6cc', '#414b53'],
  text: ['#13191e', '#e8ecef'],
  textQuiet: ['#4d5963', '#a9b3bb'],
  textFaint: ['#626e78', '#8e99a2'],
  accent: ['#0b6670', '#56b7c1'],
  accentHover: ['#084f57', '#7ccbd3'],
  accentSoft: ['#e0eff0', '#123034'],
  onAccent: ['#ffffff', '#04272b'],
  brand: ['#0a3f46', '#0b2a2f'],
  onBrand: ['#f2f8f8', '#e6f1f2'],
  onBrandQuiet: ['#a9c9cc', '#86abaf'],
  focus: ['#0b6670', '#7ccbd3'],
  scrim: ['rgb(15 22 28 / 0.4)', 'rgb(0 0 0 / 0.6)'],
  shadow: [
    '0 8px 28px rgb(15 22 28 / 0.16), 0 1px 3px rgb(15 22 28 / 0.1)',
    '0 8px 28px rgb(0 0 0 / 0.5), 0 1px 3px rgb(0 0 0 / 0.4)',
  ],
  normal: ['#17693c', '#74cf9b'],
  normalSoft: ['#e2f2e8', '#14281d'],
  normalSolid: ['#1f7d4a', '#247a4a'],
  firing: ['#b3201d', '#ff9189'],
  firingSoft: ['#fce8e6', '#3a1817'],
  firingSolid: ['#c42a26', '#c8332e'],
  silent: ['#535e67', '#b0b9c0'],
  silentSoft: ['#e9ecee', '#252c31'],
  silentSolid: ['#65717b', '#5e6972'],
  waiting: ['#1b5a9e', '#8dbcf2'],
  waitingSoft: ['#e3edf9', '#162739'],
  waitingSolid: ['#2668b0', '#2c6cb3'],
  warn: ['#8a5a00', '#e6b455'],
  warnSoft: ['#fbf0d8', '#33270f'],
  gaugeYellow: ['#d39a12', '#d6a52c'],
  onSolid: ['#ffffff', '#ffffff'],
  chartLine: ['#0b6670', '#56b7c1'],
  chartSecond: ['#b0470f', '#f0a06b'],
  chartThird: ['#6b46b8', '#b8a0f0'],
  chartFourth: ['#2f6d1f', '#9fcf7c'],
  chartBand: ['#dcebec', '#1a3236'],
  chartAverage: ['#5d6872', '#98a3ac'],
  chartSetPoint: ['#c42a26', '#ff7a70'],
  chartGrid: ['#e8ebee', '#232a2f'],
  chartRain: ['#5b8fcb', '#5f93cf'],
  mapSea: ['#e3e9ec', '#0f1519'],
  mapLand: ['#f8f9f9', '#1a2025'],
  mapBorder: ['#c7cfd5', '#343e45'],
  mapCoast: ['#aab5bd', '#475660'],
  mapGrid: ['#d5dce0', '#20282d'],
  mapLabel: ['#5c6872', '#8e99a2'],
  planPaper: ['#ffffff', '#dfe4e8'],
  // A QR code needs its contrast in the dark theme too.
  qrPaper: ['#ffffff', '#ffffff'],
  qrInk: ['#13191e', '#13191e'],
} as const;

export type Tokens = Record<keyof typeof COLOURS, string>;

const tokensOf = (place: 0 | 1) =>
  Object.fromEntries(Object.entries(COLOURS).map(([name, values]) => [name, values[place]])) as Tokens;

export const TOKENS = { light: tokensOf(0), dark: tokensOf(1) };

export const SHAPE = {
  radius: 8,
  row: 40,
  bar: 56,
  /** Below this width the sidebar is a drawer. */
  desk: 960,
  /** Below this width a row is a card. */
  phone: 600,
  font: "'Inter Variable', 'Inter', system-ui, -apple-system, 'Segoe UI', sans-serif",
};

export type ThemeChoice = 'system' | 'light' | 'dark';
export type ThemeMode = 'light' | 'dark';

const STORED_UNDER = 'telemon.theme';
const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');
const listeners = makeListeners();

const asVariables = (tokens: Tokens) =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`)
    .join(' ');

export const themeChoice = (): ThemeChoice => {
  const stored = localStorage.getItem(STORED_UNDER);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};

export const themeMode = (): ThemeMode => {
  const choice = themeChoice();
  if (choice !== 'system') return choice;
  return systemIsDark().matches ? 'dark' : 'light';
};

const show = () => {
  document.documentElement.dataset.theme = themeMode();
  listeners.notify();
};

export const chooseTheme = (choice: ThemeChoice) => {
  if (choice === 'system') localStorage.removeItem(STORED_UNDER);
  else localStorage.setItem(STORED_UNDER, choice);
  show();
};

export const subscribeToTheme = listeners.subscribe;

/** Adds the tokens to the page and follows the system's theme. Called once, before the first paint. */
export const installTheme = () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:root { color-scheme: light; ${asVariables(TOKENS.light)} }
     :root[data-theme='dark'] { color-scheme: dark; ${asVariables(TOKENS.dark)} }
     :root { --radius: ${SHAPE.radius}px; --row: ${SHAPE.row}px; --bar: ${SHAPE.bar}px; --font: ${SHAPE.font}; }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  systemIsDark().addEventListener('change', show);
  window.addEventListener('storage', ({ key }) => key === STORED_UNDER && show());
  show();
};
