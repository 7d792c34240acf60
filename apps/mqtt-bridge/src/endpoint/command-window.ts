import { commandTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import type { SentCommand } from '@telemon/contracts/devices/commands';
import { logger } from '@telemon/platform/logging';
import type { CommandReceiver, CommandSource } from './command-source.ts';
import type { Connection } from './connection.ts';
import type { EndpointContext } from './endpoint-context.ts';
import type { FrameReader } from './frame-reader.ts';
import { HOLD } from './holds.ts';
import { readSubscription, write } from './packets.ts';
import { ProtocolFault, REASONS } from './reasons.ts';

const LAST_PACKET_ID = 0xffff;
/** MQTT 5: no such subscription. */
const NO_SUBSCRIPTION = 0x11;
/** MQTT 3.1.1: not subscribed. */
const SUBSCRIPTION_FAILED = 0x80;

/**
 * Sends a device its commands in their order, over one connection. With QoS 1 some at a time, until it has acknowledged them; the others
 * wait in the source, so that a slow device costs no memory. With QoS 0 a command counts as acknowledged once it is written.
 */
export class CommandWindow {
  /** The granted QoS; null: the device is not subscribed. */
  private qos: 0 | 1 | null = null;
  private isRecalling = false;
  private isRecalled = false;
  /** The sent commands by their packet ids. */
  private readonly unacknowledged = new Map<number, string>();
  /** The commands that are larger than this connection takes. */
  private readonly tooLarge = new Set<string>();
  private lastPacketId = 0;

  private readonly source: CommandSource;

  constructor(
    private readonly connection: Connection,
    private readonly context: Pick<EndpointContext, 'commands' | 'limits' | 'log' | 'traffic'>,
    private readonly device: CommandReceiver,
  ) {
    this.source = context.commands;
  }

  /** Answers a SUBSCRIBE or an UNSUBSCRIBE: a device may subscribe to its own commands alone. @throws ProtocolFault */
  takeSubscription({ bytes, start, end }: FrameReader): void {
    const { version } = this.connection;
    const { deviceName } = this.device;
    const packet = readSubscription(bytes.subarray(start, end), version);
    const { messageId } = packet;
    const own = commandTopic(deviceName);
    if (packet.cmd === 'unsubscribe') {
      const granted = packet.unsubscriptions.map((topic) => {
        const wasSubscribed = topic === own && this.qos !== null;
        if (wasSubscribed) this.qos = null;
        return wasSubscribed ? 0 : NO_SUBSCRIPTION;
      });
      return this.connection.send(write({ cmd: 'unsuback', messageId, granted }, version));
    }
    if (packet.properties?.subscriptionIdentifier !== undefined) {
      throw new ProtocolFault(REASONS.subscriptionIdsNotSupported);
    }
    const refusal = version === 5 ? REASONS.notAuthorized.code : SUBSCRIPTION_FAILED;
    const granted = packet.subscriptions.map(({ topic, qos }) =>
      topic === own ? Math.min(qos, 1) : refusal,
    );
    if (granted.includes(refusal)) {
      this.context.log.tell({ deviceName, reason: REASONS.notAuthorized.name }, 'subscription refused');
    }
    this.connection.send(write({ cmd: 'suback', messageId, granted }, version));
    // Behind the SUBACK.
    const qos = granted.findLast((code) => code !== refusal);
    if (qos !== undefined) this.subscribe(qos as 0 | 1);
  }

  /** The device has acknowledged the command with this packet id, whatever its reason code. Unknown ids change nothing. */
  acknowledge(packetId: number): void {
    const id = this.unacknowledged.get(packetId);
    if (id === undefined) return;
    this.unacknowledged.delete(packetId);
    this.acknowledged(id);
    this.send();
  }

  /** Sends the next commands, as many as there is room for. */
  send(): void {
    if (!this.isRecalled) {
      if (this.qos !== null) void this.recall();
      return;
    }
    const underWay = new Set(this.unacknowledged.values());
    for (const command of this.source.pendingFor(this.device)) {
      if (this.isFull) return;
      if (!underWay.has(command.id) && !this.tooLarge.has(command.id)) this.write(command);
    }
  }

  private subscribe(qos: 0 | 1): void {
    this.qos = qos;
    if (this.isRecalled) this.send();
    else void this.recall();
  }

  private get isFull(): boolean {
    const { connection, qos } = this;
    if (qos === null || connection.isEnded || connection.isHalfClosed) return true;
    if (connection.isHeld(HOLD.drain | HOLD.stopping | HOLD.catchUp)) return true;
    const { commandsAtOnce } = this.context.limits;
    return qos === 1 && this.unacknowledged.size >= Math.min(commandsAtOnce, connection.receiveMaximum);
  }

  private write(command: SentCommand): void {
    const { connection, device } = this;
    const qos = this.qos!;
    const { id } = command;
    const packetId = this.nextPacketId();
    const bytes = write(
      {
        cmd: 'publish',
        topic: commandTopic(device.deviceName),
        payload: JSON.stringify({ id, command: command.command } satisfies SentCommand),
        qos,
        // No session outlives its connection, so each PUBLISH is the first of its session.
        dup: false,
        retain: false,
        ...(qos === 1 && { messageId: packetId }),
      },
      connection.version,
    );
    if (bytes.length > connection.maximumPacketSize) {
      // It stays pending, for a connection that takes larger packets.
      this.tooLarge.add(id);
      return this.source.tooLarge(id);
    }
    if (qos === 1) this.unacknowledged.set(packetId, id);
    connection.send(bytes);
    this.context.traffic.countCommand('sent');
    if (qos === 0) this.acknowledged(id);
  }

  private acknowledged(id: string): void {
    this.source.acknowledged(this.device, id);
    this.context.traffic.countCommand('acknowledged');
  }

  private nextPacketId(): number {
    do this.lastPacketId = (this.lastPacketId % LAST_PACKET_ID) + 1;
    while (this.unacknowledged.has(this.lastPacketId));
    return this.lastPacketId;
  }

  private async recall(): Promise<void> {
    if (this.isRecalling) return;
    this.isRecalling = true;
    try {
      await this.source.recall(this.device);
      this.isRecalled = true;
    } catch (error) {
      // Tried again when the device's commands change, or it subscribes again.
      logger.error({ err: error, deviceName: this.device.deviceName }, 'acknowledged commands not read');
    }
    this.isRecalling = false;
    if (this.isRecalled) this.send();
  }
}
