import { ApiClient } from '@telemon/testing/api-client';
import { given, uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import { judge, type Tried } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { ownContact } from './own-contact.ts';

/** The default limits; each is tested with far more attempts. */
const LOGIN_LIMIT = 10;
const CODE_LIMIT = 5;
const TRIES_OF_A_CODE = 5;
const ATTEMPTS = 24;
const PASSWORD = 'a password of theirs';

/** Tests the limits on sign-ins and on one-time codes at all gateways at once. */
export async function tryAttempts(
  installation: DrillInstallation,
  urls: readonly string[],
): Promise<Tried[]> {
  const anybody = urls.map((url) => ApiClient.anonymous(url));
  /** Sends a call many times at once, to the gateways in turn, and returns the statuses. */
  const statusesOf = async (path: string, body: unknown): Promise<number[]> =>
    Promise.all(
      Array.from({ length: ATTEMPTS }, async (_, attempt) => {
        const { status } = await anybody[attempt % anybody.length]!.send('POST', path, body);
        return status;
      }),
    );
  const countOf = (statuses: readonly number[], wanted: number) =>
    statuses.filter((status) => status === wanted).length;

  const email = `${uniqueName('rita')}@example.com`;
  const contact = ownContact();
  const { id } = await given(await installation.api()).manager({ email, contact, password: PASSWORD });
  const codes = installation.database.db('auth').collection<{ _id: string; triesLeft: number }>('codes');
  const messages = installation.database.db('outbox').collection('messages');

  const logins = await statusesOf('/user/login', { email, password: 'not the password' });

  const askedFor = await statusesOf('/user/resetRequest', { email });
  const codesSent = () => messages.countDocuments({ kind: 'sms', to: contact });
  await until(async () => (await codesSent()) >= CODE_LIMIT).catch(() => undefined);

  const change = { email, userOtp: 'wrong', password: PASSWORD, confirmpassword: PASSWORD };
  const guessed = await statusesOf('/user/resetPassword', change);
  const code = await codes.findOne({ _id: `reset ${email} ${id}` });

  return [
    judge(
      `${ATTEMPTS} sign-ins with a wrong password at both gateways at once`,
      { looked: countOf(logins, 401), refused: countOf(logins, 429) },
      { looked: LOGIN_LIMIT, refused: ATTEMPTS - LOGIN_LIMIT },
    ),
    judge(
      `${ATTEMPTS} one-time codes asked for at both gateways at once`,
      { granted: countOf(askedFor, 200), refused: countOf(askedFor, 429), codesSent: await codesSent() },
      { granted: CODE_LIMIT, refused: ATTEMPTS - CODE_LIMIT, codesSent: CODE_LIMIT },
    ),
    judge(
      `a one-time code guessed ${ATTEMPTS} times at both gateways at once`,
      { refused: countOf(guessed, 422), triesUsed: TRIES_OF_A_CODE - (code?.triesLeft ?? TRIES_OF_A_CODE) },
      { refused: ATTEMPTS, triesUsed: TRIES_OF_A_CODE },
    ),
  ];
}
