import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import {
  type GivenEndpoint,
  givenEndpoint,
  PUMP,
  PUMP_TELEMETRY,
  TANK,
} from '../../testing/given-endpoint.ts';
import { RawClient } from '../../testing/raw-client.ts';

/** Longer than a sweep is ever late in a running process. */
const STALL_MS = 4_000;

describe('a bridge after a stall', () => {
  let endpoint: GivenEndpoint;
  let caughtUp: PromiseWithResolvers<void>;
  let catchUps: number;

  beforeEach(async () => {
    caughtUp = Promise.withResolvers();
    catchUps = 0;
    const catchUp = () => {
      catchUps++;
      return caughtUp.promise;
    };
    endpoint = await givenEndpoint({}, { catchUp, isClockStill: true });
  });
  afterEach(() => endpoint.stop());

  it('takes the waiting messages once it knows all facts, but none of a login that has ended', async () => {
    const [ended, stays] = [
      await RawClient.signedIn(endpoint.port, PUMP),
      await RawClient.signedIn(endpoint.port, TANK),
    ];
    endpoint.stall(STALL_MS);
    ended.publish(PUMP_TELEMETRY, '{"TC1":1}', { qos: 1, messageId: 1 });
    const answered = stays.ping();
    const late = await RawClient.open(endpoint.port);
    late.connect({ name: 'nobody', password: 'guessed' });
    expect(catchUps).toBe(1);
    endpoint.logins.revoked.add(PUMP.name);
    endpoint.server.connections.endIfRevoked(PUMP.name);
    expect(await ended.untilClosed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x98 }]);
    expect([late.received, endpoint.telemetry.messages.length]).toEqual([0, 0]);
    caughtUp.resolve();
    expect(await answered).toEqual([]);
    await until(() => late.received > 0);
    expect(endpoint.telemetry.messages).toEqual([]);
    stays.close();
  });

  it.each([
    ['noticed while it catches up', true],
    ['that ends together with the catching up', false],
  ])('catches up again after a second stall %s', async (_when, isNoticed) => {
    const device = await RawClient.signedIn(endpoint.port, PUMP);
    endpoint.stall(STALL_MS);
    device.publish(PUMP_TELEMETRY, '{"TC1":1}', { qos: 1, messageId: 1 });
    const first = caughtUp;
    caughtUp = Promise.withResolvers();
    if (isNoticed) endpoint.stall(STALL_MS);
    else endpoint.stallUnnoticed(STALL_MS);
    first.resolve();
    await until(() => catchUps === 2);
    endpoint.logins.revoked.add(PUMP.name);
    endpoint.server.connections.endIfRevoked(PUMP.name);
    caughtUp.resolve();
    await device.untilClosed();
    expect(endpoint.telemetry.messages).toEqual([]);
  });
});
