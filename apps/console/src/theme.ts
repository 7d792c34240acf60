/**
 * Every colour, length and font of the console. Style sheets read the tokens as CSS variables (`pageEdge` is
 * `--page-edge`); what needs plain values (MUI, map canvases) reads them from here.
 */

const light = {
  page: '#f5f6f7',
  surface: '#ffffff',
  sunken: '#eef0f2',
  hover: '#f3f5f6',
  border: '#dde1e5',
  borderStrong: '#bfc6cc',
  text: '#13191e',
  textQuiet: '#4d5963',
  textFaint: '#626e78',
  accent: '#0b6670',
  accentHover: '#084f57',
  accentSoft: '#e0eff0',
  onAccent: '#ffffff',
  brand: '#0a3f46',
  onBrand: '#f2f8f8',
  onBrandQuiet: '#a9c9cc',
  focus: '#0b6670',
  scrim: 'rgb(15 22 28 / 0.4)',
  shadow: '0 8px 28px rgb(15 22 28 / 0.16), 0 1px 3px rgb(15 22 28 / 0.1)',
  normal: '#17693c',
  normalSoft: '#e2f2e8',
  normalSolid: '#1f7d4a',
  firing: '#b3201d',
  firingSoft: '#fce8e6',
  firingSolid: '#c42a26',
  silent: '#535e67',
  silentSoft: '#e9ecee',
  silentSolid: '#65717b',
  waiting: '#1b5a9e',
  waitingSoft: '#e3edf9',
  waitingSolid: '#2668b0',
  warn: '#8a5a00',
  warnSoft: '#fbf0d8',
  gaugeYellow: '#d39a12',
  onSolid: '#ffffff',
  chartLine: '#0b6670',
  chartBand: '#cfe3e5',
  chartAverage: '#5d6872',
  chartSetPoint: '#c42a26',
  chartGrid: '#e8ebee',
  chartRain: '#5b8fcb',
  mapSea: '#e3e9ec',
  mapLand: '#f8f9f9',
  mapBorder: '#c7cfd5',
  mapCoast: '#aab5bd',
  mapGrid: '#d5dce0',
  mapLabel: '#5c6872',
  planPaper: '#ffffff',
  qrPaper: '#ffffff',
  qrInk: '#13191e',
};

export type Tokens = typeof light;

const dark: Tokens = {
  page: '#0f1316',
  surface: '#161b1f',
  sunken: '#1d2328',
  hover: '#1b2126',
  border: '#2a3137',
  borderStrong: '#414b53',
  text: '#e8ecef',
  textQuiet: '#a9b3bb',
  textFaint: '#8e99a2',
  accent: '#56b7c1',
  accentHover: '#7ccbd3',
  accentSoft: '#123034',
  onAccent: '#04272b',
  brand: '#0b2a2f',
  onBrand: '#e6f1f2',
  onBrandQuiet: '#86abaf',
  focus: '#7ccbd3',
  scrim: 'rgb(0 0 0 / 0.6)',
  shadow: '0 8px 28px rgb(0 0 0 / 0.5), 0 1px 3px rgb(0 0 0 / 0.4)',
  normal: '#74cf9b',
  normalSoft: '#14281d',
  normalSolid: '#247a4a',
  firing: '#ff9189',
  firingSoft: '#3a1817',
  firingSolid: '#c8332e',
  silent: '#b0b9c0',
  silentSoft: '#252c31',
  silentSolid: '#5e6972',
  waiting: '#8dbcf2',
  waitingSoft: '#162739',
  waitingSolid: '#2c6cb3',
  warn: '#e6b455',
  warnSoft: '#33270f',
  gaugeYellow: '#d6a52c',
  onSolid: '#ffffff',
  chartLine: '#56b7c1',
  chartBand: '#1d3a3e',
  chartAverage: '#98a3ac',
  chartSetPoint: '#ff7a70',
  chartGrid: '#232a2f',
  chartRain: '#5f93cf',
  mapSea: '#0f1519',
  mapLand: '#1a2025',
  mapBorder: '#343e45',
  mapCoast: '#475660',
  mapGrid: '#20282d',
  mapLabel: '#8e99a2',
  planPaper: '#dfe4e8',
  // Scanned, not read: as in the light.
  qrPaper: '#ffffff',
  qrInk: '#13191e',
};

export const TOKENS = { light, dark };

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
const listeners = new Set<() => void>();

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
  for (const listener of listeners) listener();
};

export const chooseTheme = (choice: ThemeChoice) => {
  if (choice === 'system') localStorage.removeItem(STORED_UNDER);
  else localStorage.setItem(STORED_UNDER, choice);
  show();
};

export const subscribeToTheme = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Puts the tokens on the page and keeps them with the system's setting. Called once, before the first picture. */
export const installTheme = () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:root { color-scheme: light; ${asVariables(light)} }
     :root[data-theme='dark'] { color-scheme: dark; ${asVariables(dark)} }
     :root { --radius: ${SHAPE.radius}px; --row: ${SHAPE.row}px; --bar: ${SHAPE.bar}px; --font: ${SHAPE.font}; }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  systemIsDark().addEventListener('change', show);
  window.addEventListener('storage', ({ key }) => key === STORED_UNDER && show());
  show();
};
