import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { HEARTBEAT_EVERY_MS } from '@telemon/contracts/readings';
import { EveryPartition } from '@telemon/platform/kafka/every-partition';
import type { FreshDatabase } from '@telemon/testing/database';
import { faking } from '@telemon/testing/fake-clocks';
import type { StartedService } from '@telemon/testing/service';
import { givenEndpoint } from '../../testing/given-endpoint.ts';

const written = jest.spyOn(EveryPartition.prototype, 'send');
let database: FreshDatabase;
let service: StartedService;

beforeAll(async () => {
  jest.useFakeTimers(faking('setInterval', 'clearInterval'));
  ({ database, service } = await givenEndpoint());
});
afterAll(async () => {
  jest.useRealTimers();
  await database.drop();
});

describe('the UDP endpoint', () => {
  it('writes heartbeats to Kafka from its start to its stop', async () => {
    expect(written).toHaveBeenCalledTimes(1);
    expect(written.mock.calls[0]![0].headers).toMatchObject({ heartbeat: 'udp' });
    await written.mock.results[0]!.value;
    jest.advanceTimersByTime(HEARTBEAT_EVERY_MS);
    expect(written).toHaveBeenCalledTimes(2);
    await written.mock.results[1]!.value;
    await service.stop();
    jest.advanceTimersByTime(2 * HEARTBEAT_EVERY_MS);
    expect(written).toHaveBeenCalledTimes(2);
  });
});
