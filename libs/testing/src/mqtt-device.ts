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

interface Settings {
  readonly reconnectAfterMs?: number;
  /** The address that it connects from, on a machine with more devices than one address has ports. */
  readonly localAddress?: string;
}

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
  /** Connections that it has given up, and that the endpoint has not ended. */
  private readonly former = new Set<Socket>();
  /** When it signed in last, epoch ms; 0 if it never has. */
  signedInAt = 0;

  private constructor(
    private ports: readonly number[],
    private readonly login: MqttLogin,
    private readonly settings: Settings,
  ) {
    this.name = login.username;
  }

  /** Resolves once it is signed in for the first time. */
  static async connect(
    ports: number | readonly number[],
    login: MqttLogin,
    settings: Settings = {},
  ): Promise<MqttDevice> {
    const device = new MqttDevice([ports].flat(), login, settings);
    await new Promise<void>((resolve) => device.open(resolve));
    return device;
  }

  get isConnected(): boolean {
    return this.isSignedIn;
  }

  /** How many of its former connections the endpoint has not ended. */
  get formerConnections(): number {
    return this.former.size;
  }

  /** Connects anew, as after a loss of power that the endpoint knows nothing of: the former connection stays open. */
  connectAnew(ports: number | readonly number[] = this.ports): void {
    this.ports = [ports].flat();
    clearTimeout(this.reconnecting);
    if (this.socket && !this.socket.destroyed) this.former.add(this.socket);
    this.isSignedIn = false;
    this.open();
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
    for (const socket of this.former) socket.destroy();
    this.socket?.destroy();
  }

  private nextId(): number {
    this.lastId = (this.lastId % 0xffff) + 1;
    return this.lastId;
  }

  private open(onSignedIn?: () => void): void {
    const { reconnectAfterMs = RECONNECT_AFTER_MS, localAddress } = this.settings;
    const port = this.ports[this.opened++ % this.ports.length]!;
    const socket = connect({ port, host: '127.0.0.1', ...(localAddress !== undefined && { localAddress }) });
    this.socket = socket;
    const isPresent = () => this.socket === socket;
    const packets = parser();
    packets.on('packet', (packet: Packet) => {
      if (packet.cmd === 'connack' && packet.returnCode === 0) {
        if (!isPresent()) return;
        this.isSignedIn = true;
        this.signedInAt = Date.now();
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
      if (isPresent() && (this.waiting.size > 0 || !this.isSignedIn)) socket.destroy();
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
      this.former.delete(socket);
      if (!isPresent()) return;
      this.isSignedIn = false;
      if (!this.hasEnded) this.reconnecting = setTimeout(() => this.open(onSignedIn), reconnectAfterMs);
    });
  }
}
