import {
  type IConnackPacket,
  type IConnectPacket,
  type IPublishPacket,
  type Packet,
  generate,
  parser,
} from 'mqtt-packet';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

/** The default timeout of a wait, ms. */
const PATIENCE_MS = 60_000;

export type Version = 4 | 5;

export interface DeviceLogin {
  name: string;
  password: string;
}

/** A client that sends any bytes, valid or not, and returns the answers packet by packet. */
export class RawClient {
  private readonly packets: Packet[] = [];
  private wake: (() => void) | undefined;
  /** Number of bytes received. */
  received = 0;
  isClosed = false;

  private constructor(
    readonly socket: Socket,
    readonly version: Version,
  ) {
    const incoming = parser({ protocolVersion: version });
    incoming.on('packet', (packet) => {
      this.packets.push(packet);
      this.wake?.();
    });
    incoming.on('error', (error: Error) => socket.destroy(error));
    socket.on('data', (bytes: Buffer) => {
      this.received += bytes.length;
      incoming.parse(bytes);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
      this.wake?.();
    });
  }

  static async open(port: number, version: Version = 5): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new RawClient(socket, version);
  }

  /** A client that has signed in. */
  static async signedIn(
    port: number,
    login: DeviceLogin,
    version: Version = 5,
    extras: Partial<IConnectPacket> = {},
  ): Promise<RawClient> {
    const client = await RawClient.open(port, version);
    await client.signIn(login, extras);
    return client;
  }

  async signIn(login: DeviceLogin, extras: Partial<IConnectPacket> = {}): Promise<IConnackPacket> {
    this.connect(login, extras);
    const answer = (await this.next()) as IConnackPacket;
    if ((this.version === 5 ? answer.reasonCode : answer.returnCode) !== 0) {
      throw new Error(`sign-in refused: ${JSON.stringify(answer)}`);
    }
    return answer;
  }

  /** Sends a CONNECT. */
  connect({ name, password }: DeviceLogin, extras: Partial<IConnectPacket> = {}): void {
    this.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: this.version,
      clean: true,
      clientId: `client of ${name}`,
      keepalive: 60,
      username: name,
      password: Buffer.from(password),
      ...extras,
    });
  }

  publish(topic: string, payload: string | Buffer, extras: Partial<IPublishPacket> = {}): void {
    this.send({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false, ...extras });
  }

  send(...packets: (Packet | Buffer)[]): void {
    this.socket.write(Buffer.concat(packets.map((packet) => this.bytesOf(packet))));
  }

  bytesOf(packet: Packet | Buffer): Buffer {
    return Buffer.isBuffer(packet) ? packet : generate(packet, { protocolVersion: this.version });
  }

  /** The next packet. @throws if the connection closes first, or after the timeout. */
  async next(timeoutMs = PATIENCE_MS): Promise<Packet> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const packet = this.packets.shift();
      if (packet) return packet;
      if (this.isClosed) throw new Error('the connection was closed');
      if (performance.now() > deadline) throw new Error(`nothing came for ${timeoutMs} ms`);
      await this.somethingNew(deadline);
    }
  }

  async take(count: number): Promise<Packet[]> {
    const packets: Packet[] = [];
    while (packets.length < count) packets.push(await this.next());
    return packets;
  }

  /** All packets until the other side closes. @throws after the timeout. */
  async untilClosed(timeoutMs = PATIENCE_MS): Promise<Packet[]> {
    const deadline = performance.now() + timeoutMs;
    while (!this.isClosed) {
      if (performance.now() > deadline) throw new Error(`not closed within ${timeoutMs} ms`);
      await this.somethingNew(deadline);
    }
    return this.packets.splice(0);
  }

  /** Returns the packets before the answer, which shows that everything sent before has been read. */
  async ping(): Promise<Packet[]> {
    this.send({ cmd: 'pingreq' });
    const before: Packet[] = [];
    for (;;) {
      const packet = await this.next();
      if (packet.cmd === 'pingresp') return before;
      before.push(packet);
    }
  }

  close(): void {
    this.socket.destroy();
  }

  private somethingNew(deadline: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, deadline - performance.now()));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
