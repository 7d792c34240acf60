import { setTimeout as delay } from 'node:timers/promises';
import { given } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import { chance } from '../simulate/random.ts';
import type { Drill, DrillOptions, Form } from './drill.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import {
  countAfterEnd,
  END,
  type Ended,
  type Ending,
  ENDINGS,
  GONE_WITHIN_MS,
  outcome,
} from './revoked-logins/ended.ts';
import { FormerLogin } from './revoked-logins/former-login.ts';
import { tryWithoutNats } from './revoked-logins/without-nats.ts';
import { shuffled } from './shuffled.ts';

/** After a change, its fact is published within this time. */
const PUBLISHED_WITHIN_MS = 500;
/** Longest time from a look-up to the request that revokes the login; shorter than the fact takes. */
const AFTER_LOOK_UP_MS = 300;
/** Facts that follow each other more closely are published later. */
const APART_MS = 400;
const LAGS_MS: Record<Form, number> = { long: 3_000, short: 1_500 };
const AT_ONCE = 10;

const HOW_MANY: Record<Form, Record<Ending, number>> = {
  long: { 'password changed': 70, deleted: 60, 'deleted and made anew': 70 },
  short: { 'password changed': 3, deleted: 1, 'deleted and made anew': 3 },
};
const HOW_MANY_WHILE_DEVICES_LAGS: Record<Form, number> = { long: 40, short: 4 };
/** In the long form only. */
const HOW_MANY_AS_A_PROCESS_FAILS = 10;

/** Revokes logins while their devices are connected and send. */
export const revokedLoginsDrill: Drill = {
  name: 'revoked-logins',
  promises: ['P1'],
  about:
    'Passwords are changed and devices deleted while sign-ins look them up, while processes fail, or while NATS is away; the devices keep sending and reconnect at once.',
  async run(installation, options) {
    const sensor = await given(await installation.api()).sensorType(installation.managerId);
    const makeSome = (count: number) => makeInTurn(installation, sensor.id, count);
    const { form, seed } = options;
    const endings = shuffled(
      seed,
      ENDINGS.flatMap((ending) => Array<Ending>(HOW_MANY[form][ending]).fill(ending)),
    );
    const allEnded = Promise.withResolvers<void>();
    let open = endings.length;
    const noteEnd = () => {
      open -= 1;
      if (open === 0) allEnded.resolve();
    };
    const endSome = async (): Promise<Ended[]> => {
      const ended: Ended[] = [];
      for (let first = 0; first < endings.length; first += AT_ONCE) {
        const some = endings.slice(first, first + AT_ONCE);
        const logins = await makeSome(some.length);
        ended.push(...(await endAll(logins, some, { ...options, seed: seed + first }, noteEnd)));
      }
      return ended;
    };
    const endSomeWhileDevicesLags = async (): Promise<Ended[]> =>
      endWhileDevicesLags(installation, await makeSome(HOW_MANY_WHILE_DEVICES_LAGS[form]), options);
    const untilPublished = () => delay(PUBLISHED_WITHIN_MS);
    // In the short form, devices lags while the first logins, whose facts are published by then, are still watched.
    const [ended, lagged] =
      form === 'short'
        ? await Promise.all([endSome(), allEnded.promise.then(untilPublished).then(endSomeWhileDevicesLags)])
        : [await endSome(), await endSomeWhileDevicesLags()];
    const tried = [
      ...ENDINGS.map((ending) =>
        outcome(
          `${ending} within half a second of a look-up`,
          ended.filter((_, number) => endings[number] === ending),
        ),
      ),
      outcome('deleted and made anew while devices lags', lagged),
    ];
    if (form === 'short') return tried;
    const ofStill = await makeSome(HOW_MANY_AS_A_PROCESS_FAILS);
    const ofDead = await makeSome(HOW_MANY_AS_A_PROCESS_FAILS);
    return [
      ...tried,
      outcome(
        'password changed while the bridge stands still',
        await endWhileBridgeStandsStill(installation, ofStill, options),
      ),
      outcome('password changed, and devices killed', await endAndKillDevices(installation, ofDead, options)),
      ...(await tryWithoutNats(installation, makeSome, options)),
    ];
  },
};

async function makeInTurn(
  installation: DrillInstallation,
  sensorId: string,
  count: number,
): Promise<FormerLogin[]> {
  const logins: FormerLogin[] = [];
  // A busy machine may answer 503: then another device is created.
  const makeOne = () => FormerLogin.make(installation, [sensorId]);
  while (logins.length < count) logins.push(await until(makeOne, { everyMs: 1_000, what: 'another device' }));
  return logins;
}

const endAll = (
  logins: readonly FormerLogin[],
  endings: readonly Ending[],
  { form, seed }: DrillOptions,
  noteEnd: () => void,
): Promise<Ended[]> =>
  Promise.all(
    logins.map(async (login, number) => {
      await delay(number * APART_MS);
      const isOver = new AbortController();
      await login.lookUp();
      const lookingUp = login.keepLookingUp(isOver.signal);
      await delay(chance(seed, number) * AFTER_LOOK_UP_MS);
      await END[endings[number]!](login);
      noteEnd();
      const ended = await countAfterEnd(login, GONE_WITHIN_MS[form]);
      isOver.abort();
      await lookingUp;
      return ended;
    }),
  );

/**
 * While the devices service is suspended, Kafka holds the readings. Half of the devices are deleted and created again just before, so
 * that no other service has the fact yet; the calls for the other half wait until the service resumes.
 */
async function endWhileDevicesLags(
  installation: DrillInstallation,
  logins: readonly FormerLogin[],
  { form }: DrillOptions,
): Promise<Ended[]> {
  const before = logins.slice(0, logins.length / 2);
  const after = logins.slice(logins.length / 2);
  await Promise.all(before.map((login) => END['deleted and made anew'](login)));
  const pid = installation.product.pid('devices');
  process.kill(pid, 'SIGSTOP');
  let ending: Promise<unknown>;
  try {
    await delay(LAGS_MS[form]);
    ending = Promise.all(after.map((login) => END['deleted and made anew'](login)));
    ending.catch(() => undefined);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await ending;
  return Promise.all(logins.map((login) => countAfterEnd(login, GONE_WITHIN_MS[form])));
}

/** While the bridge is suspended, its sockets hold the readings; when it resumes, it accepts or drops them. */
async function endWhileBridgeStandsStill(
  installation: DrillInstallation,
  logins: readonly FormerLogin[],
  { form }: DrillOptions,
): Promise<Ended[]> {
  const pid = installation.product.pid('mqtt-bridge');
  process.kill(pid, 'SIGSTOP');
  let sent: number[];
  try {
    await Promise.all(logins.map((login) => END['password changed'](login)));
    const after = await Promise.all(logins.map((login) => login.after(GONE_WITHIN_MS[form])));
    sent = after.map(({ sentUpTo }) => sentUpTo);
    await delay(LAGS_MS[form]);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  return Promise.all(logins.map((login, number) => countAfterEnd(login, GONE_WITHIN_MS[form], sent[number])));
}

/** Kills the devices service as soon as it has answered, so that it cannot answer look-ups. */
async function endAndKillDevices(
  installation: DrillInstallation,
  logins: readonly FormerLogin[],
  { form }: DrillOptions,
): Promise<Ended[]> {
  await Promise.all(logins.map((login) => END['password changed'](login)));
  const isBack = installation.product.killAndAwait('devices');
  const left = await Promise.all(logins.map((login) => countAfterEnd(login, GONE_WITHIN_MS[form])));
  await isBack;
  return left;
}
