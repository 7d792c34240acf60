import { beforeAll, describe, expect, it } from '@jest/globals';
import { outboxOf } from '@telemon/testing/alert-log';
import { uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a password of theirs';
const CHOSEN = 'a password of hers';

describe('an invitation', () => {
  const story = consoleStory();
  const email = `${uniqueName('ines')}@example.com`;
  let manager: Steps;
  let ines: Steps;
  let link: string;

  /** The link in the newest of `count` invitations. */
  const linkOf = (count: number) =>
    until(async () => {
      const letters = await outboxOf(story.installation.api, { to: email });
      if (letters.length < count) return null;
      expect(letters[0]).toMatchObject({ subject: 'Your invitation to Telemon' });
      return /https?:\/\/\S+\/auth\/invitation#[\w-]+/.exec(letters[0]!.text)![0];
    });

  beforeAll(async () => {
    const owner = await story.installation.make.manager({ name: 'Maud Manager', password: PASSWORD });
    manager = await story.signedIn(owner.email, PASSWORD);
  });

  it('goes to a user whom a manager adds without a password', async () => {
    await manager.page.goto('/dashboard/user');
    await manager.pressOn('Add User');
    await manager.focusOn('Name');
    await manager.typeIn({ Name: 'Ines Invited', Contact: '15005550012', Email: email });
    await manager.page.keyboard.press('Enter');
    await manager.hears('User created, invitation sent');
    link = await linkOf(1);
  });

  it('is sent again from the list, which ends the link of the first', async () => {
    const row = manager.row('Ines Invited');
    await row.getByRole('button', { name: 'Send invitation again' }).click();
    await manager.hears('Invitation sent');
    const first = link;
    link = await linkOf(2);
    ines = await story.visitor();
    await ines.page.goto(first);
    await ines.page.getByText('This invitation is not valid any more. Ask for another one').waitFor();
  });

  it('leads to a page without a serious accessibility violation', async () => {
    // Another address than the present one only by its hash would load no page.
    await ines.page.goto('about:blank');
    await ines.page.goto(link);
    await ines.page.getByText(/^Welcome, Ines Invited/).waitFor();
    expect(await seriousViolationsInAnyLook(ines.page)).toEqual({});
  });

  it('leads to a page with no more script than the sign-in page may have, as it may be opened on a phone', async () => {
    const compressedBytes = await ines.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
    expect(compressedBytes).toBeGreaterThan(0);
    expect(compressedBytes).toBeLessThan(150_000);
  });

  it('lets the user choose a password, and signs them in', async () => {
    await ines.fill({ 'New Password': CHOSEN, 'Confirm Password': CHOSEN });
    await ines.button('Set Password').click();
    await ines.page.waitForURL('**/dashboard/home');
    await ines.logOut();
    await ines.signInAs(email, CHOSEN);
    await ines.logOut();
  });

  it('is not offered again for a user who has signed in', async () => {
    await manager.page.reload();
    const row = manager.row('Ines Invited');
    await row.getByRole('button', { name: 'Delete User' }).waitFor();
    expect(await row.getByRole('button', { name: 'Send invitation again' }).count()).toBe(0);
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
