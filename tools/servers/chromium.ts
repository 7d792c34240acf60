import { aptInstall } from './clients.ts';
import { Problem } from './problem.ts';
import { step, type Say } from './progress.ts';
import { find } from './run.ts';

/** Debian's browser without a window: the same engine, which starts and draws in half of the time. */
const HEADLESS = 'chromium-headless-shell';
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const installed = (): string | null =>
  NAMES.map(find).find((path) => path !== null) ??
  (process.platform === 'darwin'
    ? find('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')
    : null);

/** Returns the path of a Chromium, installed if missing. @throws Problem */
export async function bringChromium(say: Say): Promise<string> {
  const path = process.env['CHROMIUM'] || installed();
  if (path !== null) return path;
  try {
    // Older releases have only the whole browser.
    await step(say, 'Installing Chromium', () => aptInstall(HEADLESS).catch(() => aptInstall('chromium')));
  } catch (error) {
    throw new Problem(
      `Chromium is missing. ${(error as Error).message} · Or set CHROMIUM to a browser's path.`,
      {
        cause: error,
      },
    );
  }
  const brought = installed();
  if (brought === null)
    throw new Problem('Chromium was installed, but is not on the PATH. Set CHROMIUM to its path.');
  return brought;
}
