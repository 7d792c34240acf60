import type { Call } from '@telemon/contracts/call';
import { type SentCommand, commands } from '@telemon/contracts/devices/commands';
import type { RequestOf } from '@telemon/contracts/call';
import type { CommandsWithdrawn } from '@telemon/contracts/mqtt-bridge/mqtt';
import { unavailable } from '@telemon/platform/errors';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import type { Asker } from '@telemon/platform/messaging/asker';
import type { Live } from '@telemon/platform/messaging/live';
import { Mongo } from '@telemon/platform/mongo';
import type { FreshDatabase } from '@telemon/testing/database';
import { type MqttClient, connectAsync } from 'mqtt';
import { AcknowledgedCommands } from '../src/commands/acknowledged-commands.ts';
import { PendingCommands } from '../src/commands/pending-commands.ts';
import { type GivenEndpoint, PUMP, PUMP_COMMANDS, givenEndpoint } from './given-endpoint.ts';

/** The key of the pump in `givenEndpoint`. */
const PUMP_KEY = 1;

/** The devices service, with the pump's commands. Its facts reach the replicas when `publish` is called. */
export class CommandingDevices {
  pending: SentCommand[] = [];
  deviceKey = PUMP_KEY;
  isAway = false;
  /** The ids that were reported as delivered, in this order, also repeatedly. */
  readonly reported: string[] = [];
  /** The ids of commands that were reported as too large. */
  readonly tooLarge: string[] = [];
  readonly replicas = new Set<CommandReplica>();
  private version = 0;
  private readonly listeners = new Set<(withdrawn: CommandsWithdrawn) => void>();

  /** Adds commands, named by their ids, and publishes the fact. */
  async add(...ids: string[]): Promise<void> {
    for (const id of ids) this.pending.push({ id, command: `do ${id}` });
    await this.publish();
  }

  async remove(id: string): Promise<void> {
    this.pending = this.pending.filter((command) => command.id !== id);
    await this.publish();
  }

  /** Adds a command and withdraws it; both facts come together, as after an outage of Kafka. */
  async addAndRemove(id: string): Promise<void> {
    const before = this.pending;
    this.pending = [...before, { id, command: `do ${id}` }];
    const added = this.fact();
    this.pending = before;
    await this.apply([added, this.fact()]);
  }

  publish(): Promise<void> {
    return this.apply([this.fact()]);
  }

  /** Withdraws a command and announces it over NATS; its fact is on its way until `publish` is called. */
  withdraw(id: string): void {
    this.pending = this.pending.filter((command) => command.id !== id);
    for (const tell of this.listeners) tell({ deviceName: PUMP.name, version: this.version + 1 });
  }

  /** NATS, as far as the replicas listen to it. */
  readonly live = {
    subscribe: (_subject: string, _schema: unknown, listener: (withdrawn: CommandsWithdrawn) => void) => {
      this.listeners.add(listener);
    },
  } as unknown as Live;

  private fact() {
    const { deviceKey, pending } = this;
    const state = pending.length === 0 ? null : { deviceName: PUMP.name, deviceKey, pending: [...pending] };
    return { kind: 'device-commands', key: PUMP.name, version: ++this.version, state } as const;
  }

  private async apply(facts: ReturnType<CommandingDevices['fact']>[]): Promise<void> {
    for (const { copies } of this.replicas) await copies.of('device-commands').apply(facts);
  }

  /** Answers a replica's question. */
  readonly ask = async (call: Call, request: object): Promise<null> => {
    if (this.isAway) throw unavailable();
    if (call === commands.tooLarge) {
      this.tooLarge.push(...(request as RequestOf<typeof commands.tooLarge>).ids);
      return null;
    }
    const { delivered } = request as RequestOf<typeof commands.delivered>;
    const ids = delivered.map(({ id }) => id);
    this.reported.push(...ids);
    this.pending = this.pending.filter(({ id }) => !ids.includes(id));
    return null;
  };
}

interface ConnectedPump {
  client: MqttClient;
  /** The ids of the commands that it got. */
  got: string[];
  /** Acknowledges the command at which it hangs. */
  acknowledge: () => void;
}

/** A replica of the bridge, as far as commands go; all of a spec share a database. */
export class CommandReplica {
  private readonly clients: MqttClient[] = [];

  private constructor(
    private readonly devices: CommandingDevices,
    private readonly mongo: Mongo,
    readonly copies: FactCopies,
    private readonly lifecycle: Lifecycle,
    private readonly endpoint: GivenEndpoint,
  ) {}

  static async start(devices: CommandingDevices, { url }: FreshDatabase): Promise<CommandReplica> {
    const mongo = new Mongo(url, 'command-replica');
    // The spec brings the facts, so nothing of this needs Kafka.
    const copies = new FactCopies(mongo, undefined as never, 'command-replica', new Lifecycle());
    const lifecycle = new Lifecycle();
    const asker = devices as unknown as Asker;
    const commands = new PendingCommands(
      new AcknowledgedCommands(mongo),
      copies,
      asker,
      devices.live,
      lifecycle,
    );
    await mongo.prepare();
    await copies.of('device-commands').load();
    const endpoint = await givenEndpoint({}, { commands });
    commands.onChange((deviceName) => endpoint.server.connections.sendMore(deviceName));
    const replica = new CommandReplica(devices, mongo, copies, lifecycle, endpoint);
    devices.replicas.add(replica);
    await lifecycle.start();
    return replica;
  }

  /** The pump, connected and subscribed by MQTT.js. It acknowledges its commands unless it `hangs`. */
  async pump(
    version: 4 | 5,
    { hangs = false, maximumPacketSize }: { hangs?: boolean; maximumPacketSize?: number } = {},
  ): Promise<ConnectedPump> {
    const client = await connectAsync(`mqtt://127.0.0.1:${this.endpoint.port}`, {
      username: PUMP.name,
      password: PUMP.password,
      protocolVersion: version,
      ...(maximumPacketSize !== undefined && { properties: { maximumPacketSize } }),
      reconnectPeriod: 0,
    });
    this.clients.push(client);
    const got: string[] = [];
    client.on('message', (_topic, payload) => {
      got.push((JSON.parse(payload.toString()) as SentCommand).id);
    });
    // MQTT.js acknowledges a message when this calls back.
    let acknowledge = () => undefined as void;
    if (hangs) client.handleMessage = (_packet, done) => void (acknowledge = done);
    await client.subscribeAsync(PUMP_COMMANDS, { qos: 1 });
    return { client, got, acknowledge: () => acknowledge() };
  }

  /** Ends it without its database, so that nothing more is stored or reported. */
  async kill(): Promise<void> {
    await this.end(() => this.mongo.close());
  }

  async stop(): Promise<void> {
    await this.end(async () => undefined);
    await this.mongo.close();
  }

  private async end(beforeStop: () => Promise<void>): Promise<void> {
    this.devices.replicas.delete(this);
    await beforeStop();
    for (const client of this.clients) await client.endAsync(true);
    await this.endpoint.stop();
    await this.lifecycle.stop();
  }
}
