import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { until } from '@telemon/testing/waiting';
import { CommandReplica, CommandingDevices } from '../../testing/command-replica.ts';
import { PUMP_COMMANDS } from '../../testing/given-endpoint.ts';

let database: FreshDatabase;
let devices: CommandingDevices;
let replicas: CommandReplica[];

beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(() => {
  devices = new CommandingDevices();
  replicas = [];
});
afterEach(async () => {
  for (const replica of replicas) await replica.stop();
  for (const name of ['acknowledged_commands', 'copy_of_device_commands']) {
    await database.db.collection(name).deleteMany({});
  }
});
afterAll(() => database.drop());

const start = async (): Promise<CommandReplica> => {
  const replica = await CommandReplica.start(devices, database);
  replicas.push(replica);
  return replica;
};
const acknowledged = () => database.db.collection('acknowledged_commands').countDocuments();

describe.each([4, 5] as const)('a command in protocol level %d', (version) => {
  it('waits for a device that was never connected, and is reported as delivered', async () => {
    const replica = await start();
    await devices.add('a', 'b');
    const { got } = await replica.pump(version);
    await until(() => devices.reported.length === 2);
    expect([got, devices.reported]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('comes at once over whichever replica the device is connected to', async () => {
    const [, second] = [await start(), await start()];
    const { got } = await second.pump(version);
    await devices.add('a');
    await until(() => devices.reported.includes('a'));
    expect(got).toEqual(['a']);
  });

  it('comes again, with the same id, over another replica if the first one dies before the acknowledgement', async () => {
    const first = await start();
    await devices.add('a');
    const hanging = await first.pump(version, { hangs: true });
    await until(() => hanging.got.length === 1);
    replicas = [];
    await first.kill();
    const { got } = await (await start()).pump(version);
    await until(() => devices.reported.includes('a'));
    expect(got).toEqual(['a']);
  });

  it('does not come again over another replica, although its copy does not know of the delivery yet', async () => {
    const [first, second] = [await start(), await start()];
    await devices.add('a');
    const { client } = await first.pump(version);
    await until(async () => (await acknowledged()) === 1);
    await client.endAsync();
    const { got } = await second.pump(version);
    await devices.add('b');
    await until(() => devices.reported.includes('b'));
    expect(got).toEqual(['b']);
  });
});

describe('a withdrawn command', () => {
  it('is not sent, also if it arrives together with its withdrawal', async () => {
    const replica = await start();
    const { got } = await replica.pump(5);
    await devices.addAndRemove('a');
    await devices.add('b');
    await until(() => devices.reported.includes('b'));
    expect(got).toEqual(['b']);
  });

  it('is not sent while the fact of its withdrawal is on its way, and holds up no others after that', async () => {
    const replica = await start();
    await devices.add('a', 'b');
    devices.withdraw('a');
    const { client, got } = await replica.pump(5);
    // Behind the commands that come with the subscription.
    await client.subscribeAsync(PUMP_COMMANDS, { qos: 1 });
    expect(got).toEqual([]);
    await devices.publish();
    await until(() => devices.reported.includes('b'));
    expect(got).toEqual(['b']);
  });

  it('does not make another one come again that is acknowledged meanwhile', async () => {
    const replica = await start();
    await devices.add('a');
    const hanging = await replica.pump(5, { hangs: true });
    await until(() => hanging.got.length === 1);
    devices.withdraw('another');
    hanging.acknowledge();
    await until(() => devices.reported.includes('a'));
    expect(hanging.got).toEqual(['a']);
  });
});

describe('a delivered command', () => {
  it('is reported once the devices service is back, and does not come again meanwhile', async () => {
    const replica = await start();
    devices.isAway = true;
    await devices.add('a');
    const { client } = await replica.pump(5);
    await until(async () => (await acknowledged()) === 1);
    await client.endAsync();
    const { got } = await replica.pump(5);
    devices.isAway = false;
    await until(() => devices.reported.includes('a'));
    expect(got).toEqual([]);
  });

  it('is reported by the next process if the first one died before the devices service had it', async () => {
    const first = await start();
    devices.isAway = true;
    await devices.add('a');
    await first.pump(5);
    await until(async () => (await acknowledged()) === 1);
    replicas = [];
    await first.kill();
    devices.isAway = false;
    await start();
    await until(() => devices.reported.includes('a'));
  });
});

describe('a waiting command', () => {
  it('that is too large for its device is reported as such, once the devices service answers', async () => {
    const replica = await start();
    await devices.add('a'.repeat(200));
    devices.isAway = true;
    await replica.pump(5, { maximumPacketSize: 150 });
    devices.isAway = false;
    await until(() => devices.tooLarge.length > 0);
    expect([devices.tooLarge, devices.reported]).toEqual([['a'.repeat(200)], []]);
  });

  it('does not come after it was deleted', async () => {
    const replica = await start();
    await devices.add('a', 'b');
    await devices.remove('a');
    const { got } = await replica.pump(5);
    await until(() => devices.reported.includes('b'));
    expect(got).toEqual(['b']);
  });

  it('does not come to a device that was made anew under the same name', async () => {
    const replica = await start();
    devices.deviceKey = 77;
    await devices.add('of the former device');
    const { got } = await replica.pump(5);
    devices.deviceKey = 1;
    devices.pending = [];
    await devices.add('a');
    await until(() => devices.reported.includes('a'));
    expect(got).toEqual(['a']);
  });
});
