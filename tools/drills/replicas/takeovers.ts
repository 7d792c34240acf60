import { until } from '@telemon/testing/waiting';
import { judge, type Tried } from '../drill.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { SingleConnection } from '../fleet/single-connection.ts';

/** Deadline for the end of the older connection. */
const GONE_WITHIN_MS = 5_000;

/** Each device signs in at one bridge, then at the other, and back, and at both at once: the newest connection wins. */
export async function tryTakeovers({ devices }: Fleet, ports: readonly [number, number]): Promise<Tried[]> {
  const [one, other] = ports;
  const inTurn = await Promise.all(
    devices.map(async ({ login }) => {
      let stayed = 0;
      let newest = await SingleConnection.open(one, login);
      for (const port of [other, one]) {
        const older = newest;
        newest = await SingleConnection.open(port, login);
        if (!(await becomesTrue(() => !older.isOpen))) stayed += 1;
        older.end();
      }
      const lost = newest.isOpen ? 0 : 1;
      newest.end();
      return { stayed, lost };
    }),
  );
  const atOnce = await Promise.all(
    devices.map(async ({ login }) => {
      const both = await Promise.all(ports.map((port) => SingleConnection.open(port, login)));
      const openOnes = () => both.filter(({ isOpen }) => isOpen).length;
      const stayed = (await becomesTrue(() => openOnes() < 2)) ? 0 : 1;
      for (const connection of both) connection.end();
      return { stayed };
    }),
  );
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return [
    judge(
      'devices sign in at one bridge, then at the other',
      {
        takeovers: 2 * devices.length,
        stayed: sum(inTurn.map(({ stayed }) => stayed)),
        newestLost: sum(inTurn.map(({ lost }) => lost)),
      },
      { stayed: 0, newestLost: 0 },
    ),
    judge(
      'devices sign in at both bridges at once',
      { takeovers: devices.length, stayed: sum(atOnce.map(({ stayed }) => stayed)) },
      { stayed: 0 },
    ),
  ];
}

const becomesTrue = (condition: () => boolean): Promise<boolean> =>
  until(condition, { timeoutMs: GONE_WITHIN_MS, everyMs: 10 }).then(
    () => true,
    () => false,
  );
