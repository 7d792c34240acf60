import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { uniqueName } from '@telemon/testing/given';
import { mediansInTurns } from '@telemon/testing/medians';
import { type Installation, startInstallation } from '../installation.ts';
import { BEHIND_A_PROXY, Outsider, type OutsiderAnswer } from './outsider.ts';

const MOST_APART_MS = 10;
const PASSWORD = 'a password of theirs';

let installation: Installation;
let outsider: Outsider;
let known: string;
let locationId: string;

beforeAll(async () => {
  // Limits high enough for the measured codes; each call comes from its own network address.
  installation = await startInstallation({ ...BEHIND_A_PROXY, CODE_LIMIT: '10000', CODE_DAY_LIMIT: '10000' });
  outsider = new Outsider(installation.product.addresses.url);
  const user = await installation.make.manager({ password: PASSWORD });
  known = user.email;
  locationId = user.locationId!;
}, 240_000);
afterAll(async () => {
  outsider?.close();
  await installation?.stop();
});

const fields = (email: string) => ({
  name: 'Sam Signer',
  email,
  password: PASSWORD,
  repeatPassword: PASSWORD,
  companyName: 'Cold Cellars',
  contact: '+15005550199',
  companyAddress: '1 Quay Street',
  locationId,
  country: 'France',
});
const CALLS: [string, string, number, (email: string) => unknown][] = [
  ['signing in', '/user/login', 401, (email) => ({ email, password: 'not the password' })],
  ['asking for a reset', '/user/resetRequest', 200, (email) => ({ email })],
  [
    'a reset',
    '/user/resetPassword',
    422,
    (email) => ({ email, userOtp: 'wrong', password: PASSWORD, confirmpassword: PASSWORD }),
  ],
  ['asking to sign up', '/user/signupGenerateOtp', 200, fields],
  ['signing up', '/user/signup', 422, (email) => ({ ...fields(email), mobileOtp: 'wrong' })],
];

/** The parts of an answer that an outsider can compare, without those that differ in every answer. */
const looksOf = ({ status, headers, text, body }: OutsiderAnswer) => ({
  status,
  length: text.length,
  body: { ...body, requestId: '' },
  headers: Object.keys(headers).sort(),
  cookies: headers['set-cookie'],
});
describe.each(CALLS)('%s', (what, path, status, bodyOf) => {
  it('looks the same with a known e-mail as with an unknown one', async () => {
    const unknown = `${uniqueName('none')}@example.com`.padStart(known.length, 'x');
    const toKnown = looksOf(await outsider.post(path, bodyOf(known)));
    expect(toKnown.status).toBe(status);
    expect(looksOf(await outsider.post(path, bodyOf(unknown)))).toEqual(toKnown);
  });

  it('takes as long with a known e-mail as with an unknown one', async () => {
    const unknown = `${uniqueName('none')}@example.com`;
    const ask = (email: string) => () => outsider.post(path, bodyOf(email));
    const medians = await mediansInTurns(ask(known), ask(unknown), MOST_APART_MS);
    process.stderr.write(`${what}, known and unknown e-mail, medians in ms: ${JSON.stringify(medians)}\n`);
    expect(Math.abs(medians.one - medians.other)).toBeLessThan(MOST_APART_MS);
  }, 240_000);
});
