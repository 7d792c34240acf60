import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MOST_COMMANDS, NewCommand } from '@telemon/contracts/devices/commands';
import { DeviceChange } from '@telemon/contracts/devices/devices';
import type { DeviceCommandsState } from '@telemon/contracts/facts';
import { COMMANDS_WITHDRAWN_SUBJECT, type CommandsWithdrawn } from '@telemon/contracts/mqtt-bridge/mqtt';
import { metricsText } from '@telemon/platform/metrics';
import { connectNats } from '@telemon/platform/messaging/nats';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { followLiveDevices } from '../../testing/follow-live-devices.ts';
import { refusal } from '../../testing/given-devices.ts';
import { admin, assistant, manager, other } from '../../testing/actors.ts';
import { GivenFleet } from '../../testing/given-fleet.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { CommandsModule } from './commands.module.ts';
import { CommandsService } from './commands.service.ts';

let fleet: GivenFleet;
let devices: DevicesService;
let commands: CommandsService;

beforeAll(async () => {
  fleet = await GivenFleet.prepare(CommandsModule);
  devices = fleet.service.get(DevicesService);
  commands = fleet.service.get(CommandsService);
});
afterEach(async () => {
  await fleet.service.database.db.collection('commands').deleteMany({});
});
afterAll(() => fleet.stop());

const add = (deviceName: string, command = 'reboot', by = manager) =>
  commands.create(by, { deviceName, command });
const deliver = (...ids: string[]) =>
  commands.deliver({ delivered: ids.map((id) => ({ id, at: Date.now() })) });
const listed = async (deviceName: string) => commands.ofDevice(await devices.find(admin, deviceName));
/** The states in the facts about a device's commands; null: none is pending. */
const facts = async (deviceName: string) =>
  (await fleet.factsOf(deviceName))
    .filter(({ kind }) => kind === 'device-commands')
    .map(({ state }) => (state as DeviceCommandsState | null)?.pending.map(({ command }) => command) ?? null);
/** Fills a device with commands past the service, for few transactions. */
const fill = async (deviceName: string, count: number, isDelivered: (place: number) => boolean) => {
  const { key } = await devices.find(admin, deviceName);
  const rows = Array.from({ length: count }, (_, index) => ({
    _id: `${deviceName}-${index + 1}`,
    deviceName,
    deviceKey: key,
    command: `${index + 1}`,
    place: index + 1,
    createdAt: new Date(),
    deliveredAt: isDelivered(index + 1) ? new Date() : null,
  }));
  await fleet.service.database.db.collection<{ _id: string }>('commands').insertMany(rows);
};

