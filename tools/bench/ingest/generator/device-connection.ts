import { generate } from 'mqtt-packet';
import { connect, type Socket } from 'node:net';
import type { DeviceLogin } from '../fleet.ts';

/** Packet identifiers wrap around at this number, far more than are ever in flight. */
const IDENTIFIERS = 4_096;
const CONNECT_WITHIN_MS = 30_000;
const KEEP_ALIVE_S = 120;

const PINGREQ = Buffer.from([0xc0, 0x00]);
const CONNACK = 0x20;
const PUBACK = 0x40;

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** One device's MQTT 3.1.1 connection on a bare socket. It sends without flow control. */
export class DeviceConnection {
  /** Called for each acknowledged publish, with the time at which it was due. */
  onAcknowledged: (dueAt: number) => void = () => undefined;
  onClosed: () => void = () => undefined;
  readonly #socket: Socket;
  readonly #dueAt = new Float64Array(IDENTIFIERS);
  readonly #accepted = Promise.withResolvers<void>();
  #lastIdentifier = 0;
  #begun: Buffer = Buffer.alloc(0);

  private constructor(endpoint: Endpoint, { deviceName, username, password }: DeviceLogin) {
    this.#socket = connect({ ...endpoint, noDelay: true });
    this.#socket.write(
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: deviceName,
        keepalive: KEEP_ALIVE_S,
        username,
        password: Buffer.from(password),
      }),
    );
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (error) => this.#accepted.reject(error));
    this.#socket.on('close', () => {
      this.#accepted.reject(new Error(`the connection of ${deviceName} was closed`));
      this.onClosed();
    });
    this.#socket.setTimeout(CONNECT_WITHIN_MS, () => this.#socket.destroy(new Error('no answer to CONNECT')));
  }

  static async open(endpoint: Endpoint, login: DeviceLogin): Promise<DeviceConnection> {
    const connection = new DeviceConnection(endpoint, login);
    await connection.#accepted.promise;
    connection.#socket.setTimeout(0);
    return connection;
  }

  /** Sends a publish that was due at this time; `packet` makes it for a packet identifier. */
  publish(dueAt: number, packet: (identifier: number) => Buffer): void {
    this.#lastIdentifier = (this.#lastIdentifier + 1) % IDENTIFIERS;
    this.#dueAt[this.#lastIdentifier] = dueAt;
    this.#socket.write(packet(this.#lastIdentifier + 1));
  }

  ping(): void {
    this.#socket.write(PINGREQ);
  }

  close(): void {
    this.onClosed = () => undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const bytes = this.#begun.length === 0 ? chunk : Buffer.concat([this.#begun, chunk]);
    let at = 0;
    // The length of every packet for a publisher fits into one byte.
    while (at + 2 <= bytes.length && at + 2 + bytes[at + 1]! <= bytes.length) {
      this.#take(bytes, at);
      at += 2 + bytes[at + 1]!;
    }
    this.#begun = bytes.subarray(at);
  }

  #take(bytes: Buffer, at: number): void {
    const kind = bytes[at]! & 0xf0;
    if (kind === CONNACK) {
      const refusal = bytes[at + 3]!;
      if (refusal === 0) this.#accepted.resolve();
      else this.#accepted.reject(new Error(`CONNECT was refused with code ${refusal}`));
    } else if (kind === PUBACK) {
      const identifier = bytes.readUInt16BE(at + 2) - 1;
      const dueAt = this.#dueAt[identifier]!;
      if (dueAt === 0) return;
      this.#dueAt[identifier] = 0;
      this.onAcknowledged(dueAt);
    }
  }
}
