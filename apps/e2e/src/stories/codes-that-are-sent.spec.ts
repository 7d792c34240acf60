import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { ApiClient } from '@telemon/testing/api-client';
import { uniqueName } from '@telemon/testing/given';
import type { Page } from 'playwright-core';
import {
  type AddedToWindow,
  seriousViolationsInAnyLook,
  seriousViolationsInBothThemes,
} from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';
import { codeSentTo } from './sent-codes.ts';

const PASSWORD = 'a password of theirs';
const EXCEEDED = 'Exceeded Maximum Monthly Resets';

describe('a code that is sent', () => {
  const story = consoleStory();
  let page: Page;
  let steps: Steps;
  let owner: User;
  let location: string;

  beforeAll(async () => {
    const { make, api } = story.installation;
    owner = await make.manager({ name: 'Olga Owner', password: PASSWORD, contact: '+15005550131' });
    const { locations } = await api.get<{ locations: { locationName: string }[] }>('/location/all');
    location = locations[0]!.locationName;
    steps = await story.visitor();
    ({ page } = steps);
  });

  describe('signing up', () => {
    const fields = {
      Name: 'Sam Signer',
      Email: `${uniqueName('sam')}@example.com`,
      Password: PASSWORD,
      'Repeat Password': PASSWORD,
      'Company Name': 'Cold Cellars',
      Contact: '+1 500 555 0132',
      'Company Address': '1 Quay Street',
      Country: 'France',
    };
    const contact = '+15005550132';

    it('has a form without a serious accessibility violation', async () => {
      await page.goto('/auth/login');
      await steps.button('Signup?').press('Enter');
      await steps.heading('Signup');
      await steps.fill(fields);
      await steps.field('Location').selectOption(location);
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
    });

    it('asks only for the code once it is sent', async () => {
      await steps.field('Country').press('Enter');
      await steps.heading('Verify');
      await steps.focusOn('One-time code');
      expect(await seriousViolationsInBothThemes(page)).toEqual({});
    });

    it('shows a red toast if the code is wrong', async () => {
      await steps.field('One-time code').fill('nope');
      // Looks in the page, at each frame, because the toast is gone after two seconds.
      const seen = page.waitForFunction(() => {
        const { hasColour } = window as unknown as AddedToWindow;
        return [...document.querySelectorAll('[role=status] *')].some(
          (text) =>
            text.childElementCount === 0 &&
            text.textContent === 'OTP Does not match' &&
            hasColour(text, 'firing'),
        );
      });
      await Promise.all([seen, steps.button('Verify').click()]);
      await steps.focusOn('One-time code');
    });

    it('creates the account with the right code, and returns to the login', async () => {
      await steps.field('One-time code').fill(await codeSentTo(story.installation.api, contact));
      await steps.button('Verify').click();
      await steps.hears('Signup Success!');
      await steps.heading('Login');
      await steps.signInAs(fields.Email, PASSWORD);
      await steps.logOut();
    });
  });

  describe('a forgotten password', () => {
    const NEW = 'a newer password';
    /** The number of codes that the owner got. */
    let codes = 0;
    const notice = (words: string) => page.getByRole('alert').getByText(words);
    const askForCode = async () => {
      await page.goto('/auth/login');
      await page.getByRole('link', { name: 'Forgot Password?' }).press('Enter');
      await page.waitForURL('**/auth/resetPassword');
      await steps.focusOn('Email');
      await page.keyboard.type(owner.email);
      await page.keyboard.press('Enter');
      await steps.focusOn('One-time code');
      codes += 1;
      return codeSentTo(story.installation.api, owner.contact, codes - 1);
    };
    /** Submits step 2. Waits for the message, a disabled button and the form of step 1, and then for the login. */
    const endsWith = async (words: string, colour: string) => {
      // Looks in the page, at each frame, because it shows all of this for two seconds.
      const seen = page.waitForFunction(
        ([wanted, token]) => {
          const { hasColour } = window as unknown as AddedToWindow;
          const some = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
          return (
            some('[role=alert]').some((text) => text.textContent === wanted && hasColour(text, token)) &&
            some('button:disabled').some(({ textContent }) => textContent === 'Send the code') &&
            !some('label').some(({ textContent }) => textContent === 'One-time code')
          );
        },
        [words, colour] as const,
      );
      await Promise.all([seen, steps.button('Change Password').click()]);
      const since = Date.now();
      await steps.atLogin();
      expect(Date.now() - since).toBeLessThan(10_000);
    };

    it('has a form without a serious accessibility violation', async () => {
      await page.goto('/auth/resetPassword');
      await steps.heading('Reset password');
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
    });

    it('is replaced with the code that was sent', async () => {
      const code = await askForCode();
      await steps.fill({ 'New Password': NEW, 'One-time code': 'nope', 'Confirm Password': NEW });
      await page.keyboard.press('Enter');
      await notice('OTP Does not match').waitFor();
      expect(await steps.hasColour(notice('OTP Does not match'), 'firing')).toBe(true);
      const link = (await page.getByRole('link', { name: 'Login' }).boundingBox())!;
      expect((await notice('OTP Does not match').boundingBox())!.y).toBeGreaterThanOrEqual(
        link.y + link.height,
      );
      expect(await seriousViolationsInBothThemes(page)).toEqual({});
      await steps.fill({ 'One-time code': code });
      await endsWith('Password Changed Successfully!', 'normal');
      await steps.signInAs(owner.email, NEW);
      await steps.logOut();
    });

    it('is not replaced beyond the monthly limit', async () => {
      const { product, api } = story.installation;
      const anonymous = ApiClient.anonymous(product.addresses.url);
      for (const password of ['the second reset', PASSWORD]) {
        await anonymous.expect('POST', '/user/resetRequest', { email: owner.email });
        codes += 1;
        const userOtp = await codeSentTo(api, owner.contact, codes - 1);
        const request = { email: owner.email, userOtp, password, confirmpassword: password };
        await anonymous.expect('POST', '/user/resetPassword', request);
      }
      const code = await askForCode();
      await steps.fill({ 'One-time code': code, 'New Password': NEW, 'Confirm Password': NEW });
      await endsWith(EXCEEDED, 'firing');
    });
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
