import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fakeBrowser } from './fake-browser.ts';
import { request, signOut } from './request.ts';

let page: ReturnType<typeof fakeBrowser>;

beforeEach(() => {
  page = fakeBrowser();
});
afterEach(() => page.close());

it('says nothing of a session that has ended, whatever the page asks until the server knows', async () => {
  page.signedInWith('t1');
  const leaving = signOut();
  await expect(request({ method: 'GET', path: '/a' })).rejects.toMatchObject({ status: 401 });
  await leaving;
  expect(page.left).toEqual(['/auth/login']);
  expect(page.calls).toEqual([{ path: '/v1/user/logout', token: 't1' }]);
});
