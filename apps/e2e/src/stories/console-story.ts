import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type Installation, useInstallation } from '../installation.ts';
import { launchChromium, openConsole, signIn } from './console-page.ts';
import { formStepsOn } from './form-steps.ts';
import { stepsOn } from './list-steps.ts';

/** A page of the console, and what people do on it and see there. */
export type Steps = { page: Page } & ReturnType<typeof stepsOn> & ReturnType<typeof formStepsOn>;

interface Story {
  installation: Installation;
  browser: Browser;
  /** A page that is signed out, with a browser's memory of its own. */
  visitor: () => Promise<Steps>;
  /** The same, signed in. */
  signedIn: (email: string, password: string) => Promise<Steps>;
  /** What any of the pages reported as an error. */
  errors: () => string[];
}

const onDesk = async (page: Page) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
};

/**
 * The set-up that stories about people and their accounts share: the whole product and a browser, there once the
 * hooks have run. Each test begins on a desk, in light.
 */
export const consoleStory = (): Story => {
  const story = {} as Story;
  const pages: Page[] = [];
  const heard: string[][] = [];

  const visitor = async () => {
    const { page, errors } = await openConsole(story.browser, story.installation.product.addresses.url);
    pages.push(page);
    heard.push(errors);
    return { page, ...stepsOn(page), ...formStepsOn(page) };
  };
  const signedIn = async (email: string, password: string) => {
    const steps = await visitor();
    await signIn(steps.page, email, password);
    return steps;
  };

  beforeAll(async () => {
    const installation = await useInstallation();
    Object.assign(story, { installation, visitor, signedIn, errors: () => heard.flat() });
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