describe('a command', () => {
  it('is pending, the newest first, and in the fact in the order of making', async () => {
    const { deviceName } = await fleet.make();
    const first = await add(deviceName, ' set interval 60 ');
    await add(deviceName, 'reboot', admin);
    expect(first).toEqual({
      id: expect.any(String),
      command: ' set interval 60 ',
      deviceName,
      createdAt: expect.any(String),
      state: 'pending',
      deliveredAt: null,
      isTooLarge: false,
    });
    expect((await listed(deviceName)).map(({ command }) => command)).toEqual(['reboot', ' set interval 60 ']);
    expect(await facts(deviceName)).toEqual([[' set interval 60 '], [' set interval 60 ', 'reboot']]);
  });

  it('keeps its place when several are made at once', async () => {
    const { deviceName } = await fleet.make();
    await Promise.all(['a', 'b', 'c', 'd'].map((command) => add(deviceName, command)));
    const inOrder = (await listed(deviceName)).map(({ command }) => command).reverse();
    expect(new Set(inOrder).size).toBe(4);
    expect((await facts(deviceName)).at(-1)).toEqual(inOrder);
  });

  it('has a text of 1 to 1,000 characters that is not blank', () => {
    const isValid = (command: string) => NewCommand.safeParse({ deviceName: 'dev', command }).success;
    expect(['', '  ', '\n', 'x', 'x'.repeat(1_000), 'x'.repeat(1_001)].map(isValid)).toEqual([
      false,
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it('is refused for a foreign device as for a missing one, and for an assistant', async () => {
    const { deviceName } = await fleet.make();
    await expect(add(deviceName, 'reboot', other)).rejects.toMatchObject(refusal('not-found'));
    await expect(add('nothing-here')).rejects.toMatchObject(refusal('not-found'));
    await fleet.assign(deviceName, assistant.id);
    await expect(add(deviceName, 'reboot', assistant)).rejects.toMatchObject(refusal('forbidden'));
    expect(await listed(deviceName)).toEqual([]);
  });

  it('is counted when it is made, delivered and withdrawn', async () => {
    const { deviceName } = await fleet.make();
    const counts = async () => {
      const metrics = await metricsText();
      return ['made', 'delivered', 'withdrawn'].map((event) =>
        Number(new RegExp(`telemon_commands_total\\{event="${event}".*\\} (\\d+)`).exec(metrics)?.[1] ?? 0),
      );
    };
    const before = await counts();
    const [first, second] = [await add(deviceName), await add(deviceName)];
    for (let repeated = 0; repeated < 2; repeated++) await deliver(first.id);
    for (const { id } of [first, second]) await commands.remove(manager, id);
    expect((await counts()).map((count, place) => count - before[place]!)).toEqual([2, 1, 1]);
  });

  it('is announced to open pages when it is made, delivered and deleted', async () => {
    const live = await followLiveDevices(fleet.service);
    const { deviceName } = await fleet.make();
    const { id } = await add(deviceName);
    await deliver(id);
    await commands.remove(manager, id);
    await until(() => live.of(deviceName).length === 4);
    expect(live.of(deviceName).map(({ change }) => change)).toEqual([
      'created',
      'commands',
      'commands',
      'commands',
    ]);
    await live.stop();
  });
});

describe('a delivered command', () => {
  it('shows when the device acknowledged it, and is in no further fact; a repetition changes nothing', async () => {
    const { deviceName } = await fleet.make();
    const [first] = [await add(deviceName, 'a'), await add(deviceName, 'b')];
    const at = Date.now() - 5_000;
    await commands.deliver({ delivered: [{ id: first.id, at }] });
    await commands.deliver({
      delivered: [
        { id: first.id, at: at + 1_000 },
        { id: 'unknown', at },
      ],
    });
    const deliveredAt = new Date(at).toISOString();
    expect((await listed(deviceName)).map((command) => [command.state, command.deliveredAt])).toEqual([
      ['pending', null],
      ['delivered', deliveredAt],
    ]);
    expect(await facts(deviceName)).toEqual([['a'], ['a', 'b'], ['b']]);
  });

  it('may be of several devices at once; a device without pending commands has a fact without a state', async () => {
    const [one, two] = [await fleet.make(), await fleet.make()];
    const made = [await add(one.deviceName, 'a'), await add(two.deviceName, 'b')];
    await deliver(...made.map(({ id }) => id));
    expect(await facts(one.deviceName)).toEqual([['a'], null]);
    expect(await facts(two.deviceName)).toEqual([['b'], null]);
  });

  it('makes room for a new one, the oldest first', async () => {
    const { deviceName } = await fleet.make();
    await fill(deviceName, MOST_COMMANDS, (place) => place === 3 || place === 5);
    await add(deviceName, 'new');
    const left = (await listed(deviceName)).map(({ command }) => command);
    expect(left).toHaveLength(MOST_COMMANDS);
    expect([left[0], left.includes('3'), left.includes('5')]).toEqual(['new', false, true]);
  });
});

describe('a pending command', () => {
  it('makes no room: their number for a device is limited', async () => {
    const { deviceName } = await fleet.make();
    await fill(deviceName, MOST_COMMANDS, () => false);
    await expect(add(deviceName)).rejects.toMatchObject(refusal('conflict'));
    await deliver(`${deviceName}-1`);
    await add(deviceName, 'new');
    expect((await listed(deviceName)).at(-1)!.command).toBe('2');
  });

  it('is shown as too large as long as its device has not taken it', async () => {
    const live = await followLiveDevices(fleet.service);
    const { deviceName } = await fleet.make();
    const { id } = await add(deviceName);
    for (let repeated = 0; repeated < 2; repeated++) await commands.markTooLarge({ ids: [id, 'unknown'] });
    expect(await listed(deviceName)).toMatchObject([{ state: 'pending', isTooLarge: true }]);
    await deliver(id);
    expect(await listed(deviceName)).toMatchObject([{ state: 'delivered', isTooLarge: false }]);
    await commands.markTooLarge({ ids: [id] });
    await commands.remove(manager, id);
    await until(() => live.of(deviceName).length === 5);
    await live.stop();
  });

  it('is withdrawn by its deletion', async () => {
    const { deviceName } = await fleet.make();
    const [first] = [await add(deviceName, 'a'), await add(deviceName, 'b')];
    await commands.remove(manager, first.id);
    expect(await facts(deviceName)).toEqual([['a'], ['a', 'b'], ['b']]);
    await deliver(first.id);
    expect((await listed(deviceName)).map(({ command }) => command)).toEqual(['b']);
  });

  it('is announced to the MQTT endpoint as withdrawn at once, with the version of its fact', async () => {
    const nats = await connectNats(servers().natsUrl, 'devices-spec');
    const received: CommandsWithdrawn[] = [];
    nats.subscribe(COMMANDS_WITHDRAWN_SUBJECT, {
      callback: (_error, message) => void received.push(message.json<CommandsWithdrawn>()),
    });
    await nats.flush();
    const [deleted, moved, removed] = [await fleet.make(), await fleet.make(), await fleet.make()];
    for (const { deviceName } of [deleted, moved, removed]) await add(deviceName);
    const [only] = await listed(deleted.deviceName);
    await commands.remove(manager, only!.id);
    await devices.update(admin, moved.deviceName, DeviceChange.parse({ managerId: 'm2' }));
    await devices.remove(manager, removed.deviceName);
    const expected = [deleted, moved, removed].map(({ deviceName }) => ({ deviceName, version: 2 }));
    // Other specs share the server.
    const own = () =>
      received.filter(({ deviceName }) => expected.some((one) => one.deviceName === deviceName));
    await until(() => own().length === 3);
    expect(own()).toEqual(expected);
    await nats.close();
  });

  it('is not deleted by another manager, for whom it is missing, nor by an assistant', async () => {
    const { deviceName } = await fleet.make();
    const { id } = await add(deviceName);
    await expect(commands.remove(other, id)).rejects.toMatchObject(refusal('not-found'));
    await expect(commands.remove(manager, 'unknown')).rejects.toMatchObject(refusal('not-found'));
    await fleet.assign(deviceName, assistant.id);
    await expect(commands.remove(assistant, id)).rejects.toMatchObject(refusal('forbidden'));
    expect(await listed(deviceName)).toHaveLength(1);
  });
});

describe('the commands of a device', () => {
  it('are deleted with the device, and a new one of its name has none', async () => {
    const { deviceName } = await fleet.make();
    const { id } = await add(deviceName);
    await devices.remove(manager, deviceName);
    await fleet.make({ deviceName });
    await deliver(id);
    expect(await listed(deviceName)).toEqual([]);
    expect(await facts(deviceName)).toEqual([['reboot'], null]);
    await expect(commands.remove(manager, id)).rejects.toMatchObject(refusal('not-found'));
  });

  it('are deleted once the device has another manager', async () => {
    const { deviceName } = await fleet.make();
    const [first] = [await add(deviceName, 'a'), await add(deviceName, 'b')];
    await deliver(first.id);
    await devices.update(admin, deviceName, DeviceChange.parse({ managerId: 'm2' }));
    expect(await listed(deviceName)).toEqual([]);
    expect((await facts(deviceName)).at(-1)).toBeNull();
  });

  it('stay while other settings of the device change', async () => {
    const { deviceName } = await fleet.make();
    await add(deviceName);
    await devices.update(manager, deviceName, DeviceChange.parse({ deviceAlias: 'Another alias' }));
    expect(await listed(deviceName)).toHaveLength(1);
  });

  it('are found by an index', async () => {
    const { deviceName } = await fleet.make();
    await add(deviceName);
    const { key } = await devices.find(admin, deviceName);
    const query = fleet.service.database.db
      .collection('commands')
      .find({ deviceKey: key })
      .sort({ place: -1 });
    const plan = JSON.stringify((await query.explain()).queryPlanner.winningPlan);
    expect(plan).toMatch(/IXSCAN/);
    expect(plan).not.toMatch(/COLLSCAN|SORT/);
  });
});
