import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@telemon/testing/waiting';
import { chance } from '../../simulate/random.ts';
import { judge, type DrillOptions, type Tried } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { countAfterEnd, END, type Ended, GONE_WITHIN_MS, outcome } from './ended.ts';
import type { FormerLogin } from './former-login.ts';

const AT_ONCE = 10;
const ROUNDS = 4;
/** Longest time from the answers to the death of NATS. */
const AFTER_ANSWERS_MS = 500;
/** Time for the calls to reach the devices service. */
const UNDER_WAY_MS = 1_000;
const COMMITTED_WITHIN_MS = 5_000;

/** Half of the logins get another password, and the devices of the others are deleted. */
const endOf = (number: number) => END[number % 2 === 0 ? 'password changed' : 'deleted'];

/**
 * Revokes logins while NATS dies or is away. The endpoints can't ask for the successor of a login, or get no message over NATS that it
 * has ended; then they learn it only from Kafka's fact.
 */
export async function tryWithoutNats(
  installation: DrillInstallation,
  makeSome: (count: number) => Promise<FormerLogin[]>,
  options: DrillOptions,
): Promise<Tried[]> {
  const nats = installation.servers.server('nats');
  /** Runs each round with logins of its own, and starts NATS again after it. */
  const inRounds = async <Result>(
    round: (logins: readonly FormerLogin[], seed: number) => Promise<Result[]>,
  ): Promise<Result[]> => {
    const results: Result[] = [];
    for (let number = 0; number < ROUNDS; number += 1) {
      const logins = await makeSome(AT_ONCE);
      // A new token, because no user can sign in without NATS.
      await installation.signIn();
      results.push(...(await round(logins, options.seed + number)));
      await nats.start();
    }
    return results;
  };

  const answered = await inRounds(async (logins, seed) => {
    const calls = logins.map((login, number) => endOf(number)(login));
    const ended = calls.map(async (call, number) => {
      await call;
      return countAfterEnd(logins[number]!, GONE_WITHIN_MS.long);
    });
    await Promise.all(calls);
    await delay(chance(seed, 0) * AFTER_ANSWERS_MS);
    await nats.kill();
    return Promise.all(ended);
  });

  // The database stands still until NATS is dead, so that the change is committed without it.
  const committed = await inRounds(async (logins) => {
    const database = installation.servers.server('mongodb');
    database.pause();
    const calls = logins.map((login, number) => endOf(number)(login).catch(() => undefined));
    try {
      await delay(UNDER_WAY_MS);
      await nats.kill();
    } finally {
      database.resume();
    }
    const ended = logins.map(async (login): Promise<Ended[]> => {
      const isRevoked = await until(() => login.isRevoked(), { timeoutMs: COMMITTED_WITHIN_MS }).catch(
        () => false,
      );
      if (isRevoked) return [await countAfterEnd(login, GONE_WITHIN_MS.long)];
      // On a busy machine, the call may not have reached the devices service.
      login.end();
      return [];
    });
    await Promise.all(calls);
    return (await Promise.all(ended)).flat();
  });

  const refused = await inRounds(async (logins) => {
    await nats.kill();
    return Promise.all(logins.map((login) => countAfterRefusal(login)));
  });

  return [
    outcome('password changed or device deleted, and NATS killed within half a second after it', answered),
    outcome('password changed or device deleted, and NATS killed just before it', committed),
    judge(
      'password to be changed while NATS is away',
      {
        logins: refused.length,
        unavailable: refused.filter(({ isUnavailable }) => isUnavailable).length,
        newestLost: refused.filter(({ isLost }) => isLost).length,
      },
      { unavailable: refused.length, newestLost: 0 },
    ),
  ];
}

/** A login whose change is refused stays valid. */
async function countAfterRefusal(login: FormerLogin): Promise<{ isUnavailable: boolean; isLost: boolean }> {
  const isUnavailable = await login.isRefusedAPassword();
  const { isConnected, sentUpTo } = await login.after(GONE_WITHIN_MS.long);
  const isStored = async () => (await login.storedAfter(sentUpTo)) > 0;
  const goesOn = await until(isStored).catch(() => false);
  login.end();
  return { isUnavailable, isLost: !isConnected || !goesOn || (await login.isRevoked()) };
}
