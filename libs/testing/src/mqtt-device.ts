import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { type IPublishPacket, type Packet, generate, parser } from 'mqtt-packet';
import { type Socket, connect } from 'node:net';

interface Waiting {
  packet: IPublishPacket;
  acknowledged: () => void;
}

const RECONNECT_AFTER_MS = 200;
/** A connection without an acknowledgement for this long is closed, ms. */
const SILENT_FOR_MS = 5_000;

/**
 * A carefully built device: it keeps unacknowledged messages in order, and sends all of them again after a reconnect, before
 * anything new. With several ports it tries them in turn. MQTT 3.1.1.
 */
export class MqttDevice {
  readonly name: string;
  private readonly waiting = new Map<number, Waiting>();
  private socket: Socket | undefined;
  private isSignedIn = false;
  private hasEnded = false;
  private reconnecting: NodeJS.Timeout | undefined;
  private lastId = 0;
  private opened = 0;

  private constructor(
    private readonly ports: readonly number[],
    private readonly login: MqttLogin,
    private readonly reconnectAfterMs: number,
  ) {
    this.name = login.username;
  }

  /** Resolves once it is signed in for the first time. */
  static async connect(
    ports: number | readonly number[],
    login: MqttLogin,
    { reconnectAfterMs = RECONNECT_AFTER_MS } = {},
  ): Promise<MqttDevice> {
    const device = new MqttDevice([ports].flat(), login, reconnectAfterMs);
    await new Promise<void>((resolve) => device.open(resolve));
    return device;
  }

  get isConnected(): boolean {
    return this.isSignedIn;
  }

  /** Resolves once the message is acknowledged, however many connections that takes. */
  send(payload: unknown): Promise<void> {
    return new Promise((acknowledged) => {
      const packet: IPublishPacket = {
        cmd: 'publish',
        topic: `devices/${this.name}/telemetry`,
        payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
        qos: 1,
        messageId: this.nextId(),
        dup: false,
        retain: false,
      };
      this.waiting.set(packet.messageId!, { packet, acknowledged });
      if (this.isSignedIn) this.socket!.write(generate(packet));
    });
  }

  end(): void {
    this.hasEnded = true;
    clearTimeout(this.reconnecting);
    this.socket?.destroy();
  }

  private nextId(): number {
    this.lastId = (this.lastId % 0xffff) + 1;
    return this.lastId;
  }

  private open(onSignedIn?: () => void): void {
    const socket = connect(this.ports[this.opened++ % this.ports.length]!, '127.0.0.1');
    this.socket = socket;
    const packets = parser();
    packets.on('packet', (packet: Packet) => {
      if (packet.cmd === 'connack' && packet.returnCode === 0) {
        this.isSignedIn = true;
        onSignedIn?.();
        for (const { packet: unacknowledged } of this.waiting.values()) {
          socket.write(generate({ ...unacknowledged, dup: true }));
        }
      } else if (packet.cmd === 'puback') {
        const waiting = this.waiting.get(packet.messageId!);
        this.waiting.delete(packet.messageId!);
        waiting?.acknowledged();
      }
    });
    socket.setNoDelay(true);
    socket.setTimeout(SILENT_FOR_MS, () => {
      if (this.waiting.size > 0 || !this.isSignedIn) socket.destroy();
    });
    socket.on('connect', () => {
      const { username, password } = this.login;
      const clientId = `${username}-client`;
      socket.write(
        generate({
          cmd: 'connect',
          clientId,
          username,
          password: Buffer.from(password),
          clean: true,
          keepalive: 60,
          protocolId: 'MQTT',
          protocolVersion: 4,
        }),
      );
    });
    socket.on('data', (bytes) => packets.parse(bytes));
    socket.on('error', () => undefined); // 'close' follows, and with it the next try.
    socket.on('close', () => {
      this.isSignedIn = false;
      if (!this.hasEnded) this.reconnecting = setTimeout(() => this.open(onSignedIn), this.reconnectAfterMs);
    });
  }
}
