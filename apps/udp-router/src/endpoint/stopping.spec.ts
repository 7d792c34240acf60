import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Asker } from '@telemon/platform/messaging/asker';
import { metricsText } from '@telemon/platform/metrics';
import type { FreshDatabase } from '@telemon/testing/database';
import type { StartedService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { createSocket } from 'node:dgram';
import { givenEndpoint } from '../../testing/given-endpoint.ts';
import { QueueWriter } from '../routes/queue-writer.ts';
import { UdpRouterModule } from '../udp-router.module.ts';
import { UdpEndpoint } from './udp-endpoint.ts';

let database: FreshDatabase;
let service: StartedService;
const sender = createSocket('udp4');

const counted = async (line: RegExp) => Number(line.exec(await metricsText())?.[1] ?? 0);
const received = () => counted(/^telemon_udp_datagrams_received_total (\d+)/m);
const dropped = (reason: string) =>
  counted(new RegExp(`^telemon_udp_datagrams_dropped_total\\{reason="${reason}"\\} (\\d+)`, 'm'));

beforeAll(async () => {
  ({ database, service } = await givenEndpoint({ LOG_LEVEL: 'fatal' }, UdpRouterModule));
});

afterAll(async () => {
  sender.close();
  await database.drop();
});

describe('a stop', () => {
  it('counts the datagrams that wait for a look-up or in the socket, even if that of the routes is held up', async () => {
    const routesEnd = Promise.withResolvers<void>();
    const endOfRoutes = jest.spyOn(QueueWriter.prototype, 'stop').mockReturnValue(routesEnd.promise);
    const { port } = service.get(UdpEndpoint);
    const answer = Promise.withResolvers<never>();
    jest.spyOn(service.get(Asker), 'ask').mockReturnValue(answer.promise);
    for (let number = 0; number < 10; number++) sender.send('pump01,TC1=1', port, '127.0.0.1');
    await until(async () => (await received()) === 10);
    const [nameless, most] = ['{', 500];
    for (let number = 0; number < most; number++) sender.send(nameless, port, '127.0.0.1');
    // The sender hands all of them to the system in this turn, and the endpoint reads some in each turn.
    const stopping = service.stop();
    await until(() => endOfRoutes.mock.calls.length > 0);
    expect(await dropped('stopping')).toBe(10);
    expect((await dropped('nameless')) + (await dropped('receive-buffer'))).toBe(most);
    routesEnd.resolve();
    await stopping;
    answer.reject(new Error('no answer'));
    await new Promise(setImmediate);
    expect(await dropped('not-looked-up')).toBe(0);
  });
});
