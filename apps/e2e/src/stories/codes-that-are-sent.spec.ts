import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { ApiClient } from '@telemon/testing/api-client';
import { uniqueName } from '@telemon/testing/given';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';
import { codeSentTo } from './sent-codes.ts';

const PASSWORD = 'a password of theirs';
const REQUIRED = 'This field is required';
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

    it('asks for all fields, and for the same password twice', async () => {
      await page.goto('/auth/login');
      await steps.button('Signup?').press('Enter');
      await steps.heading('Signup');
      await steps.focusOn('Name');
      await page.keyboard.press('Enter');
      await page.getByText(REQUIRED).nth(7).waitFor();
      await steps.fill({ ...fields, Contact: '12', 'Repeat Password': 'another one' });
      await steps.field('Location').selectOption(location);
      await page.getByText('invalid contact number').waitFor();
      await steps.fill({ Contact: fields.Contact });
      expect(await steps.field('Contact').inputValue()).toBe(contact.slice(1));
      await page.getByText('Password and Repeat Password should match!').waitFor();
      await steps.fill({ Email: `${'s'.repeat(40)}@example.com` });
      await page.getByText('At most 50 characters').waitFor();
      await steps.fill({ Email: fields.Email });
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
    });

    it('shows while the repeated password is typed that it differs, even if other fields are missing', async () => {
      await page.reload();
      await steps.button('Signup?').click();
      const fault = page.getByText('Password and Repeat Password should match!');
      await steps.typeIn({ Password: PASSWORD, 'Repeat Password': PASSWORD.slice(0, 9) });
      expect(await fault.count()).toBe(0);
      await page.keyboard.type('x');
      await fault.waitFor();
      await page.keyboard.press('Backspace');
      await fault.waitFor({ state: 'detached' });
      await steps.tabTo('Company Name');
      await fault.waitFor();
      await page.keyboard.type('Co');
      await page.keyboard.press('Tab');
      await page.getByText('At least 3 characters').waitFor();
      expect(await page.getByText(REQUIRED).count()).toBe(0);
      await steps.fill(fields);
      await steps.field('Location').selectOption(location);
      await fault.waitFor({ state: 'detached' });
    });

    it('asks only for the code once it is sent', async () => {
      await steps.fill({ 'Repeat Password': PASSWORD });
      await steps.field('Country').press('Enter');
      await steps.heading('Verify');
      await steps.focusOn('One-time code');
      for (const label of [...Object.keys(fields), 'Location'])
        expect(await steps.field(label).isDisabled()).toBe(true);
      await page.keyboard.press('Enter');
      await page.getByText(REQUIRED).waitFor();
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
    });

    it('starts again after a visit to the login, with the values that were typed', async () => {
      await steps.button('Sign In?').click();
      await steps.heading('Login');
      await steps.button('Signup?').click();
      await steps.heading('Signup');
      expect(await steps.field('Name').isEnabled()).toBe(true);
      expect(await steps.field('Company Name').inputValue()).toBe(fields['Company Name']);
      await steps.button('Send the code').click();
      await steps.heading('Verify');
    });

    it('shows a red toast if the code is wrong', async () => {
      await steps.field('One-time code').fill('nope');
      await steps.button('Verify').click();
      const toast = page.getByRole('status').getByText('OTP Does not match');
      await toast.waitFor();
      expect(await steps.hasColour(toast, 'firing')).toBe(true);
      await steps.focusOn('One-time code');
    });

    it('creates the account with the right code, and returns to the login', async () => {
      await steps.field('One-time code').fill(await codeSentTo(story.installation.api, contact, 1));
      await steps.button('Verify').click();
      await steps.hears('Signup Success!');
      await steps.heading('Login');
      await steps.signInAs(fields.Email, PASSWORD);
      await steps.logOut();
    });

    it('shows why the locations are missing, and loads them on a retry', async () => {
      await page.route('**/v1/location/all', (route) => route.abort());
      await steps.button('Signup?').click();
      await page.getByText('Telemon cannot be reached.').waitFor();
      await page.unroute('**/v1/location/all');
      await steps.button('Retry').click();
      await steps.field('Location').selectOption(location);
    });

    it('is not offered if it is switched off', async () => {
      await page.route('**/auth/login', async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        const off = '<meta name="telemon-signup" content="off" />';
        await route.fulfill({ response, body: html.replace(/<meta name="telemon-signup"[^>]*>/, off) });
      });
      await page.goto('/auth/login');
      await page.getByRole('link', { name: 'Forgot Password?' }).waitFor();
      expect(await steps.button('Signup?').count()).toBe(0);
      await page.unroute('**/auth/login');
    });
  });

  describe('a forgotten password', () => {
    const NEW = 'a newer password';
    /** The number of codes that the owner got. */
    let codes = 0;
    const said = (words: string) => page.getByRole('alert').getByText(words);
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
    /** Expects the message, a disabled button and the form of step 1, and after a while the login. */
    const endsWith = async (words: string, colour: string) => {
      await said(words).waitFor();
      const since = Date.now();
      // The page shows all of this for two seconds.
      const seen = await Promise.all([
        steps.hasColour(said(words), colour),
        steps.button('Send the code').isDisabled(),
        steps.field('One-time code').count(),
      ]);
      expect(seen).toEqual([true, true, 0]);
      await steps.atLogin();
      expect(Date.now() - since).toBeLessThan(10_000);
    };

    it('asks for the email first', async () => {
      await page.goto('/auth/resetPassword');
      await steps.heading('Reset password');
      await steps.field('Email').press('Enter');
      await page.getByText(REQUIRED).waitFor();
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
    });

    it('shows while it is typed that its repetition differs, and can be made visible', async () => {
      await askForCode();
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
      await steps.fill({ 'New Password': NEW, 'Confirm Password': 'another one' });
      await page.getByText('Passwords must match').waitFor();
      expect(await page.getByText(REQUIRED).count()).toBe(0);
      const show = page.getByRole('button', { name: 'Show password' }).first();
      await show.press('Enter');
      expect(await steps.field('New Password').getAttribute('type')).toBe('text');
      await page.getByRole('button', { name: 'Hide password' }).press('Enter');
      expect(await steps.field('New Password').getAttribute('type')).toBe('password');
      await steps.button('Change the email or send another code').click();
      await steps.focusOn('Email');
      await steps.button('Send the code').click();
      await steps.focusOn('One-time code');
      codes += 1;
      await codeSentTo(story.installation.api, owner.contact, codes - 1);
    });

    it('is replaced with the code that was sent', async () => {
      const code = await askForCode();
      await steps.fill({ 'New Password': NEW, 'Confirm Password': 'another one' });
      await page.getByText('Passwords must match').waitFor();
      await steps.fill({ 'One-time code': 'nope' });
      await page.keyboard.press('Enter');
      await steps.focusOn('Confirm Password');
      await steps.fill({ 'Confirm Password': NEW });
      await page.keyboard.press('Enter');
      await said('OTP Does not match').waitFor();
      expect(await steps.hasColour(said('OTP Does not match'), 'firing')).toBe(true);
      const link = (await page.getByRole('link', { name: 'Login' }).boundingBox())!;
      expect((await said('OTP Does not match').boundingBox())!.y).toBeGreaterThanOrEqual(
        link.y + link.height,
      );
      expect(await seriousViolationsInAnyLook(page)).toEqual({});
      await steps.fill({ 'One-time code': code });
      await steps.button('Change Password').click();
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
      await steps.button('Change Password').click();
      await endsWith(EXCEEDED, 'firing');
    });
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
