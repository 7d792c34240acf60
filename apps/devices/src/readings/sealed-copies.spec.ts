import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { HOUR_MS } from '@telemon/contracts/durations';
import { proxyBeforeDatabase } from '@telemon/testing/database';
import { until } from '@telemon/testing/waiting';
import { historyOf } from '../../testing/given-history.ts';
import { GivenProcess, GivenReadings, message } from '../../testing/given-readings.ts';
import { EVER } from '../stored-readings/read-options.ts';

let given: GivenReadings;
beforeAll(async () => {
  given = await GivenReadings.start();
});
afterAll(() => given.stop());

const COUNT = 5;

it.each([
  ['looks into the sealed hours', 'sealed_hours\0'],
  ['removes their copies', 'delete\0'],
])(
  'sealed readings that come again are stored and announced once, though MongoDB is cut off when the intake %s',
  async (_, command) => {
    const { name, key, add } = given.device();
    await add();
    const begun = Date.now() - 50 * HOUR_MS;
    const payload = Array.from({ length: COUNT }, (__, seq) => ({
      TC1: seq,
      seq,
      timestamp: begun + (seq * HOUR_MS) / 2,
    }));
    await given.running.handle([message(name, payload)]);
    await given.running.settle();
    const { sealing, past, mongo } = await historyOf(given.database.url);
    await sealing.pass(Date.now(), new AbortController().signal);
    expect(await given.storedOf(key)).toEqual([]);

    const copies = [message(name, payload)];
    const { proxy, url } = await proxyBeforeDatabase(given.database);
    const cutOff = await GivenProcess.on({ ...given.database, url });
    let isCut = false;
    proxy.beforePassing = (bytes, from) => {
      if (from === 'server' || !bytes.includes(command)) return;
      isCut = true;
      proxy.cut();
    };
    await expect(cutOff.handle(copies)).rejects.toThrow();
    expect(isCut).toBe(true);
    expect(await given.storedOf(key)).toHaveLength(COUNT);
    proxy.beforePassing = undefined;
    proxy.heal();
    await cutOff.handle(copies);

    expect(await given.storedOf(key)).toEqual([]);
    const sealed = await past.atOneTime(undefined, (query) => past.countSealed(key, EVER, query));
    expect(sealed).toBe(COUNT);
    await cutOff.handle([message(name, { TC1: COUNT, seq: COUNT })]);
    await until(() => given.announced.get(name)?.some(({ current: [value] }) => value === COUNT) === true);
    expect(given.announced.get(name)).toHaveLength(COUNT + 1);
    await cutOff.kill();
    await proxy.close();
    await mongo.close();
  },
);
