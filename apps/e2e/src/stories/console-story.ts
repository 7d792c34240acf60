import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { launchChromium } from '@telemon/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { type Installation, useInstallation } from '../installation.ts';
import { openConsole, signIn } from './console-page.ts';
import { formStepsOn } from './form-steps.ts';
import { stepsOn } from './list-steps.ts';

/** A page of the console, with steps to use it. */
export type Steps = { page: Page } & ReturnType<typeof stepsOn> & ReturnType<typeof formStepsOn>;

export interface Story {
  installation: Installation;
  browser: Browser;
  /** Opens a signed-out page in its own browser context. */
  visitor: () => Promise<Steps>;
  /** Opens a page and signs in. */
  signedIn: (email: string, password: string) => Promise<Steps>;
  /** The uncaught errors of all pages. */
  errors: () => string[];
}

const onDesk = async (page: Page) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
};

/**
 * The set-up of stories in the console: the whole product and a browser, available once the hooks have run. Each test
 * starts at desktop width in light colours.
 */
export const consoleStory = (): Story => {
  const story = {} as Story;
  const pages: Page[] = [];
  const consoleErrors: string[][] = [];

  const visitor = async () => {
    const { page, errors } = await openConsole(story.browser, story.installation.product.addresses.url);
    pages.push(page);
    consoleErrors.push(errors);
    return { page, ...stepsOn(page), ...formStepsOn(page) };
  };
  const signedIn = async (email: string, password: string) => {
    const steps = await visitor();
    await signIn(steps.page, email, password);
    return steps;
  };

  beforeAll(async () => {
    const installation = await useInstallation();
    Object.assign(story, { installation, visitor, signedIn, errors: () => consoleErrors.flat() });
    story.browser = await launchChromium();
  }, 300_000);
  afterAll(async () => {
    await story.browser?.close();
    await story.installation?.stop();
  });
  beforeEach(async () => {
    await Promise.all(pages.filter((page) => !page.isClosed()).map(onDesk));
  });
  return story;
};
