import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import type { Heard } from '../src/evaluation/decode.ts';
import { Owner, type Stored } from './owners.ts';

/** Gaps of a stream: outages of Telemon, and clocks that are set. */
export const GAPS = [
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('outage' as const),
      ms: fc.integer({ min: MINUTE_MS, max: 3 * HOUR_MS }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ahead' as const), ms: fc.constant(48 * HOUR_MS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('back' as const), ms: fc.constant(-DAY_MS) }) },
];

/** How a process handles a batch. */
interface Handling {
  /** Messages in it. */
  take: number;
  isSettled: boolean;
  /** Whether the next write fails. */
  fails: boolean;
}

export const handlingOf = (most: number): fc.Arbitrary<Handling> =>
  fc.record({
    take: fc.integer({ min: 1, max: most }),
    isSettled: fc.boolean(),
    fails: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
  });

/** How a process ends: it is killed, or the partition comes to another one while it still runs. */
type Ending = 'goes on' | 'killed' | 'replaced';

export const ending: fc.Arbitrary<Ending> = fc.constantFrom(
  'goes on',
  'goes on',
  'goes on',
  'killed',
  'replaced',
);

/** Arrival of a message, epoch milliseconds. */
export const arrivalOf = ({ readings, heartbeatAt }: Pick<Heard, 'readings' | 'heartbeatAt'>): number =>
  heartbeatAt ?? readings[0]!.receivedAt;

/** Messages for one process or several. */
interface Disturbed<One> {
  stored: Stored;
  messages: readonly Heard[];
  handlings: readonly One[];
  /** Sets the clock of all machines to the arrival of a message. */
  passUntil: (arrival: number) => void;
}

/** Hears messages one by one, undisturbed. @param settledAfter Settles after so many; at the end only without it */
export const hearAll = async (
  { stored, messages, passUntil }: Omit<Disturbed<never>, 'handlings'>,
  settledAfter?: number,
): Promise<void> => {
  const owner = new Owner(stored);
  for (const message of messages) {
    passUntil(arrivalOf(message));
    await owner.take([message]);
    if (settledAfter !== undefined && message.offset % settledAfter === 0) await owner.settle();
  }
  await owner.settle();
};

/** Hears messages while writes fail. */
export const hearWhereWritesFail = async ({
  stored,
  messages,
  handlings,
  passUntil,
}: Disturbed<Handling>): Promise<void> => {
  const owner = new Owner(stored);
  for (let at = 0, turn = 0; at < messages.length; turn++) {
    const { take, isSettled, fails } = handlings[turn % handlings.length]!;
    if (fails) stored.failures = 1;
    const some = messages.slice(at, at + take);
    passUntil(arrivalOf(some.at(-1)!));
    await owner.take(some);
    at += take;
    if (isSettled) await owner.settle();
  }
  stored.failures = 0;
  await owner.settle();
  // A decision whose write failed is made again at the next heartbeat.
  await owner.take([{ ...messages.at(-1)!, offset: messages.length }]);
  await owner.settle();
};

/** Hears messages while processes are killed or replaced. */
export const hearWhereProcessesEnd = async ({
  stored,
  messages,
  handlings,
  passUntil,
}: Disturbed<[Handling, Ending]>): Promise<void> => {
  let owner = new Owner(stored);
  let former: Owner | undefined;
  let committed = 0;
  for (let at = 0, turn = 0; at < messages.length; turn++) {
    const [{ take, isSettled }, ends] = handlings[turn % handlings.length]!;
    const some = messages.slice(at, at + take);
    passUntil(arrivalOf(some.at(-1)!));
    // A process that lost its partition may still decide about the messages that it has.
    await Promise.all([owner.take(some), former?.take(some)]);
    at = Math.min(messages.length, at + take);
    if (isSettled) {
      await owner.settle();
      committed = at;
    }
    former = ends === 'replaced' ? owner : undefined;
    if (ends === 'goes on') continue;
    owner = new Owner(stored);
    at = committed;
    // Otherwise, the same messages would come again and again.
    if (!isSettled) handlings = handlings.map(([one]) => [{ ...one, isSettled: true }, 'goes on']);
  }
  await owner.settle();
};
